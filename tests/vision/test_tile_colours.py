"""Colours tell a hole among tiles from a tile."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.tile_colours import Colours, weigh_colours
from vision.tile_look import DOWN, UP
from vision.tile_shapes import Points, even_triangle

IVORY, CLOTH = (190, 225, 235), (60, 90, 40)
SIDE = 60.0
MIDDLES = [(80, 80), (180, 80), (280, 80), (80, 180), (180, 180), (280, 180)]


def triangles() -> Points:
    return np.array([even_triangle(SIDE, 0.0) + middle for middle in MIDDLES])


def draw(tiles: Points, colours: list[tuple[int, int, int]]) -> NDArray[np.uint8]:
    noise = np.random.default_rng(1).normal(0, 4, (260, 360, 3))
    picture = np.full((260, 360, 3), CLOTH, np.uint8)
    for tile, colour in zip(tiles, colours, strict=True):
        cv2.fillConvexPoly(picture, np.round(tile).astype(np.int32), colour)
        cv2.circle(picture, tuple(int(n) for n in tile.mean(axis=0)), 6, (20, 20, 20), -1)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def sure(kind: int, count: int = len(MIDDLES)) -> NDArray[np.float32]:
    likely = np.full((count, 3), 0.005, np.float32)
    likely[:, kind] = 0.99
    return likely


def test_tiles_of_a_kind_have_their_own_colours_and_a_hole_has_the_table_s() -> None:
    tiles = triangles()
    picture = draw(tiles, [IVORY] * 5 + [CLOTH])
    said = Colours.of(picture, tiles).compare(np.array([True] * 5 + [False]))
    assert said[:5].min() > 1
    assert said[5] < -1


def test_a_hole_that_a_look_took_for_a_tile_is_none() -> None:
    tiles = triangles()
    weighed = weigh_colours(draw(tiles, [IVORY] * 5 + [CLOTH]), tiles, sure(UP))
    assert weighed[:5].argmax(axis=1).tolist() == [UP] * 5
    assert weighed[5, UP] < 0.2


def test_a_tile_that_a_look_doubted_is_surer_for_its_colours() -> None:
    tiles = triangles()
    doubted = sure(UP)
    doubted[5] = 0.5, 0.45, 0.05
    weighed = weigh_colours(draw(tiles, [IVORY] * 6), tiles, doubted)
    assert weighed[5, UP] > 0.75


def test_colours_do_not_make_a_back_a_face() -> None:
    tiles = triangles()
    likely = sure(UP)
    likely[5] = 0.01, 0.39, 0.6  # a back of the same wood, and it is the only one
    weighed = weigh_colours(draw(tiles, [IVORY] * 6), tiles, likely)
    assert weighed[5].argmax() == DOWN
    assert weighed[5, DOWN] / weighed[5, UP] == pytest.approx(0.6 / 0.39, rel=1e-3)


def test_wood_on_the_same_wood_says_nothing_against_a_tile() -> None:
    tiles = triangles()
    weighed = weigh_colours(draw(tiles, [CLOTH] * 6), tiles, sure(UP))
    assert weighed[:, UP].min() > 0.97


def test_three_tiles_are_too_few_to_judge_another_by() -> None:
    tiles = triangles()[:4]
    likely = sure(UP, 4)
    likely[3] = 0.2, 0.75, 0.05
    picture = draw(tiles, [IVORY] * 3 + [CLOTH])
    assert weigh_colours(picture, tiles, likely) == pytest.approx(likely, rel=1e-4)


def test_a_picture_full_of_tiles_shows_no_table_to_compare_with() -> None:
    tile = even_triangle(900.0, 0.0)[None] + (180, 130)
    assert Colours.of(draw(triangles(), [IVORY] * 6), tile).compare(np.array([True])).tolist() == [0.0]


def test_a_back_that_lies_by_itself_may_be_as_green_as_the_cloth() -> None:
    tiles = triangles()
    likely = sure(UP)
    likely[5] = 0.02, 0.18, 0.8
    apart = weigh_colours(draw(tiles, [IVORY] * 5 + [CLOTH]), tiles, likely)
    assert apart[5].argmax() == DOWN
    beside = tiles.copy()
    beside[5] = tiles[4] + (0, SIDE / np.sqrt(3))  # side by side with a tile: a hole would look like that
    assert weigh_colours(draw(beside, [IVORY] * 5 + [CLOTH]), beside, likely)[5].argmax() != DOWN
