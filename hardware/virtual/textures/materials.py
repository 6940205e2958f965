"""What pieces and boards are made of: plastic, wood and printed cardboard, from close by.

Unlike table tops these are drawn upright, grain along the rows, and hold no joints, folds or scratches: the
renderer cuts faces out of them and lights them. Palettes: dark to light for wood, the colour for all others.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from hardware.virtual.textures.noise import (
    Bytes,
    Size,
    bgr,
    clouds,
    enlarge,
    flat,
    shade,
    specks,
    vary,
)


def ivory(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw bone-coloured plastic: the faint flow marks of the mould, and nothing else."""
    colour = vary(rng, bgr(colours[0]), 0.025, 0.012)
    light = (
        1
        + 0.007 * clouds(rng, size, (4 * px_per_mm, 9 * px_per_mm))
        + 0.006 * clouds(rng, size, 30 * px_per_mm)
    )
    return shade(flat(size, colour), light + np.float32(0.004) * specks(rng, size))


def plastic(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw dyed plastic, black or coloured: even, with the dust and finger marks that dark gloss shows."""
    colour = vary(rng, bgr(colours[0]), 0.05, 0.02)
    light = 1 + 0.012 * clouds(rng, size, 14 * px_per_mm) + 0.010 * specks(rng, size)
    picture = shade(flat(size, colour), light)
    if max(colour) > 110:
        return picture
    # On black a factor changes nothing: what lies on it adds light instead.
    haze = 3.0 + 2.5 * enlarge(
        clouds(rng, (max(2, size[0] // 4), max(2, size[1] // 4)), 2.5 * px_per_mm), size
    )
    dust = cv2.convertScaleAbs(np.maximum(haze, 0))
    return cv2.add(picture, cv2.merge((dust, dust, dust))).astype(np.uint8, copy=False)


def cardboard(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw the printed surface of a board: one ink on paper, with or without a linen press."""
    colour = vary(rng, bgr(colours[0]), 0.04, 0.015)
    light = (
        1 + 0.010 * clouds(rng, size, 50 * px_per_mm) + 0.012 * clouds(rng, size, max(1.0, 0.8 * px_per_mm))
    )
    light += 0.010 * specks(rng, size)
    if rng.random() < 0.4 and px_per_mm >= 1.5:
        wave = 2 * np.pi / max(2.2, float(rng.uniform(0.7, 1.1)) * px_per_mm)
        rows = np.sin(wave * np.arange(size[0], dtype=np.float32))[:, None]
        columns = np.sin(wave * np.arange(size[1], dtype=np.float32))[None, :]
        light = light + np.float32(0.014) * (rows + columns)
    return shade(flat(size, colour), light.astype(np.float32, copy=False))
