"""Paper to draw on: smooth shapes and words on a BGR picture. Points are (x, y) in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.prints.colours import INK, Bgr
from companion.prints.lettering import fitted, set_text

Pixels = NDArray[np.uint8]
Point = tuple[float, float]
Side = Literal["left", "middle", "right"]
_SHIFT = 4  # OpenCV takes points in sixteenths of a pixel


class Canvas:
    """A picture that is being drawn."""

    def __init__(self, width_px: int, height_px: int, ground: Bgr) -> None:
        self.pixels: Pixels = np.full((height_px, width_px, 3), ground, np.uint8)

    def polygon(self, points: Sequence[Point], colour: Bgr) -> None:
        """A filled polygon without hollows."""
        cv2.fillConvexPoly(self.pixels, _fixed(points), colour, cv2.LINE_AA, _SHIFT)

    def shape(self, points: Sequence[Point], colour: Bgr) -> None:
        """A filled polygon that may have hollows."""
        cv2.fillPoly(self.pixels, [_fixed(points)], colour, cv2.LINE_AA, _SHIFT)

    def box(self, x: float, y: float, width: float, height: float, colour: Bgr, radius: float = 0) -> None:
        """A filled rectangle, its corners rounded."""
        self.polygon(rounded(x, y, width, height, radius), colour)

    def disc(self, centre: Point, radius: float, colour: Bgr) -> None:
        self.polygon(round_about(centre, radius, 64), colour)

    def star(self, centre: Point, radius: float, colour: Bgr) -> None:
        """Five points, the first upwards."""
        tips = round_about(centre, radius, 5)
        hollows = round_about(centre, 0.45 * radius, 5, turn=0.5)
        points = [point for pair in zip(tips, hollows, strict=True) for point in pair]
        self.shape(points, colour)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size_px: int,
        colour: Bgr = INK,
        side: Side = "left",
        most_px: int | None = None,
    ) -> None:
        """One line of words, its middle at height `y`; `side` says where `x` lies on it."""
        mask = set_text(text if most_px is None else fitted(text, size_px, most_px), size_px)
        height, width = mask.shape
        left = x - {"left": 0.0, "middle": width / 2, "right": float(width)}[side]
        self.blend(mask, round(left), round(y - height / 2), colour)

    def blend(self, mask: NDArray[np.uint8], left: int, top: int, colour: Bgr) -> None:
        """Ink of this colour where the mask says; what lies beyond the paper is left out."""
        height, width = self.pixels.shape[:2]
        x0, y0 = max(0, left), max(0, top)
        x1, y1 = min(width, left + mask.shape[1]), min(height, top + mask.shape[0])
        if x0 >= x1 or y0 >= y1:
            return
        share = mask[y0 - top : y1 - top, x0 - left : x1 - left, None].astype(np.float32) / 255
        under = self.pixels[y0:y1, x0:x1]
        under[:] = np.rint(under + (np.array(colour, np.float32) - under) * share).astype(np.uint8)

    def paste(self, picture: Pixels, left: int, top: int) -> None:
        height, width = picture.shape[:2]
        self.pixels[top : top + height, left : left + width] = picture


def rounded(x: float, y: float, width: float, height: float, radius: float) -> list[Point]:
    """The outline of a rectangle with round corners."""
    radius = min(radius, width / 2, height / 2)
    points = []
    for quarter, (cx, cy) in enumerate(
        (
            (x + width - radius, y + radius),
            (x + width - radius, y + height - radius),
            (x + radius, y + height - radius),
            (x + radius, y + radius),
        )
    ):
        for step in range(9):
            angle = (quarter - 1 + step / 8) * pi / 2
            points.append((cx + radius * cos(angle), cy + radius * sin(angle)))
    return points


def round_about(centre: Point, radius: float, count: int, turn: float = 0.0) -> list[Point]:
    """So many points on a circle, the first above the centre, or `turn` steps further clockwise."""
    angles = [2 * pi * (place + turn) / count - pi / 2 for place in range(count)]
    return [(centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)) for angle in angles]


def _fixed(points: Sequence[Point]) -> NDArray[np.int32]:
    return np.rint(np.array(points, np.float64) * (1 << _SHIFT)).astype(np.int32)
