"""Reading a table: whatever the networks say, and whatever the picture, an observation comes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision import tile_faces, tile_finder, tile_look
from vision.tile_faces import ReadTiles
from vision.tile_look import DOWN, NOTHING, UP
from vision.tile_shapes import areas, even_triangle
from vision.triominos import _is_strayed, _is_unprinted, _weigh_place, read_table

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]


class WildNetwork:
    """Answers anything: as a network might that was shown what it never saw."""

    def __init__(self, seed: int, likely: float) -> None:
        self._rng, self._likely = np.random.default_rng(seed), likely


class WildFinder(WildNetwork):
    def run(self, pictures: Sequence[Bytes]) -> list[Floats]:
        height, width = pictures[0].shape[:2]
        answer = self._rng.normal(0, 2, (1, 10, height // 4, width // 4)).astype(np.float32)
        answer[:, :2] += self._likely
        return [answer]


class WildLook(WildNetwork):
    def run(self, pictures: Sequence[Bytes]) -> list[Floats]:
        return [self._rng.normal(0, 3, (len(pictures), 9)).astype(np.float32)]


class WildCorners(WildNetwork):
    def run(self, pictures: Sequence[Bytes]) -> list[Floats]:
        numbers = self._rng.normal(0, 3, (len(pictures), 7))
        return [numbers.astype(np.float32), np.zeros((len(pictures), 128), np.float32)]


def wild(monkeypatch: pytest.MonkeyPatch, seed: int, likely: float) -> None:
    """The networks are loaded once for the program: there is no argument to hand others in by."""
    monkeypatch.setattr(tile_finder, "_network", WildFinder(seed, likely))
    monkeypatch.setattr(tile_look, "_network", WildLook(seed, likely))
    monkeypatch.setattr(tile_faces, "_network", WildCorners(seed, likely))


@pytest.mark.parametrize(
    "likely", [pytest.param(-2.0, id="some tiles"), pytest.param(3.0, id="tiles all over")]
)
@pytest.mark.parametrize(
    ("width", "height"),
    [
        pytest.param(1, 1, id="a single pixel"),
        pytest.param(16, 16, id="tiny"),
        pytest.param(600, 50, id="a strip"),
        pytest.param(50, 600, id="a pole"),
        pytest.param(640, 480, id="usual"),
        pytest.param(6000, 4500, id="huge"),
    ],
)
def test_whatever_the_networks_say_the_answer_is_sound(
    width: int, height: int, likely: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    wild(monkeypatch, 3, likely)
    seen = read_table(np.full((height, width, 3), 120, np.uint8))
    assert len({tile.at for tile in seen.tiles if tile.at}) == sum(tile.at is not None for tile in seen.tiles)
    for tile in seen.tiles:
        assert tile.vertices is not None
        assert np.isfinite(tile.vertices).all() and areas(tile.vertices[None])[0] > 0  # clockwise as seen
        assert tile.corners.sum(axis=1) == pytest.approx([1, 1, 1], abs=1e-4)
        assert 0.5 < tile.presence <= 1
    assert seen.backs is None or seen.face_down == len(seen.backs)
    told = seen.to_json()
    assert set(told) >= {"game", "tiles", "face_down", "in_the_way"}


def test_a_black_picture_without_tiles_says_that_it_is_dark(monkeypatch: pytest.MonkeyPatch) -> None:
    wild(monkeypatch, 3, -50.0)
    seen = read_table(np.zeros((480, 640, 3), np.uint8))
    assert (seen.tiles, seen.problem) == ((), "dark")
    assert "dark" in seen.in_the_way
    lit = read_table(np.full((480, 640, 3), 120, np.uint8))
    assert (lit.tiles, lit.problem, lit.face_down) == ((), None, 0)


@pytest.mark.parametrize(
    "picture",
    [
        pytest.param(np.zeros((480, 640, 3), np.uint8), id="black"),
        pytest.param(np.full((480, 640, 3), 255, np.uint8), id="white"),
        pytest.param(np.full((16, 16, 3), 120, np.uint8), id="tiny"),
        pytest.param(np.full((50, 600, 3), (40, 90, 150), np.uint8), id="a strip"),
    ],
)
def test_where_nothing_lies_no_tile_is_seen(picture: Bytes) -> None:
    """With the networks as they were trained."""
    seen = read_table(picture)
    assert (seen.tiles, seen.face_down) == ((), 0)


def pips(numbers: list[tuple[int, int, int]]) -> ReadTiles:
    """Corners read as pips, with as much ink as there are of them."""
    shown = np.array(numbers)
    likely = np.full((*shown.shape, 6), 0.002, np.float32)
    np.put_along_axis(likely, shown[..., None], 0.99, axis=2)
    ink = np.repeat(-12.0 * shown[..., None], 3, axis=2).astype(np.float32)
    return ReadTiles(likely, np.zeros(shown.shape, np.float32), np.zeros((*shown.shape, 4), np.float32), ink)


def test_a_tile_without_pips_is_a_face_where_it_was_laid_and_a_back_elsewhere() -> None:
    laid = even_triangle(60.0, 200.0)
    beside = np.stack([laid[1], laid[0], laid[0] + laid[1] - laid[2]])
    elsewhere = laid + np.array([400.0, 0.0])
    tiles = np.stack([laid, beside, elsewhere])
    kinds = np.array([[0.01, 0.98, 0.01], [0.01, 0.25, 0.74], [0.01, 0.25, 0.74]], np.float32)
    read = pips([(0, 2, 3), (0, 0, 0), (0, 0, 0)])
    weighed = _weigh_place(kinds, read, tiles, np.zeros((0, 3, 2)))
    assert weighed.argmax(axis=1).tolist() == [UP, UP, DOWN]
    # With digits a 0 is printed, and what is empty is a back wherever it lies.
    digits = replace(read, ink=np.full_like(read.ink, -60.0))
    assert _weigh_place(kinds, digits, tiles, np.zeros((0, 3, 2))).argmax(axis=1).tolist() == [UP, DOWN, DOWN]


@pytest.mark.parametrize(
    ("presence", "has_group", "strayed"),
    [
        pytest.param(0.9, True, True, id="not sure, where others lie side by side"),
        pytest.param(0.99, True, False, id="a sure one may well lie apart"),
        pytest.param(0.9, False, False, id="the first tiles of a game lie alone"),
    ],
)
def test_what_lies_by_itself_must_be_surer_to_be_a_face(
    presence: float, has_group: bool, strayed: bool
) -> None:
    sides, likely = np.full(3, 60.0), np.array([0.99, 0.99, presence])
    beside = np.array([has_group, has_group, False])
    assert _is_strayed(sides, likely, np.ones(3, bool), beside, has_group).tolist() == [False, False, strayed]


def test_what_is_of_quite_another_size_is_no_tile_of_this_game() -> None:
    sides, is_face = np.array([60.0, 62.0, 90.0, 90.0]), np.ones(4, bool)
    sure, unsure = np.array([0.99, 0.99, 0.98, 0.98]), np.array([0.99, 0.99, 0.9, 0.98])
    group_of_most = np.array([True, True, False, False])
    assert _is_strayed(sides, sure, is_face, group_of_most, True).tolist() == [False, False, True, True]
    assert _is_strayed(sides, unsure, is_face, np.zeros(4, bool), False).tolist() == [False] * 2 + [
        True,
        False,
    ]
    assert not _is_strayed(np.array([60.0]), np.array([0.8]), is_face[:1], np.zeros(1, bool), False).any()


def test_one_number_shows_a_face_where_empty_corners_are_zeros() -> None:
    tiles = np.stack([even_triangle(60, 100.0), even_triangle(60, 400.0)])
    kinds = np.array([[0.01, 0.98, 0.01], [0.5, 0.1, 0.4]], np.float32)
    read = pips([(0, 2, 3), (5, 0, 0)])
    nobody = np.zeros((0, 3, 2))
    assert _weigh_place(kinds, read, tiles, nobody).argmax(axis=1).tolist() == [UP, UP]
    digits = replace(read, ink=np.full_like(read.ink, -60.0))  # else a cloth's print may look like one
    assert _weigh_place(kinds, digits, tiles, nobody)[1].argmax() == NOTHING


def test_where_a_0_is_printed_what_has_no_ink_in_two_corners_is_no_face() -> None:
    numbers = [(0, 2, 3), (5, 0, 0), (4, 4, 1), (0, 0, 0), (0, 0, 0)]
    is_face = np.ones(len(numbers), bool)
    digits = replace(pips(numbers), ink=np.full((len(numbers), 3, 3), -60.0, np.float32))
    digits.ink[3, :2] = -9.0  # in glare, perhaps, and yet
    digits.ink[4, 0] = -9.0  # one corner may well be
    digits.numbers[3:] = 1 / 6  # neither is clear
    assert _is_unprinted(digits, is_face).tolist() == [False, False, False, True, False]
    assert not _is_unprinted(pips(numbers), is_face).any(), "a 0 is a corner without pips here"
    few = np.array([True, True, False, False, False])
    assert not _is_unprinted(digits, few).any(), "nobody knows how this set is printed"
