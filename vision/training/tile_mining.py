"""What a close look must turn down: triangles that the finder takes for tiles, and free places by them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from vision.tile_finder import find_tiles
from vision.tile_neighbours import free_neighbours
from vision.tile_shapes import Points, sides_px
from vision.training.tables import TablePicture

FAR_OFF = 0.45  # tile sides: a triangle with a corner so far off a tile's is not that tile
BESIDE = 0.35  # of the free places beside tiles are taken


def mined_triangles(rng: np.random.Generator, table: TablePicture) -> Iterator[Points]:
    """What is no tile of this table, though it looks like one to the finder, or could be one."""
    beside = free_neighbours(table.vertices)
    beside = beside[rng.random(len(beside)) < BESIDE]
    found = find_tiles(table.picture).vertices
    height, width = table.picture.shape[:2]
    for triangle in (*found, *beside):
        inside = (triangle >= 0).all() and (triangle <= (width - 1, height - 1)).all()
        if inside and not _is_tile(triangle, table.vertices):
            yield np.roll(triangle, int(rng.integers(3)), axis=0)


def _is_tile(triangle: Points, tiles: Points) -> bool:
    """Whether it is one of the tiles, if not exactly."""
    if not len(tiles):
        return False
    off = [np.linalg.norm(np.roll(triangle, turn, axis=0) - tiles, axis=2).max(axis=1) for turn in range(3)]
    return bool((np.min(off, axis=0) < FAR_OFF * sides_px(tiles)).any())
