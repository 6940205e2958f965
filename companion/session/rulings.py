"""What the referee makes of the table after a press: the only thing the session hears of the camera.

A ruling says what was seen in the rules' own words. Moves are those of the game being played: Triolet's
lay tokens, Triominos' lay one tile.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.rules.triolet.position import Move as TokenMove
from companion.rules.triominos.position import Move as TileMove
from companion.rules.verdict import Cell, Illegal

Move = TokenMove | TileMove
# What keeps the camera from reading the table.
Hindrance = Literal["hand", "glare", "blur", "dark", "other", "no-board", "cut-off"]


@dataclass(frozen=True, slots=True)
class Accepted:
    """Legal moves, each the turn of the next player: one, or several if somebody forgot to press and the
    rules allow only one way to see it. A joker that the rules leave open is still open in `moves`, and
    `joker_options` are the values that its player chooses from."""

    moves: tuple[Move, ...]
    joker_options: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """A move that breaks rules, clearly read."""

    move: Move
    verdict: Illegal


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to see the table: the moves it would be (none: nothing new), and whether they are legal."""

    moves: tuple[Move, ...]
    is_legal: bool
    probability: float


@dataclass(frozen=True, slots=True)
class Unsure:
    """Two or three readings that are still possible, the likeliest first; `cells` are where they differ.

    `across` are pairs of cells that one token lies across: it is asked about, whatever is likelier.
    """

    readings: tuple[Reading, ...]
    cells: tuple[Cell, ...]
    across: tuple[tuple[Cell, Cell], ...] = ()


@dataclass(frozen=True, slots=True)
class NotYet:
    """Something is in the way: it is looked at again by itself."""

    hindrances: tuple[Hindrance, ...]


@dataclass(frozen=True, slots=True)
class NothingNew:
    """The table as it was accepted."""


@dataclass(frozen=True, slots=True)
class ChangedBefore:
    """Something accepted is no longer as it was: gone, or it reads differently. What else lies there now
    (`extra`) may be where it went, or new."""

    missing: tuple[Cell, ...] = ()
    different: tuple[tuple[Cell, str], ...] = ()  # where, and what is read there now in the text form
    extra: tuple[Cell, ...] = ()


Ruling = Accepted | Refused | Unsure | NotYet | NothingNew | ChangedBefore
