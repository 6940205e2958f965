"""What a profile knows of a table: which triangles can be its tiles, and when table or tiles are others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.painted import BLACK, IVORY, RED, SIZE, observe, paint_tiles, paint_top, spread, tile_at
from vision.known_table import KnownTable
from vision.table_look import compare_tables, reduce_table, table_top, tone_of_tiles
from vision.tile_shapes import sides_px
from vision.tile_sizes import fit_sizes
from vision.tiles import Foreign, TableObservation

Bytes = NDArray[np.uint8]
Points = NDArray[np.float64]

SIDE = 44.0


def known(tiles: list[Points], top_seed: int = 1, grain: float = 0.25) -> KnownTable:
    """The profile of an ivory set on a brown table."""
    top = paint_top(top_seed, grain=grain)
    picture = paint_tiles(top, tiles, IVORY)
    corners = np.array(tiles)
    sizes = fit_sizes(corners.mean(axis=1), sides_px(corners), SIZE)
    return KnownTable(sizes, tone_of_tiles(picture, corners), None, table_top(picture, corners))


def lit(picture: Bytes, blue: float, green: float, red: float) -> Bytes:
    return np.asarray((picture * np.array([blue, green, red])).clip(0, 255), np.uint8)


def lit_from_the_left(picture: Bytes) -> Bytes:
    ramp = np.linspace(1.0, 0.6, picture.shape[1])[None, :, None]
    return np.asarray(picture * ramp, np.uint8)


# Sizes ------------------------------------------------------------------------------------------------------


def test_a_triangle_of_quite_another_size_is_no_tile() -> None:
    table = known(spread(SIDE))
    triangles = np.array([tile_at(300, 200, side) for side in (SIDE * 0.7, SIDE, SIDE * 1.1, SIDE * 1.4)])
    assert table.is_sized(triangles, SIZE).tolist() == [False, True, True, False]


def test_far_from_the_only_tile_sizes_are_taken_less_strictly() -> None:
    table = known(spread(SIDE, 1))
    middle, corner = tile_at(320, 240, SIDE * 1.35), tile_at(40, 40, SIDE * 1.35)
    assert table.is_sized(np.array([middle, corner]), SIZE).tolist() == [False, True]


def test_sizes_follow_the_size_of_the_picture() -> None:
    table = known(spread(SIDE))
    assert table.side_px(320) == pytest.approx(SIDE / 2, rel=0.01)
    assert table.is_sized(np.array([tile_at(150, 100, SIDE / 2)]), (320, 240)).all()
    assert not table.is_sized(np.array([tile_at(150, 100, SIDE)]), (320, 240)).any()


def test_what_looks_as_on_the_empty_table_is_no_tile() -> None:
    table = replace(known(spread(SIDE)), top=reduce_table(paint_top(1)), is_empty=True)
    pale = paint_tiles(
        paint_top(1), [tile_at(300, 200, SIDE)], (84, 128, 172)
    )  # hardly lighter than the table
    places = np.array([tile_at(300, 200, SIDE), tile_at(400, 300, SIDE), tile_at(150, 320, SIDE)])
    for picture in (pale, lit(pale, 0.8, 0.8, 0.8)):
        assert table.may_be_tiles(picture, places).tolist() == [True, False, False]
    nudged = np.roll(pale, (12, 20), axis=(0, 1))
    assert table.may_be_tiles(nudged, places + np.array([20, 12]))[0]  # and maybe others: nothing is lost


def test_a_table_top_with_tiles_painted_over_says_nothing_of_its_places() -> None:
    table = known(spread(SIDE))
    assert table.may_be_tiles(paint_top(1), np.array([tile_at(300, 200, SIDE)])).all()
    assert table.may_be_tiles(paint_top(1), np.zeros((0, 3, 2))).shape == (0,)


# Foreign tables ---------------------------------------------------------------------------------------------


def played() -> list[Points]:
    """Other places than calibration's."""
    return [tile_at(x, y, SIDE) for x, y in ((250, 200), (310, 260), (400, 300), (220, 330), (450, 150))]


@pytest.mark.parametrize(
    ("change", "shift"),
    [
        pytest.param(lambda picture: picture, (0, 0), id="nothing"),
        pytest.param(lambda picture: lit(picture, 0.6, 0.6, 0.6), (0, 0), id="less light"),
        pytest.param(lambda picture: lit(picture, 0.85, 1.0, 1.1), (0, 0), id="a warmer lamp"),
        pytest.param(lit_from_the_left, (0, 0), id="a lamp to the left"),
        pytest.param(lambda picture: np.roll(picture, (9, -14), axis=(0, 1)), (-14, 9), id="a nudge"),
    ],
)
def test_the_calibrated_table_is_known_again_after(
    change: Callable[[Bytes], Bytes], shift: tuple[int, int]
) -> None:
    tiles = played()
    picture = change(paint_tiles(paint_top(1), tiles, IVORY))
    assert known(spread(SIDE)).find_foreign(picture, observe([tile + shift for tile in tiles])) is None


@pytest.mark.parametrize(
    ("picture", "tiles", "what"),
    [
        pytest.param(
            paint_tiles(paint_top(1), played(), RED), played(), "tiles", id="red tiles instead of ivory ones"
        ),
        pytest.param(paint_tiles(paint_top(1), played(), BLACK), played(), "tiles", id="black tiles"),
        pytest.param(paint_tiles(paint_top(2), played(), IVORY), played(), "table", id="another grain"),
        pytest.param(
            paint_tiles(paint_top(1, (150, 110, 70)), played(), IVORY), played(), "table", id="a blue table"
        ),
        pytest.param(
            paint_tiles(paint_top(1), spread(SIDE * 1.12), IVORY),
            spread(SIDE * 1.12),
            "size",
            id="a camera an eighth nearer",
        ),
    ],
)
def test_other_tiles_and_tables_are_noticed(picture: Bytes, tiles: list[Points], what: Foreign) -> None:
    assert known(spread(SIDE)).find_foreign(picture, observe(tiles)) == what


def test_a_face_that_was_taken_for_a_back_does_not_make_the_game_foreign() -> None:
    """The only tile of the calibration is ivory and may be either; in the game there are red backs."""
    faces, backs = played()[:3], played()[3:]
    picture = paint_tiles(paint_tiles(paint_top(1), faces, IVORY), backs, RED)
    table = known(spread(SIDE))
    for one in (table, replace(table, face=None, back=table.face)):
        assert one.find_foreign(picture, observe(faces, backs)) is None
        black = paint_tiles(paint_tiles(paint_top(1), faces, BLACK), backs, RED)
        assert one.find_foreign(black, observe(faces, backs)) == "tiles"
    both = replace(table, back=(60.0, 50.0, 190.0))  # red
    assert both.find_foreign(picture, observe(faces, backs)) is None
    assert both.find_foreign(paint_tiles(picture, backs, BLACK), observe(faces, backs)) == "tiles"


def test_a_plain_table_is_known_by_its_colour_alone() -> None:
    table = known(spread(SIDE), grain=0.0)
    tiles = played()
    noise = np.random.default_rng(5).normal(0, 2, (SIZE[1], SIZE[0], 3))
    same = (paint_tiles(paint_top(1, grain=0.0), tiles, IVORY) + noise).clip(0, 255).astype(np.uint8)
    assert table.find_foreign(same, observe(tiles)) is None
    other = paint_tiles(paint_top(1, (130, 130, 60), grain=0.0), tiles, IVORY)
    assert table.find_foreign(other, observe(tiles)) == "table"


def test_a_table_full_of_tiles_is_not_judged_by_its_top() -> None:
    tiles = [tile_at(x, y, 100) for x in range(60, 640, 60) for y in range(60, 480, 60)]
    assert compare_tables(table_top(paint_top(1), np.zeros((0, 3, 2))), paint_top(2), np.array(tiles)) is None


# Reading with a profile -------------------------------------------------------------------------------------


class Reader:
    """Sees some tiles with the profile, and others without."""

    def __init__(self, with_it: TableObservation, without: TableObservation) -> None:
        self.with_it, self.without, self.looks = with_it, without, 0

    def __call__(self, table: KnownTable | None) -> TableObservation:
        self.looks += 1
        return self.without if table is None else self.with_it


def test_the_own_table_is_looked_at_once() -> None:
    tiles = played()
    picture = paint_tiles(paint_top(1), tiles, IVORY)
    read = Reader(observe(tiles), observe([]))
    seen = known(spread(SIDE)).read_with(picture, read)
    assert (len(seen.tiles), seen.is_foreign, read.looks) == (len(tiles), False, 1)


def test_tiles_of_another_size_are_read_without_the_profile() -> None:
    tiles = spread(SIDE * 1.8)
    picture = paint_tiles(paint_top(1), tiles, IVORY)
    seen = known(spread(SIDE)).read_with(picture, Reader(observe([]), observe(tiles)))
    assert (len(seen.tiles), seen.foreign) == (len(tiles), "size")


def test_other_tiles_are_read_without_the_profile() -> None:
    tiles = played()
    picture = paint_tiles(paint_top(1), tiles, RED)
    seen = known(spread(SIDE)).read_with(picture, Reader(observe(tiles[:2]), observe(tiles)))
    assert (len(seen.tiles), seen.foreign) == (len(tiles), "tiles")


def test_on_another_table_top_the_tiles_are_still_known() -> None:
    tiles = played()
    picture = paint_tiles(paint_top(2), tiles, IVORY)
    read = Reader(observe(tiles), observe([]))
    seen = known(spread(SIDE)).read_with(picture, read)
    assert (len(seen.tiles), seen.foreign, read.looks) == (len(tiles), "table", 1)


def test_an_empty_table_stays_empty() -> None:
    seen = known(spread(SIDE)).read_with(paint_top(1), Reader(observe([]), observe([])))
    assert (seen.tiles, seen.is_foreign) == ((), False)


def test_below_a_hand_nothing_is_judged() -> None:
    hand = TableObservation(in_the_way=frozenset({"hand"}))
    seen = known(spread(SIDE)).read_with(paint_top(2), Reader(hand, observe(played())))
    assert (seen.in_the_way, seen.is_foreign) == (frozenset({"hand"}), False)
