"""Places beside tiles that were found."""

from __future__ import annotations

import numpy as np

from vision.tile_neighbours import free_neighbours, lie_beside
from vision.tile_shapes import areas, even_triangle


def row_of(count: int, side: float = 60.0) -> np.ndarray:
    """Tiles of a row, every other one upside down."""
    up = even_triangle(side, 0.0)
    down = np.stack([up[1], up[0], up[0] + up[1] - up[2]])
    return np.stack([(down if n % 2 else up) + (n // 2 * side, 0.0) for n in range(count)])


def test_a_lone_tile_has_three_free_sides() -> None:
    tile = row_of(1)
    places = free_neighbours(tile)
    assert len(places) == 3
    assert (areas(places) > 0).all()  # clockwise as the tile is
    for place in places:
        assert sum(np.linalg.norm(tile[0] - corner, axis=1).min() < 1e-9 for corner in place) == 2


def test_a_place_between_two_tiles_is_offered_once() -> None:
    first, middle, last = row_of(3)
    places = free_neighbours(np.stack([first, last]))
    at_middle = np.linalg.norm(places.mean(axis=1) - middle.mean(axis=0), axis=1) < 1.0
    assert at_middle.sum() == 1
    assert len(places) == 5


def test_no_place_is_offered_that_a_tile_takes_though_the_row_bends() -> None:
    tiles = row_of(6)
    bend = np.radians(np.arange(6) * 1.5)
    middles = tiles.mean(axis=1, keepdims=True)
    turns = np.stack([[np.cos(bend), -np.sin(bend)], [np.sin(bend), np.cos(bend)]]).transpose(2, 0, 1)
    bent = (tiles - middles) @ turns.transpose(0, 2, 1) + middles
    places = free_neighbours(bent)
    far = np.linalg.norm(places.mean(axis=1)[:, None] - bent.mean(axis=1)[None], axis=2)
    assert far.min() > 0.4 * 60
    assert len(places) == 8  # each of six tiles has one free side, and both ends one more


def test_an_empty_table_has_no_neighbours() -> None:
    assert len(free_neighbours(np.zeros((0, 3, 2)))) == 0


def test_no_place_is_offered_that_was_looked_at_before() -> None:
    tiles = row_of(2)
    before = free_neighbours(tiles[:1])
    places = free_neighbours(tiles[1:], np.concatenate([tiles[:1], before]))
    assert len(places) == 2
    for place in places:
        assert np.linalg.norm(before.mean(axis=1) - place.mean(axis=0), axis=1).min() > 20


def test_who_shares_a_side_lies_beside_and_who_meets_in_a_point_does_not() -> None:
    tile = even_triangle(40.0, 100.0)
    (across, *_) = free_neighbours(tile[None])
    gap = across + (across.mean(axis=0) - tile.mean(axis=0)) * 0.1  # two millimetres of a tile of 45
    in_a_point = tile + (tile[1] - tile[0])
    apart = tile + 300
    assert lie_beside(np.stack([across, gap, in_a_point, apart]), tile[None]).tolist() == [
        True, True, False, False,
    ]  # fmt: skip
    assert lie_beside(tile[None], np.zeros((0, 3, 2))).tolist() == [False]
