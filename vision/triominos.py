"""Read a Triominos table: a picture in, an observation out.

    observation = read_table(picture)

Find what may be tiles (`tile_finder`), look at each closely (`tile_look`), read the corners of those that lie
face up (`tile_faces`), and say who lies beside whom (`tile_lattice`).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import Obstacle
from vision.obstacles import DARK
from vision.tile_faces import ReadTiles, read_tiles
from vision.tile_finder import FoundTiles, find_tiles, tell_apart
from vision.tile_lattice import find_lattice, keep_places
from vision.tile_look import DOWN, NOTHING, UP, Fine, look_at, make_fine
from vision.tile_shapes import Points
from vision.tiles import SeenTile, TableObservation

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

LIKELY = 0.5  # what is a tile rather than not
WORTH_READING = 0.05  # tiles less likely than this to lie face up are not read
LEAST_ODDS, MOST_ODDS = 1 / 4, 4.0  # what printed numbers, or none, may change about that
A_LITTLE = 0.005
MOST_BEYOND = 0.08  # tile sides that a corner may seem to be outside of the picture
REACHED_OVER = 0.004  # of the picture: a hand that is seen to cover more is in the way


@dataclass(frozen=True, slots=True)
class KnownTable:
    """What calibration knows of a table: how large its tiles are."""

    side_px: float  # in the middle of a picture that is so wide
    width: int


def read_table(
    picture: Bytes, known: KnownTable | None = None, before: TableObservation | None = None
) -> TableObservation:
    """What lies on the table in this picture (BGR). Tiles that lie as in `before` keep their places."""
    height, width = picture.shape[:2]
    found = find_tiles(picture, None if known is None else known.side_px * width / known.width)
    if not len(found.vertices):
        return TableObservation(in_the_way=_in_the_way(picture, found))
    fine = make_fine(picture, found.side_px)
    vertices, kinds = _look_closely(fine, found, (width, height))
    reads = np.flatnonzero(kinds[:, UP] > WORTH_READING)
    read = read_tiles(fine, vertices[reads])
    presence = _weigh_print(kinds[reads, UP], read)
    is_tile = presence > LIKELY
    backs = np.delete(np.arange(len(kinds)), reads[is_tile])
    tiles = _placed(vertices[reads[is_tile]], presence[is_tile], read.numbers[is_tile], before)
    face_down = int((kinds[backs, DOWN] > LIKELY).sum())
    return TableObservation(tiles, face_down, _in_the_way(picture, found))


def _look_closely(fine: Fine, found: FoundTiles, size: tuple[int, int]) -> tuple[Points, Floats]:
    """The exact corners of the tiles, without those that are none, and what kind each is."""
    looked = look_at(fine, found.vertices)
    room = MOST_BEYOND * found.side_px
    inside = (looked.vertices > -0.5 - room) & (looked.vertices < np.array(size) - 0.5 + room)
    scores = 1.0 - looked.kinds[:, NOTHING].astype(np.float64)
    likely = np.flatnonzero(inside.all(axis=(1, 2)) & (scores > WORTH_READING))
    kept = likely[tell_apart(looked.vertices[likely], scores[likely])]
    return looked.vertices[kept], looked.kinds[kept]


def _weigh_print(up: Floats, read: ReadTiles) -> NDArray[np.float64]:
    """(N,): how likely each lies face up, now that it is known whether numbers are printed on it."""
    odds = ((1 - read.nothing + A_LITTLE) / (read.nothing + A_LITTLE)).clip(LEAST_ODDS, MOST_ODDS)
    weighed = up.astype(np.float64) * odds
    return np.asarray(weighed / (weighed + 1 - up), np.float64)


def _placed(
    vertices: Points, presence: NDArray[np.float64], numbers: Floats, before: TableObservation | None
) -> tuple[SeenTile, ...]:
    """The tiles in their places, corners in the order of these."""
    lattice = find_lattice(vertices, presence.tolist())
    if before is not None:
        then = [(place, tile.vertices) for place, tile in before.placed() if tile.vertices is not None]
        lattice = keep_places(lattice, vertices, then)
    return tuple(
        SeenTile(place, numbers[tile][order], float(presence[tile]), vertices[tile][order])
        for tile, (place, order) in enumerate(zip(lattice.places, lattice.order, strict=True))
    )


def _in_the_way(picture: Bytes, found: FoundTiles) -> frozenset[Obstacle]:
    ways: set[Obstacle] = set()
    if float(found.covered.mean()) > REACHED_OVER:
        ways.add("hand")
    small = cv2.resize(picture, (160, 120), interpolation=cv2.INTER_AREA)
    if float(np.percentile(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), 98)) < DARK:
        ways.add("dark")
    return frozenset(ways)
