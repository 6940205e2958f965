"""The joker: which number does it stand for, 0 to 15."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from companion.kiosk.asking_screen import QuestionScreen
from companion.kiosk.boxes import cut_top, grid, inset
from companion.kiosk.page import Page
from companion.kiosk.paint_marks import Marks
from companion.kiosk.piece_part import draw_token
from companion.rules.triolet.tokens import NUMBERED
from companion.session.questions import Question
from companion.session.views import TableView

ACROSS, DOWN = 5, 4  # the last row is one number and the button that leaves


class JokerScreen(QuestionScreen):
    """All numbers as tokens; those that the rules leave can be touched."""

    name = "joker"
    kind = "joker"

    def headline(self, view: TableView) -> str:
        return self.house.words("joker.headline")

    def marks(self, view: TableView) -> Marks:
        return Marks(asked=() if view.question is None else view.question.cells)

    def pending(self, view: TableView) -> Sequence[object]:
        return () if view.question is None else view.question.moves

    def ask_question(self, page: Page, box: pygame.Rect, view: TableView, question: Question) -> None:
        words = self.house.words
        head, body = cut_top(box, page.unit(62), page.unit(6))
        page.said_box = head
        self.draw_title(page, head, words("joker.title", cell=question.cells[0]))
        cells = grid(body, ACROSS, DOWN, page.unit(6))
        offered = {choice.number: choice for choice in question.choices if choice.answer == "joker"}
        for number, (cell, token) in enumerate(zip(cells, NUMBERED, strict=False)):
            if number not in offered:
                _draw_pale(page, cell, str(number))
                continue
            page.button(cell, "", partial(self.answer, offered[number]), f"joker-{number}", style="quiet")
            draw_token(page.surface, inset(cell, page.unit(3)), token)
        cancel = cells[len(NUMBERED)].unionall(cells[len(NUMBERED) + 1 :])
        page.button(cancel, words("joker.cancel"), self.leave, "dismiss", key="Esc")


def _draw_pale(page: Page, cell: pygame.Rect, number: str) -> None:
    """A number that does not fit here: small and flat, so that it is no colour alone that says so."""
    page.button(cell, number, lambda: None, f"joker-{number}", size="body", enabled=False)
