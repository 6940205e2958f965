"""How long a tile's side is anywhere in the picture, from the tiles that were seen.

A camera that leans sees near tiles larger. One divided by the depth of a flat table changes evenly over the
picture, and the area of what lies there goes with its third power: so a tile's side to the power of 2/3 is a
plane over the picture, whatever the lens. A plane fitted to a few tiles knows the size of all others. One
tile cannot say how the camera leans: that stays in doubt, more so the farther away from the tile.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Numbers = NDArray[np.float64]

POWER = 2 / 3
USUAL_LEAN = 0.2  # of the depth, across the picture's width: 15 degrees through a usual lens are 0.3
TILE_ERROR = 0.01  # of a side: what one look at a tile is usually off
LEAST_DEPTH = 0.3  # a plane is not followed farther: a camera that leans so much sees the horizon
ROUNDS = 12
MOST_SURE = 0.999  # nothing is more surely a tile than this
OUTLIER = 3.0  # times the usual error: from there on a tile counts less


@dataclass(frozen=True, slots=True, eq=False)  # eq: arrays have no single truth value
class TileSizes:
    """The side of a tile over a picture, and how sure that is."""

    size: tuple[int, int]  # of the picture: width, height
    side_px: float  # of a tile in its middle
    lean: tuple[float, float]  # how much nearer the table is one picture's width to the right, and below
    doubt: Numbers  # (3, 3): covariance of the plane's height in the middle (as 1) and of `lean`

    def sides_at(self, points: Points, size: tuple[int, int] | None = None) -> Numbers:
        """(N,): how long a tile's side is at these points (N, 2) of a picture that is so large."""
        side_px = self.side_px * (1.0 if size is None else size[0] / self.size[0])
        return side_px * self._heights(points, size) ** (1 / POWER)

    def doubts_at(self, points: Points, size: tuple[int, int] | None = None) -> Numbers:
        """(N,): how far that may well be off, as a share of the side (a standard deviation)."""
        along = _along(points, size or self.size)
        spread = np.sqrt(np.einsum("ni,ij,nj->n", along, self.doubt, along).clip(0))
        return np.asarray(spread / self._heights(points, size) / POWER, np.float64)

    @property
    def middle_doubt(self) -> float:
        """How far `side_px` may well be off, as a share of it."""
        return float(np.sqrt(max(float(self.doubt[0, 0]), 0.0))) / POWER

    def _heights(self, points: Points, size: tuple[int, int] | None) -> Numbers:
        along = _along(points, size or self.size)
        return np.asarray((along @ np.array([1.0, *self.lean])).clip(LEAST_DEPTH), np.float64)


def fit_sizes(
    middles: Points, sides: Numbers, size: tuple[int, int], presence: Numbers | None = None
) -> TileSizes:
    """The sizes of tiles, from those with these middles (N, 2) and sides (N,); at least one.

    Tiles that do not fit to the others (something else, or a tile that lies askew on another) count less, and
    so do those that are less surely tiles than the surest, if it is said how surely each is one (`presence`).
    """
    usual = float(np.median(sides)) ** POWER
    along, heights = _along(middles, size), sides**POWER / usual
    # Nothing is supposed of the size in the middle, but that the camera leans as cameras do.
    prior = np.diag([1e-6, USUAL_LEAN**-2, USUAL_LEAN**-2])
    error = TILE_ERROR * POWER
    trust = _trust(np.ones(len(sides)) if presence is None else presence)
    weights = trust
    for _ in range(ROUNDS):
        weighed = along * (weights / error**2)[:, None]
        covariance = np.linalg.inv(along.T @ weighed + prior)
        plane = covariance @ (weighed.T @ heights)
        off = np.abs(heights - along @ plane)
        scatter = max(error, 1.5 * _weighed_median(off, trust))
        weights = trust * (1 + (off / (OUTLIER * scatter)) ** 2) ** -2.0
    height = max(float(plane[0]), LEAST_DEPTH)
    lean = float(plane[1] / height), float(plane[2] / height)
    doubt = covariance * (scatter / error / height) ** 2  # tiles that scatter more say less
    return TileSizes(size, (usual * height) ** (1 / POWER), lean, np.asarray(doubt, np.float64))


def _trust(presence: Numbers) -> Numbers:
    """(N,): how much each counts, 1 for the surest: what is certainly a tile counts more than many that may
    be some."""
    odds = 1 / (1 - presence.clip(0, MOST_SURE))
    return np.asarray(odds / odds.max(), np.float64)


def _weighed_median(numbers: Numbers, weights: Numbers) -> float:
    order = np.argsort(numbers)
    total = np.cumsum(weights[order])
    return float(numbers[order[np.searchsorted(total, total[-1] / 2)]])


def _along(points: Points, size: tuple[int, int]) -> Numbers:
    """(N, 3): 1, and how far each point is from the middle, in widths of the picture."""
    middle = (np.array(size, np.float64) - 1) / 2
    return np.column_stack([np.ones(len(points)), (np.asarray(points, np.float64) - middle) / size[0]])
