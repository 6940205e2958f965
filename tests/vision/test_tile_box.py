"""Tiles of one picture are read together: by print and ink, where they meet, and by the box."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.rules.triominos.tiles import BOX
from vision.tile_box import read_together
from vision.tile_lattice import triangle_at
from vision.tiles import NUMBERS, Place

Floats = NDArray[np.float32]
RNG = np.random.default_rng(5)
PRINTS = RNG.normal(size=(NUMBERS, 128)).astype(np.float32)  # how each number is printed here
APART: list[Place | None] = [None] * 8
# Eight tiles of the box, each once, every number at least twice.
TILES = [(0, 1, 2), (1, 2, 3), (2, 3, 4), (3, 4, 5), (0, 4, 5), (0, 1, 5), (1, 3, 5), (0, 2, 4)]


def read(tiles: list[tuple[int, int, int]], clear: float = 0.995) -> Floats:
    likely = np.full((len(tiles), 3, NUMBERS), (1 - clear) / (NUMBERS - 1), np.float32)
    for tile, corners in enumerate(tiles):
        likely[tile, range(3), corners] = clear
    return likely


def together(likely: Floats, tiles: list[tuple[int, int, int]], places: list[Place | None] = APART) -> Floats:
    """Read with prints that say what is printed, and one ink for all."""
    return read_together(
        likely, PRINTS[np.array(tiles)], np.zeros((len(tiles), 3, 3), np.float32), places, BOX
    )


def alike(likely: Floats, places: list[Place | None] = APART) -> Floats:
    """Read where print and ink say nothing."""
    prints = np.ones((len(likely), 3, 128), np.float32)
    return read_together(likely, prints, np.zeros((len(likely), 3, 3), np.float32), places, BOX)


def test_what_is_clear_stays_and_probabilities_stay_probabilities() -> None:
    weighed = together(read(TILES), TILES)
    assert weighed.argmax(axis=2).tolist() == [list(tile) for tile in TILES]
    assert np.allclose(weighed.sum(axis=2), 1, atol=1e-5)


def test_a_doubt_between_a_tile_and_one_that_no_box_holds_is_settled() -> None:
    likely = read(TILES)
    likely[0, 2] = [0.0, 0.0, 0.45, 0.0, 0.0, 0.55]
    likely[0, 1] = read([(0, 3, 0)])[0, 1]  # 0-3-5 is in the box, 0-3-2 is not
    assert alike(likely)[0].argmax(axis=1).tolist() == [0, 3, 5]
    likely[0, 2] = [0.0, 0.0, 0.6, 0.0, 0.0, 0.4]
    assert alike(likely)[0].argmax(axis=1).tolist() == [0, 3, 5]


def test_a_clear_tile_that_no_box_holds_stays_what_it_is() -> None:
    tiles = [(0, 5, 3), *TILES[1:]]  # as one of the photographed wooden sets has it
    assert together(read(tiles), tiles)[0].argmax(axis=1).tolist() == [0, 5, 3]


def test_a_tile_that_lies_there_already_is_not_read_again_if_another_is_nearly_as_likely() -> None:
    likely = read(TILES)
    likely[7] = likely[0]
    likely[7, 2] = [0.0, 0.0, 0.55, 0.0, 0.45, 0.0]  # 0-1-2, which clearly lies elsewhere, or 0-1-4
    assert alike(likely)[7].argmax(axis=1).tolist() == [0, 1, 4]


def test_two_clear_tiles_of_one_kind_are_both_told() -> None:
    tiles = [*TILES[:7], TILES[0]]
    assert together(read(tiles, 0.999), tiles)[[0, 7]].argmax(axis=2).tolist() == [[0, 1, 2], [0, 1, 2]]


PLACES: list[Place | None] = [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (1, 3)]


def test_corners_that_meet_are_held_to_match_though_none_of_them_is_clear() -> None:
    shown = [tuple((2 * a + 3 * b) % NUMBERS for a, b in triangle_at(place)) for place in PLACES if place]
    likely = read(shown, 0.8)  # type: ignore[arg-type]  # three each
    wrong = (shown[1][0] + 1) % NUMBERS
    likely[1, 0] = 0.02
    likely[1, 0, [shown[1][0], wrong]] = 0.42, 0.5
    assert alike(likely)[1, 0].argmax() == wrong
    assert alike(likely, PLACES)[1, 0].argmax() == shown[1][0]


def test_ink_of_its_own_settles_what_a_print_leaves_open() -> None:
    likely = read(TILES)
    likely[3] = 1 / NUMBERS  # nothing at all could be read
    prints = np.ones((len(TILES), 3, 128), np.float32)
    inks = np.array([[0, 0, -90], [0, -90, 0], [-90, 0, 0], [-90, -90, 0], [0, -90, -90], [-90, 0, -90]])
    ink = (inks[np.array(TILES)] + RNG.normal(0, 3, (len(TILES), 3, 3))).astype(np.float32)
    assert read_together(likely, prints, ink, APART, BOX)[3].argmax(axis=1).tolist() == [3, 4, 5]


@pytest.mark.parametrize("count", [0, 1, 3])
def test_few_tiles_are_read_too(count: int) -> None:
    places = APART[:count]
    weighed = together(read(TILES[:count]), TILES[:count], places) if count else read([])
    assert weighed.argmax(axis=2).tolist() == [list(tile) for tile in TILES[:count]]
