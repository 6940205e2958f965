"""The umpire of Triominos photographs taken by hand.

Free tiles have no board that could lie the wrong way round: their numbers alone say how a group lies. So each
photograph is read as after a restart, when nothing is known but which tiles lie in which places.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.session.games import Game
from companion.session.rulings import NothingNew, NotYet, Ruling
from companion.tile_umpire import Bytes, TriominosUmpire


class HandheldTileUmpire:
    """A Triominos umpire that never compares two pictures pixel by pixel."""

    def __init__(self, umpire: TriominosUmpire | None = None) -> None:
        self._umpire = umpire or TriominosUmpire()
        self._ruling: Ruling = NotYet(("other",))  # the latest

    def begin(self, picture: Bytes, game: Game) -> bool:
        """Whether this first photograph shows the table before the first tile."""
        return isinstance(self.rule([picture], game), NothingNew)

    def rule(self, frames: Sequence[Bytes], game: Game) -> Ruling:
        """Read the last of these photographs and rule on it; `game` is as it was last accepted."""
        self._umpire.forget()
        self._ruling = self._umpire.rule(frames[-1:], game)
        return self._ruling

    def rule_as_counted(self, game: Game) -> Ruling:
        """What was counted cannot be taken for granted here: numbers are all there is to go by."""
        return self._ruling

    def accept(self) -> None:
        self._umpire.accept()
