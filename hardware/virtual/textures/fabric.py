"""How cloth lies on a table: folds that move and shade the pattern, and the threads it is woven from."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.virtual.textures.noise import (
    BEND_STEP,
    Bytes,
    Colour,
    Floats,
    Size,
    clouds,
    coarse_shape,
    fractal,
    lay,
    refine,
    shade,
    specks,
    table_angle,
    turn_about,
)


@dataclass(frozen=True, slots=True)
class Drape:
    """How stiff a cloth is and how coarse: 0 is none at all."""

    wrinkles: float = 1.0  # oilcloth 0.3, ironed cotton 0.7, a cloth out of the cupboard 1.5
    thread: float = 0.03  # how much the light changes from thread to thread
    thread_mm: float = 0.5


def drape(
    painter: Callable[[Size], Bytes], rng: np.random.Generator, size: Size, px_per_mm: float, how: Drape
) -> Bytes:
    """Spread a cloth over the table: `painter` draws the flat pattern, threads along its rows and columns."""
    bend, light = _folds(rng, size, px_per_mm, how.wrinkles)
    woven = lay(size, table_angle(rng), lambda big: _weave(painter(big), rng, px_per_mm, how), bend)
    fine = refine(light, size)
    return shade(woven, fine + np.float32(0.008) * specks(rng, size))


def repeat(tile: Bytes, size: Size, start: tuple[int, int] = (0, 0)) -> Bytes:
    """Fill a picture with a tile, beginning `start` (rows, columns) inside it."""
    rows = math.ceil((size[0] + start[0]) / tile.shape[0])
    columns = math.ceil((size[1] + start[1]) / tile.shape[1])
    full = np.tile(tile, (rows, columns, 1))
    return np.ascontiguousarray(full[start[0] : start[0] + size[0], start[1] : start[1] + size[1]])


def stripes_of(bands: Sequence[tuple[float, Colour]], px_per_mm: float) -> Floats:
    """Give one repeat of stripes as (n, 3), each band (width in mm, colour) as wide as it says.

    Borders that fall inside a pixel are mixed. The repeat is stretched to whole pixels, half a pixel at most.
    """
    edges = np.concatenate(([0.0], np.cumsum([width for width, _ in bands])))
    count = max(2, round(edges[-1] * px_per_mm))
    fine = 16
    where = (np.arange(count * fine) + 0.5) * edges[-1] / (count * fine)
    band = np.clip(np.searchsorted(edges, where, side="right") - 1, 0, len(bands) - 1)
    colours = np.array([colour for _, colour in bands], np.float32)[band]
    mixed: Floats = colours.reshape(count, fine, 3).mean(axis=1, dtype=np.float32)
    return mixed


def weave_of(warp: Floats, weft: Floats) -> Bytes:
    """Give one repeat of a cloth with warp and weft threads of these colours: half of each shows."""
    return np.round((warp[None, :, :] + weft[:, None, :]) / 2).astype(np.uint8)


def _folds(
    rng: np.random.Generator, size: Size, px_per_mm: float, wrinkles: float
) -> tuple[tuple[Floats, Floats], Floats]:
    """Give how folds move the pattern (along, across; px) and how they shade it, on the grid of `lay`."""
    grid = coarse_shape(size)
    mm = px_per_mm / BEND_STEP  # grid cells in a millimetre
    heap = 0.45 * clouds(rng, grid, 220 * mm)
    if wrinkles > 0.5:
        for _ in range(int(rng.integers(2, 5))):
            heap += _creases(rng, grid, mm)
        heap += 0.03 * fractal(rng, grid, 45 * mm, 2)
    slope_x = cv2.Sobel(heap, cv2.CV_32F, 1, 0, scale=mm / 8)
    slope_y = cv2.Sobel(heap, cv2.CV_32F, 0, 1, scale=mm / 8)
    strength = wrinkles * float(rng.uniform(0.5, 1.3))
    from_deg = rng.uniform(0, 360)
    towards = math.cos(math.radians(from_deg)) * slope_x + math.sin(math.radians(from_deg)) * slope_y
    light = 1 + np.clip(6.0 * strength * towards, -0.3, 0.22)
    if rng.random() < 0.35 * min(1.0, wrinkles):
        light = light * _storage_folds(rng, grid, mm)
    move = np.float32(60 * strength * px_per_mm)
    return (move * slope_x, move * slope_y), light.astype(np.float32)


def _creases(rng: np.random.Generator, grid: Size, mm: float) -> Floats:
    """Give the heights of long narrow folds that run roughly one way, here and there on the cloth."""
    reach = math.ceil(math.hypot(*grid))
    narrow, long = rng.uniform(35, 80) * mm, rng.uniform(300, 700) * mm
    # A fold follows the line where stretched noise is zero: such lines are long, bent and never cross.
    lines = clouds(rng, (reach, reach), (narrow, long)) + 0.1 * clouds(rng, (reach, reach), 60 * mm)
    spot = clouds(rng, (reach, reach), (120 * mm, 200 * mm))
    turn = turn_about((reach, reach), grid, float(rng.uniform(0, 180)))
    away = cv2.warpAffine(lines, turn, grid[::-1]) / float(rng.uniform(0.16, 0.35))
    present = np.clip(cv2.warpAffine(spot, turn, grid[::-1]) + 0.1, 0, 1)
    height = float(rng.uniform(0.12, 0.3)) * np.exp(-(away**2)) * present
    soft = cv2.GaussianBlur(height, (0, 0), max(0.7, 2.0 * mm))
    return np.asarray(soft, np.float32)


def _storage_folds(rng: np.random.Generator, grid: Size, mm: float) -> Floats:
    """Give the straight lines along which a cloth lay folded: light on one side, dark on the other."""
    light = np.ones(grid, np.float32)
    for axis, count in enumerate(grid):
        for _ in range(int(rng.integers(0, 3))):
            away = (np.arange(count, dtype=np.float32) - rng.uniform(0, count)) / mm  # mm
            width = rng.uniform(3, 7)
            depth = rng.uniform(0.04, 0.12) * rng.choice((-1.0, 1.0))
            profile = 1 + depth * (away / width) * np.exp(-((away / width) ** 2))
            light *= profile[:, None] if axis == 0 else profile[None, :]
    return light


def _weave(picture: Bytes, rng: np.random.Generator, px_per_mm: float, how: Drape) -> Bytes:
    """Let threads show: uneven ones along both ways, and their crossing where the picture is sharp enough."""
    if how.thread == 0:
        return picture
    size = (picture.shape[0], picture.shape[1])
    pitch = max(1.0, how.thread_mm * px_per_mm)
    slub = 25 * max(how.thread_mm, 0.5) * px_per_mm
    light = clouds(rng, size, (pitch, slub))
    light += clouds(rng, size, (slub, pitch))
    light *= 0.7 * how.thread
    if how.thread_mm * px_per_mm >= 2.2:  # finer threads cannot be seen one by one, only as an unevenness
        turn = math.pi / (how.thread_mm * px_per_mm)
        down = np.cos(turn * np.arange(size[0], dtype=np.float32))[:, None]
        over = np.cos(turn * np.arange(size[1], dtype=np.float32))[None, :]
        light += (1.1 * how.thread) * (down * over)
    light += 1
    return shade(picture, light)
