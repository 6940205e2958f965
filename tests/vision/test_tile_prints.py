"""Tiles of one table share one printing."""

from __future__ import annotations

import numpy as np
import pytest

from vision.tile_prints import CornerPrints, PrintLikeness, weigh_corners_alike
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
    weighed = weigh_corners_alike(likely, prints)
    assert np.array_equal(weighed.argmax(axis=2), likely.argmax(axis=2))
    assert (weighed.max(axis=2) >= likely.max(axis=2)).all()


def a_table(tiles: int = 12) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The numbers of a table's tiles, how surely each is read, and how it looks, with a little noise."""
    rng = np.random.default_rng(7)
    shown = rng.permutation(np.arange(3 * tiles) % NUMBERS).reshape(tiles, 3)
    likely = np.stack([sure_tile(*tile) for tile in shown.tolist()])
    return shown, likely, PRINTS[shown] + 0.3 * rng.normal(size=(tiles, 3, 128)).astype(np.float32)


def test_a_printing_whose_every_3_looks_like_a_5_is_read_by_all_of_them_together() -> None:
    shown, likely, prints = a_table()
    likely[shown == 3] = [0.02, 0.02, 0.02, 0.35, 0.02, 0.57]
    weighed = weigh_corners_alike(likely, prints)
    assert np.array_equal(weighed.argmax(axis=2), shown)
    assert (weighed[shown == 3].max(axis=1) < 0.98).all()  # and yet it may be asked about


def test_a_clear_corner_that_looks_like_others_stays_what_it_is() -> None:
    shown, likely, prints = a_table()
    likely[0, 0] = np.where(np.arange(NUMBERS) == (shown[0, 0] + 1) % NUMBERS, 1 - 5e-6, 1e-6)
    assert weigh_corners_alike(likely, prints)[0, 0].argmax() == (shown[0, 0] + 1) % NUMBERS


def test_probabilities_stay_probabilities_even_if_all_corners_look_the_same() -> None:
    _, likely, prints = a_table()
    weighed = weigh_corners_alike(likely, np.ones_like(prints))
    assert weighed.sum(axis=2) == pytest.approx(1.0, abs=1e-5)
    assert np.array_equal(weighed.argmax(axis=2), likely.argmax(axis=2))


def test_without_tiles_there_is_nothing_to_weigh() -> None:
    none = np.zeros((0, 3, NUMBERS), np.float32)
    assert weigh_corners_alike(none, np.zeros((0, 3, 128), np.float32)).shape == none.shape


def told_prints(numbers: list[int], noise: float) -> CornerPrints:
    rng = np.random.default_rng(9)
    vectors = PRINTS[numbers] + noise * rng.normal(size=(len(numbers), 128)).astype(np.float32)
    return CornerPrints(np.array(numbers), vectors)


def test_told_corners_tell_a_doubtful_one_and_less_so_if_they_are_hardly_alike_themselves() -> None:
    doubtful = np.full((1, 3, NUMBERS), 0.005, np.float32)
    doubtful[0, :, 2:4] = [0.4, 0.58]
    everything = [number for number in range(NUMBERS) for _ in range(3)]
    print_of_2 = PRINTS[[[2, 2, 2]]]
    clear = told_prints(everything, 0.1).weigh(doubtful, print_of_2)
    noisy = told_prints(everything, 3.0).weigh(doubtful, print_of_2)
    assert (clear.argmax(axis=2) == 2).all()
    assert (clear[..., 2] > 0.99).all() and (clear[..., 2] > noisy[..., 2]).all()
    assert clear.sum(axis=2) == pytest.approx(1.0, abs=1e-5)


def test_a_clear_number_is_not_talked_away_by_told_ones_that_it_resembles() -> None:
    clear = np.where(np.eye(NUMBERS)[[[3, 3, 3]]] > 0, 1 - 5e-6, 1e-6).astype(np.float32)
    told = told_prints([number for number in range(NUMBERS) for _ in range(3)], 0.1)
    assert (told.weigh(clear, PRINTS[[[2, 2, 2]]]).argmax(axis=2) == 3).all()


def test_told_corners_can_be_joined_and_none_say_nothing() -> None:
    told, clear = told_prints([0, 1, 2], 0.1), sure_tile(0, 1, 2)[None]
    nobody = CornerPrints(np.zeros(0, np.int64), np.zeros((0, 128), np.float32))
    assert nobody.weigh(clear, PRINTS[[[2, 2, 2]]]) is clear
    assert told.joined(None) is told and len(told.joined(told).numbers) == 2 * len(told.numbers)


def test_prints_in_inks_of_their_own_do_not_show_one_number_however_alike_they_are() -> None:
    """A 2 that is printed nearly as the 3s are, but green where these are blue."""
    shown, likely, prints = a_table()
    flat, vectors = likely.reshape(-1, NUMBERS), prints.reshape(shown.size, -1)
    is_two, is_three = (shown == 2).ravel(), (shown == 3).ravel()
    vectors[is_two] = vectors[is_three] + 0.3 * RNG.normal(size=vectors[is_three].shape)
    inks = RNG.normal(0, 40, (NUMBERS, 3))[shown.ravel()] + RNG.normal(0, 2, (shown.size, 3))
    both_three = np.where(is_two[:, None], np.eye(NUMBERS)[3], flat.astype(np.float64))
    alone, by_ink = (
        PrintLikeness(flat, vectors, ink).say(both_three) for ink in (None, inks.astype(np.float32))
    )
    assert (alone[is_two, 3] > 5).all()
    assert (by_ink[is_two, 3] < alone[is_two, 3] / 5).all()
    others = ~is_two & ~is_three
    assert (alone.argmax(axis=1) == by_ink.argmax(axis=1))[others].all()
