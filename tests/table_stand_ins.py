"""A stand-in for the reader of tables, and pictures that it reads: what it shall see is written in them.

Kept in a module, so that another process can build it too.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.table_reader import TableReader
from vision.tiles import CORNERS, NUMBERS, Place, SeenTile, TableObservation

Bytes = NDArray[np.uint8]
Points = NDArray[np.float64]
Tile = tuple[tuple[int, int, int], Place | None, Sequence[Sequence[float]], float]

WIDTH, HEIGHT, GROUND = 640, 480, 77
SIDE_PX, LEFT_PX, TOP_PX = 60.0, 200.0, 150.0


def vertices_at(place: Place) -> list[list[float]]:
    """Where the corners of a place are in the picture, as FORMATS.md says: rows run level."""
    row, column = place
    middle, above, below = column / 2, row, row + 1
    if (row + column) % 2 == 0:
        points = [(middle, above), (middle + 0.5, below), (middle - 0.5, below)]
    else:
        points = [(middle, below), (middle - 0.5, above), (middle + 0.5, above)]
    high = SIDE_PX * 0.75**0.5
    return [[round(LEFT_PX + x * SIDE_PX, 2), round(TOP_PX + y * high, 2)] for x, y in points]


def lying(corners: tuple[int, int, int], place: Place, confidence: float = 0.9) -> Tile:
    """A tile in its place."""
    return corners, place, vertices_at(place), confidence


def see(tile: Tile) -> SeenTile:
    """The tile as a reader sees it, as sure as that."""
    corners, place, vertices, confidence = tile
    sure = confidence ** (1 / CORNERS)
    likely = np.full((CORNERS, NUMBERS), (1 - sure) / (NUMBERS - 1), np.float64)
    likely[np.arange(CORNERS), corners] = sure
    return SeenTile(place, likely.astype(np.float32), 1.0, np.array(vertices, np.float64))


def paint_table(tiles: Sequence[Tile], face_down: int = 0, in_the_way: Sequence[str] = ()) -> Bytes:
    """A picture (BGR) in which the stand-in sees this."""
    pixels = np.full((HEIGHT, WIDTH, 3), GROUND, np.uint8)
    written = json.dumps({"tiles": tiles, "face_down": face_down, "in_the_way": in_the_way}).encode()
    flat = pixels.reshape(-1)
    flat[: len(written)] = np.frombuffer(written, np.uint8)
    flat[len(written)] = 0
    return pixels


class TablePaintReader:
    """Reads what `paint_table` painted; anything else is an empty table."""

    def read_table(self, pixels: Bytes, before: TableObservation | None = None) -> TableObservation:
        written = pixels.tobytes().partition(b"\0")[0]
        if not written.startswith(b'{"tiles"'):
            return TableObservation()
        told = json.loads(written)
        tiles = [
            see((tuple(corners), None if at is None else tuple(at), vertices, confidence))
            for corners, at, vertices, confidence in told["tiles"]
        ]
        return TableObservation(tuple(tiles), told["face_down"], frozenset(told["in_the_way"]))


def make_table_paint_reader(profile: Path | None) -> TableReader:
    """A reader that needs no profile, and takes none that is missing."""
    if profile is not None and not profile.exists():
        raise ValueError(f"The profile {profile} is gone: calibrate again.")
    return TablePaintReader()
