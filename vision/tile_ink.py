"""How much ink is in the corners of tiles, and of which colour.

Many sets print each number in a colour of its own, and every number covers more or less of its corner than
others do. Over a whole corner that can be measured in a picture whose noise leaves no stroke whole.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

CORNER_PX = 48  # width and height of the picture of a corner, as `tile_faces` cuts them
# Where numbers are printed in the picture of a corner, as ellipses (x, y) in pixels: what is inside of the
# first is mostly print, what is between the others is the tile around it.
MIDDLE = 23.5, 26.0
PRINTED, AROUND, OUTER = (5.5, 10.5), (6.5, 12.0), (9.0, 15.0)

COMMON = 3.0  # corners that show what is usual on this table, added to those of each number
LEAST_SPREAD = 4.0  # grey levels, squared: two corners that show one number are never quite alike
BELIEVED = 0.5  # a power: what spoils the colour of one corner spoils it for all numbers
MOST_SAID = 3.0  # a logarithm


def ink_of(crops: Sequence[Bytes]) -> Floats:
    """(N, 3): how much darker or lighter (BGR, in grey levels) pictures of corners are on average where
    numbers are printed than the tile around."""
    if not len(crops):
        return np.zeros((0, 3), np.float32)
    corners = np.stack(crops)
    body = np.median(corners[:, _AROUND], axis=1)
    return np.asarray(corners[:, _PRINTED].mean(axis=1) - body, np.float32)


class InkLikeness:
    """Corners of one table, as their ink compares."""

    def __init__(self, ink: Floats) -> None:
        self._ink = ink.astype(np.float64)  # (N, 3)

    def say(self, shows: Doubles) -> Doubles:
        """(N, 6): how much more likely each number is in each corner by its ink, as a factor, given what all
        corners are held to show (N, 6). Where all numbers are printed in one ink, nothing is said."""
        ink = self._ink
        others = shows.sum(axis=0) - shows + COMMON  # nobody is among their own likes
        usual = shows.T @ ink - shows[:, :, None] * ink[:, None] + COMMON * ink.mean(axis=0)
        apart = ink[:, None] - usual / others[..., None]  # (N, 6, 3)
        spread = np.einsum("nk,nki,nkj->ij", shows, apart, apart) / len(ink) + LEAST_SPREAD * np.eye(3)
        doubt = 1 + 1 / others  # of what is usual for a number
        off = np.einsum("nki,ij,nkj->nk", apart, np.linalg.inv(spread), apart)
        said = -0.5 * off / doubt - 1.5 * np.log(doubt)
        said -= said.max(axis=1, keepdims=True)
        return np.asarray(np.exp((BELIEVED * said).clip(-MOST_SAID, 0)), np.float64)


def _ellipse(half: tuple[float, float]) -> NDArray[np.bool_]:
    y, x = np.mgrid[:CORNER_PX, :CORNER_PX]
    return np.asarray(((x - MIDDLE[0]) / half[0]) ** 2 + ((y - MIDDLE[1]) / half[1]) ** 2 <= 1)


_PRINTED = _ellipse(PRINTED)
_AROUND = _ellipse(OUTER) & ~_ellipse(AROUND)
