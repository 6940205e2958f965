"""How both games add up and end: the scores, who is out, what the end brings, and who has won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from companion.rules.rests import Rests


class Scored(Protocol):
    """A line of the score sheet."""

    @property
    def player(self) -> int: ...

    @property
    def points(self) -> int: ...


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


def add_up(entries: Iterable[Scored], players: int) -> tuple[int, ...]:
    """The points of each player, without the end's."""
    scores = [0] * players
    for entry in entries:
        scores[entry.player] += entry.points
    return tuple(scores)


def settle_out(rests: Rests, player: int, last_piece: int = 0) -> Settlement:
    """`player` is out: that one adds what all the others have left, and what the last piece brings."""
    everyone = range(len(rests.sizes))
    others = [other for other in everyone if other != player]
    left = rests.total(others)
    bonus = None if left is None else left + last_piece
    bonuses = tuple(bonus if one == player else 0 for one in everyone)
    return Settlement(bonuses, rests.missing(others) if left is None else (), rests.doubtful())


def final_scores(scores: Sequence[int], settlement: Settlement) -> tuple[int, ...] | None:
    """The totals with the end's bonuses; `None` while one of them is missing."""
    totals = []
    for score, bonus in zip(scores, settlement.bonuses, strict=True):
        if bonus is None:
            return None
        totals.append(score + bonus)
    return tuple(totals)


def decide(end: End | None, scores: Sequence[int], settlement: Settlement) -> tuple[int, ...] | None:
    """Who has won; `None` before the end, and while a count is missing."""
    totals = final_scores(scores, settlement)
    return None if end is None or totals is None else winners(totals)


def winners(totals: Sequence[int]) -> tuple[int, ...]:
    """Who has most; equal totals share."""
    return tuple(player for player, total in enumerate(totals) if total == max(totals))


def highest_starts(values: Sequence[int]) -> tuple[int, ...]:
    """Who may start after everyone has drawn a piece of these values: one player, or those who draw again."""
    return winners(values)
