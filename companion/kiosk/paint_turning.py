"""The hourglass in the moment it is turned over: fewer details, but the sand falls as it must."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

import pygame

from companion.kiosk.paint_glass import Spot, bulb_outline, full_area, half_width, settled, turned
from companion.kiosk.paint_glass_parts import (
    BRASS,
    CAP_HALF,
    CAP_HIGH,
    COLLAR,
    GLASS,
    GLASS_ALPHA,
    GLASS_EDGE,
    HIGH,
    ROD_AT,
    ROD_HALF,
    WIDE,
)
from companion.kiosk.paint_tools import WHITE, Point, Rgb, mixed
from companion.kiosk.paint_wood import DARK_WALNUT, WALNUT

_STEPS = 16  # corners along a bulb's side: it moves, and nobody counts them


def paint_turning(
    target: pygame.Surface,
    layer: pygame.Surface,
    room: pygame.Rect,
    bulb_px: float,
    colour: Rgb,
    sinking: float,
    turn: float,
) -> None:
    """An hourglass that is turned by `turn` (0 to 1 is once over), its neck in the middle of `room`.

    `sinking` is the share of all sand in the bulb that was above; `bulb_px` is how high a bulb is when it
    stands. It steps back as far as it must to stay in the room. `layer` is a transparent surface as large
    as the room, to work on.
    """
    angle = pi * turn
    wide = abs(WIDE * cos(angle)) + abs(HIGH * sin(angle))
    high = abs(WIDE * sin(angle)) + abs(HIGH * cos(angle))
    unit = min(bulb_px, room.width / wide, room.height / high)

    def seen(spots: Sequence[Spot]) -> list[Point]:
        corners = (turned(spot, angle) for spot in spots)
        return [(room.centerx + x * unit, room.centery + y * unit) for x, y in corners]

    clip = target.get_clip()
    target.set_clip(clip.clip(room))  # smoothed edges may reach a pixel further than the shape
    layer.fill((0, 0, 0, 0))
    below = bulb_outline(_STEPS)
    above = [(x, -u) for x, u in below]
    for bulb in (above, below):
        points = [(x - room.x, y - room.y) for x, y in seen(bulb)]
        pygame.draw.polygon(layer, (*GLASS, GLASS_ALPHA), points)
    target.blit(layer, room)
    for sign in (-1, 1):
        _fill(target, WALNUT, seen(_box(sign * ROD_AT, 0.0, ROD_HALF, 1.02)))
    down = turned((0.0, 1.0), -angle)
    for bulb, share in ((above, sinking), (below, 1.0 - sinking)):
        sand = settled(bulb, down, share * full_area())
        if share > 0.002 and len(sand) > 2:
            _fill(target, colour, seen(sand))
    for bulb in (above, below):
        pygame.draw.aalines(target, mixed(GLASS, WHITE, 0.4), True, seen([(0.97 * x, y) for x, y in bulb]))
        pygame.draw.lines(target, GLASS_EDGE, True, seen(bulb), max(1, round(0.024 * unit)))
    for sign in (-1, 1):
        cap = _box(0.0, sign * (1 + CAP_HIGH / 2), CAP_HALF, CAP_HIGH / 2)
        _fill(target, WALNUT, seen(cap))
        pygame.draw.aalines(target, DARK_WALNUT, True, seen(cap))
        _fill(target, BRASS, seen(_box(0.0, sign * (1 + COLLAR / 2), half_width(1.0) * 1.14, COLLAR / 2)))
    target.set_clip(clip)


def _box(x: float, y: float, half_wide: float, half_high: float) -> list[Spot]:
    return [
        (x - half_wide, y - half_high),
        (x + half_wide, y - half_high),
        (x + half_wide, y + half_high),
        (x - half_wide, y + half_high),
    ]


def _fill(target: pygame.Surface, colour: Rgb, points: Sequence[Point]) -> None:
    pygame.draw.polygon(target, colour, points)
    pygame.draw.aalines(target, colour, True, points)
