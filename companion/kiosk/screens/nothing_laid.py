"""Pressed on an untouched table: a pass, an exchange, a draw, or a slip of the finger."""

from __future__ import annotations

import pygame

from companion.kiosk.asking_screen import HINT, QuestionScreen
from companion.kiosk.boxes import cut_bottom, cut_top
from companion.kiosk.instead_part import draw_instead
from companion.kiosk.page import Page
from companion.session.questions import Question
from companion.session.views import TableView


class NothingLaidScreen(QuestionScreen):
    """What the rules allow instead of laying, and a way back."""

    name = "nothing-laid"
    kind = "nothing-laid"

    def headline(self, view: TableView) -> str:
        return self.house.words("nothing-laid.headline")

    def ask_question(self, page: Page, box: pygame.Rect, view: TableView, question: Question) -> None:
        words = self.house.words
        head, rest = cut_top(box, page.unit(54), page.unit(4))
        oops, rest = cut_bottom(rest, page.touch, page.gap)
        hint, body = cut_bottom(rest, page.unit(HINT), page.unit(8))
        self.draw_title(page, head, words("nothing-laid.title"))
        draw_instead(page, body, self.house, view, question.choices, self.house.send)
        self.draw_hint(page, hint, words("nothing-laid.hint"))
        page.button(oops, words("nothing-laid.oops"), self.leave, "dismiss", style="quiet", key="Esc")
