"""Is the table as the game has it? Asked when a game is taken up again, before anybody plays on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from companion.rules.triolet.position import Move as TokenMove
from companion.rules.verdict import Cell, Language
from companion.rules.wording import fill
from companion.session.declined import Declined
from companion.session.intents import (
    ChooseJoker,
    ChooseReading,
    DrawTile,
    EndTurn,
    EnterMove,
    ExchangeTokens,
    Intent,
    KeepTable,
    Overrule,
    PassTurn,
    PutBack,
    Resume,
    TellTimeOut,
)
from companion.session.phases import ChangeAsked, JokerAsked, MoveRefused, Phase, ReadingAsked
from companion.session.rulings import (
    Accepted,
    ChangedBefore,
    Hindrance,
    Move,
    NothingNew,
    NotYet,
    Refused,
    Ruling,
    Unsure,
)

# What waits until the table was compared. Putting right, pausing and ending do not.
PLAYS = (
    EndTurn,
    DrawTile,
    ExchangeTokens,
    PassTurn,
    EnterMove,
    TellTimeOut,
    ChooseJoker,
    ChooseReading,
    Overrule,
    KeepTable,
    PutBack,
    Resume,
)
REASONS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "no-game": "No game is being played",
        "being-compared": "The table is being compared with the game: wait a moment",
        "table-differs": "The table is not as the game has it: put it right, or choose to play on",
    },
    "fr": {
        "no-game": "Aucune partie n’est en cours",
        "being-compared": "La table est comparée avec la partie : un instant",
        "table-differs": "La table n’est pas comme dans la partie : remettez-la en ordre, ou choisissez de "
        "continuer",
    },
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """How the table differs from the game: what is missing from it, what reads differently, what lies there
    besides. `hindered`: something is in the way, and it is looked at again by itself."""

    result: Literal["same", "differs", "hindered", "cannot-see"]
    missing: tuple[Cell, ...] = ()
    different: tuple[tuple[Cell, str], ...] = ()  # where, and what is read there now in the text form
    extra: tuple[Cell, ...] = ()
    hindrances: tuple[Hindrance, ...] = ()


SAME = Comparison("same")
CANNOT_SEE = Comparison("cannot-see")


@dataclass(frozen=True, slots=True)
class NotNow(Declined):
    """Why nothing can be played although the rules and the session have nothing against it."""

    def say(self, language: Language = "en") -> str:
        return fill(REASONS[language][self.reason], language)


def compare_table(ruling: Ruling, phase: Phase) -> Comparison:
    """What a look at the table says, taken as an answer to whether it is as it was.

    What the screen is asking about anyway is known to lie there, or to be gone.
    """
    asked_about = _asked_about(phase)
    match ruling:
        case NotYet(hindrances):
            return Comparison("hindered", hindrances=hindrances)
        case NothingNew():
            return SAME
        case ChangedBefore(missing, different, extra):
            pass
        case Accepted(moves):
            missing, different, extra = (), (), _cells(moves)
        case Refused(move):
            missing, different, extra = (), (), _cells((move,))
        case Unsure(readings):
            missing, different, extra = (), (), _cells(readings[0].moves)
    missing = tuple(cell for cell in missing if cell not in asked_about)
    different = tuple((cell, piece) for cell, piece in different if cell not in asked_about)
    extra = tuple(cell for cell in extra if cell not in asked_about)
    if not (missing or different or extra):
        return SAME
    return Comparison("differs", missing, different, extra)


def why_held(intent: Intent, comparison: Comparison | None) -> Declined | None:
    """Why this must wait until the table is as it was; `None` if it need not."""
    if not isinstance(intent, PLAYS):
        return None
    return NotNow("table-differs" if comparison and comparison.result == "differs" else "being-compared")


def _asked_about(phase: Phase) -> frozenset[Cell]:
    match phase:
        case JokerAsked(moves=moves) | MoveRefused(moves=moves):
            return frozenset(_cells(moves))
        case ReadingAsked(readings=readings, across=across):
            moves = tuple(move for reading in readings for move in reading.moves)
            return frozenset(_cells(moves)) | {cell for pair in across for cell in pair}
        case ChangeAsked(missing=missing, different=different, extra=extra):
            return frozenset((*missing, *(cell for cell, _ in different), *extra))
        case _:
            return frozenset()


def _cells(moves: Iterable[Move]) -> tuple[Cell, ...]:
    return tuple(
        cell for move in moves for cell in (move.tokens if isinstance(move, TokenMove) else (move.at,))
    )
