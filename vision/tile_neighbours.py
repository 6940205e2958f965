"""Where else a tile may lie: beside those that were found.

Tiles of a game lie side to side. A tile that the finder overlooked is mostly the neighbour of one that it
saw, and a closer look at that place is cheap.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.tile_shapes import overlaps, sides_px
from vision.tiles import CORNERS

Points = NDArray[np.float64]

SAME = 0.4  # tile sides between middles: nearer than neighbours ever are
MEETS = 0.2  # tile sides between corners that meet: tiles lie up to a few millimetres apart
MOST_OVERLAP = 0.3  # of a free place with a tile: chains bend, so a free place is not free of all


def free_neighbours(tiles: Points, others: Points | None = None) -> Points:
    """(M, 3, 2): the places beside tiles (N, 3, 2) that no tile takes, each once; nor any of the others."""
    if not len(tiles):
        return tiles
    beside = np.concatenate([_across(tiles, side) for side in range(CORNERS)])
    usual = float(np.median(sides_px(tiles)))
    vertices = tiles if others is None else np.concatenate([tiles, others])
    middles, taken = beside.mean(axis=1) @ (1, 1j), vertices.mean(axis=1) @ (1, 1j)
    far = np.abs(middles[:, None] - taken)
    is_free = far.min(axis=1) >= SAME * usual
    is_same = np.abs(middles[:, None] - middles) < SAME * usual
    overlap = overlaps(np.concatenate([beside, vertices]))
    free: list[int] = []
    for place in np.flatnonzero(is_free).tolist():
        if is_same[place, free].any():
            continue
        near = np.flatnonzero(far[place] < 1.2 * usual).tolist()
        if all(overlap(place, len(beside) + tile) < MOST_OVERLAP for tile in near):
            free.append(place)
    return beside[free]


def _across(vertices: Points, side: int) -> Points:
    """The triangles on the other side of one side each, corners in the same sense."""
    first, second, third = (vertices[:, (side + corner) % CORNERS] for corner in range(CORNERS))
    return np.stack([second, first, first + second - third], axis=1)


def lie_beside(tiles: Points, others: Points) -> NDArray[np.bool_]:
    """(N,): which tiles (N, 3, 2) share a side with one of the others (M, 3, 2): two corners of both meet."""
    if not len(tiles) or not len(others):
        return np.zeros(len(tiles), bool)
    apart = np.linalg.norm(tiles[:, None, :, None] - others[None, :, None], axis=4)  # (N, M, 3, 3)
    meets = (apart < MEETS * sides_px(tiles)[:, None, None, None]).any(axis=3)
    return np.asarray((meets.sum(axis=2) == 2).any(axis=1), bool)
