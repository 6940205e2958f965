"""A picture made smaller quickly is the picture made smaller."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.reduce import reduce_picture


@pytest.mark.parametrize("size", [(576, 432), (1200, 901), (411, 308), (1640, 1232), (2000, 1500)], ids=str)
def test_it_is_about_what_exact_areas_give(size: tuple[int, int]) -> None:
    rng = np.random.default_rng(1)
    rough = rng.integers(0, 255, (77, 103, 3), dtype=np.uint8)
    picture = np.asarray(cv2.resize(rough, (1640, 1232), interpolation=cv2.INTER_CUBIC), np.uint8)
    reduced = reduce_picture(picture, size)
    assert reduced.shape == (size[1], size[0], 3)
    exact = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    assert np.abs(reduced.astype(int) - exact.astype(int)).mean() < 2.5


def test_no_pixel_is_skipped() -> None:
    """One bright pixel in a hundred makes everything a hundredth as bright."""
    picture = np.zeros((1000, 1000, 3), np.uint8)
    picture[::10, ::10] = 255
    reduced = reduce_picture(picture, (90, 90))
    assert reduced.mean() == pytest.approx(2.55, abs=1.0)
    assert reduced.max() < 40


def test_a_picture_that_has_the_size_stays() -> None:
    picture = np.zeros((20, 30, 3), np.uint8)
    assert reduce_picture(picture, (30, 20)) is picture
