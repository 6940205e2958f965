"""What tiles that meet say of each other: in a game they show the same number where their corners meet.

How far that holds on a table is told by its clear corners; where it hardly holds, nothing is changed. It is
only a likelihood: a corner that is read clearly stays what it is, match or not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.tile_lattice import triangle_at
from vision.tiles import CORNERS, NUMBERS, Place

Floats = NDArray[np.float32]
Meeting = list[tuple[int, int]]  # tiles and which of their corners

CLEAR = 0.95  # how likely a corner's number must be to say whether it matches
ENOUGH = 4  # meetings of clear corners
MATCHING = 0.7  # of them must match, chance left out, to say anything of the others
BY_CHANCE = 1 / NUMBERS
MOST_MATCHING = 0.95  # however well they do: someone may just have laid a tile wrongly
# The same in a picture that nobody is going to judge by its matches; and the meetings of clear corners,
# matching and not, that each table starts with: tiles that lie side by side mostly were laid by the rules.
MOST_MATCHING_PICTURE, USUALLY_MATCHING = 0.98, (9.0, 0.5)


def weigh_neighbours(places: Sequence[Place | None], numbers: Floats) -> Floats:
    """(N, 3, 6): how likely each number is in each corner of tiles in these places, by those it meets."""
    meetings = _meetings(places)
    match = _matching_share(meetings, numbers)
    if match < MATCHING:
        return numbers
    weighed = numbers.copy()
    matches = _matches(match)
    for meeting in meetings:
        tiles, corners = np.array(meeting).T
        own = numbers[tiles, corners] @ matches  # how likely each reads so, if this is the number there
        for index, (tile, corner) in enumerate(meeting):
            there = np.prod(np.delete(own, index, axis=0), axis=0)
            likely = numbers[tile, corner] * (matches @ (there / there.sum()))
            weighed[tile, corner] = likely / likely.sum()
    return weighed


class Meetings:
    """Corners that meet, where tiles are held to match unless the clear ones say that they do not."""

    def __init__(self, places: Sequence[Place | None], numbers: NDArray[np.floating]) -> None:
        """`numbers` (N, 3, 6): how likely each is in each corner, to say how far tiles match here."""
        meetings = _meetings(places)
        match = _matching_share(meetings, numbers, USUALLY_MATCHING)
        self._matches = _matches(match)
        self._meets = np.zeros((len(meetings), numbers.shape[0] * numbers.shape[1]))
        if match >= MATCHING:
            for index, meeting in enumerate(meetings):
                self._meets[index, [CORNERS * tile + corner for tile, corner in meeting]] = 1

    def say(self, shows: NDArray[np.float64]) -> NDArray[np.float64]:
        """(3 N, 6): how much more likely each number is in each corner by those it meets, as a factor, given
        what all corners are held to show (3 N, 6)."""
        here = np.log(shows @ self._matches)  # how likely each reads so, if this is the number there
        there = self._meets.T @ (self._meets @ here) - here * self._meets.sum(axis=0)[:, None]
        return np.asarray(np.exp(there - there.max(axis=1, keepdims=True)) @ self._matches, np.float64)


def _meetings(places: Sequence[Place | None]) -> list[Meeting]:
    """The corners that meet, two or more each."""
    at: dict[tuple[int, int], Meeting] = defaultdict(list)
    for tile, place in enumerate(places):
        if place is not None:
            for corner, vertex in enumerate(triangle_at(place)):
                at[vertex].append((tile, corner))
    return [meeting for meeting in at.values() if len(meeting) > 1]


def _matches(match: float) -> NDArray[np.float64]:
    """(6, 6): how likely a corner shows each number where another shows each."""
    return np.where(np.eye(NUMBERS, dtype=bool), match, (1 - match) / (NUMBERS - 1))


def _matching_share(
    meetings: Sequence[Meeting], numbers: NDArray[np.floating], usual: tuple[float, float] | None = None
) -> float:
    """How many of the clear corners that meet match, beyond chance; carefully where they are few, unless it
    is known how many usually do and do not."""
    matching = told = 0
    for meeting in meetings:
        seen = [numbers[tile, corner] for tile, corner in meeting if numbers[tile, corner].max() > CLEAR]
        if len(seen) > 1:
            told += 1
            matching += len({int(likely.argmax()) for likely in seen}) == 1
    if told < ENOUGH and usual is None:
        return 0.0
    do, do_not = usual or (1.0, 1.0)
    share = (matching + do) / (told + do + do_not)
    most = MOST_MATCHING if usual is None else MOST_MATCHING_PICTURE
    return min(most, (share - BY_CHANCE) / (1 - BY_CHANCE))
