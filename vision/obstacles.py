"""What is in the way of reading: a hand, glare, blur, darkness, or something else."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import OTHER, SQUARES, Obstacle, Problem
from vision.squares import MARGIN, SQUARE_PX

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

DARK = 24.0  # grey levels that almost nothing on the board is brighter than
BLURRED = 0.04  # of the contrast is all that is left between neighbouring points of a small picture
GLARING = 248  # all colours at the limit


def find_obstacles(patch: Bytes, states: Floats) -> frozenset[Obstacle]:
    """Everything that is in the way, from the straightened board and what its squares hold."""
    found: set[Obstacle] = set()
    covered = states.argmax(axis=2) == OTHER
    if covered.any():
        found |= {_what_covers(patch, row, column) for row, column in np.argwhere(covered).tolist()}
        if "hand" in found:
            found.discard("other")  # its sleeve
    grey = cv2.cvtColor(_board(patch), cv2.COLOR_BGR2GRAY)
    if float(np.percentile(grey, 98)) < DARK:
        found.add("dark")
    return frozenset(found)


def why_no_board(picture: Bytes) -> Problem:
    """The likeliest reason why no board was found."""
    small = cv2.resize(picture, (320, 240), interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    if float(np.percentile(grey, 98)) < DARK:
        return "dark"
    # A sharp picture keeps some of its contrast between neighbours, whatever it shows.
    steps = np.abs(np.diff(grey.astype(np.float32), axis=1))
    contrast = float(np.percentile(grey, 98)) - float(np.percentile(grey, 2))
    return "blur" if contrast > 30 and float(np.percentile(steps, 99.5)) < BLURRED * contrast else "no-board"


def _what_covers(patch: Bytes, row: int, column: int) -> Obstacle:
    y, x = (MARGIN + row) * SQUARE_PX, (MARGIN + column) * SQUARE_PX
    square = patch[y : y + SQUARE_PX, x : x + SQUARE_PX]
    if float((square.min(axis=2) >= GLARING).mean()) > 0.5:
        return "glare"
    tones = cv2.cvtColor(square, cv2.COLOR_BGR2YCrCb).reshape(-1, 3)
    _, red, blue = np.median(tones, axis=0)
    # Skin of every shade lies in one small corner of the colour differences.
    return "hand" if 134 <= red <= 180 and 85 <= blue <= 128 and red > blue + 8 else "other"


def _board(patch: Bytes) -> Bytes:
    inner = slice(MARGIN * SQUARE_PX, (MARGIN + SQUARES) * SQUARE_PX)
    return patch[inner, inner]
