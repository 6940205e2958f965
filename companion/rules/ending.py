"""How games end in both games: who is out, what is left on racks nobody sees, and who has won.

What lies on the racks is either told (shown to the camera, typed in) or follows: from the pieces that were
never laid, every total that so many of them can make is known, and where there is only one, nobody needs
to count. The same set shows when a count that was told cannot be right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class End:
    """Why a game is over: a player is out of pieces, or nobody can go on."""

    reason: Literal["out", "blocked"]
    player: int | None = None  # who is out


@dataclass(frozen=True, slots=True)
class Settlement:
    """What the end adds to each player's points.

    `bonuses` is `None` for a player while it is not known. `missing` are the players whose rests must still
    be told, `doubtful` those whose told rest cannot be right.
    """

    bonuses: tuple[int | None, ...]
    missing: tuple[int, ...] = ()
    doubtful: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Rests:
    """What is left on each rack: how many pieces, the totals that were told, the pieces nobody has seen."""

    sizes: tuple[int, ...]
    told: Mapping[int, int]
    unseen: tuple[int, ...] | None  # the values of the unseen pieces; None: the box is not certain

    def total(self, players: Iterable[int]) -> int | None:
        """What these players have left together, or `None` if that does not follow yet."""
        players = list(players)
        if all(self._known(player) for player in players):
            return sum(self.told.get(player, 0) for player in players)
        totals = self._possible(sum(self.sizes[player] for player in players))
        return next(iter(totals)) if totals is not None and len(totals) == 1 else None

    def rest(self, player: int) -> int | None:
        """What one player has left, told or following from the rest of the table."""
        if (own := self.total([player])) is not None:
            return own
        others = [other for other in range(len(self.sizes)) if other != player]
        everything = self.total(range(len(self.sizes)))
        without = self.total(others)
        if everything is None or without is None or not self._holds_everything():
            return None
        return everything - without

    def missing(self, players: Iterable[int]) -> tuple[int, ...]:
        """Those of `players` who have not told and whose rest does not follow."""
        return tuple(player for player in players if not self._known(player) and self.rest(player) is None)

    def doubtful(self) -> tuple[int, ...]:
        """The players whose told rest cannot be right, alone or all together."""
        wrong = []
        for player, total in self.told.items():
            possible = self._possible(self.sizes[player])
            if total < 0 or (possible is not None and total not in possible):
                wrong.append(player)
        possible = self._possible(sum(self.sizes[player] for player in self.told))
        if not wrong and possible is not None and sum(self.told.values()) not in possible:
            return tuple(sorted(self.told))
        return tuple(sorted(wrong))

    def _known(self, player: int) -> bool:
        return player in self.told or not self.sizes[player]

    def _holds_everything(self) -> bool:
        return self.unseen is not None and sum(self.sizes) == len(self.unseen)

    def _possible(self, count: int) -> frozenset[int] | None:
        return None if self.unseen is None else possible_totals(self.unseen, count)


def possible_totals(values: Sequence[int], count: int) -> frozenset[int]:
    """Every total that `count` of these values can make."""
    sums = [1] + [0] * count  # bit t of sums[n]: n values can make t
    for value in values:
        for taken in range(count, 0, -1):
            sums[taken] |= sums[taken - 1] << value
    return frozenset(total for total in range(sums[count].bit_length()) if sums[count] >> total & 1)


def final_scores(scores: Sequence[int], settlement: Settlement) -> tuple[int, ...] | None:
    """The totals with the end's bonuses; `None` while one of them is missing."""
    totals = []
    for score, bonus in zip(scores, settlement.bonuses, strict=True):
        if bonus is None:
            return None
        totals.append(score + bonus)
    return tuple(totals)


def winners(totals: Sequence[int]) -> tuple[int, ...]:
    """Who has most; equal totals share."""
    return tuple(player for player, total in enumerate(totals) if total == max(totals))


def highest_starts(values: Sequence[int]) -> tuple[int, ...]:
    """Who may start after everyone has drawn a piece of these values: one player, or those who draw again."""
    return winners(values)
