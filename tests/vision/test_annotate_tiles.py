"""What was seen of a table, drawn: where it is, and doubt so that it shows."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.annotate_tiles import DOUBTFUL, HAND, LOOSE, SURE, annotate_tiles
from vision.tiles import Place, SeenTile, TableObservation

Bytes = NDArray[np.uint8]

GROUND = 128
TRIANGLE = np.array([[300.0, 100.0], [420.0, 308.0], [180.0, 308.0]])


@pytest.fixture
def picture() -> Bytes:
    return np.full((480, 640, 3), GROUND, np.uint8)


def tile(sure: float = 0.999, at: Place | None = (0, 0), size: float = 1.0) -> SeenTile:
    likely = np.full((3, 6), (1 - sure) / 5, np.float32)
    likely[:, 2] = sure
    return SeenTile(at, likely, 1.0, TRIANGLE * size)


def count(drawn: Bytes, colour: tuple[int, int, int]) -> int:
    return int((drawn == colour).all(axis=2).sum())


@pytest.mark.parametrize(
    ("seen", "colour"),
    [
        pytest.param(tile(), SURE, id="sure"),
        pytest.param(tile(sure=0.7), DOUBTFUL, id="doubtful"),
        pytest.param(tile(at=None), LOOSE, id="apart"),
    ],
)
def test_a_tile_is_outlined_where_it_lies(
    seen: SeenTile, colour: tuple[int, int, int], picture: Bytes
) -> None:
    drawn = annotate_tiles(picture, TableObservation((seen,)))
    assert drawn.shape == picture.shape
    assert (picture == GROUND).all()  # a copy
    assert [shade for shade in (SURE, DOUBTFUL, LOOSE) if count(drawn, shade)] == [colour]
    rows, columns = np.nonzero((drawn == colour).all(axis=2))
    assert rows.min() >= 90 and rows.max() <= 315
    assert columns.min() >= 175 and columns.max() <= 425
    below = drawn[330:]
    assert (below == GROUND).all()


def test_doubt_shows_without_colour(picture: Bytes) -> None:
    """A dashed outline: less of it is drawn."""
    sure = annotate_tiles(picture, TableObservation((tile(),)))
    doubtful = annotate_tiles(picture, TableObservation((tile(sure=0.7),)))
    left = np.linspace(TRIANGLE[0], TRIANGLE[2], 200)[40:160] + np.array([8, 0])
    line = [
        sum((drawn[round(y), round(x) - 5 : round(x) + 6] != GROUND).any() for x, y in left)
        for drawn in (sure, doubtful)
    ]
    assert line[0] == len(left)
    assert len(left) * 0.3 < line[1] < len(left) * 0.9


def test_numbers_stand_in_the_corners_and_leave_the_middle_of_each_side_free(picture: Bytes) -> None:
    drawn = annotate_tiles(picture, TableObservation((tile(),)))
    middle = TRIANGLE.mean(axis=0)
    side = float(np.linalg.norm(TRIANGLE[0] - TRIANGLE[1]))
    for corner in TRIANGLE:
        x, y = corner + (middle - corner) / np.linalg.norm(middle - corner) * 0.165 * side
        around = drawn[round(y) - 8 : round(y) + 9, round(x) - 8 : round(x) + 9]
        assert (around < 60).all(axis=2).mean() > 0.3  # a dark disc with a light number
        assert (around > 180).all(axis=2).any()


def test_small_tiles_are_drawn_larger_so_that_numbers_can_be_read(picture: Bytes) -> None:
    drawn = annotate_tiles(picture, TableObservation((tile(size=0.25),)))
    assert drawn.shape[0] > 1.5 * picture.shape[0]
    times = drawn.shape[1] / picture.shape[1]
    rows, _ = np.nonzero((drawn == SURE).all(axis=2))
    assert rows.min() == pytest.approx(25 * times, abs=12)


def test_backs_hands_and_an_empty_table_are_shown(picture: Bytes) -> None:
    covered = np.zeros((48, 64), bool)
    covered[20:40, 40:60] = True
    bare = annotate_tiles(picture, TableObservation())
    assert (bare[60:] == GROUND).all() and not (bare[:20] == GROUND).all()  # only the summary
    seen = TableObservation((), 1, frozenset({"hand"}), backs=TRIANGLE[None] - (120, 0), covered=covered)
    drawn = annotate_tiles(picture, seen)
    rows, columns = np.nonzero((drawn == HAND).all(axis=2))
    assert rows.min() >= 190 and rows.max() <= 405 and columns.min() >= 390 and columns.max() <= 605
    assert not (drawn[200:310, 70:300] == GROUND).all()
    assert not (annotate_tiles(picture, TableObservation(problem="dark"))[:20] == GROUND).all()
