"""What a hand wears or holds: a watch, a bracelet, a ring, and the piece between thumb and fingers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from hardware.virtual.hand_shape import Digit, Vector
from hardware.virtual.relief import Bytes, Colour, Floats, Grid, coverage, lay_over

GOLD: Colour = (92, 168, 212)
SILVER: Colour = (196, 196, 198)
PIECE_REACH_MM = 34.0  # no part of a held piece is further from the grip


@dataclass(frozen=True, slots=True)
class Jewellery:
    """What is worn at the wrist and on which finger (index 0 to little 3), if anything."""

    wrist: Literal["none", "watch", "bracelet", "beads"]
    ring_on: int | None
    metal: Colour
    strap: Colour
    face: Colour
    size: float


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A piece held in the hand: its unlit colour, alpha and height over a whole picture."""

    colour: Colour
    alpha: Floats
    height: Floats


def draw_jewellery(rng: np.random.Generator, child: bool) -> Jewellery:
    """Draw what somebody wears; most wrists are bare, children wear no rings."""
    luck, ring, gold = rng.random(3)
    wrist: Literal["none", "watch", "bracelet", "beads"] = (
        "watch" if luck < 0.24 else "bracelet" if luck < 0.32 else "beads" if luck < 0.38 else "none"
    )
    finger = int(rng.choice(4, p=(0.15, 0.2, 0.55, 0.1)))
    strap = rng.uniform((15, 15, 20), (70, 75, 110))
    face = (
        rng.uniform(15, 45) + rng.uniform(0, 15, 3)
        if rng.random() < 0.6
        else rng.uniform(205, 228) + rng.uniform(0, 12, 3)
    )
    return Jewellery(
        wrist,
        finger if ring < 0.3 and not child else None,
        GOLD if gold < 0.5 else SILVER,
        _colour(strap),
        _colour(face),
        float(rng.uniform(0.85, 1.1)),
    )


def wear_at_wrist(
    worn: Jewellery,
    bgr: Bytes,
    height: Floats,
    alpha: Floats,
    grid: Grid,
    wrist: Vector,
    down: Vector,
    thick: float,
    rng: np.random.Generator,
) -> None:
    """Paint a watch or bracelet over skin and raise it in `height`, both in place."""
    at = wrist[:2] + down[:2] * 20 * thick
    reach = 42 * thick + 6
    rows = slice(max(0, int((at[1] - reach) * grid.px_per_mm)), max(0, int((at[1] + reach) * grid.px_per_mm)))
    columns = slice(
        max(0, int((at[0] - reach) * grid.px_per_mm)), max(0, int((at[0] + reach) * grid.px_per_mm))
    )
    x, y = grid.x[:, columns] - np.float32(at[0]), grid.y[rows] - np.float32(at[1])
    along = x * np.float32(down[0]) + y * np.float32(down[1])
    across = y * np.float32(-down[0]) + x * np.float32(down[1])
    along = along - across * across * np.float32(0.0016)  # a strap bows over the round wrist
    part = bgr[rows, columns]
    skin = alpha[rows, columns]
    size, px = np.float32(worn.size * min(thick, 1.05)), grid.px_per_mm
    if worn.wrist == "watch":
        strap = coverage(np.abs(along) - 9 * size, px) * np.minimum(skin * 2, 1)
        lay_over(part, worn.strap, strap)
        height[rows, columns] += strap * np.float32(2.0)
        off = np.hypot(along, across + np.float32(rng.normal(0, 3)))
        case, dial = coverage(off - 19 * size, px), coverage(off - 15.8 * size, px)
        lay_over(part, worn.metal, case)
        lay_over(part, worn.face, dial)
        marks = coverage(np.abs(off - 13.4 * size) - 0.8, px) * (np.cos(12 * np.arctan2(along, across)) > 0.8)
        lay_over(part, _against(worn.face), marks.astype(np.float32) * np.float32(0.8))
        for turn, far in zip(rng.uniform(0, 2 * math.pi, 2), (8.5, 12.0), strict=True):
            ray = across * np.float32(math.cos(turn)) + along * np.float32(math.sin(turn))
            beside = np.abs(along * np.float32(math.cos(turn)) - across * np.float32(math.sin(turn)))
            hand = np.maximum(
                beside - np.float32(0.7), np.abs(ray - np.float32(far / 2)) - np.float32(far / 2)
            )
            lay_over(part, _against(worn.face), coverage(hand, px))
        # The case is a flat disc on the wrist: level it, so that it catches the light as one plane.
        level = float(height[rows, columns][case > 0.5].max(initial=0.0)) + 3.0
        rim = np.float32(level) - np.clip((off - 15.5 * size) / 4, 0, 1) * np.float32(1.5)
        height[rows, columns] += (rim - height[rows, columns]) * case
    else:
        wave = np.cos(across * np.float32(2 * math.pi / (6.5 if worn.wrist == "beads" else 2.2)))
        half = np.float32(3.0) + wave * np.float32(0.6) if worn.wrist == "beads" else np.float32(1.7)
        band = coverage(np.asarray(np.abs(along + np.float32(6)) - half * size, np.float32), px) * np.minimum(
            skin * 2, 1
        )
        colour = worn.strap if worn.wrist == "beads" else worn.metal
        lay_over(part, colour, band)
        height[rows, columns] += band * (np.float32(2.2) + wave * np.float32(0.8))


def wear_ring(worn: Jewellery, bgr: Bytes, height: Floats, grid: Grid, finger: Digit) -> None:
    """Paint a ring where the first phalanx's back can be seen and raise it in `height`, both in place."""
    if finger.backs[0][2] < 0.6:
        return
    way = finger.joints[1] - finger.joints[0]
    across = np.cross(way / np.linalg.norm(way), finger.backs[0])
    middle = finger.joints[0] + way * 0.66
    radius = finger.radii[1]
    u = np.linspace(-radius, radius, 11) * 0.97
    rise = np.sqrt(np.maximum(1 - (u / radius) ** 2, 0)) * radius
    line = middle + u[:, None] * across + rise[:, None] * finger.backs[0]
    # Not on a finger that another one covers.
    row, column = (int(line[5][axis] * grid.px_per_mm) for axis in (1, 0))
    inside = 0 <= row < height.shape[0] and 0 <= column < height.shape[1]
    if not inside or float(height[row, column]) - float(line[5][2]) > 3:
        return
    mask = np.zeros(grid.shape, np.uint8)
    grid.strokes(mask, [line[:, :2]], 2.2)
    height += mask.astype(np.float32) * np.float32(0.9 / 255)
    lay_over(bgr, worn.metal, mask)


def held_piece(rng: np.random.Generator, grid: Grid, at: Vector, top_mm: float) -> Piece:
    """Draw a blank piece (square token or triangular tile), a few mm thick, at a point in the grip."""
    kind, side = rng.random(), float(rng.uniform(19, 26))
    turn = float(rng.uniform(0, 2 * math.pi))
    corners = 3 if kind < 0.45 else 4
    reach = (side * 1.55 if corners == 3 else side) / (2 * math.sin(math.pi / corners))
    angles = turn + np.arange(corners) * 2 * math.pi / corners
    centre = at[:2] + np.array([0.0, -0.35 * side])
    outline = centre + reach * np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    mask = grid.polygon(outline)
    bevel = cv2.GaussianBlur(mask, (0, 0), max(0.4, 0.9 * grid.px_per_mm)).astype(np.float32)
    tint = np.array(((196, 222, 232), (214, 226, 230), (42, 40, 40), (92, 132, 176))[int(rng.integers(4))])
    return Piece(
        _colour(np.clip(tint * rng.uniform(0.9, 1.06), 0, 255)),
        mask.astype(np.float32) / np.float32(255),
        bevel * np.float32(2.2 / 255) + np.float32(top_mm - 2.2),
    )


def _against(colour: Colour) -> Colour:
    return (225.0, 228.0, 230.0) if sum(colour) < 380 else (40.0, 36.0, 34.0)


def _colour(values: Vector) -> Colour:
    return float(values[0]), float(values[1]), float(values[2])
