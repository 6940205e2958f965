"""What ink says of the numbers it prints, if each has its own."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.ink import InkLikeness

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
