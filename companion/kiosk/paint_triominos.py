"""The Triominos table on the screen: all tiles, as large as they fit, and marks on them.

table = TriominosTable(pygame.Rect(20, 20, 500, 400))
table.paint(screen, game.position, Marks(last=[move.at], glow=0.6))
table.place_at(finger)                                          # (0, 1), or None beside the table
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import floor, sqrt

import pygame

from companion.kiosk.paint_marks import NO_MARKS, Marks, MarkStamps
from companion.kiosk.paint_tiles import FELT, TileShape, TileStamps
from companion.kiosk.paint_tools import FontOf, Point, default_font
from companion.kiosk.paint_wood import add_felt, framed
from companion.rules.triominos.lattice import Place, points_up, vertices
from companion.rules.triominos.position import Position, Tiles
from companion.rules.verdict import Cell

AIR = 0.35  # around the tiles, in tile sides
LARGEST = 0.3  # of the table's shorter side: a lone tile shall not fill it
RIM = 0.026  # the frame, of the table's shorter side
_HEIGHT = sqrt(3) / 2  # of a row, in tile sides
_KEPT = 16  # pictures of tiles and tables, by size


@dataclass(frozen=True, slots=True)
class Zoom:
    """Which part of the lattice is seen, and how large: where the vertex (0, 0) lies on the screen, half a
    tile's side and a row's height, all in whole pixels."""

    x: int
    y: int
    half_px: int
    row_px: int

    @classmethod
    def fit(cls, places: Iterable[Place], well: pygame.Rect) -> Zoom:
        """All these places, with a little air, in the middle of `well`."""
        points = [vertex for place in places for vertex in vertices(place)] or list(vertices((0, 0)))
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        top, bottom = min(line for _, line in points), max(line for _, line in points)
        side = min(
            well.width / ((right - left) / 2 + 2 * AIR),
            well.height / ((bottom - top) * _HEIGHT + 2 * AIR),
            LARGEST * min(well.size),
        )
        half = max(1, int(side / 2))
        row = max(1, round(2 * half * _HEIGHT))
        x = well.centerx - (left + right) * half // 2
        return cls(x, well.centery - (top + bottom) * row // 2, half, row)

    def corner_of(self, place: Place) -> tuple[int, int]:
        """The top left of the box around a place."""
        row, column = place
        return self.x + (column - 1) * self.half_px, self.y + row * self.row_px

    def outline_of(self, place: Place) -> list[Point]:
        """The three corners on the screen, in the order of the lattice."""
        return [(self.x + x * self.half_px, self.y + line * self.row_px) for x, line in vertices(place)]

    def center_of(self, place: Place) -> Point:
        """Where the middle of a place lies on the screen."""
        x, y = (sum(corner[axis] for corner in self.outline_of(place)) / 3 for axis in (0, 1))
        return x, y

    def place_at(self, pos: tuple[float, float]) -> Place:
        """The place under a finger."""
        row = floor((pos[1] - self.y) / self.row_px)
        down = (pos[1] - self.y) / self.row_px - row  # 0 at the upper line, 1 at the lower
        along = (pos[0] - self.x) / self.half_px
        column = floor(along)
        # Between two whole columns a slanted side divides the triangle on the left from that on the right.
        across = along - column
        left_is_up = points_up((row, column))
        is_right = across > down if left_is_up else across > 1 - down
        return (row, column + 1) if is_right else (row, column)


class TriominosTable:
    """Paints the tiles onto a table that fills `area`.

    It chooses its zoom each time it paints; `place_at` and `center_of` speak of what was painted last.
    """

    def __init__(self, area: pygame.Rect, font_of: FontOf = default_font) -> None:
        self.rect = pygame.Rect(area)
        rim = max(4, round(RIM * min(area.size)))
        self.well = self.rect.inflate(-2 * rim, -2 * rim)
        self.zoom = Zoom.fit([], self.well)
        self._font_of = font_of
        self._empty = _empty_table(area.width, area.height, rim)
        self._table = self._empty
        self._shown: tuple[Tiles, Zoom] = ({}, self.zoom)

    def paint(
        self,
        surface: pygame.Surface,
        position: Position,
        marks: Marks = NO_MARKS,
        pending: Tiles | None = None,
    ) -> None:
        """The table with its tiles and marks; `pending` is a tile that is not laid, or not accepted yet."""
        tiles, pending = position.tiles, pending or {}
        self.zoom = Zoom.fit({*tiles, *pending, *_places(marks.cells)}, self.well)
        self._show(position)
        surface.blit(self._table, self.rect)
        for place in _places(marks.free):
            self._marks(place).free_place(surface, self.zoom.corner_of(place))
        last = _places(marks.last)
        for place in last:
            self._marks(place).glow(surface, self.zoom.corner_of(place), marks.glow)
        for place in last:
            if place in tiles:  # over the glow of its neighbour
                self._tiles.blit(surface, self.zoom.corner_of(place), points_up(place), tiles[place])
        gone = {place: tiles[place] for place in _places(marks.missing) if place in tiles}
        for place, corners in {**gone, **pending}.items():
            corner = self.zoom.corner_of(place)
            pygame.draw.polygon(surface, FELT, self.zoom.outline_of(place))
            self._tiles.blit(surface, corner, points_up(place), corners, is_ghost=True)
            self._marks(place).dash(surface, corner)
        self._paint_warnings(surface, marks)

    def place_at(self, pos: tuple[float, float]) -> Place | None:
        """The place under a finger, free or not; `None` on the frame and beyond."""
        return self.zoom.place_at(pos) if self.well.collidepoint(pos) else None

    def center_of(self, place: Place) -> Point:
        """Where the middle of a place lies on the screen."""
        return self.zoom.center_of(place)

    def outline_of(self, place: Place) -> list[Point]:
        """The three corners of a place on the screen, in the order of the lattice."""
        return self.zoom.outline_of(place)

    def _paint_warnings(self, surface: pygame.Surface, marks: Marks) -> None:
        for place in _places(marks.flashing):
            self._marks(place).flash(surface, self.zoom.corner_of(place), marks.flash)
        for one, other in marks.across:
            ends = _places((one, other))
            if len(ends) == 2:
                self._marks(ends[0]).link(surface, *map(self.zoom.center_of, ends))
        for place in _places(marks.asked):
            self._marks(place).ask(surface, self.zoom.corner_of(place))
        for sign, cells in (("!", marks.missing), ("?", marks.asked)):
            for place in _places(cells):
                self._marks(place).badge(surface, self._badge_spot(place), sign)
        for place in _places(() if marks.selected is None else (marks.selected,)):
            self._marks(place).select(surface, self.zoom.corner_of(place))

    def _badge_spot(self, place: Place) -> Point:
        """At the middle of the upper side, or beside the top: away from all three numbers."""
        (x, y), half, row = self.zoom.center_of(place), self.zoom.half_px, self.zoom.row_px
        return (x + 0.42 * half, y - 0.36 * row) if points_up(place) else (x, y - row / 3)

    @property
    def _tiles(self) -> TileStamps:
        return _tile_stamps(self.zoom.half_px, self.zoom.row_px, self._font_of)

    def _marks(self, place: Place) -> MarkStamps:
        return _mark_stamps(self.zoom.half_px, self.zoom.row_px, points_up(place), self._font_of)

    def _show(self, position: Position) -> None:
        """Have a picture of the table with these tiles ready."""
        if (position.tiles, self.zoom) == self._shown:
            return
        self._table, self._shown = self._empty.copy(), (position.tiles, self.zoom)
        for place, corners in sorted(position.tiles.items()):  # the shadow of a row falls on the next
            x, y = self.zoom.corner_of(place)
            self._tiles.blit(self._table, (x - self.rect.x, y - self.rect.y), points_up(place), corners)


def _places(cells: Collection[Cell]) -> list[Place]:
    """Those that are places of the lattice."""
    return [cell for cell in cells if isinstance(cell, tuple)]


@lru_cache(maxsize=_KEPT)
def _tile_stamps(half_px: int, row_px: int, font_of: FontOf) -> TileStamps:
    return TileStamps(half_px, row_px, font_of)


@lru_cache(maxsize=2 * _KEPT)
def _mark_stamps(half_px: int, row_px: int, is_up: bool, font_of: FontOf) -> MarkStamps:
    return MarkStamps(TileShape(half_px, row_px, is_up).outline, 1.1 * half_px, font_of)


@lru_cache(maxsize=_KEPT)
def _empty_table(width: int, height: int, rim: int) -> pygame.Surface:
    table = framed((width, height), rim, FELT)
    add_felt(table, pygame.Rect(rim, rim, width - 2 * rim, height - 2 * rim), FELT)
    return table
