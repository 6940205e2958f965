"""Asking the camera what is left on a rack: it suggests a number, and somebody says yes or no."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import columns, cut_bottom, cut_top, inset, rows
from companion.kiosk.page import Page
from companion.kiosk.screen import House
from companion.kiosk.sign_part import draw_sign
from companion.session.forms import Kind

LOOK_S, AGAIN_S = 5.0, 0.5  # how long the camera is asked, and how often


class RackCamera:
    """One question to the camera. It may need several looks before it is sure."""

    def __init__(self, house: House, seat: int) -> None:
        self._house, self._seat = house, seat
        self._until = house.now + LOOK_S
        self._next_at = house.now
        self.total: int | None = None  # what it suggests
        self.look()

    @property
    def has_given_up(self) -> bool:
        return self.total is None and self._house.now >= self._until

    def look(self) -> bool:
        """Ask once more if it is time; whether there is an answer now."""
        now = self._house.now
        if self.total is None and self._next_at <= now < self._until:
            self._next_at = now + AGAIN_S
            self.total = self._house.backstage.count_rack(self._seat)
            return self.total is not None
        return False

    def draw(
        self,
        page: Page,
        box: pygame.Rect,
        kind: Kind,
        agree: Callable[[int], object],
        refuse: Callable[[], object],
    ) -> None:
        """What it reads as a question, or that it is still looking."""
        words, total = self._house.words, self.total
        foot, rest = cut_bottom(box, page.unit(84), page.gap)
        inner = page.fill(rest, theme.CARD, frame=theme.RULE)
        sign, below = cut_top(inner, round(inner.h * 0.36), page.gap)
        draw_sign(page, inset(sign, 0, page.unit(6)), "camera", theme.SLATE)
        said, hint = rows(below, 2)
        text = words("count-racks.looking") if total is None else words("count-racks.reads", total=total)
        page.text(said, text, "title", weight="heavy", align="centre", lines=2)
        where = words(f"count-racks.camera-hint-{kind}")
        page.text(hint, where, "body", align="centre", lines=2, colour=theme.SOFT_INK)
        no, yes = columns(foot, 2, page.gap)
        page.button(no, words("count-racks.reads-no"), refuse, "camera-no", size="large", key="N")
        if total is not None:
            label = words("count-racks.reads-yes", total=total)
            page.button(yes, label, lambda: agree(total), "camera-yes", style="go", size="title", key="Y")
