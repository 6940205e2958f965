"""Triominos tiles, drawn once for a size: triangles with round corners and a number in each of them."""

from __future__ import annotations

from dataclasses import dataclass, field

import pygame

from companion.kiosk.paint_marks import Outline
from companion.kiosk.paint_tools import (
    INK,
    WHITE,
    FontOf,
    Point,
    add_shape,
    blank,
    blit_centred,
    from_hex,
    ink_of,
    largest_font,
    mixed,
)
from companion.rules.triominos.tiles import HIGHEST, Corners

FACE, FACE_EDGE, FACE_SIDE = from_hex("#fff8e8"), from_hex("#eadcbd"), from_hex("#a98d62")
FELT = from_hex("#2f6650")
GHOST = mixed(FACE, FELT, 0.26)
# Larger, and the numbers would touch each other; further out, and they would touch the edge.
NUMBER_PX, NUMBER_OUT = 0.24, 0.36  # its height in tile sides; from the centre to the corner


@dataclass(frozen=True, slots=True)
class TileShape:
    """One of the two ways a triangle lies; in whole pixels, so that all tiles fit together without gaps."""

    half_px: int  # half a tile's side
    row_px: int  # how high a row is
    is_up: bool

    @property
    def corners(self) -> tuple[Point, Point, Point]:
        """Clockwise, as the lattice counts them: from the top, or from the bottom."""
        half, row = float(self.half_px), float(self.row_px)
        if self.is_up:
            return (half, 0.0), (2 * half, row), (0.0, row)
        return (half, row), (0.0, 0.0), (2 * half, 0.0)

    @property
    def outline(self) -> Outline:
        return Outline(self.corners, 0.14 * self.half_px)

    def number_spots(self) -> list[Point]:
        """Where the three numbers stand."""
        x, y = self.outline.centre
        return [(x + (cx - x) * NUMBER_OUT, y + (cy - y) * NUMBER_OUT) for cx, cy in self.corners]


@dataclass(slots=True)
class TileStamps:
    """Tiles of one size. A picture is as large as the triangle's box, and a shadow higher."""

    half_px: int
    row_px: int
    font_of: FontOf
    _bodies: dict[tuple[bool, bool], pygame.Surface] = field(init=False, default_factory=dict)
    _numbers: list[pygame.Surface] = field(init=False)

    def __post_init__(self) -> None:
        digits = [str(number) for number in range(HIGHEST + 1)]
        height = NUMBER_PX * 2 * self.half_px
        font = largest_font(digits, 0.78 * height, height, self.font_of)
        self._numbers = [ink_of(digit, font, INK) for digit in digits]

    def blit(
        self,
        target: pygame.Surface,
        corner: tuple[int, int],
        is_up: bool,
        corners: Corners,
        is_ghost: bool = False,
    ) -> None:
        """A tile; `corner` is the top left of its triangle's box."""
        key = (is_up, is_ghost)
        if key not in self._bodies:
            self._bodies[key] = self._draw_body(*key)
        target.blit(self._bodies[key], corner)
        for number, (x, y) in zip(
            corners, TileShape(self.half_px, self.row_px, is_up).number_spots(), strict=True
        ):
            blit_centred(target, self._numbers[number], (corner[0] + x, corner[1] + y))

    def _draw_body(self, is_up: bool, is_ghost: bool) -> pygame.Surface:
        outline = TileShape(self.half_px, self.row_px, is_up).outline
        side = 2 * self.half_px
        gap, thick = max(0.6, 0.012 * side), max(0.8, 0.022 * side)
        picture = blank(side, self.row_px + 2 * thick)
        if is_ghost:
            add_shape(picture, GHOST, [outline.grown(-2 * gap)])
            return picture
        body = outline.grown(-gap)
        add_shape(picture, (0, 0, 0), [[(x, y + 1.6 * thick) for x, y in body]], alpha=80)
        add_shape(picture, FACE_SIDE, [body])
        add_shape(picture, FACE_EDGE, [[(x, y - thick / 2) for x, y in outline.grown(-gap - thick / 2)]])
        face = [(x, y - thick / 2) for x, y in outline.grown(-gap - 1.3 * thick)]
        add_shape(picture, WHITE, [[(x, y - 0.4 * thick) for x, y in face]])
        add_shape(picture, FACE, [face])
        return picture
