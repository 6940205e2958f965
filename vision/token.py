"""Read the picture of a single token or number tile, upright to about 15 degrees.

Tiles of other games are long or short, and their numbers large or small. The number is found by its ink and
cut out as large as the network is used to; where that leaves doubt, the whole picture is looked at too.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces import INPUT_PX, read_crops

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Box = tuple[int, int, int, int]  # left, top, right, bottom
Window = tuple[float, float, float]  # the middle x, y and the side, in pixels

NUMBER_SHARE = 0.46  # of the window's side that a number is high, as on most tokens
WIDEST = 0.85  # of the window's side that a number may be wide
LEAST_INK = 0.12  # of the picture's shorter side that a digit is high, at least
MOST_INK = 0.98
SURE = 0.99  # then one window is enough
LEAST_UPRIGHT = 0.4  # a print that looks the same upside down has only half of its likelihood upright
WORK_PX = 48  # the number is looked for in a small picture: its strokes are all that counts
MOST_PX = 8 * INPUT_PX  # halved, even the smallest number's window is still INPUT_PX wide
LONGEST = 20  # times longer than wide: beyond, it is no token, and its small picture would not be small
COARSEST = 1.75  # pixels of the picture for one of the window: with more, thin strokes would be skipped


def read_token(picture: Bytes) -> Floats:
    """How likely each face is, (17,); less than 1 in all if it may be none."""
    while min(picture.shape[:2]) >= MOST_PX:
        picture = _halve(picture)
    height, width = picture.shape[:2]
    whole = (0.5 * (width - 1), 0.5 * (height - 1), 0.5 * (width + height))
    number = find_number(picture)
    faces, nothing = _read(picture, number or whole)
    if number is not None and not _is_sure(faces, nothing):
        others, no_other = _read(picture, whole)
        best, other = float(faces.max()), float(others.max())
        # The window that shows the number more clearly counts for more.
        faces = faces * (best**4 + 1e-6) + others * (other**4 + 1e-6)
        nothing = nothing if best >= other else no_other
    return np.asarray(faces * ((1 - nothing) / max(float(faces.sum()), 1e-9)), np.float32)


def find_number(picture: Bytes) -> Window | None:
    """The window to cut the number out with; None if nothing looks like one."""
    height, width = picture.shape[:2]
    if max(height, width) > LONGEST * min(height, width):
        return None
    small = picture
    while min(small.shape[:2]) >= 2 * WORK_PX:
        small = _halve(small)
    scale = WORK_PX / min(height, width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    digits = _digits(_ink(np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_LINEAR), np.uint8)))
    if not digits:
        return None
    left, top = min(d[0] for d in digits), min(d[1] for d in digits)
    right, bottom = max(d[2] for d in digits), max(d[3] for d in digits)
    side = max((bottom - top) / NUMBER_SHARE, (right - left) / WIDEST)
    return 0.5 * (left + right) / scale - 0.5, 0.5 * (top + bottom) / scale - 0.5, side / scale


def _read(picture: Bytes, window: Window) -> tuple[Floats, float]:
    """How likely each face is to be in the window upright, (17,), and how likely none is at all."""
    read = read_crops([_cut(picture, window)])
    return read.likely[0, :, 0], float(read.nothing[0])


def _is_sure(faces: Floats, nothing: float) -> bool:
    best = float(faces.max())
    return best >= LEAST_UPRIGHT and best * (1 - nothing) >= SURE * float(faces.sum())


def _ink(small: Bytes) -> Bytes:
    """Where the colour is not the token's own: 255, else 0."""
    # However large the number, most of the picture shows the token itself; the outermost may show the table.
    height, width = small.shape[:2]
    y, x = max(1, height // 14), max(1, width // 14)
    channels = small[y:-y:3, x:-x:3].reshape(-1, 3).T  # two hundred pixels are enough for their median
    middle = channels.shape[1] // 2
    token = np.zeros(4)  # as OpenCV wants a colour
    token[:3] = np.partition(channels, middle, axis=1)[:, middle]
    apart = cv2.split(cv2.absdiff(small, token))
    most = cv2.max(cv2.max(apart[0], apart[1]), apart[2])
    _, ink = cv2.threshold(most, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    return np.asarray(ink, np.uint8)


def _digits(ink: Bytes) -> list[Box]:
    """The boxes of the parts that make up the number: the highest that stands free, and its like beside."""
    h, w = ink.shape
    count, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8, ltype=cv2.CV_16U)
    free: list[Box] = []
    for left, top, width, height, _ in stats[1:count].tolist():
        touches = left == 0 or top == 0 or left + width == w or top + height == h
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


def _cut(picture: Bytes, window: Window) -> Bytes:
    """What a square window shows, made INPUT_PX wide."""
    x, y, side = window
    while side > COARSEST * INPUT_PX and min(picture.shape[:2]) > 1:
        picture = _halve(picture)
        x, y, side = 0.5 * x - 0.25, 0.5 * y - 0.25, 0.5 * side  # pixel centres are at whole numbers
    step = side / INPUT_PX
    at = step * (INPUT_PX - 1) / 2
    to = np.array([[step, 0, x - at], [0, step, y - at]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(picture, to, (INPUT_PX, INPUT_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


def _halve(picture: Bytes) -> Bytes:
    """The picture half as wide and high; an odd last row or column is left out, which makes this quick."""
    height, width = picture.shape[0] // 2, picture.shape[1] // 2
    even = picture[: 2 * height, : 2 * width]
    return np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
