"""Fits of one triangular lattice onto another."""

from __future__ import annotations

import pytest

from companion.referee.lattice_fit import Fit, fits_onto, same_layout
from companion.rules.triominos.lattice import Place
from companion.rules.triominos.tiles import Corners

TILES: dict[Place, Corners] = {(0, 0): (1, 2, 4), (0, 1): (2, 1, 1), (0, 2): (1, 2, 2), (1, 2): (0, 2, 2)}


def moved(tiles: dict[Place, Corners], fit: Fit) -> dict[Place, Corners]:
    there = {}
    for place, corners in tiles.items():
        at, (first, second, third) = fit.place(place)
        there[at] = corners[first], corners[second], corners[third]
    return there


@pytest.mark.parametrize("turns", range(6))
def test_a_layout_is_found_again_however_it_is_turned(turns: int) -> None:
    fit = Fit(turns, 3, -2)
    assert same_layout(TILES, moved(TILES, fit)) == fit


def test_a_layout_with_another_tile_or_one_more_is_not_the_same() -> None:
    assert same_layout(TILES, {**TILES, (1, 2): (1, 2, 2)}) is None
    assert same_layout(TILES, {**TILES, (1, 1): (4, 2, 2)}) is None
    elsewhere = {place: corners for place, corners in TILES.items() if place != (1, 2)}
    assert same_layout(TILES, {**elsewhere, (-1, 1): (0, 2, 2)}) is None
    assert same_layout({}, {}) is not None


def test_a_place_comes_onto_another_with_each_of_its_corners_once() -> None:
    for wanted in ((0, 1), (4, -2)):
        fits = fits_onto((0, 0), wanted)
        assert {fit.place((0, 0))[0] for fit in fits} == {wanted}
        assert {fit.place((0, 0))[1][0] for fit in fits} == {0, 1, 2}
