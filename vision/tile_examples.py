"""Tiles whose numbers are known show how this set is printed: what is new is compared with them.

    seen = compare_prints(picture, seen, before)

The tiles of one game share one printing, and those that were accepted have certain numbers: a 3 of this set
looks like its other 3s, in this light and at this distance, whatever threes look like elsewhere. On virtual
tables in looks never trained on, the likest known corner tells the number more often than the network does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.tile_faces import read_tiles
from vision.tile_prints import CornerPrints
from vision.tile_shapes import sides_px
from vision.tiles import CORNERS, SeenTile, TableObservation

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Example = tuple[SeenTile, tuple[int, int, int]]  # a tile in the picture, and the numbers of its corners

SAME = 0.33  # tile sides between the middles of one tile in two pictures; neighbours are 0.58 apart


def compare_prints(
    picture: Bytes, seen: TableObservation, before: TableObservation, enrolled: CornerPrints | None = None
) -> TableObservation:
    """The observation with the numbers of what is new weighed by how alike they are to known ones.

    The tiles of `before` that have places are known, by the numbers that are likeliest there; so is a set
    that was `enrolled`.
    """
    known = [tile for _, tile in before.placed() if tile.vertices is not None]
    is_known, is_loose = _Lying(known), _Lying([tile for tile in before.loose if tile.vertices is not None])
    pairs = [(tile, is_known.at(tile)) for tile in seen.tiles if tile.vertices is not None]
    examples = [_turned(tile, then) for tile, then in pairs if then is not None]
    new = [tile for tile, then in pairs if then is None and is_loose.at(tile) is None]
    if not examples or not new:
        return seen
    seen_prints = _prints_of(picture, [*(tile for tile, _ in examples), *new])
    numbers = np.array([numbers for _, numbers in examples], np.int64)
    told = CornerPrints(numbers.ravel(), seen_prints[: len(examples)].reshape(numbers.size, -1))
    # What the tiles of a table say of each other is said better by those that are known.
    alone = np.array([tile.corners if tile.alone is None else tile.alone for tile in new])
    weighed = told.joined(enrolled).weigh(alone, seen_prints[len(examples) :])
    better = {id(tile): corners for tile, corners in zip(new, weighed, strict=True)}
    return replace(
        seen,
        tiles=tuple(
            replace(tile, corners=better[id(tile)]) if id(tile) in better else tile for tile in seen.tiles
        ),
    )


def _prints_of(picture: Bytes, tiles: Sequence[SeenTile]) -> Floats:
    """(N, 3, …): how the corners of tiles look: as they were seen, or now where that was not kept."""
    kept = [tile.prints for tile in tiles if tile.prints is not None]
    if len(kept) == len(tiles):
        return np.array(kept)
    return read_tiles(picture, np.array([tile.vertices for tile in tiles], np.float64)).prints


class _Lying:
    """Tiles of an earlier picture, by where they lay."""

    def __init__(self, tiles: Sequence[SeenTile]) -> None:
        self._tiles = tiles
        self._middles = np.array([_middle(tile) for tile in tiles]).reshape(-1, 2)

    def at(self, tile: SeenTile) -> SeenTile | None:
        """The one that lay where this tile lies."""
        assert tile.vertices is not None  # as the caller made sure
        away = np.hypot(*(self._middles - _middle(tile)).T)
        near = np.flatnonzero(away < SAME * float(sides_px(tile.vertices[None])[0]))
        return self._tiles[int(near[0])] if len(near) else None


def _middle(tile: SeenTile) -> NDArray[np.float64]:
    assert tile.vertices is not None  # as the caller made sure
    return np.asarray(tile.vertices.mean(axis=0), np.float64)


def _turned(tile: SeenTile, then: SeenTile) -> Example:
    """A known tile as it lies now: its corners in the order in which they were known, and their numbers."""
    now, before = tile.vertices, then.vertices
    assert now is not None and before is not None  # as the caller made sure
    rolls = [np.roll(np.arange(CORNERS), roll) for roll in range(CORNERS)]
    off = [float(np.linalg.norm(now[roll] - before, axis=1).max()) for roll in rolls]
    best = rolls[int(np.argmin(off))]
    return tile.turned(best.tolist()), then.numbers
