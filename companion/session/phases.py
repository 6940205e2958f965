"""Where a turn stands between two events: laying, being read, asked about, refused.

A phase holds everything that its screen shows and that an answer needs, so that a game which was cut off
comes back to the same question. `press` is the press of End turn that led there.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.verdict import Cell
from companion.session.declined import Declined
from companion.session.rulings import Hindrance, Move, Reading


@dataclass(frozen=True, slots=True)
class ToLay:
    """The player is laying; nobody has pressed."""

    press: None = None


@dataclass(frozen=True, slots=True)
class BeingRead:
    """Pressed: the table is being read, again and again while something is in the way."""

    press: str
    hindrances: tuple[Hindrance, ...] = ()


@dataclass(frozen=True, slots=True)
class JokerAsked:
    """Which number does the joker on `cell` stand for? `moves` wait for it, each of the next player."""

    press: str | None
    moves: tuple[Move, ...]
    cell: str
    options: tuple[int, ...]
    overruled: bool = False  # they are counted even if they break rules


@dataclass(frozen=True, slots=True)
class ReadingAsked:
    """Which of these is what lies there?"""

    press: str
    readings: tuple[Reading, ...]
    cells: tuple[Cell, ...]
    across: tuple[tuple[Cell, Cell], ...] = ()


@dataclass(frozen=True, slots=True)
class ChangeAsked:
    """Something accepted is no longer as it was: is it put back, or is it right now?"""

    press: str
    missing: tuple[Cell, ...]
    different: tuple[tuple[Cell, str], ...]
    extra: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class NothingLaid:
    """Pressed with nothing new on the table: a pass, an exchange, a draw, or a slip of the finger."""

    press: str


@dataclass(frozen=True, slots=True)
class MoveRefused:
    """A move that is not possible; it can be put right, or counted anyway."""

    press: str | None
    moves: tuple[Move, ...]
    why: Declined


Phase = ToLay | BeingRead | JokerAsked | ReadingAsked | ChangeAsked | NothingLaid | MoveRefused


def sand_stands(phase: Phase) -> bool:
    """Whether the sand stands still: a pressed move is being read, or the players are asked something.

    It runs on when a hand is in the way and when a move is refused; and when nothing was laid, since the
    player can still do anything: otherwise a press on an untouched table would be a pause for free.
    """
    if isinstance(phase, BeingRead):
        return not phase.hindrances
    return isinstance(phase, JokerAsked | ReadingAsked | ChangeAsked)


def is_busy(phase: Phase) -> bool:
    """Whether a reading is under way that only the camera can end."""
    return isinstance(phase, BeingRead) and not phase.hindrances
