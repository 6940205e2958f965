"""What is printed in the corners of tiles: a probability for each number from 0 to 5.

Each corner is cut out with the corner on top: a tile gives three pictures that are read alike, and how the
tile lies does not matter. Light and colour are made even tile by tile, not corner by corner: a corner without
pips stays as empty as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.networks import Network
from vision.sharpness import sharpen
from vision.tile_ink import CORNER_PX as CORNER_PX  # for whoever cuts corners
from vision.tile_ink import ink_of
from vision.tile_look import cut_out, cut_tiles, even_tone, make_fine, tone_of
from vision.tile_shapes import Points, sides_px, unwarps
from vision.tiles import CORNERS, NUMBERS

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

CORNER_SIDE = 80.0  # how long the tile's side is in what the network sees, CORNER_PX wide
TOP_PX = 2.0  # from the upper edge to the corner
FINE_SIDE = 98.0  # pixels of a side in the picture that corners are cut from: print is finer than outlines
CLEAR = 0.98  # a reading as sure as this needs no second look
# Most doubtful tiles are blurred. Of hard ones (`--seed 5501`, `--seed 6601`) 4 % fewer are misread so, and
# what is no tile looks less like one.
SHARPER, SHARPER_PX = 1.0, 1.8
NONE = NUMBERS  # no number: a back, or no tile

_network = Network("tile-corners", ["numbers", "print"])


@dataclass(frozen=True, slots=True, eq=False)
class ReadTiles:
    """What the network says of some tiles, corner by corner in the order of their vertices."""

    numbers: Floats  # (N, 3, 6): how likely each number is, if there is one
    nothing: Floats  # (N, 3): how likely it is that a corner holds no number
    prints: Floats  # (N, 3, 128): how the print looks
    ink: Floats  # (N, 3, 3): how much there is of it, and its colour


def read_tiles(picture: Bytes, vertices: Points) -> ReadTiles:
    """Read tiles (N, 3, 2) of a picture (BGR)."""
    if not len(vertices):
        empty = np.zeros((0, CORNERS, NUMBERS), np.float32)
        return ReadTiles(empty, empty[..., 0], empty[..., :0], empty[..., :3])
    fine = make_fine(picture, float(np.median(sides_px(vertices))), FINE_SIDE)
    here = fine.here(vertices)
    return _look_again(fine.picture, here, read_crops(_cut(fine.picture, here)))


def crop_tiles(picture: Bytes, vertices: Points) -> list[Bytes]:
    """The corners of tiles (N, 3, 2) as the network wants to see them, three for each."""
    fine = make_fine(picture, float(np.median(sides_px(vertices))), FINE_SIDE)
    return _cut(fine.picture, fine.here(vertices))


def cut_corners(picture: Bytes, vertices: Points) -> list[Bytes]:
    """The three corners of a tile (3, 2) as the network wants to see them."""
    return _cut(picture, vertices[None])


def _cut(picture: Bytes, vertices: Points) -> list[Bytes]:
    tones = [tone_of(tile) for tile in cut_tiles(picture, vertices)]
    corners = [_unwarps(np.roll(vertices, -corner, axis=1)) for corner in range(CORNERS)]
    return [
        even_tone(cut_out(picture, there, CORNER_PX), *tone)
        for tone, *tile in zip(tones, *corners, strict=True)
        for there in tile
    ]


def read_crops(crops: Sequence[Bytes]) -> ReadTiles:
    """Read pictures of corners, three for each tile."""
    logits, prints = _network.run(crops)
    likely = np.exp(logits - logits.max(axis=1, keepdims=True))
    likely = (likely / likely.sum(axis=1, keepdims=True)).reshape(-1, CORNERS, NUMBERS + 1)
    numbers = likely[..., :NUMBERS] / likely[..., :NUMBERS].sum(axis=2, keepdims=True).clip(1e-9)
    return ReadTiles(
        np.asarray(numbers, np.float32),
        np.asarray(likely[..., NONE], np.float32),
        prints.reshape(len(numbers), CORNERS, -1),
        ink_of(crops).reshape(len(numbers), CORNERS, -1),
    )


def _look_again(picture: Bytes, vertices: Points, read: ReadTiles) -> ReadTiles:
    """What doubtful tiles show, from several looks: sharper, a little nearer and farther, and turned.

    A reading that hangs on a pixel changes from look to look; the mean of them does not.
    """
    doubtful = np.flatnonzero(
        (read.numbers.max(axis=2) < CLEAR).any(axis=1) & (read.nothing.min(axis=1) < CLEAR)
    )
    if not len(doubtful):
        return read
    middles = vertices[doubtful].mean(axis=1, keepdims=True)
    moved = [middles + (vertices[doubtful] - middles) @ look for look in _LOOKS]
    crops = _cut(picture, np.concatenate(moved))
    again = read_crops([sharpen(crop, SHARPER, SHARPER_PX) for crop in crops])
    numbers, nothing = read.numbers.copy(), read.nothing.copy()
    for done, looks in ((numbers, again.numbers), (nothing, again.nothing)):
        others = looks.reshape(len(_LOOKS), len(doubtful), *looks.shape[1:])
        done[doubtful] = (done[doubtful] + others.sum(axis=0)) / (1 + len(_LOOKS))
    return replace(read, numbers=numbers, nothing=nothing)


def _looks() -> list[NDArray[np.float64]]:
    """(2, 2) each: how a tile is seen again, its size and degrees."""
    turns = [(size, np.radians(degrees)) for size, degrees in ((0.95, 0), (1.06, 0), (1, 4), (1, -4))]
    return [size * np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) for size, a in turns]


def _target() -> Points:
    middle, high = (CORNER_PX - 1) / 2, CORNER_SIDE * np.sqrt(0.75)
    return np.array(
        [
            [middle, TOP_PX],
            [middle + CORNER_SIDE / 2, TOP_PX + high],
            [middle - CORNER_SIDE / 2, TOP_PX + high],
        ]
    )


_unwarps = unwarps(_target())
_LOOKS = _looks()
