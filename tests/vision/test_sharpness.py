"""How sharp a picture is, and blurred ones made sharper."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sharpness import as_if_focused, fineness
from vision.stillness import MANY, fuse_burst

Bytes = NDArray[np.uint8]


def laid(blur_px: float = 0.5, noise: float = 0.0, seed: int = 0) -> Bytes:
    """Pale tokens with numbers on a darker board, as a lens shows them."""
    board = np.full((480, 640, 3), (60, 90, 60), np.uint8)
    for row in range(9):
        for column in range(12):
            x, y = 12 + 52 * column, 10 + 52 * row
            cv2.rectangle(board, (x, y), (x + 40, y + 40), (190, 215, 225), -1)
            number = str((7 * row + column) % 10)
            cv2.putText(board, number, (x + 10, y + 31), 0, 1.0, (60, 40, 30), 3, cv2.LINE_AA)
    seen = cv2.GaussianBlur(board, (0, 0), blur_px).astype(np.float64)
    seen += np.random.default_rng(seed).normal(0, noise, seen.shape)
    return np.clip(seen, 0, 255).astype(np.uint8)


def test_the_more_a_lens_blurs_the_less_sharp_it_is() -> None:
    said = [fineness(laid(blur_px)) for blur_px in (0.5, 1.0, 1.5, 2.0)]
    assert said == sorted(said, reverse=True)
    assert said[0] > 1.5 * said[-1]


def test_a_blurred_picture_becomes_more_like_the_focused_one() -> None:
    focused, blurred = laid().astype(int), laid(1.8)
    done = as_if_focused(blurred)
    assert np.abs(done - focused).mean() < 0.8 * np.abs(blurred - focused).mean()


def test_a_focused_picture_stays_as_it_is() -> None:
    assert np.array_equal(as_if_focused(laid()), laid())


def test_an_empty_picture_stays_as_it_is() -> None:
    empty = np.full((120, 160, 3), 90, np.uint8)
    assert np.array_equal(as_if_focused(empty), empty)


def test_a_long_burst_of_a_blurred_table_is_nearer_to_the_table_than_a_short_one() -> None:
    frames = [laid(1.8, 8.0, seed) for seed in range(3 * MANY)]
    focused = laid().astype(int)
    short, long = (np.abs(fuse_burst(some).picture - focused).mean() for some in (frames[:3], frames))
    assert long < 0.8 * short
