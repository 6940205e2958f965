"""Putting right: choose a turn of the sheet, the newest first, or touch a piece on the table."""

from __future__ import annotations

from functools import partial

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import cut_left, cut_right, cut_top, inset, rows
from companion.kiosk.face_part import colour_name, draw_face
from companion.kiosk.head_part import draw_head
from companion.kiosk.list_screen import ListScreen
from companion.kiosk.page import Page
from companion.kiosk.paint_marks import Marks
from companion.kiosk.screens.correct_piece import CorrectPieceScreen
from companion.kiosk.screens.correct_turn import CorrectTurnScreen
from companion.kiosk.table_part import board_in, cells_of, paint_table, tiles_in
from companion.kiosk.turn_words import say_points, say_turn
from companion.rules.triolet import game as triolet
from companion.rules.verdict import Cell
from companion.session.views import SheetLine, TableView

LINE = 70  # units


class CorrectScreen(ListScreen):
    """The turns at one side, the table at the other."""

    name = "correct"

    def build(self, page: Page) -> None:
        view = self.house.view
        if view is None:  # the game was left while its screen was open
            self.house.home()
            return
        rest = draw_head(page, self, self.house.words("correct.title"))
        hint, rest = cut_top(rest, page.unit(28), page.unit(4))
        page.text(hint, self.house.words("correct.hint"), 19, colour=theme.SOFT_INK)
        if page.is_portrait:
            table, turns = cut_top(rest, round(rest.h * 0.46), page.gap)
        elif self.house.backstage.choices.left_handed:
            table, turns = cut_right(rest, min(rest.h, round(rest.w * 0.46)), page.gap)
        else:
            table, turns = cut_left(rest, min(rest.h, round(rest.w * 0.46)), page.gap)
        self._build_turns(page, turns, view)
        self._build_table(page, table, view)

    def _build_turns(self, page: Page, box: pygame.Rect, view: TableView) -> None:
        if not view.lines:
            page.text(box, self.house.words("correct.nothing"), "body", align="centre", lines=2)
            return
        shown = max(1, (box.h + page.unit(6)) // page.unit(LINE))
        newest = view.lines[::-1]
        window = self.window(len(newest), shown)
        if not self.is_whole:
            arrows, box = cut_right(box, page.unit(76), page.unit(6))
        for row, at in zip(rows(box, shown, page.unit(6)), window, strict=False):
            self._build_turn(page, row, view, newest[at])
        if not self.is_whole:
            self.arrows(page, arrows)

    def _build_turn(self, page: Page, row: pygame.Rect, view: TableView, line: SheetLine) -> None:
        page.fill(row, theme.CARD, frame=theme.RULE)
        inner = inset(row, page.unit(8), page.unit(3))
        face, rest = cut_left(inner, min(inner.h, page.unit(50)), page.unit(10))
        player = view.players[line.player]
        draw_face(page, face, player.name, colour_name(view.players, line.player))
        points, text = cut_right(rest, page.unit(64), page.unit(4))
        name, what = cut_top(text, round(text.h * 0.44))
        page.text(name, player.name, 19, weight="heavy", may_cut=True)
        page.text(what, say_turn(self.house, line), 17, colour=theme.SOFT_INK, lines=2, stand="top")
        page.text(points, say_points(line), "large", weight="heavy", align="right")
        go = partial(self._choose_turn, line.number)
        page.target(row, go, f"turn-{line.number}")

    def _build_table(self, page: Page, box: pygame.Rect, view: TableView) -> None:
        """What the ring is on glows on the table."""
        marked = [line for line in view.lines if self.focus == f"turn-{line.number}" and line.move]
        last = cells_of([line.move for line in marked])
        paint_table(page.surface, box, view, Marks(last=last))
        if _laid(view):
            page.target(box, partial(self._touch_table, box, view), "table")

    def _choose_turn(self, number: int) -> None:
        self.house.go(CorrectTurnScreen(self.house, number))

    def _touch_table(self, box: pygame.Rect, view: TableView) -> None:
        """The piece under the finger; without one, the last that was laid."""
        if self.finger is None:
            cell: Cell | None = next(iter(cells_of([line.move for line in view.lines[::-1] if line.move])))
        elif isinstance(view.game, triolet.Game):
            cell = board_in(box, view.game.position.rules.layout).cell_at(self.finger)
        else:
            cell = tiles_in(box).place_at(self.finger)
        if cell in _laid(view) and cell is not None:
            self.house.go(CorrectPieceScreen(self.house, cell))
        else:
            self.house.say(self.house.words("correct.no-piece"))


def _laid(view: TableView) -> set[Cell]:
    """Where pieces lie."""
    if isinstance(view.game, triolet.Game):
        return set(view.game.position.board)
    return set(view.game.position.tiles)
