"""A close look at what may be tiles: is it one, face up or down, and where exactly are its corners?

Each is cut out straight: an even triangle that points up, with a little of what is around. A network says
what it is, and how far each corner is off.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.networks import Network
from vision.reduce import reduce_picture
from vision.tile_shapes import Points, even_triangle, sides_px, unwarps
from vision.tiles import CORNERS

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

LOOK_PX, LOOK_SIDE = 56, 40.0  # what the network sees, and how long the tile's side is in it
FINE_SIDE = 66.0  # pixels of a side in the picture that tiles are cut from: a finer one is made smaller first
NOTHING, UP, DOWN = range(3)
MOST_OFF = 0.25  # tile sides that a corner is moved at most
MOVED = 0.04  # tile sides: a tile whose corners moved farther is looked at again
SURELY_NOTHING = 0.98  # how surely no tile lies there for a second look to be of no use
CLEAR, HARDLY = 0.98, 0.9  # a kind as sure as this needs no more looks, nor what is so hardly a tile
COARSE = 3  # pixels: some of them tell the colour of a tile as well as all
EVEN_CONTRAST, LEAST_CONTRAST = 48.0, 8.0  # grey levels: as all are made, and what is no contrast at all

_network = Network("tile-looks", ["look"])


@dataclass(frozen=True, slots=True, eq=False)
class Fine:
    """A picture made so small that tiles have about so many pixels a side as is of use; not made larger."""

    picture: Bytes
    scale: float

    def here(self, vertices: Points) -> Points:
        """Points of the full picture in this one."""
        return (vertices + 0.5) * self.scale - 0.5

    def back(self, vertices: Points) -> Points:
        """Points of this picture in the full one."""
        return (vertices + 0.5) / self.scale - 0.5


@dataclass(frozen=True, slots=True, eq=False)
class LookedAt:
    """What a close look says of each tile."""

    vertices: Points  # (N, 3, 2): the corners, now exact, in pixels of the full picture
    kinds: Floats  # (N, 3): how likely it is no tile, face up, face down


def make_fine(picture: Bytes, side_px: float, wanted_px: float = FINE_SIDE) -> Fine:
    """The picture as tiles are cut from: their sides are so long, and should be about as long as wanted."""
    scale = wanted_px / max(side_px, 1.0)
    if scale >= 0.9:
        return Fine(picture, 1.0)
    height, width = picture.shape[:2]
    size = max(1, round(width * scale)), max(1, round(height * scale))
    return Fine(reduce_picture(picture, size), scale)


def look_at(fine: Fine, vertices: Points) -> LookedAt:
    """Look at each of these triangles (N, 3, 2), given in pixels of the full picture; twice if it is off."""
    if not len(vertices):
        return LookedAt(vertices, np.zeros((0, 3), np.float32))
    at = fine.here(vertices)
    exact, kinds = _look(fine.picture, at)
    moved = np.linalg.norm(exact - at, axis=2).max(axis=1) > MOVED * sides_px(at)
    moved &= kinds[:, NOTHING] < SURELY_NOTHING
    if moved.any():
        exact[moved], kinds[moved] = _look(fine.picture, exact[moved])
    doubtful = (kinds.max(axis=1) < CLEAR) & (kinds[:, NOTHING] < HARDLY)
    if doubtful.any():
        exact[doubtful], kinds[doubtful] = _look_around(fine.picture, exact[doubtful], kinds[doubtful])
    return LookedAt(fine.back(exact), kinds)


def cut_tile(picture: Bytes, vertices: Points) -> Bytes:
    """A tile (3, 2) cut out straight, its first corner on top, (56, 56, 3)."""
    (cut,) = cut_tiles(picture, vertices[None])
    return cut


def cut_tiles(picture: Bytes, vertices: Points) -> list[Bytes]:
    """The same for tiles (N, 3, 2)."""
    return [cut_out(picture, there, LOOK_PX) for there in _unwarps(vertices)]


def colours_of(fine: Fine, vertices: Points) -> NDArray[np.float64]:
    """(N, 3): the usual colour (BGR) of each of these triangles (N, 3, 2), without its edges."""
    if not len(vertices):
        return np.zeros((0, 3))
    cuts = np.stack(cut_tiles(fine.picture, fine.here(vertices)))[:, ::COARSE, ::COARSE]
    return np.asarray(np.median(cuts[:, _INSIDE[::COARSE, ::COARSE] > 0], axis=1), np.float64)


def cut_out(picture: Bytes, there: NDArray[np.float64], size_px: int) -> Bytes:
    """A square of this size, its pixels taken from `there` (2, 3), as `unwarps` says."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = size_px, size_px
    return np.asarray(cv2.warpAffine(picture, there, size, flags=flags, borderMode=cv2.BORDER_REPLICATE))


def tone_of(tile: Bytes) -> tuple[NDArray[np.float64], float]:
    """The mean colour (3,) of a cut-out tile, and by how much its contrast must be made stronger."""
    means, spreads = cv2.meanStdDev(tile, mask=_INSIDE)
    contrast = float(np.sqrt((spreads**2).mean()))
    return np.asarray(means[:, 0], np.float64), EVEN_CONTRAST / max(contrast, LEAST_CONTRAST)


def even_tone(picture: Bytes, mean: NDArray[np.float64], gain: float) -> Bytes:
    """The picture with this colour made a middle grey, and its contrast as much stronger."""
    to = np.zeros((3, 4))
    to[range(3), range(3)], to[:, 3] = gain, 127.5 - gain * mean
    return np.asarray(cv2.transform(picture, to), np.uint8)


def _look(picture: Bytes, vertices: Points) -> tuple[Points, Floats]:
    (answer,) = _network.run([even_tone(cut, *tone_of(cut)) for cut in cut_tiles(picture, vertices)])
    likely = np.exp(answer[:, :3] - answer[:, :3].max(axis=1, keepdims=True))
    off = answer[:, 3:].reshape(-1, CORNERS, 2).clip(-MOST_OFF, MOST_OFF).astype(np.float64)
    return moved_by(vertices, off), np.asarray(likely / likely.sum(axis=1, keepdims=True), np.float32)


def _look_around(picture: Bytes, vertices: Points, kinds: Floats) -> tuple[Points, Floats]:
    """The means of this look and those with each of the other corners on top: what hangs on how a tile lies
    cancels out."""
    exact, likely = [vertices], [kinds]
    for turn in range(1, CORNERS):
        seen, kind = _look(picture, np.roll(vertices, -turn, axis=1))
        exact.append(np.roll(seen, turn, axis=1))
        likely.append(kind)
    return np.asarray(np.mean(exact, axis=0), np.float64), np.asarray(np.mean(likely, axis=0), np.float32)


def moved_by(vertices: Points, off: Points) -> Points:
    """Triangles (N, 3, 2) whose corners are off by so much (N, 3, 2), in tile sides of the straight cut."""
    return np.asarray(vertices + off @ _of_one(vertices)[:, :, :2].swapaxes(1, 2), np.float64)


def _inside() -> Bytes:
    mask = np.zeros((LOOK_PX, LOOK_PX), np.uint8)
    inner = even_triangle(0.94 * LOOK_SIDE, (LOOK_PX - 1) / 2)  # bevels and gaps have their own brightness
    cv2.fillConvexPoly(mask, np.round(inner).astype(np.int32), 255)
    return mask


_INSIDE = _inside()
_unwarps = unwarps(even_triangle(LOOK_SIDE, (LOOK_PX - 1) / 2))
_of_one = unwarps(even_triangle(1.0, 0.0))
