"""Triominos tiles as pieces of the virtual table: cut from a material, bevelled, marked, a little worn.

A tile 'upright' points up. Its corners are numbered clockwise from the top one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from hardware.virtual.pieces import PieceArt, Points, bevel_slope, outline_alpha, rounded_outline
from hardware.virtual.textures import material
from hardware.virtual.textures.noise import clouds
from hardware.virtual.triominos_look import TriominosLook
from hardware.virtual.triominos_marks import (
    Bytes,
    Canvas,
    Floats,
    back_pattern,
    number_stamps,
    ornament_stamp,
)

_MARGIN_MM = 1.0
_STEEPEST = 1.6
_WHITEST = 240  # no material reflects all light
_SHEET = 1.5  # the material is drawn this many times larger than a tile's picture, so that no two look alike


def tile_vertices(side_mm: float) -> Points:
    """The unrounded corners (3, 2) of an upright tile's upper face in piece mm: top, right, left."""
    radius = side_mm / np.sqrt(3)
    return np.array([[0.0, -radius], [side_mm / 2, radius / 2], [-side_mm / 2, radius / 2]])


def tile_art(
    look: TriominosLook, corners: tuple[int, int, int], px_per_mm: float, rng: np.random.Generator
) -> PieceArt:
    """Draw a tile face up, upright: `corners` are the numbers 0 to 5 clockwise from the top corner."""
    return tile_set(look, px_per_mm).tile(corners, rng)


def back_art(look: TriominosLook, px_per_mm: float, rng: np.random.Generator) -> PieceArt:
    """Draw a tile face down, upright."""
    return tile_set(look, px_per_mm).back(rng)


@lru_cache(maxsize=4)
def tile_set(look: TriominosLook, px_per_mm: float) -> TileSet:
    """Give the set of a look at a resolution; the last few are kept."""
    return TileSet(look, px_per_mm)


@dataclass(frozen=True, slots=True, eq=False)
class _Body:
    """A tile without its marks: the outline and all that follows from it."""

    outline_mm: Points
    alpha: Bytes
    slope: Floats
    dirt: Floats  # (h, w, 3) gain on the colour: edges are touched most


class TileSet:
    """All that the tiles of one set share at one resolution, drawn once: a tile is then cheap."""

    def __init__(self, look: TriominosLook, px_per_mm: float) -> None:
        self.look, self.px_per_mm = look, px_per_mm
        half = np.abs(tile_vertices(look.side_mm)).max(axis=0) + _MARGIN_MM
        columns, rows = (2 * int(np.ceil(length * px_per_mm)) + 1 for length in half)
        self._size = (rows, columns)
        rng = np.random.default_rng(look.seed)
        self._sheets = {name: self._draw_sheet(name, rng) for name in (*look.materials, look.back_material)}
        self._wear = self._draw_wear(rng)
        self._all_ink = np.ones(self._size, np.float32)
        self._bodies = [self._cut(rng, broken) for broken in (False, True, True, True, True)]
        self._numbers = number_stamps(look, px_per_mm, rng)
        self._ornament = ornament_stamp(look, px_per_mm)
        self._pattern = back_pattern(look, self._size, px_per_mm)

    def tile(self, corners: tuple[int, int, int], rng: np.random.Generator) -> PieceArt:
        """Draw a tile face up; see `tile_art`."""
        if len(corners) != 3 or not all(0 <= number <= 5 for number in corners):
            raise ValueError(f"A tile has three numbers from 0 to 5, not {corners}.")
        look = self.look
        name = look.materials[int(rng.integers(len(look.materials)))]
        body = self._pick_body(rng)
        canvas = self._blank(name, body, rng)
        cover = self._pick_cover(rng)
        shift = rng.normal(0, look.print_shift_mm, 2)
        turn = float(rng.normal(0, look.print_turn_deg))
        if self._ornament is not None:
            canvas.press(self._ornament, (shift[0], shift[1]), turn, look.ornament_bgr, self._all_ink)
        for index, number in enumerate(corners):
            self._mark(canvas, number, 120.0 * index + turn, shift, cover, rng)
        slope = body.slope
        if canvas.depth.any():
            slope = slope + self._relief(canvas.depth)
        return self._finish(canvas, body, slope, rng)

    def back(self, rng: np.random.Generator) -> PieceArt:
        """Draw a tile face down."""
        look = self.look
        body = self._pick_body(rng)
        woods = look.materials if look.back_material in look.materials else (look.back_material,)
        canvas = self._blank(woods[int(rng.integers(len(woods)))], body, rng)
        if look.back_pattern != "plain":
            alpha = (self._pattern * self._pick_cover(rng))[..., None]
            canvas.face[:] += alpha * (np.asarray(look.back_bgr, np.float32) - canvas.face)
        return self._finish(canvas, body, body.slope, rng)

    def _mark(
        self,
        canvas: Canvas,
        number: int,
        turn_deg: float,
        shift: Points,
        cover: Floats,
        rng: np.random.Generator,
    ) -> None:
        """Print or drill one number near the corner that lies `turn_deg` clockwise from the top."""
        look = self.look
        own_x, own_y = rng.normal(0, 0.25 * look.print_shift_mm, 2) + shift
        stamps = self._numbers[number]
        if not stamps:
            return
        out, turn = look.side_mm / math.sqrt(3) - look.reach_mm, math.radians(turn_deg)
        at = (math.sin(turn) * out + own_x, -math.cos(turn) * out + own_y)
        stamp = stamps[int(rng.integers(len(stamps)))]
        canvas.press(stamp, at, turn_deg, look.inks[number], cover)

    def _finish(self, canvas: Canvas, body: _Body, slope: Floats, rng: np.random.Generator) -> PieceArt:
        look = self.look
        if look.wear > 0.25:
            self._scratch(canvas.face, rng)
        face = np.asarray(cv2.convertScaleAbs(np.maximum(canvas.face, 0)), np.uint8)
        wall = look.wall_bgr
        if len(look.materials) > 1:  # many woods: the wall is of this tile's own
            blue, green, red, _ = cv2.mean(face, body.alpha)
            wall = (round(0.75 * blue), round(0.75 * green), round(0.75 * red))
        return PieceArt(
            face, body.alpha, slope, self.px_per_mm, body.outline_mm, look.thickness_mm, wall, look.gloss
        )

    def _blank(self, name: str, body: _Body, rng: np.random.Generator) -> Canvas:
        """Saw a tile out of the material: anywhere, for wood in any direction, some lighter, some redder."""
        look = self.look
        sheet = self._sheets[name]
        rows, columns = self._size
        half = (sheet.shape[0] - 1) / 2
        room = half - np.hypot(rows, columns) / 2
        off_x, off_y = rng.uniform(-1, 1, 2) * max(0.0, float(room)) + half
        turn = float(rng.uniform(0, 2 * np.pi))
        cos, sin = np.cos(turn), np.sin(turn)
        matrix = np.array(
            [
                [cos, -sin, off_x - cos * (columns - 1) / 2 + sin * (rows - 1) / 2],
                [sin, cos, off_y - sin * (columns - 1) / 2 - cos * (rows - 1) / 2],
            ]
        )
        cut = cv2.warpAffine(
            sheet,
            matrix,
            (columns, rows),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REFLECT_101,
        )
        lighter, redder = look.tone_spread * rng.standard_normal(2) * (1, 0.3)
        tone = np.clip(1 + lighter + redder * np.array([-1.0, 0.0, 0.7]), 0.6, 1.4)
        gain = tone * look.tint
        toned = cv2.LUT(cut, np.clip(np.arange(256)[:, None, None] * gain, 0, _WHITEST).astype(np.uint8))
        face = np.asarray(cv2.multiply(toned, body.dirt, dtype=cv2.CV_32F), np.float32)
        return Canvas(face, np.zeros(self._size, np.float32), self.px_per_mm)

    def _pick_body(self, rng: np.random.Generator) -> _Body:
        is_broken = rng.random() < 0.12 * self.look.wear
        return self._bodies[int(rng.integers(1, len(self._bodies)))] if is_broken else self._bodies[0]

    def _pick_cover(self, rng: np.random.Generator) -> Floats:
        """How much of the ink is left, (h, w): a piece of the set's wear, more or less of it."""
        rows, columns = self._size
        top = int(rng.integers(self._wear.shape[0] - rows + 1))
        left = int(rng.integers(self._wear.shape[1] - columns + 1))
        if self.look.wear < 0.05:
            return self._all_ink
        amount = np.float32(self.look.wear * rng.uniform(0.3, 1))
        cover: Floats = np.clip(1 - amount * self._wear[top : top + rows, left : left + columns], 0.4, 1)
        return cover

    def _relief(self, depth: Floats) -> Floats:
        scale = self.px_per_mm / 8
        along_x = cv2.Sobel(depth, cv2.CV_32F, 1, 0, ksize=3, scale=scale)
        along_y = cv2.Sobel(depth, cv2.CV_32F, 0, 1, ksize=3, scale=scale)
        return np.clip(np.stack((along_x, along_y), axis=2), -_STEEPEST, _STEEPEST).astype(np.float32)

    def _scratch(self, face: Floats, rng: np.random.Generator) -> None:
        reach = self.look.side_mm * self.px_per_mm / 2
        middle = np.array(self._size[::-1]) / 2
        for _ in range(int(rng.poisson(2.5 * self.look.wear))):
            start = middle + rng.uniform(-reach, reach, 2)
            end = start + rng.normal(0, reach / 4, 2)
            mask = np.zeros(self._size, np.uint8)
            points = np.round(np.stack([start, end]) * 16).astype(int)
            cv2.line(mask, points[0].tolist(), points[1].tolist(), 255, 1, cv2.LINE_AA, 4)
            strength = float(rng.uniform(0.04, 0.14)) * (1 if rng.random() < 0.6 else -1)
            face += (mask * np.float32(strength * 0.6))[..., None]

    def _cut(self, rng: np.random.Generator, is_broken: bool) -> _Body:
        look = self.look
        outline = rounded_outline(tile_vertices(look.side_mm), look.corner_radius_mm)
        if is_broken:
            outline = _break_corner(outline, tile_vertices(look.side_mm), rng)
        alpha = outline_alpha(outline, self._size, self.px_per_mm)
        slope = bevel_slope(alpha, look.bevel_mm * self.px_per_mm, look.bevel_steepness)
        # A bowl, not `bevel_slope`'s own dish: that follows the distance to the sides and shows three facets.
        rows, columns = self._size
        slope[..., 0] += np.linspace(-look.dish, look.dish, columns, dtype=np.float32)
        slope[..., 1] += np.linspace(-look.dish, look.dish, rows, dtype=np.float32)[:, None]
        inside = cv2.distanceTransform((alpha > 127).astype(np.uint8), cv2.DIST_L2, 5) / self.px_per_mm
        dirt = 1 - (0.03 + 0.12 * look.wear) * np.exp(-inside / 0.7)
        for shared in (outline, alpha, slope):
            shared.setflags(write=False)
        return _Body(outline, alpha, slope, np.stack([dirt, dirt, dirt], axis=2).astype(np.float32))

    def _draw_sheet(self, name: str, rng: np.random.Generator) -> Bytes:
        side = int(np.ceil(_SHEET * np.hypot(*self._size)))
        return material(name, rng, (side, side), self.px_per_mm)

    def _draw_wear(self, rng: np.random.Generator) -> Floats:
        """How ink rubs off: in broad patches and in specks, from 0 to about 1."""
        size = (2 * self._size[0], 2 * self._size[1])
        broad = clouds(rng, size, 6 * self.px_per_mm)
        fine = clouds(rng, size, max(1.0, 0.5 * self.px_per_mm))
        rubbed: Floats = np.clip(0.22 + 0.3 * broad + 0.45 * np.clip(fine - 0.3, 0, None), 0, 1)
        return rubbed


def _break_corner(outline: Points, vertices: Points, rng: np.random.Generator) -> Points:
    """Take the tip off one corner, by 0.8 to 2.2 mm along its sides."""
    index = int(rng.integers(3))
    here = vertices[index]
    ends = []
    for other in (vertices[index - 1], vertices[(index + 1) % 3]):
        ends.append(here + (other - here) / np.linalg.norm(other - here) * rng.uniform(0.8, 2.2))
    along = ends[1] - ends[0]
    inward = np.array([-along[1], along[0]])  # clockwise as seen: the tile is on the right of its outline
    kept: list[Points] = []
    for before, after in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        side_before, side_after = (float((point - ends[0]) @ inward) for point in (before, after))
        if side_before >= 0:
            kept.append(before)
        if side_before * side_after < 0:
            kept.append(before + (after - before) * side_before / (side_before - side_after))
    return np.array(kept)
