"""Handwriting: numbers stroke by stroke, and the loops that words come down to at a distance."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from hardware.virtual.relief import Bytes, Grid

# The digits as people write them: polylines in a box 0.6 wide and 1 high, y down.
DIGITS: tuple[tuple[tuple[float, float], ...], ...] = (
    ((0.3, 0), (0.05, 0.3), (0.05, 0.7), (0.3, 1), (0.55, 0.7), (0.55, 0.3), (0.32, 0)),
    ((0.1, 0.25), (0.35, 0), (0.33, 1)),
    ((0.05, 0.2), (0.3, 0), (0.55, 0.25), (0.3, 0.6), (0.02, 1), (0.6, 0.97)),
    ((0.05, 0.05), (0.5, 0.08), (0.25, 0.42), (0.55, 0.68), (0.3, 1), (0.02, 0.9)),
    ((0.4, 0), (0.02, 0.62), (0.58, 0.6), (0.42, 0.4), (0.4, 1)),
    ((0.55, 0), (0.12, 0.02), (0.1, 0.42), (0.45, 0.42), (0.55, 0.75), (0.3, 1), (0.02, 0.92)),
    ((0.45, 0), (0.12, 0.4), (0.05, 0.8), (0.3, 1), (0.55, 0.78), (0.35, 0.55), (0.08, 0.75)),
    ((0.05, 0.03), (0.58, 0), (0.25, 1)),
    ((0.5, 0.1), (0.2, 0), (0.12, 0.25), (0.5, 0.7), (0.3, 1), (0.08, 0.75), (0.52, 0.25), (0.45, 0.05)),
    ((0.5, 0.15), (0.2, 0.02), (0.08, 0.3), (0.35, 0.48), (0.52, 0.15), (0.45, 0.6), (0.3, 1)),
)


def write_words(
    grid: Grid, ink: Bytes, rng: np.random.Generator, start: tuple[float, float], length: float
) -> None:
    """Scribble words along a line, `start` to `length` mm further, as the loops of a running hand."""
    at, lines = start[0], []
    tall = float(rng.uniform(1.3, 2.2))
    while at < start[0] + length:
        letters = int(rng.integers(2, 9))
        steps = np.arange(letters * 5)
        rise = np.sin(steps * 2 * math.pi / 5 + rng.uniform(0, 6)) * tall * rng.uniform(0.5, 1.3, steps.size)
        tails = np.where(rng.random(steps.size) < 0.06, -2.2 * tall, 0.0)
        x = at + steps * 0.48 + 0.35 * tall * np.cos(steps * 2 * math.pi / 5)
        lines.append(np.stack([x, start[1] - rise * 0.5 + tails], axis=-1))
        at += letters * 2.4 + float(rng.uniform(2, 4))
    grid.strokes(ink, lines, 0.45, 225)


def write_number(
    grid: Grid, ink: Bytes, rng: np.random.Generator, text: str, at: tuple[float, float], tall: float
) -> None:
    lines = []
    for place, digit in enumerate(text):
        shape = np.array(DIGITS[int(digit)]) + rng.normal(0, 0.04, (len(DIGITS[int(digit)]), 2))
        lines.append(rounded(shape * tall + (at[0] + place * tall * 0.72, at[1])))
    grid.strokes(ink, lines, 0.5, 235)


def rounded(line: NDArray[np.float64]) -> NDArray[np.float64]:
    """Cut corners twice (Chaikin), as a running pen does."""
    for _ in range(2):
        inner = np.concatenate(
            [line[:-1] * 0.75 + line[1:] * 0.25, line[:-1] * 0.25 + line[1:] * 0.75], axis=1
        )
        line = np.concatenate([line[:1], inner.reshape(-1, 2), line[-1:]])
    return line
