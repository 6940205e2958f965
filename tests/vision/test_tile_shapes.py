"""The shape of a tile survives being written without a first corner."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.tile_shapes import (
    areas,
    clockwise,
    decode_shapes,
    encode_shapes,
    even_triangle,
    overlap,
    sides_px,
    unwarps,
    warp_between,
)

Points = NDArray[np.float64]


def triangles(rng: np.random.Generator, count: int, squeeze: float) -> Points:
    """Even triangles turned any way, then squeezed and sheared as a tilted camera does."""
    found = []
    for _ in range(count):
        turn = rng.uniform(0, 2 * np.pi)
        rotate = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        shear = np.eye(2) + rng.uniform(-squeeze, squeeze, (2, 2))
        found.append(even_triangle(rng.uniform(8, 150), 0.0) @ (shear @ rotate).T + rng.uniform(0, 900, 2))
    return np.stack(found)


def worst_distance(one: Points, other: Points) -> float:
    """Between triangles whose corners may be counted from another one, the worst corner of all."""
    ways = [np.linalg.norm(np.roll(one, roll, axis=1) - other, axis=2).max(axis=1) for roll in range(3)]
    return float(np.min(ways, axis=0).max())


def test_a_shape_is_what_its_code_says() -> None:
    tiles = triangles(np.random.default_rng(1), 200, squeeze=0.2)
    assert worst_distance(decode_shapes(*encode_shapes(tiles)), tiles) < 1e-6


def test_the_first_corner_does_not_matter() -> None:
    tiles = triangles(np.random.default_rng(2), 50, squeeze=0.2)
    for roll in (1, 2):
        for one, other in zip(encode_shapes(tiles), encode_shapes(np.roll(tiles, roll, axis=1)), strict=True):
            assert np.allclose(one, other)


def test_a_code_hardly_changes_when_a_tile_hardly_turns() -> None:
    """All the way round: no angle at which the code jumps."""
    turns = np.radians(np.arange(0, 361, 1.0))
    ways = np.stack(
        [np.stack([np.cos(turns), -np.sin(turns)], 1), np.stack([np.sin(turns), np.cos(turns)], 1)], 1
    )
    shape = even_triangle(40, 0.0) * (1.0, 0.9)
    _, codes = encode_shapes(np.einsum("nij,vj->nvi", ways, shape))
    assert np.abs(np.diff(codes, axis=0)).max() < 0.06


def test_a_decoded_tile_is_clockwise() -> None:
    tiles = triangles(np.random.default_rng(3), 30, squeeze=0.2)
    assert (areas(tiles) > 0).all()
    assert (areas(decode_shapes(*encode_shapes(tiles))) > 0).all()
    assert np.allclose(areas(clockwise(tiles[:, ::-1])), areas(tiles))


def test_an_even_triangle_has_its_side_and_points_up() -> None:
    tile = even_triangle(40, 28.0)
    assert sides_px(tile[None]) == pytest.approx([40])
    assert tile[0] == pytest.approx([28, 28 - 40 / np.sqrt(3)])
    assert tile[1, 0] > tile[2, 0]


def test_a_warp_brings_corners_onto_corners() -> None:
    one, other = triangles(np.random.default_rng(4), 2, squeeze=0.2)
    to = warp_between(one, other)
    assert np.allclose(one @ to[:, :2].T + to[:, 2], other, atol=1e-2)


def test_what_unwarps_is_the_inverse_of_what_warps() -> None:
    some, end = triangles(np.random.default_rng(4), 5, squeeze=0.2), even_triangle(40, 28.0)
    for tile, there in zip(some, unwarps(end)(some), strict=True):
        assert np.allclose(np.column_stack([end, np.ones(3)]) @ there.T, tile)


def test_neighbours_do_not_overlap_and_doubles_do() -> None:
    tile = even_triangle(40, 50.0)
    across = np.stack([tile[1], tile[0], tile[0] + tile[1] - tile[2]])
    assert overlap(tile, across) < 0.01
    assert overlap(tile, tile + 1) > 0.8
    assert overlap(tile, even_triangle(20, 50.0)) == pytest.approx(1, abs=0.01)
