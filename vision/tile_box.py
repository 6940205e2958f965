"""Read the tiles of one picture together: by how they are printed, where they meet, and what a box can hold.

    numbers = read_together(likely, prints, ink, places, box)

Each kind of evidence alone leaves doubts that another settles: a stroke lost in noise, a colour shared by
two numbers, a table on which one tile was laid wrongly. So all of them speak in turn, each hearing what the
others have said but not its own words (loopy belief propagation).

The box is handed in: this module knows no game. It is only a likelihood, as all the others are: a tile that
is read clearly stays what it is, also if the box does not hold it, or holds it only once.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.ink import InkLikeness
from vision.tile_agreement import Meetings
from vision.tile_prints import ENOUGH, PrintLikeness, trusted, weigh_corners_alike
from vision.tiles import CORNERS, NUMBERS, Place

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Tile = tuple[int, int, int]  # clockwise from the smallest number

STRANGE = 0.005  # how likely a tile is that the box does not hold, or a second one of which it holds one
INK_BELIEVED = 0.5  # a power
PRINTS_SAY = 3.0  # a logarithm, at most: less than where prints alone are heard
FIRST_ROUNDS, ROUNDS = 5, 10  # of how corners look, and of everything
SETTLED = 1e-3  # nobody changed their mind by more: further rounds would not, either
KEPT = 0.5  # of what was said the round before: opinions that answer each other would swing
LEAST = 1e-6


def read_together(
    likely: Floats, prints: Floats, ink: Floats, places: Sequence[Place | None], box: Collection[Tile]
) -> Floats:
    """(N, 3, 6): how likely each number is in each corner of tiles that lie in these places.

    `likely` (N, 3, 6) is how they were read one by one, `prints` (N, 3, …) and `ink` (N, 3, 3) how they look.
    """
    if not len(likely):
        return likely
    flat, vectors = likely.reshape(-1, NUMBERS), prints.reshape(likely.shape[0] * CORNERS, -1)
    is_few = len(flat) < ENOUGH
    if is_few:  # they easily mislead each other
        own = weigh_corners_alike(likely, prints).reshape(-1, NUMBERS).astype(np.float64)
    else:
        own = trusted(flat.clip(LEAST))
    inks = ink.reshape(len(flat), -1)
    by_print, by_ink = PrintLikeness(flat, vectors, inks), InkLikeness(inks, INK_BELIEVED)

    def looks(shows: Doubles) -> Doubles:
        return own if is_few else _shares(own * by_print.say(shows, PRINTS_SAY) * by_ink.say(shows))

    shows = own
    for _ in range(FIRST_ROUNDS):
        last, shows = shows, looks(shows)
        if np.abs(shows - last).max() < SETTLED:
            break
    meetings, boxed = Meetings(places, shows.reshape(likely.shape)), _Boxed(box)
    by_meeting, by_box = np.ones_like(own), np.ones_like(own)
    for _ in range(ROUNDS):
        look = looks(shows)
        by_meeting = _shares(by_meeting**KEPT * meetings.say(_shares(look * by_box)) ** (1 - KEPT))
        by_box = _shares(by_box**KEPT * boxed.say(_shares(look * by_meeting)) ** (1 - KEPT))
        last, shows = shows, _shares(look * by_meeting * by_box)
        if np.abs(shows - last).max() < SETTLED:
            break
    return np.asarray(shows.reshape(likely.shape), np.float32)


class _Boxed:
    """The tiles of a box, in all ways in which they can lie."""

    def __init__(self, box: Collection[Tile]) -> None:
        self._is = _ways_to_lie(frozenset(box))
        self._held = np.where(self._is.any(axis=1), 1.0, STRANGE)
        self._is_last: Doubles | None = None

    def say(self, shows: Doubles) -> Doubles:
        """(3 N, 6): how much more likely each number is in each corner by the two others of its tile, and by
        the other tiles, given what corners are held to show (3 N, 6), as a factor."""
        first, second, third = shows.reshape(-1, CORNERS, NUMBERS).transpose(1, 0, 2)
        ways = first[:, :, None, None] * second[:, None, :, None] * third[:, None, None, :]
        ways = ways.reshape(len(first), -1) * self._held
        # At most one of all these is a certain tile: whoever is it surely leaves none for the others.
        each = (ways @ self._is / ways.sum(axis=1, keepdims=True)).clip(0, 1 - LEAST)
        odds = each / (1 - each)
        is_left = np.maximum(1 / (1 + odds.sum(axis=0) - odds), STRANGE)
        if self._is_last is not None:
            is_left = self._is_last**KEPT * is_left ** (1 - KEPT)
        self._is_last = is_left
        ways *= np.where(self._held == 1, is_left @ self._is.T, 1.0)
        cube = ways.reshape(-1, NUMBERS, NUMBERS, NUMBERS)
        sums = [cube.sum(axis=axes) for axes in ((2, 3), (1, 3), (1, 2))]
        return _shares(np.stack(sums, axis=1).reshape(shows.shape) / shows.clip(1e-12))


@lru_cache(maxsize=4)
def _ways_to_lie(box: frozenset[Tile]) -> Doubles:
    """(216, N): which ways to lie are of which tile."""
    ways = np.zeros((NUMBERS**CORNERS, len(box)))
    for index, (a, b, c) in enumerate(sorted(box)):
        for way in ((a, b, c), (b, c, a), (c, a, b)):
            ways[np.ravel_multi_index(way, (NUMBERS,) * CORNERS), index] = 1
    return ways


def _shares(likely: Doubles) -> Doubles:
    return np.asarray(likely / likely.sum(axis=1, keepdims=True), np.float64)
