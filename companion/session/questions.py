"""What the players are asked, with the choices as buttons: each stands for one intent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.rules.triominos import game as triominos
from companion.rules.verdict import Cell, Language
from companion.session.games import Game
from companion.session.intents import (
    ChooseJoker,
    ChooseReading,
    Dismiss,
    DrawTile,
    ExchangeTokens,
    Intent,
    KeepTable,
    Overrule,
    PassTurn,
    PutBack,
)
from companion.session.phases import (
    ChangeAsked,
    JokerAsked,
    MoveRefused,
    NothingLaid,
    ReadingAsked,
)
from companion.session.rulings import Move
from companion.session.state import State

Answer = Literal[
    "joker", "reading", "overrule", "put-back", "keep-table", "draw", "exchange", "pass", "dismiss"
]


@dataclass(frozen=True, slots=True)
class Choice:
    """One button. `number` is the joker's number, the reading's index or how many tokens are exchanged;
    `moves` is what a reading would be."""

    answer: Answer
    number: int = 0
    moves: tuple[Move, ...] = ()

    def intent(self, at: float) -> Intent:
        """What to send when it is touched."""
        match self.answer:
            case "joker":
                return ChooseJoker(self.number, at)
            case "reading":
                return ChooseReading(self.number, at)
            case "exchange":
                return ExchangeTokens(self.number, at)
            case "overrule":
                return Overrule(at)
            case "put-back":
                return PutBack(at)
            case "keep-table":
                return KeepTable(at)
            case "draw":
                return DrawTile(at)
            case "pass":
                return PassTurn(at)
            case "dismiss":
                return Dismiss(at)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked or refused, where, and the choices. `sentence` says why a move was refused, else empty.

    `across` are pairs of cells that one piece lies across, `missing` accepted pieces that are gone,
    `different` what is read now in place of an accepted piece.
    """

    kind: Literal["joker", "reading", "changed", "nothing-laid", "refused"]
    choices: tuple[Choice, ...]
    cells: tuple[Cell, ...] = ()
    sentence: str = ""
    moves: tuple[Move, ...] = ()
    across: tuple[tuple[Cell, Cell], ...] = ()
    missing: tuple[Cell, ...] = ()
    different: tuple[tuple[Cell, str], ...] = ()


DISMISS = Choice("dismiss")


def question_of(state: State, language: Language) -> Question | None:
    """What the screen asks now; `None` while it asks nothing."""
    match state.phase:
        case JokerAsked(_, moves, cell, options):
            return Question(
                "joker", (*(Choice("joker", value) for value in options), DISMISS), (cell,), moves=moves
            )
        case ReadingAsked(_, readings, cells, across):
            choices = (Choice("reading", index, one.moves) for index, one in enumerate(readings))
            return Question("reading", (*choices, DISMISS), cells, across=across)
        case ChangeAsked(_, missing, different, extra):
            return Question(
                "changed",
                (Choice("put-back"), Choice("keep-table"), DISMISS),
                extra,
                missing=missing,
                different=different,
            )
        case NothingLaid():
            return Question("nothing-laid", (*instead_of_laying(state.game), DISMISS))
        case MoveRefused(_, moves, why):
            broken = () if why.verdict is None else why.verdict.violations
            refused_cells = tuple(dict.fromkeys(cell for violation in broken for cell in violation.cells))
            return Question(
                "refused", (Choice("overrule"), DISMISS), refused_cells, why.say(language), moves=moves
            )
        case _:
            return None


def instead_of_laying(game: Game) -> tuple[Choice, ...]:
    """What a player who lays nothing may do now."""
    if game.end is not None:
        return ()
    if isinstance(game, triominos.Game):
        return (Choice("draw"),) if game.may_draw else (Choice("pass"),)
    exchanges = range(1, game.ledger.racks[game.player] + 1) if game.ledger.may_exchange else ()
    return (*(Choice("exchange", count) for count in exchanges), Choice("pass"))
