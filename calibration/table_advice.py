"""What to do about light and sharpness, said from a picture of a table with tiles on it."""

from __future__ import annotations

from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.advice import BURNT, LEAST_BRIGHT, SOFT, sharpness
from vision.tile_look import Fine, make_fine
from vision.tile_shapes import Points, even_triangle, warp_between
from vision.tile_sizes import TileSizes

Bytes = NDArray[np.uint8]
TableAdvice = Literal[
    "table-dark", "table-overexposed", "table-uneven", "table-soft", "table-small", "off-middle"
]

LEAST_SIDE_PX = 62.0  # numbers are read surely from 65 pixels on, and a little below
CUT_PX, CUT_SIDE = 76, 60.0  # a tile that is looked at for sharpness, and its side in it
MOST_LOOKED_AT = 12
MOST_BURNT = 0.05  # of the tiles
UNEVEN = 0.35  # of the brightest part of the table
MOST_DOUBT = 0.025  # about the size in the middle of the picture, as a share of it

SENTENCES: dict[TableAdvice, str] = {
    "table-dark": "The picture is dark: switch on a light, or let the camera expose longer.",
    "table-overexposed": "Parts of the tiles are overexposed: expose less, or turn the lamp away.",
    "table-uneven": "One side of the table is much darker than the other: put the lamp above it.",
    "table-soft": "The picture is not sharp: focus the camera on the tiles.",
    "table-small": "The tiles are small in the picture: bring the camera closer.",
    "off-middle": "No tile lies near the middle of the picture: lay one there, or a few all around.",
}


def find_table_advice(picture: Bytes, top: Bytes, tiles: Points, sizes: TileSizes) -> list[TableAdvice]:
    """What there is to be said, by name, the most pressing first.

    `top` is the table top made small, `tiles` (N, 3, 2) are the corners of the tiles in the picture.
    """
    found: list[TableAdvice] = []
    fine = make_fine(picture, sizes.side_px)
    cuts = [_cut(fine, tile) for tile in tiles[:MOST_LOOKED_AT]]
    bright = float(np.percentile(cv2.cvtColor(top, cv2.COLOR_BGR2GRAY), 98))
    on_tiles = float(np.median([np.percentile(cut, 90) for cut in cuts]))
    if max(bright, on_tiles) < LEAST_BRIGHT:
        found.append("table-dark")
    elif float(np.median([_burnt_share(cut) for cut in cuts])) > MOST_BURNT:
        found.append("table-overexposed")
    if _is_uneven(top):
        found.append("table-uneven")
    if float(np.median([sharpness(cut) for cut in cuts])) < SOFT:
        found.append("table-soft")
    if sizes.side_px < LEAST_SIDE_PX:
        found.append("table-small")
    if sizes.middle_doubt > MOST_DOUBT:
        found.append("off-middle")
    return found


def _cut(fine: Fine, tile: Points) -> Bytes:
    """A tile cut out with a little of what is around, its side CUT_SIDE pixels."""
    to = warp_between(fine.here(tile), even_triangle(CUT_SIDE, (CUT_PX - 1) / 2))
    cut = cv2.warpAffine(fine.picture, to, (CUT_PX, CUT_PX), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


def _burnt_share(cut: Bytes) -> float:
    return float((cut.min(axis=2) >= BURNT).mean())


def _is_uneven(top: Bytes) -> bool:
    grey = cv2.cvtColor(top, cv2.COLOR_BGR2GRAY)
    parts = [
        float(np.median(part)) for half in np.array_split(grey, 3) for part in np.array_split(half, 3, axis=1)
    ]
    return min(parts) < UNEVEN * max(parts)
