"""A family's own tiles are learned in the order in which they were named, however each lies."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.calibrate import CalibrationFault
from calibration.enrol_tiles import enrol_tiles, enrol_triples, parse_tiles
from calibration.table_profile import Corners, TableProfile
from tests.vision.painted import IVORY, SIZE, paint_tiles, paint_top, tile_at
from vision.known_table import KnownTable
from vision.table_look import reduce_table
from vision.tile_faces import CORNER_PX, crop_tiles
from vision.tile_sizes import fit_sizes
from vision.tiles import SeenTile, TableObservation

Bytes = NDArray[np.uint8]

SIDE = 70.0
NAMED = parse_tiles("0-0-0,0-0-1,3-4-5,2-2-5")
# Two rows of two, not quite straight; the observation has them in another order.
SPOTS = [(150.0, 120.0), (400.0, 140.0), (160.0, 330.0), (420.0, 310.0)]


def profile() -> TableProfile:
    sizes = fit_sizes(np.array([[320.0, 240.0]]), np.array([SIDE]), SIZE)
    return TableProfile(sizes, None, None, reduce_table(paint_top(1)))


def seen_tile(spot: tuple[float, float], numbers: Corners, sure: float = 0.95) -> SeenTile:
    likely = np.full((3, 6), (1 - sure) / 5, np.float32)
    likely[np.arange(3), numbers] = sure
    return SeenTile(None, likely, 0.99, tile_at(*spot, SIDE))


def laid(*numbers: Corners, sure: float = 0.95) -> TableObservation:
    tiles = [seen_tile(spot, one, sure) for spot, one in zip(SPOTS, numbers, strict=False)]
    return TableObservation(tuple(reversed(tiles)))


def enrol(seen: TableObservation, named: list[Corners] = NAMED) -> TableProfile:
    picture = paint_tiles(
        paint_top(1), [tile.vertices for tile in seen.tiles if tile.vertices is not None], IVORY
    )

    def read(_picture: Bytes, _known: KnownTable) -> TableObservation:
        return seen

    return enrol_tiles(profile(), picture, named, read)


def test_tiles_are_told_row_by_row_and_turned_as_they_lie() -> None:
    learned = enrol(laid((0, 0, 0), (0, 1, 0), (4, 5, 3), (2, 2, 5))).tiles
    assert learned is not None
    assert learned.tiles == ((0, 0, 0), (0, 1, 0), (4, 5, 3), (2, 2, 5))
    assert [crop.shape for crop in learned.crops] == [(CORNER_PX, CORNER_PX, 3)] * 12


@pytest.mark.parametrize("dip", [0.0, 35.0, 60.0, 80.0])
def test_rows_may_be_as_crooked_as_hands_lay_them(dip: float) -> None:
    spots = [(150.0, 120.0 + dip), (400.0, 120.0), (160.0, 330.0), (420.0, 330.0 - dip)]
    tiles = [seen_tile(spot, one) for spot, one in zip(spots, NAMED, strict=True)]
    learned = enrol(TableObservation(tuple(tiles))).tiles
    assert learned is not None and learned.tiles == tuple(NAMED)


def test_what_was_named_counts_where_the_reading_is_in_doubt() -> None:
    learned = enrol(laid((0, 0, 0), (0, 0, 1), (1, 4, 5), (2, 2, 5), sure=0.5)).tiles
    assert learned is not None and learned.tiles[2] == (3, 4, 5)


@pytest.mark.parametrize(
    ("seen", "says"),
    [
        pytest.param(
            laid((0, 0, 0), (0, 0, 1), (3, 4, 5)),
            "3 tiles were seen, but 4 were named: "
            "lay them out in rows, a little apart, and name them row by row.",
            id="one is missing",
        ),
        pytest.param(
            laid((1, 1, 1), (2, 2, 2), (5, 4, 3), (2, 2, 5)),
            "3 tiles do not look as they were named, the first of them 0-0-0: "
            "name them row by row, from left to right.",
            id="another order",
        ),
        pytest.param(
            replace(laid((0, 0, 0)), foreign="tiles"),
            "These are other tiles, or the camera has moved: use the same as before, or calibrate again.",
            id="another set",
        ),
        pytest.param(
            TableObservation(problem="dark"),
            "The picture is too dark to see any tile. Switch on a light.",
            id="the dark",
        ),
    ],
)
def test_what_cannot_be_learned_is_one_sentence(seen: TableObservation, says: str) -> None:
    with pytest.raises(CalibrationFault) as fault:
        enrol(seen)
    assert str(fault.value) == says


SIX_SPOTS = [(x, y) for y in (120.0, 330.0) for x in (120.0, 300.0, 480.0)]


def six(*numbers: int, sure: float = 0.95) -> TableObservation:
    """Tiles with three equal numbers, in this order."""
    return TableObservation(
        tuple(seen_tile(spot, (one, one, one), sure) for spot, one in zip(SIX_SPOTS, numbers, strict=False))
    )


def triples(seen: TableObservation) -> tuple[Corners, ...] | None:
    picture = np.random.default_rng(1).integers(0, 256, paint_top(1).shape, np.uint8)  # no two crops alike
    learned = enrol_triples(profile(), picture, lambda _picture, _known: seen)
    if learned is None:
        return None
    assert learned.tiles is not None
    found = zip(
        learned.tiles.tiles, np.split(np.array(learned.tiles.crops), len(learned.tiles.tiles)), strict=True
    )
    # Which tile was learned as which, by the crops of its corners.
    corners = [crop_tiles(picture, tile.vertices[None]) for tile in seen.tiles if tile.vertices is not None]
    where = {
        next(at for at, own in enumerate(corners) if np.array_equal(own, crops)): tile
        for tile, crops in found
    }
    return tuple(where[at] for at in sorted(where))


def test_the_six_triples_are_learned_in_any_order() -> None:
    assert triples(six(3, 0, 5, 1, 4, 2)) == tuple((n, n, n) for n in (3, 0, 5, 1, 4, 2))


def test_five_are_enough_as_a_blank_one_is_taken_for_a_back() -> None:
    assert triples(six(3, 5, 1, 4, 2)) == tuple((n, n, n) for n in (3, 5, 1, 4, 2))


def test_a_tile_that_lies_about_does_not_hinder() -> None:
    others = seen_tile((560.0, 400.0), (0, 3, 5))
    seen = six(3, 0, 5, 1, 4, 2)
    seen = replace(seen, tiles=(others, *seen.tiles))
    assert triples(seen) == tuple((n, n, n) for n in (3, 0, 5, 1, 4, 2))


def test_a_number_that_looks_like_another_is_told_by_that_one() -> None:
    seen = six(4, 0, 5, 1, 4, 2)
    likely = np.full((3, 6), 0.01, np.float32)
    likely[:, 4], likely[:, 3] = 0.6, 0.36  # the 3 looks more like a 4, though less so than the 4 does
    seen = replace(seen, tiles=(replace(seen.tiles[0], corners=likely), *seen.tiles[1:]))
    assert triples(seen) == tuple((n, n, n) for n in (3, 0, 5, 1, 4, 2))


@pytest.mark.parametrize(
    "seen",
    [
        pytest.param(six(3, 0, 5, 1), id="four"),
        pytest.param(six(3, 0, 5, 1, 4, 4), id="one twice"),
        pytest.param(six(3, 0, 5, 1, 4, 2, sure=0.25), id="nothing is clear"),
        pytest.param(
            TableObservation(tuple(seen_tile(spot, (n, n, (n + 1) % 6)) for n, spot in enumerate(SIX_SPOTS))),
            id="other tiles",
        ),
    ],
)
def test_what_are_not_clearly_the_six_triples_is_not_learned(seen: TableObservation) -> None:
    assert triples(seen) is None


@pytest.mark.parametrize("text", ["", "0-0", "0-0-6", "0-0-0,", "joker", "0-0-0-0", "1-1--1", "0-0-²"])
def test_what_is_no_tile_is_said(text: str) -> None:
    with pytest.raises(CalibrationFault, match="There is no tile"):
        parse_tiles(text)
