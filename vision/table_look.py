"""How a Triominos table looks: the colours of its tiles, and the table top around them as a small picture.

A camera that stands where it stood sees the same grain, pattern and things on the table top; another table
differs in these or in colour. Brightness and the colour of the light are forgiven.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reduce import reduce_picture
from vision.tile_shapes import Points, sides_px

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]
Tone = tuple[float, float, float]  # blue, green, red, 0 to 255

TOP_PX = 192  # width of the small picture of the table top: a tile is at least 7 of them wide
TABLE_PX = 96  # of the still smaller one that tables are told apart by
MOST_LOOKED_AT = 10  # tiles: all have about the same colour
INSIDE = 0.85  # of a tile: bevels and gaps have their own brightness
AROUND = 1.5  # times a tile: its wall and most of its shadow
CUT_SIDE = 24.0  # pixels of a tile's side, where its colour is taken: any more cost time
DARKEST = 6.0  # grey levels: below it, ratios mean nothing
FILL_PX = 6.0  # of the small picture: how far what is around a tile reaches into its place
SMOOTH_PX = 3.0  # of the smaller picture: light changes over more than that, grain and things over less
MOST_SHIFT_PX = 4  # of the smaller picture: a camera that was nudged
ENOUGH_PX = 300  # of the smaller picture that must be free to be compared
LIGHT_PX = 16.0  # of the small picture: what changes over more than that is light
FINER_BITS = 3  # outlines are drawn to the eighth of a pixel
FINER = 1 << FINER_BITS
PATTERN = 0.02  # log brightness: a table top with less is plain, and what is seen of it is noise


@dataclass(frozen=True, slots=True)
class Likeness:
    """How two pictures of table tops compare; brightness and colours as logarithms."""

    brighter: float  # how much brighter the second is
    tint: float  # how far the colours are apart at the most, brightness left out
    pattern: float | None  # how well grain and things agree, up to 1; `None` if there are none, or not enough


def reduce_table(picture: Bytes, width: int = TOP_PX) -> Bytes:
    """The picture made as small as table tops are kept, or still smaller."""
    size = width, max(1, round(width * picture.shape[0] / picture.shape[1]))
    return reduce_picture(picture, size)


def table_top(picture: Bytes, tiles: Points) -> Bytes:
    """The small picture of the table top without these tiles (N, 3, 2): filled in from what is around."""
    small = reduce_table(picture)
    hidden = _hidden(tiles, picture.shape[:2], small.shape[:2])
    if hidden.all():
        return small
    share = cv2.GaussianBlur((~hidden).astype(np.float32), (0, 0), FILL_PX) + 1e-6
    around = cv2.GaussianBlur(np.where(hidden[..., None], 0, small).astype(np.float32), (0, 0), FILL_PX)
    mean = small[~hidden].mean(axis=0)
    filled = (around + 1e-6 * mean) / share[..., None]
    return np.asarray(np.where(hidden[..., None], filled, small).clip(0, 255), np.uint8)


def compare_tables(then: Bytes, picture: Bytes, tiles: Points) -> Likeness | None:
    """How the table top in a picture, where no tile (N, 3, 2) lies, compares with a small picture of one;
    `None` where tiles leave too little of it to tell."""
    now, then = reduce_table(picture, TABLE_PX), reduce_table(then, TABLE_PX)
    if now.shape != then.shape:
        return None
    free = ~_hidden(tiles, picture.shape[:2], now.shape[:2])
    if free.sum() < ENOUGH_PX:
        return None
    apart = (_log(now) - _log(then))[free]
    brighter = float(np.median(apart.mean(axis=1)))
    tint = np.median(apart - apart.mean(axis=1, keepdims=True), axis=0)
    return Likeness(brighter, float(np.abs(tint).max()), _agreement(then, now, free))


def change_map(then: Bytes, picture: Bytes) -> Floats:
    """(H, W): how much each pixel of a small picture of a table has changed, as a difference of logarithms;
    what light does all over the table is left out."""
    apart = _log(reduce_table(picture)) - _log(then)
    light = cv2.GaussianBlur(cv2.medianBlur(apart.mean(axis=2), 5), (0, 0), LIGHT_PX)
    return np.asarray(np.abs(apart - light[..., None]).mean(axis=2), np.float32)


def changes(then: Bytes, picture: Bytes, places: Points) -> NDArray[np.float64]:
    """(N,): how much a picture differs from a small one of the empty table within each of these triangles
    (N, 3, 2), on average."""
    if reduce_table(picture).shape != then.shape:
        return np.full(len(places), np.inf)
    apart = change_map(then, picture)
    factor = np.array(then.shape[1::-1]) / np.array(picture.shape[1::-1])
    found = []
    for place in places:
        mask = np.zeros(then.shape[:2], np.uint8)
        outline = ((_grown(place, INSIDE) + 0.5) * factor - 0.5) * FINER
        cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 255, shift=FINER_BITS)
        found.append(float(apart[mask > 0].mean()) if mask.any() else np.inf)
    return np.array(found, np.float64)


def tone_of_tiles(picture: Bytes, tiles: Points) -> Tone | None:
    """The colour (BGR) that most of these tiles (N, 3, 2) have where nothing is printed; `None`: no tiles."""
    if not len(tiles):
        return None
    factor = min(1.0, CUT_SIDE / float(np.median(sides_px(tiles))))
    tones = [tone for tile in tiles[:MOST_LOOKED_AT] if (tone := _tone(picture, tile, factor)) is not None]
    if not tones:
        return None
    blue, green, red = np.median(np.array(tones), axis=0).tolist()
    return blue, green, red


def compare_tones(then: Tone, now: Tone) -> tuple[float, float]:
    """How much brighter the second is, and how far their colours are apart otherwise; logarithms."""
    apart = np.log(np.array(now) + DARKEST) - np.log(np.array(then) + DARKEST)
    brighter = float(apart.mean())
    return brighter, float(np.abs(apart - brighter).max())


def _tone(picture: Bytes, tile: Points, factor: float) -> NDArray[np.float64] | None:
    """The commonest colour of one tile: less than half of it is print."""
    low = np.floor(tile.min(axis=0)).astype(int).clip(0)
    high = np.ceil(tile.max(axis=0)).astype(int) + 1
    part = picture[low[1] : high[1], low[0] : high[0]]
    if min(part.shape[:2]) < 2:
        return None
    size = max(1, round(part.shape[1] * factor)), max(1, round(part.shape[0] * factor))
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
    inside = np.zeros(small.shape[:2], np.uint8)
    inner = _grown(tile - low, INSIDE) * factor
    cv2.fillConvexPoly(inside, np.round(inner).astype(np.int32), 255)
    return np.median(small[inside > 0], axis=0) if inside.any() else None


def _agreement(then: Bytes, now: Bytes, free: Mask) -> float | None:
    """The best agreement of grain and things, the camera having moved by no more than a little."""
    room = MOST_SHIFT_PX
    here, there = _pattern(now), _pattern(then)
    if there.std() < PATTERN or here[free].std() < PATTERN:
        return None
    weight = free.astype(np.float32)
    inner = slice(room, -room), slice(room, -room)
    seen, counted = (here * weight)[inner], weight[inner]
    # At every shift: the products of both, and the squares of each, where the table is free now.
    products = cv2.matchTemplate(there, seen, cv2.TM_CCORR)
    squares = cv2.matchTemplate(there**2, counted, cv2.TM_CCORR)
    return float((products / np.sqrt(squares.clip(1e-9) * max(float((seen**2).sum()), 1e-9))).max())


def _pattern(small: Bytes) -> Floats:
    """Log brightness less that of the surroundings: grain, pattern and things, whatever the light."""
    grey = _log(small).mean(axis=2)
    return np.asarray(grey - cv2.GaussianBlur(grey, (0, 0), SMOOTH_PX), np.float32)


def _hidden(tiles: Points, shape: tuple[int, int], small: tuple[int, int]) -> Mask:
    """Which pixels of the small picture tiles hide, in part at least."""
    factor = np.array(small[::-1]) / np.array(shape[::-1])
    mask = np.zeros(small, np.uint8)
    for tile in tiles:
        outline = (_grown(tile, AROUND) + 0.5) * factor - 0.5
        cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 255)
    return np.asarray(cv2.dilate(mask, np.ones((3, 3), np.uint8)) > 0)


def _grown(tile: Points, factor: float) -> Points:
    middle = tile.mean(axis=0)
    return np.asarray(middle + (tile - middle) * factor, np.float64)


def _log(picture: Bytes) -> Floats:
    return np.asarray(_LOGARITHMS[picture], np.float32)


_LOGARITHMS = np.log(np.arange(256) + DARKEST).astype(np.float32)
