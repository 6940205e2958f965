"""Learn the printing of a family's own Triominos from a picture of tiles laid out in a known order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

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

ROW = 0.6  # tile sides: a tile whose middle is farther below the last one's lies in the next row


def enrol_tiles(
    profile: TableProfile, picture: Bytes, tiles: Sequence[Corners], read: Read = read_table
) -> TableProfile:
    """The profile with this family's printing: the tiles that lie face up are these, row by row.

    Each tile names its corners clockwise, from any of them.
    """
    seen = read(picture, replace(profile, tiles=None).known)
    if seen.problem is not None:
        raise CalibrationFault(PROBLEMS[seen.problem], f"table-{seen.problem}")
    if seen.foreign in ("size", "tiles"):
        raise CalibrationFault(
            "These are other tiles, or the camera has moved: use the same as before, or calibrate again.",
            "tiles-foreign",
        )
    laid = _in_rows([tile for tile in seen.tiles if tile.vertices is not None])
    if len(laid) != len(tiles):
        raise CalibrationFault(
            f"{len(laid)} tiles were seen, but {len(tiles)} were named: "
            "lay them out in rows, a little apart, and name them row by row.",
            "tile-count",
            seen=len(laid),
            wanted=len(tiles),
        )
    turns = [_turn(tile, corners) for tile, corners in zip(laid, tiles, strict=True)]
    wrong = [
        corners
        for tile, corners, turn in zip(laid, tiles, turns, strict=True)
        if tile.corners.max(axis=1).min() > SURELY and tile.numbers != _turned(corners, turn)
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
    corners = np.array([tile.vertices for tile in laid], np.float64)
    crops = tuple(crop_tiles(picture, corners))
    told = tuple(_turned(named, turn) for named, turn in zip(tiles, turns, strict=True))
    return replace(profile, tiles=EnrolledTiles(told, crops))


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


def _in_rows(tiles: Sequence[SeenTile]) -> list[SeenTile]:
    """From top to bottom, and in each row from left to right."""
    if not tiles:
        return []
    corners = np.array([tile.vertices for tile in tiles], np.float64)
    middles, side = corners.mean(axis=1), float(np.median(sides_px(corners)))
    down = np.argsort(middles[:, 1], kind="stable")
    row = np.concatenate([[0], np.cumsum(np.diff(middles[down, 1]) > ROW * side)])
    order = sorted(range(len(down)), key=lambda index: (row[index], middles[down[index], 0]))
    return [tiles[int(down[index])] for index in order]


def _turn(tile: SeenTile, corners: Corners) -> int:
    """By how many corners the name must be turned to fit best to what was read."""
    fits = [
        float(np.log(tile.corners[np.arange(CORNERS), _turned(corners, turn)].clip(1e-6)).sum())
        for turn in range(CORNERS)
    ]
    return int(np.argmax(fits))


def _turned(corners: Corners, turn: int) -> Corners:
    first, second, third = (corners[(index + turn) % CORNERS] for index in range(CORNERS))
    return first, second, third
