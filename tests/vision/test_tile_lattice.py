"""Tiles find their places from their corners alone: drawn layouts with gaps and drift, seen from the side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.virtual.fonts import SHIPPED_FONTS, FontBook
from hardware.virtual.optics import Optics
from hardware.virtual.triominos import TriominosLook, draw_look, place_tiles, turn_layout, vertices_of
from vision.tile_lattice import TileLattice, find_lattice, keep_places, place_of, triangle_at, turn
from vision.tiles import Place

Points = NDArray[np.float64]


@pytest.fixture(scope="module")
def look() -> TriominosLook:
    return draw_look(np.random.default_rng(1), "all", FontBook((SHIPPED_FONTS,)))


def grow(rng: np.random.Generator, count: int, is_compact: bool) -> list[Place]:
    """Places that hang together: a heap, or long bent chains."""
    places = [(0, 0)]
    while len(places) < count:
        last = len(places) if is_compact else min(2, len(places))
        row, column = places[-int(rng.integers(1, last + 1))]
        vertical = (row + 1, column) if (row + column) % 2 == 0 else (row - 1, column)
        near = [at for at in ((row, column - 1), (row, column + 1), vertical) if at not in places]
        if near:
            places.append(near[int(rng.integers(len(near)))])
        else:
            is_compact = True  # a chain that ran into itself goes on elsewhere
    return places


def lay(
    look: TriominosLook, rng: np.random.Generator, places: Sequence[Place], noise: float, tilt_deg: float
) -> Points:
    """Where a camera sees the corners of tiles in these places, each tile's from any corner, (N, 3, 2)."""
    tiles = place_tiles(
        look, dict.fromkeys(places, (0, 0, 0)), rng, rng.uniform(0.3, 2.0), rng.uniform(0.3, 1.4)
    )
    tiles = turn_layout(tiles, rng.uniform(0, 360))
    corners = np.stack([vertices_of(tile, look) for tile in tiles])
    optics = Optics(
        (1640, 1232), 1500.0, 700.0, tuple(corners.mean(axis=(0, 1))), tilt_deg, rng.uniform(0, 360), 0.0
    )
    seen = optics.project(corners.reshape(-1, 2), look.thickness_mm).reshape(-1, 3, 2)
    side = float(np.linalg.norm(seen[:, 0] - seen[:, 1], axis=1).mean())
    seen = seen + rng.normal(0, noise * side / np.sqrt(2), seen.shape)
    return np.stack([np.roll(tile, int(rng.integers(3)), axis=0) for tile in seen])


def turned(places: Sequence[Place], turns: int) -> list[Place]:
    moved = []
    for place in places:
        first, second, third = (turn(vertex, turns) for vertex in triangle_at(place))
        moved.append(place_of((first, second, third))[0])
    return moved


def shifts(found: Sequence[Place | None], true: Sequence[Place]) -> Iterator[tuple[int, int, int]]:
    """The turns and shifts under which all places found are the true ones."""
    for turns in range(6):
        moved = turned(true, turns)
        steps = {(f[0] - t[0], f[1] - t[1]) for f, t in zip(found, moved, strict=True) if f is not None}
        if len(steps) == 1 and None not in found:
            yield turns, *steps.pop()


def is_right(lattice: TileLattice, seen: Points, places: Sequence[Place]) -> bool:
    """Whether all have their places, up to a shift and a turn, and the corners are those of the places."""
    return any(True for _ in shifts(lattice.places, places)) and all(
        points_right(seen[tile][lattice.order[tile]], place)
        for tile, place in enumerate(lattice.places)
        if place
    )


def points_right(corners: Points, place: Place) -> bool:
    """Whether the first corner is about above (or below) the others, the second clockwise of it."""
    first, second, third = corners
    up = 1 if sum(place) % 2 == 0 else -1
    (dx, dy) = up * (first - (second + third) / 2)
    turn_deg = np.degrees(np.arctan2(dx, -dy))
    along, across = second - first, third - first
    return bool(abs(turn_deg) < 45 and along[0] * across[1] - along[1] * across[0] > 0)


def test_forty_tiles_with_drift_keep_their_lattice(look: TriominosLook) -> None:
    kept = 0
    for seed in range(100):
        rng = np.random.default_rng(seed)
        places = grow(rng, 40, is_compact=seed % 2 == 0)
        seen = lay(look, rng, places, noise=0.02, tilt_deg=rng.uniform(0, 25))
        kept += is_right(find_lattice(seen), seen, places)
    assert kept >= 99


def test_a_missing_tile_parts_nothing_that_meets_in_a_corner(look: TriominosLook) -> None:
    for seed in range(20):
        rng = np.random.default_rng(seed)
        places = grow(rng, 30, is_compact=False)
        seen = lay(look, rng, places, noise=0.01, tilt_deg=10)
        gone = int(rng.integers(1, 29))
        kept = [index for index in range(30) if index != gone]
        lattice = find_lattice(seen[kept])
        assert is_right(lattice, seen[kept], [places[index] for index in kept])
        assert len(lattice.groups) == 1


def test_invented_tiles_change_no_place(look: TriominosLook) -> None:
    for seed in range(20):
        rng = np.random.default_rng(seed)
        places = grow(rng, 30, is_compact=True)
        seen = lay(look, rng, places, noise=0.01, tilt_deg=15)
        # One nearly over a true tile, one half a side beside another, one anywhere.
        side = np.linalg.norm(seen[0, 0] - seen[0, 1])
        invented = np.stack(
            [seen[3] + 0.1 * side, seen[9] + (0.5 * side, 0), seen[0] + (7.3 * side, 5 * side)]
        )
        lattice = find_lattice(np.concatenate([seen, invented]), [0.99] * 30 + [0.3] * 3)
        assert any(True for _ in shifts(lattice.places[:30], places))


def test_tiles_apart_are_told_apart(look: TriominosLook) -> None:
    rng = np.random.default_rng(5)
    seen = lay(look, rng, grow(rng, 12, is_compact=True), noise=0.0, tilt_deg=0)
    other = lay(look, rng, grow(rng, 3, is_compact=True), noise=0.0, tilt_deg=0) + np.array([4000, 0])
    lattice = find_lattice(np.concatenate([other, seen]))
    assert [len(group) for group in lattice.groups] == [12, 3]
    assert lattice.places[:3] == (None, None, None) and None not in lattice.places[3:]
    assert (0, 0) in lattice.places


def test_a_tile_that_slid_by_half_a_side_is_no_neighbour() -> None:
    up = np.array([[0.0, 0.0], [0.5, np.sqrt(0.75)], [-0.5, np.sqrt(0.75)]]) * 100
    down = np.array([[50.0, np.sqrt(0.75) * 100], [0.0, 0.0], [100.0, 0.0]])
    assert find_lattice(np.stack([up, down + np.array([2, 1])])).places == ((0, 0), (0, 1))
    slid = down + 50 * np.array([0.5, np.sqrt(0.75)])
    assert find_lattice(np.stack([up, slid])).places.count(None) == 1


def test_a_lone_tile_points_up_or_down() -> None:
    up = np.array([[0.0, 0.0], [0.5, np.sqrt(0.75)], [-0.5, np.sqrt(0.75)]]) * 60
    for turn_deg, place, first in ((0, (0, 0), 0), (25, (0, 0), 0), (35, (0, 1), 1), (180, (0, 1), 0)):
        angle = np.radians(turn_deg)
        seen = up @ np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]).T
        lattice = find_lattice(seen[None])
        assert lattice.places == (place,)
        assert lattice.order[0, 0] == first


def test_nothing_has_no_lattice() -> None:
    lattice = find_lattice(np.zeros((0, 3, 2)))
    assert (lattice.groups, lattice.places, lattice.order.shape) == ((), (), (0, 3))


@pytest.mark.parametrize("turns", range(6))
def test_known_tiles_keep_their_places_where_the_group_grew(look: TriominosLook, turns: int) -> None:
    """The game counts its places from another tile, and its lattice is turned against the picture."""
    rng = np.random.default_rng(8)
    places = grow(rng, 14, is_compact=False)
    seen = lay(look, rng, places, noise=0.005, tilt_deg=8)
    before = find_lattice(seen[:9])
    known = []
    for tile, place in enumerate(before.places):
        assert place is not None
        first, second, third = (turn(vertex, turns) for vertex in triangle_at(place))
        there, order = place_of((first, second, third))
        known.append(((there[0] + 4, there[1] - 6), seen[tile][before.order[tile]][list(order)]))
    again = np.roll(seen, 5, axis=0)  # in another order
    kept = keep_places(find_lattice(again), again, known)
    assert [kept.places[index + 5] for index in range(9)] == [place for place, _ in known]
    for index, (_, corners) in enumerate(known):
        assert np.allclose(again[index + 5][kept.order[index + 5]], corners)


def test_an_unknown_group_is_left_as_it_is(look: TriominosLook) -> None:
    rng = np.random.default_rng(9)
    seen = lay(look, rng, grow(rng, 6, is_compact=True), noise=0.0, tilt_deg=0)
    lattice = find_lattice(seen)
    assert keep_places(lattice, seen, [((0, 0), seen[0] + 5000)]).places == lattice.places


@pytest.mark.parametrize("place", [(0, 0), (0, 1), (-3, 4), (2, -5)])
def test_a_place_is_its_triangle(place: Place) -> None:
    assert place_of(triangle_at(place)) == (place, (0, 1, 2))


def written_vertices(place: Place) -> Points:
    """The corners of a place as FORMATS.md writes them: x in tile sides, and the vertex line."""
    row, column = place
    x = column / 2
    if (row + column) % 2 == 0:
        return np.array([(x, row), (x + 0.5, row + 1), (x - 0.5, row + 1)])
    return np.array([(x, row + 1), (x - 0.5, row), (x + 0.5, row)])


def laid_flat(places: Sequence[Place], turn_deg: float, squeeze: float = 1.0) -> Points:
    """The corners in the picture, sides 50 pixels long, turned clockwise and then seen from the side."""
    flat = np.stack([written_vertices(place) for place in places]) * (50, 50 * np.sqrt(0.75))
    angle = np.radians(turn_deg)
    turned_by = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(flat @ turned_by.T * (1, squeeze) + (700, 500))


# A bent chain with a hexagon in it, so that no turn looks like another.
BENT = [(0, 0), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (0, 2), (0, 3), (-1, 3), (-1, 4), (2, 0)]


@pytest.mark.parametrize("squeeze", [1.0, 0.8, 0.6])
@pytest.mark.parametrize("turn_deg", [*range(-178, 180, 9), -29.5, 29.5, 30.5, 89.5])
def test_rows_are_as_level_as_can_be_and_a_tile_that_points_up_is_the_first(
    turn_deg: float, squeeze: float
) -> None:
    rng = np.random.default_rng(7)
    seen = laid_flat(BENT, turn_deg, squeeze)
    shuffled = np.stack([np.roll(tile, int(rng.integers(3)), axis=0) for tile in seen])
    lattice = find_lattice(shuffled)
    places = [place for place in lattice.places if place is not None]
    assert len(set(places)) == len(BENT)
    assert (0, 0) in places
    # One plane brings every written vertex to its own corner: none is mixed up, mirrored or elsewhere.
    written = np.concatenate([written_vertices(place) for place in places])
    corners = np.concatenate([tile[order] for tile, order in zip(shuffled, lattice.order, strict=True)])
    plane, *_ = np.linalg.lstsq(np.column_stack([written, np.ones(len(written))]), corners, rcond=None)
    assert np.allclose(np.column_stack([written, np.ones(len(written))]) @ plane, corners, atol=1e-6)
    right, down = plane[0], plane[1]
    assert right[0] > 0 and down[1] > 0
    # The rows: of the six directions of the lattice, the one nearest to the right.
    level = abs(np.degrees(np.arctan2(right[1], right[0])))
    others = [sign * step for step in (down - right / 2, down + right / 2) for sign in (1, -1)]
    assert all(level <= abs(np.degrees(np.arctan2(y, x))) + 1e-6 for x, y in others)
    if squeeze == 1:
        assert level <= 30 + 1e-6


@pytest.mark.parametrize("turn_deg", range(-175, 180, 10))
def test_a_lone_tile_is_at_0_0_or_0_1_however_it_lies(turn_deg: float) -> None:
    (seen,) = laid_flat([(0, 0)], turn_deg)
    lattice = find_lattice(seen[None])
    (place,) = lattice.places
    first, second, third = seen[lattice.order[0]]
    away = first - (second + third) / 2
    assert place == ((0, 0) if away[1] < 0 else (0, 1))  # up is where y falls
    tilt_deg = np.degrees(np.arctan2(away[0], abs(away[1])))
    assert abs(tilt_deg) <= 30 + 1e-6


def test_tiles_outside_the_largest_group_have_no_place() -> None:
    seen = np.concatenate([laid_flat(BENT, 12), laid_flat([(0, 0), (0, 1)], 12) + 900])
    lattice = find_lattice(seen)
    assert lattice.places[-2:] == (None, None)
    assert None not in lattice.places[:-2]
