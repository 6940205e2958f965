"""Where is the board? A first guess from the whole picture, to about a quarter of a square.

A small network says for every point of the reduced picture where on a board it would be; the plane through
these answers gives the four corners, also where a hand hides one of them.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.grid import Grid, fit_grid, is_sound
from vision.networks import Network
from vision.observation import SQUARES

Bytes = NDArray[np.uint8]
INPUT_PX, STRIDE = 224, 8
LEAST_POINTS = 14  # of 784: a board a quarter of the picture wide has fifty
NEAR_SHARE, FAR_SHARE = 0.15, 0.5  # of a guessed board's size: how much around it a closer guess sees

Box = tuple[int, int, int, int]  # left, top, right, bottom: pixels

_network = Network("locate", ["place"])


def guess_grids(picture: Bytes) -> Iterator[Grid]:
    """Where the board may be in a picture (BGR), likeliest first; nothing where nothing looks like one.

    Later guesses cost more looks, and are only asked for where the first led nowhere.
    """
    height, width = picture.shape[:2]
    whole = (0, 0, width, height)
    first = _guess(picture, whole)
    if first is not None:
        yield first
    # What is small in the whole picture is large in a part of it.
    for closer in (_around(first, NEAR_SHARE), _around(first, FAR_SHARE)) if first is not None else ():
        found = _guess(picture, closer)
        if found is not None:
            yield found
    mirrored = _guess(picture, whole, is_mirrored=True)
    if mirrored is not None:
        yield mirrored
    for part in _quarters(width, height):
        found = _guess(picture, part)
        if found is not None:
            yield found


def _guess(picture: Bytes, part: Box, is_mirrored: bool = False) -> Grid | None:
    """A guess from one part of the picture, perhaps seen in a mirror."""
    height, width = picture.shape[:2]
    x0, y0, x1, y1 = part
    scale = INPUT_PX / max(x1 - x0, y1 - y0)
    w, h = max(1, round((x1 - x0) * scale)), max(1, round((y1 - y0) * scale))
    small = cv2.resize(picture[y0:y1, x0:x1], (w, h), interpolation=cv2.INTER_AREA)
    if is_mirrored:
        small = small[:, ::-1]
    full = np.zeros((INPUT_PX, INPUT_PX, 3), np.uint8)
    left, top = (INPUT_PX - w) // 2, (INPUT_PX - h) // 2
    full[top : top + h, left : left + w] = small
    (place,) = _network.run([full])
    x, y, spread, on_board = place[0]
    likely = 1 / (1 + np.exp(-on_board))
    is_likely = likely > 0.5
    is_likely = _largest_part(is_likely)
    if int(is_likely.sum()) < LEAST_POINTS:
        return None
    rows, columns = np.nonzero(is_likely)
    nodes = np.stack([columns, rows], 1) * STRIDE + (STRIDE - 1) / 2 - (left, top)
    across = x[is_likely]
    if is_mirrored:
        nodes[:, 0], across = w - 1 - nodes[:, 0], -across
    pixels = np.asarray((nodes + 0.5) / (w / (x1 - x0), h / (y1 - y0)) - 0.5 + (x0, y0), np.float64)
    squares = (np.stack([across, y[is_likely]], 1).astype(np.float64) + 1) * (SQUARES / 2)
    weights = (likely[is_likely] * np.exp(-spread[is_likely].clip(-5, 3))).astype(np.float64)
    start, _ = cv2.findHomography(squares, pixels, cv2.RANSAC, 0.5 * STRIDE / scale)
    if start is None or abs(np.linalg.det(start)) < 1e-9:
        return None
    grid = fit_grid(
        squares, pixels, weights, Grid(np.asarray(start, np.float64), (width, height)), with_bend=False
    )
    return grid if is_sound(grid) else None


def _around(grid: Grid, share: float) -> Box:
    """The part of the picture around a board, with so much of its own size on every side."""
    width, height = grid.size
    low, high = grid.corners.min(axis=0), grid.corners.max(axis=0)
    room = share * (high - low)
    x0, y0 = np.clip(low - room, 0, (width - 2, height - 2)).astype(int).tolist()
    x1, y1 = np.clip(high + room, (x0 + 2, y0 + 2), (width, height)).astype(int).tolist()
    return x0, y0, x1, y1


def _quarters(width: int, height: int) -> Iterator[Box]:
    """Parts of two thirds of the picture, which overlap: a small board is large in one of them."""
    w, h = 2 * width // 3, 2 * height // 3
    for x0 in (0, width - w):
        for y0 in (0, height - h):
            yield x0, y0, x0 + w, y0 + h


def _largest_part(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The largest connected part: a second board, or a calendar, is not part of the first."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    if count <= 2:
        return mask
    return np.asarray(labels == 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax()))
