"""What ink says of the numbers it prints, if each has its own."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.ink import InkLikeness, ink_apart

NUMBERS = 6


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
    said = InkLikeness((inks[shown] + rng.normal(0, 4, (48, 3))).astype(np.float32), 0.5).say(shows)[5]
    if apart:
        assert said.argmax() == shown[5]
        assert np.delete(said, shown[5]).max() < said.max() / 2
    else:
        assert said.min() > 0.5 * said.max()


def test_inks_are_as_far_apart_as_their_own_kind_is_close_together() -> None:
    rng = np.random.default_rng(3)
    inks = np.repeat([[40.0, 50, 38], [60, 50, 38]], 8, axis=0) + rng.normal(0, 2, (16, 3))
    apart = ink_apart(inks.astype(np.float32))
    own, other = apart[:8, :8], apart[:8, 8:]
    assert np.median(own) < 3 < 6 < np.median(other)
    noisy = ink_apart((inks + rng.normal(0, 15, inks.shape)).astype(np.float32))
    assert np.median(noisy[:8, 8:]) < 4, "a difference of 20 is nothing in such noise"


@pytest.mark.parametrize("count", [0, 1, 2])
def test_of_few_prints_nothing_is_said(count: int) -> None:
    assert not ink_apart(np.arange(3 * count, dtype=np.float32).reshape(-1, 3)).any()
