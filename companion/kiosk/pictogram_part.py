"""Small pictures that say what is wrong before anybody has read it: a hand, a lamp, the night."""

from __future__ import annotations

from functools import lru_cache
from math import pi
from typing import Literal

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import square_in
from companion.kiosk.page import Page
from companion.kiosk.paint_tools import Point, add_shape, at, band, blank, box, dashes, disc, rounded
from companion.session.rulings import Hindrance

Pictogram = Hindrance | Literal["camera-off", "pause", "play", "pencil", "sheet", "flag", "house"]

SIDE = 100  # pictograms are thought of as so many points wide


def draw_pictogram(page: Page, room: pygame.Rect, name: Pictogram) -> None:
    """The pictogram on a dark tile of its own, as large as it fits into the middle of this room."""
    square = square_in(room)
    page.surface.blit(_pictogram(name, square.w, theme.WHITE, theme.SLATE, has_tile=True), square)


def draw_bare_pictogram(
    page: Page, room: pygame.Rect, name: Pictogram, lines: theme.Rgb, ground: theme.Rgb
) -> None:
    """The pictogram alone, in this colour on this ground."""
    square = square_in(room)
    page.surface.blit(_pictogram(name, square.w, lines, ground, has_tile=False), square)


@lru_cache(maxsize=48)
def _pictogram(
    name: Pictogram, side_px: int, lines: theme.Rgb, ground: theme.Rgb, has_tile: bool
) -> pygame.Surface:
    pencil = _Pencil(side_px, lines, ground)
    if has_tile:
        pencil.fill(box(0, 0, SIDE, SIDE, 18), ground)
    {
        "hand": _hand,
        "glare": _glare,
        "blur": _blur,
        "dark": _dark,
        "other": _mug,
        "no-board": _no_board,
        "cut-off": _cut_off,
        "camera-off": _camera_off,
        "pause": _pause,
        "play": _play,
        "pencil": _draw_pencil,
        "sheet": _sheet,
        "flag": _flag,
        "house": _house,
    }[name](pencil)
    return pencil.picture


class _Pencil:
    """Draws in points of a hundredth of the picture."""

    def __init__(self, side_px: int, lines: theme.Rgb, ground: theme.Rgb) -> None:
        self.picture = blank(side_px, side_px)
        self.lines, self.ground = lines, ground
        self._scale = side_px / SIDE

    def fill(self, outline: list[Point], colour: theme.Rgb | None = None, alpha: int = 255) -> None:
        add_shape(self.picture, colour or self.lines, [self._scaled(outline)], alpha)

    def ring(self, outer: list[Point], inner: list[Point], alpha: int = 255) -> None:
        add_shape(self.picture, self.lines, [self._scaled(outer), self._scaled(inner)], alpha)

    def line(self, start: Point, end: Point, width: float = 8, colour: theme.Rgb | None = None) -> None:
        """A stroke with round ends."""
        for outline in (band([start, end], width), disc(start, width / 2), disc(end, width / 2)):
            self.fill(outline, colour)

    def _scaled(self, outline: list[Point]) -> list[Point]:
        return [(x * self._scale, y * self._scale) for x, y in outline]


def _hand(pencil: _Pencil) -> None:
    for x, top in ((35, 30), (47, 20), (59, 22), (71, 32)):
        pencil.line((x, top), (x, 62), 10)
    pencil.line((19, 52), (36, 70), 10)
    pencil.fill(box(30, 52, 46, 34, 15))


def _glare(pencil: _Pencil) -> None:
    pencil.fill(disc((50, 50), 18))
    for step in range(8):
        angle = step * pi / 4
        pencil.line(at((50, 50), 27, angle), at((50, 50), 38, angle), 7)


def _dark(pencil: _Pencil) -> None:
    pencil.fill(disc((46, 52), 32))
    pencil.fill(disc((60, 42), 27), pencil.ground)
    for x, y in ((66, 28), (80, 46), (68, 62)):
        pencil.fill(disc((x, y), 3.5))


def _blur(pencil: _Pencil) -> None:
    """One token, seen three times."""
    for shift, alpha in ((-14, 90), (14, 90), (0, 255)):
        pencil.ring(box(30 + shift, 28, 40, 44, 10), box(37 + shift, 35, 26, 30, 5), alpha)


def _mug(pencil: _Pencil) -> None:
    """Something that does not belong on the board."""
    pencil.ring(disc((68, 54), 15), disc((68, 54), 8))
    pencil.fill(box(24, 34, 42, 46, 9))
    for x in (34, 45, 56):
        pencil.line((x, 18), (x, 25), 5)


def _no_board(pencil: _Pencil) -> None:
    for piece in dashes(box(18, 18, 64, 64, 8), 11, 7):
        pencil.fill(piece)
    pencil.line((38, 38), (62, 62), 8)
    pencil.line((62, 38), (38, 62), 8)


def _cut_off(pencil: _Pencil) -> None:
    """The camera's picture, and a board that reaches beyond it."""
    pencil.fill(box(44, 38, 52, 40, 4), None, 110)
    pencil.ring(box(44, 38, 52, 40, 4), box(50, 44, 40, 28, 2))
    for x, y, along, down in ((12, 18, 1, 1), (76, 18, -1, 1), (12, 86, 1, -1), (76, 86, -1, -1)):
        pencil.line((x, y), (x + 16 * along, y), 7)
        pencil.line((x, y), (x, y + 16 * down), 7)


def _camera_off(pencil: _Pencil) -> None:
    pencil.fill(box(36, 24, 28, 14, 5))
    pencil.fill(box(16, 34, 68, 44, 9))
    pencil.fill(disc((50, 56), 15), pencil.ground)
    pencil.fill(disc((50, 56), 8))
    pencil.line((18, 86), (84, 20), 15, pencil.ground)
    pencil.line((18, 86), (84, 20), 7)


def _pause(pencil: _Pencil) -> None:
    for x in (28, 56):
        pencil.fill(box(x, 24, 16, 52, 5))


def _play(pencil: _Pencil) -> None:
    pencil.fill(rounded([(30, 20), (82, 50), (30, 80)], 5))


def _draw_pencil(pencil: _Pencil) -> None:
    pencil.fill([(22, 64), (66, 20), (80, 34), (36, 78)])
    pencil.fill([(18, 70), (30, 82), (13, 87)])


def _sheet(pencil: _Pencil) -> None:
    """Columns of numbers under a line."""
    pencil.ring(box(18, 14, 64, 72, 8), box(25, 21, 50, 58, 3))
    pencil.line((30, 35), (70, 35), 6)
    for y in (48, 60, 71):
        pencil.line((32, y), (43, y), 5)
        pencil.line((57, y), (68, y), 5)


def _flag(pencil: _Pencil) -> None:
    """Black and white squares: the end of the race."""
    pencil.line((24, 16), (24, 88), 7)
    pencil.ring(box(24, 16, 58, 40), box(29, 21, 48, 30))
    for column, row in ((0, 0), (2, 0), (1, 1), (3, 1)):
        pencil.fill(box(29 + 12 * column, 21 + 15 * row, 12, 15))


def _house(pencil: _Pencil) -> None:
    pencil.fill(rounded([(50, 14), (90, 50), (10, 50)], 4))
    pencil.fill(box(22, 46, 56, 40, 4))
    pencil.fill(box(42, 60, 16, 26, 2), pencil.ground)
