"""Small drawn signs, each in one colour; they stand beside words, never in their place."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import pi
from typing import Literal

import pygame

from companion.kiosk.paint_tools import Point, add_shape, at, band, blank, box, disc
from companion.kiosk.theme import Rgb

IconName = Literal[
    "camera",
    "squares",
    "token",
    "buttons",
    "lights",
    "sand",
    "sound",
    "silent",
    "language",
    "preview",
    "right-hand",
    "left-hand",
    "next",
    "hear",
    "up",
    "down",
    "left",
    "right",
    "buzzer",
]
Outline = list[Point]
Shape = list[Outline]  # every other outline is a hole in the one before


def draw_icon(surface: pygame.Surface, area: pygame.Rect, name: IconName, colour: Rgb) -> pygame.Rect:
    """A sign in the middle of the area, as large as it fits; what it covers comes back."""
    side = max(1, min(area.w, area.h))
    picture = _picture(name, side, colour)
    return surface.blit(picture, picture.get_rect(center=area.center))


@lru_cache(maxsize=96)
def _picture(name: IconName, side: int, colour: Rgb) -> pygame.Surface:
    picture = blank(side, side)
    for shape in _SHAPES[name]():
        add_shape(picture, colour, [[(x * side, y * side) for x, y in outline] for outline in shape])
    return picture


# Shapes lie in a square from (0, 0) to (1, 1).


def _ring(centre: Point, radius: float, width: float) -> Shape:
    return [disc(centre, radius), disc(centre, radius - width)]


def _frame(x: float, y: float, wide: float, high: float, radius: float, line: float) -> Shape:
    inner = box(x + line, y + line, wide - 2 * line, high - 2 * line, max(0.01, radius - line))
    return [box(x, y, wide, high, radius), inner]


def _arc(centre: Point, radius: float, first: float, last: float, width: float) -> Outline:
    steps = 16
    turns = [first + (last - first) * step / steps for step in range(steps + 1)]
    return band([at(centre, radius, turn) for turn in turns], width)


def _mirrored(shapes: list[Shape]) -> list[Shape]:
    return [[[(1 - x, y) for x, y in outline] for outline in shape] for shape in shapes]


def _turned(shapes: list[Shape]) -> list[Shape]:
    return [[[(1 - y, x) for x, y in outline] for outline in shape] for shape in shapes]


def _camera() -> list[Shape]:
    body = [box(0.04, 0.26, 0.92, 0.6, 0.1), disc((0.5, 0.56), 0.23)]
    return [body, [box(0.34, 0.14, 0.32, 0.14, 0.05)], [disc((0.5, 0.56), 0.13)]]


def _squares() -> list[Shape]:
    shapes: list[Shape] = []
    for row in range(3):
        for column in range(3):
            x, y = 0.06 + column * 0.31, 0.06 + row * 0.31
            is_special = (row + column) % 2 == 0
            shapes.append(
                [box(x, y, 0.26, 0.26, 0.05)] if is_special else _frame(x, y, 0.26, 0.26, 0.05, 0.05)
            )
    return shapes


def _token() -> list[Shape]:
    # A tile with an 8 on it, two rings one above the other.
    return [
        _frame(0.1, 0.06, 0.8, 0.88, 0.16, 0.08),
        _ring((0.5, 0.37), 0.15, 0.075),
        _ring((0.5, 0.62), 0.18, 0.08),
    ]


def _buttons() -> list[Shape]:
    return [
        [disc((0.27, 0.27), 0.22)],
        _ring((0.73, 0.27), 0.22, 0.07),
        _ring((0.27, 0.73), 0.22, 0.07),
        _ring((0.73, 0.73), 0.22, 0.07),
    ]


def _lights() -> list[Shape]:
    lamps: list[Shape] = [[disc((0.5, y), 0.1)] for y in (0.22, 0.5, 0.78)]
    return [_frame(0.26, 0.02, 0.48, 0.96, 0.2, 0.07), *lamps]


def _sand() -> list[Shape]:
    glass = [(0.22, 0.12), (0.78, 0.12), (0.56, 0.5), (0.78, 0.88), (0.22, 0.88), (0.44, 0.5)]
    hollow = [(0.33, 0.18), (0.67, 0.18), (0.6, 0.3), (0.4, 0.3)]
    return [[box(0.14, 0.04, 0.72, 0.1, 0.04)], [box(0.14, 0.86, 0.72, 0.1, 0.04)], [glass, hollow]]


def _speaker() -> Shape:
    return [[(0.06, 0.36), (0.24, 0.36), (0.48, 0.14), (0.48, 0.86), (0.24, 0.64), (0.06, 0.64)]]


def _sound() -> list[Shape]:
    waves: list[Shape] = [[_arc((0.48, 0.5), r, -0.25 * pi, 0.25 * pi, 0.08)] for r in (0.2, 0.36)]
    return [_speaker(), *waves]


def _silent() -> list[Shape]:
    cross: list[Shape] = [
        [band([(0.6, 0.36), (0.92, 0.64)], 0.09)],
        [band([(0.6, 0.64), (0.92, 0.36)], 0.09)],
    ]
    return [_speaker(), *cross]


def _language() -> list[Shape]:
    tail = [(0.22, 0.66), (0.22, 0.94), (0.5, 0.7)]
    lines: list[Shape] = [[box(0.24, y, wide, 0.07, 0.03)] for y, wide in ((0.29, 0.52), (0.46, 0.36))]
    return [_frame(0.04, 0.1, 0.92, 0.62, 0.16, 0.08), [tail], *lines]


def _preview() -> list[Shape]:
    upper = [at((0.5, 0.82), 0.58, -pi + (0.2 + 0.6 * step / 20) * pi) for step in range(21)]
    lower = [at((0.5, 0.18), 0.58, (0.2 + 0.6 * step / 20) * pi) for step in range(21)]
    return [[[*upper, *lower], disc((0.5, 0.5), 0.17)], [disc((0.5, 0.5), 0.09)]]


def _hand() -> list[Shape]:
    fingers = [(0.34, 0.16), (0.49, 0.06), (0.64, 0.12), (0.78, 0.26)]
    shapes: list[Shape] = [[box(x, y, 0.125, 0.55, 0.06)] for x, y in fingers]
    palm = box(0.34, 0.5, 0.565, 0.44, 0.18)
    thumb = band([(0.14, 0.5), (0.28, 0.66), (0.46, 0.8)], 0.15)
    return [*shapes, [palm], [thumb], [disc((0.14, 0.5), 0.075)]]


def _next() -> list[Shape]:
    return [[[(0.3, 0.14), (0.42, 0.06), (0.8, 0.5), (0.42, 0.94), (0.3, 0.86), (0.6, 0.5)]]]


def _hear() -> list[Shape]:
    return [[[(0.24, 0.12), (0.86, 0.5), (0.24, 0.88)]]]


def _arrow() -> list[Shape]:
    return [[[(0.5, 0.12), (0.9, 0.56), (0.64, 0.56), (0.64, 0.88), (0.36, 0.88), (0.36, 0.56), (0.1, 0.56)]]]


def _buzzer() -> list[Shape]:
    waves: list[Shape] = [
        [_arc((0.5, 0.5), r, side - 0.22 * pi, side + 0.22 * pi, 0.07)]
        for r in (0.33, 0.46)
        for side in (0.0, pi)
    ]
    return [_ring((0.5, 0.5), 0.23, 0.08), [disc((0.5, 0.5), 0.07)], *waves]


_SHAPES: dict[IconName, Callable[[], list[Shape]]] = {
    "camera": _camera,
    "squares": _squares,
    "token": _token,
    "buttons": _buttons,
    "lights": _lights,
    "sand": _sand,
    "sound": _sound,
    "silent": _silent,
    "language": _language,
    "preview": _preview,
    "right-hand": _hand,
    "left-hand": lambda: _mirrored(_hand()),
    "next": _next,
    "hear": _hear,
    "up": _arrow,
    "right": lambda: _turned(_arrow()),
    "down": lambda: _turned(_turned(_arrow())),
    "left": lambda: _mirrored(_turned(_arrow())),
    "buzzer": _buzzer,
}
