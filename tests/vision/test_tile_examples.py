"""New tiles compared with known ones, where the network describes a print by its number alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision import tile_examples
from vision.tile_examples import compare_prints
from vision.tile_faces import ReadTiles
from vision.tile_prints import CornerPrints
from vision.tiles import NUMBERS, SeenTile, TableObservation

Points = NDArray[np.float64]
Corners = tuple[int, int, int]

PICTURE = np.zeros((900, 1600, 3), np.uint8)
DOUBTFUL = np.full((3, NUMBERS), 1 / NUMBERS, np.float32)


def vertices_at(spot: int) -> Points:
    """Where tile number `spot` lies: in rows, apart."""
    row, column = divmod(spot, 10)
    middle = np.array([100.0 + 120 * column, 100.0 + 120 * row], np.float64)
    return np.array([[0.0, -46.2], [40.0, 23.1], [-40.0, 23.1]], np.float64) + middle


def sure(spot: int, corners: Corners, place: tuple[int, int] | None = (0, 0)) -> SeenTile:
    return SeenTile(place, np.eye(NUMBERS, dtype=np.float32)[list(corners)], 1.0, vertices_at(spot))


class PrintNetwork:
    """Knows the true numbers by where tiles lie, and describes each by a vector of its own."""

    def __init__(self, truth: dict[int, Corners]) -> None:
        self.truth, self.asked = truth, 0

    def read(self, picture: NDArray[np.uint8], vertices: Points) -> ReadTiles:
        self.asked += len(vertices)
        prints = [[self._print(tile, corner) for corner in tile] for tile in vertices]
        shape = (len(vertices), 3, NUMBERS)
        return ReadTiles(
            np.full(shape, 1 / NUMBERS, np.float32),
            np.zeros((len(vertices), 3), np.float32),
            np.array(prints),
            np.zeros((len(vertices), 3, 3), np.float32),
        )

    def _print(self, tile: Points, corner: Points) -> NDArray[np.float32]:
        for spot, numbers in self.truth.items():
            there = vertices_at(spot)
            if np.hypot(*(there.mean(axis=0) - tile.mean(axis=0))) < 20:
                index = int(np.linalg.norm(there - corner, axis=1).argmin())
                return np.asarray(np.eye(NUMBERS)[numbers[index]], np.float32)
        raise AssertionError("nobody laid a tile there")


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> PrintNetwork:
    network = PrintNetwork({})
    monkeypatch.setattr(tile_examples, "read_tiles", network.read)
    return network


def test_a_new_tile_is_read_by_the_known_tiles_with_its_numbers(network: PrintNetwork) -> None:
    network.truth = {0: (0, 1, 2), 1: (3, 4, 5), 7: (2, 4, 0)}
    before = TableObservation((sure(0, (0, 1, 2)), sure(1, (3, 4, 5), (0, 1))))
    # Seen with its corners the other way round: what is known goes by where they are.
    turned = SeenTile(None, DOUBTFUL, 1.0, np.roll(vertices_at(1), 1, axis=0))
    new = SeenTile(None, DOUBTFUL, 0.9, vertices_at(7))
    seen = compare_prints(PICTURE, TableObservation((sure(0, (0, 1, 2)), turned, new)), before)
    assert seen.tiles[2].numbers == (2, 4, 0) and seen.tiles[2].confidence > 0.85
    assert seen.tiles[1] is turned


def test_prints_that_were_seen_before_are_not_looked_at_again(network: PrintNetwork) -> None:
    def kept(tile: SeenTile, *numbers: int) -> SeenTile:
        return replace(tile, prints=np.eye(NUMBERS, dtype=np.float32)[list(numbers)])

    before = TableObservation((sure(0, (0, 1, 2)),))
    turned = kept(SeenTile(None, DOUBTFUL, 1.0, np.roll(vertices_at(0), 1, axis=0)), 2, 0, 1)
    new = kept(SeenTile(None, DOUBTFUL, 0.9, vertices_at(7)), 1, 0, 2)
    seen = compare_prints(PICTURE, TableObservation((turned, new)), before)
    assert seen.tiles[1].numbers == (1, 0, 2)
    assert network.asked == 0


def test_what_is_unlike_all_known_tiles_shows_a_number_that_none_of_them_has(network: PrintNetwork) -> None:
    network.truth = {0: (1, 1, 2), 7: (5, 1, 2)}
    before = TableObservation((sure(0, (1, 1, 2)),))
    corners = np.array([[0, 0.1, 0, 0, 0, 0.9], [0, 0.5, 0.5, 0, 0, 0], [0, 0.5, 0.5, 0, 0, 0]], np.float32)
    seen = compare_prints(
        PICTURE, TableObservation((sure(0, (1, 1, 2)), SeenTile(None, corners, 1.0, vertices_at(7)))), before
    )
    new = seen.tiles[1]
    assert new.numbers == (5, 1, 2)
    assert new.corners[0, 5] > 0.95 and new.corners[1, 1] > 0.99


def test_a_new_tile_is_compared_as_it_was_read_by_itself(network: PrintNetwork) -> None:
    network.truth = {0: (0, 1, 2), 7: (0, 1, 2)}
    alone = np.eye(NUMBERS, dtype=np.float32)[[0, 1, 2]] * 0.5 + 0.5 / NUMBERS
    misled = np.eye(NUMBERS, dtype=np.float32)[[3, 4, 5]]  # by the others that were read with it
    seen = compare_prints(
        PICTURE,
        TableObservation((sure(0, (0, 1, 2)), SeenTile(None, misled, 1.0, vertices_at(7), alone=alone))),
        TableObservation((sure(0, (0, 1, 2)),)),
    )
    assert seen.tiles[1].numbers == (0, 1, 2)


def test_an_enrolled_set_helps_where_a_known_tile_does_not_show_the_number(network: PrintNetwork) -> None:
    network.truth = {0: (0, 0, 0), 7: (3, 4, 5)}
    numbers = np.repeat(np.arange(NUMBERS), 3)
    enrolled = CornerPrints(numbers, np.eye(NUMBERS, dtype=np.float32)[numbers])
    before = TableObservation((sure(0, (0, 0, 0)),))
    now = TableObservation((sure(0, (0, 0, 0)), SeenTile(None, DOUBTFUL, 1.0, vertices_at(7))))
    assert compare_prints(PICTURE, now, before).tiles[1].confidence < 0.1
    seen = compare_prints(PICTURE, now, before, enrolled)
    assert seen.tiles[1].numbers == (3, 4, 5) and seen.tiles[1].confidence > 0.95


def test_without_a_new_tile_nothing_is_looked_at(network: PrintNetwork) -> None:
    before = TableObservation((sure(0, (0, 1, 2)), sure(3, (3, 3, 3), None)))
    again = TableObservation((sure(0, (0, 1, 2)), sure(3, (3, 3, 3), None)))
    assert compare_prints(PICTURE, again, before) is again  # the second lay aside before, and still does
    nothing_known = TableObservation((sure(5, (3, 3, 3), None),))
    assert compare_prints(PICTURE, nothing_known, TableObservation()) is nothing_known
    assert network.asked == 0
