"""From a height field to light and shade: what hands and clutter seen from above are drawn with.

All lengths are millimetres, image axes (x right, y down), heights are towards the viewer. The angle of the
light says where it comes from, in degrees clockwise from the top of the picture. A level, unshaded surface
gets the shade 1.0, so that a sprite keeps its colour whatever the light and only its relief becomes lighter
or darker.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]
Colour = tuple[float, float, float]  # BGR, 0 to 255

LIGHT_ELEVATION_DEG = 52.0  # a lamp over a table or a window beside it; steeper hides all relief
AMBIENT = 0.42  # share of the light that comes from walls and ceiling
BRIGHTEST = 1.6  # shades are clipped here; a sunlit slope is hardly ever more than this above the table
GAMMA = 1 / 2.2
MARGIN_MM = 2.5  # transparent border, enough for antialiasing after a turn


@dataclass(frozen=True, slots=True)
class Grid:
    """A picture of `width_mm` x `height_mm` whose first pixel's corner is at (0, 0)."""

    width_mm: float
    height_mm: float
    px_per_mm: float

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return (
            max(2, math.ceil(self.height_mm * self.px_per_mm)),
            max(2, math.ceil(self.width_mm * self.px_per_mm)),
        )

    @property
    def x(self) -> Floats:
        """Pixel centres along a row, in mm, shape (1, columns)."""
        return ((np.arange(self.shape[1], dtype=np.float32) + 0.5) / self.px_per_mm)[None, :]

    @property
    def y(self) -> Floats:
        """Pixel centres down a column, in mm, shape (rows, 1)."""
        return ((np.arange(self.shape[0], dtype=np.float32) + 0.5) / self.px_per_mm)[:, None]

    def points(self, mm: NDArray[np.float64]) -> NDArray[np.int32]:
        """Turn (n, 2) points in mm into what OpenCV's drawing calls want together with `shift=4`."""
        return np.round((mm * self.px_per_mm - 0.5) * 16).astype(np.int32).reshape(-1, 1, 2)

    def polygon(self, mm: NDArray[np.float64]) -> Bytes:
        """Give the antialiased mask (0 to 255) of a polygon with (n, 2) corners in mm."""
        mask = np.zeros(self.shape, np.uint8)
        cv2.fillPoly(mask, [self.points(mm)], 255, cv2.LINE_AA, 4)
        return mask

    def strokes(
        self, mask: Bytes, lines: list[NDArray[np.float64]], width_mm: float, value: int = 255
    ) -> None:
        """Draw polylines, each (n, 2) in mm, into `mask`; never thinner than a pixel."""
        thick = max(1, round(width_mm * self.px_per_mm))
        cv2.polylines(mask, [self.points(line) for line in lines], False, value, thick, cv2.LINE_AA, 4)


def noise(rng: np.random.Generator, grid: Grid, cell_mm: float, cell_y_mm: float | None = None) -> Floats:
    """Draw smooth noise, mean 0, deviation about 1, its lumps `cell_mm` apart (`cell_y_mm` downwards).

    The lumps are laid out in millimetres: the same seed gives the same lumps at any scale.
    """
    size = (
        max(2, math.ceil(grid.height_mm / (cell_y_mm or cell_mm)) + 1),
        max(2, math.ceil(grid.width_mm / cell_mm) + 1),
    )
    lumps = rng.standard_normal(size, dtype=np.float32)
    rows, columns = grid.shape
    # Near the size of a pixel the smoother interpolation cannot be seen, only paid for.
    way = cv2.INTER_LINEAR if cell_mm * grid.px_per_mm < 4 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(lumps, (columns, rows), interpolation=way), np.float32)


def coverage(distance_mm: Floats, px_per_mm: float) -> Floats:
    """Turn a signed distance to an outline (negative inside) into antialiased alpha from 0 to 1."""
    share = distance_mm * np.float32(-px_per_mm)
    share += np.float32(0.5)
    return np.clip(share, 0, 1, out=share)


def shares(mask: Bytes) -> Floats:
    """Turn a mask of bytes into shares from 0 to 1."""
    return mask.astype(np.float32) * np.float32(1 / 255)


def box_distance(x: Floats, y: Floats, half_x: float, half_y: float, round_mm: float = 0.0) -> Floats:
    """Give the signed distance to a rectangle about the origin with corners rounded by `round_mm`."""
    over_x, over_y = np.abs(x) - (half_x - round_mm), np.abs(y) - (half_y - round_mm)
    outside = np.hypot(np.maximum(over_x, 0), np.maximum(over_y, 0))
    return np.asarray(outside + np.minimum(np.maximum(over_x, over_y), 0) - np.float32(round_mm), np.float32)


def blur(field: Floats, sigma_px: float) -> Floats:
    """Blur softly; wide blurs work on a smaller picture, which nobody can tell apart and costs a tenth."""
    step = int(max(1, sigma_px // 2.5))
    if step == 1:
        return cv2.GaussianBlur(field, (0, 0), max(sigma_px, 0.3)).astype(np.float32, copy=False)
    rows, columns = field.shape[:2]
    small = cv2.resize(field, (max(2, columns // step), max(2, rows // step)), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), sigma_px / step)
    return cv2.resize(small, (columns, rows), interpolation=cv2.INTER_LINEAR).astype(np.float32, copy=False)


def light_vector(light_deg: float) -> tuple[float, float, float]:
    """Give the unit vector towards the light in image axes (x right, y down, z to the viewer)."""
    turn, rise = math.radians(light_deg), math.radians(LIGHT_ELEVATION_DEG)
    return math.sin(turn) * math.cos(rise), -math.cos(turn) * math.cos(rise), math.sin(rise)


def relief_shade(
    height_mm: Floats, px_per_mm: float, light_deg: float, *, reach_mm: float = 0.0, gloss: float = 0.0
) -> tuple[Floats, Floats]:
    """Light a height field; give its shade (1.0 on a level surface) and its highlight (0 to about `gloss`).

    With `reach_mm` the field also darkens its own hollows and casts soft shadows on itself up to that far.
    """
    lx, ly, lz = light_vector(light_deg)
    slope_x = cv2.Sobel(height_mm, cv2.CV_32F, 1, 0, ksize=3, scale=px_per_mm / 8)
    slope_y = cv2.Sobel(height_mm, cv2.CV_32F, 0, 1, ksize=3, scale=px_per_mm / 8)
    direct = np.asarray(cv2.addWeighted(slope_x, -lx / lz, slope_y, -ly / lz, 1.0), np.float32)
    facing = np.asarray(cv2.magnitude(slope_x, slope_y), np.float32)
    facing *= facing
    facing += 1
    np.sqrt(facing, out=facing)
    np.divide(np.float32(1), facing, out=facing)  # the normal's part towards the viewer
    direct *= facing
    highlight = np.zeros((1, 1), np.float32)
    if gloss > 0:
        # Blinn's half vector between the light and the viewer overhead, to the 16th power.
        length = math.sqrt(lx * lx + ly * ly + (lz + 1) ** 2)
        highlight = np.asarray(cv2.addWeighted(direct, lz / length, facing, 1 / length, 0), np.float32)
        np.maximum(highlight, 0, out=highlight)
        for _ in range(4):
            highlight *= highlight
        highlight *= np.float32(gloss)
    np.maximum(direct, 0, out=direct)
    ambient = facing
    ambient *= np.float32(0.5 * AMBIENT)
    ambient += np.float32(0.5 * AMBIENT)
    if reach_mm > 0:
        hollow, shadow = _self_shadow(height_mm, px_per_mm, light_deg, reach_mm)
        ambient *= hollow
        direct *= shadow
    shade = np.asarray(cv2.scaleAdd(direct, 1 - AMBIENT, ambient), np.float32)
    np.minimum(shade, BRIGHTEST, out=shade)
    return shade, highlight


def _self_shadow(
    height_mm: Floats, px_per_mm: float, light_deg: float, reach_mm: float
) -> tuple[Floats, Floats]:
    """Give how open to the sky and how open to the light each point is, worked out on a coarse picture."""
    rows, columns = height_mm.shape
    step = max(1, round(px_per_mm * 1.4))
    size = (max(2, columns // step), max(2, rows // step))
    coarse = cv2.resize(height_mm, size, interpolation=cv2.INTER_AREA)
    per_mm = size[0] / (columns / px_per_mm)
    around = cv2.GaussianBlur(coarse, (0, 0), max(0.5, reach_mm * 0.3 * per_mm))
    hollow = np.exp(-np.maximum(around - coarse, 0) * np.float32(1.6 / reach_mm))
    lx, ly, lz = light_vector(light_deg)
    flat = math.hypot(lx, ly)
    blocked = np.zeros_like(coarse)
    for far in np.geomspace(reach_mm * 0.12, reach_mm, 6):
        # A point is in shadow when something `far` towards the light rises above the ray from it.
        move = np.array([[1, 0, -lx / flat * far * per_mm], [0, 1, -ly / flat * far * per_mm]])
        towards = cv2.warpAffine(coarse, move, size, borderMode=cv2.BORDER_REPLICATE)
        rise = towards - coarse - np.float32(far * lz / flat)
        np.maximum(blocked, np.clip(rise / np.float32(1 + 0.25 * far), 0, 1), out=blocked)
    lit = 1 - np.float32(0.85) * cv2.GaussianBlur(blocked, (0, 0), 0.8)
    back = (columns, rows)
    return (
        cv2.resize(hollow, back, interpolation=cv2.INTER_LINEAR).astype(np.float32, copy=False),
        cv2.resize(lit, back, interpolation=cv2.INTER_LINEAR).astype(np.float32, copy=False),
    )


def shade_colour(
    bgr: Bytes, shade: Floats, bleed: Colour = (1.0, 1.0, 1.0), highlight: Floats | None = None
) -> Bytes:
    """Darken and lighten a BGR picture by a shade in linear light.

    `bleed` weakens the shading per channel (below 1: light creeps into the shadow, as red does through skin).
    """
    level = np.arange(256, dtype=np.float32) * np.float32(BRIGHTEST / 255)
    curves = np.stack([level ** np.float32(GAMMA * share) for share in bleed], axis=-1) * np.float32(128)
    table = np.clip(np.round(curves), 0, 255).astype(np.uint8).reshape(1, 256, 3)
    index = cv2.convertScaleAbs(shade, alpha=255 / BRIGHTEST)
    factor = cv2.LUT(cv2.cvtColor(index, cv2.COLOR_GRAY2BGR), table)
    lit = cv2.multiply(bgr, factor, scale=1 / 128)
    if highlight is not None and highlight.size > 1:
        lit = cv2.add(lit, cv2.cvtColor(cv2.convertScaleAbs(highlight, alpha=255), cv2.COLOR_GRAY2BGR))
    return np.asarray(lit, np.uint8)


def with_alpha(bgr: Bytes, alpha: Floats | Bytes) -> Bytes:
    """Join colour and alpha (0 to 1, or bytes) into BGRA."""
    opaque = alpha if alpha.dtype == np.uint8 else cv2.convertScaleAbs(alpha, alpha=255)
    return np.asarray(cv2.merge([*cv2.split(bgr), opaque]), np.uint8)


def lay_over(under: Bytes, over: Bytes | Colour, share: Bytes | Floats, opacity: float = 1.0) -> None:
    """Lay a picture or colour over another, in place, by `share` (bytes, or 0 to 1) times `opacity`."""
    mask = (
        share
        if share.dtype == np.uint8 and opacity == 1
        else np.asarray(
            cv2.convertScaleAbs(share, alpha=opacity * (1 if share.dtype == np.uint8 else 255)), np.uint8
        )
    )
    x, y, w, h = cv2.boundingRect(mask)
    if w == 0:
        return
    window = (slice(y, y + h), slice(x, x + w))
    weight = cv2.cvtColor(mask[window], cv2.COLOR_GRAY2BGR)
    if isinstance(over, tuple):
        # One colour's shares from a table: multiplying by a constant per channel is slower.
        table = np.arange(256)[:, None] * np.array(over)[None, :] / 255
        top = cv2.LUT(weight, np.round(table).astype(np.uint8).reshape(1, 256, 3))
    else:
        top = cv2.multiply(over[window], weight, scale=1 / 255)
    # Two roundings of bytes are cheaper than a float picture and at most one grey level off.
    under[window] = cv2.add(cv2.multiply(under[window], cv2.bitwise_not(weight), scale=1 / 255), top)
