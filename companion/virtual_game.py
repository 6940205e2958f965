"""A game on the virtual table, played by a virtual family and kept by the very path that the kiosk uses.

The family lays tokens on the table and presses; the camera sees the table; the umpire rules on the frames
alone; the session counts. What the family knows is only used as a family would: to answer a question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from calibration.calibrate import calibrate_board
from companion.players.family_triolet import Press
from companion.players.triolet_table import Lay, Shift, Take
from companion.rules.triolet import game as triolet
from companion.rules.triolet.position import Move
from companion.rules.triolet.tokens import OPEN_JOKER
from companion.session.declined import Declined
from companion.session.intents import (
    ChooseJoker,
    ChooseReading,
    Dismiss,
    EndTurn,
    ExchangeTokens,
    Input,
    PassTurn,
    Ruled,
)
from companion.session.phases import ChangeAsked, JokerAsked, NothingLaid, Phase, ReadingAsked
from companion.session.rulings import Refused, Ruling
from companion.session.session import Session
from companion.umpire import TrioletUmpire
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.table import VirtualTable

BURST = 3


@dataclass(frozen=True, slots=True)
class Heard:
    """What came of one press."""

    press: Press
    ruling: Ruling
    asked: Phase | None  # the question that the family was asked, if it was
    session: Session  # afterwards
    counted: tuple[triolet.Entry, ...]  # the turns that the press added

    @property
    def was_refused(self) -> bool:
        return isinstance(self.ruling, Refused)


class VirtualGame:
    """A family, its table, and whoever keeps the score."""

    def __init__(
        self, table: VirtualTable, session: Session, clock: Callable[[], float] | None = None
    ) -> None:
        self.session, self.camera, self.table = session, VirtualCamera(table), table
        self._ticks = 0.0
        self._clock = clock or self._tick
        self.umpire = TrioletUmpire()

    def calibrate(self) -> None:
        """Learn the empty board, as somebody does once."""
        picture = self.camera.frame().pixels
        self.umpire.known = calibrate_board(picture)[0].known
        self.umpire.look([picture])
        self.umpire.accept()

    def play(self, family: Iterator[Press]) -> Iterator[Heard]:
        """Every press of the family, and what came of it."""
        for number, press in enumerate(family):
            self._lay(press)
            yield self._press(f"press {number}", press)

    def _lay(self, press: Press) -> None:
        for change in press.changes:
            match change:
                case Lay(cell, face):
                    self.table.lay(cell, face)
                case Take(cell):
                    self.table.take(cell)
                case Shift(cell, dx, dy, turn_deg):
                    if change.target != cell:
                        self.table.move(cell, change.target)
                    self.table.shift(change.target, dx - round(dx), dy - round(dy), turn_deg)

    def _press(self, name: str, press: Press) -> Heard:
        before = self._game
        self._hear(EndTurn(name, self._clock(), self._clock()))
        frames = [frame.pixels for frame in self.camera.burst(BURST)]
        ruling = self.umpire.rule(frames, before)
        self._hear(Ruled(name, ruling, self._clock()))
        phase = self.session.state.phase
        asked = phase if isinstance(phase, ReadingAsked | ChangeAsked) else None
        self._answer(press)
        counted = self._game.entries[len(before.entries) :]
        if counted:
            self.umpire.accept()
        return Heard(press, ruling, asked, self.session, counted)

    def _answer(self, press: Press) -> None:
        """Answer as a family does that knows what it laid."""
        phase = self.session.state.phase
        if isinstance(phase, ReadingAsked):
            index = right_reading(phase, press)
            self._hear(Dismiss(self._clock()) if index is None else ChooseReading(index, self._clock()))
            phase = self.session.state.phase
        if isinstance(phase, JokerAsked):
            named = _joker_laid(press)
            self._hear(Dismiss(self._clock()) if named is None else ChooseJoker(named, self._clock()))
        elif isinstance(phase, NothingLaid):
            match press.turn:
                case triolet.Exchange(count):
                    self._hear(ExchangeTokens(count, self._clock()))
                case triolet.Pass():
                    self._hear(PassTurn(self._clock()))
                case _:
                    self._hear(Dismiss(self._clock()))
        elif not self.session.state.is_over:
            self._hear(Dismiss(self._clock()))

    def _hear(self, heard: Input) -> None:
        after = self.session.hear(heard)
        if not isinstance(after, Declined):
            self.session = after

    @property
    def _game(self) -> triolet.Game:
        game = self.session.state.game
        assert isinstance(game, triolet.Game)  # a virtual family plays Triolet here
        return game

    def _tick(self) -> float:
        self._ticks += 1.0
        return self._ticks


def right_reading(asked: ReadingAsked, press: Press) -> int | None:
    """Which of the readings is what this family laid; `None` if none is."""
    laid = _as_seen([turn.move for turn in press.turns if isinstance(turn, triolet.Lay)])
    for index, reading in enumerate(asked.readings):
        moves = [move for move in reading.moves if isinstance(move, Move)]
        if _as_seen(moves) == laid:
            return index
    return None


def _as_seen(moves: Sequence[Move]) -> list[dict[str, str]]:
    """The moves as the table shows them: a joker has no number."""
    return [
        {cell: (OPEN_JOKER if token.is_joker else token).text for cell, token in move.tokens.items()}
        for move in moves
    ]


def _joker_laid(press: Press) -> int | None:
    """The number that the family's joker stands for."""
    tokens = [
        token
        for turn in press.turns
        if isinstance(turn, triolet.Lay)
        for token in turn.move.tokens.values()
        if token.is_joker
    ]
    return tokens[0].value if tokens else None
