"""How large are tiles here, if a glance does not say? A close look at what may be tiles of any size.

The finder tells tiles of one table from what only looks like them by how many there are. At the start of a
game one tile lies on a cloth full of leaves, each of which is a tile as much as that one, to the finder. A
close look is sure which it is, and its numbers can be read: so what was found in every size is looked at, and
the surest say the size.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.tile_faces import read_tiles
from vision.tile_finder import ALIKE, LARGEST, TILE_PX, FoundTiles, find_at, find_tiles, usual_side
from vision.tile_look import DOWN, NOTHING, LookedAt, look_at, make_fine
from vision.tile_shapes import sides_px

Bytes = NDArray[np.uint8]

CLEAR = 6.0  # so clear is it at a glance that no close look is needed to say the size
# And so clear are the likeliest ENOUGH then. Of 238 tables full of tiles two have less; a cloth full of
# petals, all of them alike, had 0.55.
EACH_CLEAR, ENOUGH = 0.7, 8
SEEN = 1.0  # so clear, it shows all there is, if only the size is right
LONG_PX = 256, 360, 512, 724, 1024  # of the reduced pictures: each shows tiles half as large again
LEAST_SIDE_PX = 36.0  # smaller ones could not be read
SURE = 0.9  # what is less surely a tile has no say
MOST_UNLIKE = (
    1.4  # times larger or smaller than the surest: a camera that leans sees some nearer, but not so much
)
A_BACK = 0.05  # what a tile without numbers says, if one with three says 1: a leaf has none, either
MOST = 120  # of what was found in each size is looked at


def find_of_any_size(picture: Bytes) -> FoundTiles:
    """Find every tile in a picture (BGR) of which nothing is known."""
    found = find_tiles(picture)
    if found.clearness > CLEAR and found.side_px > LEAST_SIDE_PX and _are_clear(found):
        return found
    sure = _look_in_every_size(picture)
    if not len(sure.vertices):
        return found
    side = usual_side(sides_px(sure.vertices), sure.scores)
    if found.clearness > SEEN and _is_sized(found.side_px, side, ALIKE):
        return found.chosen(_is_sized(sides_px(found.vertices), side, MOST_UNLIKE))
    seen = sure.chosen(_is_sized(sides_px(sure.vertices), side, ALIKE)).joined(find_tiles(picture, side))
    return seen.chosen(_is_sized(sides_px(seen.vertices), side, MOST_UNLIKE))


def _is_sized(sides: NDArray[np.float64] | float, side: float, times: float) -> NDArray[np.bool_]:
    """Which sides are at most so many times longer or shorter than this one."""
    return np.asarray(np.abs(np.log(np.asarray(sides) / side)) < np.log(times), bool)


def _are_clear(found: FoundTiles) -> bool:
    """Whether some are tiles each by itself, not only for being many."""
    return float(np.median(np.sort(found.scores)[-ENOUGH:])) > EACH_CLEAR


def _look_in_every_size(picture: Bytes) -> FoundTiles:
    """What surely are tiles of some size; one may come in several."""
    longest = max(picture.shape[:2])
    sure = find_at(picture, min(LONG_PX[0] / longest, LARGEST)).chosen(np.zeros(0, np.intp))
    for long in LONG_PX:
        scale = min(long / longest, LARGEST)
        # Of the size that is seen best here: else the many leaves of a cloth would say which one is usual.
        found = find_at(picture, scale, TILE_PX / scale)
        found = found.chosen(sides_px(found.vertices) > LEAST_SIDE_PX)
        if len(found.vertices):
            looked = look_at(make_fine(picture, found.side_px), found.vertices[:MOST])
            sure = sure.joined(_surest(picture, looked, found.covered))
    return sure


def _surest(picture: Bytes, looked: LookedAt, covered: NDArray[np.bool_]) -> FoundTiles:
    likely = 1.0 - looked.kinds[:, NOTHING].astype(np.float64)
    is_sure = likely > SURE
    vertices, backs = looked.vertices[is_sure], looked.kinds[is_sure, DOWN].astype(np.float64)
    legible = (1.0 - read_tiles(picture, vertices).nothing).prod(axis=1).astype(np.float64)
    return FoundTiles(vertices, likely[is_sure] * (A_BACK + (1 - A_BACK) * legible), backs, covered)
