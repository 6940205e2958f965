"""A game on the virtual table, played by a virtual family and kept by the very path that the kiosk uses.

The family lays pieces on the table and presses; the camera sees the table; the umpire rules on the frames
alone; the session counts. What the family knows is only used as a family would: to tell what no camera sees,
and to answer a question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from calibration.calibrate import calibrate_board
from companion.looks import BURST, pixels_of, rule_longer
from companion.players import family_triolet, family_triominos
from companion.players.triolet_table import Lay, Shift, Take
from companion.players.triominos_table import LayTile, ShiftTile, TakeTile
from companion.rules.triolet import game as triolet
from companion.rules.triominos import game as triominos
from companion.rules.triominos.lattice import Place
from companion.rules.triominos.tiles import Corners
from companion.session.declined import Declined
from companion.session.games import Game
from companion.session.intents import (
    ChooseJoker,
    ChooseReading,
    Dismiss,
    DrawTile,
    EndTurn,
    ExchangeTokens,
    Input,
    PassTurn,
    Ruled,
    TellTimeOut,
)
from companion.session.phases import ChangeAsked, JokerAsked, NothingLaid, Phase, ReadingAsked
from companion.session.rulings import Refused, Ruling
from companion.session.session import Session
from companion.tile_umpire import TriominosUmpire
from companion.umpire import TrioletUmpire
from companion.virtual_answers import joker_laid, right_reading
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.table import VirtualTable

Press = family_triolet.Press | family_triominos.Press
Entry = triolet.Entry | triominos.Entry


@dataclass(frozen=True, slots=True)
class Heard:
    """What came of one press."""

    press: Press
    ruling: Ruling | None  # none if the sand had run out, and nobody looked
    asked: Phase | None  # the question that the family was asked, if it was
    session: Session  # afterwards
    counted: tuple[Entry, ...]  # the turns that the press added

    @property
    def was_refused(self) -> bool:
        return isinstance(self.ruling, Refused)


class VirtualGame:
    """A family, its table, and whoever keeps the score. The session says which game it is."""

    def __init__(
        self, table: VirtualTable, session: Session, clock: Callable[[], float] | None = None
    ) -> None:
        self.session, self.camera, self.table = session, VirtualCamera(table), table
        self._ticks = 0.0
        self._clock = clock or self._tick
        is_triolet = isinstance(session.state.game, triolet.Game)
        self.umpire: TrioletUmpire | TriominosUmpire = TrioletUmpire() if is_triolet else TriominosUmpire()

    def calibrate(self) -> None:
        """Learn the empty board or table, as somebody does once."""
        picture = self.camera.frame().pixels
        if isinstance(self.umpire, TriominosUmpire):
            self.umpire.see_empty([picture])
            return
        self.umpire.known = calibrate_board(picture)[0].known
        self.umpire.look([picture])
        self.umpire.accept()

    def play(self, family: Iterable[Press]) -> Iterator[Heard]:
        """Every press of the family, and what came of it."""
        for number, press in enumerate(family):
            change_table(self.table, press)
            yield self._press(f"press {number}", press)

    def _press(self, name: str, press: Press) -> Heard:
        before = self.session.state.game
        for _ in range(press.told.drawn):
            self._hear(DrawTile(self._clock()))
        if press.told.timeout:
            self._hear(TellTimeOut(self._clock()))
            return Heard(press, None, None, self.session, self._added(before))
        self._hear(EndTurn(name, self._clock(), self._clock()))
        burst = pixels_of(self.camera.burst(BURST))
        ruling, _ = rule_longer(self.umpire, burst, self.session.state.game, self.camera.burst)
        self._hear(Ruled(name, ruling, self._clock()))
        phase = self.session.state.phase
        asked = phase if isinstance(phase, ReadingAsked | ChangeAsked) else None
        self._answer(press)
        counted = self._added(before)
        if counted:
            self.umpire.accept()
        return Heard(press, ruling, asked, self.session, counted)

    def _answer(self, press: Press) -> None:
        """Answer as a family does that knows what it laid."""
        phase = self.session.state.phase
        if isinstance(phase, ReadingAsked):
            index = right_reading(phase, self.session.state.game, press)
            self._hear(Dismiss(self._clock()) if index is None else ChooseReading(index, self._clock()))
            phase = self.session.state.phase
        if isinstance(phase, JokerAsked):
            named = joker_laid(press)
            self._hear(Dismiss(self._clock()) if named is None else ChooseJoker(named, self._clock()))
        elif isinstance(phase, NothingLaid):
            match press.turn:
                case triolet.Exchange(count):
                    self._hear(ExchangeTokens(count, self._clock()))
                case triolet.Pass() | triominos.Pass():
                    self._hear(PassTurn(self._clock()))
                case _:
                    self._hear(Dismiss(self._clock()))
        elif not self.session.state.is_over:
            self._hear(Dismiss(self._clock()))

    def _hear(self, heard: Input) -> None:
        after = self.session.hear(heard)
        if not isinstance(after, Declined):
            self.session = after

    def _added(self, before: Game) -> tuple[Entry, ...]:
        return self.session.state.game.entries[len(before.entries) :]

    def _tick(self) -> float:
        self._ticks += 1.0
        return self._ticks


def room_for(presses: Sequence[Press]) -> dict[Place, Corners]:
    """The tiles that a family will lay: the virtual camera is placed so that it sees them all."""
    laid = (change for press in presses for change in press.changes if isinstance(change, LayTile))
    return {tile.at: tile.corners for tile in laid}


def change_table(table: VirtualTable, press: Press) -> None:
    """Do with the table what the family's hands did before this press."""
    drawn = press.told.drawn + press.told.timeout
    if drawn and isinstance(press.game_before, triominos.Game):
        table.take_from_pool(min(drawn, press.game_before.ledger.pool))
    for change in press.changes:
        match change:
            case Lay(cell, face):
                table.lay(cell, face)
            case Take(cell):
                table.take(cell)
            case Shift(cell, dx, dy, turn_deg):
                if change.target != cell:
                    table.move(cell, change.target)
                table.shift(change.target, dx - round(dx), dy - round(dy), turn_deg)
            case LayTile(at, corners):
                table.lay(at, corners)
            case TakeTile(at):
                table.take(at)
            case ShiftTile(at, dx_mm, dy_mm, turn_deg):
                table.shift(at, dx_mm, dy_mm, turn_deg)
