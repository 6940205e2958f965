"""What to do about light and sharpness, said from one picture of the empty board."""

from __future__ import annotations

from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.grid import Grid

Bytes = NDArray[np.uint8]
Advice = Literal["too-dark", "overexposed", "little-contrast", "uneven", "soft", "small", "at-edge"]

LEAST_SQUARE_PX = 26
LEAST_BRIGHT = 70  # grey levels of the brightest parts: below it the picture is dark
BURNT = 250  # grey levels that all three colours reach where the light is too much
SOFT = 0.2  # of an edge's height in one pixel of the straightened board: less is blurred
LEAST_EDGES = 50  # pixels


SENTENCES: dict[Advice, str] = {
    "too-dark": "The picture is dark: switch on a light, or let the camera expose longer.",
    "overexposed": "Parts of the board are overexposed: expose less, or turn the lamp away.",
    "little-contrast": "The board has little contrast: more even light would help.",
    "uneven": "One side of the board is much darker than the other: put the lamp above it.",
    "soft": "The picture is not sharp: focus the camera on the board.",
    "small": "The board is small in the picture: bring the camera closer.",
    "at-edge": "The board reaches to the edge of the picture: leave some room, or a nudge cuts it off.",
}


def advise(board: Bytes, grid: Grid) -> list[str]:
    """Sentences for whoever sets the camera up; none if all is well. `board` is straightened."""
    return [SENTENCES[advice] for advice in find_advice(board, grid)]


def find_advice(board: Bytes, grid: Grid) -> list[Advice]:
    """What there is to be said, by name, the most pressing first. `board` is straightened."""
    found: list[Advice] = []
    grey = cv2.cvtColor(board, cv2.COLOR_BGR2GRAY)
    low, high = (float(np.percentile(grey, share)) for share in (2, 98))
    if high < LEAST_BRIGHT:
        found.append("too-dark")
    elif burnt_share(board) > 0.02:
        found.append("overexposed")
    if high - low < 25:
        found.append("little-contrast")
    quarters = [
        float(np.median(part)) for half in np.array_split(grey, 3) for part in np.array_split(half, 3, axis=1)
    ]
    if min(quarters) < 0.45 * max(quarters):
        found.append("uneven")
    if sharpness(board) < SOFT:
        found.append("soft")
    if grid.side_px < LEAST_SQUARE_PX:
        found.append("small")
    width, height = grid.size
    corners = grid.corners
    room = float(np.minimum(corners, np.array([width - 1, height - 1]) - corners).min()) / grid.side_px
    if room < 0.3:
        found.append("at-edge")
    return found


def burnt_share(picture: Bytes) -> float:
    """The share of a picture in which nothing but white is left, 0 to 1."""
    return float((picture.min(axis=2) >= BURNT).mean())


def sharpness(board: Bytes) -> float:
    """How steep the steepest edges of a straightened board are: the share of an edge's height that one pixel
    takes, so that what counts is how much of a square an edge blurs over, not the camera's pixels."""
    grey = cv2.GaussianBlur(cv2.cvtColor(board, cv2.COLOR_BGR2GRAY), (0, 0), 0.7).astype(np.float32)
    steps = np.maximum(np.abs(np.diff(grey, axis=1))[:-1], np.abs(np.diff(grey, axis=0))[:, :-1])
    around = np.ones((9, 9), np.uint8)
    heights = (cv2.dilate(grey, around) - cv2.erode(grey, around))[:-1, :-1]
    edges = heights > max(20.0, float(np.percentile(heights, 80)))
    if edges.sum() < LEAST_EDGES:
        return 1.0  # nothing to tell by
    return float(np.percentile(steps[edges] / heights[edges], 95))
