"""The drawn table on a page, of whichever game, with what is to be seen on it.

What was laid last glows, and what is refused flashes, for a few seconds; then it stays marked and stands
still, so that a table nobody touches costs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import cos, pi

import pygame

from companion.kiosk.page import Page
from companion.kiosk.paint_marks import Marks
from companion.kiosk.paint_triolet import TrioletBoard
from companion.kiosk.paint_triominos import TriominosTable
from companion.rules.triolet import game as triolet
from companion.rules.triolet.editions import Layout
from companion.rules.triolet.position import Move as TokenMove
from companion.rules.triolet.tokens import Token
from companion.rules.triominos import game as triominos
from companion.rules.triominos.position import Move as TileMove
from companion.rules.verdict import Cell
from companion.session.rulings import Move
from companion.session.views import TableView

PULSE_S = 1.5
PULSES = 4


def cells_of(moves: Sequence[object]) -> tuple[Cell, ...]:
    """Where these moves lay something."""
    cells: list[Cell] = []
    for move in moves:
        if isinstance(move, TokenMove):
            cells += move.tokens
        elif isinstance(move, TileMove):
            cells.append(move.at)
    return tuple(cells)


def last_marks(view: TableView) -> Marks:
    """The last move, glowing."""
    return Marks(last=cells_of(() if view.last is None or view.last.move is None else (view.last.move,)))


def draw_table(
    page: Page,
    box: pygame.Rect,
    view: TableView,
    marks: Marks,
    pending: Sequence[Move | object] = (),
    since_s: float | None = None,
) -> None:
    """The table as accepted, with marks; they pulse for a while from `since_s` on."""

    def paint(surface: pygame.Surface, rect: pygame.Rect, now: float) -> None:
        strength = 1.0
        if since_s is not None and now < since_s + PULSES * PULSE_S:
            strength = 0.5 + 0.5 * cos(2 * pi * (now - since_s) / PULSE_S)
        paint_table(surface, rect, view, replace(marks, glow=strength, flash=strength), pending)

    if since_s is None or not (marks.last or marks.flashing):
        paint(page.surface, box, 0.0)
    else:
        page.animate(box, paint, since_s + PULSES * PULSE_S)


def paint_table(
    surface: pygame.Surface,
    box: pygame.Rect,
    view: TableView,
    marks: Marks,
    pending: Sequence[Move | object] = (),
) -> None:
    """The table as it looks at one moment."""
    if isinstance(view.game, triolet.Game):
        laid: dict[str, Token] = {}
        for move in pending:
            if isinstance(move, TokenMove):
                laid.update(move.tokens)
        board_in(box, view.game.position.rules.layout).paint(surface, view.game.position, marks, laid)
    else:
        assert isinstance(view.game, triominos.Game)
        tiles = {move.at: move.corners for move in pending if isinstance(move, TileMove)}
        tiles_in(box).paint(surface, view.game.position, marks, tiles)


def board_in(box: pygame.Rect, layout: Layout) -> TrioletBoard:
    """The Triolet board that fills this box; the same one for the same box."""
    return _board((box.x, box.y, box.w, box.h), layout)


def tiles_in(box: pygame.Rect) -> TriominosTable:
    """The Triominos table that fills this box; the same one for the same box."""
    return _tiles((box.x, box.y, box.w, box.h))


@lru_cache(maxsize=6)
def _board(box: tuple[int, int, int, int], layout: Layout) -> TrioletBoard:
    return TrioletBoard(pygame.Rect(box), layout)


@lru_cache(maxsize=6)
def _tiles(box: tuple[int, int, int, int]) -> TriominosTable:
    return TriominosTable(pygame.Rect(box))
