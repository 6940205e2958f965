"""Whether triangles have the colours of tiles or those of the table top.

The tiles of a set are of a kind. A hole among tiles has their outline but shows the table: told by comparing
the colours in it with those of the sure tiles of the same picture, and with those of the table around.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tile_look import DOWN, NOTHING, UP
from vision.tile_shapes import Points, sides_px

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]
Codes = NDArray[np.int64]  # colours by number

SMALL_SIDE = 16.0  # pixels of a tile's side, about, where colours are counted
INSIDE, AROUND = 0.8, 1.2  # times a tile: what is surely it, and what may be its wall and shadow
LEVELS = 16  # of each colour
SPREAD = 0.8  # levels that light and noise move a colour
NEVER_SEEN = 2e-5  # how common a colour is that does not occur
MOST_SAID = 3.0  # a logarithm: what a single pixel may say for or against
SURE = 0.97  # how likely a tile must be to stand for its set
ENOUGH = 3  # sure ones beside the one that is judged
ENOUGH_PX = 200  # of the table
# On 790 virtual tiles in looks never trained on the mean logarithm is 0.37 or more, and in hard light -0.2 or
# more on 597 of 602; on 59 of 69 triangles that only seem to be tiles it is less than -0.7.
UNDECIDED, GAIN = -0.2, 4.0
LEAST_ODDS, MOST_ODDS = 1e-3, 10.0
BESIDE = 0.75  # tile sides between middles: 0.58 where two share a side


def weigh_colours(picture: Bytes, vertices: Points, kinds: Floats) -> Floats:
    """(N, 3): how likely each triangle (N, 3, 2) is no tile, a face and a back, now that its colours are
    compared with those of sure tiles and of the table.

    Colours tell a tile from the table, never a face from a back: both may be of one wood. Backs are few at
    times: they are compared with all tiles, and colours that are new say nothing. But a back that lies by
    itself is no hole among tiles, and may well be as green as the cloth.
    """
    is_face, is_back = kinds[:, UP] > SURE, kinds[:, DOWN] > SURE
    if int((is_face | is_back).sum()) <= ENOUGH:
        return kinds
    colours = Colours.of(picture, vertices)
    weighed, said = kinds.copy(), None
    for kind, is_sure in (UP, is_face), (DOWN, is_face | is_back):
        if int(is_sure.sum()) > ENOUGH:
            if said is None or is_back.any():  # else all that is sure are faces, and that was compared
                said = colours.compare(is_sure)
            odds = np.exp((GAIN * (said - UNDECIDED)).clip(np.log(LEAST_ODDS), np.log(MOST_ODDS)))
            if kind == DOWN:
                odds = np.where(_is_beside(vertices, kinds), odds, odds.clip(1.0))
            weighed[:, kind] *= odds.clip(None, 1.0)
            weighed[:, NOTHING] = np.minimum(weighed[:, NOTHING], kinds[:, NOTHING] / odds.clip(1.0))
    return np.asarray(weighed / weighed.sum(axis=1, keepdims=True), np.float32)


def _is_beside(vertices: Points, kinds: Floats) -> Mask:
    """(N,): whether a face lies at a side of each triangle (N, 3, 2)."""
    middles, sides = vertices.mean(axis=1), sides_px(vertices)
    near = np.linalg.norm(middles[:, None] - middles, axis=2) < BESIDE * sides[:, None]
    near &= kinds[:, UP] > 0.5
    np.fill_diagonal(near, False)
    return np.asarray(near.any(axis=1))


@dataclass(frozen=True, slots=True, eq=False)
class Colours:
    """The colours in triangles of a picture, and those of the table where none of them is."""

    inside: list[tuple[Codes, Codes]]  # of each triangle: its colours, and how many pixels have each
    table: Floats  # how likely each is; nothing, where no table is to be seen

    @classmethod
    def of(cls, picture: Bytes, vertices: Points) -> Colours:
        """Of these triangles (N, 3, 2), N > 0."""
        times = max(1, round(float(np.median(sides_px(vertices))) / SMALL_SIDE))
        codes = _colour_codes(picture, times)
        free = np.ones(codes.shape, np.uint8)
        inside = []
        for tile in vertices:
            cv2.fillConvexPoly(free, _outline(tile, AROUND, times), 0, cv2.LINE_8, 4)
            own = _codes_in(codes, _outline(tile, INSIDE, times))
            inside.append(np.unique(own, return_counts=True))
        table = codes[free > 0]
        return cls(inside, _likely(_count(table)) if len(table) > ENOUGH_PX else np.zeros(0, np.float32))

    def compare(self, is_sure: Mask) -> NDArray[np.float64]:
        """(N,): by how much likelier the colours of each triangle are on the sure ones, itself left out, than
        on the table: the mean logarithm."""
        if not len(self.table) or not is_sure.any():
            return np.zeros(len(self.inside))
        sure = np.zeros(LEVELS**3, np.int64)
        for index in np.flatnonzero(is_sure).tolist():
            own, counts = self.inside[index]
            sure[own] += counts
        likely, everything = _likely(sure), max(float(sure.sum()), 1.0)
        on_table = np.log(self.table + NEVER_SEEN)
        said = np.zeros(len(self.inside))
        for index, (own, counts) in enumerate(self.inside):
            on_tiles, pixels = likely[own], int(counts.sum())
            if is_sure[index]:
                left = max(everything - pixels, 1.0)
                on_tiles = ((on_tiles * everything - _near_each_other(own, counts)) / left).clip(0)
            ratios = np.log(on_tiles + NEVER_SEEN) - on_table[own]
            said[index] = ratios.clip(-MOST_SAID, MOST_SAID) @ counts / max(pixels, 1)
        return said


def _colour_codes(picture: Bytes, times: int) -> Codes:
    """A picture so many times smaller, each pixel as the number of its colour."""
    # Without the last few pixels: whole squares of them are averaged ten times as quickly.
    height, width = (side // times * times for side in picture.shape[:2])
    small = cv2.resize(
        picture[:height, :width], (width // times, height // times), interpolation=cv2.INTER_AREA
    )
    codes = (small // (256 // LEVELS)) @ np.array([LEVELS**2, LEVELS, 1])  # blue, green, red
    return np.asarray(codes, np.int64)


def _outline(tile: Points, size: float, times: int) -> NDArray[np.int32]:
    middle = tile.mean(axis=0)
    points = (middle + (tile - middle) * size + 0.5) / times - 0.5
    return np.asarray(np.round(points * 16), np.int32)


def _codes_in(codes: Codes, outline: NDArray[np.int32]) -> Codes:
    left, top = (outline.min(axis=0) // 16).clip(0).tolist()
    right, bottom = (outline.max(axis=0) // 16 + 2).tolist()
    part = codes[top:bottom, left:right]
    mask = np.zeros(part.shape, np.uint8)
    if part.size:
        cv2.fillConvexPoly(mask, outline - np.array([left, top], np.int32) * 16, 1, cv2.LINE_8, 4)
    return part[mask > 0]


def _count(codes: Codes) -> NDArray[np.int64]:
    return np.bincount(codes, minlength=LEVELS**3)


def _likely(counts: NDArray[np.int64]) -> Floats:
    """How likely each colour is by such counts, those beside it counted a little."""
    cube = counts.astype(np.float32).reshape((LEVELS,) * 3)
    for _ in range(cube.ndim):  # along one colour after the other
        cube = np.tensordot(_MIX, cube, (1, 2))
    return np.asarray(cube.ravel() / max(float(cube.sum()), 1.0), np.float32)


def _near_each_other(codes: Codes, counts: Codes) -> Floats:
    """What pixels of these colours add to the count of each of them, those beside it counted a little."""
    blue, green, red = codes // LEVELS**2, codes // LEVELS % LEVELS, codes % LEVELS
    near = _MIX[np.ix_(blue, blue)] * _MIX[np.ix_(green, green)] * _MIX[np.ix_(red, red)]
    return np.asarray(near @ counts, np.float32)


def _mix() -> Floats:
    apart = np.subtract.outer(np.arange(LEVELS), np.arange(LEVELS))
    weights = np.exp(-(apart**2) / (2 * SPREAD**2))
    return np.asarray(weights / weights.sum(axis=0), np.float32)


_MIX = _mix()
