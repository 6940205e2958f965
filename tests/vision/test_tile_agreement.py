"""Corners that meet help each other where a table's tiles match."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.tile_agreement import weigh_neighbours
from vision.tile_lattice import triangle_at
from vision.tiles import NUMBERS, Place

PLACES: list[Place | None] = [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 0), (1, 1), (1, 2)]


def matching(places: list[Place | None]) -> list[list[int]]:
    """Numbers that match wherever corners meet: each vertex of the lattice has its own."""
    return [[(2 * a + 3 * b) % NUMBERS for a, b in triangle_at(p)] if p else [0, 0, 0] for p in places]


def read(shown: list[list[int]], clear: float = 0.995) -> NDArray[np.float32]:
    likely = np.full((len(shown), 3, NUMBERS), (1 - clear) / (NUMBERS - 1), np.float32)
    for tile, corners in enumerate(shown):
        likely[tile, range(3), corners] = clear
    return likely


def test_a_doubtful_corner_is_read_by_those_that_it_meets() -> None:
    shown = matching(PLACES)
    likely = read(shown)
    true = shown[1][0]
    likely[1, 0] = 0.02
    likely[1, 0, [true, (true + 1) % NUMBERS]] = 0.42, 0.5
    weighed = weigh_neighbours(PLACES, likely)
    assert weighed[1, 0].argmax() == true
    assert weighed[1, 0, true] > 0.9


def test_a_clear_corner_that_does_not_match_stays_what_it_is() -> None:
    shown = matching(PLACES)
    shown[1][0] = (shown[1][0] + 1) % NUMBERS
    weighed = weigh_neighbours(PLACES, read(shown, 0.999))
    assert weighed.argmax(axis=2).tolist() == shown


def test_where_tiles_do_not_match_nothing_is_changed() -> None:
    shown = np.random.default_rng(3).integers(0, NUMBERS, (len(PLACES), 3)).tolist()
    likely = read(shown)
    likely[2, 1] = 1 / NUMBERS
    assert (weigh_neighbours(PLACES, likely) == likely).all()


def test_two_tiles_alone_do_not_say_that_they_match() -> None:
    likely = read(matching(PLACES[:2]))
    assert (weigh_neighbours(PLACES[:2], likely) == likely).all()


def test_a_loose_tile_meets_no_other() -> None:
    places = [*PLACES, None]
    likely = read([*matching(PLACES), [1, 2, 3]])
    likely[-1, 0] = 1 / NUMBERS
    assert weigh_neighbours(places, likely)[-1] == pytest.approx(likely[-1])


def test_probabilities_stay_probabilities() -> None:
    rng = np.random.default_rng(5)
    likely = read(matching(PLACES)) * rng.uniform(0.5, 1, (len(PLACES), 3, NUMBERS)).astype(np.float32)
    likely /= likely.sum(axis=2, keepdims=True)
    assert weigh_neighbours(PLACES, likely).sum(axis=2) == pytest.approx(1.0, abs=1e-5)
