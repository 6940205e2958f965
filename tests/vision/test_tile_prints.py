"""Tiles of one table share one printing."""

from __future__ import annotations

import numpy as np

from vision.tile_prints import weigh_corners_alike
from vision.tiles import NUMBERS

RNG = np.random.default_rng(5)
PRINTS = RNG.normal(size=(NUMBERS, 128)).astype(np.float32)  # how each number is printed here


def sure_tile(*numbers: int) -> np.ndarray:
    return np.where(np.eye(NUMBERS, dtype=np.float32)[list(numbers)] > 0, 0.99, 0.002).astype(np.float32)


def test_a_doubtful_corner_follows_the_sure_ones_that_look_like_it() -> None:
    doubtful = sure_tile(0, 1, 2)
    doubtful[2] = [0.0, 0.0, 0.45, 0.55, 0.0, 0.0]  # a 2 of this set, that looks a little more like other 3s
    likely = np.stack([sure_tile(2, 3, 4), doubtful])
    prints = PRINTS[[[2, 3, 4], [0, 1, 2]]]
    weighed = weigh_corners_alike(likely, prints)
    assert weighed[1, 2].argmax() == 2
    assert weighed[1, 2, 3] > 0.05  # it stays in doubt


def test_what_is_sure_stays_as_it_is_whatever_it_looks_like() -> None:
    likely = np.stack([sure_tile(0, 1, 2), sure_tile(3, 4, 5)])
    prints = PRINTS[[[0, 1, 2], [0, 1, 2]]]
    assert np.array_equal(weigh_corners_alike(likely, prints), likely)


def test_without_tiles_there_is_nothing_to_weigh() -> None:
    none = np.zeros((0, 3, NUMBERS), np.float32)
    assert weigh_corners_alike(none, np.zeros((0, 3, 128), np.float32)).shape == none.shape
