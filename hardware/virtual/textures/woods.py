"""Wooden table tops: boards cut from a log, each with its own rings, fibres, pores and knots.

Every board is a plane through a slightly conical, slightly crooked trunk. Where it passes close to the pith
the rings run out in the arches of a flat-sawn board, far from it they become the straight lines of a
quarter-sawn one. Palettes run from the darkest to the lightest tone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.virtual.textures.noise import (
    Bytes,
    Colour,
    Floats,
    Size,
    bgr,
    clouds,
    fractal,
    lay,
    paint,
    ramp,
    share_of,
    specks,
    table_angle,
    vary,
)


@dataclass(frozen=True, slots=True)
class Species:
    """How a wood differs from others; tones are shares of the way from its dark to its light colour."""

    ring_mm: tuple[float, float]  # distance of rings, from slow to fast growth
    ring_tone: float  # how much darker the late wood is
    sharpness: float  # 1 is a soft wave, 6 a thin dark line
    fibre_tone: float
    pore_tone: float
    pore_mm: float  # length of a pore as it is cut open
    pore_share: float  # of the surface
    knots_per_m: float  # along a board
    streak_tone: float  # broad stripes of darker heartwood
    flecks: bool = False  # the short brown rays of beech


SPECIES: dict[str, Species] = {
    "oak": Species((2.0, 4.5), 0.26, 2.0, 0.13, 0.34, 7.0, 0.10, 0.15, 0.10),
    "ash": Species((2.5, 6.0), 0.34, 2.5, 0.10, 0.25, 6.0, 0.07, 0.1, 0.06),
    "walnut": Species((2.5, 6.0), 0.24, 1.6, 0.13, 0.20, 5.0, 0.05, 0.1, 0.18),
    "pine": Species((2.5, 7.0), 0.42, 3.5, 0.06, 0.0, 1.0, 0.0, 1.2, 0.07),
    "beech": Species((2.0, 4.5), 0.10, 1.3, 0.07, 0.0, 1.0, 0.0, 0.05, 0.05, flecks=True),
    "cherry": Species((2.0, 5.0), 0.17, 1.5, 0.09, 0.06, 3.0, 0.03, 0.1, 0.14),
    "mahogany": Species((3.0, 8.0), 0.13, 1.2, 0.14, 0.26, 4.0, 0.08, 0.02, 0.16),
    "stained": Species((2.0, 5.0), 0.26, 2.0, 0.16, 0.30, 6.0, 0.08, 0.2, 0.12),
    "bamboo": Species((3.5, 7.0), 0.14, 1.2, 0.16, 0.10, 9.0, 0.04, 0.0, 0.05),
}


@dataclass(frozen=True, slots=True)
class _Board:
    """A board's place on the upright canvas, in pixels."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def size(self) -> Size:
        return self.bottom - self.top, self.right - self.left


def wood_top(
    species: str, colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float
) -> Bytes:
    """Draw a wooden table top of a species in colours that run from its darkest to its lightest tone."""
    kind = SPECIES[species]
    tones = [vary(rng, bgr(code), 0.05, 0.02) for code in colours]
    angle = table_angle(rng)
    return lay(size, angle, lambda big: _draw_boards(kind, tones, rng, big, px_per_mm))


def wood_piece(
    species: str, colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float
) -> Bytes:
    """Draw one board without joints and knots, finer than a table's, grain along the rows: for tiles."""
    kind = SPECIES[species]
    tones = [vary(rng, bgr(code), 0.05, 0.02) for code in colours]
    fibres, pores = _fine_grain(kind, rng, size, px_per_mm, 0.55)
    return _paint_board(kind, tones, rng, fibres, pores, px_per_mm, fine=0.55)


def _draw_boards(
    kind: Species, tones: Sequence[Colour], rng: np.random.Generator, size: Size, px_per_mm: float
) -> Bytes:
    canvas = np.empty((*size, 3), np.uint8)
    boards, gap_mm, spread = _lay_out(kind, rng, size, px_per_mm)
    fibres, pores = _fine_grain(kind, rng, size, px_per_mm, 1.0)
    for board in boards:
        place = np.s_[board.top : board.bottom, board.left : board.right]
        # Boards come from different trees: each a little lighter or darker, redder or yellower.
        warmth = 0.02 * rng.standard_normal()
        own = [(blue * (1 - warmth), green, red * (1 + 0.4 * warmth)) for blue, green, red in tones]
        lift = float(spread * rng.standard_normal())
        canvas[place] = _paint_board(kind, own, rng, fibres[place], pores[place], px_per_mm, lift)
    if gap_mm > 0:
        _draw_gaps(canvas, boards, gap_mm * px_per_mm, float(rng.uniform(0.25, 0.75)))
    return canvas


def _lay_out(
    kind: Species, rng: np.random.Generator, size: Size, px_per_mm: float
) -> tuple[list[_Board], float, float]:
    """Divide the canvas into boards; give them with the gap between them and how unlike their tones are."""
    rows, columns = size
    way = rng.choice(("planks", "staves", "panel"), p=(0.5, 0.25, 0.25))
    if kind is SPECIES["bamboo"]:  # always glued from strips of split cane
        width, length, gap, spread = float(rng.uniform(18, 26)), float(rng.uniform(700, 1800)), 0.0, 0.06
    elif way == "panel":  # veneer in broad leaves, or one slab
        width, length, gap, spread = float(rng.uniform(160, 420)), math.inf, 0.0, 0.02
    elif way == "staves":  # glued worktop
        width, length, gap, spread = float(rng.uniform(35, 65)), float(rng.uniform(250, 700)), 0.0, 0.07
    else:
        gap = float(rng.choice((0.0, rng.uniform(0.3, 1.6))))
        width, length, spread = float(rng.uniform(60, 150)), math.inf, 0.045
    boards: list[_Board] = []
    top = -int(rng.uniform(0, width) * px_per_mm)
    while top < rows:
        bottom = top + max(
            8, round(width * px_per_mm * (rng.uniform(0.92, 1.08) if way != "staves" else 1.0))
        )
        left = 0 if math.isinf(length) else -int(rng.uniform(0, length) * px_per_mm)
        while left < columns:
            right = (
                columns
                if math.isinf(length)
                else left + max(8, int(length * rng.uniform(0.6, 1.1) * px_per_mm))
            )
            board = _Board(max(0, top), min(rows, bottom), max(0, left), min(columns, right))
            if board.size[0] > 0 and board.size[1] > 0:
                boards.append(board)
            left = right
        top = bottom
    return boards, gap, spread


def _draw_gaps(canvas: Bytes, boards: Sequence[_Board], gap_px: float, depth: float) -> None:
    """Darken the joints between boards: a dark line, and the softened edges beside it."""
    for edge in sorted({board.top for board in boards if board.top > 0}):
        reach = max(2, math.ceil(1.5 * gap_px + 1))
        rows = np.arange(max(0, edge - reach), min(canvas.shape[0], edge + reach))
        if rows.size == 0:
            continue
        away = np.abs(rows + 0.5 - edge) / max(0.5, gap_px / 2)
        light = (1 - depth * np.exp(-(away**2))).astype(np.float32)
        strip = canvas[rows[0] : rows[-1] + 1]
        strip[:] = (strip * light[:, None, None]).astype(np.uint8)


def _fine_grain(
    kind: Species, rng: np.random.Generator, size: Size, px_per_mm: float, fine: float
) -> tuple[Floats, Floats]:
    """Give what does not follow the rings: fibres and streaks as a change of tone, pores as a darkening."""
    tone = clouds(rng, size, (1.0, 14 * px_per_mm * fine))
    tone += clouds(rng, size, (max(1.0, 0.8 * px_per_mm), 70 * px_per_mm * fine))
    tone *= 0.55 * kind.fibre_tone
    broad = clouds(rng, size, (9 * px_per_mm * fine, 400 * px_per_mm))
    cv2.scaleAdd(broad, 0.7 * kind.streak_tone, tone, tone)
    cv2.scaleAdd(fractal(rng, size, 60 * px_per_mm, 2), 0.03, tone, tone)
    cv2.scaleAdd(specks(rng, size), 0.02, tone, tone)
    if kind.flecks:
        rays = _dashes(rng, size, 2.2 * px_per_mm * fine, 0.06)
        cv2.scaleAdd(rays, -0.22 * min(1.0, 0.5 * px_per_mm), tone, tone)
    if kind.pore_share == 0:
        return tone, np.zeros(size, np.float32)
    # Pores are thinner than a pixel: at lower resolution each darkens its pixel less.
    pores = _dashes(rng, size, kind.pore_mm * px_per_mm * fine, kind.pore_share)
    pores *= kind.pore_tone * min(1.0, 0.35 * px_per_mm)
    return tone, pores


def _paint_board(
    kind: Species,
    tones: Sequence[Colour],
    rng: np.random.Generator,
    fibres: Floats,
    pores: Floats,
    px_per_mm: float,
    lift: float = 0.0,
    fine: float = 1.0,
) -> Bytes:
    """Draw one board, grain along the rows; `lift` makes it lighter, `fine` below 1 finer than usual."""
    size = (fibres.shape[0], fibres.shape[1])
    ring_mm = float(rng.uniform(*kind.ring_mm)) * fine
    reach, knots = _distance_from_pith(kind, rng, size, px_per_mm, ring_mm, fine)
    table, step_mm = _ring_table(kind, rng, ring_mm, float(reach.max()) + 1, 1 / px_per_mm)
    late = table[(reach * np.float32(1 / step_mm)).astype(np.int32)]  # 0 early wood, 1 late wood
    tone = fibres + np.float32(0.68 + lift)
    cv2.scaleAdd(late, -kind.ring_tone, tone, tone)
    if kind.pore_share > 0:  # fewer in the late wood
        tone -= pores * (np.float32(1.25) - late)
    for knot in knots:
        _darken_knot(tone, rng, knot, px_per_mm)
    return paint(tone, ramp(tones))


def _distance_from_pith(
    kind: Species, rng: np.random.Generator, size: Size, px_per_mm: float, ring_mm: float, fine: float
) -> tuple[Floats, list[tuple[float, float, float]]]:
    """Give each pixel's distance from the trunk's middle in mm, and the knots as (x, y, radius) in px."""
    rows, columns = size
    step = max(2.0, min(8.0, 2 * px_per_mm))
    low = (max(2, math.ceil(rows / step)), max(2, math.ceil(columns / step)))
    along = (np.linspace(0, columns / px_per_mm, low[1], dtype=np.float32) + rng.uniform(0, 2000))[None, :]
    across = np.linspace(0, rows / px_per_mm, low[0], dtype=np.float32)[:, None]
    width_mm = rows / px_per_mm
    flat_sawn = rng.random() < 0.6
    pith = (
        width_mm * rng.uniform(0.2, 0.8) if flat_sawn else float(rng.choice((-1, 1))) * rng.uniform(90, 250)
    )
    slope = float(rng.choice((-1, 1))) * rng.uniform(0.008, 0.05)
    depth = (10 + rng.uniform(0, 60)) * fine + np.abs(slope * (along - along.mean()) + rng.uniform(-15, 15))
    reach = np.sqrt((across - pith) ** 2 + depth**2).astype(np.float32)
    # A trunk is crooked over metres and bumpy over centimetres.
    reach += ring_mm * 1.6 * fractal(rng, low, (35 * px_per_mm / step, 260 * px_per_mm / step), 2)
    reach += ring_mm * 0.25 * clouds(rng, low, (9 * px_per_mm / step, 50 * px_per_mm / step))
    knots: list[tuple[float, float, float]] = []
    if fine == 1.0:
        for _ in range(int(rng.poisson(kind.knots_per_m * columns / px_per_mm / 1000))):
            x, y, radius = (
                rng.uniform(0, columns),
                rng.uniform(0.1, 0.9) * rows,
                rng.uniform(2.5, 9.0) * px_per_mm,
            )
            bump = np.exp(
                -((along - along[0, 0] - x / px_per_mm) ** 2 / (2 * (2.6 * radius / px_per_mm) ** 2))
                - (across - y / px_per_mm) ** 2 / (2 * (1.3 * radius / px_per_mm) ** 2)
            )
            reach += (2.8 * radius / px_per_mm * bump).astype(np.float32)
            knots.append((float(x), float(y), float(radius)))
    reach -= reach.min()
    return cv2.resize(reach, (columns, rows), interpolation=cv2.INTER_LINEAR).astype(
        np.float32, copy=False
    ), knots


def _ring_table(
    kind: Species, rng: np.random.Generator, ring_mm: float, reach_mm: float, pixel_mm: float
) -> tuple[Floats, float]:
    """Give the late-wood share by distance from the pith, and the step of the table in mm."""
    step_mm = 0.1
    count = math.ceil(reach_mm / step_mm) + 2
    years = math.ceil(2.5 * reach_mm / ring_mm) + 4
    # Good and bad summers come in runs, so widths drift rather than jump.
    drift = np.convolve(rng.standard_normal(years + 6), np.ones(7) / 7, "valid")
    widths = ring_mm * np.exp(0.6 * drift + 0.22 * rng.standard_normal(years))
    edges = np.concatenate(([0.0], np.cumsum(widths)))
    where = np.arange(count) * step_mm
    year = np.clip(np.searchsorted(edges, where, side="right") - 1, 0, years - 1)
    phase = (where - edges[year]) / widths[year]
    strength = (1 + 0.35 * rng.standard_normal(years)).clip(0.2, 1.8)
    late = phase**kind.sharpness * strength[year]
    # A ring ends within a tenth of itself, and no faster than a pixel can show.
    soft = cv2.GaussianBlur(
        late.astype(np.float32).reshape(1, -1), (0, 0), max(0.06 * ring_mm, 0.45 * pixel_mm) / step_mm
    )
    return soft.ravel().astype(np.float32, copy=False), step_mm


def _dashes(rng: np.random.Generator, size: Size, length_px: float, share: float) -> Floats:
    """Give short lines along the rows, 1 where there is one; about `share` of the surface."""
    rows, columns = size
    cell_px = max(1.0, length_px / 4)
    few = max(2, math.ceil(columns / cell_px))
    cells = max(1, round(length_px / cell_px))
    raw = np.frombuffer(rng.bytes(rows * few * 2), np.uint16).reshape(rows, few)
    starts = (raw < 65536 * share / cells).astype(np.uint8) * 255
    marks = cv2.dilate(starts, np.ones((1, cells), np.uint8))
    lines = cv2.resize(marks, (columns, rows), interpolation=cv2.INTER_LINEAR)
    return share_of(lines.astype(np.uint8, copy=False))


def _darken_knot(
    tone: Floats, rng: np.random.Generator, knot: tuple[float, float, float], px_per_mm: float
) -> None:
    """Draw the branch itself: a dark oval with a darker rim and rings of its own."""
    x, y, radius = knot
    reach = math.ceil(1.6 * radius)
    left, top = max(0, int(x - reach)), max(0, int(y - reach))
    patch = tone[top : int(y + reach), left : int(x + reach)]
    if patch.size == 0:
        return
    across = (np.arange(patch.shape[1], dtype=np.float32) + left - x) / (1.15 * radius)
    down = (np.arange(patch.shape[0], dtype=np.float32) + top - y) / (0.9 * radius)
    away = np.sqrt(across[None, :] ** 2 + down[:, None] ** 2)
    away += 0.12 * clouds(rng, (patch.shape[0], patch.shape[1]), radius / 2)
    rings = 0.06 * np.sin(away * radius / px_per_mm * 4.0)
    inside = 1 / (1 + np.exp((away - 1) * 9))
    rim = np.exp(-(((away - 0.95) / 0.16) ** 2))
    wood = 0.08 + rings + 0.16 * (1 - away)
    patch += (inside * (wood - patch) - 0.18 * rim * patch).astype(np.float32)
