"""Painted tables for tests: a top with a grain of its own, and triangles where tiles shall be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tile_shapes import even_triangle
from vision.tiles import SeenTile, TableObservation

Bytes = NDArray[np.uint8]
Points = NDArray[np.float64]

SIZE = 640, 480
IVORY, RED, BLACK = (205, 225, 232), (60, 50, 190), (38, 36, 40)  # BGR


def paint_top(seed: int, colour: tuple[int, int, int] = (70, 110, 150), grain: float = 0.25) -> Bytes:
    """A table top (BGR); another seed has another grain."""
    width, height = SIZE
    noise = np.random.default_rng(seed).standard_normal((height // 8, width // 8)).astype(np.float32)
    smooth = cv2.resize(cv2.GaussianBlur(noise, (0, 0), 1.0), SIZE, interpolation=cv2.INTER_CUBIC)
    lit = np.exp(grain * smooth)[..., None] * np.array(colour, np.float32)
    return np.asarray(lit.clip(0, 255), np.uint8)


def tile_at(x: float, y: float, side: float) -> Points:
    """(3, 2): the corners of a tile around this point."""
    return np.asarray(even_triangle(side, 0.0) + np.array([x, y]), np.float64)


def paint_tiles(picture: Bytes, tiles: list[Points], colour: tuple[int, int, int]) -> Bytes:
    """The picture with tiles on it, a dark number in each corner."""
    painted = picture.copy()
    for tile in tiles:
        cv2.fillConvexPoly(painted, np.round(tile).astype(np.int32), colour, cv2.LINE_AA)
        side = float(np.hypot(*(tile[1] - tile[0])))
        for corner in tile:
            x, y = corner + 0.4 * (tile.mean(axis=0) - corner)
            cv2.circle(painted, (round(x), round(y)), max(1, round(side / 12)), (20, 20, 20), -1)
    return painted


def observe(
    tiles: list[Points], backs: list[Points] | None = None, presence: float = 0.99
) -> TableObservation:
    """What a reader says that sees these tiles."""
    numbers = np.full((3, 6), 1 / 6, np.float32)
    seen = tuple(SeenTile(None, numbers, presence, tile) for tile in tiles)
    corners = np.array(backs or [], np.float64).reshape(-1, 3, 2)
    return TableObservation(seen, len(corners), backs=corners)


class FakeEye:
    """Sees in pictures what a function says, and of triangles that it is shown those which lie there."""

    def __init__(self, read: Callable[[Bytes], TableObservation]) -> None:
        self.read = read

    def look(self, picture: Bytes, triangles: Points) -> TableObservation:
        seen = self.read(picture)

        def is_meant(tile: Points | None) -> bool:
            away = triangles.mean(axis=1) - np.array(tile).mean(axis=0)
            return bool((np.hypot(*away.T) < 12).any())

        backs = seen.backs if seen.backs is None else seen.backs[[is_meant(back) for back in seen.backs]]
        tiles = tuple(tile for tile in seen.tiles if is_meant(tile.vertices))
        return replace(seen, tiles=tiles, face_down=0 if backs is None else len(backs), backs=backs)


def spread(side: float, count: int = 5) -> list[Points]:
    """Tiles in the middle and towards the four corners of the picture."""
    spots = [(320, 240), (140, 110), (500, 110), (500, 380), (140, 380)]
    return [tile_at(x, y, side) for x, y in spots[:count]]
