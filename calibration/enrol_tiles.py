"""Learn the printing of a family's own Triominos from a picture of tiles laid out in a known order, or of the
six tiles with three equal numbers, in any order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from calibration.calibrate import MOST_WRONG, SURELY, CalibrationFault
from calibration.table_profile import Corners, EnrolledTiles, TableProfile
from vision.known_table import KnownTable
from vision.tile_faces import crop_tiles
from vision.tile_shapes import sides_px
from vision.tiles import CORNERS, NUMBERS, SeenTile, TableObservation
from vision.tiles import SENTENCES as PROBLEMS
from vision.triominos import read_table

Bytes = NDArray[np.uint8]
Points = NDArray[np.float64]
Read = Callable[[Bytes, KnownTable], TableObservation]

TRIPLES: tuple[Corners, ...] = tuple((number, number, number) for number in range(NUMBERS))
# Logarithms. Which is which must be this much likelier than any other way; and what each tile seems to show
# by itself may speak against it by so much: as if one of the six looked like another number altogether.
CLEARLY, MOST_CONTRARY = float(np.log(100)), float(3 * np.log(100))
MOST_LAID = 8  # tiles: a few others may lie about
LEAST = 1e-4  # how unlikely a number can be in a corner: misprints and glare are likelier than less

# Tile sides: a tile whose middle is farther below the one before may lie in the next row, and one that is
# farther below than the most does.
LEAST_ROW, MOST_ROW = 0.4, 1.5


def enrol_tiles(
    profile: TableProfile, picture: Bytes, tiles: Sequence[Corners], read: Read = read_table
) -> TableProfile:
    """The profile with this family's printing: the tiles that lie face up are these, row by row.

    Each tile names its corners clockwise, from any of them.
    """
    laid = _look(profile, picture, read)
    if len(laid) != len(tiles):
        raise CalibrationFault(
            f"{len(laid)} tiles were seen, but {len(tiles)} were named: "
            "lay them out in rows, a little apart, and name them row by row.",
            "tile-count",
            seen=len(laid),
            wanted=len(tiles),
        )
    # Rows that hands lay are not straight: of the ways to see them, the one that fits the names counts.
    laid = max(_rows(laid), key=lambda way: sum(map(max, map(_fits, way, tiles))))
    wrong = [
        named
        for tile, named in zip(laid, tiles, strict=True)
        if tile.corners.max(axis=1).min() > SURELY and tile.numbers != _turned(named, _turn(tile, named))
    ]
    if len(wrong) > MOST_WRONG:
        first = "-".join(map(str, wrong[0]))
        raise CalibrationFault(
            f"{len(wrong)} tiles do not look as they were named, the first of them {first}: "
            "name them row by row, from left to right.",
            "tiles-differ",
            count=len(wrong),
            tile=first,
        )
    told = [_turned(named, _turn(tile, named)) for tile, named in zip(laid, tiles, strict=True)]
    return _learn(profile, picture, laid, told)


def enrol_triples(profile: TableProfile, picture: Bytes, read: Read = read_table) -> TableProfile | None:
    """The profile with this family's printing, if the six tiles with three equal numbers lie face up, in any
    order; `None` if they do not, or it is not clear which is which. One of them may be missing.

    Each of them is there once: a 1 that looks like a 4 is still the 1 if the 4 does so more.
    """
    laid = _look(profile, picture, read)
    if not len(TRIPLES) - 1 <= len(laid) <= MOST_LAID:
        return None
    read_alone = np.array([tile.corners if tile.alone is None else tile.alone for tile in laid])
    # With pips, 0-0-0 is blank, and taken for a back: one that may show anything stands for what is missing.
    missing = np.ones((max(0, len(TRIPLES) - len(laid)), CORNERS, NUMBERS))
    shown = np.log(np.concatenate([read_alone, missing]).clip(LEAST))
    numbers, fits = range(NUMBERS), shown.sum(axis=1)  # (N, 6): of each tile to each number
    ways = sorted(permutations(range(len(shown)), NUMBERS), key=lambda way: -fits[way, numbers].sum())
    best, second = (float(fits[way, numbers].sum()) for way in ways[:2])
    alone = float(shown.max(axis=2).sum(axis=1)[list(ways[0])].sum())
    if best - second < CLEARLY or alone - best > MOST_CONTRARY:
        return None
    told = [(laid[tile], triple) for tile, triple in zip(ways[0], TRIPLES, strict=True) if tile < len(laid)]
    return _learn(profile, picture, [tile for tile, _ in told], [triple for _, triple in told])


def _look(profile: TableProfile, picture: Bytes, read: Read) -> list[SeenTile]:
    """The tiles of this table that lie face up."""
    seen = read(picture, replace(profile, tiles=None).known)
    if seen.problem is not None:
        raise CalibrationFault(PROBLEMS[seen.problem], f"table-{seen.problem}")
    if seen.foreign in ("size", "tiles"):
        raise CalibrationFault(
            "These are other tiles, or the camera has moved: use the same as before, or calibrate again.",
            "tiles-foreign",
        )
    return [tile for tile in seen.tiles if tile.vertices is not None]


def _learn(
    profile: TableProfile, picture: Bytes, laid: Sequence[SeenTile], told: Sequence[Corners]
) -> TableProfile:
    corners = np.array([tile.vertices for tile in laid], np.float64)
    return replace(profile, tiles=EnrolledTiles(tuple(told), tuple(crop_tiles(picture, corners))))


def parse_tiles(text: str) -> list[Corners]:
    """The tiles named with `--faces`, such as 0-0-0,0-0-1."""
    return [_parse_tile(tile.strip()) for tile in text.split(",")]


def _parse_tile(text: str) -> Corners:
    numbers = [int(part) if len(part) == 1 and part in "012345" else -1 for part in text.split("-")]
    if len(numbers) != CORNERS or not all(0 <= number < NUMBERS for number in numbers):
        raise CalibrationFault(
            f"There is no tile {text!r}: --faces takes tiles such as 0-0-0,0-0-1, each from 0 to 5."
        )
    first, second, third = numbers
    return first, second, third


def _rows(tiles: Sequence[SeenTile]) -> list[list[SeenTile]]:
    """The tiles from top to bottom, and in each row from left to right: every way to see rows."""
    corners = np.array([tile.vertices for tile in tiles], np.float64).reshape(-1, CORNERS, 2)
    middles = corners.mean(axis=1)
    down = np.argsort(middles[:, 1], kind="stable")
    below = np.diff(middles[down, 1]) / float(np.median(sides_px(corners)))
    limits = [LEAST_ROW, *sorted(gap for gap in below.tolist() if LEAST_ROW < gap <= MOST_ROW)]
    ways = []
    for limit in limits:
        row = np.concatenate([[0], np.cumsum(below > limit)])
        order = sorted(range(len(down)), key=lambda index: (row[index], middles[down[index], 0]))
        ways.append([tiles[int(down[index])] for index in order])
    return ways


def _fits(tile: SeenTile, corners: Corners) -> list[float]:
    """How well the name fits to what was read, turned by each number of corners: logarithms."""
    return [
        float(np.log(tile.corners[np.arange(CORNERS), _turned(corners, turn)].clip(1e-6)).sum())
        for turn in range(CORNERS)
    ]


def _turn(tile: SeenTile, corners: Corners) -> int:
    """By how many corners the name must be turned to fit best."""
    return int(np.argmax(_fits(tile, corners)))


def _turned(corners: Corners, turn: int) -> Corners:
    first, second, third = (corners[(index + turn) % CORNERS] for index in range(CORNERS))
    return first, second, third
