"""What comes in: what people ask for, what the referee ruled, and the time that passes.

`at` is the monotonic time, in seconds, at which it came in.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.verdict import Cell
from companion.session.forms import Turn
from companion.session.rulings import Move, Ruling

# Playing ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The button: `press` is its own name, never used again in this game, not even by another process.

    `pressed_at` is the moment the button went down: that is what counts.
    """

    press: str
    pressed_at: float
    at: float


@dataclass(frozen=True, slots=True)
class DrawTile:
    """Triominos: one tile from the pool."""

    at: float


@dataclass(frozen=True, slots=True)
class ExchangeTokens:
    """Triolet: so many tokens with the bag."""

    count: int
    at: float


@dataclass(frozen=True, slots=True)
class PassTurn:
    """Nothing laid. `anyway`: count it even where the rules say that the player must draw."""

    at: float
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class EnterMove:
    """A move touched in on the screen, when the camera fails."""

    move: Move
    at: float


@dataclass(frozen=True, slots=True)
class TellTimeOut:
    """Challenge: the players' own timer ran out."""

    at: float


@dataclass(frozen=True, slots=True)
class EndGame:
    """The players agree that nobody can go on."""

    at: float


# Answers ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChooseJoker:
    """The number that the joker stands for."""

    value: int
    at: float


@dataclass(frozen=True, slots=True)
class ChooseReading:
    """Which of the readings is right, counted from 0."""

    index: int
    at: float


@dataclass(frozen=True, slots=True)
class Overrule:
    """Count the refused move anyway."""

    at: float


@dataclass(frozen=True, slots=True)
class KeepTable:
    """What changed on the table is right now."""

    at: float


@dataclass(frozen=True, slots=True)
class PutBack:
    """What seems to have changed on the table is as it was: look once more, and believe it."""

    at: float


@dataclass(frozen=True, slots=True)
class Dismiss:
    """None of that: back to laying."""

    at: float


# Putting right ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last turn, correction or count."""

    at: float


@dataclass(frozen=True, slots=True)
class CorrectTurn:
    """Turn number `number`, counted from 1, was this one."""

    number: int
    turn: Turn
    at: float


@dataclass(frozen=True, slots=True)
class CorrectSquare:
    """What lies on an accepted cell or place: `"9"`, `"joker:4"`, `"5-5-2"` (corners); `None`: nothing."""

    cell: Cell
    piece: str | None
    at: float


# The game as a whole ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pause:
    at: float


@dataclass(frozen=True, slots=True)
class Resume:
    at: float


@dataclass(frozen=True, slots=True)
class CountRack:
    """What a player has left at the end, all values together."""

    player: int
    total: int
    at: float


@dataclass(frozen=True, slots=True)
class NextGame:
    """Another game with the same players; `first` begins, or if `None` whoever comes after the last first."""

    at: float
    first: int | None = None


Intent = (
    EndTurn
    | DrawTile
    | ExchangeTokens
    | PassTurn
    | EnterMove
    | TellTimeOut
    | EndGame
    | ChooseJoker
    | ChooseReading
    | Overrule
    | KeepTable
    | PutBack
    | Dismiss
    | Undo
    | CorrectTurn
    | CorrectSquare
    | Pause
    | Resume
    | CountRack
    | NextGame
)

# From the machine -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ruled:
    """What the referee made of the table for this press."""

    press: str
    ruling: Ruling
    at: float


@dataclass(frozen=True, slots=True)
class Tick:
    """Time passes. A tick each tenth of a second or so; none is needed where no sand runs."""

    at: float


@dataclass(frozen=True, slots=True)
class Wake:
    """Another process takes the game up from its events, with a clock of its own."""

    at: float


Input = Intent | Ruled | Tick | Wake
