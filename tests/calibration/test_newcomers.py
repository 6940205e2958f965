"""Between pictures of one table only what was laid is left to be seen."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.newcomers import Newcomers, find_newcomers
from tests.vision.painted import IVORY, RED, paint_tiles, paint_top, tile_at
from vision.tile_shapes import areas, sides_px

Bytes = NDArray[np.uint8]
Points = NDArray[np.float64]

BOX = tile_at(480, 120, 120.0)  # a triangle that lies there all the time
FIRST, SECOND = tile_at(320, 240, 60.0), tile_at(160, 330, 60.0)
EMPTY = paint_tiles(paint_top(1), [BOX], RED)


def colour_at(picture: Bytes, tile: Points) -> list[int]:
    """The colour in the middle of a tile."""
    x, y = tile.mean(axis=0).round().astype(int)
    return [int(channel) for channel in picture[y, x]]


def newcomers(*pictures: Bytes) -> list[Newcomers | None]:
    found = find_newcomers(pictures)
    assert found is not None
    return found


def test_what_lies_there_all_the_time_is_painted_over() -> None:
    laid = paint_tiles(EMPTY, [FIRST], IVORY)
    empty, shown = newcomers(EMPTY, laid)
    assert empty is not None and shown is not None
    assert colour_at(shown.picture, FIRST) == list(IVORY)
    assert np.abs(shown.picture[60:180, 420:540].astype(int) - shown.picture[5, 5]).max() < 3
    assert colour_at(empty.picture, FIRST) == colour_at(EMPTY, FIRST)  # nothing lies there


def test_tiles_that_were_laid_are_found_by_their_shape() -> None:
    laid = paint_tiles(EMPTY, [FIRST, SECOND], IVORY)
    _, shown = newcomers(EMPTY, laid)
    assert shown is not None
    near = sorted(shown.triangles.tolist(), key=lambda tile: -tile[0][0])
    assert len(near) == 2
    for found, true in zip(np.array(near), (FIRST, SECOND), strict=True):
        assert np.hypot(*(found.mean(axis=0) - true.mean(axis=0))) < 3
        assert sides_px(found[None])[0] == pytest.approx(60, rel=0.08)
    assert (areas(shown.triangles) > 0).all()  # clockwise as seen


def test_what_was_laid_and_is_no_triangle_is_left_to_the_reader() -> None:
    plate = EMPTY.copy()
    cv2.circle(plate, (200, 200), 50, (220, 220, 220), -1)
    _, shown = newcomers(EMPTY, plate)
    assert shown is not None and len(shown.triangles) == 0


def test_a_picture_without_anything_of_its_own_is_told() -> None:
    first, second = paint_tiles(EMPTY, [FIRST], IVORY), paint_tiles(EMPTY, [SECOND], IVORY)
    empty, one, other = newcomers(EMPTY, first, second)
    assert empty is None and one is not None and other is not None
    assert (colour_at(one.picture, FIRST), colour_at(other.picture, SECOND)) == (list(IVORY), list(IVORY))
    assert colour_at(one.picture, SECOND) != list(IVORY)


@pytest.mark.parametrize(
    "pictures",
    [
        pytest.param([EMPTY], id="one picture"),
        pytest.param([EMPTY, EMPTY.copy()], id="nothing was laid"),
        pytest.param([EMPTY, paint_top(2, (180, 160, 90))], id="the camera was moved"),
    ],
)
def test_where_nothing_can_be_told_that_is_said(pictures: list[Bytes]) -> None:
    assert find_newcomers(pictures) is None


def test_noise_and_a_darker_lamp_are_no_newcomers() -> None:
    noise = np.random.default_rng(3).normal(0, 3, EMPTY.shape)
    later = (EMPTY * 0.9 + noise).clip(0, 255).astype(np.uint8)
    assert find_newcomers([EMPTY, later]) is None
    _, shown = newcomers(EMPTY, paint_tiles(later, [FIRST], IVORY))
    assert shown is not None and len(shown.triangles) == 1
