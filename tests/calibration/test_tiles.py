"""From pictures of a table to its profile: what is measured, what is refused, what is advised."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.calibrate import CalibrationFault
from calibration.table_advice import SENTENCES
from calibration.tiles import calibrate_tiles
from tests.vision.painted import (
    BLACK,
    IVORY,
    RED,
    SIZE,
    FakeEye,
    observe,
    paint_tiles,
    paint_top,
    spread,
    tile_at,
)
from vision.table_look import compare_tables, reduce_table
from vision.tiles import TableObservation

Bytes = NDArray[np.uint8]
Points = NDArray[np.float64]

SIDE = 80.0


class Told(FakeEye):
    """A reader that is told what lies in each picture, and sees it as long as it is not painted over."""

    def __init__(self) -> None:
        super().__init__(self._see)
        self.known: list[tuple[Bytes, TableObservation]] = []

    def add(self, picture: Bytes, seen: TableObservation) -> Bytes:
        self.known.append((picture, seen))
        return picture

    def _see(self, picture: Bytes) -> TableObservation:
        same = [known for known in self.known if known[0].shape == picture.shape]
        shown, seen = min(same, key=lambda known: float(cv2.absdiff(known[0], picture).mean()))

        def is_shown(tile: Points | None) -> bool:
            x, y = np.array(tile).mean(axis=0).round().astype(int)
            return bool(np.abs(shown[y, x].astype(int) - picture[y, x]).max() < 10)

        backs = seen.backs if seen.backs is None else seen.backs[[is_shown(back) for back in seen.backs]]
        return replace(seen, tiles=tuple(t for t in seen.tiles if is_shown(t.vertices)), backs=backs)


@pytest.fixture
def read() -> Told:
    return Told()


def one_tile(read: Told, side: float = SIDE, x: float = 322, y: float = 236) -> Bytes:
    tiles = [tile_at(x, y, side)]
    return read.add(paint_tiles(paint_top(1), tiles, IVORY), observe(tiles))


def test_one_tile_gives_its_size_and_colour(read: Told) -> None:
    made = calibrate_tiles([one_tile(read)], read)
    profile = made.profile
    assert profile.sizes.side_px == pytest.approx(SIDE, rel=0.005)
    assert profile.sizes.size == SIZE
    assert profile.face == pytest.approx(IVORY, abs=3)
    assert (profile.back, profile.has_empty, profile.tiles) == (None, False, None)
    assert (made.face_up, made.face_down, made.sure) == (1, 0, 0.99)
    assert (made.advice, profile.advice) == ((), ())


def test_without_an_empty_table_the_tile_is_painted_over(read: Told) -> None:
    top = calibrate_tiles([one_tile(read)], read).profile.top
    likeness = compare_tables(top, paint_top(1), np.zeros((0, 3, 2)))
    assert likeness is not None and likeness.pattern is not None and likeness.pattern > 0.9
    assert likeness.tint < 0.02


def test_the_empty_table_is_kept_whichever_comes_first(read: Told) -> None:
    empty, tile = read.add(paint_top(1), observe([])), one_tile(read)
    for pictures in ([empty, tile], [tile, empty]):
        profile = calibrate_tiles(pictures, read).profile
        assert profile.has_empty
        assert np.array_equal(profile.top, reduce_table(empty))


def test_what_looks_like_a_tile_on_the_empty_table_is_none(read: Told) -> None:
    stain, tile = tile_at(500, 120, 50.0), tile_at(322, 236, SIDE)
    empty = read.add(paint_top(1), observe([stain]))
    laid = read.add(paint_tiles(paint_top(1), [tile], IVORY), observe([stain, tile]))
    made = calibrate_tiles([empty, laid], read)
    assert made.profile.sizes.side_px == pytest.approx(SIDE, rel=0.005)
    assert (made.face_up, made.profile.has_empty) == (1, True)


def test_a_tile_that_stays_does_not_make_a_table_empty(read: Told) -> None:
    tiles = spread(SIDE)
    one = read.add(paint_tiles(paint_top(1), tiles[:1], IVORY), observe(tiles[:1]))
    few = read.add(paint_tiles(paint_top(1), tiles, IVORY), observe(tiles))
    made = calibrate_tiles([one, few], read)
    assert made.profile.sizes.side_px == pytest.approx(SIDE, rel=0.01)
    assert (made.face_up, made.profile.has_empty) == (4, False)


def test_the_same_picture_twice_is_as_good_as_once(read: Told) -> None:
    tile = one_tile(read)
    made = calibrate_tiles([tile, tile.copy()], read)
    assert made.profile.sizes.side_px == pytest.approx(SIDE, rel=0.005)
    assert not made.profile.has_empty


def test_backs_are_measured_and_have_their_own_colour(read: Told) -> None:
    up, down = [tile_at(320, 240, SIDE)], [tile_at(160, 120, SIDE), tile_at(480, 360, SIDE)]
    picture = paint_tiles(paint_tiles(paint_top(1), up, IVORY), down, RED)
    made = calibrate_tiles([read.add(picture, observe(up, down))], read)
    assert (made.face_up, made.face_down) == (1, 2)
    assert made.profile.back == pytest.approx(RED, abs=3)


def test_a_back_alone_is_enough(read: Told) -> None:
    down = [tile_at(320, 240, SIDE)]
    made = calibrate_tiles([read.add(paint_tiles(paint_top(1), down, RED), observe([], down))], read)
    assert made.profile.face is None
    assert made.profile.sizes.side_px == pytest.approx(SIDE, rel=0.005)


def test_tiles_of_several_pictures_are_put_together(read: Told) -> None:
    """The camera leans: each picture holds one tile at another place, of another size."""
    sides = (80.0, 70.0, 95.0, 88.0)
    spots = ((320, 240), (140, 240), (500, 240), (420, 380))
    pictures = [one_tile(read, side, x, y) for side, (x, y) in zip(sides, spots, strict=True)]
    together = calibrate_tiles(pictures, read).profile.sizes
    assert together.lean[0] > 0.1
    first = calibrate_tiles(pictures[:1], read).profile.sizes
    corner = np.array([[600.0, 240.0]])
    assert together.doubts_at(corner) < first.doubts_at(corner) / 2


@pytest.mark.parametrize(
    ("seen", "sentence", "reason"),
    [
        pytest.param(
            observe([]),
            "No tile was found: lay one in the middle of the picture, and take it again.",
            "no-tile",
            id="an empty table alone",
        ),
        pytest.param(
            observe([tile_at(320, 240, SIDE)], presence=0.6),
            "No tile was found: lay one in the middle of the picture, and take it again.",
            "no-tile",
            id="something that may be a tile",
        ),
        pytest.param(
            TableObservation(in_the_way=frozenset({"hand"})),
            "A hand is over the table: take it away, and take the picture again.",
            "table-hand",
            id="a hand",
        ),
        pytest.param(
            TableObservation(problem="dark"),
            "The picture is too dark to see any tile. Switch on a light.",
            "table-dark",
            id="the dark",
        ),
    ],
)
def test_what_cannot_be_calibrated_is_one_sentence(
    seen: TableObservation, sentence: str, reason: str, read: Told
) -> None:
    with pytest.raises(CalibrationFault) as fault:
        calibrate_tiles([read.add(paint_top(1), seen)], read)
    assert (str(fault.value), fault.value.reason) == (sentence, reason)


@pytest.mark.parametrize(
    "sides",
    [
        pytest.param((90, 60, 95, 44, 50), id="anyhow"),
        pytest.param((20, 60, 95, 44, 76), id="as if the camera leaned to the horizon"),
    ],
)
def test_tiles_of_all_sizes_are_not_taken_for_tiles(sides: tuple[float, ...], read: Told) -> None:
    spots = ((100, 100), (320, 240), (500, 380), (500, 90), (120, 380))
    triangles = [tile_at(x, y, side) for (x, y), side in zip(spots, sides, strict=True)]
    with pytest.raises(CalibrationFault, match="not all of one size: lay one tile") as fault:
        calibrate_tiles([read.add(paint_top(1), observe(triangles, presence=0.9))], read)
    assert fault.value.reason == "tiles-unlike"


def test_pictures_of_two_cameras_are_refused(read: Told) -> None:
    with pytest.raises(CalibrationFault, match="not all of one size"):
        calibrate_tiles([one_tile(read), read.add(paint_top(1)[:400], observe([]))], read)


def blurred(picture: Bytes) -> Bytes:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 5.0), np.uint8)


def dark(picture: Bytes) -> Bytes:
    return np.asarray(picture * 0.2, np.uint8)


def burnt(picture: Bytes) -> Bytes:
    return np.asarray((picture * 1.5).clip(0, 255), np.uint8)


def lit_from_one_side(picture: Bytes) -> Bytes:
    return np.asarray(picture * np.linspace(1.0, 0.15, picture.shape[1])[None, :, None], np.uint8)


@pytest.mark.parametrize(
    ("change", "advice"),
    [
        (blurred, "table-soft"),
        (dark, "table-dark"),
        (burnt, "table-overexposed"),
        (lit_from_one_side, "table-uneven"),
    ],
)
def test_bad_light_and_focus_are_advised_against(
    change: Callable[[Bytes], Bytes], advice: str, read: Told
) -> None:
    tiles = [tile_at(320, 240, SIDE)]
    picture = read.add(change(paint_tiles(paint_top(1), tiles, IVORY)), observe(tiles))
    made = calibrate_tiles([picture], read)
    assert advice in made.advice
    assert SENTENCES[made.advice[0]] in made.profile.advice


def test_small_tiles_and_one_far_from_the_middle_are_told(read: Told) -> None:
    assert calibrate_tiles([one_tile(read, 40.0)], read).advice == ("table-small",)
    assert calibrate_tiles([one_tile(read, x=90, y=90)], read).advice == ("off-middle",)
    around = spread(SIDE)[1:]
    picture = read.add(paint_tiles(paint_top(1), around, IVORY), observe(around))
    assert calibrate_tiles([picture], read).advice == ()


def test_dark_tiles_on_a_dark_table_in_good_light_are_not_called_dark(read: Told) -> None:
    tiles = [tile_at(320, 240, SIDE)]
    picture = paint_tiles(paint_top(1, (60, 60, 70)), tiles, BLACK)
    for corner in tiles[0]:  # white numbers
        x, y = corner + 0.4 * (tiles[0].mean(axis=0) - corner)
        cv2.circle(picture, (round(x), round(y)), 7, (230, 230, 230), -1)
    assert "table-dark" not in calibrate_tiles([read.add(picture, observe(tiles))], read).advice
