"""Who shares a side with whom, and every tile's place: from the tiles' corners in the picture alone.

A tile and its own three corners say where its neighbours would lie. Tiles that lie there are joined, the best
fitting first, and each group keeps a lattice of its own: a chain may bend as it likes, since no tile is asked
to fit to one far away. A tile that was not found leaves a hole: tiles on two sides of it, which meet in a
corner, are joined across it.

A vertex of the lattice is `(a, b)` here: `a` tile sides to the right and `b` along the direction 60 degrees
below it, so that a turn by 60 degrees is a sum of whole numbers. Places are those of FORMATS.md.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.tile_shapes import sides_px
from vision.tiles import CORNERS, Place

Points = NDArray[np.float64]
Vertex = tuple[int, int]
Triangle = tuple[Vertex, Vertex, Vertex]  # clockwise as seen

BESIDE = 0.33  # tile sides that a corner may be off where a neighbour's should be; half a side is two places
ACROSS = 0.2  # the same where a tile is missing in between
APART = 0.8  # tile sides between two pictures of one vertex: more, and the join was a mistake
DOUBT = 0.3  # tile sides: a tile that is hardly one is joined as if it lay so much worse

_UP: Triangle = ((0, 0), (0, 1), (-1, 1))  # [0, 0]: top, bottom right, bottom left
# The triangles that share a side with it, and those that have just one triangle in between.
_BESIDE: tuple[Triangle, ...] = (
    ((0, 1), (0, 0), (1, 0)),
    ((-1, 1), (0, 1), (-1, 2)),
    ((0, 0), (-1, 1), (-1, 0)),
)


@dataclass(frozen=True, slots=True, eq=False)  # eq: arrays have no single truth value
class TileLattice:
    """How tiles hang together, in the order in which they were handed in."""

    groups: tuple[tuple[int, ...], ...]  # the tiles that hang together, the largest group first
    places: tuple[Place | None, ...]  # `None` outside of the largest group
    order: NDArray[np.intp]  # (N, 3): which of a tile's vertices is its first, second and third corner


@dataclass(frozen=True, slots=True)
class _Join:
    """Two tiles that lie as neighbours do: how well, and where the second is in the lattice of the first."""

    cost: float
    first: int
    second: int
    there: Triangle  # the second one's vertices, in its own order, if the first is _UP


def find_lattice(vertices: Points, scores: Sequence[float] | None = None) -> TileLattice:
    """Join tiles to groups, and give the tiles of the largest group their places.

    `vertices` (N, 3, 2) are clockwise as seen, each tile's from any corner; `scores` say how likely each is a
    tile at all. Rows are within 30 degrees of the picture's horizontal, and a tile that points up is [0, 0].
    """
    vertices = np.asarray(vertices, np.float64).reshape(-1, CORNERS, 2)
    weights = np.ones(len(vertices)) if scores is None else np.asarray(scores, np.float64)
    groups = _Groups(vertices)
    for join in sorted(_joins(vertices, weights), key=lambda join: join.cost):
        groups.join(join)
    order = np.array([_from_the_top(triangle) for triangle in vertices], np.intp).reshape(-1, CORNERS)
    places: list[Place | None] = [None] * len(vertices)
    members = sorted(groups.members(), key=lambda group: (-len(group), -float(weights[group].sum())))
    if members:
        named = _named({tile: groups.at[tile] for tile in members[0]}, vertices)
        for tile, (place, corners) in named.items():
            places[tile], order[tile] = place, corners
    return TileLattice(tuple(map(tuple, members)), tuple(places), order)


def keep_places(
    lattice: TileLattice, vertices: Points, before: Sequence[tuple[Place, Points]]
) -> TileLattice:
    """The lattice turned and shifted so that most tiles that lie where one lay before have its place.

    `before` are places and vertices (3, 2) in the same frame. Where nothing lies as it did, all stays.
    """
    votes: Counter[_Motion] = Counter()
    sides = sides_px(vertices)
    for tile, place in enumerate(lattice.places):
        if place is None:
            continue
        corners = vertices[tile][lattice.order[tile]]
        for then, there in before:
            roll, off = _best_roll(there, corners)
            if off < BESIDE * sides[tile]:
                votes[_motion(triangle_at(place), _rolled(triangle_at(then), roll))] += 1
    if not votes:
        return lattice
    ((motion, _),) = votes.most_common(1)
    places, order = list(lattice.places), lattice.order.copy()
    for tile, place in enumerate(lattice.places):
        if place is not None:
            places[tile], corners_of = place_of(_moved(triangle_at(place), motion))
            order[tile] = order[tile][list(corners_of)]
    return TileLattice(lattice.groups, tuple(places), order)


def place_of(triangle: Triangle) -> tuple[Place, tuple[int, int, int]]:
    """The place of a lattice triangle, and which of its vertices is the first, second and third corner."""
    lines = [b for _, b in triangle]
    top = min(lines)
    is_up = lines.count(top) == 1
    first = lines.index(top if is_up else max(lines))
    a, b = triangle[first]
    return (top, 2 * a + b), (first, (first + 1) % CORNERS, (first + 2) % CORNERS)


def triangle_at(place: Place) -> Triangle:
    """The lattice triangle of a place, its vertices in the order of the corners."""
    row, column = place
    if (row + column) % 2 == 0:
        half = ((column, row), (column + 1, row + 1), (column - 1, row + 1))
    else:
        half = ((column, row + 1), (column - 1, row), (column + 1, row))
    first, second, third = (((x - line) // 2, line) for x, line in half)
    return first, second, third


def turn(vertex: Vertex, turns: int) -> Vertex:
    """A vertex after so many turns by 60 degrees, clockwise, about vertex (0, 0)."""
    a, b = vertex
    for _ in range(turns % 6):
        a, b = -b, a + b
    return a, b


class _Groups:
    """Tiles joined so far: each group has a lattice of its own, in which its tiles have their vertices."""

    def __init__(self, vertices: Points) -> None:
        self.at: list[Triangle] = [_UP] * len(vertices)
        # Plain lists: single numbers of an array are slow to get at, and this looks at many of them.
        self._vertices, self._sides = vertices.tolist(), sides_px(vertices).tolist()
        self._group = list(range(len(vertices)))

    def members(self) -> list[list[int]]:
        found: dict[int, list[int]] = {}
        for tile, group in enumerate(self._group):
            found.setdefault(group, []).append(tile)
        return list(found.values())

    def join(self, join: _Join) -> None:
        """Bring two groups into one lattice, unless they are one already or do not fit together."""
        into, other = self._group[join.first], self._group[join.second]
        if into == other:
            return
        # Where the second tile is in the first one's lattice says how all of its group is turned and shifted.
        there = _moved(join.there, _motion(_UP, self.at[join.first]))
        motion = _motion(self.at[join.second], there)
        brought = {
            tile: _moved(self.at[tile], motion) for tile, group in enumerate(self._group) if group == other
        }
        own = [tile for tile, group in enumerate(self._group) if group == into]
        if self._fits(own, brought):
            for tile, triangle in brought.items():
                self.at[tile], self._group[tile] = triangle, into

    def _fits(self, own: Sequence[int], brought: dict[int, Triangle]) -> bool:
        """Whether no place is taken twice, and what is one vertex now is one in the picture too."""
        taken = {frozenset(self.at[tile]) for tile in own}
        if any(frozenset(triangle) in taken for triangle in brought.values()):
            return False
        seen: dict[Vertex, list[tuple[int, int]]] = {}
        for tile in own:
            for index, vertex in enumerate(self.at[tile]):
                seen.setdefault(vertex, []).append((tile, index))
        for tile, triangle in brought.items():
            for index, vertex in enumerate(triangle):
                for other, number in seen.get(vertex, ()):
                    off = math.dist(self._vertices[tile][index], self._vertices[other][number])
                    if off > APART * max(self._sides[tile], self._sides[other]):
                        return False
        return True


_Motion = tuple[int, Vertex]  # turns by 60 degrees, then a shift


def _motion(start: Triangle, end: Triangle) -> _Motion:
    """What brings a triangle onto another, vertex by vertex; both are clockwise."""
    step = end[1][0] - end[0][0], end[1][1] - end[0][1]
    along = start[1][0] - start[0][0], start[1][1] - start[0][1]
    turns = next(n for n in range(6) if turn(along, n) == step)
    a, b = turn(start[0], turns)
    return turns, (end[0][0] - a, end[0][1] - b)


def _moved(triangle: Triangle, motion: _Motion) -> Triangle:
    turns, (right, along) = motion
    first, second, third = ((a + right, b + along) for a, b in (turn(vertex, turns) for vertex in triangle))
    return first, second, third


def _joins(vertices: Points, scores: NDArray[np.float64]) -> Iterator[_Join]:
    """All pairs of tiles that may be neighbours."""
    count = len(vertices)
    if count < 2:
        return
    nearby = [*((triangle, BESIDE) for triangle in _BESIDE), *((t, ACROSS) for t in _across_a_hole())]
    # Where each tile's neighbours would lie: (N, places, 3 vertices, 2).
    origin, right, below = vertices[:, 0], vertices[:, 1] - vertices[:, 2], vertices[:, 1] - vertices[:, 0]
    steps = np.array([triangle for triangle, _ in nearby], np.float64)
    expected = (
        origin[:, None, None]
        + steps[None, ..., :1] * right[:, None, None]
        + steps[None, ..., 1:] * below[:, None, None]
    )
    sides = sides_px(vertices)
    limits = np.array([limit for _, limit in nearby])
    off = expected.mean(axis=2)[:, :, None] - vertices.mean(axis=1)
    close = np.hypot(off[..., 0], off[..., 1]) < limits[:, None] * sides[:, None, None]
    close[np.arange(count), :, np.arange(count)] = False
    first, number, second = np.nonzero(close)
    # Which of the second one's corners is where: each of the three ways to turn it, (3, M).
    turned = np.stack([np.roll(vertices[second], roll, axis=1) for roll in range(CORNERS)])
    apart = np.linalg.norm(turned - expected[first, number], axis=3).max(axis=2)
    rolls = apart.argmin(axis=0)
    costs = apart.min(axis=0) / np.sqrt(sides[first] * sides[second])
    doubts = DOUBT * (2 - scores[first] - scores[second])
    # Across a hole only what could not be joined side by side.
    doubts += np.where(number < len(_BESIDE), 0.0, 1.0)
    for index in np.flatnonzero(costs < limits[number]).tolist():
        there = _rolled(nearby[number[index]][0], -int(rolls[index]))
        yield _Join(float(costs[index] + doubts[index]), int(first[index]), int(second[index]), there)


def _best_roll(points: Points, target: Points) -> tuple[int, float]:
    """By how many corners a triangle is turned against another, and how far the worst one is off then."""
    offs = [float(np.linalg.norm(np.roll(points, roll, axis=0) - target, axis=1).max()) for roll in range(3)]
    roll = int(np.argmin(offs))
    return roll, offs[roll]


def _rolled(triangle: Triangle, roll: int) -> Triangle:
    """As np.roll: the vertex that was first is number `roll` now."""
    first, second, third = (triangle[(index - roll) % CORNERS] for index in range(CORNERS))
    return first, second, third


def _across_a_hole() -> list[Triangle]:
    """The six triangles that share one vertex with _UP and a neighbour with it."""
    found: list[Triangle] = []
    for beside in _BESIDE:
        motion = _motion(_UP, beside)
        for triangle in _BESIDE:
            other = _moved(triangle, motion)
            if frozenset(other) != frozenset(_UP):
                found.append(other)
    return found


def _named(at: dict[int, Triangle], vertices: Points) -> dict[int, tuple[Place, tuple[int, int, int]]]:
    """The places of a group and which vertex is which corner, its rows turned to the horizontal."""
    tiles = list(at)
    lattice = np.array([at[tile] for tile in tiles], np.float64)
    planes = np.concatenate([lattice, np.ones((len(tiles), CORNERS, 1))], axis=2)
    right, below = np.linalg.solve(planes, vertices[tiles])[:, :2].swapaxes(
        0, 1
    )  # steps along `a`, `b` in pixels
    # Of the lattice's six directions the one nearest to the picture's right becomes the rows'. Each is looked
    # at, since a camera that looks from the side makes the angles between them unequal.
    ways = np.stack([right, below, below - right])
    ways = (ways / np.linalg.norm(ways, axis=2, keepdims=True).clip(1e-9)).sum(axis=1)
    ways /= np.linalg.norm(ways, axis=1, keepdims=True).clip(1e-9)
    turns = -int(np.concatenate([ways, -ways])[:, 0].argmax()) % 6
    named = {tile: place_of(_moved(triangle, (turns, (0, 0)))) for tile, triangle in at.items()}
    ups = [place for place, _ in named.values() if sum(place) % 2 == 0]
    lone = min(place for place, _ in named.values())  # if it points down, the place before it is [0, 0]
    row, column = min(ups, default=(lone[0], lone[1] - 1))
    return {tile: ((r - row, c - column), corners) for tile, ((r, c), corners) in named.items()}


def _from_the_top(triangle: Points) -> list[int]:
    """A tile in no place: its corners from the one that is highest in the picture."""
    first = int(triangle[:, 1].argmin())
    return [(first + step) % CORNERS for step in range(CORNERS)]
