"""A family that makes mistakes, at the real kiosk: it lays, presses, answers questions, and keeps count.

It answers by what it laid, never by what the camera saw. A move that the camera does not understand is
pressed again, and at last entered by hand: each such press counts as a question, since it costs as much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial

from companion.players import presses
from companion.referee.lattice_fit import STAY, same_layout
from companion.rules.ending import final_scores
from companion.rules.triolet import game as triolet
from companion.rules.triolet.tokens import FACE_VALUES
from companion.rules.triominos import game as triominos
from companion.rules.triominos.position import Move as TileMove
from companion.rules.triominos.tiles import Tile
from companion.session.games import Game
from companion.session.intents import Dismiss, EnterMove
from companion.session.phases import (
    BeingRead,
    ChangeAsked,
    JokerAsked,
    MoveRefused,
    NothingLaid,
    ReadingAsked,
)
from companion.virtual_answers import joker_laid, right_reading
from companion.virtual_game import Press, change_table
from hardware.virtual.table import VirtualTable
from tests.measure.kiosk_table import KioskStuck, KioskTable

TRIES = 3  # presses of one move before it is entered by hand


@dataclass(slots=True)
class Tally:
    """What came of a game."""

    presses: int = 0
    turns: int = 0
    questions: int = 0  # that a better camera would not have asked
    entered: int = 0  # moves entered by hand, after that
    erred: int = 0  # illegal moves laid
    refused: int = 0  # of these
    legal_refused: int = 0
    not_yet: int = 0  # something was in the way, and nothing was
    wrong: int = 0  # scored wrong, and nobody was asked: the game ends there
    stuck: int = 0  # the family knew no way to have its turn counted: the game ends there
    final: list[int] | None = None
    truth: list[int] = field(default_factory=list)
    trouble: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, object]:
        return asdict(self)


class KioskFamily:
    """Plays these presses to the end, or until the score is no longer the true one."""

    def __init__(self, kiosk: KioskTable, table: VirtualTable) -> None:
        self.tally, self._kiosk, self._table = Tally(), kiosk, table

    def play(self, family: list[Press]) -> Tally:
        last = family[-1]
        racks: tuple[Sequence[str | Tile], ...] = last.racks
        rests = {player: sum(map(_value, rack)) for player, rack in enumerate(racks)}
        self.tally.truth = list(final_scores(last.game_after.scores, last.game_after.settle(rests)) or ())
        for press in family:
            change_table(self._table, press)
            before = len(self._kiosk.state.sheet.turns)
            self._press(press)
            if not self._agrees(press):
                is_counted = len(self._kiosk.state.sheet.turns) > before
                self.tally.wrong += is_counted
                self.tally.stuck += not is_counted
                self._note(press, "WRONG" if is_counted else "STUCK")
                break
            self.tally.turns = len(self._kiosk.state.sheet.turns)
        else:
            self._finish(last)
        return self.tally

    def _finish(self, last: Press) -> None:
        self._count_racks(last)
        self.tally.final = list(self._kiosk.state.final_scores or ())

    # One press ------------------------------------------------------------------------------------------

    def _press(self, press: Press) -> None:
        kiosk = self._kiosk
        for _ in range(press.told.drawn):
            kiosk.choose("draw")
            kiosk.choose("draw")
        if press.told.timeout:
            kiosk.wait_for_the_sand()
            return
        if isinstance(press.turn, triolet.Stop | triominos.Stop):
            for name in ("menu", "end-game", "yes"):
                kiosk.choose(name)
            return
        turns = len(kiosk.state.sheet.turns)
        self.tally.erred += isinstance(press.expected, presses.Refused)
        for number in range(TRIES):
            self.tally.presses += 1
            if not kiosk.end_turn():
                self.tally.not_yet += 1
                self._note(press, "not yet")
            self._answer(press, is_again=number > 0)
            if not press.turns or len(kiosk.state.sheet.turns) > turns:
                return
            self._note(press, "again")
        self._enter(press)

    def _answer(self, press: Press, is_again: bool) -> None:
        """Whatever the screen asks, answered as a family does; it is back to laying then."""
        kiosk, expected = self._kiosk, press.expected
        phase = kiosk.state.phase
        if isinstance(phase, ChangeAsked) and not isinstance(expected, presses.ChangedBefore):
            self._ask(press)
            kiosk.put_back()
            phase = kiosk.state.phase
        if isinstance(phase, ReadingAsked | ChangeAsked):
            # A piece that really moved is no question, nor are two turns that can be seen in several ways.
            is_fair = isinstance(expected, presses.ChangedBefore) and isinstance(phase, ChangeAsked)
            is_fair |= isinstance(expected, presses.TwoTurns) and not expected.is_certain
            if not is_fair:
                self._ask(press)
        elif is_again:
            self.tally.questions += 1  # nobody asked, but it had to be pressed again
        if isinstance(phase, ReadingAsked):
            index = right_reading(phase, kiosk.state.game, _as_laid(press))
            kiosk.choose("dismiss" if index is None else f"reading-{index}")
            phase = kiosk.state.phase
        if isinstance(phase, JokerAsked):
            named = f"joker-{joker_laid(press)}"
            kiosk.choose(named if kiosk.has(named) else "dismiss")
        elif isinstance(phase, NothingLaid):
            self._do_instead(press)
        elif isinstance(phase, MoveRefused):
            self._see_refused(press)
            kiosk.choose("dismiss")
        elif isinstance(phase, ChangeAsked):
            kiosk.choose("dismiss")
        elif isinstance(phase, BeingRead):
            kiosk.send(Dismiss)

    def _do_instead(self, press: Press) -> None:
        """Pressed with nothing new on the table."""
        match press.turn:
            case triolet.Exchange(count):
                self._kiosk.choose(f"exchange-{count}")
            case triolet.Pass() | triominos.Pass():
                self._kiosk.choose("pass")
            case _:
                self._kiosk.choose("dismiss")

    def _see_refused(self, press: Press) -> None:
        if isinstance(press.expected, presses.Refused):
            self.tally.refused += 1
        elif press.turns:
            self.tally.legal_refused += 1
            self._note(press, "legal, and refused")

    def _enter(self, press: Press) -> None:
        """By hand, as a family does that has had enough."""
        self.tally.entered += 1
        game = press.game_before
        for turn in press.turns:
            if isinstance(turn, triolet.Lay):
                self._kiosk.send(partial(EnterMove, turn.move))
            elif isinstance(turn, triominos.Lay) and isinstance(game, triominos.Game):
                move = _as_called(turn.move, game, self._kiosk.state.game)
                self._kiosk.send(partial(EnterMove, move))
                game = game.play(turn)

    # Truth ----------------------------------------------------------------------------------------------

    def _agrees(self, press: Press) -> bool:
        game, true = self._kiosk.state.game, press.game_after
        return game.scores == true.scores and (true.end is not None or game.player == true.player)

    def _count_racks(self, last: Press) -> None:
        kiosk = self._kiosk
        while kiosk.screen == "count-racks":
            rack = last.racks[kiosk.state.settlement.missing[0]]
            keys = (
                rack if isinstance(last.game_after, triolet.Game) else "+".join(str(_value(t)) for t in rack)
            )
            for key in keys:
                kiosk.choose(f"key-{key}")
            kiosk.choose("done")
        if kiosk.screen != "end":
            raise KioskStuck(f"the game is over, and the screen is {kiosk.screen}")

    def _ask(self, press: Press) -> None:
        self.tally.questions += 1
        self._note(press, "asked")

    def _note(self, press: Press, what: str) -> None:
        phase, number = self._kiosk.state.phase, self.tally.presses
        self.tally.trouble.append(f"press {number}: {what}; {_short(phase)}, truly {_short(press.expected)}")


def _as_laid(press: Press) -> Press:
    """A press with what was laid, also if it was a slip: whoever is asked says what lies there."""
    if not isinstance(press.expected, presses.Refused):
        return press
    slip = press.expected.move
    turn = triominos.Lay(slip) if isinstance(slip, TileMove) else triolet.Lay(slip)
    return replace(press, turns=(turn,))  # type: ignore[arg-type]  # a slip is of the press' own game


def _as_called(move: TileMove, truth: triominos.Game, game: Game) -> TileMove:
    """A tile's place by the kiosk's lattice, which begins with how the first tile lay in the picture."""
    if not isinstance(game, triominos.Game) or not game.position.tiles:
        return move
    fit = same_layout(truth.position.tiles, game.position.tiles) or STAY
    at, order = fit.place(move.at)
    first, second, third = (move.corners[corner] for corner in order)
    return TileMove(at, (first, second, third))


def _value(piece: str | Tile) -> int:
    """What a piece on a rack counts at the end."""
    return FACE_VALUES[piece] if isinstance(piece, str) else sum(piece)


def _short(thing: object) -> str:
    return repr(thing)[:300]
