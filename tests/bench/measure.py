"""Timing on a machine that is never quiet: the two sides of a ratio are measured in turns."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """One measured ratio and the bar it must stay under."""

    name: str
    ratio: float
    bar: float
    floor: str  # what 1 means
    floor_s: float

    def __str__(self) -> str:
        verdict = "ok" if self.ratio <= self.bar else "TOO SLOW"
        floor = f"{self.floor} ({self.floor_s * 1e3:.3g} ms)"
        return f"{self.name:<58} {self.ratio:7.2f} x  bar {self.bar:>5g}  {verdict:<8}  floor: {floor}"


def compare(
    name: str,
    work: Callable[[], object],
    floor: Callable[[], object],
    floor_name: str,
    bar: float,
    rounds: int = 7,
) -> Result:
    """The median over `rounds` of work / floor, each pair measured one right after the other."""
    ratios, floors = [], []
    work(), floor()  # warm up
    for _ in range(rounds):
        floor_s, work_s = seconds(floor), seconds(work)
        ratios.append(work_s / floor_s)
        floors.append(floor_s)
    return Result(name, statistics.median(ratios), bar, floor_name, statistics.median(floors))


def seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start
