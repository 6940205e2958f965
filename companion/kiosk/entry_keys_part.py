"""Keys with a sign on them, for moving about on a table."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import cut_top, inset
from companion.kiosk.icon_part import draw_icon
from companion.kiosk.page import Act, Page
from companion.kiosk.theme import Rgb

Sign = Literal["left", "up", "down", "right", "near", "turn", "erase"]
_FINE = 4


def sign_key(page: Page, box: pygame.Rect, sign: Sign, act: Act, name: str, label: str = "") -> None:
    """A quiet key with a sign, above a word where there is room for one."""
    page.button(box, "", act, name, style="quiet")
    inner = inset(box, page.unit(4))
    room, below = cut_top(inner, round(inner.h * 0.56)) if label else (inner, inner)
    side = min(room.w, room.h, page.unit(34))
    place = pygame.Rect(0, 0, side, side)
    place.center = room.center
    if sign == "near" or sign == "turn" or sign == "erase":
        page.surface.blit(_picture(sign, side, theme.SLATE), place)
    else:
        draw_icon(page.surface, place, sign, theme.SLATE)
    if label:
        page.text(below, label, 17, weight="heavy", align="centre")


@lru_cache(maxsize=32)
def _picture(sign: Literal["near", "turn", "erase"], side: int, ink: Rgb) -> pygame.Surface:
    fine = pygame.Surface((side * _FINE, side * _FINE), pygame.SRCALPHA)
    whole = side * _FINE
    thick = round(0.11 * whole)
    if sign == "near":
        pygame.draw.circle(fine, ink, (0.4 * whole, 0.4 * whole), 0.36 * whole, thick)
        low, high = 0.66 * whole, 0.94 * whole
        pygame.draw.line(fine, ink, (low, low), (high, high), thick + thick // 2)
    elif sign == "turn":
        ring = pygame.Rect(0, 0, round(0.8 * whole), round(0.8 * whole))
        ring.center = whole // 2, whole // 2
        pygame.draw.circle(fine, ink, ring.center, ring.w // 2, thick)
        fine.fill((0, 0, 0, 0), (whole // 2, 0, whole // 2, whole // 2))
        head = [(0.46, 0.0), (0.46, 0.3), (0.74, 0.15)]
        pygame.draw.polygon(fine, ink, [(x * whole, y * whole) for x, y in head])
    else:
        outline = [(0.34, 0.16), (0.98, 0.16), (0.98, 0.84), (0.34, 0.84), (0.02, 0.5)]
        pygame.draw.polygon(fine, ink, [(x * whole, y * whole) for x, y in outline])
        for x in (0.48, 0.82):
            start, end = (x * whole, 0.33 * whole), ((1.3 - x) * whole, 0.67 * whole)
            pygame.draw.line(fine, theme.CARD, start, end, round(0.1 * whole))
    return pygame.transform.smoothscale(fine, (side, side))
