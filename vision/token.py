"""Read the picture of a single token or number tile, upright to about 15 degrees.

Tiles of other games are long or short, and their numbers large or small. The number is found by its ink and
cut out as large as the network is used to; where that leaves doubt, it is cut larger and smaller too.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces import INPUT_PX, read_crops

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Box = tuple[float, float, float, float]  # left, top, right, bottom
Window = tuple[float, float, float]  # the middle x, y and the side, in pixels

NUMBER_SHARE = 0.46  # of the window's side that a number is high, as on most tokens
SURE = 0.98
ZOOMS = (0.8, 1.25)  # larger and smaller windows, if not sure
WIDEST = 0.85  # of the window's side that a number may be wide
LEAST_INK = 0.12  # of the picture's shorter side that a digit is high, at least
MOST_INK = 0.98
WORK_PX = 64  # the number is looked for in a small picture: its strokes are all that counts


def read_token(picture: Bytes) -> Floats:
    """How likely each face is, (17,); less than 1 in all if it may be none."""
    height, width = picture.shape[:2]
    whole = (0.5 * (width - 1), 0.5 * (height - 1), 0.5 * (width + height))
    first, *others = [*find_numbers(picture), whole]
    read = read_crops([_window(picture, first)])
    faces, nothing = read.likely[:, :, 0], read.nothing
    if float(faces.max()) < SURE:
        x, y, side = first
        again = read_crops([_window(picture, one) for one in (*others, *((x, y, side * z) for z in ZOOMS))])
        faces = np.concatenate([faces, again.likely[:, :, 0]])
        nothing = np.concatenate([nothing, again.nothing])
    # A window that shows the number clearly counts for more than one that does not.
    weights = faces.max(axis=1) ** 4 + 1e-6
    likely = (faces * weights[:, None]).sum(axis=0) / weights.sum()
    clearest = int(faces.max(axis=1).argmax())
    return np.asarray(likely / max(float(likely.sum()), 1e-9) * (1 - nothing[clearest]), np.float32)


def find_numbers(picture: Bytes) -> list[Window]:
    """The windows to cut the number out with, the likeliest first."""
    height, width = picture.shape[:2]
    scale = WORK_PX / min(height, width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    found: list[Window] = []
    for face in _face_colours(small):
        digits = _digits(_ink(small, face))
        if digits:
            left, top = min(d[0] for d in digits), min(d[1] for d in digits)
            right, bottom = max(d[2] for d in digits), max(d[3] for d in digits)
            side = max((bottom - top) / NUMBER_SHARE, (right - left) / WIDEST)
            x, y = 0.5 * (left + right) / scale - 0.5, 0.5 * (top + bottom) / scale - 0.5
            found.append((x, y, side / scale))
    return found


def _face_colours(small: Bytes) -> list[Floats]:
    """The colours that the token itself may have: that of most of its middle, or, where the number fills
    that, of what is around it."""
    h, w = small.shape[:2]
    is_inner = np.zeros((h, w), bool)
    is_inner[h // 5 : h - h // 5, w // 5 : w - w // 5] = True
    is_ring = ~is_inner
    edge_y, edge_x = max(1, h // 14), max(1, w // 14)
    is_ring[:edge_y] = is_ring[-edge_y:] = False
    is_ring[:, :edge_x] = is_ring[:, -edge_x:] = False
    return [np.asarray(np.median(small[where], axis=0), np.float32) for where in (is_inner, is_ring)]


def _ink(small: Bytes, face: Floats) -> Bytes:
    """Where the colour is not the token's: 255, else 0."""
    apart = np.abs(small.astype(np.float32) - face).max(axis=2).clip(0, 255).astype(np.uint8)
    _, ink = cv2.threshold(apart, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    return np.asarray(ink, np.uint8)


def _digits(ink: Bytes) -> list[Box]:
    """The boxes of the parts that make up the number: the highest that stands free, and its like beside."""
    h, w = ink.shape
    count, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    free: list[Box] = []
    for left, top, width, height, _ in stats[1:count].tolist():
        touches = (left == 0) + (top == 0) + (left + width == w) + (top + height == h)
        if touches or not LEAST_INK * min(h, w) <= height <= MOST_INK * h or width > 0.95 * w:
            continue
        free.append((left, top, left + width, top + height))
    if not free:
        return []

    # The number is high and near the middle; a count, a name or a suit is small or at the edge.
    def rank(box: Box) -> float:
        away = abs(0.5 * (box[0] + box[2]) / w - 0.5)
        return float((box[3] - box[1]) * (1 - away))

    first = max(free, key=rank)
    tall = first[3] - first[1]
    return [
        box
        for box in free
        if abs((box[3] - box[1]) - tall) < 0.3 * tall
        and abs(0.5 * (box[1] + box[3] - first[1] - first[3])) < 0.25 * tall
        and max(box[0] - first[2], first[0] - box[2]) < 0.5 * tall
    ]


def _window(picture: Bytes, window: Window) -> Bytes:
    """What a square window shows, made INPUT_PX wide."""
    x, y, side = window
    step = side / INPUT_PX
    shrink = 1.4 / step
    small = picture
    if shrink < 0.8:
        height, width = picture.shape[:2]
        size = (max(1, round(width * shrink)), max(1, round(height * shrink)))
        small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    else:
        shrink = 1.0
    at = (INPUT_PX - 1) / 2
    to = np.array([[step, 0, x - step * at], [0, step, y - step * at]]) * shrink
    to[:, 2] += (shrink - 1) / 2  # pixel centres are at whole numbers
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(small, to, (INPUT_PX, INPUT_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )
