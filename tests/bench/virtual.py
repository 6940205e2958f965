"""The speed of the virtual table, in the time that OpenCV takes to decode the finished picture."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from companion.positions import draw_position
from companion.render import Order, render_set
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.sensor import encode
from hardware.virtual.table import VirtualTable
from tests.bench.measure import Result, compare, seconds

SIZE = (1640, 1232)
TOKENS = 25
SEEDS = range(100, 109)
PICTURES = 60


def run() -> Iterator[Result]:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)  # "of one core"
    try:
        yield from _frames()
        yield _two_processes()
    finally:
        cv2.setNumThreads(threads)


def _frames() -> Iterator[Result]:
    still = VirtualCamera(_table(99))
    saved = np.frombuffer(encode(still.frame().pixels, 90), np.uint8)
    seeds = iter(SEEDS)

    def from_scratch() -> None:
        VirtualCamera(_table(next(seeds))).frame()

    def decode() -> None:
        for _ in range(10):  # ten, since one is over before the clock is sure
            cv2.imdecode(saved, cv2.IMREAD_COLOR)

    unit = "cv2.imdecode of a 1640 x 1232 frame at quality 90"
    rounds = len(SEEDS) - 1
    drawn = compare(f"medium frame of {TOKENS} tokens from scratch", from_scratch, decode, unit, 60, rounds)
    again = compare("a further frame of the same still table", still.frame, decode, unit, 8, rounds)
    for result in (drawn, again):
        yield Result(result.name, result.ratio * 10, result.bar, unit, result.floor_s / 10)


def _two_processes() -> Result:
    def render(jobs: int) -> None:
        with tempfile.TemporaryDirectory() as folder:
            render_set(Order("triolet", 5, "medium", "all", Path(folder)), PICTURES, jobs)

    one, two = seconds(lambda: render(1)), seconds(lambda: render(2))
    # 0.5 would be twice as fast; starting the processes and reading the fonts costs a little.
    return Result(f"{PICTURES} pictures on two processes", two / one, 0.65, "the same on one process", one)


def _table(seed: int) -> VirtualTable:
    table = VirtualTable.draw("triolet", seed, "medium", sizes=(SIZE,))
    for spot, piece in list(draw_position("triolet", seed).items())[:TOKENS]:
        table.lay(spot, piece)
    return table
