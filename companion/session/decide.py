"""What happens when something comes in: the events of an intent, a ruling or a tick; or why nothing does.

    decide(state, heard)         # events, to be applied in order, or Declined

Nothing that comes in is an error: what is not possible now is declined with a reason.
"""

from __future__ import annotations

from math import isfinite

from companion.rules.triolet import game as triolet
from companion.rules.triominos import game as triominos
from companion.session.corrections import correct_cells, correct_turn
from companion.session.declined import Declined
from companion.session.events import (
    Event,
    GameStarted,
    Paused,
    RackCounted,
    Resumed,
    TurnPlayed,
    Undone,
    Woken,
)
from companion.session.forms import Turn
from companion.session.games import try_play
from companion.session.intents import (
    ChooseJoker,
    ChooseReading,
    CorrectSquare,
    CorrectTurn,
    CountRack,
    Dismiss,
    DrawTile,
    EndGame,
    EndTurn,
    EnterMove,
    ExchangeTokens,
    Input,
    KeepTable,
    NextGame,
    Overrule,
    PassTurn,
    Pause,
    PutBack,
    Resume,
    Ruled,
    TellTimeOut,
    Tick,
    Undo,
    Wake,
)
from companion.session.phases import ChangeAsked, JokerAsked, ReadingAsked, is_busy
from companion.session.pressing import count_moves, hear_answer, hear_press, hear_ruling
from companion.session.state import State, apply
from companion.session.timing import Outcome, has_run_out, tick, time_out

# What the sand may have run out on before it came in.
_PLAYS = (DrawTile, ExchangeTokens, PassTurn, EnterMove, TellTimeOut, Overrule, Ruled)


def decide(state: State, heard: Input) -> Outcome:
    """The events that follow from what came in, or why there are none."""
    if not isfinite(heard.at):
        return Declined("no-such-time")
    if isinstance(heard, Wake):
        return (Woken(heard.at),)
    at = max(heard.at, state.latest)
    if isinstance(heard, _PLAYS) and has_run_out(state, at):
        return time_out(state, at)
    match heard:
        case Tick():
            return tick(state, at)
        case EndTurn(press, pressed_at):
            return hear_press(state, press, pressed_at, at)
        case Ruled(press, ruling):
            return hear_ruling(state, press, ruling, at)
        case DrawTile():
            return _play(state, triominos.Draw(), at)
        case ExchangeTokens(count):
            return _play(state, triolet.Exchange(count), at)
        case PassTurn(anyway=anyway):
            is_triolet = isinstance(state.game, triolet.Game)
            return _play(state, triolet.Pass() if is_triolet else triominos.Pass(), at, anyway)
        case TellTimeOut():
            return _play(state, triominos.TimeOut(), at)
        case EnterMove(move):
            return _not_now(state) or count_moves(state, (move,), None, at)
        case EndGame():
            return _end_game(state, at)
        case ChooseJoker() | ChooseReading() | Overrule() | KeepTable() | PutBack() | Dismiss():
            return _not_now(state) or hear_answer(state, heard, at)
        case Undo():
            return _undo(state, at)
        case CorrectTurn(number, turn):
            return _corrected(state, correct_turn(state, number, turn, at), at)
        case CorrectSquare(cell, piece):
            return _corrected(state, correct_cells(state, [(cell, piece)], at), at)
        case Pause():
            return _pause(state, at)
        case Resume():
            return (Resumed(None, at),) if state.is_paused else Declined("not-paused")
        case CountRack(player, total):
            return _count_rack(state, player, total, at)
        case NextGame(first=first):
            return _next_game(state, first, at)


# Other turns ------------------------------------------------------------------------------------------------


def _not_now(state: State) -> Declined | None:
    """Why nothing can be laid or answered just now. A reading that hangs can always be dismissed."""
    if state.is_over:
        return Declined("game-over")
    return Declined("paused") if state.is_paused else None


def _play(state: State, turn: Turn, at: float, anyway: bool = False) -> Outcome:
    """A turn that lays nothing. It takes up the press that led to it, so that this does not count again."""
    if (why := _not_now(state)) is not None:
        return why
    if is_busy(state.phase):
        return Declined("being-read")
    if isinstance(state.phase, JokerAsked | ReadingAsked | ChangeAsked):
        return Declined("answer-first")
    after = try_play(state.game, turn)
    if isinstance(after, Declined) and not (anyway and after.reason != "not-in-this-game"):
        return after
    return (TurnPlayed(turn, state.phase.press, isinstance(after, Declined), at),)


def _end_game(state: State, at: float) -> Outcome:
    if state.is_over:
        return Declined("game-over")
    is_triolet = isinstance(state.game, triolet.Game)
    return (TurnPlayed(triolet.Stop() if is_triolet else triominos.Stop(), state.phase.press, False, at),)


# Putting right, and the game as a whole ---------------------------------------------------------------------


def _undo(state: State, at: float) -> Outcome:
    if not state.past:
        return Declined("nothing-to-undo")
    return _standing(state, (Undone(at),), at)


def _corrected(state: State, corrected: tuple[Event, ...] | Declined, at: float) -> Outcome:
    return corrected if isinstance(corrected, Declined) else _standing(state, corrected, at)


def _standing(state: State, events: tuple[Event, ...], at: float) -> Outcome:
    """These events, after which the sand waits for a press: putting right shall cost nobody any time."""
    for event in events:
        state = apply(state, event)
    if state.sand is None or state.is_paused or state.is_over:
        return events
    return (*events, Paused(at))


def _pause(state: State, at: float) -> Outcome:
    if (why := _not_now(state)) is not None:
        return why
    return Declined("being-read") if is_busy(state.phase) else (Paused(at),)


def _count_rack(state: State, player: int, total: int, at: float) -> Outcome:
    if not state.is_over:
        return Declined("game-on")
    if player not in range(len(state.setup.players)):
        return Declined("no-such-player")
    return Declined("no-such-count") if total < 0 else (RackCounted(player, total, at),)


def _next_game(state: State, first: int | None, at: float) -> Outcome:
    if not state.is_over:
        return Declined("game-on")
    scores = state.final_scores
    if scores is None:
        return Declined("racks-missing")
    so_far = state.setup.match
    if so_far is not None and so_far.after(scores).super_winners:
        return Declined("match-over")
    players = len(state.setup.players)
    if first is None:
        first = (state.setup.first + 1) % players
    if first not in range(players):
        return Declined("no-such-player")
    return (GameStarted(state.setup.after(scores, first), at),)
