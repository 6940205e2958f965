"""Crockery and what is eaten from it: mugs, drinking glasses, plates, cookies. All round, all seen into."""

from __future__ import annotations

import math

import cv2
import numpy as np

from hardware.virtual.clutter_tools import (
    Heap,
    any_colour,
    filled,
    lit_sprite,
    ring_of,
    scaled,
    soft_lit_sprite,
    speckle,
    tint,
)
from hardware.virtual.relief import (
    MARGIN_MM,
    Bytes,
    Colour,
    Floats,
    Grid,
    coverage,
    lay_over,
    light_vector,
    noise,
    with_alpha,
)
from hardware.virtual.sprites import Sprite

# What is in the cup, B G R: coffee, coffee with milk, black tea, herb tea, cocoa.
DRINKS: tuple[Colour, ...] = ((14, 24, 42), (88, 128, 172), (20, 52, 118), (40, 120, 165), (52, 78, 116))
POURED: tuple[Colour, ...] = (
    (30, 140, 240),
    (12, 16, 34),
    (34, 20, 92),
    (60, 190, 225),
)  # juice, cola, wine, cider
GLAZES: tuple[Colour, ...] = (
    (228, 232, 234),
    (236, 236, 232),
    (150, 105, 60),
    (60, 70, 160),
    (90, 130, 80),
    (60, 60, 62),
    (120, 190, 220),
    (190, 170, 130),
)


def mug(rng: np.random.Generator, px_per_mm: float, light_deg: float) -> Sprite:
    """Draw a mug or cup with a handle, some drink in it; 75 to 92 mm across, 80 to 105 mm high."""
    radius, wall, tall = rng.uniform((37.5, 2.6, 80), (46, 4.5, 105))
    reach, grip, turn = rng.uniform((20, 4.5, 0), (32, 8.0, 2 * math.pi))
    glaze = tint(rng, GLAZES)
    inside = glaze if rng.random() < 0.45 else tint(rng, ((228, 232, 234),), 4)
    full = float(rng.uniform(0.5, 0.92))
    side = 2 * (radius + reach + MARGIN_MM)
    grid = Grid(side, side, px_per_mm)
    x, y = grid.x - np.float32(side / 2), grid.y - np.float32(side / 2)
    off = np.hypot(x, y)
    cup = off - np.float32(radius)
    across = np.abs(y * np.float32(math.cos(turn)) - x * np.float32(math.sin(turn)))
    along = x * np.float32(math.cos(turn)) + y * np.float32(math.sin(turn))
    handle = np.hypot(
        across, np.maximum(np.abs(along - np.float32(radius)) - np.float32(reach - grip), 0)
    ) - np.float32(grip)
    alpha = coverage(np.minimum(cup, handle), px_per_mm)
    within = off - np.float32(radius - wall)
    drink_at = np.float32((radius - wall) * 0.97)
    # A rounded lip, walls that fall to the drink over the last few mm, the handle a lying rod further down.
    lip = np.sqrt(np.maximum(1 - ((off - np.float32(radius - wall / 2)) / np.float32(wall / 2)) ** 2, 0))
    level = np.float32(tall * (1 - full) * 0.35 + 6)
    fall = np.clip(-within / np.float32(0.06 * radius + 1.5), 0, 1) * level
    height = lip * np.float32(wall * 0.45) - np.where(within < 0, fall, 0).astype(np.float32)
    rod = np.sqrt(np.maximum(np.float32(grip * grip) - (handle + np.float32(grip)) ** 2, 0))
    height = np.where(cup > 0, rod - 12, height).astype(np.float32)
    bgr = filled(grid, glaze)
    lay_over(bgr, inside, coverage(within, px_per_mm))
    _pour(bgr, rng, off, drink_at, tint(rng, DRINKS, 5), grid)
    return lit_sprite(grid, bgr, alpha, height, light_deg, float(tall), gloss=0.3, reach_mm=38.0)


def _pour(
    bgr: Bytes, rng: np.random.Generator, off: Floats, radius: np.float32, drink: Colour, grid: Grid
) -> None:
    """Pour a drink up to a radius, paler at its rim, perhaps with foam, and with a lamp mirrored in it."""
    lay_over(bgr, drink, coverage(off - radius, grid.px_per_mm))
    rim = np.clip(1 - np.abs(off - radius + 1.0) / 1.8, 0, 1)
    lay_over(bgr, tuple_of(drink, 1.3, 22), rim, 0.59)
    if rng.random() < 0.4:
        froth = np.clip(noise(rng, grid, 5.0) + (off - radius * np.float32(0.75)) * np.float32(0.12), 0, 1)
        froth *= coverage(off - radius + np.float32(0.5), grid.px_per_mm)
        lay_over(bgr, (150.0, 185.0, 210.0), froth, 0.47)
    spot = np.zeros(grid.shape, np.uint8)
    middle, away = grid.width_mm / 2, rng.uniform(-0.45, 0.45, 2) * float(radius)
    corners = rng.uniform(2.0, 6.5, 2)
    pane = np.array([(-1, -1), (1, -0.85), (1, 1), (-1, 0.9)]) * corners + middle + away
    cv2.fillPoly(spot, [grid.points(pane)], int(rng.integers(40, 190)), cv2.LINE_AA, 4)
    lay_over(
        bgr, (245.0, 245.0, 245.0), np.asarray(cv2.GaussianBlur(spot, (0, 0), 0.5 * grid.px_per_mm), np.uint8)
    )


def glass(rng: np.random.Generator, px_per_mm: float, light_deg: float) -> Sprite:
    """Draw a drinking glass one can see through: bright rim and foot, a highlight, perhaps a drink."""
    radius, tall, foot = rng.uniform((29, 85, 0.66), (41, 150, 0.9))
    grid = Grid(2 * (radius + MARGIN_MM), 2 * (radius + MARGIN_MM), px_per_mm)
    x, y = grid.x - np.float32(grid.width_mm / 2), grid.y - np.float32(grid.height_mm / 2)
    lean_x, lean_y = rng.normal(0, 1.2, 2)
    off = np.hypot(x, y)
    low = np.hypot(x - np.float32(lean_x), y - np.float32(lean_y))
    lx, ly, _ = light_vector(light_deg)
    facing = (x * np.float32(lx) + y * np.float32(ly)) / np.maximum(off, 1) / np.float32(math.hypot(lx, ly))

    def line(distance: Floats, at: float, width: float) -> Floats:
        return np.asarray(np.exp(-(((distance - np.float32(at)) / np.float32(width)) ** 2)), np.float32)

    inside = coverage(off - np.float32(radius), px_per_mm)
    bright = line(off, radius - 1.0, 0.9) * (np.float32(0.55) + np.abs(facing) * np.float32(0.35))
    bright += line(low, radius * foot - 2.5, 1.1) * (
        np.float32(0.25) + np.maximum(-facing, 0) * np.float32(0.4)
    )
    bright += line(off, radius - 4.5, 1.6) * np.clip((facing - np.float32(0.82)) * 6, 0, 1) * np.float32(0.9)
    bright += line(off, radius * 0.8, 4.0) * np.clip((-facing - np.float32(0.75)) * 4, 0, 1) * np.float32(0.3)
    dark = line(low, radius * foot, 1.4) * np.float32(0.4) + line(off, radius - 2.8, 0.8) * np.float32(0.3)
    tone: Colour = (150.0, 158.0, 150.0)
    body = np.full(grid.shape, rng.uniform(0.06, 0.2), np.float32)
    if rng.random() < 0.55:
        kind = rng.random()
        poured = tint(rng, POURED, 8) if kind < 0.6 else (205.0, 205.0, 198.0)
        fill = coverage(low - np.float32(radius * (0.5 + 0.5 * foot) - 1.5), px_per_mm)
        body += fill * np.float32(0.78 if kind < 0.6 else 0.12)
        tone = poured
    bright = np.clip(bright, 0, 1)
    alpha = np.clip(1 - (1 - body) * (1 - bright) * (1 - dark), 0, 1) * inside
    bgr = filled(grid, tone)
    lay_over(bgr, (36.0, 38.0, 36.0), dark / np.maximum(alpha, 0.15), 0.78)
    lay_over(bgr, (250.0, 250.0, 248.0), np.clip(bright / np.maximum(alpha, 0.1), 0, 1))
    return Sprite(with_alpha(bgr, alpha.astype(np.float32)), px_per_mm, float(tall))


def cookie(rng: np.random.Generator, px_per_mm: float, light_deg: float) -> Sprite:
    """Draw a cookie, 50 to 80 mm across, with chips, with jam, or plain."""
    radius = float(rng.uniform(25, 40))
    grid = Grid(2 * radius + 14, 2 * radius + 14, px_per_mm)
    middle = grid.width_mm / 2
    x, y = grid.x - np.float32(middle), grid.y - np.float32(middle)
    off = np.hypot(x, y) + noise(rng, grid, 14.0) * np.float32(0.9)
    edge = off - np.float32(radius)
    dough = tint(rng, ((92, 150, 198), (78, 126, 176), (60, 98, 148), (50, 66, 92)), 6)
    bumps = noise(rng, grid, 4.5) * np.float32(0.5) + noise(rng, grid, 1.6) * np.float32(0.22)
    height = np.sqrt(np.clip(-edge / np.float32(radius * 0.5), 0, 1)) * 7 + bumps
    baked = np.clip(1 + edge / np.float32(radius * 0.5), 0, 1) * np.float32(-0.16)
    bgr = speckle(filled(grid, dough), baked + noise(rng, grid, 2.5) * np.float32(0.05))
    style = rng.random()
    if style < 0.6:
        chips = np.zeros(grid.shape, np.uint8)
        for _ in range(int(rng.integers(8, 20))):
            at = ring_of(
                rng.uniform(0, 2 * math.pi, 1), radius * 0.86 * math.sqrt(rng.random()), (middle, middle)
            )
            size, count = rng.uniform(2.0, 4.2), 7
            blob = (
                ring_of(np.arange(count) * 2 * math.pi / count, size * rng.uniform(0.7, 1.15, count), (0, 0))
                + at
            )
            cv2.fillPoly(chips, [grid.points(blob)], 255, cv2.LINE_AA, 4)
        lay_over(bgr, (28.0, 36.0, 58.0), chips)
        height += chips.astype(np.float32) * np.float32(0.9 / 255)
    elif style < 0.75:
        jam = coverage(off - np.float32(radius * 0.42), px_per_mm)
        lay_over(bgr, (30.0, 24.0, 165.0), jam, 0.92)
        height -= jam * np.float32(1.5)
    return lit_sprite(
        grid,
        bgr,
        coverage(edge, px_per_mm),
        height.astype(np.float32),
        light_deg,
        12.0,
        reach_mm=6.0,
        gloss=0.02,
    )


def plate(rng: np.random.Generator, px_per_mm: float, light_deg: float) -> Sprite:
    """Draw a dessert plate of 150 to 210 mm, its rim raised and perhaps banded, mostly with cookies on it."""
    radius, well = float(rng.uniform(75, 105)), float(rng.uniform(0.6, 0.74))
    grid = Grid(2 * (radius + MARGIN_MM), 2 * (radius + MARGIN_MM), px_per_mm)
    middle = grid.width_mm / 2
    coarse = Grid(grid.width_mm, grid.height_mm, min(px_per_mm, 1.3))
    share = np.hypot(coarse.x - np.float32(middle), coarse.y - np.float32(middle)) / np.float32(radius)
    rim = np.clip(share - np.float32(well), 0, 1)
    height = np.clip(rim / np.float32(0.12), 0, 1) * 9 + rim * 22
    height = np.asarray(height - np.clip((share - np.float32(0.975)) * 40, 0, 1) ** 2 * 2, np.float32)
    off = np.hypot(grid.x - np.float32(middle), grid.y - np.float32(middle))
    glaze = tint(rng, GLAZES, 6)
    bgr = filled(grid, glaze)
    if rng.random() < 0.5:
        at, width = rng.uniform(well + 0.14, 0.97), rng.uniform(0.006, 0.05)
        band = coverage(np.abs(off - np.float32(at * radius)) - np.float32(width * radius), px_per_mm)
        lay_over(bgr, any_colour(rng), band, 0.9)
    dish = soft_lit_sprite(
        grid,
        bgr,
        coverage(off - np.float32(radius), px_per_mm),
        height,
        coarse,
        light_deg,
        22.0,
        gloss=0.16,
        reach_mm=14.0,
    )
    count = int(rng.integers(0, 4))
    if count == 0:
        return dish
    heap = Heap(grid, dish)
    for turn in np.arange(count) * 2 * math.pi / count + rng.uniform(0, 6):
        snack = cookie(rng, px_per_mm, light_deg)
        away = 0.0 if count == 1 else radius * 0.36
        heap.lay(snack, (middle + away * math.cos(turn), middle + away * math.sin(turn)))
    return heap.sprite(28.0)


def tuple_of(colour: Colour, by: float, plus: float) -> Colour:
    """Scale a colour and lift it, staying inside what a byte holds."""
    lifted = scaled(colour, by)
    return min(lifted[0] + plus, 255.0), min(lifted[1] + plus, 255.0), min(lifted[2] + plus, 255.0)
