"""The second look at a table, where the networks see what a test says they do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision import tile_again
from vision.picture_change import Change
from vision.tile_again import look_again, read_again
from vision.tile_faces import ReadTiles
from vision.tile_look import Fine, LookedAt
from vision.tiles import SeenTile, TableObservation

Points = NDArray[np.float64]

PICTURE = np.zeros((1200, 1600, 3), np.uint8)
BESIDE = (1040.0, 576.9)  # upside down, at the right of the last known tile


def tile_at(x: float, y: float, place: tuple[int, int] | None = (0, 0), presence: float = 0.99) -> SeenTile:
    corners = np.array([[0.0, -46.2], [40.0, 23.1], [-40.0, 23.1]]) + np.array([x, y])
    return SeenTile(place, np.eye(3, 6, dtype=np.float32), presence, corners)


TABLE = TableObservation((tile_at(800, 600), tile_at(900, 600, (0, 2)), tile_at(1000, 600, (0, 4))))


class Networks:
    """What a second look sees at some spots, as (nothing, up, down); a clear 2 is in every corner."""

    def __init__(self) -> None:
        self.there: dict[tuple[float, float], tuple[float, float, float]] = {}
        self.asked: list[Points] = []

    def look(self, fine: Fine, vertices: Points) -> LookedAt:
        self.asked.append(vertices)
        kinds = [self._kind(tile.mean(axis=0)) for tile in vertices]
        return LookedAt(vertices, np.array(kinds, np.float32).reshape(-1, 3))

    def read(self, picture: NDArray[np.uint8], vertices: Points) -> ReadTiles:
        numbers = np.tile(np.eye(6, dtype=np.float32)[2], (len(vertices), 3, 1))
        none = np.zeros((len(vertices), 3, 0), np.float32)
        return ReadTiles(numbers, np.zeros((len(vertices), 3), np.float32), none, none)

    def _kind(self, middle: Points) -> tuple[float, float, float]:
        near = (kind for spot, kind in self.there.items() if np.hypot(*(middle - spot)) < 10)
        return next(near, (1.0, 0.0, 0.0))


@pytest.fixture
def networks(monkeypatch: pytest.MonkeyPatch) -> Networks:
    networks = Networks()
    monkeypatch.setattr(tile_again, "look_at", networks.look)
    monkeypatch.setattr(tile_again, "read_tiles", networks.read)
    return networks


def test_a_known_tile_that_was_passed_over_is_as_likely_there_as_it_looks(networks: Networks) -> None:
    networks.there = {(1000.0, 600.0): (0.6, 0.4, 0.0)}
    seen = replace(TABLE, tiles=TABLE.tiles[:2])
    *first, more = look_again(PICTURE, seen, TABLE).tiles
    assert tuple(first) == seen.tiles
    assert more.presence == pytest.approx(0.4) and more.numbers == (2, 2, 2)


def test_two_known_tiles_that_were_taken_for_one_are_told_apart(networks: Networks) -> None:
    networks.there = {(1000.0, 600.0): (0.0, 1.0, 0.0), BESIDE: (0.0, 1.0, 0.0)}
    upside_down = np.array([[1040.0, 623.1], [1000.0, 553.8], [1080.0, 553.8]])
    last = replace(tile_at(0, 0, (0, 5)), vertices=upside_down)
    both = replace(TABLE, tiles=(*TABLE.tiles, last))
    wrong = replace(TABLE, tiles=(*TABLE.tiles[:2], tile_at(1020, 590, None)))
    again = look_again(PICTURE, wrong, both)
    middles = sorted(tile.vertices.mean(axis=0)[0] for tile in again.tiles if tile.vertices is not None)
    assert middles == pytest.approx([800, 900, 1000, 1040], abs=1)


def test_a_known_tile_that_is_gone_is_not_seen_again(networks: Networks) -> None:
    seen = replace(TABLE, tiles=TABLE.tiles[:2])
    assert look_again(PICTURE, seen, TABLE).tiles == seen.tiles
    networks.there = {(1000.0, 600.0): (0.1, 0.0, 0.9)}  # turned over
    assert look_again(PICTURE, seen, TABLE).tiles == seen.tiles


@pytest.mark.parametrize("kind", [(0.1, 0.9, 0.0), (0.1, 0.2, 0.7)], ids=["a tile", "one that is blank"])
def test_a_tile_laid_beside_the_others_that_nobody_saw_is_found(
    networks: Networks, kind: tuple[float, float, float]
) -> None:
    networks.there = {BESIDE: kind}
    *first, more = look_again(PICTURE, TABLE, TABLE).tiles
    assert tuple(first) == TABLE.tiles and more.presence == pytest.approx(0.9)
    assert more.vertices is not None and more.vertices.mean(axis=0) == pytest.approx(BESIDE, abs=1)


def test_a_back_that_lay_beside_the_game_before_is_no_new_tile(networks: Networks) -> None:
    networks.there = {BESIDE: (0.0, 0.0, 1.0)}
    pool = np.array([[[1040.0, 623.1], [1000.0, 553.8], [1080.0, 553.8]]])
    assert look_again(PICTURE, TABLE, replace(TABLE, backs=pool)).tiles == TABLE.tiles


def test_a_doubtful_tile_beside_the_others_becomes_as_sure_as_the_second_look(networks: Networks) -> None:
    networks.there = {BESIDE: (0.01, 0.99, 0.0)}
    doubtful = tile_at(*BESIDE, None, presence=0.6)
    *_, more = look_again(PICTURE, replace(TABLE, tiles=(*TABLE.tiles, doubtful)), TABLE).tiles
    assert more.presence == pytest.approx(0.99) and more.corners is doubtful.corners


def test_a_blank_tile_beside_a_new_one_is_found_since_the_picture_changed_there(networks: Networks) -> None:
    """Somebody forgot to press, and the second tile looks like nothing in particular."""
    networks.there = {BESIDE: (0.3, 0.3, 0.4)}
    new = tile_at(700, 600, None, presence=0.999)
    both = replace(TABLE, tiles=(*TABLE.tiles, new))
    assert look_again(PICTURE, both, TABLE, Change(np.zeros(PICTURE.shape[:2], np.float32), 1.0, 1.0)) is both
    apart = np.zeros(PICTURE.shape[:2], np.float32)
    apart[540:640, 1000:1080] = 40.0
    *_, more = look_again(PICTURE, both, TABLE, Change(apart, 1.0, 1.0)).tiles
    assert more.presence == pytest.approx(0.7)
    assert more.vertices is not None and more.vertices.mean(axis=0) == pytest.approx(BESIDE, abs=1)


def test_where_something_is_clearly_new_nobody_looks_for_more(networks: Networks) -> None:
    seen = replace(TABLE, tiles=(*TABLE.tiles, tile_at(1200, 800, (3, 4))))
    assert look_again(PICTURE, seen, TABLE) is seen
    assert networks.asked == []


def test_a_blank_tile_laid_together_with_a_clear_one_is_found(networks: Networks) -> None:
    """Somebody forgot to press: two tiles are new, and 0-0-0 of a set with pips looks like a back."""
    networks.there = {BESIDE: (0.0, 0.1, 0.9)}
    blank = np.array([[[1040.0, 623.1], [1000.0, 553.8], [1080.0, 553.8]]])
    seen = replace(TABLE, tiles=(*TABLE.tiles, tile_at(1200, 800, (3, 4))), backs=blank)
    *first, more = look_again(PICTURE, seen, TABLE).tiles
    assert tuple(first) == seen.tiles and more.presence == pytest.approx(1.0)
    assert more.vertices is not None and more.vertices.mean(axis=0) == pytest.approx(BESIDE, abs=1)
    assert look_again(PICTURE, seen, replace(TABLE, backs=blank)).tiles == seen.tiles  # it lay there before


def test_after_a_push_nothing_is_seen_where_tiles_lay_before(networks: Networks) -> None:
    pushed = TableObservation((tile_at(300, 300), tile_at(400, 300, (0, 2)), tile_at(500, 300, (0, 4))))
    networks.there = {(1000.0, 600.0): (0.2, 0.8, 0.0)}  # a flower of the tablecloth
    assert look_again(PICTURE, pushed, TABLE) is pushed


def test_a_game_that_the_first_look_did_not_find_at_all_is_found(networks: Networks) -> None:
    networks.there = {(800.0, 600.0): (0.1, 0.9, 0.0), (840.0, 576.9): (0.1, 0.9, 0.0)}
    again = look_again(PICTURE, TableObservation(), replace(TABLE, tiles=TABLE.tiles[:1]))
    middles = sorted(tile.vertices.mean(axis=0)[0] for tile in again.tiles if tile.vertices is not None)
    assert middles == pytest.approx([800, 840], abs=1)


# Known tiles that seem to be others -------------------------------------------------------------------------


def showing(tile: SeenTile, *numbers: int) -> SeenTile:
    return replace(tile, corners=np.eye(6, dtype=np.float32)[list(numbers)])


def test_a_known_tile_that_was_found_askew_is_read_again_where_it_lay(networks: Networks) -> None:
    before = replace(TABLE, tiles=(showing(TABLE.tiles[0], 2, 2, 2), *TABLE.tiles[1:]))
    askew = showing(tile_at(808, 604), 0, 0, 1)
    seen = read_again(PICTURE, replace(TABLE, tiles=(askew, *TABLE.tiles[1:])), before)
    assert seen.tiles[0].numbers == (2, 2, 2) and seen.tiles[1:] == TABLE.tiles[1:]
    assert seen.tiles[0].vertices is before.tiles[0].vertices


def test_a_tile_that_was_swapped_shows_its_numbers_both_times(networks: Networks) -> None:
    swapped = showing(TABLE.tiles[0], 5, 5, 5)
    seen = replace(TABLE, tiles=(swapped, *TABLE.tiles[1:]))
    assert read_again(PICTURE, seen, TABLE).tiles[0].numbers == (5, 5, 5)


def test_a_tile_seen_from_another_corner_is_no_other_tile(networks: Networks) -> None:
    first = TABLE.tiles[0]
    assert first.vertices is not None
    turned = replace(
        first, vertices=np.roll(first.vertices, 1, axis=0), corners=np.roll(first.corners, 1, axis=0)
    )
    seen = replace(TABLE, tiles=(turned, *TABLE.tiles[1:]))
    assert read_again(PICTURE, seen, TABLE) is seen
