"""Where the virtual camera stands so that the whole game is in its picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from hardware.virtual.difficulty import Difficulty
from hardware.virtual.optics import Optics, Points

# The full-view modes of the Pi's cameras, the usual one first; a larger one where the game does not fit.
SIZES = ((1640, 1232), (2028, 1520), (2304, 1728))
EDGE_PX = 4  # how far the game keeps from the picture's edge


def draw_optics(
    rng: np.random.Generator,
    difficulty: Difficulty,
    px_per_mm: Callable[[np.random.Generator], float],
    points_mm: Points,
    height_mm: float,
    any_roll: bool = False,
    sizes: tuple[tuple[int, int], ...] = SIZES,
) -> Optics:
    """A camera at random that sees all of `points_mm`, at the scale that `px_per_mm` draws.

    Where a drawn scale fits into no picture size, another one is drawn; after many, the largest that fits.
    """
    shrink = 1.0
    for attempt in range(60):
        if attempt >= 30:
            shrink *= 0.96
        scale = px_per_mm(rng) * shrink
        roll = rng.uniform(-180, 180) if any_roll else rng.uniform(-difficulty.roll_deg, difficulty.roll_deg)
        view_deg = rng.uniform(44, 70)
        distortion = _draw_distortion(rng)
        for size in sizes:
            focal = size[0] / 2 / np.tan(np.radians(view_deg / 2))
            optics = Optics(
                size=size,
                focal_px=float(focal),
                distance_mm=float(focal / scale),
                aim_mm=(float(points_mm[:, 0].mean()), float(points_mm[:, 1].mean())),
                tilt_deg=float(rng.uniform(0, difficulty.tilt_deg)),
                tilt_towards_deg=float(rng.uniform(0, 360)),
                roll_deg=float(roll),
                distortion=distortion,
            )
            placed = _place(rng, optics, points_mm, height_mm)
            if placed is not None:
                return placed
    raise ValueError("The game is too large for any picture: lay fewer pieces, or bring them together.")


def _draw_distortion(rng: np.random.Generator) -> tuple[float, float, float, float]:
    """Barrel or pincushion, and a lens that is not mounted quite straight."""
    k1, k2 = float(rng.uniform(-0.09, 0.05)), float(rng.uniform(-0.01, 0.02))
    return k1, k2, float(rng.normal(0, 0.0006)), float(rng.normal(0, 0.0006))


def _place(rng: np.random.Generator, optics: Optics, points_mm: Points, height_mm: float) -> Optics | None:
    """The camera moved so that the game lies somewhere in the picture; `None` if it does not fit."""
    for attempt in range(5):
        seen = optics.project(points_mm, height_mm)
        low, high = seen.min(axis=0), seen.max(axis=0)
        room = np.array(optics.size) - 1 - 2 * EDGE_PX - (high - low)
        if np.any(room < 0):
            return None
        if np.all(low >= EDGE_PX) and np.all(high <= np.array(optics.size) - 1 - EDGE_PX) and attempt:
            return optics
        wanted = EDGE_PX + room * rng.uniform(0.15, 0.85, 2)
        shift = wanted - low
        optics = replace(optics, aim_mm=_aim_shifted(optics, shift))
    return None


def _aim_shifted(optics: Optics, shift_px: Points) -> tuple[float, float]:
    """The aim that moves the picture of the table by so many pixels."""
    inverse = np.linalg.inv(optics.homography())
    spots = np.array([optics.middle, optics.middle - shift_px])
    table = np.column_stack([spots, np.ones(2)]) @ inverse.T
    here, there = table[:, :2] / table[:, 2:]
    x, y = np.array(optics.aim_mm) + (there - here)
    return float(x), float(y)
