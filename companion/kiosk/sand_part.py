"""The sand on a page: it moves by itself, and shows nothing but the session's own time.

When the turn goes on, the glass is turned over. While a move is read the sand stands, and costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import columns, cut_top
from companion.kiosk.hourglass import Hourglass
from companion.kiosk.page import Page
from companion.kiosk.screen import House
from companion.session.views import TableView

LAMPS = 40  # units that the strip of lights is high
FLIP_S = 0.9
LIT: dict[str, theme.Rgb] = {"green": (52, 199, 89), "amber": (255, 179, 0), "red": (235, 64, 52)}


@dataclass(slots=True)
class Turning:
    """When the glass was last turned over, and how much was left in it."""

    turn: int = -1  # the number of turns on the sheet
    left_s: float = 0.0
    since_s: float | None = None

    def see(self, view: TableView, now: float) -> None:
        """Notice that another turn has begun."""
        if view.sand is None:
            return
        if self.turn not in (-1, len(view.lines)):
            self.since_s = now
        elif self.since_s is None or now > self.since_s + FLIP_S:
            self.left_s = view.sand.left_s
        self.turn = len(view.lines)


def draw_sand(page: Page, box: pygame.Rect, house: House, turning: Turning) -> None:
    """The hourglass of the turn, and the three lights above it where there are no real ones."""
    sand = house.sand
    if sand is None:
        return
    if not house.backstage.devices.lights:
        lamps, box = cut_top(box, page.unit(LAMPS), page.unit(4))
        page.animate(lamps, lambda surface, rect, _: paint_lamps(surface, rect, house.backstage.devices.lit))
    glass = _glass((box.x, box.y, box.w, box.h))

    def paint(surface: pygame.Surface, rect: pygame.Rect, now: float) -> None:
        sand = house.sand
        if sand is None:
            return
        blink = sand.colour == "red" and "red" in house.backstage.devices.lit
        if turning.since_s is not None and now < turning.since_s + FLIP_S:
            flip = (now - turning.since_s) / FLIP_S
            glass.paint(surface, sand, now, flip, turning.left_s, blink)
        else:
            turning.left_s = sand.left_s
            glass.paint(surface, sand, now, blink=blink)

    is_turning = turning.since_s is not None and house.now < turning.since_s + FLIP_S
    if sand.is_running or is_turning:
        page.animate(box, paint)
    else:
        paint(page.surface, box, house.now)


def paint_lamps(surface: pygame.Surface, box: pygame.Rect, lit: frozenset[str]) -> None:
    """Green, amber, red in a row; one that is lit is also larger and has a rim, for who sees no colours."""
    for name, spot in zip(LIT, columns(box, 3), strict=True):
        radius = min(spot.size) // 2 - 2
        colour = LIT[name] if name in lit else theme.mix(LIT[name], theme.PAPER, 0.75)
        if name in lit:
            pygame.draw.circle(surface, theme.INK, spot.center, radius)
            pygame.draw.circle(surface, colour, spot.center, round(radius * 0.82))
        else:
            pygame.draw.circle(surface, theme.RULE, spot.center, round(radius * 0.72))
            pygame.draw.circle(surface, colour, spot.center, round(radius * 0.58))


@lru_cache(maxsize=3)
def _glass(box: tuple[int, int, int, int]) -> Hourglass:
    return Hourglass(pygame.Rect(box))
