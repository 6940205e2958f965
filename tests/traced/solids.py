"""Solids with rounded edges as rings of points, one above the other; what Blender needs to know of them."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
ARC = 5  # points on each rounded corner
BEVEL = 4  # rings on a bevelled edge


@dataclass(frozen=True, slots=True, eq=False)  # eq: arrays have no single truth value
class Solid:
    """A closed surface: its points and the points of each face, anticlockwise from outside."""

    points: Points  # (n, 3)
    faces: list[list[int]]


def prism(outline: Points, height: float, radius: float, bevel: float) -> Solid:
    """A convex outline (anticlockwise, (n, 2)) raised, corners rounded, the upper edge bevelled."""
    quarter = [step / BEVEL * pi / 2 for step in range(BEVEL + 1)]
    rings = [(0.0, 0.0)] + [(bevel * (1 - cos(a)), height - bevel * (1 - sin(a))) for a in quarter]
    return stack([(rounded(outline, radius, inset), z) for inset, z in rings])


def stack(rings: list[tuple[Points, float]]) -> Solid:
    """Rings of equally many points at their heights, skinned, closed below and above."""
    size = len(rings[0][0])
    points = np.concatenate([np.column_stack([ring, np.full(size, z)]) for ring, z in rings])
    faces = [list(reversed(range(size)))]
    for start in range(0, size * (len(rings) - 1), size):
        for index in range(size):
            after = (index + 1) % size
            faces.append([start + index, start + after, start + size + after, start + size + index])
    faces.append(list(range(size * (len(rings) - 1), size * len(rings))))
    return Solid(points, faces)


def rounded(outline: Points, radius: float, inset: float = 0.0) -> Points:
    """A convex outline moved inwards, its corners rounded so that the inset of an outline stays beside it."""
    radius = max(radius - inset, 1e-3)
    corners = np.asarray(outline, np.float64)
    ring = []
    for before, here, after in zip(
        np.roll(corners, 1, axis=0), corners, np.roll(corners, -1, 0), strict=True
    ):
        into, out = (
            (here - before) / np.linalg.norm(here - before),
            (after - here) / np.linalg.norm(after - here),
        )
        normals = np.array([[into[1], -into[0]], [out[1], -out[0]]])  # to the right: outwards
        # The arc's centre is as far inside both sides as the radius and the inset together.
        centre = here - np.linalg.solve(normals, np.full(2, radius + inset))
        first, last = (np.arctan2(normal[1], normal[0]) for normal in normals)
        sweep = (last - first) % (2 * pi)
        for step in range(ARC):
            angle = first + sweep * step / (ARC - 1)
            ring.append(centre + radius * np.array([cos(angle), sin(angle)]))
    return np.array(ring)


def square(side: float) -> Points:
    """(4, 2) around the origin, anticlockwise."""
    half = side / 2
    return np.array([[-half, -half], [half, -half], [half, half], [-half, half]])


def circle(radius: float, steps: int = 48) -> Points:
    """(steps, 2) around the origin, anticlockwise."""
    angles = np.arange(steps) * 2 * pi / steps
    return np.stack([np.cos(angles), np.sin(angles)], axis=1) * radius
