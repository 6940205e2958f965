"""Printed table cloths and oilcloth with small shapes: dots, confetti, stars, chequers.

Palettes: the ground first, then the colours printed on it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.virtual.textures.fabric import Drape, drape, repeat
from hardware.virtual.textures.noise import Bytes, Colour, Size, bgr, flat, vary

DOT_MM = (4.0, 25.0)
_SHIFT = 4  # OpenCV draws at sixteenths of a pixel


def dots(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw polka dots: one size, in staggered rows, sometimes with small ones between."""
    ground, *inks = shades(rng, colours)
    across_mm = float(math.exp(rng.uniform(math.log(DOT_MM[0]), math.log(DOT_MM[1]))))
    pitch = across_mm * float(rng.uniform(1.8, 3.5)) * px_per_mm
    repeats = len(inks)
    tile = flat((max(4, round(pitch)) * repeats, max(4, round(pitch)) * repeats), ground)
    step = tile.shape[0] / repeats
    small = rng.random() < 0.25
    for row in range(2 * repeats):
        for column in range(repeats):
            ink = inks[(row // 2 + column) % len(inks)]
            x, y = (column + 0.5 * (row % 2)) * step, row * step / 2
            stamp_disc(tile, x, y, across_mm * px_per_mm / 2, ink)
            if small:
                stamp_disc(tile, x + step / 2, y, across_mm * px_per_mm / 6, ink)
    return spread(tile, rng, size, px_per_mm)


def confetti(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw dots of all sizes and colours, strewn without order."""
    ground, *inks = shades(rng, colours)
    side_mm = float(rng.uniform(140, 260))
    tile = flat((round(side_mm * px_per_mm),) * 2, ground)
    least = float(rng.uniform(4, 8))
    for x, y in strew(rng, side_mm, least * float(rng.uniform(1.8, 3.0))):
        radius = least * float(rng.uniform(0.5, 1.4)) / 2
        stamp_disc(tile, x * px_per_mm, y * px_per_mm, radius * px_per_mm, inks[int(rng.integers(len(inks)))])
    return spread(tile, rng, size, px_per_mm)


def stars(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw five- or six-pointed stars of one or two sizes, as on Christmas oilcloth."""
    ground, *inks = shades(rng, colours)
    side_mm = float(rng.uniform(150, 260))
    tile = flat((round(side_mm * px_per_mm),) * 2, ground)
    across = float(rng.uniform(8, 22))
    points = int(rng.integers(5, 7))
    for x, y in strew(rng, side_mm, across * float(rng.uniform(1.4, 2.2))):
        radius = across / 2 * float(rng.choice((1.0, 1.0, 0.5)))
        turn = np.linspace(0, 2 * np.pi, 2 * points, endpoint=False) + rng.uniform(0, 2 * np.pi)
        reach = np.where(np.arange(2 * points) % 2 == 0, radius, 0.42 * radius)
        outline = np.stack([x + reach * np.cos(turn), y + reach * np.sin(turn)], axis=1) * px_per_mm
        stamp_polygon(tile, outline, inks[int(rng.integers(len(inks)))])
    return spread(tile, rng, size, px_per_mm)


def chequers(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw squares or lozenges of two colours like a chess board, sharp as only print is."""
    ground, ink = shades(rng, colours)
    side = float(rng.uniform(10, 45)) * px_per_mm
    width, height = max(4, round(2 * side)), max(4, round(2 * side * float(rng.choice((1.0, 1.0, 1.7)))))
    tile = flat((height, width), ground)
    if rng.random() < 0.5:
        for x, y in ((0.25, 0.25), (0.75, 0.75)):
            corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width / 4, height / 4)
            stamp_polygon(tile, corners + np.array((x * width, y * height)), ink)
    else:
        stamp_polygon(tile, np.array([(0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)]) * (width, height), ink)
    return spread(tile, rng, size, px_per_mm)


def shades(rng: np.random.Generator, colours: Sequence[str]) -> list[Colour]:
    """Give the palette's colours as this printing has them."""
    return [vary(rng, bgr(code), 0.05, 0.02) for code in colours]


def spread(tile: Bytes, rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Cover the table with repeats of a printed tile, on cotton or on smooth oilcloth."""
    start = int(rng.integers(tile.shape[0])), int(rng.integers(tile.shape[1]))
    if rng.random() < 0.4:
        how = Drape(float(rng.uniform(0.1, 0.6)), 0.004)
    else:
        how = Drape(float(rng.uniform(0.4, 1.5)), 0.025)
    return drape(lambda big: repeat(tile, big, start), rng, size, px_per_mm, how)


def strew(rng: np.random.Generator, side_mm: float, apart_mm: float) -> list[tuple[float, float]]:
    """Give points all over a square that repeats, about `apart_mm` from one another, in no visible order."""
    # Staggered rows, each point moved off its place: trying points at random and keeping those that lie far
    # enough from all others looks the same and takes a hundred times as long.
    count = max(2, 2 * round(side_mm / apart_mm / 2.3))
    pitch = side_mm / count
    row, column = np.divmod(np.arange(count * count), count)
    place = np.stack([(column + 0.5 * (row % 2)) * pitch, row * pitch], axis=1)
    place += rng.uniform(-0.34, 0.34, place.shape) * pitch
    kept = place[rng.random(len(place)) > 0.08] % side_mm
    return [(float(x), float(y)) for x, y in rng.permutation(kept)]


def stamp_disc(tile: Bytes, x: float, y: float, radius: float, colour: Colour) -> None:
    """Draw a disc on a tile that repeats, also where it sticks out over an edge."""
    for dx, dy in _copies(tile, x, y, radius):
        centre = round((x + dx - 0.5) * 2**_SHIFT), round((y + dy - 0.5) * 2**_SHIFT)
        cv2.circle(tile, centre, max(1, round(radius * 2**_SHIFT)), colour, -1, cv2.LINE_AA, _SHIFT)


def stamp_polygon(tile: Bytes, corners: NDArray[np.float64], colour: Colour) -> None:
    """Draw a polygon with (n, 2) corners in pixels on a tile that repeats."""
    middle = corners.mean(axis=0)
    reach = float(np.abs(corners - middle).max()) + 1
    for dx, dy in _copies(tile, float(middle[0]), float(middle[1]), reach):
        moved = np.round((corners + np.array((dx - 0.5, dy - 0.5))) * 2**_SHIFT).astype(np.int32)
        cv2.fillPoly(tile, [moved], colour, cv2.LINE_AA, _SHIFT)


def _copies(tile: Bytes, x: float, y: float, reach: float) -> list[tuple[int, int]]:
    """Give the shifts at which a thing around (x, y) touches the tile."""
    height, width = tile.shape[:2]
    return [
        (dx, dy)
        for dx in (-width, 0, width)
        for dy in (-height, 0, height)
        if -reach < x + dx < width + reach and -reach < y + dy < height + reach
    ]
