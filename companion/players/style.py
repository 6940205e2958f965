"""How a virtual player picks among the legal moves."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Literal, TypeVar

Style = Literal["greedy", "random"]
STYLES: tuple[Style, ...] = ("greedy", "random")

T = TypeVar("T")


def pick(moves: Sequence[T], style: Style, rng: random.Random) -> T:
    """One of the `moves`, which come with the most points first."""
    return moves[0] if style == "greedy" else rng.choice(moves)
