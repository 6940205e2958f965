"""What stayed on a table: painted tables, and what the networks may make of them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.virtual.camera import VirtualCamera
from hardware.virtual.fonts import SHIPPED_FONTS, FontBook
from hardware.virtual.table import VirtualTable
from hardware.virtual.triominos_scene import TriominosScene
from vision import triominos
from vision.picture_change import change_between, small_of
from vision.tile_burst import read_table_burst
from vision.tile_faces import ReadTiles, read_tiles
from vision.tile_stayed import keep_what_stayed
from vision.tiles import Place, SeenTile, TableObservation

Bytes = NDArray[np.uint8]
Points = NDArray[np.float64]

WIDTH, HEIGHT = 1640, 1232
SIDE_PX = 90.0
FIRST, SECOND, THIRD, HOLE = (700.0, 600.0), (900.0, 600.0), (1100.0, 500.0), (500.0, 700.0)


def corners_at(spot: tuple[float, float]) -> NDArray[np.float64]:
    up, down = SIDE_PX / np.sqrt(3), SIDE_PX / np.sqrt(12)
    shape = np.array([[0, -up], [SIDE_PX / 2, down], [-SIDE_PX / 2, down]])
    return np.asarray(shape + spot, np.float64)


def table(*tiles: tuple[tuple[float, float], str], light: float = 1.0, seed: int = 0) -> Bytes:
    """A table with tiles, each with a text printed in its middle, in noise and light."""
    picture = np.full((HEIGHT, WIDTH, 3), (70, 110, 150), np.uint8)
    for spot, text in tiles:
        cv2.fillConvexPoly(picture, np.round(corners_at(spot)).astype(np.int32), (190, 200, 205))
        at = round(spot[0]) - 16, round(spot[1]) + 10
        cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, 1.0, (60, 60, 60), 3)
    noisy = picture * light + np.random.default_rng(seed).normal(0, 4, picture.shape)
    return noisy.clip(0, 255).astype(np.uint8)


def tile(
    spot: tuple[float, float], at: Place | None, presence: float = 0.99, number: int = 1, sure: float = 0.99
) -> SeenTile:
    corners = np.full((3, 6), (1 - sure) / 5, np.float32)
    corners[:, number] = sure
    return SeenTile(at, corners, presence, corners_at(spot))


def observed(picture: Bytes, *tiles: SeenTile) -> TableObservation:
    return TableObservation(tiles, small=small_of(picture))


BEFORE = observed(table((FIRST, "12"), (SECOND, "34"), seed=1), tile(FIRST, (0, 0)), tile(SECOND, (0, 2)))


def kept(now: TableObservation, before: TableObservation) -> TableObservation:
    return keep_what_stayed(now, before, change_between(now.small, before.small, WIDTH))


def at(seen: TableObservation, spot: tuple[float, float]) -> SeenTile | None:
    near = [
        tile
        for tile in seen.tiles
        if tile.vertices is not None and np.hypot(*(tile.vertices.mean(axis=0) - spot)) < SIDE_PX / 3
    ]
    assert len(near) < 2
    return near[0] if near else None


@pytest.mark.parametrize("light", [0.8, 1.0, 1.1])
def test_what_only_looks_like_a_tile_is_none_where_nothing_changed(light: float) -> None:
    now = table((FIRST, "12"), (SECOND, "34"), (THIRD, "50"), light=light, seed=2)
    new, hole = tile(THIRD, (1, 3)), tile(HOLE, (1, 0), 0.6)
    seen = kept(observed(now, *BEFORE.tiles, new, hole), BEFORE)
    assert at(seen, THIRD) is new
    left = at(seen, HOLE)
    assert left is not None and left.presence < 0.05


def test_what_is_certain_can_still_be_asked_about() -> None:
    """Somebody may have denied a tile by mistake: it lies there, and nothing changed."""
    then = table((FIRST, "12"), (SECOND, "34"), (THIRD, "50"), seed=1)
    before = observed(then, tile(FIRST, (0, 0)), tile(SECOND, (0, 2)))
    now = table((FIRST, "12"), (SECOND, "34"), (THIRD, "50"), seed=2)
    seen = kept(observed(now, *before.tiles, tile(THIRD, (1, 3), 0.9999)), before)
    left = at(seen, THIRD)
    assert left is not None and left.presence > 0.9


def test_a_known_tile_stays_what_it_was_however_it_is_read_now() -> None:
    now = table((FIRST, "12"), (SECOND, "34"), seed=2)
    misread = tile((FIRST[0] + 20, FIRST[1]), (0, 1), 0.4, number=5)  # also a little off; and one is lost
    seen = kept(observed(now, misread), BEFORE)
    assert len(seen.tiles) == 2
    for spot in (FIRST, SECOND):
        left = at(seen, spot)
        assert left is not None and left.numbers == (1, 1, 1) and left.presence > 0.99


@pytest.mark.parametrize("light", [0.8, 1.0])
def test_a_tile_that_was_swapped_or_taken_is_as_it_is_seen_now(light: float) -> None:
    now = table((FIRST, "05"), light=light, seed=2)
    swapped = tile(FIRST, (0, 0), number=3)
    seen = kept(observed(now, swapped), BEFORE)
    assert at(seen, FIRST) is swapped
    assert at(seen, SECOND) is None


def test_a_tile_taken_from_a_table_of_its_own_colour_is_gone() -> None:
    face = (190, 200, 205)
    then = np.full((HEIGHT, WIDTH, 3), face, np.uint8)
    now = then.copy()
    for spot in (FIRST, SECOND):
        for picture in (then, now) if spot is SECOND else (then,):
            corner = round(spot[0]) - 16, round(spot[1]) + 10
            cv2.putText(picture, "12", corner, cv2.FONT_HERSHEY_SIMPLEX, 1.0, (60, 60, 60), 3)
    rng = np.random.default_rng(3)
    then, now = ((one + rng.normal(0, 4, one.shape)).clip(0, 255).astype(np.uint8) for one in (then, now))
    before = observed(then, tile(FIRST, (0, 0)), tile(SECOND, (0, 2)))
    seen = kept(observed(now, tile(SECOND, (0, 2))), before)
    assert at(seen, FIRST) is None
    assert at(seen, SECOND) is not None


def test_a_camera_that_was_pushed_says_nothing() -> None:
    rng = np.random.default_rng(5)
    threads = rng.integers(0, 255, (308, 410, 3), np.uint8)
    cloth = np.asarray(cv2.resize(threads, (WIDTH, HEIGHT)), np.uint8)
    moved = np.roll(cloth, (40, 60), (0, 1))
    before, now = observed(cloth, tile(FIRST, (0, 0))), observed(moved, tile(HOLE, None, 0.6))
    assert kept(now, before) is now


def test_without_a_game_or_a_picture_there_is_nothing_to_keep() -> None:
    picture = table((FIRST, "12"))
    now = observed(picture, tile(FIRST, None, 0.6))
    assert kept(now, observed(picture, tile(FIRST, None))) is now
    assert kept(now, TableObservation((tile(FIRST, (0, 0)),))) is now


def test_a_tile_in_the_shadow_of_a_new_one_has_not_vanished() -> None:
    now = table((FIRST, "12"), (SECOND, "34"), seed=2)
    x, y = round(FIRST[0]), round(FIRST[1])
    now[y + 16 : y + 19, x - 24 : x - 21] //= 2
    change = change_between(small_of(now), BEFORE.small, WIDTH)
    assert change is not None and not change.is_like_itself(corners_at(FIRST))
    missed = kept(observed(now, tile(SECOND, (0, 2))), BEFORE)
    assert at(missed, FIRST) is not None
    reread = tile(FIRST, (0, 0), number=2)  # it was found, so it is what is read now
    assert at(kept(observed(now, reread, tile(SECOND, (0, 2))), BEFORE), FIRST) is reread


def test_a_tile_that_stayed_is_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    room = {(0, 0): (5, 5, 4), (0, 1): (4, 5, 1), (0, 2): (1, 4, 3)}
    drawn = VirtualTable.draw("triominos", 2, fonts=FontBook((SHIPPED_FONTS,)), room_for=room)
    assert isinstance(drawn.scene, TriominosScene)
    drawn.scene.loose = []
    drawn.lay((0, 0), room[0, 0])
    drawn.lay((0, 1), room[0, 1])
    camera = VirtualCamera(drawn)
    before = read_table_burst([camera.frame().pixels])
    drawn.lay((0, 2), room[0, 2])
    asked: list[int] = []

    def count(picture: Bytes, vertices: Points) -> ReadTiles:
        asked.append(len(vertices))
        return read_tiles(picture, vertices)

    monkeypatch.setattr(triominos, "read_tiles", count)
    seen = read_table_burst([camera.frame().pixels], before=before)
    assert sorted(sorted(tile.numbers) for tile in seen.tiles) == [[1, 3, 4], [1, 4, 5], [4, 5, 5]]
    assert sum(asked) < 3
    assert sum(tile.prints is not None for tile in seen.tiles) == 3  # to compare what comes next with
