"""A tile that lies alone is found, whatever the table looks like; on an empty one there is none."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.virtual.camera import VirtualCamera
from hardware.virtual.fonts import SHIPPED_FONTS, FontBook
from hardware.virtual.table import VirtualTable
from hardware.virtual.triominos_scene import TriominosScene
from tests.journal.helpers import HandClock
from vision import tile_scale
from vision.tile_finder import TILE_PX, FoundTiles, find_tiles
from vision.tile_scale import find_of_any_size
from vision.tile_shapes import sides_px
from vision.triominos import read_table

Bytes = NDArray[np.uint8]

TILE = (1, 2, 4)
ROOM = {(0, 0): TILE, (0, 6): (0, 0, 3), (3, 1): (5, 5, 1), (-3, 2): (2, 2, 3)}


def look(seed: int, is_empty: bool = False) -> tuple[Bytes, float]:
    """A table with one tile and nothing else of the game, or without, and how long a tile's side is."""
    fonts = FontBook([SHIPPED_FONTS])
    table = VirtualTable.draw("triominos", seed, "medium", fonts=fonts, room_for=ROOM)
    assert isinstance(table.scene, TriominosScene)
    table.scene.loose = []
    table.lay((0, 0), TILE)
    corners = table.scene.places_px(table.optics)[(0, 0)]
    if is_empty:
        table.take((0, 0))
    return VirtualCamera(table, HandClock(0.0)).burst(1)[0].pixels, float(sides_px(corners[None])[0])


# Flowers, damask, a rug: cloths full of what may be a tile, to a glance; on a plain top it is seen at once.
@pytest.mark.parametrize("seed", [44, 54, 62, 64, 85, 41])
def test_a_lone_tile_is_found_and_read_on_any_table(seed: int) -> None:
    picture, side = look(seed)
    (tile,) = read_table(picture).tiles
    assert sorted(tile.numbers) == sorted(TILE) and tile.vertices is not None
    assert float(sides_px(tile.vertices[None])[0]) == pytest.approx(side, rel=0.1)


# The last two are cloths full of stars, some of which lie like the print of a tile.
@pytest.mark.parametrize("seed", [44, 54, 62, 64, 85, 41, 642, 808])
def test_on_tables_without_it_there_is_none(seed: int) -> None:
    assert read_table(look(seed, is_empty=True)[0]).tiles == ()


def test_what_is_clear_at_a_glance_is_not_looked_at_in_every_size(monkeypatch: pytest.MonkeyPatch) -> None:
    corners = np.array([[[0.0, 0.0], [50.0, 0.0], [25.0, 43.0]]] * 8) + 60.0 * np.arange(8)[:, None, None]
    clear = FoundTiles(corners, np.full(8, 0.95), np.zeros(8), np.zeros((4, 4), bool))
    monkeypatch.setattr(tile_scale, "find_tiles", lambda picture: clear)
    monkeypatch.setattr(tile_scale, "find_at", lambda picture, scale: pytest.fail("it was looked for again"))
    assert find_of_any_size(np.zeros((600, 800, 3), np.uint8)) is clear


def test_of_two_looks_all_is_kept() -> None:
    picture = look(44)[0]
    found = find_tiles(picture)
    both = found.joined(found.chosen(np.arange(1)))
    assert len(both.vertices) == len(both.scores) == len(both.backs) == len(found.vertices) + 1


def test_in_every_size_what_has_that_size_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = FoundTiles(np.zeros((0, 3, 2)), np.zeros(0), np.zeros(0), np.zeros((4, 4), bool))
    asked: list[float] = []

    def find_at(picture: Bytes, scale: float, side_px: float | None = None) -> FoundTiles:
        asked.append(scale * (side_px or 0.0))
        return nothing

    monkeypatch.setattr(tile_scale, "find_tiles", lambda picture: nothing)
    monkeypatch.setattr(tile_scale, "find_at", find_at)
    assert find_of_any_size(np.zeros((600, 800, 3), np.uint8)) is nothing
    # The first is asked for what it finds with nothing known, to have a picture of hands.
    assert asked[1:] == pytest.approx([TILE_PX] * len(tile_scale.LONG_PX))


def test_many_that_are_alike_are_not_clear_if_each_is_doubtful(monkeypatch: pytest.MonkeyPatch) -> None:
    petals = np.array([[[0.0, 0.0], [50.0, 0.0], [25.0, 43.0]]] * 200) + np.arange(200.0)[:, None, None]
    doubtful = FoundTiles(petals, np.full(200, 0.55), np.zeros(200), np.zeros((4, 4), bool))
    looked: list[float] = []

    def find_at(picture: Bytes, scale: float, side_px: float | None = None) -> FoundTiles:
        looked.append(scale)
        return doubtful.chosen(np.zeros(0, np.intp))

    monkeypatch.setattr(tile_scale, "find_tiles", lambda picture: doubtful)
    monkeypatch.setattr(tile_scale, "find_at", find_at)
    assert find_of_any_size(np.zeros((600, 800, 3), np.uint8)) is doubtful  # nothing was seen that is clearer
    assert len(looked) > 1
