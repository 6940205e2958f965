"""A pinhole camera that looks down at a table: where a point of the table is in the picture.

Millimetres; x to the right, y away from the players, z up. Pixels as in FORMATS.md: centres at whole numbers,
y down.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, radians, sin

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
EDGE_PX = 6.0  # what has to be in the picture stays so far from its edge


@dataclass(frozen=True, slots=True)
class Lens:
    """Where the camera is, where it looks and how much it sees."""

    size: tuple[int, int]  # width and height of the picture
    focal_px: float
    target: tuple[float, float]  # the point of the table in the middle of the picture
    distance_mm: float
    tilt_deg: float = 0.0  # from straight down
    towards_deg: float = 0.0  # to which side of the target it stands: 0 is right, 90 is away from the players
    roll_deg: float = 0.0  # what it sees turns clockwise

    @property
    def axes(self) -> Points:
        """(3, 3): its right, its up and its back (what it does not look at), one a column."""
        tilt, side, roll = radians(self.tilt_deg), radians(self.towards_deg), radians(self.roll_deg)
        back = np.array([sin(tilt) * cos(side), sin(tilt) * sin(side), cos(tilt)])
        # Turned about the level axis square to the side it stands at: y stays up in the picture.
        axis = np.array([-sin(side), cos(side), 0.0])
        right, up = (_turned(vector, axis, tilt) for vector in (np.array([1.0, 0, 0]), np.array([0, 1.0, 0])))
        columns = [cos(roll) * right + sin(roll) * up, cos(roll) * up - sin(roll) * right, back]
        return np.stack(columns, axis=1)

    @property
    def position(self) -> Points:
        """(3,)"""
        return np.array([*self.target, 0.0]) + self.axes[:, 2] * self.distance_mm

    def project(self, points: Points) -> Points:
        """(…, 3) on the table to (…, 2) in the picture."""
        seen = (np.asarray(points, np.float64) - self.position) @ self.axes
        width, height = self.size
        scale = self.focal_px / -seen[..., 2]
        return np.stack(
            [width / 2 - 0.5 + seen[..., 0] * scale, height / 2 - 0.5 - seen[..., 1] * scale], axis=-1
        )

    def shows(self, points: Points, edge_px: float = EDGE_PX) -> bool:
        """Whether all these points are well inside the picture."""
        seen = self.project(points)
        return bool((seen >= edge_px).all() and (seen <= np.array(self.size) - 1 - edge_px).all())


def step_back(lens: Lens, points: Points) -> Lens:
    """The same camera, only as much farther away as it has to be to show all these points."""
    while not lens.shows(points):
        lens = replace(lens, distance_mm=lens.distance_mm * 1.01)
    return lens


def _turned(vector: Points, axis: Points, angle: float) -> Points:
    """Rodrigues."""
    whole: Points = (
        vector * cos(angle) + np.cross(axis, vector) * sin(angle) + axis * (axis @ vector) * (1 - cos(angle))
    )
    return whole
