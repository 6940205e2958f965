"""Boards by their outline, where the networks find none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.outlines import guess_by_outline

Bytes = NDArray[np.uint8]

BOARD = np.array([[330, 160], [980, 230], [920, 860], [270, 790]], np.float64)  # from the top left, clockwise


def off(picture: Bytes) -> float:
    """How far the best guess is off, in squares."""
    return min(float(np.hypot(*(grid.corners - BOARD).T).max() / 43) for grid in guess_by_outline(picture))


def drawn(board: tuple[int, int, int], table: tuple[int, int, int]) -> Bytes:
    picture = np.full((1000, 1300, 3), table, np.uint8)
    cv2.fillPoly(picture, [BOARD.astype(np.int32)], board)
    return picture


def test_a_board_that_differs_in_brightness_is_guessed() -> None:
    assert off(drawn((60, 60, 60), (190, 190, 190))) < 1


def test_the_bars_of_a_window_do_not_cut_a_board_to_pieces() -> None:
    """The board is as bright as the table where the sun shines: only its colour tells it."""
    picture = drawn((150, 140, 235), (165, 175, 185))
    rng = np.random.default_rng(2)
    picture = (picture * rng.uniform(0.9, 1.1, (1000, 1300, 1))).clip(0, 255).astype(np.uint8)
    for top in (0, 330, 660):
        picture[top : top + 160] = picture[top : top + 160] // 2
    assert off(picture) < 1


@pytest.mark.parametrize("level", [0, 128, 255])
def test_an_even_picture_holds_no_outline(level: int) -> None:
    assert list(guess_by_outline(np.full((300, 400, 3), level, np.uint8))) == []
