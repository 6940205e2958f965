"""How plainly a tile's sides show: stars and leaves of a cloth may lie like the print of a tile, but there is
nothing around them.

Along each side the picture changes, from the tile's colour to that of the table or at least at the bevel,
the gap or the shadow between them. The median along a side counts: a star that lies across it is no outline.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tile_look import Fine, make_fine
from vision.tile_shapes import Points, sides_px
from vision.tiles import CORNERS, SeenTile

Bytes = NDArray[np.uint8]
Doubles = NDArray[np.float64]

SOFT_PX = 0.8
ALONG = np.linspace(0.15, 0.85, 25)  # of a side: its ends are round
FAR, NEAR, AT = 0.12, 0.06, 0.03  # tile sides across it, outwards and inwards
UNEVEN, LEAST = 0.5, 1.5  # grey levels: so much differs without an outline, of what it does beside it
# Measured on tables with at most four tiles (seed 5501) and on empty cloths full of stars and flowers: what
# is read as clearly as this is a tile if two of its sides show at all, and what is read rather clearly if
# one shows plainly. Beside such a tile another that is not clear must have one side that shows.
CLEAR, TWO_SHOW = 0.9, 1.4
RATHER_CLEAR, PLAIN = 0.65, 12.0
ONE_SHOWS = 4.0


def that_are_tiles(picture: Bytes, tiles: Sequence[SeenTile]) -> tuple[SeenTile, ...]:
    """Those of a few tiles, on a table of which nothing is known, that can be tiles; none if there is nothing
    among them that surely is one."""
    vertices = np.array([tile.vertices for tile in tiles], np.float64).reshape(-1, CORNERS, 2)
    if not len(vertices):
        return ()
    shown = show_sides(make_fine(picture, float(np.median(sides_px(vertices)))), vertices)
    two, one = np.median(shown, axis=1), shown.max(axis=1)
    legible = np.array([tile.corners.max(axis=1).prod() for tile in tiles])
    is_one = ((legible > CLEAR) & (two > TWO_SHOW)) | ((legible > RATHER_CLEAR) & (one > PLAIN))
    if not is_one.any():
        return ()
    may_be = (legible > CLEAR) | (one > ONE_SHOWS)
    return tuple(tile for tile, kept in zip(tiles, may_be.tolist(), strict=True) if kept)


def show_sides(fine: Fine, vertices: Points) -> Doubles:
    """(N, 3): by how many times more the picture changes across each side of tiles (N, 3, 2) in the full
    picture than it does beside it; some 10 for tiles, 1 where there is none."""
    if not len(vertices):
        return np.zeros((0, CORNERS))
    soft = np.asarray(cv2.GaussianBlur(fine.picture, (0, 0), SOFT_PX), np.uint8)
    here = fine.here(vertices)
    middles, lengths = here.mean(axis=1), sides_px(here)[:, None]
    shown = []
    for corner in range(CORNERS):
        start, end = here[:, corner], here[:, (corner + 1) % CORNERS]
        way = end - start
        out = np.stack([-way[:, 1], way[:, 0]], axis=1)
        out *= np.sign(((start - middles) * out).sum(axis=1, keepdims=True))
        out *= lengths / np.linalg.norm(out, axis=1, keepdims=True).clip(1e-9)
        points = start[:, None] + way[:, None] * ALONG[:, None]
        seen = {
            off: _colours(soft, points + off * out[:, None]) for off in (-FAR, -NEAR, -AT, 0.0, AT, NEAR, FAR)
        }
        step = _length(np.median(seen[NEAR] - seen[-NEAR], axis=1))
        around = (seen[-FAR] + seen[FAR]) / 2
        lines = [_length(np.median(seen[off] - around, axis=1)) for off in (-AT, 0.0, AT)]
        beside = [np.median(_length(seen[s * NEAR] - seen[s * FAR]), axis=1) for s in (-1, 1)]
        shown.append(np.max([step, *lines], axis=0) / (LEAST + UNEVEN * np.mean(beside, axis=0)))
    return np.stack(shown, axis=1)


def _colours(picture: Bytes, points: Points) -> Doubles:
    """(N, M, 3): the colours (BGR) at these points (N, M, 2)."""
    x, y = (points[..., axis].astype(np.float32) for axis in (0, 1))
    seen = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float64)


def _length(colours: Doubles) -> Doubles:
    return np.asarray(np.linalg.norm(colours, axis=-1), np.float64)
