"""The whole score sheet, as large as the screen."""

from __future__ import annotations

from companion.kiosk.boxes import columns, cut_right, cut_top, inset
from companion.kiosk.page import Page
from companion.kiosk.screen import House, Screen
from companion.kiosk.sheet_part import draw_sheet

STEP = 5  # lines that one touch scrolls


class WholeSheetScreen(Screen):
    """Every turn of every player; it scrolls."""

    name = "whole-sheet"

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self._above = self._most = 0

    def build(self, page: Page) -> None:
        words, view = self.house.words, self.house.view
        inner = inset(page.box, page.unit(16), page.unit(12))
        head, body = cut_top(inner, page.touch, page.gap)
        buttons, title = cut_right(head, page.unit(300 if page.is_portrait else 450), page.gap)
        page.said_box = title
        page.text(title, words("whole-sheet.title"), "title", weight="heavy", lines=2)
        if view is not None:
            self._most = draw_sheet(page, body, self.house, view, self._above)
        up, down, back = columns(buttons, 3, page.gap)
        if self._most:
            can_rise, can_fall = self._above < self._most, self._above > 0
            page.button(up, words("whole-sheet.up"), lambda: self.scroll(-STEP), "up", enabled=can_rise)
            page.button(down, words("whole-sheet.down"), lambda: self.scroll(STEP), "down", enabled=can_fall)
        page.button(back, words("common.back"), self.leave, "back", style="quiet", key="Esc")

    def scroll(self, steps: int) -> None:
        self._above = min(max(0, self._above - steps), self._most)
