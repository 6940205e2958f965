"""The look at the table before a game goes on that was taken up again.

The table may have been touched while nobody watched: until it is as the game has it, or the players want to
go on with what lies there, nothing is played. Without a camera nothing is held up.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.jobs import Accept, Cancel, Port, Read
from companion.rules.triominos import game as triominos
from companion.session.comparing import CANNOT_SEE, Comparison, compare_table
from companion.session.games import Game
from companion.session.phases import Phase
from companion.session.rulings import NothingNew, NotYet, Ruling

HOLDING = ("differs", "hindered")


class TableCheck:
    """Compares the table with the game. `comparison` is `None` while it is not known, or of no interest."""

    def __init__(self, port: Port, names: Iterator[str]) -> None:
        self.comparison: Comparison | None = None
        self._port, self._names = port, names
        self._name: str | None = None  # of the look that is waited for
        self._holds = False  # play waits for it
        self._has_board = True  # what lies there before the first turn is no part of the game otherwise

    @property
    def is_held(self) -> bool:
        """Whether play waits."""
        return self._holds and (self.comparison is None or self.comparison.result in HOLDING)

    @property
    def is_going_on(self) -> bool:
        """Whether the table is looked at for this, or play waits for somebody to decide."""
        return self._name is not None or self._holds

    def begin(self, game: Game, at: float, has_camera: bool) -> None:
        """Compare the table with this game; play waits, if there is a camera.

        Before the first tile there is nothing to compare: no board says what belongs to the game.
        """
        if isinstance(game, triominos.Game) and not game.position.tiles:
            self.glance(game, at)
            return
        self._name, self._holds = next(self._names), True
        self.comparison = None if has_camera else CANNOT_SEE
        self._port.send(Read(self._name, game, at))  # also without a camera: it may come back

    def glance(self, game: Game, at: float) -> None:
        """Look once how the table of a new game looks before the first turn; play does not wait."""
        self._name, self._holds, self.comparison = next(self._names), False, None
        self._has_board = not isinstance(game, triominos.Game)
        self._port.send(Read(self._name, game, at))

    def stop(self) -> None:
        """Play goes on with what lies there."""
        if self._name is not None:
            self._port.send(Cancel())
        self._name, self._holds = None, False

    def owns(self, name: str | None) -> bool:
        """Whether this is the look that was asked for here."""
        return name is not None and name == self._name

    def hear(self, ruling: Ruling, phase: Phase) -> Comparison | None:
        """What the look showed; how the table differs, if that must be said."""
        if not self._holds:
            # Tiles that somebody has put aside lie on a table without a board too: they are known then.
            self._accept(ruling if self._has_board or isinstance(ruling, NotYet) else NothingNew())
            self.stop()
            return None
        self.comparison = compare_table(ruling, phase)
        if self.comparison.result == "hindered":
            return None
        self._accept(ruling)
        self._name = None
        self._holds = self.comparison.result == "differs"
        return self.comparison if self._holds else None

    def miss_camera(self) -> None:
        """Nothing can be seen now; the look goes on when the camera is back."""
        if self._holds and self._name is not None:
            self.comparison = CANNOT_SEE

    def give_up(self) -> None:
        """Nothing can be seen at all."""
        if self._holds:
            self.comparison = CANNOT_SEE
        self._name, self._holds = None, False

    def _accept(self, ruling: Ruling) -> None:
        if self._name is not None and isinstance(ruling, NothingNew):
            self._port.send(Accept(self._name))
