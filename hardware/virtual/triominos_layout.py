"""Where the tiles of a Triominos layout really lie: laid one against another, never quite straight.

Table coordinates are millimetres, x right, y down, as seen from above; turns are degrees clockwise as seen.
Places are those of FORMATS.md: triangle `(r, c)` points up if r + c is even; one that points down is the
upright tile turned by 180 degrees, which puts its first corner at the bottom. No game rule is known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hardware.virtual.pieces import Points
from hardware.virtual.triominos_art import tile_vertices
from hardware.virtual.triominos_look import TriominosLook

Place = tuple[int, int]
Corners = tuple[int, int, int]
MOST_OVERLAP_MM = 0.3
_STEPS = 400
_SETTLED_MM = 0.02
_EAGER = 0.75  # 0.5 moves both tiles of a pair half-way; more settles sooner, from 1 on never


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile on the table: its place in the lattice, its numbers, and where its middle lies how turned."""

    at: Place
    corners: Corners
    x_mm: float
    y_mm: float
    turn_deg: float  # about 0 if it points up, about 180 if down, and what the table adds


def place_tiles(
    look: TriominosLook,
    tiles: Mapping[Place, Corners],
    rng: np.random.Generator,
    gap_mm: float = 1.5,
    angle_deg: float = 1.0,
    slide_mm: float = 0.8,
) -> list[PlacedTile]:
    """Lay tiles in the order of the mapping; the first lies on its lattice place with the lattice straight.

    Each is laid against one neighbour that already lies there: anywhere between touching it and `gap_mm` away
    at the widest, slid along the side by up to `slide_mm`, turned against it by a normal error of deviation
    `angle_deg` as far as the gap allows. So errors add up along a chain. Where a ring closes, or tiles would
    overlap, all of them give way a little, as under the players' fingers.
    """
    if not tiles:
        return []
    places = list(tiles)
    side = look.side_mm
    ideal = lattice_middles(places, side)
    pairs = _neighbours(places)
    middles, errors = _lay_chain(places, ideal, side, rng, gap_mm, angle_deg, slide_mm)
    for _ in range(8):
        settled, angles = _settle(middles, errors, ideal, pairs, side, gap_mm, slide_mm)
        shapes = _shapes(places, settled, angles, side)
        if _most_overlap(shapes) <= MOST_OVERLAP_MM:
            break
        # Too crooked to be laid at all: these players are more careful.
        middles, errors = ideal + 0.6 * (middles - ideal), 0.6 * errors
    else:
        settled, angles = ideal, np.zeros(len(places))
    settled = settled - (settled[0] - ideal[0])
    return [
        PlacedTile(place, tiles[place], float(x), float(y), half_turn(place) + float(np.rad2deg(angle)))
        for place, (x, y), angle in zip(places, settled, angles, strict=True)
    ]


def vertices_of(placed: PlacedTile, look: TriominosLook) -> Points:
    """The unrounded corners (3, 2) of a tile's upper face in table mm, in the order of its `corners`."""
    return pose_vertices(look.side_mm, placed.x_mm, placed.y_mm, placed.turn_deg)


def pose_vertices(side_mm: float, x_mm: float, y_mm: float, turn_deg: float) -> Points:
    """The corners (3, 2) of a tile in table mm, first the one that is on top when it is upright."""
    return tile_vertices(side_mm) @ _turn(np.deg2rad(turn_deg)).T + (x_mm, y_mm)


def turn_layout(
    placed: Iterable[PlacedTile], turn_deg: float, x_mm: float = 0.0, y_mm: float = 0.0
) -> list[PlacedTile]:
    """Turn a whole layout clockwise about the table's origin, then shift it."""
    turn = _turn(np.deg2rad(turn_deg))
    moved = []
    for tile in placed:
        x, y = turn @ (tile.x_mm, tile.y_mm) + (x_mm, y_mm)
        moved.append(replace(tile, x_mm=float(x), y_mm=float(y), turn_deg=tile.turn_deg + turn_deg))
    return moved


def half_turn(place: Place) -> float:
    """0 for a place that points up, 180 for one that points down."""
    return 0.0 if sum(place) % 2 == 0 else 180.0


def lattice_middles(places: Sequence[Place], side_mm: float) -> Points:
    """The middles (N, 2) of lattice places in mm, vertex line 0 at y = 0, where nothing is crooked."""
    row_mm = side_mm * np.sqrt(3) / 2
    # A triangle's middle is a third of its height from its flat side.
    return np.array(
        [(c * side_mm / 2, row_mm * (r + (2 / 3 if (r + c) % 2 == 0 else 1 / 3))) for r, c in places]
    )


def overlaps_mm(one: Points, other: Points) -> NDArray[np.float64]:
    """How deep triangles overlap, pair by pair: (N, 3, 2) twice to (N,); 0 or less where they are apart."""
    return _separations(one, other)[0]


def _lay_chain(
    places: list[Place],
    ideal: Points,
    side: float,
    rng: np.random.Generator,
    gap_mm: float,
    angle_deg: float,
    slide_mm: float,
) -> tuple[Points, NDArray[np.float64]]:
    """Middles and errors of angle in radians when every tile minds nothing but the one it is laid against."""
    index_of = {place: index for index, place in enumerate(places)}
    middles, errors = ideal.copy(), np.zeros(len(places))
    for index, place in enumerate(places):
        earlier = [index_of[at] for at in _beside(place) if index_of.get(at, index) < index]
        if not earlier:  # a group of its own: where it would be if the tile nearest to it were right
            if index:
                near = int(np.argmin(np.linalg.norm(ideal[:index] - ideal[index], axis=1)))
                middles[index] = middles[near] + _turn(errors[near]) @ (ideal[index] - ideal[near])
                errors[index] = errors[near]
            continue
        at = earlier[int(rng.integers(len(earlier)))]
        step = ideal[index] - ideal[at]
        outward = step / np.linalg.norm(step)
        most = gap_mm / side
        angle = float(np.clip(rng.normal(0, np.deg2rad(angle_deg)), -most, most))
        touching = side / 2 * abs(np.sin(angle))
        gap = touching + (gap_mm - 2 * touching) * rng.beta(1.0, 1.6)
        slide = rng.uniform(-slide_mm, slide_mm)
        step = step + gap * outward + slide * np.array([-outward[1], outward[0]])
        middles[index] = middles[at] + _turn(errors[at]) @ step
        errors[index] = errors[at] + angle
    return middles, errors


def _settle(
    middles: Points,
    errors: NDArray[np.float64],
    ideal: Points,
    pairs: NDArray[np.intp],
    side: float,
    gap_mm: float,
    slide_mm: float,
) -> tuple[Points, NDArray[np.float64]]:
    """Move tiles until all neighbours are within the gap, the slide and the wedge, and none overlap."""
    middles, errors = middles.copy(), errors.copy()
    ones, others = pairs[:, 0], pairs[:, 1]
    steps = ideal[others] - ideal[ones]
    lengths = np.linalg.norm(steps, axis=1, keepdims=True)
    outward = steps / np.maximum(lengths, 1e-9)
    along = np.stack([-outward[:, 1], outward[:, 0]], axis=1)
    most_slide = slide_mm + gap_mm / 2  # a ring of unequal gaps closes only by sliding
    up = tile_vertices(side)
    flips = np.where(_points_down(ideal, side), np.pi, 0.0)
    degree = np.maximum(np.bincount(pairs.ravel(), minlength=len(middles)), 1)
    for step in range(_STEPS):
        angle = errors[others] - errors[ones]
        half = _turns((errors[others] + errors[ones]) / 2)
        off = np.einsum("nji,nj->ni", half, middles[others] - middles[ones]) - steps
        gap, slide = (off * outward).sum(axis=1), (off * along).sum(axis=1)
        least = np.minimum(side / 2 * np.abs(np.sin(angle)), gap_mm)
        give_gap = np.clip(gap, least, np.maximum(gap_mm, least)) - gap
        give_slide = np.clip(slide, -most_slide, most_slide) - slide
        give_angle = np.clip(angle, -gap_mm / side, gap_mm / side) - angle
        push = np.einsum("nij,nj->ni", half, outward * give_gap[:, None] + along * give_slide[:, None])
        moves, turns = np.zeros_like(middles), np.zeros_like(errors)
        np.add.at(moves, others, push)
        np.add.at(moves, ones, -push)
        np.add.at(turns, others, give_angle)
        np.add.at(turns, ones, -give_angle)
        moves *= (_EAGER / degree)[:, None]
        turns *= _EAGER / degree
        shapes = np.einsum("vj,nij->nvi", up, _turns(errors + flips)) + middles[:, None]
        if step % 8 == 0:
            first, second = _close_pairs(middles, side)
        depth, direction = _separations(shapes[first], shapes[second])
        apart = direction * (np.clip(depth, 0, None) * 0.5)[:, None]
        np.add.at(moves, second, apart)
        np.add.at(moves, first, -apart)
        middles, errors = middles + moves, errors + turns
        if max(np.abs(moves).max(), np.abs(turns).max() * side) < _SETTLED_MM:
            break
    return middles, errors


def _separations(one: Points, other: Points) -> tuple[NDArray[np.float64], Points]:
    """For pairs of triangles how deep they overlap, and the unit direction in which the second must leave."""
    sides = np.concatenate([np.roll(shape, -1, axis=1) - shape for shape in (one, other)], axis=1)
    axes = np.stack([sides[..., 1], -sides[..., 0]], axis=2)
    axes /= np.linalg.norm(axes, axis=2, keepdims=True)
    axes = np.concatenate([axes, -axes], axis=1)
    reach = np.einsum("nvi,nai->nav", one, axes).max(axis=2)
    start = np.einsum("nvi,nai->nav", other, axes).min(axis=2)
    depths = reach - start
    best = depths.argmin(axis=1)
    rows = np.arange(len(one))
    return depths[rows, best], axes[rows, best]


def _close_pairs(middles: Points, side: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Tiles whose middles are so near that the tiles might overlap by more than a tip."""
    distances = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    first, second = np.nonzero(np.triu(distances < 1.2 * side, 1))
    return first, second


def _most_overlap(shapes: Points) -> float:
    first, second = np.triu_indices(len(shapes), 1)
    return float(overlaps_mm(shapes[first], shapes[second]).max(initial=0.0))


def _shapes(places: list[Place], middles: Points, errors: NDArray[np.float64], side: float) -> Points:
    flips = np.deg2rad([half_turn(place) for place in places])
    turned: Points = np.einsum("vj,nij->nvi", tile_vertices(side), _turns(errors + flips)) + middles[:, None]
    return turned


def _points_down(ideal: Points, side: float) -> NDArray[np.bool_]:
    thirds = np.round(ideal[:, 1] / (side * np.sqrt(3) / 6)).astype(int)
    return np.asarray(thirds % 3 == 1)


def _neighbours(places: list[Place]) -> NDArray[np.intp]:
    """Pairs (N, 2) of tiles that share a side, each once."""
    index_of = {place: index for index, place in enumerate(places)}
    pairs = [
        (index, index_of[at])
        for index, place in enumerate(places)
        for at in _beside(place)
        if index_of.get(at, -1) > index
    ]
    return np.array(pairs, np.intp).reshape(-1, 2)


def _beside(place: Place) -> tuple[Place, Place, Place]:
    r, c = place
    return (r, c - 1), (r, c + 1), (r + 1 if (r + c) % 2 == 0 else r - 1, c)


def _turn(angle: float) -> Points:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _turns(angles: NDArray[np.float64]) -> Points:
    cos, sin = np.cos(angles), np.sin(angles)
    return np.stack([np.stack([cos, -sin], axis=1), np.stack([sin, cos], axis=1)], axis=1)
