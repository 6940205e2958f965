"""How much ink is in a corner, and of which colour."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.tile_ink import CORNER_PX, InkLikeness, ink_of
from vision.tiles import NUMBERS

BODY = np.array([200, 210, 220])


def corner(ink: tuple[int, int, int], strokes: int = 6, noise: float = 0.0) -> NDArray[np.uint8]:
    """A corner with a bar of ink where numbers are printed, so many pixels wide."""
    picture = np.tile(BODY.astype(np.float64), (CORNER_PX, CORNER_PX, 1))
    picture[18:34, 24 - strokes // 2 : 24 + strokes // 2] = ink
    picture += np.random.default_rng(3).normal(0, noise, picture.shape) if noise else 0
    return picture.clip(0, 255).astype(np.uint8)


def test_ink_is_told_against_the_tile_around_it() -> None:
    none, red, wide = ink_of([corner(tuple(BODY.tolist())), corner((0, 0, 220)), corner((0, 0, 220), 8)])
    assert none.tolist() == [0, 0, 0]
    assert red[2] == 0  # as red as the tile
    assert red[0] < -50
    assert red[1] < -50
    assert wide[0] < red[0] - 10  # there is more of it


def test_noise_that_leaves_no_stroke_whole_hardly_changes_it() -> None:
    calm, noisy = ink_of([corner((90, 60, 160)), corner((90, 60, 160), noise=30.0)])
    assert np.abs(calm - noisy).max() < 12


def test_no_corners_have_no_ink() -> None:
    assert ink_of([]).shape == (0, 3)


def held(shown: NDArray[np.int64], sure: float) -> NDArray[np.float64]:
    likely = np.full((len(shown), NUMBERS), (1 - sure) / (NUMBERS - 1))
    likely[np.arange(len(shown)), shown] = sure
    return likely


@pytest.mark.parametrize("apart", [pytest.param(40.0, id="six inks"), pytest.param(0.0, id="one ink")])
def test_a_doubtful_corner_follows_its_ink_if_numbers_differ_in_it(apart: float) -> None:
    rng = np.random.default_rng(7)
    shown = np.arange(48) % NUMBERS
    inks = rng.normal(0, 1, (NUMBERS, 3)) * apart
    shows = held(shown, 0.9)
    shows[5] = 1 / NUMBERS
    said = InkLikeness((inks[shown] + rng.normal(0, 4, (48, 3))).astype(np.float32)).say(shows)[5]
    if apart:
        assert said.argmax() == shown[5]
        assert np.delete(said, shown[5]).max() < said.max() / 2
    else:
        assert said.min() > 0.5 * said.max()
