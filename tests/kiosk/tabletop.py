"""What truly lies on the table, how a camera would see that, and what the real referee makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from companion.referee import rule_triolet, rule_triominos
from companion.rules.triolet.game import Game as TrioletGame
from companion.rules.triolet.position import Move as TokenMove
from companion.rules.triominos.game import Game as TriominosGame
from companion.rules.triominos.lattice import Place
from companion.rules.triominos.position import Move as TileMove
from companion.rules.triominos.tiles import HIGHEST, Corners
from companion.session.games import Game
from companion.session.rulings import Move, Ruling
from tests.referee.boards import Faces, board_seen, table_seen, tile_seen
from tests.referee.noise import LOOKALIKES
from vision.observation import BoardObservation
from vision.tiles import TableObservation

MISLEADING = 0.55  # of what a smeared piece looks like, so that the camera alone would read it wrongly


class Tabletop(Protocol):
    """A table, and the referee who looks at it."""

    is_covered: bool  # a hand is over it

    def lay(self, move: Move) -> None: ...

    def take(self, move: Move) -> None:
        """Take these pieces away again."""

    def smear(self, move: Move) -> None:
        """Have one piece of this move look more like another, as long as it lies there."""

    def look(self, game: Game) -> Ruling:
        """What the referee rules on the table, the game being as last accepted."""

    def accept(self) -> None:
        """What was seen last counts: it is compared with when the table is seen next."""

    def forget(self) -> None:
        """A turn was undone: what the table looked like before is not known any more."""


class TrioletTop:
    """A Triolet board."""

    def __init__(self) -> None:
        self.is_covered = False
        self._faces: dict[str, Faces] = {}
        self._seen: BoardObservation = board_seen({})
        self._before: BoardObservation | None = self._seen

    def lay(self, move: Move) -> None:
        assert isinstance(move, TokenMove)
        self._faces |= {cell: token.face for cell, token in move.tokens.items()}

    def take(self, move: Move) -> None:
        assert isinstance(move, TokenMove)
        for cell in move.tokens:
            del self._faces[cell]

    def smear(self, move: Move) -> None:
        assert isinstance(move, TokenMove)
        cell, token = next(iter(move.tokens.items()))
        other = LOOKALIKES[token.face].split()[0]
        self._faces[cell] = {token.face: 1 - MISLEADING, other: MISLEADING}

    def look(self, game: Game) -> Ruling:
        assert isinstance(game, TrioletGame)
        if self.is_covered:
            seen = board_seen(self._faces, covered=("H8", "H9", "I8"), in_the_way=("hand",))
        else:
            self._seen = seen = board_seen(self._faces)
        return rule_triolet(seen, game, self._before)

    def accept(self) -> None:
        self._before = self._seen

    def forget(self) -> None:
        self._before = None


class TriominosTop:
    """A table with Triominos tiles."""

    def __init__(self) -> None:
        self.is_covered = False
        self._tiles: dict[Place, Corners] = {}
        self._smeared: dict[Place, Mapping[int, float]] = {}  # how the first corner looks
        self._seen = TableObservation(())
        self._before: TableObservation | None = None

    def lay(self, move: Move) -> None:
        assert isinstance(move, TileMove)
        self._tiles[move.at] = move.corners

    def take(self, move: Move) -> None:
        assert isinstance(move, TileMove)
        del self._tiles[move.at]

    def smear(self, move: Move) -> None:
        assert isinstance(move, TileMove)
        number = move.corners[0]
        other = (number + 1) % (HIGHEST + 1)
        self._smeared[move.at] = {number: 1 - MISLEADING, other: MISLEADING}

    def look(self, game: Game) -> Ruling:
        assert isinstance(game, TriominosGame)
        clear = {place: corners for place, corners in self._tiles.items() if place not in self._smeared}
        smeared = [
            tile_seen(place, look, *self._tiles[place][1:])
            for place, look in self._smeared.items()
            if place in self._tiles
        ]
        seen = table_seen(clear, *smeared, in_the_way=("hand",) if self.is_covered else ())
        if not self.is_covered:
            self._seen = seen
        return rule_triominos(seen, game, self._before)

    def accept(self) -> None:
        self._before = self._seen

    def forget(self) -> None:
        self._before = None
