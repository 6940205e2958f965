"""What the networks are still wrong about: triangles that the finder takes for tiles and free places by them,
which a close look must turn down, and the tiles that the finder overlooks."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from vision.tile_finder import SAME, TILE_PX, find_at, find_tiles
from vision.tile_neighbours import free_neighbours
from vision.tile_shapes import Points, sides_px
from vision.training.tables import BACK, TablePicture

FAR_OFF = 0.45  # tile sides: a triangle with a corner so far off a tile's is not that tile
BESIDE = 0.35  # of the free places beside tiles are taken
OVERLOOKED, A_BACK = 12.0, 2.0  # times as often as others such tiles are shown again


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


def heed_of(table: TablePicture) -> NDArray[np.float64]:
    """(N,): how often the finder should see each tile, against those that it finds for certain."""
    heed = np.where(table.corners[:, 0] == BACK, A_BACK, 1.0)
    if not len(heed):  # nor has such a table tiles by whose size it could be looked at
        return heed
    found = find_at(table.picture, TILE_PX / max(table.side_px, 1.0), table.side_px)
    if not len(found.vertices):
        return heed * (1 + OVERLOOKED)
    far = np.linalg.norm(table.vertices.mean(axis=1)[:, None] - found.vertices.mean(axis=1), axis=2)
    is_it = far < SAME * sides_px(table.vertices)[:, None]
    return np.asarray(heed * (1 + OVERLOOKED * (1 - (is_it * found.scores).max(axis=1))), np.float64)


def _is_tile(triangle: Points, tiles: Points) -> bool:
    """Whether it is one of the tiles, if not exactly."""
    if not len(tiles):
        return False
    off = [np.linalg.norm(np.roll(triangle, turn, axis=0) - tiles, axis=2).max(axis=1) for turn in range(3)]
    return bool((np.min(off, axis=0) < FAR_OFF * sides_px(tiles)).any())
