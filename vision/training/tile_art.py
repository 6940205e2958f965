"""Triominos tiles drawn crudely, a new set each time: bodies, print and backs unlike any that is sold.

The virtual table draws few sets well; what makes a 3 a 3, and a triangle a tile, in any set is learned here.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tile_shapes import Points, even_triangle
from vision.training.boards import random_colour
from vision.training.tile_marks import ART_SIDE, FINE, digit_reach, draw_digits, draw_pips
from vision.training.tokens import Numbers

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

ART_PX = 128  # a tile's picture
_LUMINANCE = np.array([0.114, 0.587, 0.299], np.float32)
_ORNAMENTS = (0.5, 0.14, 0.14, 0.1, 0.12)  # how often each
_PIP_ORNAMENTS = (0.75, 0.25, 0.0, 0.0, 0.0)  # a stud would be a pip, and a frame may be that of a back


@dataclass(frozen=True, slots=True, eq=False)
class TileStyle:
    """What the tiles of one set share. Lengths are in tile sides, colours BGR."""

    body: Floats
    grain: int  # 0 none, 1 wood, 2 blots
    grain_depth: float
    spread: float  # how unlike the tiles are
    radius: float
    bevel: float
    lit_deg: float
    has_pips: bool
    stamps: tuple[Bytes, ...]  # of the numbers 0 to 5: ink 0 to 255, the corner above
    inks: tuple[Floats, ...]
    reach: float  # from the corner to the middle of its number
    depth: float  # of engraved or drilled marks; 0: printed
    ornament: int  # 0 none, 1 lines, 2 stud, 3 triangle, 4 frame
    ornament_ink: Floats
    back: Floats
    back_pattern: int  # 0 plain, 1 triangle, 2 frame, 3 dots, 4 stripes
    back_ink: Floats
    wall: Floats
    height: float  # thickness of the tiles


def draw_style(rng: np.random.Generator, numbers: Numbers) -> TileStyle:
    """A set at random: digits, or in two of five pips."""
    body = _body_colour(rng)
    has_pips = rng.random() < 0.4
    one = _ink_colour(rng, body)
    each_its_own = rng.random() < (0.6 if has_pips else 0.4)
    inks = tuple(_ink_colour(rng, body) for _ in range(6)) if each_its_own else (one,) * 6
    stamps = draw_pips(rng) if has_pips else draw_digits(rng, numbers)
    is_same = rng.random() < 0.5
    pattern = int(rng.choice(5, p=(0.5, 0.14, 0.14, 0.11, 0.11)))
    if has_pips and is_same and pattern == 0:
        pattern = int(rng.integers(1, 5))  # a plain back would be a face without pips
    back = body if is_same else _body_colour(rng)
    return TileStyle(
        body=body,
        grain=int(rng.integers(3)),
        grain_depth=float(rng.choice((rng.uniform(0.01, 0.13), rng.uniform(0.1, 0.25)))),
        spread=float(rng.choice((0.01, 0.04, 0.1, 0.22))),
        radius=float(rng.uniform(0.0, 0.07)),
        bevel=float(rng.uniform(0.0, 0.05)),
        lit_deg=float(rng.uniform(0, 360)),
        has_pips=has_pips,
        stamps=stamps,
        inks=inks,
        reach=float(rng.uniform(0.3, 0.37)) if has_pips else digit_reach(rng, stamps),
        depth=float(rng.choice((0.0, rng.uniform(4, 25), rng.uniform(20, 50)))),
        ornament=int(rng.choice(5, p=_PIP_ORNAMENTS if has_pips else _ORNAMENTS)),
        ornament_ink=_ink_colour(rng, body)
        if rng.random() < 0.5
        else body * np.float32(rng.uniform(0.6, 1.4)),
        back=back,
        back_pattern=pattern,
        back_ink=_ink_colour(rng, back),
        wall=body * np.float32(rng.uniform(0.5, 1.0)) if rng.random() < 0.8 else random_colour(rng),
        height=float(rng.uniform(0.05, 0.2)),
    )


def draw_tile(
    rng: np.random.Generator, style: TileStyle, corners: tuple[int, ...] | None
) -> tuple[Floats, Floats]:
    """A tile that points up (128, 128, 3) and where it is, 0 to 1; `None` for its back."""
    is_back = corners is None
    base = style.back if is_back else style.body
    tone = float(np.exp(rng.normal(0, style.spread)))
    face = np.empty((ART_PX, ART_PX, 3), np.float32)
    face[:] = base * tone
    face *= _grain(rng, style)[..., None]
    if corners is None:
        pattern = _back_pattern(style)
        face += pattern[..., None] * (style.back_ink - face)
    else:
        _decorate(face, style)
        shift = rng.normal(0, 0.008 * ART_SIDE, 2)
        for index, number in enumerate(corners):
            _press(face, style, number, 120.0 * index + float(rng.normal(0, 1.0)), shift)
    alpha = _outline(style.radius)
    if style.bevel > 0.004:
        inner = cv2.GaussianBlur(_outline(style.radius, 1 - 3.4 * style.bevel), (0, 0), 0.6)
        way = np.radians(style.lit_deg)
        ramp = np.linspace(-1, 1, ART_PX, dtype=np.float32)
        lit = np.sign(np.cos(way) * ramp[None] + np.sin(way) * ramp[:, None]) * 30
        face += (alpha * (1 - inner) * lit)[..., None]
    return face, alpha


def _press(face: Floats, style: TileStyle, number: int, turn_deg: float, shift: NDArray[np.float64]) -> None:
    """Print one number near the corner that lies so far clockwise from the top."""
    stamp = style.stamps[number]
    turn = np.radians(turn_deg)
    cos, sin = np.cos(turn), np.sin(turn)
    out = ART_SIDE / np.sqrt(3) - style.reach * ART_SIDE
    at = (ART_PX - 1) / 2 + np.array([sin, -cos]) * out + shift
    half = (np.array(stamp.shape[1::-1]) - 1) / 2
    matrix = np.array([[cos, -sin], [sin, cos]])
    to = np.column_stack([matrix, at - matrix @ half])
    ink = cv2.warpAffine(stamp, to, (ART_PX, ART_PX), flags=cv2.INTER_AREA).astype(np.float32) / 255
    if style.depth:
        soft = cv2.GaussianBlur(ink, (0, 0), 1.2)
        face += (cv2.Sobel(soft, cv2.CV_32F, 1, 1, ksize=3) * style.depth)[..., None]
    face += ink[..., None] * (style.inks[number] - face)


def _decorate(face: Floats, style: TileStyle) -> None:
    middle = (ART_PX - 1) / 2
    ink = np.zeros((ART_PX, ART_PX), np.float32)
    if style.ornament == 1:
        for corner in even_triangle(ART_SIDE, middle):
            away = middle - 0.4 * (corner - middle)
            cv2.line(ink, _at([middle, middle]), _at(away), 1.0, 2, cv2.LINE_AA, 4)
    elif style.ornament == 2:
        cv2.circle(ink, _at([middle, middle]), int(0.05 * ART_SIDE * FINE), 1.0, -1, cv2.LINE_AA, 4)
    elif style.ornament in (3, 4):
        side = ART_SIDE * (0.18 if style.ornament == 3 else 0.88)
        points = np.array([_at(point) for point in even_triangle(side, middle)], np.int32)
        cv2.polylines(ink, [points], True, 1.0, 1, cv2.LINE_AA, 4)
    face += ink[..., None] * (style.ornament_ink - face)


def _back_pattern(style: TileStyle) -> Floats:
    ink = np.zeros((ART_PX, ART_PX), np.float32)
    middle = (ART_PX - 1) / 2
    if style.back_pattern == 1:
        cv2.fillConvexPoly(
            ink, np.array([_at(p) for p in even_triangle(0.45 * ART_SIDE, middle)]), 1.0, cv2.LINE_AA, 4
        )
    elif style.back_pattern == 2:
        cv2.polylines(
            ink,
            [np.array([_at(p) for p in even_triangle(0.75 * ART_SIDE, middle)])],
            True,
            1.0,
            2,
            cv2.LINE_AA,
            4,
        )
    elif style.back_pattern == 3:
        for x in range(8, ART_PX, 12):
            for y in range(8, ART_PX, 12):
                cv2.circle(ink, (x, y), 2, 1.0, -1, cv2.LINE_AA)
    elif style.back_pattern == 4:
        for x in range(0, 2 * ART_PX, 10):
            cv2.line(ink, (x, 0), (x - ART_PX, ART_PX), 1.0, 2, cv2.LINE_AA)
    return ink * _outline(0.0, 0.9)


def _grain(rng: np.random.Generator, style: TileStyle) -> Floats:
    if style.grain == 0:
        return np.ones((ART_PX, ART_PX), np.float32)
    if style.grain == 1:
        turn = float(rng.uniform(0, 180))
        lines = rng.normal(0, 1, (1, int(rng.integers(12, 60)))).astype(np.float32)
        wide = cv2.resize(lines, (2 * ART_PX, 2 * ART_PX), interpolation=cv2.INTER_CUBIC)
        to = cv2.getRotationMatrix2D((ART_PX, ART_PX), turn, 1.0)
        pattern = cv2.warpAffine(wide, to, (2 * ART_PX, 2 * ART_PX))[64:192, 64:192]
    else:
        cells = int(rng.choice((3, 8, 30)))
        blots = rng.normal(0, 1, (cells, cells)).astype(np.float32)
        pattern = cv2.resize(blots, (ART_PX, ART_PX))
    return np.asarray(1 + style.grain_depth * pattern, np.float32)


def _outline(radius: float, size: float = 1.0) -> Floats:
    """Where the tile is, 0 to 1, its corners rounded."""
    mask = np.zeros((ART_PX, ART_PX), np.uint8)
    rounding = radius * ART_SIDE
    # A triangle smaller by the rounding on each side, drawn with a line as thick as twice the rounding.
    side = max(size * ART_SIDE - 2 * np.sqrt(3) * rounding, 10.0)
    points = np.array([_at(point) for point in even_triangle(side, (ART_PX - 1) / 2)])
    cv2.fillConvexPoly(mask, points, 255, cv2.LINE_AA, 4)
    if rounding >= 0.5:
        cv2.polylines(mask, [points], True, 255, max(1, round(2 * rounding)), cv2.LINE_AA, 4)
    return np.asarray(mask / 255, np.float32)


def _at(point: Points | list[float]) -> tuple[int, int]:
    return round(float(point[0]) * FINE), round(float(point[1]) * FINE)


def _body_colour(rng: np.random.Generator) -> Floats:
    how = rng.random()
    if how < 0.3:  # ivory, bone, white
        colour = rng.uniform(150, 250) * np.array([rng.uniform(0.72, 1.0), rng.uniform(0.9, 1.0), 1.0])
    elif how < 0.58:  # wood
        colour = rng.uniform(50, 235) * np.array([rng.uniform(0.3, 0.75), rng.uniform(0.5, 0.85), 1.0])
    elif how < 0.75:
        colour = np.full(3, rng.uniform(12, 70)) + rng.uniform(-8, 8, 3)
    else:
        colour = rng.uniform(15, 240, 3)
    return np.asarray(colour, np.float32)


def _ink_colour(rng: np.random.Generator, body: Floats) -> Floats:
    """A colour that stands off from the body, if only just: by its brightness, or plainly by its hue."""
    colour = random_colour(rng)
    pole = np.float32(10.0 if float(body @ _LUMINANCE) > 118 else 250.0)
    least, hue = float(rng.uniform(24, 85)), float(rng.uniform(45, 110))
    while abs(float((colour - body) @ _LUMINANCE)) < least and float(np.abs(colour - body).max()) < hue:
        colour = 0.75 * colour + 0.25 * pole
    return np.asarray(colour, np.float32)
