"""Something accepted is no longer as it was: put it back, or is it right now?"""

from __future__ import annotations

import pygame

from companion.kiosk.asking_screen import QuestionScreen
from companion.kiosk.boxes import columns, cut_bottom, cut_top
from companion.kiosk.change_part import Changes, draw_changes
from companion.kiosk.page import Page
from companion.kiosk.paint_marks import Marks
from companion.session.intents import KeepTable, PutBack
from companion.session.questions import Question
from companion.session.views import TableView


class ChangedScreen(QuestionScreen):
    """What moved, vanished or reads differently, on the drawn table and as a list."""

    name = "changed"
    kind = "changed"

    def headline(self, view: TableView) -> str:
        return self.house.words("changed.headline")

    def marks(self, view: TableView) -> Marks:
        return Marks() if view.question is None else _changes(view.question).marks

    def ask_question(self, page: Page, box: pygame.Rect, view: TableView, question: Question) -> None:
        words, house = self.house.words, self.house
        head, rest = cut_top(box, page.unit(40), page.unit(6))
        below, rest = cut_bottom(rest, page.unit(66), page.gap)
        back, body = cut_bottom(rest, page.unit(66), page.gap)
        page.said_box = head
        self.draw_title(page, head, words("changed.title"))
        draw_changes(page, body, house, view, _changes(question))
        page.button(
            back,
            words("changed.put-back"),
            lambda: house.send(PutBack),
            "put-back",
            style="go",
            size="large",
            key="B",
        )
        keep, dismiss = columns(below, 2, page.gap)
        page.button(keep, words("changed.keep"), lambda: house.send(KeepTable), "keep-table", key="K")
        page.button(dismiss, words("changed.dismiss"), self.leave, "dismiss", style="quiet", key="Esc")


def _changes(question: Question) -> Changes:
    return Changes(question.missing, question.different, question.cells)
