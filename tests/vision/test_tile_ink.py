"""How much ink is in a corner, and of which colour."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.tile_ink import CORNER_PX, ink_of

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
