"""How much ink is in the corners of tiles, and of which colour.

Over a whole corner that can be measured in a picture whose noise leaves no stroke whole; what it says of the
numbers is told by `ink`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

CORNER_PX = 48  # width and height of the picture of a corner, as `tile_faces` cuts them
# Where numbers are printed in the picture of a corner, as ellipses (x, y) in pixels: what is inside of the
# first is mostly print, what is between the others is the tile around it.
MIDDLE = 23.5, 26.0
PRINTED, AROUND, OUTER = (5.5, 10.5), (6.5, 12.0), (9.0, 15.0)


def ink_of(crops: Sequence[Bytes]) -> Floats:
    """(N, 3): how much darker or lighter (BGR, in grey levels) pictures of corners are on average where
    numbers are printed than the tile around."""
    if not len(crops):
        return np.zeros((0, 3), np.float32)
    corners = np.stack(crops)
    body = np.median(corners[:, _AROUND], axis=1)
    return np.asarray(corners[:, _PRINTED].mean(axis=1) - body, np.float32)


def _ellipse(half: tuple[float, float]) -> NDArray[np.bool_]:
    y, x = np.mgrid[:CORNER_PX, :CORNER_PX]
    return np.asarray(((x - MIDDLE[0]) / half[0]) ** 2 + ((y - MIDDLE[1]) / half[1]) ** 2 <= 1)


_PRINTED = _ellipse(PRINTED)
_AROUND = _ellipse(OUTER) & ~_ellipse(AROUND)
