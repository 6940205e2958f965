"""The mistakes that families make at the table, and how often."""

from __future__ import annotations

import random
from dataclasses import dataclass, fields
from typing import Literal

Mistake = Literal["illegal_sum", "mismatch", "press_twice", "forget_press", "take_back", "knock", "time_out"]
TRIOLET_MISTAKES: tuple[Mistake, ...] = ("illegal_sum", "press_twice", "forget_press", "take_back", "knock")
TRIOMINOS_MISTAKES: tuple[Mistake, ...] = ("mismatch", "press_twice", "forget_press", "take_back", "knock")
CHALLENGE_MISTAKES: tuple[Mistake, ...] = (*TRIOMINOS_MISTAKES, "time_out")


@dataclass(frozen=True, slots=True)
class Mistakes:
    """How often each mistake is made, as a share of the turns; a turn has one at most.

    Some cannot be made in some turns (nothing lies on the table that could be knocked, nothing fits twice
    in a row): those turns are then played well, so the share in a game is a little lower.
    """

    illegal_sum: float = 0.0  # Triolet: a wrong sum, or tokens that lie where they may not
    mismatch: float = 0.0  # Triominos: a side or a corner with other numbers than its neighbour's
    press_twice: float = 0.0  # End turn again, with nothing new on the table
    forget_press: float = 0.0  # the next move is laid too before anybody presses
    take_back: float = 0.0  # a piece is taken up again: an accepted one, or one just laid
    knock: float = 0.0  # accepted pieces are pushed: askew, or right out of their place
    time_out: float = 0.0  # Challenge: the sand runs out

    def __post_init__(self) -> None:
        for name, rate in self.rates().items():
            if not 0 <= rate <= 1:
                raise ValueError(f"{name} is {rate}: a rate lies between 0 and 1")
        if self.time_out == 1:
            raise ValueError("time_out is 1: a game in which everyone is always late never ends")
        for kinds in (TRIOLET_MISTAKES, CHALLENGE_MISTAKES):
            if sum(self.rates()[kind] for kind in kinds) > 1 + 1e-9:
                raise ValueError(f"{', '.join(kinds)} together are over 1: a turn has one mistake at most")

    def rates(self) -> dict[str, float]:
        """The rates by the names of the mistakes."""
        return {field.name: float(getattr(self, field.name)) for field in fields(self)}

    def draw(self, rng: random.Random, kinds: tuple[Mistake, ...]) -> Mistake | None:
        """The mistake of this turn, one of `kinds`; `None`, mostly, for a turn played well."""
        chance, rates = rng.random(), self.rates()
        for kind in kinds:
            chance -= rates[kind]
            if chance < 0:
                return kind
        return None


NONE = Mistakes()
FAMILY = Mistakes(
    illegal_sum=0.05,
    mismatch=0.05,
    press_twice=0.03,
    forget_press=0.03,
    take_back=0.04,
    knock=0.04,
    time_out=0.04,
)
