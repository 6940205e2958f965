"""A game piece as the virtual table draws it: its upper face, its relief, and how high it stands.

Coordinates are millimetres in the piece's own frame: origin in its middle, x right, y down as its print is
read. Pictures are BGR with the middle of the picture on the origin.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]  # (N, 2): x, y


@dataclass(frozen=True, slots=True, eq=False)  # eq: arrays have no single truth value
class PieceArt:
    """What one piece looks like, lying flat with its print upright.

    `face` is the unlit upper face, its colour running on beyond the outline so that turning it draws no
    seam; `alpha` is the outline, antialiased; `slope` is how steeply the surface falls towards +x and +y
    (0 on the flat, about 1 on a bevel), from which the renderer shades it for any light and turn.
    `outline_mm` is the convex outline, clockwise as seen, from which walls and shadows are drawn.
    """

    face: NDArray[np.uint8]  # (h, w, 3)
    alpha: NDArray[np.uint8]  # (h, w)
    slope: NDArray[np.float32]  # (h, w, 2)
    px_per_mm: float
    outline_mm: Points
    height_mm: float
    wall_bgr: tuple[int, int, int]
    gloss: float  # 0 matt … 1 like a mirror


def outline_alpha(outline_mm: Points, size_px: tuple[int, int], px_per_mm: float) -> NDArray[np.uint8]:
    """The outline as an antialiased mask of (h, w) with the origin in the middle of the picture."""
    height, width = size_px
    oversampling = 4
    big = np.zeros((height * oversampling, width * oversampling), np.uint8)
    middle = np.array([width - 1, height - 1]) / 2
    points = (outline_mm * px_per_mm + middle + 0.5) * oversampling - 0.5
    shift = 4
    cv2.fillPoly(big, [np.round(points * 2**shift).astype(np.int32)], 255, shift=shift)
    return np.asarray(cv2.resize(big, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def bevel_slope(
    alpha: NDArray[np.uint8], bevel_px: float, steepness: float = 1.0, dish: float = 0.0
) -> NDArray[np.float32]:
    """How a surface with a rounded edge of `bevel_px` falls: (h, w, 2), outward, `steepness` at the rim.

    `dish` lets the whole face sink or swell a little, as moulded pieces do.
    """
    inside = cv2.distanceTransform((alpha > 127).astype(np.uint8), cv2.DIST_L2, 5)
    inside = cv2.GaussianBlur(inside, (0, 0), max(0.6, bevel_px / 4))
    along_x = cv2.Sobel(inside, cv2.CV_32F, 1, 0, ksize=3, scale=1 / 8)
    along_y = cv2.Sobel(inside, cv2.CV_32F, 0, 1, ksize=3, scale=1 / 8)
    rim = np.clip(1 - inside / max(bevel_px, 0.5), 0, 1) ** 1.5 * steepness + dish
    return np.stack([-along_x * rim, -along_y * rim], axis=2).astype(np.float32)


def rounded_outline(corners_mm: Points, radius_mm: float, steps: int = 5) -> Points:
    """A convex polygon, clockwise as seen, with its corners rounded."""
    points = []
    count = len(corners_mm)
    for index in range(count):
        before, here, after = corners_mm[index - 1], corners_mm[index], corners_mm[(index + 1) % count]
        to_before = (before - here) / np.linalg.norm(before - here)
        to_after = (after - here) / np.linalg.norm(after - here)
        half = np.arccos(np.clip(to_before @ to_after, -1, 1)) / 2
        reach = radius_mm / np.tan(half)
        middle = here + (to_before + to_after) / np.linalg.norm(to_before + to_after) * radius_mm / np.sin(
            half
        )
        start = here + to_before * reach - middle
        end = here + to_after * reach - middle
        for step in range(steps + 1):
            share = step / steps
            spoke = start * (1 - share) + end * share
            points.append(middle + spoke / np.linalg.norm(spoke) * radius_mm)
    return np.array(points)
