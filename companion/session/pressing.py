"""What happens when End turn is pressed: the reading, its ruling, the answers, and what is counted then."""

from __future__ import annotations

from math import isfinite

from companion.rules.triolet.position import Move as TokenMove
from companion.rules.verdict import Cell
from companion.session.corrections import Change, correct_cells
from companion.session.declined import Declined
from companion.session.events import PhaseEntered, Resumed, TurnPlayed
from companion.session.forms import Move
from companion.session.games import OpenJoker, is_of, name_joker, weigh
from companion.session.intents import ChooseJoker, ChooseReading, Dismiss, KeepTable, Overrule, PutBack
from companion.session.phases import (
    BeingRead,
    ChangeAsked,
    JokerAsked,
    MoveRefused,
    NothingLaid,
    ReadingAsked,
    ToLay,
    is_busy,
)
from companion.session.rulings import (
    Accepted,
    ChangedBefore,
    NothingNew,
    NotYet,
    Reading,
    Refused,
    Ruling,
    Unsure,
)
from companion.session.state import State
from companion.session.timing import Outcome, has_run_out, time_out

Answer = ChooseJoker | ChooseReading | Overrule | KeepTable | PutBack | Dismiss


def hear_press(state: State, press: str, pressed_at: float, at: float) -> Outcome:
    """The button: it lets a standing game go on, or the table be read. What counts is when it went down."""
    if press in state.presses:
        return Declined("press-counted")
    if state.is_over:
        return Declined("game-over")
    if not isfinite(pressed_at):
        return Declined("no-such-time")
    pressed_at = min(pressed_at, at)
    if state.is_paused:
        return (Resumed(press, max(pressed_at, state.latest)),)
    if is_busy(state.phase):
        return Declined("being-read")
    if pressed_at < state.began:
        return Declined("pressed-before")  # a second press of the player before
    if has_run_out(state, pressed_at):
        return time_out(state, at, press)
    return (PhaseEntered(BeingRead(press), pressed_at),)


def hear_ruling(state: State, press: str, ruling: Ruling, at: float) -> Outcome:
    """What the referee says, if anybody still waits for it."""
    if not isinstance(state.phase, BeingRead) or state.phase.press != press or state.is_paused:
        return Declined("not-being-read")
    match ruling:
        case Accepted(moves) if moves in state.denied:
            # A reading that the players denied does not become right because it is read once more.
            readings = (Reading(moves, True, 1.0), Reading((), True, 0.0))
            return (PhaseEntered(ReadingAsked(press, readings, _places(moves)), at),)
        case Accepted(moves):
            return count_moves(state, moves, press, at)
        case Refused(move, verdict):
            why = Declined("illegal-move", verdict=verdict)
            return (PhaseEntered(MoveRefused(press, (move,), why), at),)
        case Unsure(readings, cells, across):
            return (PhaseEntered(ReadingAsked(press, readings, cells, across), at),)
        case NotYet(hindrances):
            waiting = BeingRead(press, hindrances or ("other",))
            return (PhaseEntered(waiting, at),) if waiting != state.phase else ()
        case NothingNew():
            return (PhaseEntered(NothingLaid(press), at),)
        case ChangedBefore(missing, different, extra):
            return (PhaseEntered(ChangeAsked(press, missing, different, extra), at),)


def _places(moves: tuple[Move, ...]) -> tuple[Cell, ...]:
    """Where these moves lay something."""
    return tuple(
        place for move in moves for place in (move.tokens if isinstance(move, TokenMove) else (move.at,))
    )


def hear_answer(state: State, answer: Answer, at: float) -> Outcome:
    """What follows from an answer to what the screen shows."""
    match answer, state.phase:
        case Dismiss(), phase:
            return Declined("nothing-asked") if phase == ToLay() else (PhaseEntered(ToLay(), at),)
        case ChooseJoker(value), JokerAsked(press, moves, cell, options, overruled):
            if value not in options:
                return Declined("no-such-choice")
            return count_moves(state, name_joker(moves, cell, value), press, at, overruled)
        case ChooseReading(index), ReadingAsked(press, readings):
            if not 0 <= index < len(readings):
                return Declined("no-such-choice")
            return count_moves(state, readings[index].moves, press, at)
        case Overrule(), MoveRefused(press, moves):
            return count_moves(state, moves, press, at, overruling=True)
        case PutBack(), ChangeAsked(press):
            return (PhaseEntered(BeingRead(press), at),)
        case KeepTable(), ChangeAsked(press, missing, different):
            changes: list[Change] = [*((cell, None) for cell in missing), *different]
            corrected = correct_cells(state, changes, at)
            if isinstance(corrected, Declined):
                return corrected
            return (*corrected, PhaseEntered(BeingRead(press), at))
        case Overrule(), _:
            return Declined("nothing-refused")
        case _:
            return Declined("nothing-asked")


def count_moves(
    state: State, moves: tuple[Move, ...], press: str | None, at: float, overruling: bool = False
) -> Outcome:
    """Count these moves as turns, or show what stands against them."""
    if any(not is_of(state.game, move) for move in moves):
        return Declined("not-in-this-game")
    if not moves:
        return (PhaseEntered(ToLay() if press is None else NothingLaid(press), at),)
    match weigh(state.game, moves, overruling):
        case OpenJoker(cell, options):
            return (PhaseEntered(JokerAsked(press, moves, cell, options, overruling), at),)
        case Declined() as why:
            return why if overruling else (PhaseEntered(MoveRefused(press, moves, why), at),)
        case turns:
            return tuple(TurnPlayed(one.turn, press, one.overruled, at) for one in turns)
