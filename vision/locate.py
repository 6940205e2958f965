"""Where is the board? A first guess from the whole picture, to about a quarter of a square.

A small network says for every point of the reduced picture where on a board it would be; the plane through
these answers gives the four corners, also where a hand hides one of them.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.grid import Grid, fit_grid, is_sound
from vision.networks import Network
from vision.observation import SQUARES

Bytes = NDArray[np.uint8]
INPUT_PX, STRIDE = 224, 8
LEAST_POINTS = 14  # of 784: a board a quarter of the picture wide has fifty

_network = Network("locate", ["place"])


def guess_grid(picture: Bytes) -> Grid | None:
    """The board's likely place in a picture (BGR); `None` if nothing looks like one."""
    height, width = picture.shape[:2]
    scale = INPUT_PX / max(width, height)
    w, h = max(1, round(width * scale)), max(1, round(height * scale))
    small = cv2.resize(picture, (w, h), interpolation=cv2.INTER_AREA)
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
    nodes = np.stack([columns, rows], 1) * STRIDE + (STRIDE - 1) / 2
    pixels = (nodes - (left, top) + 0.5) / (w / width, h / height) - 0.5
    squares = (np.stack([x[is_likely], y[is_likely]], 1).astype(np.float64) + 1) * (SQUARES / 2)
    weights = (likely[is_likely] * np.exp(-spread[is_likely].clip(-5, 3))).astype(np.float64)
    start, _ = cv2.findHomography(squares, pixels, cv2.RANSAC, 0.5 * STRIDE / scale)
    if start is None or abs(np.linalg.det(start)) < 1e-9:
        return None
    grid = fit_grid(
        squares, pixels, weights, Grid(np.asarray(start, np.float64), (width, height)), with_bend=False
    )
    return grid if is_sound(grid) else None


def _largest_part(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The largest connected part: a second board, or a calendar, is not part of the first."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    if count <= 2:
        return mask
    return np.asarray(labels == 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax()))
