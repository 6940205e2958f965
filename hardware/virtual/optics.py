"""The virtual camera's optics: from millimetres on the table to pixels, tilt and lens distortion included.

The table lies in the plane z = 0 with x right, y down; a point at height h has z = -h (z points into the
table, so that the frame is right-handed). *Ideal* pixels are those of a lens without distortion: everything
is drawn there, and the finished picture is bent once, at the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]  # (N, 2)
Matrix = NDArray[np.float64]

GRID_STEP_PX = 16  # distortion is smooth: between points this far apart it is interpolated


@dataclass(frozen=True)
class Optics:
    """Where the camera is and how its lens sees. Pixel centres are at whole numbers."""

    size: tuple[int, int]  # width, height
    focal_px: float
    distance_mm: float  # from the lens to the point it looks at
    aim_mm: tuple[float, float] = (0.0, 0.0)  # that point on the table, seen in the middle of the picture
    tilt_deg: float = 0.0  # 0: straight down
    tilt_towards_deg: float = 0.0  # where on the compass the camera stands when tilted
    roll_deg: float = 0.0  # how far the table appears turned, clockwise
    distortion: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)  # k1, k2, p1, p2

    @property
    def middle(self) -> Points:
        return (np.array(self.size, np.float64) - 1) / 2

    @cached_property
    def _view(self) -> tuple[Matrix, Matrix]:
        """Rotation R and translation t: a table point X is at R X + t before the lens."""
        roll, tilt, towards = radians(self.roll_deg), radians(self.tilt_deg), radians(self.tilt_towards_deg)
        turn = np.array([[cos(roll), -sin(roll), 0], [sin(roll), cos(roll), 0], [0, 0, 1]])
        axis = np.array([cos(towards), sin(towards), 0.0])
        lean, _ = cv2.Rodrigues(axis * tilt)
        rotation = np.asarray(lean @ turn, np.float64)
        aim = np.array([*self.aim_mm, 0.0])
        return rotation, np.array([0, 0, self.distance_mm]) - rotation @ aim

    @property
    def foot_mm(self) -> tuple[float, float]:
        """The point on the table straight below the lens."""
        rotation, shift = self._view
        x, y, _ = -rotation.T @ shift
        return float(x), float(y)

    def homography(self, height_mm: float = 0.0) -> Matrix:
        """(3, 3): table millimetres at one height to ideal pixels."""
        rotation, shift = self._view
        lens = np.array([[self.focal_px, 0, self.middle[0]], [0, self.focal_px, self.middle[1]], [0, 0, 1]])
        plane = np.column_stack([rotation[:, 0], rotation[:, 1], shift - height_mm * rotation[:, 2]])
        return np.asarray(lens @ plane, np.float64)

    def ideal(self, points_mm: Points, height_mm: float = 0.0) -> Points:
        """Table points at one height in ideal pixels."""
        return apply(self.homography(height_mm), points_mm)

    def project(self, points_mm: Points, height_mm: float = 0.0) -> Points:
        """Table points at one height where they are in the picture."""
        return self.distort(self.ideal(points_mm, height_mm))

    def distort(self, ideal_px: Points) -> Points:
        """Where the lens moves ideal pixels to."""
        k1, k2, p1, p2 = self.distortion
        x, y = ((ideal_px - self.middle) / self.focal_px).T
        r2 = x * x + y * y
        radial = 1 + k1 * r2 + k2 * r2 * r2
        bent = np.column_stack(
            [
                x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x),
                y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y,
            ]
        )
        return np.asarray(bent * self.focal_px + self.middle, np.float64)

    def undistort(self, picture_px: Points) -> Points:
        """The ideal pixels that the lens moves to these."""
        guess = picture_px.copy()
        for _ in range(12):  # each round shrinks the error by the distortion itself, a few per cent
            guess += picture_px - self.distort(guess)
        return guess

    @cached_property
    def ideal_map(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """For every pixel of the picture the ideal x and y it shows: (height, width) each."""
        width, height = self.size
        columns = np.arange(0, width + GRID_STEP_PX, GRID_STEP_PX, dtype=np.float64)
        rows = np.arange(0, height + GRID_STEP_PX, GRID_STEP_PX, dtype=np.float64)
        grid = np.stack(np.meshgrid(columns, rows), axis=-1)
        ideal = self.undistort(grid.reshape(-1, 2)).reshape(grid.shape).astype(np.float32)
        # An affine warp that only magnifies puts pixel n of the picture at n / GRID_STEP_PX of the grid.
        zoom = np.array([[1 / GRID_STEP_PX, 0, 0], [0, 1 / GRID_STEP_PX, 0]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        full = cv2.warpAffine(ideal, zoom, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return np.ascontiguousarray(full[..., 0]), np.ascontiguousarray(full[..., 1])

    def table_outline(self, margin_px: float = 0.0) -> Points:
        """The four corners of the view on the table, clockwise from top left, in millimetres."""
        width, height = self.size
        frame = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float64)
        frame = frame + np.sign(frame - self.middle) * margin_px
        return apply(np.asarray(np.linalg.inv(self.homography()), np.float64), self.undistort(frame))


def apply(homography: Matrix, points: Points) -> Points:
    """The points after the homography, (N, 2)."""
    bent = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return np.asarray(bent[:, :2] / bent[:, 2:], np.float64)
