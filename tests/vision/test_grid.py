"""Squares to pixels and back, the fit, and straightening."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.grid import CORNERS, Grid, fit_grid, grid_from_corners, rectify
from vision.observation import SQUARES

SIZE = (1640, 1232)
SEEN = np.array([[300, 200], [1300, 260], [1250, 1180], [260, 1100]], np.float64)


def bent(bend: float) -> Grid:
    return Grid(grid_from_corners(SEEN, SIZE).plane, SIZE, bend)


@pytest.mark.parametrize("bend", [-0.08, 0.0, 0.05])
def test_pixels_and_squares_are_each_others_way_back(bend: float) -> None:
    grid = bent(bend)
    squares = np.random.default_rng(1).uniform(-1, 16, (300, 2))
    assert np.abs(grid.to_squares(grid.to_pixels(squares)) - squares).max() < 1e-5


def test_corners_of_a_straight_lens_are_the_given_ones() -> None:
    assert np.abs(grid_from_corners(SEEN, SIZE).corners - SEEN).max() < 1e-2


def test_a_lens_bends_outwards_in_proportion_to_the_cube() -> None:
    straight, curved = bent(0.0), bent(0.04)
    middle = (np.array(SIZE) - 1) / 2
    for near, far in zip(straight.corners, curved.corners, strict=True):
        radius = np.hypot(*(near - middle)) / (np.hypot(*SIZE) / 2)
        assert np.hypot(*(far - middle)) / np.hypot(*(near - middle)) == pytest.approx(1 + 0.04 * radius**2)


def test_the_fit_finds_the_lens_in_spite_of_noise_and_a_hand() -> None:
    truth = bent(-0.06)
    rng = np.random.default_rng(2)
    squares = rng.uniform(0, SQUARES, (900, 2))
    pixels = truth.to_pixels(squares) + rng.normal(0, 1, (900, 2))
    pixels[:90] += rng.normal(0, 60, (90, 2))  # under a hand
    start = grid_from_corners(SEEN + rng.normal(0, 20, (4, 2)), SIZE)
    found = fit_grid(squares, pixels, np.ones(900), start)
    everywhere = rng.uniform(0, SQUARES, (200, 2))
    assert np.hypot(*(found.to_pixels(everywhere) - truth.to_pixels(everywhere)).T).max() < 0.6
    assert found.bend == pytest.approx(-0.06, abs=0.004)


def test_a_resized_picture_has_the_board_in_the_same_place() -> None:
    half = bent(-0.05).scaled(0.5)
    expected = (bent(-0.05).corners + 0.5) * 0.5 - 0.5  # pixel centres are at whole numbers
    assert half.size == (820, 616)
    assert np.abs(half.corners - expected).max() < 0.1


def test_counting_from_another_line_moves_whole_squares() -> None:
    grid = bent(-0.03)
    before, after = grid.to_pixels(np.array([[2.0, -1.0]])), grid.shifted(2, -1).to_pixels(np.zeros((1, 2)))
    assert np.abs(after - before).max() < 1e-6


def test_turning_names_the_next_corner_a1() -> None:
    grid = bent(0.02)
    assert np.abs(grid.turned(1).corners - np.roll(grid.corners, -1, axis=0)).max() < 1e-3
    assert np.abs(grid.turned(4).corners - grid.corners).max() < 1e-3


@pytest.mark.parametrize("bend", [-0.07, 0.03])
def test_straightening_puts_every_square_where_it_belongs(bend: float) -> None:
    """Dots drawn in the middles of some squares come to lie in the middles of the straight ones."""
    grid = bent(bend)
    picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    places = [(0, 0), (14, 0), (7, 7), (3, 12), (14, 14)]
    for column, row in places:
        ((x, y),) = grid.to_pixels(np.array([[column + 0.5, row + 0.5]]))
        cv2.circle(picture, (round(x * 16), round(y * 16)), 9 * 16, (255, 255, 255), -1, cv2.LINE_AA, 4)
    straight = rectify(picture, grid, 20, 2)
    assert straight.shape == (19 * 20, 19 * 20, 3)
    for column, row in places:
        patch = straight[(row + 2) * 20 : (row + 3) * 20, (column + 2) * 20 : (column + 3) * 20, 0]
        moments = cv2.moments(patch)
        assert moments["m10"] / moments["m00"] == pytest.approx(9.5, abs=0.35)
        assert moments["m01"] / moments["m00"] == pytest.approx(9.5, abs=0.35)


def test_the_side_is_that_of_a_square() -> None:
    corners = CORNERS * 40 + (100, 50)
    assert grid_from_corners(corners, SIZE).side_px == pytest.approx(40, rel=1e-3)
