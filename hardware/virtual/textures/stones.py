"""Stone table tops and their imitations: marble, granite, terrazzo, concrete, slate.

Palettes: marble and slate run from the ground to the vein; granite lists its grains from the commonest to the
rarest; terrazzo the cement, then the chips; concrete its one colour.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from hardware.virtual.textures.fabric import repeat
from hardware.virtual.textures.noise import (
    Bytes,
    Floats,
    Size,
    bgr,
    clouds,
    enlarge,
    flat,
    fractal,
    lay,
    paint,
    ramp,
    shade,
    share_of,
    specks,
    table_angle,
    turn_about,
    vary,
)
from hardware.virtual.textures.prints import stamp_polygon, strew


def marble(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw clouded stone with veins that run roughly one way, branch, fade and come back."""
    tones = [vary(rng, bgr(code), 0.03, 0.01) for code in colours]
    half = (math.ceil(size[0] / 2), math.ceil(size[1] / 2))
    mm = px_per_mm / 2
    angle = float(rng.uniform(0, 180))
    tone = 0.16 + 0.10 * fractal(rng, half, 110 * mm, 4, 0.55)
    for cell, width, strength in ((150, 0.035, 0.8), (80, 0.03, 0.45), (80, 0.05, 0.3), (35, 0.06, 0.2)):
        scale = float(rng.uniform(0.7, 1.4)) * cell * mm
        lines = _turned(rng, half, angle + float(rng.normal(0, 25)), (scale, 4.5 * scale))
        lines += 0.16 * fractal(rng, half, scale / 2, 4, 0.55)
        thick = width * (1.2 + 0.9 * clouds(rng, half, scale)).clip(0.25, 3)
        present = np.clip(0.3 + 1.2 * clouds(rng, half, 1.5 * scale), 0, 1.1)
        tone += strength * present * np.exp(-np.abs(lines) / thick)  # sharp in the middle, long soft flanks
    full = enlarge(tone.astype(np.float32), size)
    full += 0.012 * specks(rng, size)
    return paint(full, ramp(tones))


def granite(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw a stone of grains, each of one mineral: the first colour most, then less of the others."""
    ground, *grains = (vary(rng, bgr(code), 0.04, 0.015) for code in colours)
    grain = max(1.0, float(rng.uniform(1.5, 4.0)) * px_per_mm)
    # One field, cut into steps: the middle is the ground, the hills one mineral, the hollows the next.
    steps = [*(grains[1:2] or grains[:1]) * 2, *[ground] * 5, *grains[:1] * 3]
    field = clouds(rng, size, grain) + 0.5 * clouds(rng, size, max(1.0, grain / 2))
    picture = paint(0.5 + 0.26 * field + 0.05 * specks(rng, size), ramp(steps))
    flakes = clouds(rng, size, max(1.0, 0.7 * grain))
    light = 1 + 0.03 * fractal(rng, size, 80 * px_per_mm, 2) + 0.03 * specks(rng, size)
    light *= 1 - (0.6 if len(grains) > 1 else 0.3) * np.clip(2.0 * flakes - 2.0, 0, 1)  # mica, black and rare
    return shade(picture, light)


def terrazzo(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw chips of stone in cement, cut flat: many small, few large."""
    cement, *minerals = (vary(rng, bgr(code), 0.03, 0.012) for code in colours)
    chips = [vary(rng, mineral, 0.05, 0.01) for mineral in minerals for _ in range(4)]
    largest = float(rng.uniform(8, 24))
    side_mm = float(np.clip(8 * largest, 140, 200))
    tile = flat((round(side_mm * px_per_mm),) * 2, cement)
    for across in (largest, largest / 2, largest / 4):
        places = strew(rng, side_mm, across * 1.3)[:450]
        corners = rng.integers(5, 9, len(places))
        for (x, y), count, pick in zip(
            places, corners, rng.integers(0, len(chips), len(places)), strict=True
        ):
            turn = np.sort(rng.uniform(0, 2 * np.pi, count))
            reach = across / 2 * rng.uniform(0.6, 1.05, count)
            outline = np.stack([x + reach * np.cos(turn), y + reach * np.sin(turn)], axis=1)
            stamp_polygon(tile, outline * px_per_mm, chips[pick])
    start = int(rng.integers(tile.shape[0])), int(rng.integers(tile.shape[1]))
    ground = lay(size, table_angle(rng), lambda big: repeat(tile, big, start))
    return shade(ground, 1 + 0.012 * fractal(rng, size, 70 * px_per_mm, 2) + 0.03 * specks(rng, size))


def concrete(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw cast concrete: stains, trowel marks and small holes where air was."""
    colour = vary(rng, bgr(colours[0]), 0.04, 0.01)
    light = 1 + 0.06 * fractal(rng, size, 140 * px_per_mm, 5, 0.55)
    light += 0.02 * _turned(rng, size, float(rng.uniform(0, 180)), (4 * px_per_mm, 90 * px_per_mm))
    light += 0.025 * specks(rng, size)
    holes = np.full(size, 255, np.uint8)
    for x, y, radius in zip(
        rng.uniform(0, size[1], 220), rng.uniform(0, size[0], 220), rng.exponential(0.35, 220), strict=True
    ):
        cv2.circle(
            holes,
            (round(x * 16), round(y * 16)),
            max(6, round(radius * px_per_mm * 16)),
            int(rng.integers(110, 220)),
            -1,
            cv2.LINE_AA,
            4,
        )
    light *= share_of(holes)
    return shade(flat(size, colour), light.astype(np.float32, copy=False))


def slate(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw split slate: shallow steps with lit and shaded edges, and a grain that follows them."""
    tones = [vary(rng, bgr(code), 0.04, 0.012) for code in colours]
    half = (math.ceil(size[0] / 2), math.ceil(size[1] / 2))
    mm = px_per_mm / 2
    height = fractal(rng, half, (120 * mm, 200 * mm), 4, 0.5)
    steps = height * 5
    steps = steps - 0.75 * np.sin(2 * np.pi * steps) / (2 * np.pi)  # flattens between the edges
    edge = cv2.Sobel(steps.astype(np.float32), cv2.CV_32F, 1, 1, ksize=3) + cv2.Sobel(
        steps.astype(np.float32), cv2.CV_32F, 0, 1, ksize=3
    )
    tone = 0.42 + 0.10 * height + np.clip(0.10 * edge / max(0.3, mm), -0.28, 0.28)
    full = enlarge(tone.astype(np.float32), size)
    full += 0.05 * clouds(rng, size, (1.5 * px_per_mm, 3 * px_per_mm)) + 0.04 * specks(rng, size)
    return paint(full, ramp(tones))


def _turned(rng: np.random.Generator, size: Size, angle_deg: float, cell_px: tuple[float, float]) -> Floats:
    """Give clouds that are stretched along a direction of their own."""
    reach = math.ceil(math.hypot(*size) / 4) + 2
    small = clouds(rng, (reach, reach), (cell_px[0] / 4, cell_px[1] / 4))
    turn = turn_about((reach, reach), size, angle_deg, 4.0)
    return cv2.warpAffine(small, turn, size[::-1], flags=cv2.INTER_LINEAR).astype(np.float32, copy=False)
