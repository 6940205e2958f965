"""Pieces that were laid under the camera to be told, not played: what is left on a rack, or what was drawn to
find who starts. Nothing follows from them until somebody has said yes.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from companion.rules.triolet.tokens import FACE_VALUES
from companion.session.forms import Kind

# Why what was seen cannot be taken as it is. Only about "unsure" can somebody say that it is right all the
# same; after everything else the table is looked at again as soon as it has changed.
Trouble = Literal["blind", "changed", "nothing", "count", "not-left", "order", "known", "unsure"]


@dataclass(frozen=True, slots=True)
class Rest:
    """Asked for: what this player has left, now that the game is over."""

    player: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """Asked for: one piece each, from left to right, before a game. Those who drew the same draw again."""

    kind: Kind
    count: int
    attempt: int = 1


Wanted = Rest | Drawn


@dataclass(frozen=True, slots=True)
class ShownPiece:
    """A token by its face (`"11"`, `"joker"`) or a tile by its numbers (`"2-5-5"`), as it was read."""

    piece: str
    is_sure: bool = True

    @property
    def value(self) -> int:
        """What it counts for: a joker nothing, a tile the sum of its numbers."""
        return sum(map(int, self.piece.split("-"))) if "-" in self.piece else FACE_VALUES[self.piece]


@dataclass(frozen=True, slots=True)
class ShownPieces:
    """What a look showed beside the game, from left to right.

    `hindrance` is why nothing can be told apart: the camera does not see the table, or the game's own pieces
    were moved. `not_left` are pieces that cannot be there, since the game or another of these is that piece.
    """

    pieces: tuple[ShownPiece, ...] = ()
    hindrance: Literal["blind", "changed"] | None = None
    not_left: tuple[str, ...] = ()
    is_in_order: bool = True  # no two lie one above the other

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(shown.piece for shown in self.pieces)

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(shown.value for shown in self.pieces)

    @property
    def total(self) -> int:
        return sum(self.values)

    @property
    def unsure(self) -> tuple[str, ...]:
        """The pieces that somebody should look at."""
        return tuple(shown.piece for shown in self.pieces if not shown.is_sure)

    def trouble(
        self, wanted: int, is_ordered: bool = False, known: Collection[tuple[str, ...]] = ()
    ) -> Trouble | None:
        """What is wrong, if these were to be so many pieces; `None`: they can be offered.

        `is_ordered`: it matters which lies farther left. `known`: what was taken for other players' before,
        so if that is what lies there, it was not taken away yet.
        """
        if self.hindrance is not None:
            return self.hindrance
        if not self.pieces:
            return "nothing"
        if tuple(sorted(self.names)) in {tuple(sorted(names)) for names in known}:
            return "known"
        if len(self.pieces) != wanted:
            return "count"
        if self.not_left:
            return "not-left"
        if is_ordered and not self.is_in_order:
            return "order"
        return "unsure" if self.unsure else None
