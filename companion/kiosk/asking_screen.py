"""What the screens share that want something of the players before the game goes on.

The End turn button keeps its meaning: pressed without a ring on anything it has the table looked at again, so
that nobody answers a question by pressing twice. With a ring it chooses, as everywhere.
"""

from __future__ import annotations

from typing import ClassVar

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import cut_left, inset
from companion.kiosk.page import Page
from companion.kiosk.sand_part import Turning, draw_sand
from companion.kiosk.screen import Button
from companion.kiosk.table_screen import TableScreen
from companion.session.intents import Dismiss, Pause
from companion.session.questions import Choice, Question
from companion.session.views import TableView

HINT = 52  # units that the advice is high
SAND = 84  # units that the hourglass is wide beside a question


class AskingScreen(TableScreen):
    """The table, and beside it what is asked. The sand is shown only where it runs on meanwhile."""

    def build_side(self, page: Page, box: pygame.Rect, view: TableView) -> None:
        if view.sand is not None and view.sand.is_running:
            sand, box = cut_left(box, page.unit(SAND), page.gap)
            draw_sand(page, sand, self.house, Turning())
        self.ask(page, box, view)

    def ask(self, page: Page, box: pygame.Rect, view: TableView) -> None:
        """What is asked, and what can be answered."""
        raise NotImplementedError

    def press(self) -> None:
        """End turn, while nothing has the ring."""
        self.house.end_turn()

    def hold(self) -> None:
        """End turn held down, while nothing has the ring."""
        self.house.send(Pause)

    def leave(self) -> None:
        """None of that: back to laying."""
        self.house.send(Dismiss)

    def table_share(self, page: Page, view: TableView) -> float:
        is_shared = view.sand is not None and view.sand.is_running
        return 0.42 if page.is_portrait or is_shared else 0.5

    def draw_title(self, page: Page, box: pygame.Rect, title: str) -> None:
        """What it is about, in large letters."""
        page.text(box, title, "large", weight="heavy", lines=2)

    def draw_hint(self, page: Page, box: pygame.Rect, hint: str) -> None:
        """Advice; what is said for a few seconds takes its place, and so never covers a button."""
        page.said_box = box
        inner = inset(page.fill(box, theme.STRIPE, radius=8), 0, -page.unit(5))
        page.text(inner, hint, 19, lines=2)

    def push(self, button: Button, is_long: bool, page: Page) -> None:
        if button != "end-turn" or self._has_ring(page):
            super().push(button, is_long, page)
        elif is_long:
            self.hold()
        else:
            self.press()

    def key(self, key: str, page: Page) -> bool:
        if key in ("space", "return", "enter") and not self._has_ring(page):
            self.press()
            return True
        return super().key(key, page)

    def _has_ring(self, page: Page) -> bool:
        return any(target.name == self.focus and target.is_enabled for target in page.targets)


class QuestionScreen(AskingScreen):
    """An open question of the session; each of its choices is one thing to touch."""

    kind: ClassVar[str] = ""

    def ask(self, page: Page, box: pygame.Rect, view: TableView) -> None:
        if view.question is not None and view.question.kind == self.kind:
            self.ask_question(page, box, view, view.question)

    def ask_question(self, page: Page, box: pygame.Rect, view: TableView, question: Question) -> None:
        """The question and its choices."""
        raise NotImplementedError

    def answer(self, choice: Choice) -> None:
        """Send this choice."""
        self.house.send(choice.intent)
