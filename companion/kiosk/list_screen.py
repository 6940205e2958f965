"""What screens with a long list share: a window on it that buttons, the wheel, a finger and keys move."""

from __future__ import annotations

import pygame

from companion.kiosk.boxes import cut_bottom, cut_top
from companion.kiosk.page import Page
from companion.kiosk.screen import House, Screen
from companion.kiosk.sign_part import sign_button


class ListScreen(Screen):
    """A screen with a list that may be longer than there is room for."""

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self._first = self._count = 0
        self._shown = 1

    def window(self, count: int, shown: int) -> range:
        """Which of so many lines are seen where so many have room."""
        self._count, self._shown = count, max(1, shown)
        self._first = max(0, min(self._first, count - self._shown))
        return range(self._first, min(count, self._first + self._shown))

    def arrows(self, page: Page, box: pygame.Rect) -> None:
        """Up and down at the top and the bottom of a narrow box; call it after `window`."""
        top, rest = cut_top(box, page.unit(80))
        bottom, _ = cut_bottom(rest, page.unit(80))
        words, end = self.house.words, self._count - self._shown
        up, down = words("list.up"), words("list.down")
        sign_button(page, top, "up", up, lambda: self.scroll(-self._shown), "up", enabled=self._first > 0)
        sign_button(
            page, bottom, "down", down, lambda: self.scroll(self._shown), "down", enabled=self._first < end
        )

    @property
    def is_whole(self) -> bool:
        """Whether all of the list is seen."""
        return self._count <= self._shown

    def scroll(self, steps: int) -> None:
        self._first = max(0, min(self._first + steps, self._count - self._shown))
        self.house.refresh()

    def key(self, key: str, page: Page) -> bool:
        if key in ("page up", "page down"):
            self.scroll(self._shown if key == "page down" else -self._shown)
            return True
        return super().key(key, page)
