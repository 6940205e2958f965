"""What a screen needs, as one frozen value: the kiosk draws from it and from nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.rules.ending import End
from companion.rules.sums import spell_triolet, spell_triominos
from companion.rules.triolet import game as triolet
from companion.rules.triolet.scoring import Legal as TrioletLegal
from companion.rules.triominos import game as triominos
from companion.rules.triominos.judge import Legal as TriominosLegal
from companion.rules.verdict import Language
from companion.session.forms import Kind, Turn
from companion.session.games import Game
from companion.session.phases import (
    BeingRead,
    ChangeAsked,
    JokerAsked,
    MoveRefused,
    NothingLaid,
    ReadingAsked,
)
from companion.session.questions import Choice, Question, instead_of_laying, question_of
from companion.session.rulings import Hindrance, Move
from companion.session.sand import Colour, colour_of
from companion.session.setup import Player
from companion.session.state import Counted, State

PhaseName = Literal[
    "to-lay", "reading", "asked", "refused", "changed", "nothing-laid", "paused", "counting", "over"
]
TurnName = Literal["lay", "exchange", "pass", "draw", "time-out", "stop"]
# "overruled": counted anyway, as the players said. "illegal": it has become so by a correction.
Mark = Literal["overruled", "illegal"]


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One turn: who, what, how it adds up, and the player's total after it."""

    number: int  # from 1, as corrections count
    player: int
    turn: TurnName
    points: int
    total: int
    move: Move | None = None
    count: int = 0  # of tokens exchanged
    sums: tuple[str, ...] = ()
    goes_again: bool = False
    mark: Mark | None = None
    why: str = ""  # the sentence that goes with the mark


@dataclass(frozen=True, slots=True)
class SandView:
    """The sand at one moment."""

    left_s: float
    seconds: float
    colour: Colour
    is_running: bool


@dataclass(frozen=True, slots=True)
class EndView:
    """How it ended. `bonuses` and `totals` are `None` where a rack must still be counted."""

    end: End
    bonuses: tuple[int | None, ...]
    missing: tuple[int, ...]  # players whose racks must be counted
    doubtful: tuple[int, ...]  # players whose counts cannot be right
    told: tuple[tuple[int, int], ...]
    totals: tuple[int, ...] | None
    winners: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class MatchView:
    """The games before, and this one as soon as its scores are final."""

    target: int | None
    games: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    super_winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything that is shown of a game."""

    kind: Kind
    phase: PhaseName
    players: tuple[Player, ...]
    player: int  # whose turn it is
    scores: tuple[int, ...]  # without the end's bonuses
    game: Game  # for the table as accepted: `game.position`
    lines: tuple[SheetLine, ...]
    last: SheetLine | None  # the last move that was laid
    stock: int  # in the bag or the pool
    racks: tuple[int, ...]
    sand: SandView | None
    hindrances: tuple[Hindrance, ...]
    question: Question | None
    instead: tuple[Choice, ...]  # what may be done instead of laying, whenever nothing is asked
    end: EndView | None
    match: MatchView | None
    can_end_turn: bool
    can_undo: bool
    can_go_on: bool  # another game of the match can begin


def see(state: State, at: float, language: Language = "en") -> TableView:
    """The view of a state at one moment."""
    game, lines, end = state.game, see_lines(state, language), _see_end(state)
    laid = [line for line in lines if line.move is not None]
    is_triolet = isinstance(game, triolet.Game)
    reading = state.phase if isinstance(state.phase, BeingRead) else None
    question = None if state.is_over else question_of(state, language)
    match_view = _see_match(state, end)
    is_won = match_view is not None and bool(match_view.super_winners)
    return TableView(
        kind="triolet" if is_triolet else "triominos",
        phase=_phase_name(state, end),
        players=state.setup.players,
        player=game.player,
        scores=game.scores,
        game=game,
        lines=lines,
        last=laid[-1] if laid else None,
        stock=game.ledger.bag if isinstance(game, triolet.Game) else game.ledger.pool,
        racks=game.ledger.racks if isinstance(game, triolet.Game) else game.ledger.hands,
        sand=see_sand(state, at),
        hindrances=() if reading is None else reading.hindrances,
        question=question,
        instead=instead_of_laying(game) if question is None and not state.is_paused else (),
        end=end,
        match=match_view,
        can_end_turn=not state.is_over and (reading is None or bool(reading.hindrances)),
        can_undo=bool(state.past),
        can_go_on=end is not None and end.totals is not None and not is_won,
    )


def see_sand(state: State, at: float) -> SandView | None:
    """The sand alone, which changes while nothing else does."""
    seconds = state.setup.sand_s
    if state.sand is None or seconds is None:
        return None
    left_s = state.sand.left(at)
    return SandView(left_s, seconds, colour_of(left_s, seconds), state.sand.runs)


def see_lines(state: State, language: Language = "en") -> tuple[SheetLine, ...]:
    """The score sheet, turn by turn."""
    totals, lines = [0] * len(state.setup.players), []
    for number, counted in enumerate(state.sheet.turns, start=1):
        entry = counted.game.entries[-1]
        totals[entry.player] += entry.points
        move = counted.turn.move if isinstance(counted.turn, triolet.Lay | triominos.Lay) else None
        lines.append(
            SheetLine(
                number,
                entry.player,
                _turn_name(counted.turn),
                entry.points,
                totals[entry.player],
                move,
                counted.turn.count if isinstance(counted.turn, triolet.Exchange) else 0,
                _spell(counted, language),
                isinstance(entry.verdict, TrioletLegal) and entry.verdict.replay,
                None if counted.why is None else "overruled" if counted.overruled else "illegal",
                "" if counted.why is None else counted.why.say(language),
            )
        )
    return tuple(lines)


def _spell(counted: Counted, language: Language) -> tuple[str, ...]:
    verdict = counted.game.entries[-1].verdict
    if isinstance(verdict, TrioletLegal):
        return tuple(spell_triolet(verdict, language))
    if isinstance(verdict, TriominosLegal) and isinstance(counted.turn, triominos.Lay):
        scoring = counted.game.position.scoring if isinstance(counted.game, triominos.Game) else "standard"
        return tuple(spell_triominos(counted.turn.move, verdict, language, scoring))
    return ()


def _turn_name(turn: Turn) -> TurnName:
    match turn:
        case triolet.Lay() | triominos.Lay():
            return "lay"
        case triolet.Exchange():
            return "exchange"
        case triominos.Draw():
            return "draw"
        case triominos.TimeOut():
            return "time-out"
        case triolet.Stop() | triominos.Stop():
            return "stop"
        case _:
            return "pass"


def _phase_name(state: State, end: EndView | None) -> PhaseName:
    if end is not None:
        return "counting" if end.totals is None else "over"
    if state.is_paused:
        return "paused"
    match state.phase:
        case BeingRead():
            return "reading"
        case JokerAsked() | ReadingAsked():
            return "asked"
        case ChangeAsked():
            return "changed"
        case MoveRefused():
            return "refused"
        case NothingLaid():
            return "nothing-laid"
        case _:
            return "to-lay"


def _see_end(state: State) -> EndView | None:
    game, told = state.game, state.sheet.told
    if game.end is None:
        return None
    settlement = state.settlement
    return EndView(
        game.end,
        settlement.bonuses,
        settlement.missing,
        settlement.doubtful,
        told,
        state.final_scores,
        game.winners(dict(told)),
    )


def _see_match(state: State, end: EndView | None) -> MatchView | None:
    """`None` for a game by itself."""
    setup = state.setup
    if setup.target is None and not setup.games:
        return None
    games = setup.games if end is None or end.totals is None else (*setup.games, end.totals)
    totals = tuple(sum(scores) for scores in zip(*games, strict=True)) or (0,) * len(setup.players)
    played = setup.match
    if played is not None and len(games) > len(setup.games):
        played = played.after(games[-1])
    return MatchView(setup.target, games, totals, () if played is None else played.super_winners)
