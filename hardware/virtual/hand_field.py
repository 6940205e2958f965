"""Flesh on the bones: a posed skeleton and a forearm become one smooth height field with an exact outline.

Every bone is a capsule (a rod with a round end at each side, its radius changing evenly). Capsules of one
finger melt into each other and into the palm, while neighbouring fingers only touch: between them stays a
crease.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.virtual.hand_shape import Skeleton, Vector
from hardware.virtual.relief import Floats, Grid

Rod = tuple[Vector, Vector, float, float]  # from, to (x, y, z in mm, image axes), radius at either end
FAR_MM = 60.0
COARSE_PX_PER_MM = 1.25
Window = tuple[slice, slice]


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """Height above the table in mm and signed distance to the outline in mm (negative inside), same shape."""

    height: Floats
    edge: Floats


def empty_field(shape: tuple[int, int]) -> Field:
    """Give a field with nothing in it."""
    return Field(np.full(shape, -FAR_MM, np.float32), np.full(shape, FAR_MM, np.float32))


def arm_rods(wrist: Vector, down: Vector, length_mm: float, thick: float, rise: float) -> list[Rod]:
    """Lay a forearm from the wrist along `down` (a unit vector in the picture), rising by `rise` mm per mm.

    Three rods side by side make it flat at the wrist (58 mm across, 38 thick) and rounder towards the elbow.
    """
    across = np.array([-down[1], down[0], 0.0])
    along = np.array([*down[:2], rise])
    thickest = 170.0 * thick
    first = min(length_mm, thickest)
    part = first / thickest
    rods = []
    for sign, slim in ((-1, 0.97), (0, 1.0), (1, 0.97)):
        start = wrist + across * sign * 10.5 * thick
        belly = wrist + across * sign * (10.5 + 5 * part) * thick + along * first
        swell = (18.0 + 8.5 * part) * slim * thick
        rods.append((start, belly, 18.0 * slim * thick, swell))
        if length_mm > thickest:
            rods.append((belly, belly + along * (length_mm - first), swell, swell + 1.5 * thick))
    return rods


def hand_rods(skeleton: Skeleton) -> tuple[list[Rod], list[list[Rod]]]:
    """Give the palm's rods, and those of each finger and the thumb."""
    fingers = []
    for digit in skeleton.digits:
        j, r = digit.joints, digit.radii
        rods = [(j[i], j[i + 1], r[i], r[i + 1]) for i in range(3)]
        # The soft pad: fingertips are not spheres, they stand out a little below the nail.
        pad = j[2] * 0.35 + j[3] * 0.65 - digit.backs[2] * r[3] * 0.18
        rods.append((pad, j[3] - digit.backs[2] * r[3] * 0.1, r[3] * 1.06, r[3] * 0.98))
        fingers.append(rods)
    return list(skeleton.rays), fingers


def build_field(grid: Grid, palm: list[Rod], fingers: list[list[Rod]], arm: list[Rod], soft: float) -> Field:
    """Melt all rods into one field; `soft` is the size of the hand compared to the usual."""
    # Both fields are smooth: worked out on a coarser picture and enlarged, they lose next to nothing.
    coarse = Grid(grid.width_mm, grid.height_mm, min(grid.px_per_mm, COARSE_PX_PER_MM))
    field = _melt_all(coarse, palm, fingers, arm, soft)
    _relax(field, coarse.px_per_mm, soft)
    if coarse.px_per_mm == grid.px_per_mm:
        return field
    # Not a plain resize: the coarse picture may reach a fraction of a pixel further than the fine one.
    step = coarse.px_per_mm / grid.px_per_mm
    onto = np.array([[step, 0, step / 2 - 0.5], [0, step, step / 2 - 0.5]])
    rows, columns = grid.shape
    height, edge = (
        cv2.warpAffine(
            layer,
            onto,
            (columns, rows),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        for layer in (field.height, field.edge)
    )
    return Field(np.asarray(height, np.float32), np.asarray(edge, np.float32))


def _melt_all(grid: Grid, palm: list[Rod], fingers: list[list[Rod]], arm: list[Rod], soft: float) -> Field:
    body = empty_field(grid.shape)
    for rod in arm:
        _melt(body, grid, rod, 9.0 * soft, 11.0 * soft)
    for rod in palm:
        _melt(body, grid, rod, 8.0 * soft, 24.0 * soft)
    whole = Field(body.height.copy(), body.edge.copy())
    for rods in fingers:
        window = _window(grid, rods, 8.0)
        rows, columns = window
        if rows.start >= rows.stop or columns.start >= columns.stop:
            continue
        finger = empty_field((rows.stop - rows.start, columns.stop - columns.start))
        for rod in rods:
            _melt(finger, grid, rod, 3.0 * soft, 6.0 * soft, (rows.start, columns.start))
        joined_height = _smooth_max(body.height[window], finger.height, 12.0 * soft)
        joined_edge = -_smooth_max(-body.edge[window], -finger.edge, 6.0 * soft)
        np.maximum(whole.height[window], joined_height, out=whole.height[window])
        np.minimum(whole.edge[window], joined_edge, out=whole.edge[window])
    return whole


def _relax(field: Field, px_per_mm: float, soft: float) -> None:
    """Smooth away the seams between rods in place, but leave the rim, whose curve is exact, alone."""
    inner = field.edge * np.float32(-0.3)
    inner -= 0.3
    np.clip(inner, 0, 1, out=inner)
    smooth = np.asarray(cv2.GaussianBlur(field.height, (0, 0), 1.3 * soft * px_per_mm), np.float32)
    smooth -= field.height
    smooth *= inner
    field.height[:] += smooth


def _window(
    grid: Grid,
    rods: list[Rod],
    margin_mm: float,
    origin: tuple[int, int] = (0, 0),
    shape: tuple[int, int] | None = None,
) -> Window:
    """Give the part of a picture that rods can touch, as slices relative to `origin` (row, column)."""
    rows, columns = shape or grid.shape
    bounds = []
    for axis, (size, first) in enumerate(((columns, origin[1]), (rows, origin[0]))):
        low = min(min(a[axis] - ra, b[axis] - rb) for a, b, ra, rb in rods) - margin_mm
        high = max(max(a[axis] + ra, b[axis] + rb) for a, b, ra, rb in rods) + margin_mm
        start = min(max(math.floor(low * grid.px_per_mm) - first, 0), size)
        stop = min(max(math.ceil(high * grid.px_per_mm) - first, start), size)
        bounds.append(slice(start, stop))
    return bounds[1], bounds[0]


def _melt(
    field: Field, grid: Grid, rod: Rod, blend_mm: float, fill_mm: float, origin: tuple[int, int] = (0, 0)
) -> None:
    """Add one rod to a field whose first pixel is `origin` of the grid.

    The notch in the outline is rounded over `blend_mm`, the valley in height over `fill_mm`.
    """
    window = _window(
        grid, [rod], max(blend_mm, fill_mm * 0.4), origin, (field.height.shape[0], field.height.shape[1])
    )
    rows, columns = window
    if rows.start >= rows.stop or columns.start >= columns.stop:
        return
    a, b, ra, rb = rod
    x = (
        (np.arange(columns.start, columns.stop, dtype=np.float32) + origin[1] + 0.5) / grid.px_per_mm
        - np.float32(a[0])
    )[None, :]
    y = (
        (np.arange(rows.start, rows.stop, dtype=np.float32) + origin[0] + 0.5) / grid.px_per_mm
        - np.float32(a[1])
    )[:, None]
    ux, uy = np.float32(b[0] - a[0]), np.float32(b[1] - a[1])
    square = max(float(ux * ux + uy * uy), 1e-3)
    along = np.clip(x * (ux / np.float32(square)) + y * (uy / np.float32(square)), 0, 1)
    off = x - along * ux
    off *= off
    down = y - along * uy
    down *= down
    off += down  # squared distance from the rod's axis
    radius = along * np.float32(rb - ra) + np.float32(ra)
    edge = np.sqrt(off) - radius
    radius *= radius
    radius -= off
    np.maximum(radius, 0, out=radius)
    height = np.sqrt(radius)
    height += along * np.float32(b[2] - a[2]) + np.float32(a[2])
    height -= np.maximum(edge, 0) * 3
    field.height[window] = _smooth_max(field.height[window], height, fill_mm)
    field.edge[window] = -_smooth_max(-field.edge[window], -edge, blend_mm)


def _smooth_max(one: Floats, other: Floats, blend_mm: float) -> Floats:
    """Give the larger of two fields, rounded where they are less than `blend_mm` apart."""
    near: Floats = np.abs(one - other)
    np.subtract(np.float32(blend_mm), near, out=near)
    np.maximum(near, 0, out=near)
    near *= near
    near *= np.float32(0.25 / blend_mm)
    near += np.maximum(one, other)
    return near
