"""Something is in the way: what it is, and what to do. It goes on by itself."""

from __future__ import annotations

from math import pi, sin

import pygame

from companion.kiosk import theme
from companion.kiosk.asking_screen import AskingScreen
from companion.kiosk.boxes import columns, cut_bottom, cut_left, cut_right, cut_top, inset, rows
from companion.kiosk.page import Page
from companion.kiosk.pictogram_part import draw_pictogram
from companion.session.views import TableView

MOST = 3  # that are told at once: nobody can put more right in one go
BREATH_S = 1.8  # that the dots take to rise and fall once


class ClearTableScreen(AskingScreen):
    """Reading waits for a clear view; it can be stopped."""

    name = "clear-table"

    def headline(self, view: TableView) -> str:
        return self.house.words("clear-table.headline")

    def ask(self, page: Page, box: pygame.Rect, view: TableView) -> None:
        words = self.house.words
        head, rest = cut_top(box, page.unit(44), page.unit(6))
        stop, rest = cut_bottom(rest, page.touch, page.gap)
        going, body = cut_bottom(rest, page.unit(48), page.gap)
        self.draw_title(page, head, words("clear-table.title"))
        hindrances = view.hindrances[:MOST]
        for room, hindrance in zip(rows(body, max(1, len(hindrances)), page.gap), hindrances, strict=False):
            inner = page.fill(room, theme.CARD, frame=theme.RULE)
            sign, text = cut_left(inner, min(inner.h, round(inner.w * 0.34)), page.gap)
            draw_pictogram(page, sign, hindrance)
            page.text(text, words(f"clear-table.{hindrance}"), "large", lines=6)
        self._draw_going(page, going)
        page.button(stop, words("clear-table.stop"), self.leave, "dismiss", key="Esc")

    def _draw_going(self, page: Page, box: pygame.Rect) -> None:
        page.said_box = box
        inner = inset(page.fill(box, theme.STRIPE, radius=8), 0, -page.unit(5))
        dots, text = cut_right(inner, page.unit(56), page.gap)
        page.text(text, self.house.words("clear-table.goes-on"), 19, lines=2)
        page.animate(dots, _paint_dots)


def _paint_dots(surface: pygame.Surface, rect: pygame.Rect, now: float) -> None:
    """Three dots that rise one after the other: somebody is still looking."""
    radius = max(3, rect.w // 11)
    for place, column in enumerate(columns(rect, 3)):
        lift = max(0.0, sin(2 * pi * (now / BREATH_S - place / 6))) * rect.h * 0.2
        pygame.draw.circle(surface, theme.SLATE, (column.centerx, round(rect.centery - lift)), radius)
