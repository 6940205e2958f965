"""A table of either game, drawn cleanly: who laid which piece shows in its colour, and the last move glows.

table = table_of(game, colours, side_px=900)     # made once, for the game as it ended
table.draw(laid, latest)                         # any moment of it, as a square BGR picture
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.prints.canvas import Pixels
from companion.prints.colours import Bgr
from companion.rules.triolet import game as triolet
from companion.rules.triolet.tokens import Token
from companion.rules.triominos import game as triominos
from companion.rules.triominos.tiles import Corners
from companion.rules.verdict import Cell
from companion.session.games import Game


@dataclass(frozen=True, slots=True)
class Piece:
    """What lies somewhere, and who laid it."""

    face: Token | Corners
    player: int


Pieces = Mapping[Cell, Piece]


class Table(Protocol):
    def draw(self, pieces: Pieces, latest: frozenset[Cell] = frozenset()) -> Pixels:
        """The table with these pieces; the `latest` ones glow."""
        ...


def pieces_after(game: Game, turns: int) -> tuple[dict[Cell, Piece], frozenset[Cell]]:
    """What lies on the table after so many turns, and what the last of them laid."""
    pieces: dict[Cell, Piece] = {}
    latest: frozenset[Cell] = frozenset()
    for entry in game.entries[:turns]:
        laid: dict[Cell, Piece] = {}
        match entry.turn:
            case triolet.Lay(move):
                laid = {cell: Piece(token, entry.player) for cell, token in move.tokens.items()}
            case triominos.Lay(tile):
                laid = {tile.at: Piece(tile.corners, entry.player)}
        pieces |= laid
        latest = frozenset(laid)
    return pieces, latest


def table_of(game: Game, colours: Sequence[Bgr], side_px: int) -> Table:
    """The table on which this game was played."""
    from companion.prints.triolet_table import TrioletTable
    from companion.prints.triominos_table import TriominosTable

    if isinstance(game, triolet.Game):
        return TrioletTable(game.position.rules.layout, tuple(colours), side_px)
    return TriominosTable(tuple(game.position.tiles), tuple(colours), side_px)
