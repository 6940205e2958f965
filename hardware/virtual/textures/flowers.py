"""Printed flowers: roses, daisies, poppies, leaves and berries, alone or as bouquets, on cotton or oilcloth.

Each flower is printed as a printer does it: a few flat inks one over the other, darker to lighter. Palettes:
the ground, two greens, then the inks of the blossoms in pairs, dark and light.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.virtual.textures.noise import Bytes, Colour, Size, flat
from hardware.virtual.textures.prints import shades, spread, stamp_disc, strew

FLOWER_MM = (20.0, 80.0)
_SHIFT = 4
_ROUND = np.linspace(0, 2 * np.pi, 20, endpoint=False)
_CIRCLE = np.stack([np.cos(_ROUND), np.sin(_ROUND)], axis=1)

Outline = NDArray[np.float64]


@dataclass(slots=True)
class _Sheet:
    """A small transparent sheet that one motif is drawn on, in units of its radius around (0, 0)."""

    bgr: Bytes
    alpha: Bytes
    scale: float

    @classmethod
    def blank(cls, radius_px: float) -> _Sheet:
        side = 2 * math.ceil(radius_px) + 4
        return cls(np.zeros((side, side, 3), np.uint8), np.zeros((side, side), np.uint8), radius_px)

    def fill(self, outline: Outline, colour: Colour) -> None:
        """Print a closed shape."""
        points = [np.round((outline * self.scale + self.bgr.shape[0] / 2 - 0.5) * 2**_SHIFT).astype(np.int32)]
        # The colour goes a pixel farther than the alpha, so that no dark rim shows where the edge is mixed.
        cv2.polylines(self.bgr, points, True, colour, 2, cv2.LINE_8, _SHIFT)
        cv2.fillPoly(self.bgr, points, colour, cv2.LINE_AA, _SHIFT)
        cv2.fillPoly(self.alpha, points, 255, cv2.LINE_AA, _SHIFT)

    def line(self, points: Outline, colour: Colour, width: float) -> None:
        """Print an open line, `width` in units of the radius."""
        path = [np.round((points * self.scale + self.bgr.shape[0] / 2 - 0.5) * 2**_SHIFT).astype(np.int32)]
        thick = max(1, round(width * self.scale))
        cv2.polylines(self.bgr, path, False, colour, thick, cv2.LINE_AA, _SHIFT)
        cv2.polylines(self.alpha, path, False, 255, thick, cv2.LINE_AA, _SHIFT)


@dataclass(frozen=True, slots=True)
class _Inks:
    leaf_dark: Colour
    leaf_light: Colour
    pairs: tuple[tuple[Colour, Colour], ...]


Motif = Callable[[_Sheet, np.random.Generator, _Inks, float, float, float], None]


def bouquets(
    motif: Motif, colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float
) -> Bytes:
    """Draw a cloth printed with bouquets of one kind of flower, small sprigs and sometimes dots between."""
    ground, leaf_dark, leaf_light, *rest = shades(rng, colours)
    inks = _Inks(leaf_dark, leaf_light, tuple(zip(rest[::2], rest[1::2], strict=True)))
    across = float(rng.uniform(*FLOWER_MM))
    side_mm = float(np.clip(across * rng.uniform(3.0, 4.5), 130, 300))
    tile = flat((round(side_mm * px_per_mm),) * 2, ground)
    if rng.random() < 0.35:  # pin dots behind everything
        pitch = side_mm / max(4, round(side_mm / float(rng.uniform(7, 14))))
        ink = _mix(ground, inks.pairs[0][0], 0.35)
        for row in range(round(side_mm / pitch)):
            for column in range(round(side_mm / pitch)):
                stamp_disc(
                    tile,
                    (column + 0.5 * (row % 2)) * pitch * px_per_mm,
                    row * pitch * px_per_mm,
                    max(0.6, 0.9 * px_per_mm),
                    ink,
                )
    large = [_bouquet(motif, rng, inks, across / 2 * px_per_mm) for _ in range(3)]
    small = [_sprig(rng, inks, across / 5 * px_per_mm) for _ in range(3)]
    apart = across * float(rng.uniform(0.75, 1.4))
    places = strew(rng, side_mm, apart)
    for x, y in strew(rng, side_mm, apart * 0.5):
        if all(_far(x - a, y - b, side_mm) > 0.62 * across for a, b in places):
            _stamp(tile, small[int(rng.integers(len(small)))], x * px_per_mm, y * px_per_mm)
    for x, y in places:
        _stamp(tile, large[int(rng.integers(len(large)))], x * px_per_mm, y * px_per_mm)
    return spread(tile, rng, size, px_per_mm)


def rose(sheet: _Sheet, rng: np.random.Generator, inks: _Inks, x: float, y: float, radius: float) -> None:
    """Print a rose: rings of petals, each ring smaller, lighter, and turned against the one before."""
    dark, light = _pair(rng, inks)
    turn = rng.uniform(0, 2 * np.pi)
    for ring in range(4):
        reach = radius * (1 - 0.24 * ring)
        for petal in range(6 - ring):
            angle = turn + 2 * np.pi * petal / (6 - ring) + 0.5 * ring
            middle = x + 0.48 * reach * math.cos(angle), y + 0.48 * reach * math.sin(angle)
            sheet.fill(_blob(rng, middle, 0.56 * reach, 0.12), _mix(dark, light, 0.15 + 0.12 * ring))
            inner = middle[0] + 0.10 * reach * math.cos(angle), middle[1] + 0.10 * reach * math.sin(angle)
            sheet.fill(_blob(rng, inner, 0.42 * reach, 0.12), _mix(dark, light, 0.55 + 0.13 * ring))
    for turnings in (0.22, 0.13):
        t = np.linspace(0, 5, 24)
        curl = np.stack(
            [
                x + radius * turnings * (1 - t / 7) * np.cos(t + turn),
                y + radius * turnings * (1 - t / 7) * np.sin(t + turn),
            ],
            axis=1,
        )
        sheet.line(curl, dark, 0.05 * radius)


def daisy(sheet: _Sheet, rng: np.random.Generator, inks: _Inks, x: float, y: float, radius: float) -> None:
    """Print a daisy: a wreath of narrow petals around a round middle."""
    dark, light = _pair(rng, inks)
    count = int(rng.integers(9, 16))
    for petal in range(count):
        angle = 2 * np.pi * petal / count + rng.uniform(-0.08, 0.08)
        sheet.fill(_petal((x, y), 0.25 * radius, radius * rng.uniform(0.9, 1.0), angle, 2.4 / count), light)
        sheet.line(
            np.array(
                [(x + r * radius * math.cos(angle), y + r * radius * math.sin(angle)) for r in (0.35, 0.75)]
            ),
            _mix(dark, light, 0.5),
            0.03 * radius,
        )
    heart = (40.0, 150.0, 215.0) if rng.random() < 0.6 else _mix(dark, (0, 0, 0), 0.3)
    sheet.fill(_blob(rng, (x, y), 0.30 * radius, 0.05), _mix(heart, (0, 0, 0), 0.25))
    sheet.fill(_blob(rng, (x - 0.04 * radius, y - 0.04 * radius), 0.23 * radius, 0.05), heart)


def poppy(sheet: _Sheet, rng: np.random.Generator, inks: _Inks, x: float, y: float, radius: float) -> None:
    """Print a poppy or anemone: four or five broad petals, a dark eye with stamens."""
    dark, light = _pair(rng, inks)
    count, turn = int(rng.integers(4, 6)), rng.uniform(0, 2 * np.pi)
    for petal in range(count):
        angle = turn + 2 * np.pi * petal / count
        middle = x + 0.45 * radius * math.cos(angle), y + 0.45 * radius * math.sin(angle)
        sheet.fill(_blob(rng, middle, 0.56 * radius, 0.10), _mix(dark, light, 0.35))
        lit = x + 0.52 * radius * math.cos(angle), y + 0.52 * radius * math.sin(angle)
        sheet.fill(_blob(rng, lit, 0.42 * radius, 0.14), light)
        for spoke in np.linspace(-0.3, 0.3, 4):
            sheet.line(
                np.array(
                    [
                        (x + r * radius * math.cos(angle + spoke), y + r * radius * math.sin(angle + spoke))
                        for r in (0.2, rng.uniform(0.5, 0.8))
                    ]
                ),
                _mix(dark, light, 0.4),
                0.02 * radius,
            )
    eye = _mix(dark, (25.0, 20.0, 25.0), 0.8)
    sheet.fill(_blob(rng, (x, y), 0.17 * radius, 0.1), eye)
    for angle in rng.uniform(0, 2 * np.pi, 14):
        dot = x + 0.25 * radius * math.cos(angle), y + 0.25 * radius * math.sin(angle)
        sheet.fill(_blob(rng, dot, 0.03 * radius, 0.0), eye)


def berry(sheet: _Sheet, rng: np.random.Generator, inks: _Inks, x: float, y: float, radius: float) -> None:
    """Print a strawberry: a blunt heart with seeds and a green collar."""
    dark, light = _pair(rng, inks)
    turn = rng.uniform(-0.6, 0.6)
    t = np.linspace(0, 2 * np.pi, 40)
    shape = np.stack(
        [0.62 * np.sin(t) * (1 - 0.22 * np.cos(t + np.pi) ** 2), -0.75 * np.cos(t) + 0.12 * np.cos(2 * t)],
        axis=1,
    )
    shape[:, 0] *= 1 - 0.25 * np.clip(shape[:, 1], 0, 1)
    spin = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    sheet.fill(shape @ spin.T * radius + (x, y), dark)
    sheet.fill((shape * 0.78 + (-0.06, -0.05)) @ spin.T * radius + (x, y), _mix(dark, light, 0.7))
    for seed in rng.uniform(-1, 1, (26, 2)) * (0.42, 0.6):
        spot = seed @ spin.T * radius + (x, y)
        sheet.fill(
            _blob(rng, (float(spot[0]), float(spot[1])), 0.04 * radius, 0.0),
            _mix(light, (140.0, 220.0, 245.0), 0.6),
        )
    top = np.array([0.0, -0.72]) @ spin.T * radius + (x, y)
    for angle in np.linspace(-0.2, np.pi + 0.2, 6) + turn:
        sheet.fill(
            _petal((float(top[0]), float(top[1])), 0.0, 0.45 * radius, float(angle), 0.2), inks.leaf_dark
        )


def _bouquet(motif: Motif, rng: np.random.Generator, inks: _Inks, radius_px: float) -> _Sheet:
    """Draw some leaves and one to four blossoms over them."""
    sheet = _Sheet.blank(radius_px)
    count = int(rng.choice((1, 1, 2, 3, 4)))
    size = {1: 0.72, 2: 0.50, 3: 0.44, 4: 0.40}[count]
    turn = rng.uniform(0, 2 * np.pi)
    for angle in turn + np.linspace(0, 2 * np.pi, int(rng.integers(4, 9)), endpoint=False):
        _leaf(
            sheet,
            rng,
            inks,
            (0, 0),
            float(angle + rng.uniform(-0.25, 0.25)),
            0.25,
            float(rng.uniform(0.75, 0.98)),
        )
    for angle in rng.uniform(0, 2 * np.pi, int(rng.integers(0, 4))):
        _twig(sheet, rng, inks, float(angle))
    for number in range(count):
        angle = turn + 2 * np.pi * number / count
        away = 0.0 if count == 1 else 0.42
        motif(
            sheet,
            rng,
            inks,
            away * math.cos(angle),
            away * math.sin(angle),
            size * float(rng.uniform(0.85, 1.05)),
        )
    return sheet


def _sprig(rng: np.random.Generator, inks: _Inks, radius_px: float) -> _Sheet:
    """Draw a small filler: a few leaves and buds on a stalk."""
    sheet = _Sheet.blank(max(3.0, radius_px))
    angle = float(rng.uniform(0, 2 * np.pi))
    _twig(sheet, rng, inks, angle)
    _twig(sheet, rng, inks, angle + math.pi + float(rng.uniform(-0.6, 0.6)))
    for bend in rng.uniform(-0.9, 0.9, 3):
        _leaf(sheet, rng, inks, (0, 0), angle + float(bend), 0.05, 0.7)
    return sheet


def _leaf(
    sheet: _Sheet,
    rng: np.random.Generator,
    inks: _Inks,
    root: tuple[float, float],
    angle: float,
    start: float,
    end: float,
) -> None:
    """Print a pointed leaf: a dark shape, a lighter half, a midrib."""
    sheet.fill(_petal(root, start, end, angle, 0.34), inks.leaf_dark)
    sheet.fill(_petal(root, start + 0.04, end - 0.05, angle + 0.06, 0.18), inks.leaf_light)
    rib = np.array([(root[0] + r * math.cos(angle), root[1] + r * math.sin(angle)) for r in (start, end)])
    sheet.line(rib, _mix(inks.leaf_dark, inks.leaf_light, float(rng.uniform(0, 1))), 0.02)


def _twig(sheet: _Sheet, rng: np.random.Generator, inks: _Inks, angle: float) -> None:
    """Print a curved stalk with buds along it."""
    t = np.linspace(0.1, 0.95, 12)
    bow = float(rng.uniform(-0.35, 0.35))
    path = np.stack([t * np.cos(angle + bow * t), t * np.sin(angle + bow * t)], axis=1)
    sheet.line(path, inks.leaf_dark, 0.025)
    dark, light = _pair(rng, inks)
    for point in path[4::2]:
        spot = float(point[0] + rng.uniform(-0.08, 0.08)), float(point[1] + rng.uniform(-0.08, 0.08))
        sheet.fill(_blob(rng, spot, 0.07, 0.1), dark)
        sheet.fill(_blob(rng, (spot[0] - 0.015, spot[1] - 0.015), 0.045, 0.1), light)


def _petal(root: tuple[float, float], start: float, end: float, angle: float, fat: float) -> Outline:
    """Give the outline of a petal from `start` to `end` away from the root, `fat` times as wide as long."""
    t = np.linspace(0, 1, 14)
    half = fat * (end - start) * np.sin(np.pi * t**0.85)
    along = np.concatenate([start + t * (end - start), (start + t * (end - start))[::-1]])
    out = np.concatenate([half, -half[::-1]])
    return np.stack(
        [
            root[0] + along * math.cos(angle) - out * math.sin(angle),
            root[1] + along * math.sin(angle) + out * math.cos(angle),
        ],
        axis=1,
    )


def _blob(rng: np.random.Generator, middle: tuple[float, float], radius: float, uneven: float) -> Outline:
    """Give the outline of a round shape, a little uneven."""
    one, two = rng.uniform(0, 7, 2)
    reach = radius * (1 + uneven * (np.sin(2 * _ROUND + one) + 0.5 * np.sin(3 * _ROUND + two)))[:, None]
    outline: Outline = np.array(middle) + reach * _CIRCLE
    return outline


def _pair(rng: np.random.Generator, inks: _Inks) -> tuple[Colour, Colour]:
    return inks.pairs[int(rng.integers(len(inks.pairs)))]


def _mix(one: Colour, other: Colour, share: float) -> Colour:
    blue, green, red = (a + share * (b - a) for a, b in zip(one, other, strict=True))
    return blue, green, red


def _far(dx: float, dy: float, side: float) -> float:
    """Give the distance of two points on a square that repeats."""
    dx, dy = abs(dx) % side, abs(dy) % side
    return math.hypot(min(dx, side - dx), min(dy, side - dy))


def _stamp(tile: Bytes, sheet: _Sheet, x: float, y: float) -> None:
    """Print a sheet on a tile that repeats, its middle at (x, y)."""
    side = sheet.alpha.shape[0]
    rows = (np.arange(side) + round(y) - side // 2) % tile.shape[0]
    columns = (np.arange(side) + round(x) - side // 2) % tile.shape[1]
    place = np.ix_(rows, columns)
    weight = sheet.alpha.astype(np.float32)[:, :, None] / 255
    below = tile[place]
    tile[place] = np.round(below + weight * (sheet.bgr.astype(np.float32) - below)).astype(np.uint8)
