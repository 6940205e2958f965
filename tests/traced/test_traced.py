"""Traced pictures: what can be checked of them without Blender."""

from __future__ import annotations

import random
from dataclasses import replace
from math import sqrt

import numpy as np
import pytest

from companion.rules.triominos.lattice import vertices
from tests.traced.arrange import Pose, is_free, lay_backs, lay_tiles, lay_tokens, square_middle, triangle
from tests.traced.lens import Lens, step_back
from tests.traced.solids import prism, rounded, square

DOWN = Lens(size=(1200, 900), focal_px=1000, target=(0, 0), distance_mm=500)


def seen(lens: Lens, *point: float) -> tuple[float, float]:
    x, y = lens.project(np.array(point))
    return round(float(x), 6), round(float(y), 6)


def test_what_it_looks_at_is_in_the_middle_of_the_picture_however_it_is_turned() -> None:
    lens = replace(DOWN, target=(30, -20), tilt_deg=17, towards_deg=200, roll_deg=40)
    assert seen(lens, 30, -20, 0) == (599.5, 449.5)  # between the two middle pixels


def test_right_is_right_and_away_from_the_players_is_up() -> None:
    assert seen(DOWN, 10, 20, 0) == (599.5 + 20, 449.5 - 40)


def test_what_is_higher_is_farther_out() -> None:
    assert seen(DOWN, 10, 0, 100) == (599.5 + 25, 449.5)


def test_a_roll_turns_the_picture_clockwise() -> None:
    assert seen(replace(DOWN, roll_deg=90), 0, 10, 0) == (599.5 + 20, 449.5)


def test_what_is_nearer_to_a_tilted_camera_is_larger() -> None:
    lens = replace(DOWN, tilt_deg=15, towards_deg=-90)  # it stands where the players sit
    near, far = (seen(lens, 50, y, 0)[0] - seen(lens, -50, y, 0)[0] for y in (-100, 100))
    assert near > 100 * 1000 / 500 > far
    assert seen(lens, 0, -100, 0)[1] > 449.5  # still at the bottom


def test_it_steps_back_until_all_is_in_the_picture() -> None:
    board = np.column_stack([square(340.0), np.zeros(4)])
    lens = step_back(replace(DOWN, roll_deg=15, distance_mm=200), board)
    assert lens.shows(board)
    assert not replace(lens, distance_mm=lens.distance_mm * 0.98).shows(board)


@pytest.mark.parametrize(
    ("cell", "middle"),
    [
        pytest.param("H8", (0, 0), id="the centre"),
        pytest.param("A1", (-140, 140), id="left and away"),
        pytest.param("O15", (140, -140), id="right and near"),
    ],
)
def test_a_square_is_where_the_players_see_it(cell: str, middle: tuple[float, float]) -> None:
    assert square_middle(cell, 20.0) == middle


def test_tokens_lie_on_their_squares() -> None:
    for token in lay_tokens(random.Random(3), 20.0, 0.8, turned=0.3):
        x, y = square_middle(token.cell, 20.0)
        assert max(abs(token.pose.x - x), abs(token.pose.y - y)) <= 0.8


def test_corners_that_meet_lie_together_and_show_one_number() -> None:
    tiles = lay_tiles(random.Random(5), 36.0, 0.6)
    meetings: dict[tuple[int, int], list[tuple[int, np.ndarray]]] = {}
    for tile in tiles:
        assert tile.corners is not None and tile.at is not None
        for vertex, number, corner in zip(vertices(tile.at), tile.corners, tile.outline(36.0), strict=True):
            meetings.setdefault(vertex, []).append((number, corner))
    assert len(tiles) >= 8
    for met in meetings.values():
        assert len({number for number, _ in met}) == 1
        assert all(np.linalg.norm(corner - met[0][1]) < 5 for _, corner in met)


def test_backs_lie_apart_and_in_sight() -> None:
    taken = [(0.0, 0.0, 30.0)]
    reach = np.array([[-150.0, -150.0], [150.0, 150.0]])
    backs = lay_backs(random.Random(1), taken, 36.0, 6, reach, lambda back: back.pose.x > 0)
    assert len(backs) == 6
    for index, back in enumerate(backs):
        others = [(other.pose.x, other.pose.y, 18.0) for other in backs[:index]]
        assert back.pose.x > 0 and is_free([*taken, *others], back.pose.x, back.pose.y, 18.0)


def test_a_piece_turns_against_the_clock() -> None:
    assert np.allclose(Pose(5, 0, 90).carry(np.array([[1.0, 0.0]])), [[5, 1]])


def test_a_tile_s_corners_run_clockwise_from_the_top() -> None:
    top, right, left = triangle(sqrt(3))
    assert np.allclose([*top, *right, *left], [0, 1, sqrt(3) / 2, -0.5, -sqrt(3) / 2, -0.5])


def test_a_rounded_outline_keeps_its_sides() -> None:
    ring = rounded(square(20.0), 2.0, inset=0.5)
    assert np.allclose([ring.min(), ring.max()], [-9.5, 9.5])
    assert float(np.linalg.norm(ring, axis=1).max()) < 9.5 * sqrt(2) - 0.5


def test_a_prism_is_closed() -> None:
    solid = prism(square(18.0), 4.0, 2.0, 0.6)
    edges = [(a, b) for face in solid.faces for a, b in zip(face, [*face[1:], face[0]], strict=True)]
    assert sorted(edges) == sorted((b, a) for a, b in edges)  # each edge once either way
    assert solid.points[:, 2].max() == pytest.approx(4.0)
