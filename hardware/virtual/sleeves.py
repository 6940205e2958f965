"""Sleeves: cloth round a forearm, with folds, a cuff and a weave that can be seen from above a table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, get_args

import cv2
import numpy as np

from hardware.virtual.hand_field import Rod, build_field
from hardware.virtual.hand_shape import Vector
from hardware.virtual.relief import Bytes, Colour, Floats, Grid, coverage, noise

SleeveName = Literal["knit", "plain", "striped", "checked", "shirt", "jacket", "bare"]
SLEEVES: tuple[SleeveName, ...] = get_args(SleeveName)
_OFTEN = (0.22, 0.2, 0.14, 0.1, 0.12, 0.08, 0.14)

# What people wear at home, B G R; every draw shifts them, so these are only where the cloud is densest.
CLOTHS: tuple[Colour, ...] = (
    (70, 48, 36),
    (44, 42, 42),
    (128, 122, 118),
    (228, 228, 226),
    (52, 38, 118),
    (66, 92, 88),
    (150, 190, 206),
    (196, 152, 104),
    (54, 52, 176),
    (58, 142, 196),
    (92, 118, 52),
    (168, 148, 208),
    (128, 128, 58),
    (98, 76, 70),
    (60, 84, 128),
    (205, 208, 198),
    (30, 28, 30),
    (150, 92, 96),
)


@dataclass(frozen=True, slots=True)
class Sleeve:
    """One sleeve: where it ends above the wrist (mm along the arm), how loose it is, what it is made of."""

    name: SleeveName
    colour: Colour
    second: Colour
    cuff_mm: float
    ease_mm: float
    pitch_mm: float
    folds_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class Cloth:
    """A drawn sleeve for the rows from `first_row` on: unlit colour, outline, what it hides, height."""

    first_row: int
    bgr: Bytes
    alpha: Floats
    hides: Floats  # like alpha, but running on beyond the arm's outline
    height: Floats


def draw_sleeve(rng: np.random.Generator, name: SleeveName | None) -> Sleeve:
    """Draw a sleeve; bare arms and rolled-up sleeves are among them."""
    drawn = SLEEVES[int(rng.choice(len(SLEEVES), p=_OFTEN))]
    colour, second = _cloth(rng), _cloth(rng)
    rolled = rng.random() < 0.2
    cuff = rng.uniform(70, 150) if rolled else rng.uniform(-8, 38)
    ease, pitch, folds = rng.uniform(2.5, 9), rng.uniform(0.7, 1.5), rng.uniform(0.6, 1.6)
    return Sleeve(name or drawn, colour, second, float(cuff), float(ease), float(pitch), float(folds))


def lay_sleeve(
    sleeve: Sleeve,
    rng: np.random.Generator,
    grid: Grid,
    rods: list[Rod],
    wrist: Vector,
    down: Vector,
    thick: float,
    has_cuff: bool = True,
) -> Cloth | None:
    """Draw a sleeve round the rods of an arm, open at its cuff; `None` when the arm is bare."""
    if sleeve.name == "bare":
        return None
    start = wrist[:2] + down[:2] * sleeve.cuff_mm
    top = start[1] - 45 * thick * abs(down[0]) - 8 if has_cuff else 0.0
    first_row = int(np.clip(math.floor(top * grid.px_per_mm), 0, grid.shape[0] - 2))
    top = first_row / grid.px_per_mm
    part = Grid(grid.width_mm, (grid.shape[0] - first_row) / grid.px_per_mm - 1e-6, grid.px_per_mm)
    lift = np.array([0.0, -top, 0.0])
    wide = [(a + lift, b + lift, ra + sleeve.ease_mm, rb + sleeve.ease_mm * 1.4) for a, b, ra, rb in rods]
    body = build_field(part, [], [], wide, thick * 1.3)
    x, y = part.x - np.float32(start[0]), part.y - np.float32(start[1] - top)
    along = x * np.float32(down[0]) + y * np.float32(down[1])
    across = y * np.float32(-down[0]) + x * np.float32(down[1])
    # Seen from above a round opening is a bow: its middle is nearer to the viewer and reaches further.
    reach = 26.0 * thick + sleeve.ease_mm
    bowed = along - np.float32(3.5 / reach) * across * across / np.float32(reach)
    band = _cuff_band(sleeve) if has_cuff else 0.0
    folds = _folds(rng, part, along, sleeve, band)
    side = body.edge - folds * np.float32(0.45)
    bgr, bump = _weave(sleeve, rng, part, bowed, across, band)
    height = body.height + folds + bump
    if has_cuff and band > 0:
        # The cuff is doubled cloth, pulled in a little, its seam pressed down.
        height = (
            height
            + np.float32(0.9) * np.clip((band - bowed) * 2, 0, 1)
            - np.float32(0.8) * _line(bowed, band, 1.2)
        )
    if has_cuff:
        height = height - np.float32(1.6) * np.clip(1 - bowed / 2.2, 0, 1) ** 2
        ragged = noise(rng, Grid(part.width_mm, 1.0, part.px_per_mm), 6.0)[:1] * np.float32(0.25)
        opening = -bowed + ragged
        alpha = coverage(np.maximum(side, opening), part.px_per_mm)
        hides = coverage(np.maximum(side - 1.5, opening), part.px_per_mm)
    else:
        alpha = coverage(side, part.px_per_mm)
        hides = np.ones_like(alpha)
    return Cloth(first_row, bgr, alpha, hides, height.astype(np.float32, copy=False))


def _cuff_band(sleeve: Sleeve) -> float:
    """Give how wide the cuff is in mm; 0 means that the cloth simply ends."""
    return {
        "knit": 48.0,
        "shirt": 58.0,
        "checked": 56.0,
        "plain": 14.0,
        "striped": 14.0,
        "jacket": 0.0,
        "bare": 0.0,
    }[sleeve.name]


def _folds(rng: np.random.Generator, grid: Grid, along: Floats, sleeve: Sleeve, band: float) -> Floats:
    """Draw wrinkles that run round the arm, slanted, stronger a hand's breadth above the cuff."""
    coarse = Grid(grid.width_mm + 120, grid.height_mm + 120, 0.6)
    ridges = 1 - np.abs(noise(rng, coarse, 52.0, 17.0)) * np.float32(1.2)
    cross = 1 - np.abs(noise(rng, coarse, 60.0, 26.0)[::-1]) * np.float32(1.2)
    # Two sets of wrinkles turned against each other: cloth is pulled askew, never straight round the arm.
    rows, columns = grid.shape
    full = np.zeros(grid.shape, np.float32)
    step = coarse.px_per_mm / grid.px_per_mm
    for tall, share, turn in ((ridges, 2.2, rng.uniform(4, 26)), (cross, 1.6, rng.uniform(-40, -10))):
        onto = cv2.getRotationMatrix2D((columns / 2, rows / 2), float(turn), step)
        onto[:, 2] += np.array((coarse.shape[1] / 2 - columns / 2, coarse.shape[0] / 2 - rows / 2))
        full += cv2.warpAffine(
            tall,
            onto,
            (columns, rows),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REFLECT,
        ) * np.float32(share * sleeve.folds_mm)
    stiff = {"jacket": 1.2, "knit": 0.75, "shirt": 1.15}.get(sleeve.name, 1.0)
    calm = np.clip((along - np.float32(band * 0.7)) / 40, 0.12 if band else 0.5, 1)
    return np.asarray(full * calm * np.float32(stiff), np.float32)


def _weave(
    sleeve: Sleeve, rng: np.random.Generator, grid: Grid, along: Floats, across: Floats, band: float
) -> tuple[Bytes, Floats]:
    """Give the cloth's unlit colour and its small relief."""
    bump = np.zeros((1, 1), np.float32)
    grain = noise(rng, grid, 1.1)
    level = grain * np.float32(0.012 if sleeve.name in ("shirt", "checked") else 0.026)
    two = np.zeros((1, 1), np.float32)
    if sleeve.name == "knit":
        rib = np.float32(3.2 * sleeve.pitch_mm)
        wave = np.sin(across * np.float32(2 * math.pi / rib))
        in_cuff = np.clip((np.float32(band) - along) / 2, 0, 1)
        tilt = np.abs(wave) * np.float32(1.5)
        stitch = np.sin(along * np.float32(2 * math.pi / (rib * 0.8)) + tilt)
        bump = wave * (in_cuff * np.float32(0.55) + np.float32(0.16)) + stitch * (1 - in_cuff) * np.float32(
            0.16
        )
        level = (
            level
            + wave * np.float32(0.04)
            + stitch * (1 - in_cuff) * np.float32(0.05)
            + grain * np.float32(0.03)
        )
    elif sleeve.name == "striped":
        period = np.float32(22 * sleeve.pitch_mm)
        two = np.clip(np.sin(along * (2 * np.pi / period)) * 9 + np.float32(2.0), 0, 1)
    elif sleeve.name == "checked":
        period = np.float32(2 * math.pi / (15 * sleeve.pitch_mm))
        two = (
            np.clip(np.sin(along * period) * 6 + np.float32(0.5), 0, 1)
            + np.clip(np.sin(across * period) * 6 + np.float32(0.5), 0, 1)
        ) * np.float32(0.5)
    elif sleeve.name == "shirt" and sleeve.pitch_mm > 1.1:
        two = np.clip(np.sin(across * np.float32(2 * math.pi / 5.0)) * 3 - np.float32(1), 0, 1) * np.float32(
            0.7
        )
    elif sleeve.name == "jacket":
        level = level + np.sin((along + across) * np.float32(2 * math.pi / 2.2)) * np.float32(0.035)
    if band > 0 and sleeve.name != "knit":
        level = level - np.float32(0.1) * _line(along, band, 0.8) - np.float32(0.07) * _line(along, 4.0, 0.6)
    base, second = np.array(sleeve.colour, np.float32), np.array(sleeve.second, np.float32)
    share = np.broadcast_to(np.asarray(two, np.float32), grid.shape)
    table = base + (second - base) * (np.arange(256, dtype=np.float32) / 255)[:, None]
    index = cv2.cvtColor(cv2.convertScaleAbs(share, alpha=255), cv2.COLOR_GRAY2BGR)
    flat = cv2.LUT(index, np.clip(table, 0, 255).astype(np.uint8).reshape(1, 256, 3))
    factor = cv2.convertScaleAbs(level + 1, alpha=128)
    bgr = cv2.multiply(flat, cv2.cvtColor(factor, cv2.COLOR_GRAY2BGR), scale=1 / 128)
    return np.asarray(bgr, np.uint8), np.asarray(bump, np.float32)


def _line(along: Floats, at_mm: float, width_mm: float) -> Floats:
    near: Floats = np.clip(1 - np.abs(along - np.float32(at_mm)) / np.float32(width_mm), 0, 1)
    return near


def _cloth(rng: np.random.Generator) -> Colour:
    colour = np.array(CLOTHS[int(rng.integers(len(CLOTHS)))]) * rng.uniform(0.75, 1.15) + rng.normal(0, 9, 3)
    clipped = np.clip(colour, 14, 245)
    return float(clipped[0]), float(clipped[1]), float(clipped[2])
