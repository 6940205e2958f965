"""Playing cards, face up or down."""

from __future__ import annotations

import math

import cv2
import numpy as np

from hardware.virtual.clutter_tools import Heap, any_colour, filled, lit_sprite, ring_of
from hardware.virtual.handwriting import DIGITS, rounded
from hardware.virtual.relief import MARGIN_MM, Bytes, Colour, Grid, box_distance, coverage, lay_over
from hardware.virtual.sprites import Sprite


def cards(rng: np.random.Generator, px_per_mm: float, light_deg: float) -> Sprite:
    """Draw one to five playing cards, face up or down, spread over each other."""
    width, height = (63.0, 88.0) if rng.random() < 0.5 else (57.0, 88.0)
    count, down = int(rng.integers(1, 6)), rng.random() < 0.4
    side = math.hypot(width, height) + 26 * (count - 1) * 0.8 + 2 * MARGIN_MM
    heap = Heap(Grid(side, side, px_per_mm))
    back = any_colour(rng, 60, 190)
    fan, lean = float(rng.uniform(4, 16)), float(rng.uniform(-20, 20))
    for card in range(count):
        place = card - (count - 1) / 2
        turn = lean + place * fan + float(rng.normal(0, 2))
        part = _card(rng, width, height, px_per_mm, light_deg - turn, back if down else None)
        heap.lay(part, (side / 2 + place * 17, side / 2 + abs(place) * 3), turn)
    return heap.sprite(0.4 * count + 0.3)


def _card(
    rng: np.random.Generator,
    width: float,
    height: float,
    px_per_mm: float,
    light_deg: float,
    back: Colour | None,
) -> Sprite:
    grid = Grid(width + 2, height + 2, px_per_mm)
    bgr = filled(grid, (236.0, 241.0, 243.0))
    x, y = grid.x - np.float32(grid.width_mm / 2), grid.y - np.float32(grid.height_mm / 2)
    edge = box_distance(x, y, width / 2, height / 2, 3.2)
    if back is not None:
        weave = np.sin((x + y) * np.float32(1.1)) * np.sin((x - y) * np.float32(1.1)) > 0
        inner = coverage(edge + np.float32(4), px_per_mm)
        lay_over(bgr, back, inner)
        lay_over(bgr, (235.0, 238.0, 238.0), inner * weave, 0.43)
    else:
        _card_face(grid, bgr, rng, width, height)
    height_field = np.asarray(np.minimum(-edge, 0.5) * np.float32(0.5), np.float32)
    return lit_sprite(grid, bgr, coverage(edge, px_per_mm), height_field, light_deg, 0.4)


def _card_face(grid: Grid, bgr: Bytes, rng: np.random.Generator, width: float, height: float) -> None:
    """Print pips in two or three columns, and small ones in two corners."""
    red, mask = rng.random() < 0.5, np.zeros(grid.shape, np.uint8)
    turn = np.linspace(0, 2 * math.pi, 24, endpoint=False)
    if rng.random() < 0.5:  # diamonds; on black cards, near enough clubs
        pip = (
            ring_of(turn, np.abs(np.cos(1.5 * turn + math.pi / 4)) * 0.5 + 0.6, (0, 0))
            if not red
            else np.array([(0, -1.2), (0.85, 0), (0, 1.2), (-0.85, 0)])
        )
    else:  # hearts, and spades upside down
        heart = np.stack(
            [np.sin(turn) ** 3, -(13 * np.cos(turn) - 5 * np.cos(2 * turn) - 2 * np.cos(3 * turn)) / 15], -1
        )
        pip = heart if red else heart * (1, -1)
    count = int(rng.integers(1, 10))
    columns = 1 if count < 4 else 2
    rows = math.ceil(count / columns)
    for index in range(count):
        u = width / 2 + 1 + (0 if columns == 1 else (index % 2 - 0.5) * width * 0.4)
        v = height / 2 + 1 + (index // columns - (rows - 1) / 2) * height * 0.68 / max(rows - 1, 1)
        cv2.fillPoly(
            mask, [grid.points(pip * 4.6 * (1 if v < height * 0.6 else -1) + (u, v))], 255, cv2.LINE_AA, 4
        )
    for u, v, sign in ((5.5, 14.0, 1), (width - 3.5, height - 12.0, -1)):
        cv2.fillPoly(mask, [grid.points(pip * 2.1 * sign + (u, v))], 255, cv2.LINE_AA, 4)
        digit = rounded(np.array(DIGITS[count % 10]) - (0.3, 0.5)) * 5.5 * sign + (u, v - sign * 6.5)
        grid.strokes(mask, [digit], 1.0)
    lay_over(bgr, (40.0, 34.0, 190.0) if red else (34.0, 32.0, 32.0), mask)
