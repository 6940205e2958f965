"""What is left on racks that nobody sees.

It is either told (shown to the camera, typed in) or follows: from the pieces that were never laid, every
total that so many of them can make is known, and where there is only one, nobody needs to count. The same
pieces show when counts that were told cannot be right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice

from companion.rules.errors import Malformed

# A hand of three can be made in some 70 ways at most. Of larger ones only those are tried that can be made
# in few ways, so that an answer takes some thousandths of a second; the others nearly always fit.
LARGEST_TRIED, MOST_WAYS = 6, 100

Hand = tuple[int, ...]  # the values of its pieces


@dataclass(frozen=True, slots=True)
class Rests:
    """What is left on each rack: how many pieces, the totals that were told, the pieces nobody has seen."""

    sizes: tuple[int, ...]
    told: Mapping[int, int]
    unseen: tuple[int, ...] | None  # the values of the unseen pieces; None: the box is not certain
    highest: int  # what one piece can be worth

    def __post_init__(self) -> None:
        for player in self.told:
            if player not in range(len(self.sizes)):
                raise Malformed("told", "no-such-player", player=player, players=len(self.sizes))

    def total(self, players: Iterable[int]) -> int | None:
        """What these players have left together, or `None` if that does not follow yet."""
        players = list(players)
        if all(self._known(player) for player in players):
            return sum(self.told.get(player, 0) for player in players)
        totals = self._possible(players)
        return next(iter(totals)) if len(totals) == 1 else None

    def rest(self, player: int) -> int | None:
        """What one player has left, told or following from the rest of the table."""
        if (own := self.total([player])) is not None:
            return own
        everything = self.total(range(len(self.sizes)))
        without = self.total(other for other in range(len(self.sizes)) if other != player)
        if everything is None or without is None or not self._holds_everything():
            return None
        rest = everything - without
        return rest if rest in self._possible([player]) else None  # else a count of the others is wrong

    def missing(self, players: Iterable[int]) -> tuple[int, ...]:
        """Those of `players` who have not told and whose rest does not follow."""
        return tuple(player for player in players if not self._known(player) and self.rest(player) is None)

    def doubtful(self) -> tuple[int, ...]:
        """The players whose told rests cannot be right: alone, or else in the smallest groups that clash."""
        ways = {player: self._ways(player) for player in self.told}
        for size in range(1, len(self.told) + 1):
            wrong = [group for group in combinations(self.told, size) if not self._can_be_right(group, ways)]
            if wrong:
                return tuple(sorted({player for group in wrong for player in group}))
        return ()

    def _known(self, player: int) -> bool:
        return player in self.told or not self.sizes[player]

    def _holds_everything(self) -> bool:
        return self.unseen is not None and sum(self.sizes) == len(self.unseen)

    def _possible(self, players: Iterable[int]) -> frozenset[int]:
        """Every total that these players' pieces together can make."""
        count = sum(self.sizes[player] for player in players)
        if self.unseen is None:
            return frozenset(range(count * self.highest + 1))
        return possible_totals(self.unseen, count)

    def _ways(self, player: int) -> list[Hand] | None:
        """The hands that make what a player told; `None` if there are too many to try."""
        if self.unseen is None or self.sizes[player] > LARGEST_TRIED:
            return None
        hands = hands_of(sorted(Counter(self.unseen).items()), self.sizes[player], self.told[player])
        ways = list(islice(hands, MOST_WAYS + 1))
        return ways if len(ways) <= MOST_WAYS else None

    def _can_be_right(self, players: Sequence[int], ways: Mapping[int, list[Hand] | None]) -> bool:
        """Whether the pieces make their total, and can be dealt so that each has what was told."""
        if sum(self.told[player] for player in players) not in self._possible(players):
            return False
        tried = [hands for player in players if (hands := ways[player]) is not None]
        return can_be_dealt(self.unseen or (), tried)


def possible_totals(values: Sequence[int], count: int) -> frozenset[int]:
    """Every total that `count` of these values can make."""
    sums = [1] + [0] * count  # bit t of sums[n]: n values can make t
    for value in values:
        for taken in range(count, 0, -1):
            sums[taken] |= sums[taken - 1] << value
    return frozenset(total for total in range(sums[count].bit_length()) if sums[count] >> total & 1)


def can_be_dealt(values: Iterable[int], choices: Iterable[Sequence[Hand]]) -> bool:
    """Whether pieces of these values can make one hand of each of the `choices` at once."""
    stock, in_order = Counter(values), sorted(choices, key=len)

    @cache
    def fit(dealt: Hand, done: int) -> bool:
        """Whether the other choices can be made when these pieces are gone."""
        if done == len(in_order):
            return True
        left = stock - Counter(dealt)
        fitting = (hand for hand in in_order[done] if Counter(hand) <= left)
        return any(fit(tuple(sorted(dealt + hand)), done + 1) for hand in fitting)

    return fit((), 0)


def hands_of(stock: Sequence[tuple[int, int]], count: int, total: int) -> Iterator[Hand]:
    """Every hand of `count` pieces that make `total`; `stock` are values, rising, and how many there are."""
    if not count:
        if not total:
            yield ()
        return
    if not stock:
        return
    *lower, (value, most) = stock
    for taken in range(min(most, count) + 1):
        left, rest = count - taken, total - taken * value
        if 0 <= rest <= left * value:
            yield from ((value,) * taken + others for others in hands_of(lower, left, rest))
