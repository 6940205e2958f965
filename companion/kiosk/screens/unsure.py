"""Unsure: the camera's own picture next to two or three big choices."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from companion.kiosk import theme
from companion.kiosk.asking_screen import QuestionScreen
from companion.kiosk.backstage import Picture
from companion.kiosk.boxes import cut_bottom, cut_left, cut_top, inset, rows
from companion.kiosk.page import Page
from companion.kiosk.paint_marks import Marks
from companion.kiosk.reading_part import draw_reading
from companion.kiosk.screen import House
from companion.rules.verdict import Cell
from companion.session.questions import Question
from companion.session.views import TableView


class UnsureScreen(QuestionScreen):
    """Which of these is what lies there?"""

    name = "unsure"
    kind = "reading"

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self._seen: tuple[Sequence[Cell], Picture] | None = None

    def headline(self, view: TableView) -> str:
        return self.house.words("unsure.headline")

    def marks(self, view: TableView) -> Marks:
        if view.question is None:
            return Marks()
        return Marks(asked=view.question.cells, across=view.question.across)

    def pending(self, view: TableView) -> Sequence[object]:
        """The likeliest reading, so that there is something to ask about on the drawn table."""
        return () if view.question is None else view.question.choices[0].moves

    def draw_table(self, page: Page, box: pygame.Rect, view: TableView) -> None:
        """The camera's picture in the table's place. Where there is none, or the order is asked and not what
        lies there, the drawn table."""
        question = view.question
        picture = None if question is None or _is_split(question) else self._look(_cells(question))
        if question is None or picture is None:
            super().draw_table(page, box, view)
            return
        inner = page.fill(box, theme.CARD, frame=theme.RULE)
        caption, room = cut_bottom(inner, page.unit(28), page.unit(6))
        _draw_picture(page, room, picture)
        named = tuple(cell for cell in _cells(question) if isinstance(cell, str))
        key = "unsure.camera-cells" if 0 < len(named) <= 3 else "unsure.camera"
        page.text(caption, self.house.words(key, cells=named), 19, align="centre", colour=theme.SOFT_INK)

    def ask_question(self, page: Page, box: pygame.Rect, view: TableView, question: Question) -> None:
        words = self.house.words
        head, rest = cut_top(box, page.unit(56), page.unit(6))
        none, body = cut_bottom(rest, page.touch, page.gap)
        page.said_box = head
        self.draw_title(page, head, words(_title(question)))
        readings = [choice for choice in question.choices if choice.answer == "reading"]
        for place, (room, choice) in enumerate(
            zip(rows(body, len(readings), page.gap), readings, strict=True)
        ):
            key, act = str(place + 1), partial(self.answer, choice)
            page.button(room, "", act, f"reading-{place}", style="quiet", key=key)
            inner = inset(room, page.unit(6))
            if page.shows_keys:  # its cap stands at the left
                inner = cut_left(inner, page.unit(26), page.unit(8))[1]
            draw_reading(page, inner, self.house, view, choice.moves, _cells(question))
        page.button(none, words("unsure.none"), self.leave, "dismiss", key="Esc")

    def _look(self, cells: Sequence[Cell]) -> Picture | None:
        """The camera's picture of these cells, asked for once."""
        if self._seen is None or self._seen[0] != cells:
            picture = self.house.backstage.crop(cells)
            self._seen = None if picture is None else (cells, picture)
        return None if self._seen is None else self._seen[1]


def _title(question: Question) -> str:
    if question.across:
        return "unsure.title-across"
    return "unsure.title-turns" if _is_split(question) else "unsure.title"


def _is_split(question: Question) -> bool:
    """Whether somebody forgot to press, and it is asked who laid what."""
    return any(len(choice.moves) > 1 for choice in question.choices)


def _cells(question: Question) -> tuple[Cell, ...]:
    """All cells in question, each once."""
    return tuple(dict.fromkeys((*question.cells, *(cell for pair in question.across for cell in pair))))


def _draw_picture(page: Page, room: pygame.Rect, picture: Picture) -> None:
    """As large as it fits, in its own proportions."""
    seen = pygame.image.frombuffer(picture.rgb, picture.size, "RGB")
    factor = min(room.w / picture.size[0], room.h / picture.size[1])
    size = max(1, round(picture.size[0] * factor)), max(1, round(picture.size[1] * factor))
    scaled = pygame.transform.smoothscale(seen, size)
    rect = scaled.get_rect(center=room.center)
    page.surface.blit(scaled, rect)
    pygame.draw.rect(page.surface, theme.INK, rect, max(1, page.unit(2)))
