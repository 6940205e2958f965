"""Flat things: sheets and score pads written on by hand, napkins, the lid of a game's box."""

from __future__ import annotations

import math

import cv2
import numpy as np

from hardware.virtual.clutter_tools import (
    any_colour,
    filled,
    ring_of,
    scaled,
    soft_lit_sprite,
    speckle,
    tint,
)
from hardware.virtual.handwriting import write_number, write_words
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

PAPERS: tuple[Colour, ...] = (
    (238, 242, 244),
    (232, 240, 243),
    (206, 230, 240),
    (170, 228, 245),
    (226, 238, 228),
)
INKS: tuple[Colour, ...] = ((120, 50, 30), (45, 42, 42), (90, 88, 88), (40, 36, 150))
SIZES_MM = ((210, 297), (148, 210), (105, 148), (216, 279))


def paper(rng: np.random.Generator, px_per_mm: float, light_deg: float) -> Sprite:
    """Draw a sheet (A4, A5, A6 or letter) with some lines of handwriting, blank, ruled or squared."""
    width, height = SIZES_MM[int(rng.choice(4, p=(0.35, 0.3, 0.25, 0.1)))]
    grid = Grid(width + 2 * MARGIN_MM, height + 2 * MARGIN_MM, px_per_mm)
    ink, lines = np.zeros(grid.shape, np.uint8), np.zeros(grid.shape, np.uint8)
    ruling = rng.choice(("blank", "ruled", "squared"))
    step = 5.0 if ruling == "squared" else float(rng.uniform(7, 9))
    if ruling != "blank":
        grid.strokes(
            lines, [np.array([(0, y), (grid.width_mm, y)]) for y in np.arange(14, height, step)], 0.25, 90
        )
    if ruling == "squared":
        grid.strokes(
            lines, [np.array([(x, 0), (x, grid.height_mm)]) for x in np.arange(5, width, step)], 0.25, 90
        )
    for row in range(int(rng.integers(0, min(14, height // 10)))):
        write_words(
            grid, ink, rng, (14.0, 20.0 + row * max(step, 8.0)), float(rng.uniform(0.35, 0.95)) * (width - 25)
        )
    return _sheet(rng, grid, width, height, lines, ink, light_deg)


def score_pad(rng: np.random.Generator, px_per_mm: float, light_deg: float) -> Sprite:
    """Draw a pad of 75 to 120 mm with a column for each player: names, scores, sums underlined."""
    width, height = rng.uniform((75, 120), (120, 190))
    grid = Grid(width + 2 * MARGIN_MM, height + 2 * MARGIN_MM, px_per_mm)
    ink, lines = np.zeros(grid.shape, np.uint8), np.zeros(grid.shape, np.uint8)
    players = int(rng.integers(2, 5))
    column = (width - 8) / players
    grid.strokes(
        lines,
        [np.array([(6 + i * column, 12), (6 + i * column, height - 4)]) for i in range(1, players)],
        0.4,
        200,
    )
    grid.strokes(lines, [np.array([(5, 20), (width, 20)])], 0.5, 220)
    step = float(rng.uniform(7, 9.5))
    for player in range(players):
        left = 8 + player * column
        write_words(grid, ink, rng, (left, 17.0), column * 0.55)
        for row in range(int(rng.integers(1, max(2, int((height - 30) / step))))):
            number = str(int(rng.integers(0, 160)))
            write_number(grid, ink, rng, number, (left + column * 0.12, 23 + row * step), step * 0.58)
            if rng.random() < 0.12:
                grid.strokes(
                    ink,
                    [
                        np.array(
                            [
                                (left, 23.4 + (row + 0.75) * step),
                                (left + column * 0.7, 23 + (row + 0.75) * step),
                            ]
                        )
                    ],
                    0.4,
                )
    return _sheet(rng, grid, float(width), float(height), lines, ink, light_deg, float(rng.uniform(0.5, 9)))


def napkin(rng: np.random.Generator, px_per_mm: float, light_deg: float) -> Sprite:
    """Draw a folded paper or cloth napkin, plain, dotted or banded, creased in four."""
    side, ratio = float(rng.uniform(120, 175)), float(rng.choice((1.0, 1.0, 0.5)))
    grid = Grid(side + 2 * MARGIN_MM + 4, side * ratio + 2 * MARGIN_MM + 4, px_per_mm)
    coarse = Grid(grid.width_mm, grid.height_mm, min(px_per_mm, 1.0))
    x, y = coarse.x - np.float32(grid.width_mm / 2), coarse.y - np.float32(grid.height_mm / 2)
    rough = noise(rng, coarse, 35.0) * np.float32(0.9)
    edge = box_distance(x, y, side / 2, side * ratio / 2, 3.0) + rough
    waves = noise(rng, coarse, 28.0) * np.float32(1.2) + noise(rng, coarse, 3.0) * np.float32(0.07)
    for along, at in ((x, rng.normal(0, 2)), (y, rng.normal(0, 2))):
        waves = waves - np.exp(-(((along - np.float32(at)) / 1.6) ** 2)) * np.float32(0.9)
    waves = waves - np.exp(-(((edge + 6) / 1.2) ** 2)) * np.float32(0.3)
    bgr = speckle(
        filled(grid, any_colour(rng, 120, 245) if rng.random() < 0.6 else tint(rng, PAPERS, 4)),
        np.zeros(grid.shape, np.float32),
    )
    if rng.random() < 0.5:
        print_mask = np.zeros(grid.shape, np.uint8)
        step = float(rng.uniform(9, 22))
        for row, v in enumerate(np.arange(step / 2, grid.height_mm, step)):
            for u in np.arange(step / 2 + (row % 2) * step / 2, grid.width_mm, step):
                cv2.circle(
                    print_mask,
                    tuple(int(a) for a in grid.points(np.array([[u, v]]))[0, 0]),
                    int(step * 0.2 * px_per_mm * 16),
                    255,
                    -1,
                    cv2.LINE_AA,
                    4,
                )
        lay_over(bgr, any_colour(rng), print_mask)
    rows, columns = grid.shape
    alpha = coverage(np.asarray(cv2.resize(edge, (columns, rows)), np.float32), px_per_mm)
    return soft_lit_sprite(grid, bgr, alpha, waves.astype(np.float32), coarse, light_deg, 4.0)


def box_lid(rng: np.random.Generator, px_per_mm: float, light_deg: float) -> Sprite:
    """Draw the lid of a game's box, 180 to 300 mm, printed with shapes and a title, its edges worn."""
    width, height = rng.uniform((180, 180), (300, 290))
    if rng.random() < 0.4:
        height = width
    grid = Grid(width + 2 * MARGIN_MM, height + 2 * MARGIN_MM, px_per_mm)
    # The picture on a lid: soft patches of colour between two shades, with shapes strewn over it.
    patches = np.array([any_colour(rng, 60, 230) for _ in range(3)])
    weights = rng.dirichlet((0.6, 0.6, 0.6), (6, 6))
    bgr = np.asarray(
        cv2.resize((weights @ patches).astype(np.uint8), grid.shape[::-1], interpolation=cv2.INTER_CUBIC),
        np.uint8,
    )
    for _ in range(int(rng.integers(2, 12))):
        corners = int(rng.choice((3, 4, 40)))
        shape = ring_of(
            np.arange(corners) * 2 * math.pi / corners + rng.uniform(0, 6),
            float(rng.uniform(8, 60)),
            (float(rng.uniform(0, width)), float(rng.uniform(0, height))),
        )
        cv2.fillPoly(bgr, [grid.points(shape)], any_colour(rng), cv2.LINE_AA, 4)
    word = "".join(rng.choice(list("AEILNORSTUX"), int(rng.integers(4, 8))))
    size = px_per_mm * float(rng.uniform(0.9, 1.5)) * width / 240 * 5.5 / len(word)
    at = (int(grid.shape[1] * rng.uniform(0.06, 0.15)), int(grid.shape[0] * rng.uniform(0.2, 0.85)))
    for colour, thick in (((20, 20, 30), 6.0), (any_colour(rng, 180, 250), 3.0)):
        cv2.putText(
            bgr, word, at, cv2.FONT_HERSHEY_DUPLEX, size, colour, max(1, round(thick * size)), cv2.LINE_AA
        )
    x, y = grid.x - np.float32(grid.width_mm / 2), grid.y - np.float32(grid.height_mm / 2)
    # Straight sides only: the distance to a box is then a row against a column, which costs next to nothing.
    edge = np.maximum(np.abs(x) - np.float32(width / 2), np.abs(y) - np.float32(height / 2))
    worn = cv2.convertScaleAbs(
        np.clip(1 - np.abs(edge + np.float32(0.7)) / 1.1, 0, 1), alpha=float(rng.uniform(40, 170))
    )
    lay_over(bgr, scaled((225.0, 232.0, 238.0), 1.0), worn)
    coarse = Grid(grid.width_mm, grid.height_mm, min(px_per_mm, 0.8))
    waves = noise(rng, coarse, 90.0) * np.float32(0.7)
    return soft_lit_sprite(
        grid, bgr, coverage(edge, px_per_mm), waves, coarse, light_deg, float(rng.uniform(30, 65))
    )


def _sheet(
    rng: np.random.Generator,
    grid: Grid,
    width: float,
    height: float,
    lines: Bytes,
    ink: Bytes,
    light_deg: float,
    thick_mm: float = 0.3,
) -> Sprite:
    """Light a written sheet: nearly flat, perhaps folded once, its corners a little up."""
    bgr = filled(grid, tint(rng, PAPERS, 3))
    lay_over(bgr, tint(rng, ((190, 160, 140), (170, 170, 170), (150, 150, 200)), 8), lines)
    lay_over(bgr, tint(rng, INKS, 6), ink)
    coarse = Grid(grid.width_mm, grid.height_mm, min(grid.px_per_mm, 0.6))
    x, y = coarse.x - np.float32(grid.width_mm / 2), coarse.y - np.float32(grid.height_mm / 2)
    waves: Floats = noise(rng, coarse, 80.0) * np.float32(2.0)
    if rng.random() < 0.4:
        along = x if rng.random() < 0.3 else y
        waves = waves + np.abs(along) * np.float32(rng.uniform(-0.09, 0.09))
    corner = np.clip((np.abs(x) / (width / 2) + np.abs(y) / (height / 2) - 1.75) * 4, 0, 1) ** 2
    waves = np.asarray(waves + corner * np.float32(rng.uniform(0, 9)), np.float32)
    full_x, full_y = grid.x - np.float32(grid.width_mm / 2), grid.y - np.float32(grid.height_mm / 2)
    edge = np.maximum(np.abs(full_x) - np.float32(width / 2), np.abs(full_y) - np.float32(height / 2))
    return soft_lit_sprite(grid, bgr, coverage(edge, grid.px_per_mm), waves, coarse, light_deg, thick_mm)
