"""Refused: the squares flash, one sentence says why, and the turn stays."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from companion.kiosk import theme
from companion.kiosk.asking_screen import HINT, QuestionScreen
from companion.kiosk.boxes import columns, cut_bottom, cut_top, inset
from companion.kiosk.page import Page
from companion.kiosk.paint_marks import Marks
from companion.kiosk.screens.confirm import ConfirmScreen
from companion.kiosk.table_part import cells_of
from companion.session.intents import Overrule
from companion.session.questions import Question
from companion.session.views import TableView

BUTTONS = 76  # units that the two buttons are high
LONG = 220  # letters of a sentence that needs the room of the advice, too


class RefusedScreen(QuestionScreen):
    """Put it right, or count it anyway; End turn has the table read again."""

    name = "refused"
    kind = "refused"

    def headline(self, view: TableView) -> str:
        return self.house.words("refused.headline")

    def marks(self, view: TableView) -> Marks:
        if view.question is None:
            return Marks()
        return Marks(flashing=view.question.cells or cells_of(view.question.moves))

    def pending(self, view: TableView) -> Sequence[object]:
        return () if view.question is None else view.question.moves

    def ask_question(self, page: Page, box: pygame.Rect, view: TableView, question: Question) -> None:
        words, house = self.house.words, self.house
        buttons, rest = cut_bottom(box, page.unit(BUTTONS), page.gap)
        hint, card = cut_bottom(rest, page.unit(HINT), page.gap)
        if len(question.sentence) > LONG:
            page.said_box = self._draw_sentence(page, rest, question.sentence)
        else:
            self._draw_sentence(page, card, question.sentence)
            self.draw_hint(page, hint, words("refused.hint"))
        right, anyway = columns(buttons, 2, page.gap)
        page.button(
            right, words("refused.put-right"), self.leave, "dismiss", style="go", size="large", key="R"
        )
        page.button(
            anyway,
            words("refused.anyway"),
            lambda: house.go(ConfirmScreen(house, "overrule", lambda: house.send(Overrule))),
            "overrule",
            key="A",
        )

    def _draw_sentence(self, page: Page, card: pygame.Rect, sentence: str) -> pygame.Rect:
        """Why it is refused; where the title above it stands comes back."""
        inner = page.fill(card, theme.CARD, frame=theme.ALARM)
        head, text = cut_top(inner, page.unit(40), page.unit(4))
        sign = pygame.Rect(head.x, head.y, head.h, head.h)
        pygame.draw.circle(page.surface, theme.ALARM, sign.center, sign.w // 2)
        page.text(
            inset(sign, sign.w // 3, sign.h // 6),
            "!",
            "large",
            colour=theme.WHITE,
            weight="heavy",
            align="centre",
        )
        title = pygame.Rect(sign.right + page.gap, head.y, head.right - sign.right - page.gap, head.h)
        colour = theme.readable(theme.ALARM, theme.CARD)
        page.text(title, self.house.words("refused.title"), "large", colour=colour, weight="heavy")
        page.text(text, sentence, "title", lines=16)
        return head
