"""Things that belong to a game but are not read: dice, the bag for tokens, racks for pieces."""

from __future__ import annotations

import math

import cv2
import numpy as np

from hardware.virtual.clutter_tools import Heap, any_colour, filled, lit_sprite, scaled, speckle, tint, wood
from hardware.virtual.relief import (
    MARGIN_MM,
    Bytes,
    Colour,
    Floats,
    Grid,
    box_distance,
    coverage,
    lay_over,
    noise,
)
from hardware.virtual.sprites import Sprite

PIPS = (
    (),
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
)
WOODS: tuple[Colour, ...] = ((110, 160, 200), (70, 110, 160), (45, 72, 112), (130, 185, 215))
CLOTHS: tuple[Colour, ...] = (
    (60, 78, 34),
    (92, 40, 30),
    (40, 30, 110),
    (36, 34, 34),
    (150, 185, 205),
    (110, 120, 118),
    (110, 40, 80),
)


def dice(rng: np.random.Generator, px_per_mm: float, light_deg: float) -> Sprite:
    """Draw one to five dice of one set, 12 to 19 mm, lying near each other as thrown."""
    count, size = int(rng.integers(1, 6)), float(rng.uniform(12, 19))
    side = size * (1.6 + 1.5 * math.sqrt(count)) + 2 * MARGIN_MM
    heap = Heap(Grid(side, side, px_per_mm))
    body = tint(
        rng, ((236, 240, 240), (210, 232, 240), (40, 34, 170), (36, 34, 34), (150, 80, 30), (60, 130, 50))
    )
    pip: Colour = (236.0, 238.0, 238.0) if sum(body) < 380 else (34.0, 30.0, 30.0)
    laid: list[tuple[float, float]] = []
    for _ in range(60):
        room = side / 2 - MARGIN_MM - size * 0.75
        at = rng.uniform(-room, room, 2) + side / 2
        turn, value = float(rng.uniform(0, 360)), int(rng.integers(1, 7))
        if len(laid) == count or any(math.dist(at, other) < size * 1.45 for other in laid):
            continue
        laid.append((float(at[0]), float(at[1])))
        heap.lay(_die(size, value, body, pip, px_per_mm, light_deg - turn), laid[-1], turn)
    return heap.sprite(size)


def _die(size: float, value: int, body: Colour, pip: Colour, px_per_mm: float, light_deg: float) -> Sprite:
    grid = Grid(size + 2, size + 2, px_per_mm)
    middle = np.float32(grid.width_mm / 2)
    x, y = grid.x - middle, grid.y - middle
    edge = box_distance(x, y, size / 2, size / 2, size * 0.17)
    rounded = np.clip(-edge / np.float32(size * 0.14), 0, 1)
    height = np.asarray(np.sqrt(1 - (1 - rounded) ** 2) * np.float32(size * 0.14), np.float32)
    bgr = filled(grid, body)
    for u, v in PIPS[value]:
        off = np.hypot(x - np.float32(u * size * 0.26), y - np.float32(v * size * 0.26)) - np.float32(
            size * 0.095
        )
        share = coverage(off, px_per_mm)
        lay_over(bgr, pip, share)
        height -= share * np.float32(0.5)
    return lit_sprite(grid, bgr, coverage(edge, px_per_mm), height, light_deg, size, gloss=0.22)


def bag(rng: np.random.Generator, px_per_mm: float, light_deg: float) -> Sprite:
    """Draw the cloth bag for tokens, 130 to 210 mm long, lying on its side, gathered at the top by a cord."""
    length, width = rng.uniform((130, 95), (210, 150))
    grid = Grid(width + 40 + 2 * MARGIN_MM, length + 12 + 2 * MARGIN_MM, px_per_mm)
    coarse = Grid(grid.width_mm, grid.height_mm, min(px_per_mm, 1.2))
    x, y = coarse.x - np.float32(grid.width_mm / 2), coarse.y - np.float32(MARGIN_MM + 6)
    t = y / np.float32(length)
    neck = float(rng.uniform(0.14, 0.22))
    # Half the width along the bag: frill, tied neck, shoulders, body, rounded bottom.
    half = np.interp(
        t,
        (0, 0.04, neck, neck + 0.16, 0.55, 0.9, 0.97, 1.0),
        (
            width * 0.2,
            width * 0.24,
            width * 0.1,
            width * 0.4,
            width * 0.5,
            width * 0.45,
            width * 0.36,
            width * 0.22,
        ),
    ).astype(np.float32)
    rough = noise(rng, coarse, 22.0) * np.float32(2.2)
    edge = np.maximum(np.abs(x) - half, np.abs(y - np.float32(length / 2)) - np.float32(length / 2)) + rough
    across = np.clip(x / np.maximum(half, 1), -1, 1)
    body = np.sqrt(np.maximum(1 - across * across, 0)) * half * np.float32(0.45)
    # Pleats run into the neck and die out towards the body; lumps are the tokens inside.
    near = np.exp(-(((t - np.float32(neck)) / np.float32(0.2)) ** 2))
    pleats = (
        np.sin(across * np.float32(rng.uniform(9, 15)) + noise(rng, coarse, 40.0) * 1)
        * near
        * np.float32(3.0)
    )
    folds = (1 - np.abs(noise(rng, coarse, 34.0)) * np.float32(1.3)) * np.float32(3.5)
    lumps = noise(rng, coarse, 11.0) * np.clip((t - np.float32(0.45)) * 4, 0, 1) * np.float32(1.2)
    tall = np.asarray(body + pleats + folds + lumps, np.float32)
    rows, columns = grid.shape
    edge_full = np.asarray(cv2.resize(np.asarray(edge, np.float32), (columns, rows)), np.float32)
    height = np.asarray(
        cv2.resize(cv2.GaussianBlur(tall, (0, 0), 1.0), (columns, rows), interpolation=cv2.INTER_CUBIC),
        np.float32,
    )
    bgr = speckle(filled(grid, tint(rng, CLOTHS, 8)), noise(rng, grid, 0.8) * np.float32(0.05))
    alpha = coverage(edge_full, px_per_mm)
    cord = np.zeros(grid.shape, np.uint8)
    tie, centre = MARGIN_MM + 6 + length * neck, grid.width_mm / 2
    grid.strokes(
        cord,
        [np.array([(centre - width * 0.11, tie), (centre, tie + 1.5), (centre + width * 0.11, tie)])],
        3.2,
    )
    for sign in (-1, 1):
        drop = np.cumsum(rng.uniform((-1, 4), (9, 12), (4, 2)), axis=0)
        end = np.concatenate([[(0, 0)], drop]) * (sign, 1) + (centre + sign * 3, tie)
        grid.strokes(cord, [end], 2.4)
    lay_over(bgr, tint(rng, ((200, 215, 222), (60, 60, 62), (60, 120, 170)), 8), cord)
    height += cord.astype(np.float32) * np.float32(1.6 / 255)
    alpha = np.maximum(alpha, cord.astype(np.float32) / 255)
    return lit_sprite(grid, bgr, alpha, height, light_deg, float(width * 0.28), reach_mm=14.0)


def rack(rng: np.random.Generator, px_per_mm: float, light_deg: float) -> Sprite:
    """Draw a rack of 150 to 250 mm from above: lip, groove, leaning back, perhaps pieces in it."""
    length, depth = rng.uniform((150, 19), (250, 34))
    grid = Grid(length + 2 * MARGIN_MM, depth + 2 * MARGIN_MM, px_per_mm)
    x, y = grid.x - np.float32(grid.width_mm / 2), grid.y - np.float32(MARGIN_MM)
    edge = box_distance(x, y - np.float32(depth / 2), length / 2, depth / 2, float(rng.uniform(0.6, 4)))
    tall = float(rng.uniform(14, 26))
    groove = depth * float(rng.uniform(0.55, 0.72))
    profile = np.interp(
        y,
        (0, 1.5, 4, groove - 1, groove, groove + 3, groove + 4, depth - 1, depth),
        (tall - 1, tall, tall, tall * 0.42, tall * 0.3, tall * 0.3, tall * 0.5, tall * 0.5, tall * 0.5 - 1),
    ).astype(np.float32)
    ends = np.clip(1 - (np.abs(x) - np.float32(length / 2 - 1.5)) / 1.5, 0, 1)
    height = np.asarray(profile * (np.float32(0.93) + ends * np.float32(0.07)), np.float32)
    if rng.random() < 0.6:
        bgr = wood(rng, grid, tint(rng, WOODS, 6))
        gloss = 0.05
    else:
        bgr = speckle(filled(grid, any_colour(rng, 60, 230)), noise(rng, grid, 1.5) * np.float32(0.01))
        gloss = 0.2
    _fill_rack(rng, grid, bgr, height, float(length), groove, tall)
    return lit_sprite(
        grid, bgr, coverage(edge, px_per_mm), height, light_deg, tall + 6, gloss=gloss, reach_mm=10.0
    )


def _fill_rack(
    rng: np.random.Generator,
    grid: Grid,
    bgr: Bytes,
    height: Floats,
    length: float,
    groove: float,
    tall: float,
) -> None:
    """Stand some pieces in the groove: from above one sees their upper edge and some of their blank backs."""
    size, thick = float(rng.uniform(18, 26)), float(rng.uniform(3, 5))
    colour = tint(rng, ((205, 228, 236), (222, 234, 238), (120, 170, 205), (40, 38, 38)), 5)
    at = MARGIN_MM + float(rng.uniform(3, 25))
    for _ in range(int(rng.integers(0, 8))):
        if at + size > length - 2:
            break
        top = MARGIN_MM + groove * 0.45 + float(rng.normal(0, 0.5))
        rows = slice(int(top * grid.px_per_mm), int((MARGIN_MM + groove + 2) * grid.px_per_mm))
        columns = slice(int(at * grid.px_per_mm), int((at + size) * grid.px_per_mm))
        bgr[rows, columns] = np.round(scaled(colour, 0.8))
        rim = slice(rows.start, int((top + thick) * grid.px_per_mm))
        bgr[rim, columns] = np.round(scaled(colour, float(rng.uniform(0.97, 1.04))))
        fall = np.linspace(tall + 6, tall * 0.4, max(1, rows.stop - rows.start), dtype=np.float32)
        height[rows, columns] = fall[:, None]
        height[rim, columns] = tall + 6
        at += size + float(rng.choice((0.4, 0.6, 1.0, 9.0)))
