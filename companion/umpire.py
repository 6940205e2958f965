"""The umpire of one Triolet table: it reads pictures, remembers how the table looked, and asks the referee.

The worker of the kiosk and `trioscope replay` use the same one: a press is a look, and when its turns are
counted, that look is what the next one is compared with.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from companion.referee import rule_triolet
from companion.referee.shown_triolet import shown_tokens
from companion.rules.triolet import game as triolet
from companion.rules.verdict import Cell
from companion.session.games import Game
from companion.session.rulings import Ruling
from companion.session.shown import ShownPieces
from vision.known import KnownBoard, LastSeen
from vision.observation import BoardObservation, NoBoard
from vision.triolet import read_board, read_burst

Bytes = NDArray[np.uint8]


@dataclass(slots=True, eq=False)
class TrioletUmpire:
    """What is known of the board, how it looked when the last turn was counted, and the latest look."""

    known: KnownBoard | None = None
    accepted: BoardObservation | None = field(default=None, init=False)
    latest: BoardObservation | NoBoard | None = field(default=None, init=False)
    _trusted: set[Cell] = field(default_factory=set, init=False)

    def look(self, frames: Sequence[Bytes]) -> BoardObservation | NoBoard:
        """Read one picture of the table, or a burst of them."""
        return self._look(frames, None if self.accepted is None else LastSeen.of(self.accepted))

    def rule(self, frames: Sequence[Bytes], game: Game) -> Ruling:
        """Read the table after a press and rule on it; `game` is as it was last accepted."""
        if not isinstance(game, triolet.Game):
            raise TypeError("this umpire knows Triolet only")
        seen = self._look(frames, self._before(game))
        return rule_triolet(seen, game, self.accepted, trusted=self._trusted)

    def show(self, frames: Sequence[Bytes], game: Game | None) -> ShownPieces:
        """The tokens that were laid on empty squares to be told, not played; without a game, all there are.
        The latest look stays what it was."""
        if game is None:
            return shown_tokens(self._read(frames, None), None)
        if not isinstance(game, triolet.Game):
            raise TypeError("this umpire knows Triolet only")
        return shown_tokens(self._read(frames, self._before(game)), game, self.accepted)

    def _before(self, game: triolet.Game) -> LastSeen | None:
        """How the board looked when it last held the tokens of this game and no others."""
        if self.accepted is None:
            return None
        faces = {cell: token.face for cell, token in game.position.board.items()}
        return LastSeen.of(self.accepted, faces)

    def _look(self, frames: Sequence[Bytes], before: LastSeen | None) -> BoardObservation | NoBoard:
        self.latest = self._read(frames, before)
        return self.latest

    def _read(self, frames: Sequence[Bytes], before: LastSeen | None) -> BoardObservation | NoBoard:
        if len(frames) == 1:
            return read_board(frames[0], self.known, before)
        return read_burst(frames, self.known, before)

    def accept(self) -> None:
        """The latest look shows the table as it is now accepted."""
        if isinstance(self.latest, BoardObservation):
            self.accepted = self.latest

    def forget(self) -> None:
        """What is accepted is no longer what was last seen: after an undo, a correction or a restart."""
        self.accepted = None
        self._trusted.clear()

    def trust(self, places: Collection[Cell]) -> None:
        """The players say that the accepted tokens lie on these squares, whatever is seen."""
        self._trusted.update(places)

    def skip(self) -> None:
        """A turn was counted that no look shows: the next look shows whether it lies there."""
        self.accepted = None

    @property
    def drawn(self) -> int:
        """Triolet's bag hides what is drawn from it."""
        return 0
