"""Where things lie in the virtual camera's picture: the same as the table's own truth about it."""

from __future__ import annotations

import numpy as np
import pytest

from companion.virtual_mount import mount_of, room
from hardware.virtual.table import VirtualTable

TILES = {(0, 0): (5, 5, 5), (0, 1): (5, 5, 2), (0, -1): (1, 5, 5)}


def test_a_place_lies_where_its_tile_is_seen() -> None:
    table = VirtualTable.draw("triominos", 7, room_for=TILES)
    mount = mount_of(table)
    for place, corners in TILES.items():
        table.lay(place, corners)
    seen = table.truth()["tiles"]
    assert isinstance(seen, list)
    laid = [tile for tile in seen if tile["at"] is not None]
    assert len(laid) == len(TILES)
    for tile in laid:
        there = np.array(mount.places[tile["at"][0], tile["at"][1]])
        assert there == pytest.approx((np.array(tile["vertices"]) + 0.5) * mount.scale - 0.5, abs=0.02)


def test_a_square_lies_where_the_board_is_seen_and_the_picture_is_cut_to_it() -> None:
    table = VirtualTable.draw("triolet", 7)
    mount = mount_of(table)
    grid = np.array(table.truth()["grid"])
    at = (grid - (mount.left, mount.top) + 0.5) * mount.scale - 0.5
    outer = [mount.places["A1"][0], mount.places["A15"][1], mount.places["O15"][2], mount.places["O1"][3]]
    assert np.array(outer) == pytest.approx(at, abs=0.02)
    width, height = table.optics.size
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[..., 0] = 200  # blue, as cameras give it first
    picture = mount.picture(pixels)
    assert picture.rgb[:3] == bytes((0, 0, 200))
    wide, high = picture.size
    assert all(0 < x < wide and 0 < y < high for outline in mount.places.values() for x, y in outline)


def test_the_room_grows_from_its_middle_each_place_beside_one_before_it() -> None:
    places = room()
    assert places[0] == (0, 0) and len(places) == len(set(places)) == 11 * 21
    for number, (row, column) in enumerate(places[1:], 1):
        across = row + 1 if (row + column) % 2 == 0 else row - 1
        assert {(row, column - 1), (row, column + 1), (across, column)} & set(places[:number])
