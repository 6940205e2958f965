"""Crops of tiles from the camera's picture: upright and in the middle, also where no tile lies."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.snapshots import AROUND, CROP_PX, Bytes, snapshot_of
from tests.referee.boards import table_seen, vertices_px
from vision.tiles import TableObservation

PAPER, RED, GREEN = (200, 200, 200), (0, 0, 255), (0, 255, 0)
TILES = {(0, 0): (5, 5, 5), (0, 1): (5, 5, 2)}


def picture_of(places: dict[tuple[int, int], tuple[int, int, int]]) -> Bytes:
    """Each place painted in its colour."""
    picture = np.full((900, 900, 3), PAPER, np.uint8)
    for place, colour in places.items():
        cv2.fillConvexPoly(picture, np.round(vertices_px(place)).astype(np.int32), colour)
    return picture


@pytest.mark.parametrize("turned_deg", [0.0, 47.0, 180.0])
def test_a_tile_stands_upright_in_the_middle_of_its_crop(turned_deg: float) -> None:
    turn = cv2.getRotationMatrix2D((450.0, 450.0), turned_deg, 1.0)
    picture = cv2.warpAffine(picture_of({(0, 0): RED, (0, 1): GREEN}), turn, (900, 900), borderValue=PAPER)
    tiles = []
    for tile in table_seen(TILES).tiles:
        assert tile.vertices is not None
        tiles.append(replace(tile, vertices=tile.vertices @ turn[:, :2].T + turn[:, 2]))
    snapshot = snapshot_of(np.asarray(picture, np.uint8), TableObservation(tuple(tiles)))
    assert snapshot is not None
    crop = snapshot.crop((0, 0))
    assert crop is not None and crop.shape == (CROP_PX, CROP_PX, 3)
    middle, half_side = CROP_PX // 2, round(CROP_PX / AROUND / 2)
    assert crop[middle, middle].tolist() == list(RED)
    below, above = (int((crop[row] == RED).all(axis=1).sum()) for row in (middle + 20, middle - 20))
    assert below > 1.3 * above > 0, "it points up"
    assert crop[middle, middle + half_side].tolist() == list(GREEN), "its neighbour is on the right"
    assert crop[middle, middle - half_side].tolist() == list(PAPER)


def test_a_free_place_is_shown_where_its_neighbours_say_it_is() -> None:
    snapshot = snapshot_of(picture_of({(0, 0): PAPER, (0, 1): PAPER, (1, 0): RED}), table_seen(TILES))
    assert snapshot is not None
    crop = snapshot.crop((1, 0))
    assert crop is not None and crop[CROP_PX // 2, CROP_PX // 2].tolist() == list(RED)


def test_without_a_tile_there_is_no_crop() -> None:
    snapshot = snapshot_of(picture_of({}), TableObservation())
    assert snapshot is not None and snapshot.crop((0, 0)) is None and snapshot.crop("H8") is None
    assert snapshot_of(picture_of({}), None) is None
