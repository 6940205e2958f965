"""Plain table tops: laminate, paint, glass, paper, leather, with the traces of use that make them real.

Palettes: the colour, and for glass and speckled laminate a second one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from hardware.virtual.textures.noise import (
    Bytes,
    Floats,
    Size,
    bgr,
    blend,
    clouds,
    enlarge,
    flat,
    fractal,
    lay,
    paint,
    ramp,
    shade,
    specks,
    table_angle,
    vary,
)


def laminate(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw a kitchen table top: even colour, a fine grain, wiped and scratched."""
    colour = vary(rng, bgr(colours[0]), 0.05, 0.015)
    light = _wear(rng, size, px_per_mm, float(rng.uniform(0.3, 1.5)))
    light += 0.010 * fractal(rng, size, 160 * px_per_mm, 3)
    light += float(rng.uniform(0.006, 0.02)) * specks(rng, size)
    return shade(flat(size, colour), light)


def speckled(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw laminate with a printed speckle of two colours, as kitchens of the nineties have it."""
    one, other = (vary(rng, bgr(code), 0.04, 0.015) for code in colours)
    cell = max(1.0, float(rng.uniform(0.5, 1.6)) * px_per_mm)
    tone = (
        0.45
        + 0.30 * clouds(rng, size, cell)
        + 0.22 * clouds(rng, size, 2.5 * cell)
        + 0.12 * specks(rng, size)
    )
    return shade(paint(tone, ramp([one, other])), _wear(rng, size, px_per_mm, 0.6))


def painted(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw painted wood: brush strokes along the boards, joints, sometimes worn edges."""
    colour = vary(rng, bgr(colours[0]), 0.05, 0.015)
    board = float(rng.uniform(70, 160)) if rng.random() < 0.6 else math.inf
    worn = float(rng.uniform(0, 0.5)) if rng.random() < 0.25 else 0.0

    def boards(big: Size) -> Bytes:
        light = 1 + 0.018 * clouds(rng, big, (1.2 * px_per_mm, 60 * px_per_mm))
        light += 0.012 * clouds(rng, big, (max(1.0, 0.5 * px_per_mm), 25 * px_per_mm))
        light += 0.012 * fractal(rng, big, 120 * px_per_mm, 2) + 0.008 * specks(rng, big)
        edges = np.arange(-rng.uniform(0, 1), big[0] / (board * px_per_mm) + 1)[1:] * board * px_per_mm
        rows = np.arange(big[0], dtype=np.float32)
        near = np.full(big[0], 1e6, np.float32)
        for edge in edges if math.isfinite(board) else ():
            near = np.minimum(near, np.abs(rows - edge) / px_per_mm)  # mm to the next joint
        light *= (1 - 0.45 * np.exp(-((near / 0.8) ** 2)) + 0.05 * np.exp(-(((near - 2) / 1.2) ** 2)))[
            :, None
        ]
        picture = shade(flat(big, colour), light.astype(np.float32))
        if worn > 0:
            # Paint goes first along the fibres and next to the joints.
            rub = (
                fractal(rng, big, (3 * px_per_mm, 40 * px_per_mm), 3, 0.7)
                + (1.4 * np.exp(-near / 4))[:, None]
            )
            share = np.clip((rub - 2.2 + worn) * 1.5, 0, 0.7).astype(np.float32)
            bare = paint(
                0.5 + 0.2 * clouds(rng, big, (1.0, 30 * px_per_mm)), ramp([(70, 100, 135), (130, 165, 195)])
            )
            picture = blend(picture, bare, share)
        return picture

    return lay(size, table_angle(rng), boards)


def glass(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw a glass or lacquered top: smooth, with dim reflections of a room and a few wiped streaks."""
    dark, light = (vary(rng, bgr(code), 0.05, 0.015) for code in colours)
    small = (max(2, size[0] // 4), max(2, size[1] // 4))
    tone = 0.35 + 0.18 * clouds(rng, small, 400 * px_per_mm / 4)
    room = np.zeros(small, np.float32)
    for _ in range(int(rng.integers(1, 4))):  # windows and lamps, out of focus
        middle = rng.uniform(0, 1, 2) * small
        tall, wide = rng.uniform(0.1, 0.5, 2) * small[0]
        box = cv2.boxPoints(
            ((float(middle[1]), float(middle[0])), (float(wide), float(tall)), float(rng.uniform(-20, 20)))
        )
        cv2.fillPoly(room, [np.round(box).astype(np.int32)], float(rng.uniform(0.15, 0.55)))
    tone += cv2.GaussianBlur(room, (0, 0), float(rng.uniform(6, 30)) * px_per_mm / 4)
    full = enlarge(tone.astype(np.float32), size) + 0.008 * specks(rng, size)
    return shade(paint(full, ramp([dark, light])), _wear(rng, size, px_per_mm, 0.4))


def paper(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw a sheet of paper or cardboard laid over the table: fibres, a gentle buckle, perhaps a fold."""
    colour = vary(rng, bgr(colours[0]), 0.03, 0.012)
    light = (
        1 + 0.012 * clouds(rng, size, 220 * px_per_mm) + 0.012 * clouds(rng, size, max(1.0, 1.2 * px_per_mm))
    )
    light += 0.012 * clouds(rng, size, (max(1.0, 0.5 * px_per_mm), 5 * px_per_mm)) + 0.012 * specks(rng, size)
    for axis in (0, 1):
        if rng.random() < 0.25:
            away = (np.arange(size[axis], dtype=np.float32) - rng.uniform(0, size[axis])) / (1.5 * px_per_mm)
            fold = 1 + float(rng.uniform(-0.10, 0.10)) * np.exp(-(away**2))
            light *= fold[:, None] if axis == 0 else fold[None, :]
    return shade(flat(size, colour), light.astype(np.float32, copy=False))


def leather(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw the leather of a desk: pebbled grain lit from one side, rubbed lighter here and there."""
    colour = vary(rng, bgr(colours[0]), 0.06, 0.02)
    pebbles = clouds(rng, size, max(1.5, float(rng.uniform(1.0, 2.2)) * px_per_mm))
    relief = cv2.Sobel(np.abs(pebbles), cv2.CV_32F, 1, 1, ksize=3)
    light = 1 + np.clip(0.05 * relief, -0.16, 0.16) + 0.018 * fractal(rng, size, 150 * px_per_mm, 3)
    light += 0.02 * specks(rng, size)
    return shade(flat(size, colour), light.astype(np.float32, copy=False))


def _wear(rng: np.random.Generator, size: Size, px_per_mm: float, much: float) -> Floats:
    """Give the traces of use as a factor of light: fine scratches, wiped smears, rings of cups, crumbs."""
    marks = np.full(size, 128, np.uint8)
    for _ in range(int(rng.poisson(14 * much))):
        x, y, turn = rng.uniform(0, size[1]), rng.uniform(0, size[0]), rng.uniform(0, math.pi)
        reach = rng.exponential(35) * px_per_mm
        ends = [
            (round((x + way * reach * math.cos(turn)) * 16), round((y + way * reach * math.sin(turn)) * 16))
            for way in (-1, 1)
        ]
        cv2.line(marks, ends[0], ends[1], int(rng.integers(121, 137)), 1, cv2.LINE_AA, 4)
    for _ in range(int(rng.poisson(0.35 * much))):
        middle = round(rng.uniform(0, size[1])), round(rng.uniform(0, size[0]))
        cv2.circle(
            marks,
            middle,
            round(rng.uniform(28, 45) * px_per_mm),
            int(rng.integers(118, 126)),
            max(1, round(rng.uniform(1, 3) * px_per_mm)),
            cv2.LINE_AA,
        )
    for _ in range(int(rng.poisson(10 * much))):
        middle = round(rng.uniform(0, size[1]) * 16), round(rng.uniform(0, size[0]) * 16)
        cv2.circle(
            marks,
            middle,
            max(8, round(rng.exponential(0.5) * px_per_mm * 16)),
            int(rng.integers(85, 150)),
            -1,
            cv2.LINE_AA,
            4,
        )
    soft = cv2.GaussianBlur(marks, (0, 0), max(0.5, 0.25 * px_per_mm))
    light = np.multiply(soft, np.float32(1 / 128), dtype=np.float32)
    light += 0.003 * much * clouds(rng, size, (60 * px_per_mm, 220 * px_per_mm))
    return light
