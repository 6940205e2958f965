"""The state of a game: the fold of its events.

    state = fold(events)
    state = apply(state, event)

`apply` never fails: an event that does not fit (nothing to undo, no such turn) changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from companion.rules.ending import Settlement, final_scores
from companion.rules.triominos import game as triominos
from companion.session.declined import Declined
from companion.session.events import (
    Event,
    GameStarted,
    Paused,
    PhaseEntered,
    RackCounted,
    Resumed,
    SandMarked,
    TurnCorrected,
    TurnPlayed,
    Undone,
    Woken,
)
from companion.session.forms import Move, Turn
from companion.session.games import Game, count_anyway, is_turn_of, start_game, try_play
from companion.session.phases import BeingRead, Phase, ReadingAsked, ToLay, sand_stands
from companion.session.sand import Sand
from companion.session.setup import Setup


@dataclass(frozen=True, slots=True)
class Counted:
    """A turn on the score sheet.

    `why` is what the rules have against it, `None` if nothing. A turn that they refuse and that the players
    did not overrule became so by a correction before it: it stays, scored as an overruled one.
    """

    turn: Turn
    press: str | None
    overruled: bool
    why: Declined | None
    # The game after it. It follows from the turns, so it need not be compared: that would take long, as each
    # game holds all entries up to it.
    game: Game = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that can be taken back: the turns, and the racks that were counted at the end."""

    turns: tuple[Counted, ...] = ()
    told: tuple[tuple[int, int], ...] = ()  # player and total


@dataclass(frozen=True, slots=True)
class Deed:
    """What undoing goes back to: the sheet before something was done, and the sand at that moment."""

    sheet: Sheet
    left_s: float | None


@dataclass(frozen=True, slots=True)
class State:
    """A game after some events."""

    setup: Setup
    opening: Game  # before the first turn
    sheet: Sheet
    past: tuple[Deed, ...]
    phase: Phase
    is_paused: bool
    sand: Sand | None
    began: float  # when the turn that is played now began
    latest: float  # the time of the last event
    presses: frozenset[str]  # those that have counted, also if they were undone
    denied: tuple[tuple[Move, ...], ...] = ()  # readings of this turn that the players said are none of it

    @property
    def game(self) -> Game:
        return self.sheet.turns[-1].game if self.sheet.turns else self.opening

    @property
    def is_over(self) -> bool:
        return self.game.end is not None

    @property
    def settlement(self) -> Settlement:
        """What the end adds, and what must still be told for it."""
        return self.game.settle(dict(self.sheet.told))

    @property
    def final_scores(self) -> tuple[int, ...] | None:
        """The scores with the end's bonuses; `None` before the end, and while a rack is not counted."""
        return final_scores(self.game.scores, self.settlement) if self.is_over else None


class NoGame(ValueError):
    """Events that do not begin with the start of a game."""

    def __init__(self) -> None:
        super().__init__("These events hold no game: the first must be its start.")


def start(setup: Setup, at: float) -> State:
    """A game before its first turn. In Challenge it waits for the press that starts the first sand."""
    sand = None if setup.sand_s is None else Sand(setup.sand_s)
    return State(setup, start_game(setup), Sheet(), (), ToLay(), sand is not None, sand, at, at, frozenset())


def fold(events: Iterable[Event]) -> State:
    """The state after these events, of which the first is the start of a game."""
    state: State | None = None
    for event in events:
        if state is not None:
            state = apply(state, event)
        elif isinstance(event, GameStarted):
            state = start(event.setup, event.at)
        else:
            break
    if state is None:
        raise NoGame
    return state


def apply(state: State, event: Event) -> State:
    """The state after one more event."""
    match event:
        case GameStarted(setup, at):
            return start(setup, at)
        case Woken(at):
            return _wake(state, at)
        case TurnPlayed():
            after = _played(state, event)
        case TurnCorrected():
            after = _corrected(state, event)
        case RackCounted(player, total) if player in range(len(state.setup.players)):
            told = tuple(sorted({**dict(state.sheet.told), player: total}.items()))
            after = _with_sheet(state, replace(state.sheet, told=told), event.at)
        case Undone():
            after = _undone(state, event.at)
        case PhaseEntered(phase):
            after = replace(state, phase=phase, denied=state.denied + _denied_by(state.phase, phase))
        case Paused():
            phase = ToLay() if isinstance(state.phase, BeingRead) else state.phase
            after = replace(state, phase=phase, is_paused=True)
        case Resumed(press):
            after = replace(_with_press(state, press), is_paused=False, began=event.at)
        case RackCounted() | SandMarked():
            after = state
    after = replace(after, latest=max(state.latest, event.at))
    return replace(after, sand=_let_run(after, event.at))


def judge_turn(game: Game, turn: Turn, press: str | None, overruled: bool) -> Counted:
    """The turn as the sheet holds it, whether the rules allow it or not."""
    after = try_play(game, turn)
    if isinstance(after, Declined):
        return Counted(turn, press, overruled, after, count_anyway(game, turn))
    return Counted(turn, press, overruled, None, after)


def _denied_by(phase: Phase, then: Phase) -> tuple[tuple[Move, ...], ...]:
    """The readings that were asked about, and that the players went back to laying from."""
    if not isinstance(phase, ReadingAsked) or then != ToLay():
        return ()
    return tuple(reading.moves for reading in phase.readings if reading.moves)


def _let_run(state: State, at: float) -> Sand | None:
    """The sand, running or standing as the state asks for."""
    if state.sand is None:
        return None
    stands = state.is_paused or state.is_over or sand_stands(state.phase)
    return state.sand.stand(at) if stands else state.sand.run(at)


def _played(state: State, event: TurnPlayed) -> State:
    if not is_turn_of(state.game, event.turn):
        return state
    counted = judge_turn(state.game, event.turn, event.press, event.overruled)
    after = _with_sheet(state, replace(state.sheet, turns=(*state.sheet.turns, counted)), event.at)
    after = replace(_with_press(after, event.press), phase=ToLay(), began=event.at)
    if state.setup.sand_s is None or isinstance(event.turn, triominos.Draw):
        return after  # drawing does not start the sand again
    return replace(after, sand=Sand(state.setup.sand_s))


def _corrected(state: State, event: TurnCorrected) -> State:
    """The turn replaced, and everything after it judged again. What the players say themselves is overruled
    where the rules are against it."""
    turns = state.sheet.turns
    if not 1 <= event.number <= len(turns) or not is_turn_of(state.opening, event.turn):
        return state
    before, wrong, later = turns[: event.number - 1], turns[event.number - 1], turns[event.number :]
    game = before[-1].game if before else state.opening
    judged = [judge_turn(game, event.turn, wrong.press, overruled=True)]
    for old in later:
        judged.append(judge_turn(judged[-1].game, old.turn, old.press, old.overruled))
    after = _with_sheet(state, replace(state.sheet, turns=(*before, *judged)), event.at)
    return replace(after, phase=ToLay())


def _undone(state: State, at: float) -> State:
    """Back to the sheet before the last deed, with the sand that there was; a full one if it had run out."""
    if not state.past:
        return state
    deed = state.past[-1]
    after = replace(state, sheet=deed.sheet, past=state.past[:-1], phase=ToLay(), began=at, denied=())
    if state.setup.sand_s is None:
        return after
    return replace(after, sand=Sand(deed.left_s or state.setup.sand_s))


def _wake(state: State, at: float) -> State:
    """The game in another process: the reading that was under way is lost, and the sand waits for a press."""
    phase = ToLay() if isinstance(state.phase, BeingRead) else state.phase
    sand = None if state.sand is None else state.sand.after_a_cut(state.latest)
    is_paused = state.is_paused or (sand is not None and not state.is_over)
    return replace(state, phase=phase, is_paused=is_paused, sand=sand, began=at, latest=at)


def _with_sheet(state: State, sheet: Sheet, at: float) -> State:
    """The state with something done that can be undone."""
    left_s = None if state.sand is None else state.sand.left(at)
    return replace(state, sheet=sheet, past=(*state.past, Deed(state.sheet, left_s)), denied=())


def _with_press(state: State, press: str | None) -> State:
    return state if press is None else replace(state, presses=state.presses | {press})
