"""What comes out of pockets and off noses: coins, keys, spectacles."""

from __future__ import annotations

import math

import cv2
import numpy as np

from hardware.virtual.clutter_tools import (
    STEELS,
    Heap,
    any_colour,
    filled,
    lit_sprite,
    ring_of,
    scaled,
    speckle,
    tint,
)
from hardware.virtual.relief import (
    MARGIN_MM,
    Colour,
    Grid,
    blur,
    box_distance,
    coverage,
    lay_over,
    noise,
    shares,
)
from hardware.virtual.sprites import Sprite

# Diameter in mm and metal of the eight euro coins: copper, brass, and two pairs of two metals.
COIN_SIZES = ((16.3, 0), (18.8, 0), (21.3, 0), (19.8, 1), (22.3, 1), (24.3, 1), (23.3, 3), (25.8, 2))
COIN_METALS: tuple[Colour, ...] = ((66, 98, 158), (92, 156, 190), (172, 176, 178), (96, 160, 192))


def coins(rng: np.random.Generator, px_per_mm: float, light_deg: float) -> Sprite:
    """Draw one to seven coins of 16 to 26 mm, some over each other."""
    count = int(rng.integers(1, 8))
    side = 30.0 + 17.0 * math.sqrt(count - 1) + 2 * MARGIN_MM
    heap = Heap(Grid(side, side, px_per_mm))
    for _ in range(count):
        size, metal = COIN_SIZES[int(rng.integers(len(COIN_SIZES)))]
        room = side / 2 - size / 2 - MARGIN_MM
        at = rng.uniform(-room, room, 2) + side / 2
        heap.lay(_coin(rng, size, metal, px_per_mm, light_deg), (float(at[0]), float(at[1])))
    return heap.sprite(2.0 if count == 1 else 4.0)


def _coin(rng: np.random.Generator, size: float, metal: int, px_per_mm: float, light_deg: float) -> Sprite:
    grid = Grid(size + 3, size + 3, px_per_mm)
    off = np.hypot(grid.x - np.float32(grid.width_mm / 2), grid.y - np.float32(grid.height_mm / 2))
    radius = np.float32(size / 2)
    relief = noise(rng, grid, 2.0) * np.float32(0.1) * (off < radius - 2)
    height = np.clip((radius - off) / np.float32(0.4), 0, 1) - np.clip(
        (radius - off - 1.3) / np.float32(0.5), 0, 1
    ) * np.float32(0.4)
    worn = float(rng.uniform(0.6, 1.05))
    bgr = filled(grid, scaled(COIN_METALS[metal], worn))
    if metal >= 2:  # one and two euro: two metals
        inner = coverage(off - radius * np.float32(0.7), px_per_mm)
        lay_over(bgr, scaled(COIN_METALS[2 if metal == 3 else 1], worn), inner)
    bgr = speckle(bgr, noise(rng, grid, 3.0) * np.float32(0.06))
    return lit_sprite(
        grid,
        bgr,
        coverage(off - radius, px_per_mm),
        (height + relief).astype(np.float32),
        light_deg,
        2.0,
        gloss=0.3,
    )


def keys(rng: np.random.Generator, px_per_mm: float, light_deg: float) -> Sprite:
    """Draw a ring with two to four keys, perhaps a fob."""
    side = 150.0
    heap = Heap(Grid(side, side, px_per_mm))
    middle = side / 2
    first = float(rng.uniform(0, 360))
    for number in range(int(rng.integers(2, 5))):
        turn = first + number * float(rng.uniform(22, 50))
        away = 41.0
        centre = (middle + away * math.sin(math.radians(turn)), middle - away * math.cos(math.radians(turn)))
        heap.lay(_key(rng, px_per_mm, light_deg - turn), centre, turn)
    if rng.random() < 0.6:
        turn = first - float(rng.uniform(40, 120))
        grid = Grid(30, 52, px_per_mm)
        edge = box_distance(grid.x - 15, grid.y - 26, float(rng.uniform(7, 12)), 22.0, 6.0)
        leather = speckle(filled(grid, any_colour(rng, 40, 200)), noise(rng, grid, 1.5) * np.float32(0.05))
        fob = lit_sprite(
            grid,
            leather,
            coverage(edge, px_per_mm),
            np.asarray(np.minimum(-edge, 2) * np.float32(0.7), np.float32),
            light_deg - turn,
            4.0,
            gloss=0.1,
        )
        heap.lay(
            fob,
            (middle + 34 * math.sin(math.radians(turn)), middle - 34 * math.cos(math.radians(turn))),
            turn,
        )
    grid = Grid(34, 34, px_per_mm)
    edge = np.abs(np.hypot(grid.x - 17, grid.y - 17) - np.float32(13)) - np.float32(1.1)
    wire = lit_sprite(
        grid,
        filled(grid, STEELS[0]),
        coverage(edge, px_per_mm),
        np.sqrt(np.maximum(np.float32(1.2) - edge * edge, 0)).astype(np.float32),
        light_deg,
        3.0,
        gloss=0.4,
    )
    heap.lay(wire, (middle, middle))
    return heap.sprite(6.0)


def _key(rng: np.random.Generator, px_per_mm: float, light_deg: float) -> Sprite:
    """Draw one key, its bow below (at the ring) and its bit above."""
    grid = Grid(30, 64, px_per_mm)
    x, y = grid.x - 15, grid.y
    bow = np.hypot(x, (y - 51) * np.float32(1.15)) - np.float32(rng.uniform(9.5, 12))
    blade = box_distance(x - np.float32(0.5), y - 22, 3.6, 19.0, 1.0)
    nicks = np.interp(y, np.linspace(3, 34, 12), rng.uniform(0, 2.8, 12)).astype(np.float32)
    blade = np.maximum(blade, x - np.float32(4.0) + nicks * (y < 34))
    edge = np.maximum(np.minimum(bow, blade), np.float32(2.6) - np.hypot(x, y - 55))
    metal = tint(rng, STEELS, 5)
    bgr = filled(grid, metal)
    if rng.random() < 0.35:
        lay_over(bgr, any_colour(rng, 30, 120), coverage(bow, px_per_mm))
    height = np.minimum(-edge, 0.8) - np.exp(-((x + 0.8) ** 2)) * (y < 40) * np.float32(0.5)
    return lit_sprite(
        grid,
        bgr,
        coverage(np.asarray(edge, np.float32), px_per_mm),
        np.asarray(height, np.float32),
        light_deg,
        2.5,
        gloss=0.35,
    )


def spectacles(rng: np.random.Generator, px_per_mm: float, light_deg: float) -> Sprite:
    """Draw spectacles of 128 to 145 mm with their temples folded or open; the lenses can be seen through."""
    width, tall, rim = rng.uniform((128, 32, 1.2), (145, 46, 3.4))
    is_open, dark = rng.random() < 0.5, rng.random() < 0.2
    depth = 138.0 if is_open else 14.0
    grid = Grid(width + 8 + 2 * MARGIN_MM, tall + depth + 8 + 2 * MARGIN_MM, px_per_mm)
    middle, lens_y = grid.width_mm / 2, MARGIN_MM + 4 + tall / 2
    frame, lenses = np.zeros(grid.shape, np.uint8), np.zeros(grid.shape, np.uint8)
    turn = np.linspace(0, 2 * math.pi, 40)
    power = float(rng.uniform(0.55, 1.0))
    half = (width - 18) / 4
    for sign in (-1, 1):
        shape = np.stack(
            [
                np.sign(np.cos(turn)) * np.abs(np.cos(turn)) ** power * half,
                np.sign(np.sin(turn)) * np.abs(np.sin(turn)) ** power * tall / 2,
            ],
            axis=-1,
        )
        shape += np.array((middle + sign * (half + 9), lens_y))
        cv2.fillPoly(lenses, [grid.points(shape)], 255, cv2.LINE_AA, 4)
        grid.strokes(frame, [shape], float(rim))
        hinge = (middle + sign * (width / 2 - 1), lens_y - tall * 0.25)
        grid.strokes(
            frame, [np.array([(middle + sign * (2 * half + 7), lens_y - tall * 0.25), hinge])], rim * 1.4
        )
        end = (
            (hinge[0] - sign * 4, hinge[1] + depth)
            if is_open
            else (middle - sign * width * 0.38, lens_y + tall * 0.42)
        )
        bent = (end[0] - sign * (2 if is_open else 9), end[1] + (6 if is_open else 2))
        grid.strokes(frame, [np.array([hinge, end, bent])], max(1.6, rim * 0.9))
    bridge = ring_of(np.linspace(math.pi * 1.12, math.pi * 1.88, 9), 10.0, (middle, lens_y + 5))
    grid.strokes(frame, [bridge], float(rim))
    share = shares(frame)
    seen = shares(lenses) * np.float32(0.82 if dark else 0.13)
    glare = np.clip(noise(rng, grid, 30.0) - np.float32(0.7), 0, 1) * shares(lenses) * np.float32(0.55)
    bgr = filled(grid, (46.0, 40.0, 38.0) if dark else (205.0, 212.0, 206.0))
    lay_over(bgr, (250.0, 248.0, 245.0), np.minimum(glare * 3, 1))
    colour = tint(rng, ((30, 28, 30), (46, 70, 112), (150, 152, 156), (96, 150, 184), (90, 40, 40)), 6)
    lay_over(bgr, colour, frame)
    alpha = np.maximum(share, 1 - (1 - seen) * (1 - glare))
    return lit_sprite(
        grid,
        bgr,
        alpha,
        blur(share, 0.5 * px_per_mm) * np.float32(rim),
        light_deg,
        32.0 if is_open else 28.0,
        gloss=0.15,
    )
