"""What hands do to the table between two presses of End turn, and what a perfect referee rules on it.

The families play presses, not turns: a move that is refused is put right and pressed again, a forgotten
press makes two turns of one. A press drives a virtual table with its `changes`, and a truth sheet with
`expected`, `told` and the game as it truly is. The values are the same in both games; what a change, a turn
or a piece is, each game says (`family_triolet.Press`, `family_triominos.Press`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from companion.players.mistakes import Mistake
from companion.rules.verdict import Illegal


class Game(Protocol):
    """A game of either kind."""

    @property
    def player(self) -> int: ...

    @property
    def scores(self) -> tuple[int, ...]: ...


G = TypeVar("G", bound=Game)
T = TypeVar("T")  # a turn
C = TypeVar("C")  # a change of the table
P = TypeVar("P")  # a piece: the face of a token, or a tile
R = TypeVar("R")  # the rulings of one game
M = TypeVar("M")  # a move
V = TypeVar("V")  # the verdict on a legal move
W = TypeVar("W")  # where: a cell or a place


@dataclass(frozen=True, slots=True)
class Told:
    """What the players tell and no camera sees."""

    joker: int | None = None  # the number it stands for, where the rules leave that open
    drawn: int = 0
    exchanged: int = 0
    timeout: bool = False

    def to_json(self) -> dict[str, int]:
        """As `turns.json` of a folder for `trioscope replay` has it; empty if there is nothing to tell."""
        form: dict[str, int] = {}
        if self.joker is not None:
            form["joker"] = self.joker
        if self.drawn:
            form["drawn"] = self.drawn
        if self.exchanged:
            form["exchanged"] = self.exchanged
        if self.timeout:
            form["timeout"] = True
        return form


NOTHING_TOLD = Told()


@dataclass(frozen=True, slots=True)
class Accepted(Generic[M, V]):
    """One legal move: jokers have their numbers."""

    move: M
    verdict: V


@dataclass(frozen=True, slots=True)
class Refused(Generic[M]):
    """A move that breaks rules, and that cannot be several turns that nobody pressed for. Jokers are open."""

    move: M
    verdict: Illegal

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the broken rules."""
        return self.verdict.rules


@dataclass(frozen=True, slots=True)
class NothingNew:
    """The table as it was accepted. It is a turn that lays nothing if the press has turns; else a slip."""


@dataclass(frozen=True, slots=True)
class ChangedBefore(Generic[W]):
    """Something accepted is no longer where it was; what lies where nothing was accepted may be new."""

    missing: tuple[W, ...]
    extra: tuple[W, ...]


@dataclass(frozen=True, slots=True)
class TwoTurns(Generic[M]):
    """Two moves at once, which are not one legal move: every way to see them, the true one among them."""

    ways: tuple[tuple[M, M], ...]  # the first player's move, then the second's

    @property
    def is_certain(self) -> bool:
        """Whether the rules allow only one way; otherwise the players must be asked."""
        return len(self.ways) == 1


@dataclass(frozen=True, slots=True)
class Press(Generic[G, T, C, P, R]):
    """One press of End turn.

    `turns` are what it adds to the true game: none if it was refused or a slip, two moves if a press was
    forgotten, tiles drawn before a move. What was drawn in a turn with a refused press is told, and added,
    with the press that ends the turn. `racks` are what the players hold afterwards; tokens of a refused
    move are still theirs. `mistake` names the mistake that this press shows; putting it right is none.
    """

    changes: tuple[C, ...]
    game_before: G
    game_after: G
    turns: tuple[T, ...]
    expected: R
    racks: tuple[tuple[P, ...], ...]
    told: Told = NOTHING_TOLD
    mistake: Mistake | None = None

    @property
    def player(self) -> int:
        """Whose turn it is, whoever's finger it was."""
        return self.game_before.player

    @property
    def turn(self) -> T | None:
        """What the press ended, if it ended anything."""
        return self.turns[-1] if self.turns else None
