"""What the painters of clutter share: colours, lit sprites, and heaps that small parts are laid on."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.virtual.relief import (
    Bytes,
    Colour,
    Floats,
    Grid,
    lay_over,
    noise,
    relief_shade,
    shade_colour,
    with_alpha,
)
from hardware.virtual.sprites import Sprite

Point = tuple[float, float]
STEELS: tuple[Colour, ...] = ((188, 190, 192), (160, 166, 170), (96, 150, 184))  # chrome, steel, brass


def tint(rng: np.random.Generator, colours: tuple[Colour, ...], spread: float = 10.0) -> Colour:
    """Draw one of some BGR colours, shifted at random, so that no two things look quite the same."""
    colour = np.array(colours[int(rng.integers(len(colours)))]) * rng.uniform(0.85, 1.1) + rng.normal(
        0, spread, 3
    )
    clipped = np.clip(colour, 6, 250)
    return float(clipped[0]), float(clipped[1]), float(clipped[2])


def any_colour(rng: np.random.Generator, least: float = 20.0, most: float = 235.0) -> Colour:
    """Draw a colour of any hue, from dull to bright."""
    hue, fullness, value = rng.uniform(0, 180), rng.uniform(40, 220), rng.uniform(least, most)
    pixel = cv2.cvtColor(np.array([[[hue, fullness, value]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return float(pixel[0]), float(pixel[1]), float(pixel[2])


def scaled(colour: Colour, by: float) -> Colour:
    """Make a colour darker or lighter."""
    return min(colour[0] * by, 255.0), min(colour[1] * by, 255.0), min(colour[2] * by, 255.0)


def filled(grid: Grid, colour: Colour) -> Bytes:
    """Give a picture of one colour."""
    picture = np.empty((*grid.shape, 3), np.uint8)
    cv2.rectangle(
        picture, (0, 0), grid.shape[::-1], colour, -1
    )  # ten times as fast as assigning a row of three
    return picture


def speckle(bgr: Bytes, level: Floats) -> Bytes:
    """Lighten and darken a picture by a field of small numbers (0: leave, 0.1: a tenth lighter)."""
    factor = cv2.convertScaleAbs(level + 1, alpha=128)
    return np.asarray(cv2.multiply(bgr, cv2.cvtColor(factor, cv2.COLOR_GRAY2BGR), scale=1 / 128), np.uint8)


def wood(rng: np.random.Generator, grid: Grid, colour: Colour) -> Bytes:
    """Give wood whose grain runs along x."""
    grain = noise(rng, grid, 60.0, 1.3) * np.float32(0.07) + noise(rng, grid, 25.0, 4.0) * np.float32(0.05)
    return speckle(filled(grid, colour), grain)


def ring_of(
    angles: NDArray[np.float64], radii: NDArray[np.float64] | float, centre: Point
) -> NDArray[np.float64]:
    """Give points round a centre as (n, 2) mm."""
    return np.stack([centre[0] + radii * np.cos(angles), centre[1] + radii * np.sin(angles)], axis=-1)


def lit_sprite(
    grid: Grid,
    bgr: Bytes,
    alpha: Floats | Bytes,
    height: Floats,
    light_deg: float,
    top_mm: float,
    *,
    gloss: float = 0.0,
    reach_mm: float = 0.0,
) -> Sprite:
    """Light a coloured height field and make it a sprite."""
    shade, shine = relief_shade(height, grid.px_per_mm, light_deg, gloss=gloss, reach_mm=reach_mm)
    return Sprite(with_alpha(shade_colour(bgr, shade, highlight=shine), alpha), grid.px_per_mm, top_mm)


def soft_lit_sprite(
    grid: Grid,
    bgr: Bytes,
    alpha: Floats | Bytes,
    waves: Floats,
    coarse: Grid,
    light_deg: float,
    top_mm: float,
    *,
    gloss: float = 0.0,
    reach_mm: float = 0.0,
) -> Sprite:
    """Light a large smooth thing whose heights were drawn on a coarse grid: much cheaper, and as good."""
    shade, shine = relief_shade(waves, coarse.px_per_mm, light_deg, gloss=gloss, reach_mm=reach_mm)
    rows, columns = grid.shape
    full, bright = (
        np.asarray(cv2.resize(layer, (columns, rows), interpolation=cv2.INTER_LINEAR), np.float32)
        for layer in (shade, shine)
    )
    lit = shade_colour(bgr, full, highlight=bright if gloss > 0 else None)
    return Sprite(with_alpha(lit, alpha), grid.px_per_mm, top_mm)


class Heap:
    """A sprite in the making: smaller ones are laid on it, each slightly shading what it covers."""

    def __init__(self, grid: Grid, ground: Sprite | None = None) -> None:
        self.grid = grid
        if ground is None:
            self._bgr, self._alpha = np.zeros((*grid.shape, 3), np.uint8), np.zeros(grid.shape, np.uint8)
        else:
            self._bgr = np.asarray(cv2.cvtColor(ground.bgra, cv2.COLOR_BGRA2BGR), np.uint8)
            self._alpha = np.asarray(cv2.extractChannel(ground.bgra, 3), np.uint8)

    def lay(self, part: Sprite, centre_mm: Point, turn_deg: float = 0.0) -> None:
        """Lay a sprite with its middle at a point, turned clockwise.

        Draw the part with the light at `light_deg - turn_deg`, or it is lit from the wrong side.
        """
        rows, columns = part.bgra.shape[:2]
        turn = math.radians(turn_deg)
        cos, sin = abs(math.cos(turn)), abs(math.sin(turn))
        reach_x, reach_y = (columns * cos + rows * sin) / 2 + 2, (columns * sin + rows * cos) / 2 + 2
        x, y = centre_mm[0] * self.grid.px_per_mm - 0.5, centre_mm[1] * self.grid.px_per_mm - 0.5
        left, top = max(0, math.floor(x - reach_x)), max(0, math.floor(y - reach_y))
        right = min(self.grid.shape[1], math.ceil(x + reach_x))
        bottom = min(self.grid.shape[0], math.ceil(y + reach_y))
        if right <= left or bottom <= top:
            return
        onto = cv2.getRotationMatrix2D(((columns - 1) / 2, (rows - 1) / 2), -turn_deg, 1.0)
        onto[:, 2] += (x - left - (columns - 1) / 2, y - top - (rows - 1) / 2)
        laid = cv2.warpAffine(part.bgra, onto, (right - left, bottom - top), flags=cv2.INTER_LINEAR)
        bgr, alpha = self._bgr[top:bottom, left:right], self._alpha[top:bottom, left:right]
        share = np.asarray(cv2.extractChannel(laid, 3), np.uint8)
        near = cv2.blur(share, (max(3, round(1.6 * self.grid.px_per_mm)),) * 2)
        dim = cv2.convertScaleAbs(near, alpha=-0.4, beta=255)
        bgr[:] = cv2.multiply(bgr, cv2.cvtColor(dim, cv2.COLOR_GRAY2BGR), scale=1 / 255)
        # Where nothing lay before, the new colour goes on to beyond its outline.
        solid = np.where(alpha == 0, np.uint8(255), share)
        lay_over(bgr, np.asarray(cv2.cvtColor(laid, cv2.COLOR_BGRA2BGR), np.uint8), solid)
        alpha[:] = cv2.add(share, cv2.multiply(alpha, cv2.bitwise_not(share), scale=1 / 255))

    def sprite(self, height_mm: float) -> Sprite:
        """Give what lies on the heap as one sprite."""
        return Sprite(with_alpha(self._bgr, self._alpha), self.grid.px_per_mm, height_mm)
