"""What the finder's network says becomes tiles, each once; its training truth says what it should say."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.tile_finder import (
    COVER,
    DOWN,
    STRIDE,
    UP,
    FoundTiles,
    around_prints,
    decode_tiles,
    tell_apart,
    usual_side,
)
from vision.tile_lattice import triangle_at
from vision.tile_shapes import CODE, even_triangle, sides_px
from vision.tiles import Place
from vision.training.tile_samples import finder_target

Points = NDArray[np.float64]
Floats = NDArray[np.float32]

PLACES = 72


def group(side: float, turn_deg: float, squeeze: float, places: list[Place]) -> Points:
    """Tiles that touch, in the middle of a picture."""
    turn = np.radians(turn_deg)
    right = np.array([np.cos(turn), np.sin(turn)])
    below = np.array([np.cos(turn + np.pi / 3), np.sin(turn + np.pi / 3)])
    lattice = np.array([triangle_at(place) for place in places], np.float64)
    flat = side * (lattice[..., :1] * right + lattice[..., 1:] * below)
    return np.asarray(flat * (1.0, squeeze) + PLACES * STRIDE / 2)


RING: list[Place] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1)]


def answer_of(vertices: Points, backs: NDArray[np.bool_]) -> Floats:
    """What a network says that has learned its truth by heart."""
    middles, _, shapes = finder_target(vertices, backs, np.zeros(len(vertices), bool), PLACES)
    answer = np.zeros((5 + CODE, PLACES, PLACES), np.float32)
    answer[:COVER] = np.log(np.clip(middles, 1e-4, 0.98) / (1 - np.clip(middles, 1e-4, 0.98)))
    answer[COVER] = -9
    answer[3:] = shapes[:-1]
    return answer


def worst_distance(found: Points, true: Points) -> float:
    """The worst corner of any tile from the found tile nearest to it, in tile sides."""
    worst = 0.0
    for tile in true:
        near = found[np.linalg.norm(found.mean(axis=1) - tile.mean(axis=0), axis=1).argmin()]
        ways = [np.linalg.norm(np.roll(near, roll, axis=0) - tile, axis=1).max() for roll in range(3)]
        worst = max(worst, float(min(ways)))
    return worst / float(sides_px(true).mean())


@pytest.mark.parametrize("side", [12.0, 24.0, 40.0, 70.0])
@pytest.mark.parametrize("turn_deg", [0.0, 17.0, 30.0])
def test_tiles_that_touch_are_found_each_once(side: float, turn_deg: float) -> None:
    true = group(side, turn_deg, 0.92, RING)
    found = decode_tiles(answer_of(true, np.zeros(len(true), bool)))
    kept = found.chosen(tell_apart(found.vertices, found.scores))
    assert len(kept.vertices) == len(true)
    assert worst_distance(kept.vertices, true) < 0.02
    assert (kept.backs < 0.1).all()


def test_backs_are_told_from_faces() -> None:
    true = np.concatenate([group(30, 10, 1.0, [(0, 0)]) - 60, group(30, 50, 1.0, [(0, 0)]) + 60])
    found = decode_tiles(answer_of(true, np.array([False, True])))
    found = found.chosen(np.argsort(found.vertices[:, 0, 0]))
    assert found.backs.round().tolist() == [0, 1]


def test_a_hidden_tile_or_one_cut_off_is_not_asked_for() -> None:
    tiles = np.stack([even_triangle(40, 100.0), even_triangle(40, 200.0), even_triangle(40, 5.0)])
    middles, asked, shapes = finder_target(tiles, np.zeros(3, bool), np.array([False, True, False]), PLACES)
    assert np.argwhere(middles[UP] == 1).tolist() == [[25, 25]]
    assert not middles[DOWN].any()
    assert asked[25, 25] == 1 and asked[50, 50] == 0 and asked[1, 1] == 0
    assert shapes[-1, 25, 25] == 1 and shapes[-1, 50, 50] == 0


def test_of_two_that_overlap_the_likelier_stays() -> None:
    tile = even_triangle(40, 100.0)
    doubled = np.stack([tile, tile + 3, tile + np.array([55, 0])])
    assert tell_apart(doubled, np.array([0.5, 0.9, 0.4])).tolist() == [1, 2]


def test_a_triangle_of_another_size_is_no_tile_of_the_table() -> None:
    tiles = [even_triangle(40, 100.0 + 60 * number) for number in range(4)]
    odd = [even_triangle(90, 600.0), even_triangle(15, 700.0)]
    kept = tell_apart(np.stack([*tiles, *odd]), np.array([0.9, 0.9, 0.9, 0.9, 0.6, 0.95]))
    assert sorted(kept.tolist()) == [0, 1, 2, 3]


def test_four_tiles_that_touch_are_not_one_of_twice_the_size_where_the_size_is_known() -> None:
    small, large = even_triangle(40, 100.0), even_triangle(80, 100.0)
    both, scores = np.stack([small, large]), np.array([0.3, 0.9])
    assert tell_apart(both, scores).tolist() == [1]
    assert tell_apart(both, scores, side_px=41.0).tolist() == [0]


def test_an_empty_answer_holds_no_tile() -> None:
    found = decode_tiles(np.full((10, 20, 30), -9, np.float32))
    assert found.vertices.shape == (0, 3, 2) and found.side_px == 0
    assert tell_apart(found.vertices, found.scores).tolist() == []
    assert found.covered.shape == (20, 30) and not found.covered.any()


def test_a_hand_is_where_the_network_says() -> None:
    answer = np.full((10, 20, 30), -9, np.float32)
    answer[COVER, 5:10, 3:] = 4
    assert decode_tiles(answer).covered.mean() == pytest.approx(5 * 27 / 600)


def test_leaves_on_a_cloth_do_not_say_how_large_tiles_are() -> None:
    rng = np.random.default_rng(4)
    leaves, tiles = rng.uniform(11, 16, 150), rng.uniform(36, 40, 16)
    scores = np.concatenate([rng.uniform(0.2, 0.5, 150), rng.uniform(0.5, 0.9, 16)])
    assert 36 < usual_side(np.concatenate([leaves, tiles]), scores) < 40


def test_one_large_triangle_does_not_say_how_large_tiles_are() -> None:
    sides = np.array([30.0, 31.0, 29.5, 120.0])
    assert 29 < usual_side(sides, np.array([0.8, 0.9, 0.7, 0.6])) < 32


def test_no_triangles_have_no_size() -> None:
    assert usual_side(np.zeros(0), np.zeros(0)) == 0.0


def found_of(vertices: Points, scores: list[float]) -> FoundTiles:
    return FoundTiles(vertices, np.array(scores), np.full(len(scores), 0.5), np.zeros((4, 4), bool))


def test_around_a_triangle_printed_on_a_back_there_may_be_the_back() -> None:
    tiles = [even_triangle(40, 100.0 + 60 * number) for number in range(4)]
    printed = even_triangle(18, 500.0)
    found = found_of(np.stack([*tiles, printed]), [0.9, 0.9, 0.9, 0.9, 0.5])
    kept = found.chosen(tell_apart(found.vertices, found.scores))
    assert np.allclose(around_prints(found, kept), even_triangle(40, 500.0))


def test_print_on_a_tile_that_was_found_has_no_tile_around_it_but_that_one() -> None:
    tiles = [even_triangle(40, 100.0 + 60 * number) for number in range(4)]
    found = found_of(np.stack([*tiles, even_triangle(18, 101.0)]), [0.9, 0.9, 0.9, 0.9, 0.5])
    kept = found.chosen(tell_apart(found.vertices, found.scores))
    assert not len(around_prints(found, kept))


def test_specks_are_no_print() -> None:
    tiles = [even_triangle(40, 100.0 + 60 * number) for number in range(4)]
    found = found_of(np.stack([*tiles, even_triangle(8, 500.0)]), [0.9, 0.9, 0.9, 0.9, 0.5])
    kept = found.chosen(tell_apart(found.vertices, found.scores))
    assert not len(around_prints(found, kept))
    nothing = found.chosen(np.zeros(0, np.intp))
    assert not len(around_prints(nothing, nothing))
