"""Loose tiles: the face-down pool, drawn heaps, and tiles lying about at the edge of the view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hardware.virtual.pieces import Points
from hardware.virtual.triominos_layout import pose_vertices
from hardware.virtual.triominos_look import TriominosLook

Region = tuple[float, float, float, float]  # left, top, right, bottom in table mm
_TRIES = 40  # for one tile; then there is taken to be no room
_CLEARANCE_MM = 0.1


@dataclass(frozen=True, slots=True)
class LoosePose:
    """Where a loose tile lies: its middle in table mm, its turn in degrees clockwise from upright."""

    x_mm: float
    y_mm: float
    turn_deg: float


def scatter(
    look: TriominosLook,
    rng: np.random.Generator,
    count: int,
    region: Region,
    avoid: Sequence[Points] = (),
    heap: float | None = None,
) -> list[LoosePose]:
    """Let up to `count` tiles lie flat with their middles in the region: fewer where there is no more room.

    None overlaps another or a convex polygon of `avoid`. `heap` is the share of tiles that were pushed side
    against side with an earlier one; drawn at random if not given.
    """
    if heap is None:
        heap = float(rng.choice((0.0, rng.uniform(0.3, 1.0))))
    taken = [np.asarray(polygon, np.float64) for polygon in avoid]
    poses: list[LoosePose] = []
    for _ in range(count):
        for _ in range(_TRIES):
            if poses and rng.random() < heap:
                pose = _against(look, rng, poses[int(rng.integers(len(poses)))])
            else:
                left, top, right, bottom = region
                pose = LoosePose(
                    float(rng.uniform(left, right)),
                    float(rng.uniform(top, bottom)),
                    float(rng.uniform(0, 360)),
                )
            if not (region[0] <= pose.x_mm <= region[2] and region[1] <= pose.y_mm <= region[3]):
                continue
            shape = loose_vertices(pose, look)
            if not any(_touch(shape, other) for other in taken):
                poses.append(pose)
                taken.append(shape)
                break
    return poses


def loose_vertices(pose: LoosePose, look: TriominosLook) -> Points:
    """The unrounded corners (3, 2) of a loose tile's upper face in table mm."""
    return pose_vertices(look.side_mm, pose.x_mm, pose.y_mm, pose.turn_deg)


def _against(look: TriominosLook, rng: np.random.Generator, pose: LoosePose) -> LoosePose:
    """A tile pushed against a side of another: touching or nearly so, slid along it, a little turned."""
    angle = float(rng.normal(0, 2.0))
    gap = look.side_mm / 2 * abs(np.sin(np.deg2rad(angle))) + _CLEARANCE_MM + float(rng.exponential(0.6))
    slide = float(rng.uniform(-0.5, 0.5)) * look.side_mm * float(rng.choice((0.1, 1.0)))
    gap += abs(slide) * abs(np.sin(np.deg2rad(angle)))
    # The flat sides of an upright tile face down and, turned by a third, up left and up right.
    side = np.deg2rad(pose.turn_deg + 120.0 * rng.integers(3))
    away = look.side_mm / np.sqrt(3) + gap
    x = pose.x_mm - np.sin(side) * away + np.cos(side) * slide
    y = pose.y_mm + np.cos(side) * away + np.sin(side) * slide
    turn = pose.turn_deg + 180.0 + angle + 120.0 * float(rng.integers(3))
    return LoosePose(float(x), float(y), turn % 360)


def _touch(one: Points, other: Points) -> bool:
    """Whether two convex polygons overlap or are nearer than the clearance."""
    if np.any(one.min(axis=0) > other.max(axis=0)) or np.any(other.min(axis=0) > one.max(axis=0)):
        return False
    for shape in (one, other):
        sides = np.roll(shape, -1, axis=0) - shape
        axes = np.stack([sides[:, 1], -sides[:, 0]])
        axes /= np.maximum(np.linalg.norm(axes, axis=0), 1e-9)
        first, second = one @ axes, other @ axes
        gaps = np.maximum(first.min(axis=0) - second.max(axis=0), second.min(axis=0) - first.max(axis=0))
        if gaps.max() > _CLEARANCE_MM / 2:
            return False
    return True
