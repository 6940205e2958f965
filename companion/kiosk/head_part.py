"""The top of a screen that can be left: back, and what this is."""

from __future__ import annotations

import pygame

from companion.kiosk.boxes import cut_left, cut_top, inset
from companion.kiosk.page import Page
from companion.kiosk.screen import Screen

WIDE = 130  # units that the back button is wide
MARGIN = 12


def draw_head(page: Page, screen: Screen, title: str, box: pygame.Rect | None = None) -> pygame.Rect:
    """Draw it on top of the box (the whole page, if none is given); the room below comes back."""
    inner = inset(page.box, page.unit(MARGIN)) if box is None else box
    head, rest = cut_top(inner, page.touch, page.gap)
    back, name = cut_left(head, page.unit(WIDE), page.unit(16))
    page.button(back, screen.house.words("common.back"), lambda: screen.leave(), "back", style="quiet")
    page.text(name, title, "title", weight="heavy", lines=2)
    return rest
