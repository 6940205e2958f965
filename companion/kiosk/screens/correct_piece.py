"""One piece on the table that was read wrongly: which one is it really?"""

from __future__ import annotations

from dataclasses import replace

from companion.kiosk import theme
from companion.kiosk.entering import Entry
from companion.kiosk.screen import House
from companion.kiosk.screens.enter_move import EnterMoveScreen
from companion.kiosk.table_part import cells_of
from companion.kiosk.tile_entry import TileEntry
from companion.kiosk.token_entry import TokenEntry
from companion.rules.triolet import game as triolet
from companion.rules.triominos import game as triominos
from companion.rules.verdict import Cell
from companion.session.intents import CorrectSquare
from companion.session.views import TableView


class CorrectPieceScreen(EnterMoveScreen):
    """The pieces that lie there can be chosen, and each said to be another one, or none."""

    name = "correct-piece"

    def __init__(self, house: House, cell: Cell) -> None:
        super().__init__(house)
        self._cell = cell

    def make_entry(self, view: TableView) -> Entry:
        game = view.game
        if isinstance(game, triolet.Game):
            return TokenEntry(self.house, game.position, piece=str(self._cell))
        assert isinstance(game, triominos.Game) and isinstance(self._cell, tuple)
        return TileEntry(self.house, game.position, piece=self._cell)

    def shown(self, view: TableView) -> TableView:
        """On top stands who laid the piece that is chosen."""
        here = self._cell if self.chosen is None else self.chosen
        laid = [line.player for line in view.lines if line.move and here in cells_of([line.move])]
        return replace(view, player=laid[-1]) if laid else view

    def headline(self, view: TableView) -> str:
        return self.house.words("correct.piece-headline")

    def enter_label(self) -> str:
        return self.house.words("correct.change")

    def can_enter(self, entry: Entry) -> bool:
        return entry.change is not None

    def foretold(self, view: TableView, entry: Entry) -> tuple[str, theme.Rgb]:
        return self.house.words("correct.piece-hint"), theme.SOFT_INK

    def enter(self, entry: Entry) -> None:
        change = entry.change
        if change is not None and self.house.send(lambda at: CorrectSquare(change.cell, change.piece, at)):
            self.house.to_table()
            self.house.say(self.house.words("correct.done"))
