"""Table cloths that are woven: plain, linen, checks, tartan, stripes, damask, and a felt or a rug to play on.

Palettes: the ground first, then the colours on it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from hardware.virtual.textures.fabric import Drape, drape, repeat, stripes_of, weave_of
from hardware.virtual.textures.noise import (
    BEND_STEP,
    Bytes,
    Colour,
    Floats,
    Size,
    bgr,
    clouds,
    coarse_shape,
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

CHECK_MM = (8.0, 40.0)


def gingham(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw even checks of two colours, the mixture of both where their threads cross."""
    ground, colour = _shades(rng, colours)
    check = float(rng.uniform(*CHECK_MM))
    stripes = stripes_of([(check, ground), (check, colour)], px_per_mm)
    return _spread(
        weave_of(stripes, stripes), rng, size, px_per_mm, Drape(float(rng.uniform(0.2, 1.5)), 0.03)
    )


def windowpane(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw a plain ground with a grid of thin lines in one or two colours, as on tea towels."""
    ground, *lines = _shades(rng, colours)
    pitch = float(rng.uniform(14, 40))
    line = float(rng.uniform(1.0, 4.0))
    bands: list[tuple[float, Colour]] = []
    for number in range(2 * len(lines)):
        bands += [(pitch - line, ground), (line, lines[number % len(lines)])]
    stripes = stripes_of(bands, px_per_mm)
    return _spread(
        weave_of(stripes, stripes), rng, size, px_per_mm, Drape(float(rng.uniform(0.5, 1.5)), 0.04)
    )


def tartan(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw a Scottish check: one sequence of broad and narrow bands, mirrored, in both directions."""
    ground, *others = _shades(rng, colours)
    half: list[tuple[float, Colour]] = [(float(rng.uniform(14, 34)), ground)]
    for _ in range(int(rng.integers(3, 6))):
        width = float(rng.choice((2.0, 4.0, 9.0, 16.0)) * rng.uniform(0.8, 1.3))
        before = half[-1][1]
        choice = [other for other in (ground, *others) if other != before]
        half.append((width, choice[int(rng.integers(len(choice)))]))
    sett = stripes_of([*half, *half[-2:0:-1]], px_per_mm)
    return _spread(
        weave_of(sett, sett), rng, size, px_per_mm, Drape(float(rng.uniform(0.5, 1.5)), 0.055, 0.8)
    )


def stripes(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw stripes one way: even, in groups, or thin on a broad ground."""
    ground, *others = _shades(rng, colours)
    bands: list[tuple[float, Colour]]
    way = int(rng.integers(3))
    if way == 0:
        width = float(rng.uniform(5, 40))
        bands = [band for other in others for band in ((width, ground), (width, other))]
    elif way == 1:
        thin = float(rng.uniform(1.5, 4))
        bands = [(float(rng.uniform(15, 45)), ground)]
        for other in [*others, others[0]]:
            bands += [(thin * float(rng.choice((1, 1, 3))), other), (thin, ground)]
    else:
        bands = []
        for other in [*others, *others]:
            bands += [(float(rng.uniform(4, 30)), other), (float(rng.uniform(2, 20)), ground)]
    profile = stripes_of(bands, px_per_mm)
    tile = np.round(np.repeat(profile[:, None, :], 2, axis=1)).astype(np.uint8)
    return _spread(tile, rng, size, px_per_mm, Drape(float(rng.uniform(0.3, 1.5)), 0.035))


def plain_cloth(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw a cloth of one colour, with the wrinkles that show on it best."""
    colour = _shades(rng, colours)[0]
    return drape(
        lambda big: flat(big, colour),
        rng,
        size,
        px_per_mm,
        Drape(float(rng.uniform(0.4, 1.8)), float(rng.uniform(0.01, 0.045)), float(rng.uniform(0.4, 0.9))),
    )


def linen(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw coarse linen or jute: thick uneven threads in two near colours, and dark gaps between them."""
    dark, light = _shades(rng, colours)
    thread = float(rng.uniform(0.8, 2.0))

    def threads(big: Size) -> Bytes:
        pitch = max(1.0, thread * px_per_mm)
        mix = clouds(rng, big, (pitch, 40 * px_per_mm)) + clouds(rng, big, (40 * px_per_mm, pitch))
        mix += 0.5 * clouds(rng, big, (pitch, 3 * pitch))
        return paint(0.5 + 0.22 * mix, ramp([dark, light]))

    return drape(threads, rng, size, px_per_mm, Drape(float(rng.uniform(0.2, 1.2)), 0.09, thread))


def rug(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw a woven rug or place mat: fat yarn over and under, each stretch of yarn of its own shade."""
    shades = np.array(_shades(rng, colours), np.float32)
    yarn = max(3.0, float(rng.uniform(3.0, 8.0)) * px_per_mm)  # px
    stretch = yarn * float(rng.uniform(1.4, 2.4))  # px of yarn that lie on top before it dives
    rows, columns = 2 * math.ceil(130 * px_per_mm / yarn), math.ceil(260 * px_per_mm / stretch)
    tile = _knit(rng, shades, (rows, columns), (round(rows * yarn), round(columns * stretch)))
    grid = coarse_shape(size)
    cell = 25 * px_per_mm / BEND_STEP
    wander = (0.35 * yarn * clouds(rng, grid, cell), 0.25 * yarn * clouds(rng, grid, cell))
    rough = lay(size, table_angle(rng), lambda big: repeat(tile, big), wander)
    return shade(rough, 1 + 0.05 * clouds(rng, size, 2.0 * px_per_mm) + 0.05 * specks(rng, size))


def _knit(rng: np.random.Generator, shades: Floats, cells: Size, size: Size) -> Bytes:
    """Draw one repeat of a coarse weave: rows of bulging stretches of yarn, set off like bricks."""
    rows, columns = cells
    # Rows keep to a colour for a while, with single stretches of others between: yarn is laid in by the row.
    by_row, single = rng.integers(0, len(shades), (rows, 1)), rng.integers(0, len(shades), cells)
    pick = np.where(rng.random(cells) < rng.uniform(0.5, 0.9), by_row, single)
    colour = np.clip(shades[pick] * (1 + 0.08 * rng.standard_normal((rows, columns, 1))), 0, 255).astype(
        np.uint8
    )
    y = (np.arange(size[0], dtype=np.float32) + 0.5) * rows / size[0]
    x = (np.arange(size[1], dtype=np.float32) + 0.5) * columns / size[1]
    row = np.floor(y).astype(np.int32)
    along = x[None, :] + 0.5 * (row % 2)[:, None]
    column = np.floor(along)
    picture = colour[row[:, None], column.astype(np.int32) % columns]
    bulge_y, bulge_x = 2 * (y - row) - 1, 2 * (along - column) - 1
    light = 1.10 - 0.42 * bulge_y[:, None] ** 4 - 0.30 * bulge_x**4
    # Fibres run askew along the yarn, the other way round in every second row.
    twist = np.sin(9 * along + 4.5 * (y * (1 - 2 * (row % 2)))[:, None])
    return shade(picture, (light + 0.05 * twist).astype(np.float32))


def felt(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw the felt of a card table: one colour, matted fibres, brushed patches."""
    colour = _shades(rng, colours)[0]
    light = 1 + 0.018 * fractal(rng, size, 90 * px_per_mm, 3)
    light += 0.035 * clouds(rng, size, max(1.5, 1.3 * px_per_mm))
    light += 0.05 * specks(rng, size)
    return shade(flat(size, colour), light)


def damask(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw tone on tone: leaves and scrolls in mirror image, woven so that only their sheen differs."""
    ground, figure = _shades(rng, colours)
    width_mm = float(rng.uniform(60, 130))
    motif = _ornament(rng, max(24, round(width_mm * px_per_mm)))
    half_drop = np.hstack([motif, np.roll(motif, motif.shape[0] // 2, axis=0)])
    weight = half_drop.astype(np.float32)[:, :, None] / 255
    ends = np.array(ground, np.float32), np.array(figure, np.float32)
    tile = np.round(ends[0] + weight * (ends[1] - ends[0])).astype(np.uint8)
    return _spread(tile, rng, size, px_per_mm, Drape(float(rng.uniform(0.4, 1.3)), 0.02))


def _ornament(rng: np.random.Generator, width: int) -> Bytes:
    """Draw one palmette with scrolls as a mask that repeats downwards and is its own mirror image."""
    side = 240  # drawn at one size and reduced, so that every resolution shows the same ornament
    height = round(side * rng.uniform(1.2, 1.6))
    half = np.zeros((height, side // 2), np.uint8)

    def leaf(x: float, y: float, length: float, turn: float, fat: float) -> None:
        t = np.linspace(0, 1, 24)
        bow = fat * length * np.sin(np.pi * t) ** 0.8
        along = np.concatenate([t, t[::-1]]) * length
        out = np.concatenate([bow, -0.55 * bow[::-1]])
        points = np.stack(
            [
                x + along * math.sin(turn) + out * math.cos(turn),
                y - along * math.cos(turn) + out * math.sin(turn),
            ],
            axis=1,
        )
        for shift in (-height, 0, height):
            cv2.fillPoly(
                half, [np.round((points + np.array((0, shift))) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4
            )

    middle = height * 0.45
    for number in range(int(rng.integers(4, 7))):  # the palmette: a fan of leaves around the axis
        leaf(
            0, middle, side * rng.uniform(0.22, 0.36), number * rng.uniform(0.42, 0.6), rng.uniform(0.12, 0.2)
        )
    for _ in range(int(rng.integers(2, 4))):  # scrolls that start from the axis and curl up
        turns, grow = rng.uniform(1.2, 1.9), rng.uniform(0.10, 0.17) * side
        t = np.linspace(0, 1, 60)
        angle = 2 * np.pi * turns * t + rng.uniform(0, 2 * np.pi)
        x0, y0 = side * rng.uniform(0.2, 0.36), rng.uniform(0, height)
        radius = grow * (1 - 0.8 * t)
        curl = np.stack([x0 + radius * np.cos(angle), y0 + radius * np.sin(angle)], axis=1)
        for shift in (-height, 0, height):
            cv2.polylines(
                half,
                [np.round((curl + np.array((0, shift))) * 16).astype(np.int32)],
                False,
                255,
                max(2, int(side * 0.022)),
                cv2.LINE_AA,
                4,
            )
        for number in range(3):
            leaf(
                x0,
                y0,
                side * rng.uniform(0.1, 0.2),
                rng.uniform(0, 2 * np.pi) + number,
                rng.uniform(0.15, 0.3),
            )
    stem = np.linspace(0, 2 * np.pi, 80)
    frame = np.stack([side * (0.36 + 0.12 * np.cos(stem)), stem / (2 * np.pi) * height], axis=1)
    cv2.polylines(
        half, [np.round(frame * 16).astype(np.int32)], False, 255, max(2, side // 60), cv2.LINE_AA, 4
    )
    whole = np.hstack([half[:, ::-1], half])
    return cv2.resize(
        whole, (width, max(8, round(width * height / whole.shape[1]))), interpolation=cv2.INTER_AREA
    ).astype(np.uint8, copy=False)


def _shades(rng: np.random.Generator, colours: Sequence[str]) -> list[Colour]:
    """Give the palette's colours as this very cloth has them: dyed a little differently, washed."""
    return [vary(rng, bgr(code), 0.05, 0.02) for code in colours]


def _spread(tile: Bytes, rng: np.random.Generator, size: Size, px_per_mm: float, how: Drape) -> Bytes:
    """Cover the table with repeats of a tile."""
    start = int(rng.integers(tile.shape[0])), int(rng.integers(tile.shape[1]))
    return drape(lambda big: repeat(tile, big, start), rng, size, px_per_mm, how)
