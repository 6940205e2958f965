"""What differs between the table and the game, as a list: what was there, what is read there now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import cut_left, inset, rows
from companion.kiosk.page import Page
from companion.kiosk.paint_marks import Marks
from companion.kiosk.piece_part import draw_piece, piece_on, say_piece
from companion.kiosk.screen import House
from companion.rules.verdict import Cell
from companion.session.views import TableView

LINE = 42  # units that an entry is high
MOST_LINE = 60


@dataclass(frozen=True, slots=True)
class Changes:
    """What is gone, what reads differently (where, and what is read), and what is there besides."""

    missing: Sequence[Cell] = ()
    different: Sequence[tuple[Cell, str]] = ()
    extra: Sequence[Cell] = ()

    @property
    def marks(self) -> Marks:
        """The same on the drawn table."""
        asked = (*(cell for cell, _ in self.different), *self.extra)
        return Marks(missing=tuple(self.missing), asked=asked)


def draw_changes(page: Page, box: pygame.Rect, house: House, view: TableView, changes: Changes) -> None:
    """As many entries as there is room for, and how many more there are."""
    inner = inset(page.fill(box, theme.CARD, radius=10, frame=theme.RULE), 0, -page.unit(4))
    entries = [
        *((cell, None) for cell in changes.missing),
        *changes.different,
        *((cell, "") for cell in changes.extra),
    ]
    shown = max(1, inner.h // page.unit(LINE))
    is_more = len(entries) > shown
    lines = rows(inner, min(len(entries), shown)) if entries else []
    if lines and lines[0].h > page.unit(MOST_LINE):
        lines = rows(pygame.Rect(inner.topleft, (inner.w, page.unit(MOST_LINE) * len(lines))), len(lines))
    for place, line in enumerate(lines):
        if is_more and place == len(lines) - 1:
            rest = house.words("changed.more", count=len(entries) - place)
            page.text(line, rest, "body", colour=theme.SOFT_INK)
        else:
            _draw_entry(page, line, house, view, *entries[place])


def _draw_entry(
    page: Page, line: pygame.Rect, house: House, view: TableView, cell: Cell, now: str | None
) -> None:
    """`now` is what is read there; `None`: nothing, `""`: something where nothing was."""
    was = piece_on(view.game, cell)
    picture, text = cut_left(line, line.h - page.unit(4), page.gap)
    if now and was is not None:
        before, after = picture, picture.move(picture.w + page.unit(4), 0)
        draw_piece(page.surface, inset(before, page.unit(2)), cell, was)
        if draw_piece(page.surface, inset(after, page.unit(2)), cell, now):
            _strike(page, inset(before, page.unit(4)))
            text = pygame.Rect(after.right + page.gap, line.y, line.right - after.right - page.gap, line.h)
    elif was is not None:
        draw_piece(page.surface, inset(picture, page.unit(2)), cell, was)
        _strike(page, inset(picture, page.unit(4)))
    else:
        square = inset(picture, page.unit(5))
        pygame.draw.rect(page.surface, theme.SLATE, square, max(2, page.unit(2)), border_radius=page.unit(6))
        page.text(square, "+", "body", weight="heavy", align="centre")
    page.text(text, _say(house, cell, was, now), "body", lines=2)


def _say(house: House, cell: Cell, was: str | None, now: str | None) -> str:
    key = "gone" if now is None else "different" if now and was is not None else "extra"
    ending = "" if isinstance(cell, str) else "-tile"
    piece = house.words("changed.unread") if was is None else say_piece(house, was)
    return house.words(f"changed.{key}{ending}", cell=cell, piece=piece, now=say_piece(house, now or ""))


def _strike(page: Page, box: pygame.Rect) -> None:
    """A stroke through what is no longer there."""
    for colour, width in ((theme.WHITE, 6), (theme.ALARM, 3)):
        pygame.draw.line(page.surface, colour, box.bottomleft, box.topright, max(2, page.unit(width)))
