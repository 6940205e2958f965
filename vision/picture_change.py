"""Where a picture differs from an earlier one of the same table, triangle by triangle.

    change = change_between(small_of(picture), small_of(earlier), picture.shape[1])
    change is None                  # the camera was moved: nothing can be said
    change.is_like_itself(tile)     # the very same tile lies there, or the table is as bare as it was

A camera on an arm sees the same pixels wherever nothing happened, but for noise and light. Measured on tables
in looks never trained on: of 1,768 tiles that stayed, 99 of 100 are like themselves, and of 137 that were
swapped for another of their set none is; all of 355 new tiles changed, and 1 in 100 bare places elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reduce import reduce_picture

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Points = NDArray[np.float64]

SMALL_PX = 820  # wide
INNER = 0.85  # of a tile is compared: its rim is where neighbours are pushed
# The share of a triangle's pixels that is asked how much it differs: all but 2 of 100, since the print of a
# tile covers hardly more; all but a sliver; most of its face.
PRINT, SLIVER, FACE = 0.98, 0.95, 0.8
# What they may differ by where nothing happened, in times of what the picture usually does, and in grey
# levels.
LIKE_ITSELF, A_LITTLE = 3.0, 1.5
UNLIKE_ITSELF, MUCH = 4.0, 6.0
MOST_USUAL = 5.0  # a picture that differs so much everywhere was taken from elsewhere
LIGHT_CELLS = 24, 18  # the light may have changed, smoothly
DARKEST = 4.0  # grey levels: below it, ratios mean nothing


@dataclass(frozen=True, slots=True, eq=False)  # eq: arrays have no single truth value
class Change:
    """How much each pixel of a small picture differs from the earlier one."""

    apart: Floats
    usual: float  # in most of it
    scale: float  # pixels of the small picture for one of the whole

    def is_like_itself(self, tile: Points) -> bool:
        """Whether this triangle (3, 2) looks the same as it did, its print included."""
        return self._quantile(tile, PRINT) < self._limit

    def is_mostly_like_itself(self, tile: Points) -> bool:
        """The same but for a sliver: a tile lies there still, in the shadow of its neighbour. On a table of
        the tiles' own colour only the print tells that one was taken away."""
        return self._quantile(tile, SLIVER) < self._limit

    def is_changed(self, tile: Points) -> bool:
        """Whether it looks otherwise by as much as a new tile does."""
        return self._quantile(tile, FACE) >= UNLIKE_ITSELF * self.usual + MUCH

    @property
    def _limit(self) -> float:
        return LIKE_ITSELF * self.usual + A_LITTLE

    def _quantile(self, tile: Points, share: float) -> float:
        """The difference that this share of a triangle's pixels keeps below."""
        tile = (tile + 0.5) * self.scale - 0.5
        tile = tile.mean(axis=0) + INNER * (tile - tile.mean(axis=0))
        low = np.floor(tile.min(axis=0)).astype(int).clip(0)
        high = (np.ceil(tile.max(axis=0)).astype(int) + 1).clip(0)
        part = self.apart[low[1] : high[1], low[0] : high[0]]
        if not part.size:
            return np.inf
        inside = np.zeros(part.shape, np.uint8)
        cv2.fillConvexPoly(inside, np.round((tile - low) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        pixels = np.sort(part[inside > 0])
        # Between two pixels, as np.quantile does it: that takes ten times as long for so few.
        return (
            float(np.interp(share * (len(pixels) - 1), np.arange(len(pixels)), pixels))
            if len(pixels)
            else np.inf
        )


def small_of(picture: Bytes) -> Bytes:
    """What is kept of a picture (BGR) to compare the next one with."""
    height, width = picture.shape[:2]
    return reduce_picture(picture, (SMALL_PX, max(1, round(SMALL_PX * height / width))))


def change_between(now: Bytes | None, then: Bytes | None, width: int) -> Change | None:
    """How small pictures differ, of pictures that were so wide; `None` if they cannot be compared."""
    if now is None or then is None or now.shape != then.shape:
        return None
    apart = _difference(now, then)
    usual = float(np.median(apart[::3, ::3]))
    return Change(apart, usual, now.shape[1] / width) if usual <= MOST_USUAL else None


def _difference(now: Bytes, then: Bytes) -> Floats:
    """How much each pixel differs, in grey levels of whichever colour differs most, in the light of `then`;
    a shift by one pixel is forgiven."""
    # Colour by colour: the same for whole pixels takes seven times as long.
    gain = 1 / _light(now, then)
    soft, was = (cv2.split(cv2.GaussianBlur(picture, (0, 0), 1.0)) for picture in (now, then))
    lit = [cv2.multiply(plane, gain, dtype=cv2.CV_32F) for plane in soft]
    framed = [cv2.copyMakeBorder(plane.astype(np.float32), 1, 1, 1, 1, cv2.BORDER_REPLICATE) for plane in was]
    height, width = now.shape[:2]
    least = np.full((height, width), np.inf, np.float32)
    for down, right in ((1, 1), (1, 2), (1, 0), (2, 1), (0, 1)):
        blue, green, red = (
            cv2.absdiff(plane, other[down : down + height, right : right + width])
            for plane, other in zip(lit, framed, strict=True)
        )
        away = cv2.max(cv2.max(blue, green), red)
        least = np.asarray(cv2.min(least, cv2.blur(away, (3, 3))), np.float32)
    return least


def light_between(now: Floats, then: Floats) -> Floats:
    """(H, W): how much brighter it has become, from mean colours (H, W, 3) place by place; smooth, since what
    changed at one place is no light."""
    ratio = (now.mean(axis=2) + DARKEST) / (then.mean(axis=2) + DARKEST)
    return np.asarray(cv2.medianBlur(ratio.astype(np.float32), 5).clip(0.1, 10), np.float32)


def _light(now: Bytes, then: Bytes) -> Floats:
    """The same for every pixel of two pictures."""
    tones = (
        cv2.resize(picture, LIGHT_CELLS, interpolation=cv2.INTER_AREA).astype(np.float32)
        for picture in (now, then)
    )
    smooth = light_between(*tones)
    return np.asarray(cv2.resize(smooth, now.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.float32)
