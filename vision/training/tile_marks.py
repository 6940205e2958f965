"""The numbers 0 to 5 as drawn tiles show them: digits of any typeface, or pips; the tile's corner above."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.tokens import Numbers, restyle

Bytes = NDArray[np.uint8]

ART_SIDE = 100.0  # pixels of a tile's side
FINE = 16  # parts of a pixel that OpenCV draws to
MOST_PIPS = 5
MOST_WIDE = 0.27  # tile sides that a digit is wide


def draw_digits(rng: np.random.Generator, numbers: Numbers) -> tuple[Bytes, ...]:
    """The digits of one typeface, all in one hand: with their tops to the corner, or in a third turned."""
    style = numbers.pick(rng)
    height = round(float(rng.uniform(0.12, 0.25)) * ART_SIDE)
    stretch = float(np.exp(rng.normal(0, 0.22)))
    restyled = rng.random() < 0.6
    seed = int(rng.integers(1 << 30))
    feet_out = rng.random() < 0.3
    stamps = []
    for number in range(6):
        mask = numbers.mask(style, number)
        if restyled:
            mask = restyle(np.random.default_rng(seed), mask)  # all digits of a set in one hand
        width = min(round(height * stretch * mask.shape[1] / mask.shape[0]), round(MOST_WIDE * ART_SIDE))
        stamp = cv2.resize(mask, (max(3, width), height), interpolation=cv2.INTER_AREA)
        stamps.append(np.ascontiguousarray(stamp[::-1, ::-1]) if feet_out else np.asarray(stamp, np.uint8))
    return tuple(stamps)


def digit_reach(rng: np.random.Generator, stamps: tuple[Bytes, ...]) -> float:
    """So far from the corner that the widest digit keeps on the tile, and short of the middle."""
    tall, wide = (max(stamp.shape[axis] for stamp in stamps) / ART_SIDE for axis in (0, 1))
    nearest = tall / 2 + (wide / 2 + 0.03) / np.tan(np.pi / 6)
    return float(np.clip(nearest + rng.uniform(-0.03, 0.12), 0.22, 0.42))


def draw_pips(rng: np.random.Generator) -> tuple[Bytes, ...]:
    """From no pips to five: as on dice, in a diamond, in a triangle along the sides, or in rows."""
    pitch = float(rng.uniform(0.085, 0.125)) * ART_SIDE
    radius = pitch * float(rng.uniform(0.26, 0.42))
    layouts = _LAYOUTS[int(rng.integers(len(_LAYOUTS)))]
    half = int(2.5 * pitch + radius) + 2
    jitter = float(rng.choice((0.0, 0.04, 0.12))) * pitch
    stamps = []
    apart = float(rng.choice((1.0, rng.uniform(1.0, 1.5))))  # few pips have room to lie farther apart
    squeeze = np.exp(rng.normal(0, 0.16, 2)) if rng.random() < 0.6 else np.ones(2)  # flat, or tall
    for number in range(MOST_PIPS + 1):
        wide = pitch * (apart if number in (2, 3) else 1.0)
        stamp = np.zeros((2 * half + 1, 2 * half + 1), np.uint8)
        for x, y in layouts[number]:
            at = half + np.array([x, y]) * squeeze * wide + rng.normal(0, jitter, 2)
            where = tuple(int(n) for n in np.round(at * FINE))
            cv2.circle(stamp, where, int(radius * FINE), 255, -1, cv2.LINE_AA, 4)
        stamps.append(stamp)
    return tuple(stamps)


_ROW = tuple(tuple((x - (n - 1) / 2, 0.0) for x in range(n)) for n in range(6))
_DICE = (
    (),
    ((0.0, 0.0),),
    ((-0.6, 0.6), (0.6, -0.6)),
    ((-0.75, 0.75), (0.0, 0.0), (0.75, -0.75)),
    ((-0.6, -0.6), (0.6, -0.6), (-0.6, 0.6), (0.6, 0.6)),
    ((-0.8, -0.8), (0.8, -0.8), (0.0, 0.0), (-0.8, 0.8), (0.8, 0.8)),
)
_DIAMOND = (
    (),
    ((0.0, 0.0),),
    ((0.0, -0.55), (0.0, 0.55)),
    ((0.0, -0.55), (-0.55, 0.4), (0.55, 0.4)),
    ((0.0, -0.8), (-0.75, 0.0), (0.75, 0.0), (0.0, 0.8)),
    ((0.0, -1.0), (-1.0, 0.0), (0.0, 0.0), (1.0, 0.0), (0.0, 1.0)),
)
_TRIANGLE = (
    (),
    ((0.0, -0.3),),
    ((-0.5, 0.0), (0.5, 0.0)),
    ((0.0, -0.7), (-0.5, 0.3), (0.5, 0.3)),
    ((0.0, -0.9), (-0.5, 0.0), (0.5, 0.0), (0.0, 0.9)),
    ((0.0, -0.9), (-0.5, 0.0), (0.5, 0.0), (-1.0, 0.9), (1.0, 0.9)),
)
_CLUSTER = (
    (),
    ((0.0, 0.0),),
    ((-0.55, 0.0), (0.55, 0.0)),
    ((0.0, 0.6), (-0.6, -0.35), (0.6, -0.35)),
    ((-0.6, -0.6), (0.6, -0.6), (-0.6, 0.6), (0.6, 0.6)),
    ((-0.55, -0.75), (0.55, -0.75), (-1.0, 0.25), (0.0, 0.3), (1.0, 0.25)),
)
_FLAT = (*_DIAMOND[:3], ((0.0, -0.5), (-0.9, 0.3), (0.9, 0.3)), *_DIAMOND[4:])
_LAYOUTS = (_DICE, _DIAMOND, _TRIANGLE, _CLUSTER, _FLAT, _ROW[:4] + _DIAMOND[4:])
