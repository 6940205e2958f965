"""A table seen through a window: whole, or from near where a finger needs larger squares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from companion.kiosk import theme

NEAR = 2.0  # how much larger the table is from near
CALM = 0.62  # of the window: what is chosen there needs no other view

Spot = tuple[float, float]
Paint = Callable[[pygame.Surface, pygame.Rect], object]


@dataclass(slots=True)
class BoardWindow:
    """What of the table is seen. `centre` is the point in the middle, in parts of the table's sides."""

    is_near: bool
    centre: Spot = (0.5, 0.5)
    _held: Spot | None = None  # the centre when a finger began to drag

    def area(self, box: pygame.Rect) -> pygame.Rect:
        """Where the whole table lies so that this window shows its part of it."""
        if not self.is_near:
            return box.copy()
        area = pygame.Rect(0, 0, round(box.w * NEAR), round(box.h * NEAR))
        area.x = min(box.x, max(box.right - area.w, box.centerx - round(self.centre[0] * area.w)))
        area.y = min(box.y, max(box.bottom - area.h, box.centery - round(self.centre[1] * area.h)))
        return area

    def look_at(self, box: pygame.Rect, spot: Spot) -> None:
        """Have this spot of the screen well inside the window; nothing moves if it is."""
        if abs(spot[0] - box.centerx) > CALM * box.w / 2 or abs(spot[1] - box.centery) > CALM * box.h / 2:
            area = self.area(box)
            self.centre = (spot[0] - area.x) / area.w, (spot[1] - area.y) / area.h

    def drag(self, box: pygame.Rect, start: Spot, at: Spot, is_over: bool) -> bool:
        """A finger pulls the table along; whether it holds it."""
        if not self.is_near or not box.collidepoint(start):
            return False
        area = self.area(box)
        held = self._held or ((box.centerx - area.x) / area.w, (box.centery - area.y) / area.h)
        self.centre = held[0] - (at[0] - start[0]) / area.w, held[1] - (at[1] - start[1]) / area.h
        self._held = None if is_over else held
        return True

    def paint(self, surface: pygame.Surface, box: pygame.Rect, paint: Paint) -> None:
        """Have the table painted, and cut at the window's edge."""
        clip = surface.get_clip()
        surface.set_clip(box.clip(clip))
        paint(surface, self.area(box))
        surface.set_clip(clip)
        if self.is_near:
            pygame.draw.rect(surface, theme.SLATE, box, max(2, box.w // 150))
