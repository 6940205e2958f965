"""Pieces that people lay under the camera to be told: has them read for as long as somebody asks.

Screens are left in many ways, so nobody has to say that a look is no longer wanted: it ends when nobody asks
for it any more.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.jobs import PiecesSeen, Port, WatchPieces
from companion.session.forms import Kind
from companion.session.games import Game
from companion.session.shown import ShownPieces, Wanted

# Screens ask more often than this. A round of the main loop can be late, so that is no reason by itself.
KEPT_S, KEPT_ROUNDS = 2.0, 3


class PieceShow:
    """The near end of the worker's look at such pieces. Nothing here waits."""

    def __init__(self, port: Port, clock: Callable[[], float]) -> None:
        self._port, self._clock = port, clock
        self._wanted: Wanted | None = None
        self._game: Game | None = None
        self._asked_at, self._rounds = float("-inf"), 0  # when somebody asked last, and rounds too late
        self._shown: ShownPieces | None = None

    @property
    def wanted(self) -> Wanted | None:
        """What is looked for now."""
        return self._wanted

    def ask(self, wanted: Wanted, kind: Kind, game: Game | None) -> ShownPieces | None:
        """What the latest look showed beside this game; `None` while there was none."""
        self._asked_at, self._rounds = self._clock(), 0
        if wanted != self._wanted or game is not self._game:
            self._wanted, self._game, self._shown = wanted, game, None
            self._port.send(WatchPieces(wanted, kind, game))
        return self._shown

    def hear(self, seen: PiecesSeen) -> None:
        """A look came in; one that was asked for earlier is nobody's."""
        if seen.wanted == self._wanted:
            self._shown = seen.shown

    def lose(self) -> None:
        """What was seen is no longer known to lie there: the camera is gone."""
        self._shown = None

    def mind(self, at: float) -> None:
        """In every round of the main loop: let the camera rest if nobody asks any more."""
        if self._wanted is None or at - self._asked_at <= KEPT_S:
            return
        self._rounds += 1
        if self._rounds >= KEPT_ROUNDS:
            self.stop()

    def stop(self) -> None:
        """Nobody wants to know any more."""
        if self._wanted is not None:
            self._wanted = self._game = self._shown = None
            self._port.send(WatchPieces(None))
