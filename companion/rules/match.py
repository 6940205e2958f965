"""A match: several games to a target."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.ending import winners
from companion.rules.errors import Malformed


@dataclass(frozen=True, slots=True)
class Match:
    """Games played one after another; the first to reach `target` is the super winner."""

    target: int
    games: tuple[tuple[int, ...], ...] = ()  # the final scores of each game

    def __post_init__(self) -> None:
        if self.target < 1:
            raise Malformed("target", "target")

    def after(self, scores: Sequence[int]) -> Match:
        """The match with one more finished game."""
        return Match(self.target, (*self.games, tuple(scores)))

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(map(sum, zip(*self.games, strict=True)))

    @property
    def super_winners(self) -> tuple[int, ...]:
        """Nobody before the target is reached; then the highest, equal totals sharing.

        Totals may fall again in later games, so the first game that reached the target decides.
        """
        for count in range(1, len(self.games) + 1):
            totals = tuple(map(sum, zip(*self.games[:count], strict=True)))
            if max(totals) >= self.target:
                return winners(totals)
        return ()
