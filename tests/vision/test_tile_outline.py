"""Tiles have an outline: what only has the print of one is none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.tile_look import make_fine
from vision.tile_outline import show_sides, that_are_tiles
from vision.tile_shapes import even_triangle
from vision.tiles import SeenTile

Bytes = NDArray[np.uint8]

TILE = even_triangle(90.0, 150.0)
CLOTH, IVORY, GREY_LINE = (60, 40, 170), (205, 225, 235), (50, 35, 140)


def table(body: tuple[int, int, int], line: tuple[int, int, int] | None = None, stars: int = 0) -> Bytes:
    """A tile of this colour on a cloth, with a line around it, or stars all over."""
    picture = np.full((300, 300, 3), CLOTH, np.uint8)
    corners = np.round(TILE).astype(np.int32)
    cv2.fillConvexPoly(picture, corners, body)
    if line is not None:
        cv2.polylines(picture, [corners], True, line, 3)
    for x, y in np.random.default_rng(1).integers(0, 300, (stars, 2)).tolist():
        cv2.circle(picture, (x, y), 4, (90, 200, 240), -1)
    noise = np.random.default_rng(2).normal(0, 3, picture.shape)
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def seen(sure: float) -> SeenTile:
    """A tile there, its three numbers together as sure as this."""
    each = sure ** (1 / 3)
    corners = np.full((3, 6), (1 - each) / 5, np.float32)
    corners[:, 2] = each
    return SeenTile(None, corners, 0.99, TILE)


@pytest.mark.parametrize(
    ("picture", "low", "high"),
    [
        pytest.param(table(IVORY), 20, 500, id="ivory on red"),
        pytest.param(table(CLOTH, GREY_LINE), 5, 100, id="a gap around a tile of the cloth's colour"),
        pytest.param(table(CLOTH), 0, 1.2, id="nothing but cloth"),
        pytest.param(table(CLOTH, stars=60), 0, 1.4, id="stars"),
    ],
)
def test_sides_show_where_there_is_an_outline(picture: Bytes, low: float, high: float) -> None:
    (sides,) = show_sides(make_fine(picture, 90.0), TILE[None])
    assert (sides > low).all() and (sides < high).all(), sides


def test_of_no_tiles_none_show() -> None:
    assert show_sides(make_fine(table(CLOTH), 90.0), np.zeros((0, 3, 2))).shape == (0, 3)
    assert that_are_tiles(table(CLOTH), []) == ()


@pytest.mark.parametrize(
    ("body", "sure", "is_tile"),
    [
        pytest.param(IVORY, 0.97, True, id="a clear one with an outline"),
        pytest.param(IVORY, 0.7, True, id="rather clear, with a plain outline"),
        pytest.param(IVORY, 0.3, False, id="an outline without numbers"),
        pytest.param(CLOTH, 0.97, False, id="numbers without an outline"),
    ],
)
def test_a_tile_has_an_outline_and_numbers(body: tuple[int, int, int], sure: float, is_tile: bool) -> None:
    assert (len(that_are_tiles(table(body), [seen(sure)])) == 1) == is_tile


def test_beside_a_sure_tile_another_may_be_less_clear_but_not_without_an_outline() -> None:
    picture = table(IVORY)
    sure, doubtful = seen(0.97), seen(0.3)
    nothing = SeenTile(None, doubtful.corners, 0.99, TILE + 100.0)
    assert that_are_tiles(picture, [sure, doubtful, nothing]) == (sure, doubtful)
