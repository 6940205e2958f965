"""After a restart: the table is not as the game has it."""

from __future__ import annotations

import pygame

from companion.kiosk import theme
from companion.kiosk.asking_screen import AskingScreen
from companion.kiosk.boxes import columns, cut_bottom, cut_left, cut_top
from companion.kiosk.change_part import Changes, draw_changes
from companion.kiosk.page import Page
from companion.kiosk.paint_marks import Marks
from companion.kiosk.pictogram_part import draw_pictogram
from companion.session.views import TableView


class CompareScreen(AskingScreen):
    """What differs; look again, or play on with what lies there."""

    name = "compare"

    def headline(self, view: TableView) -> str:
        return self.house.words("compare.headline")

    def marks(self, view: TableView) -> Marks:
        return self._changes.marks

    def ask(self, page: Page, box: pygame.Rect, view: TableView) -> None:
        words, comparison = self.house.words, self.house.backstage.comparison
        can_see = comparison is None or comparison.can_see
        head, rest = cut_top(box, page.unit(56), page.unit(6))
        below, rest = cut_bottom(rest, page.touch, page.gap)
        again, body = cut_bottom(rest, page.touch, page.gap)
        page.said_box = head
        self.draw_title(page, head, words("compare.title" if can_see else "compare.title-unseen"))
        if can_see:
            draw_changes(page, body, self.house, view, self._changes)
        else:
            self._draw_unseen(page, body)
        page.button(again, words("compare.again"), self.press, "again", style="go", size="large", key="L")
        play_on, back = columns(below, 2, page.gap)
        page.button(play_on, words("compare.play-on"), self._play_on, "play-on", key="P")
        page.button(back, words("common.back"), self.leave, "back", style="quiet", key="Esc")

    def press(self) -> None:
        """Look at the table once more."""
        self.house.backstage.look_again()
        self.house.to_table()

    def leave(self) -> None:
        self.house.home()

    @property
    def _changes(self) -> Changes:
        comparison = self.house.backstage.comparison
        if comparison is None:
            return Changes()
        return Changes(comparison.missing, comparison.different, comparison.extra)

    def _play_on(self) -> None:
        self.house.backstage.play_on()
        self.house.to_table()

    def _draw_unseen(self, page: Page, box: pygame.Rect) -> None:
        inner = page.fill(box, theme.CARD, frame=theme.RULE)
        sign, text = cut_left(inner, min(inner.h, round(inner.w * 0.3)), page.gap)
        draw_pictogram(page, sign, "camera-off")
        page.text(text, self.house.words("compare.unseen"), "body", lines=5)
