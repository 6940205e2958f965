"""Lay the camera's lattice over the game's: the same up to a shift and turns by 60 degrees (FORMATS.md).

A vertex is `(a, b)` here: `a` tile sides to the right and `b` along the direction 60 degrees below it, so
that a turn by 60 degrees is a sum of whole numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.rules.triominos.lattice import Place, Vertex, points_up, vertices
from companion.rules.triominos.position import Tiles
from companion.rules.triominos.tiles import Corners

PLAINEST = (0, 3, 1, 5, 2, 4)  # turns by 60 degrees, the likeliest first
ENOUGH = 6  # corners: two tiles that are read without a fault


@dataclass(frozen=True, slots=True)
class Fit:
    """How the camera's lattice is turned (clockwise, by 60 degrees) and then shifted to be the game's."""

    turns: int = 0
    right: int = 0
    along: int = 0

    def place(self, place: Place) -> tuple[Place, tuple[int, int, int]]:
        """The game's place, and for each of its corners which of the camera's corners lies there."""
        moved = [self._move(vertex) for vertex in vertices(place)]
        lines = [line for _, line in moved]
        top = min(lines)
        tip = moved[lines.index(top) if lines.count(top) == 1 else lines.index(max(lines))]
        there = (top, tip[0])
        first, second, third = (moved.index(vertex) for vertex in vertices(there))
        return there, (first, second, third)

    def _move(self, vertex: Vertex) -> Vertex:
        x, line = vertex
        a, b = (x - line) // 2, line
        for _ in range(self.turns):
            a, b = -b, a + b
        a, b = a + self.right, b + self.along
        return 2 * a + b, b


STAY = Fit()


def fit_lattice(seen: Sequence[tuple[Place, Corners]], tiles: Tiles) -> Fit:
    """The fit under which most of the `seen` tiles lie where the accepted `tiles` do.

    Every tile exists once, so a few well-read ones settle it. The camera's lattice stays if it is as good.
    """
    if not tiles:
        return _first_fit(seen)
    votes = _vote(seen, tiles) or _vote(seen, tiles, corners_alike=2)
    if not votes:
        return STAY
    most = max(votes.values())
    return STAY if votes[STAY] == most else min((fit for fit in votes if votes[fit] == most), key=_plainness)


def fits_onto(place: Place, wanted: Place) -> tuple[Fit, ...]:
    """The three fits that bring one place onto another, differing in which corner comes where."""
    turned = ((turns, Fit(turns).place(place)[0]) for turns in PLAINEST)
    return tuple(
        _shifted(turns, there, wanted) for turns, there in turned if points_up(there) == points_up(wanted)
    )


def same_layout(tiles: Tiles, others: Tiles) -> Fit | None:
    """How tiles must be turned and shifted to lie as the others do, all of them; `None` if they do not."""
    if len(tiles) != len(others):
        return None
    if not tiles:
        return STAY
    first = next(iter(tiles))
    for wanted in others:
        for fit in fits_onto(first, wanted):
            moved = ((*fit.place(place), corners) for place, corners in tiles.items())
            if all(others.get(there) == _reorder(corners, order) for there, order, corners in moved):
                return fit
    return None


def nearest_places(
    loose: NDArray[np.float64], known: Sequence[tuple[Place, NDArray[np.float64]]], fit: Fit
) -> tuple[Place, Place, float] | None:
    """The two places of the game between which a tile in no place lies, the nearer first, and how near it is
    to the second (0.5: right between). `None` if the picture does not tell.

    `loose` and `known` are corners in the picture, the known ones with their places on the camera's lattice.
    """
    if not known:
        return None
    lattice = np.array([vertex for place, _ in known for vertex in vertices(place)], np.float64)
    pixels = np.concatenate([corners for _, corners in known])
    design = np.column_stack([pixels, np.ones(len(pixels))])
    plane, *_ = np.linalg.lstsq(design, lattice, rcond=None)
    x, line = np.append(loose.mean(axis=0), 1.0) @ plane
    around = [
        (row, column)
        for row in range(int(np.floor(line)) - 1, int(np.floor(line)) + 2)
        for column in range(int(np.floor(x)) - 1, int(np.floor(x)) + 3)
    ]
    far = sorted((_distance((x, line), place), place) for place in around)
    (near, first), (other, second) = far[:2]
    return fit.place(first)[0], fit.place(second)[0], near / max(near + other, 1e-9)


def _vote(seen: Sequence[tuple[Place, Corners]], tiles: Tiles, corners_alike: int = 3) -> Counter[Fit]:
    """How many corners speak for each fit: those of seen tiles that show what an accepted one has."""
    votes: Counter[Fit] = Counter()
    enough = max(ENOUGH, 2 * min(len(seen), len(tiles)))  # two tiles in three
    for turns in PLAINEST:
        turned = Fit(turns)
        for place, corners in seen:
            there, order = turned.place(place)
            for accepted, count in _alike(_reorder(corners, order), tiles, corners_alike):
                if points_up(accepted) == points_up(there):
                    votes[_shifted(turns, there, accepted)] += count
        if max(votes.values(), default=0) >= enough:
            break
    return votes


def _alike(corners: Corners, tiles: Tiles, least: int) -> list[tuple[Place, int]]:
    """The accepted tiles that have so many of these corners, and how many."""
    if least == len(corners):
        return [(place, least) for place, laid in tiles.items() if laid == corners]
    counts = ((place, sum(map(int.__eq__, corners, laid))) for place, laid in tiles.items())
    return [(place, count) for place, count in counts if count >= least]


def _first_fit(seen: Sequence[tuple[Place, Corners]]) -> Fit:
    """The first tile defines the first place and up."""
    if not seen:
        return STAY
    place = min(place for place, _ in seen)
    turns = 0 if points_up(place) else 3
    there, _ = Fit(turns).place(place)
    return _shifted(turns, there, (0, 0))


def _shifted(turns: int, there: Place, wanted: Place) -> Fit:
    """Turned so often, and shifted so that `there` comes to lie on `wanted`; both point the same way."""
    (x, line), (wanted_x, wanted_line) = vertices(there)[0], vertices(wanted)[0]
    along = wanted_line - line
    return Fit(turns, (wanted_x - x - along) // 2, along)


def _reorder(corners: Corners, order: tuple[int, int, int]) -> Corners:
    return corners[order[0]], corners[order[1]], corners[order[2]]


def _plainness(fit: Fit) -> tuple[int, int, int]:
    """What a camera that stays shows: the first tile pointed up in its picture, or down."""
    return PLAINEST.index(fit.turns), abs(fit.right), abs(fit.along)


def _distance(point: tuple[float, float], place: Place) -> float:
    """How far a point is from the middle of a place, in tile sides; x counts half sides."""
    corners = list(_middle(place))
    return float(np.hypot((point[0] - corners[0]) / 2, (point[1] - corners[1]) * np.sqrt(3) / 2))


def _middle(place: Place) -> Iterator[float]:
    for axis in range(2):
        yield sum(vertex[axis] for vertex in vertices(place)) / 3
