"""Skin: its tones, and the small marks that make a smooth shape a hand (creases, tendons, veins, nails).

Marks that are felt go into the height field, so that the light draws them; only what differs in colour is
painted.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.virtual.hand_field import Field
from hardware.virtual.hand_shape import Digit, Skeleton, Vector
from hardware.virtual.relief import Bytes, Colour, Floats, Grid, blur, lay_over, noise

# The back of the hand in neutral light, from very light to very dark, R G B as one reads colours.
TONES = np.array(
    [
        (236, 201, 180),
        (227, 186, 159),
        (214, 168, 136),
        (197, 147, 113),
        (172, 121, 88),
        (142, 96, 68),
        (109, 71, 50),
        (80, 52, 38),
        (58, 39, 31),
    ],
    np.float64,
)
PALM = np.array((214, 158, 134), np.float64)  # what palms of dark hands tend to
BLEED: Colour = (1.06, 1.0, 0.8)  # red light goes furthest under the skin, so shadows on it turn warm


@dataclass(frozen=True, slots=True)
class Skin:
    """One person's skin: colours are BGR; `age` from 0 (child) to 1 brings out tendons, veins and creases."""

    back: Colour
    palm: Colour
    nail: Colour
    flush: float  # how red knuckles and fingertips are
    age: float
    polish: Colour | None


def draw_skin(rng: np.random.Generator, tone: float | None, child: bool) -> Skin:
    """Draw a skin; `tone` from 0 (very light) to 1 (very dark), evenly spread when not given."""
    depth = float(rng.uniform(0, 1)) if tone is None else float(np.clip(tone, 0, 1))
    at = depth * (len(TONES) - 1)
    rgb = np.array([np.interp(at, range(len(TONES)), TONES[:, i]) for i in range(3)])
    # Rosy, olive or golden undertones: a few per cent in one channel against the others.
    rgb = rgb * (1 + rng.normal(0, (0.02, 0.028, 0.04)))
    palm = (
        rgb * (0.97 - 0.15 * depth) * (1.03, 0.97, 0.97) + PALM * (0.03 + 0.15 * depth)
        if depth < 0.3
        else rgb * 0.55 + PALM * 0.45
    )
    nail = rgb * 0.66 + np.array((240, 190, 182)) * 0.34
    polish: Colour | None = None
    painted, shade = rng.random(), rng.uniform((20, 10, 90), (110, 60, 215))
    if painted < 0.14 and not child:
        polish = (float(shade[0]), float(shade[1]), float(shade[2]))
    age = float(rng.uniform(0, 0.1) if child else rng.uniform(0.15, 1))
    return Skin(
        _bgr(rgb), _bgr(palm), _bgr(nail), float(rng.uniform(0.3, 1)) * (1 - 0.6 * depth), age, polish
    )


def emboss(
    field: Field, skeleton: Skeleton, skin: Skin, grid: Grid, rng: np.random.Generator, palm_up: bool
) -> None:
    """Press creases into the height field and raise tendons and veins, in place."""
    px = grid.px_per_mm
    fine = np.zeros(grid.shape, np.uint8)
    for digit in skeleton.digits:
        for joint in (1, 2):
            for line, strength in _joint_creases(digit, joint, palm_up, rng):
                if _in_sight(field, grid, line[len(line) // 2]):
                    grid.strokes(fine, [line[:, :2]], 0.45, int(255 * strength))
    if palm_up:
        grid.strokes(fine, _palm_lines(skeleton, rng), 0.7, 150)
    _add(field.height, fine, 0.35 * px, -(0.7 + 0.6 * skin.age))
    broad = np.zeros(grid.shape, np.uint8)
    wrist = np.zeros(3)
    if not palm_up:
        root = np.mean([ray[0] for ray in skeleton.rays[:4]], axis=0)
        lift = skeleton.back * 9 * skeleton.scale
        for knuckle in skeleton.knuckles:
            ends = np.array(
                [knuckle * (1 - t) + (root * 0.75 + knuckle * 0.25) * t + lift for t in (0.04, 0.4, 0.8)]
            )
            grid.strokes(broad, [ends[:, :2]], 3.0, int(90 + 130 * skin.age))
        _add(field.height, broad, 1.7 * px, 0.5 + 0.8 * skin.age)
        dents = np.zeros(grid.shape, np.uint8)
        between = (skeleton.knuckles[:-1] + skeleton.knuckles[1:]) / 2 + lift
        for spot in between:
            cv2.circle(
                dents,
                tuple(int(v) for v in grid.points(spot[None, :2])[0, 0]),
                int(3 * px * 16),
                255,
                -1,
                cv2.LINE_AA,
                4,
            )
        _add(field.height, dents, 2.2 * px, -0.9)
        wrist = root
        veins = np.zeros(grid.shape, np.uint8)
        grid.strokes(veins, _veins(skeleton, wrist, rng), 2.0)
        _add(field.height, veins, 0.9 * px, 0.15 + 0.5 * skin.age * float(rng.uniform(0.2, 1)))


def paint_skin(
    field: Field, skeleton: Skeleton | None, skin: Skin, grid: Grid, rng: np.random.Generator, palm_up: bool
) -> Bytes:
    """Give the unlit colour of skin over the whole picture, nails included (BGR)."""
    coarse = Grid(grid.width_mm, grid.height_mm, min(grid.px_per_mm, 0.8))
    mottle = noise(rng, coarse, 9.0) * np.float32(0.012) + noise(rng, coarse, 3.0) * np.float32(0.014)
    warmth = noise(rng, coarse, 14.0) * np.float32(0.014)
    if skeleton is not None:
        spots = np.zeros(coarse.shape, np.uint8)
        for digit in skeleton.digits:
            for joint, reach in ((1, 0.8), (2, 0.7), (3, 1.0)):
                _dot(spots, coarse, digit.joints[joint], digit.radii[joint] * reach)
        for knuckle in skeleton.knuckles:
            _dot(spots, coarse, knuckle + skeleton.back * 8, 8.0 * skeleton.scale)
        warmth += blur(spots.astype(np.float32), 3.5 * coarse.px_per_mm) * np.float32(0.11 * skin.flush / 255)
    tone = np.broadcast_to(np.array(skin.back, np.float32), (*coarse.shape, 3))
    if palm_up and skeleton is not None:
        inner = np.zeros(coarse.shape, np.uint8)
        for ray in skeleton.rays[:6]:
            coarse.strokes(inner, [np.array([ray[0][:2], ray[1][:2]])], 30)
        for digit in skeleton.digits:
            coarse.strokes(inner, [digit.joints[:, :2]], digit.radii[0] * 2.4)
        share = blur(inner.astype(np.float32), 6 * coarse.px_per_mm)[..., None] / np.float32(255)
        tone = tone * (1 - share) + np.array(skin.palm, np.float32) * share
    small = tone * (1 + mottle)[..., None]
    small = small * np.stack([1 - 1.3 * warmth, 1 - warmth, 1 + 0.25 * warmth], axis=-1)
    rows, columns = grid.shape
    colour = np.asarray(
        cv2.resize(np.clip(small, 0, 255).astype(np.uint8), (columns, rows), interpolation=cv2.INTER_LINEAR),
        np.uint8,
    )
    if skeleton is not None and not palm_up:
        _paint_nails(colour, field, skeleton, skin, grid)
    return colour


def _paint_nails(colour: Bytes, field: Field, skeleton: Skeleton, skin: Skin, grid: Grid) -> None:
    """Paint each nail that looks up, its free edge lighter, and lift it out of the height field, in place."""
    nails, edges = np.zeros(grid.shape, np.uint8), np.zeros(grid.shape, np.uint8)
    for digit in skeleton.digits:
        plate, rim = _nail(digit)
        middle = plate.mean(axis=0)
        if digit.backs[2][2] > 0.12 and _in_sight(field, grid, middle):
            cv2.fillPoly(nails, [grid.points(plate[:, :2])], 255, cv2.LINE_AA, 4)
            grid.strokes(edges, [rim[:, :2]], 1.0 if skin.polish is None else 0.5)
    cv2.GaussianBlur(nails, (0, 0), max(0.3, 0.22 * grid.px_per_mm), dst=nails)
    _add(field.height, nails, 0.3 * grid.px_per_mm, 0.7)
    if skin.polish is not None:
        lay_over(colour, skin.polish, nails, 0.92)
        return
    lay_over(colour, skin.nail, nails, 0.85)
    pale = tuple(channel * 0.5 + 118 for channel in skin.nail)
    lay_over(colour, (pale[0], pale[1], pale[2]), edges, 0.5)


def _nail(digit: Digit) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give the outline of a nail and its free edge on the rounded back of the last phalanx, in space."""
    way = digit.joints[3] - digit.joints[2]
    way = way / np.linalg.norm(way)
    back, radius = digit.backs[2], digit.radii[3]
    across = _cross(way, back)
    centre = digit.joints[3] - way * radius * 0.12
    turn = np.linspace(0, 2 * math.pi, 20, endpoint=False)
    # A superellipse: nails are nearly straight at the sides.
    u = np.sign(np.cos(turn)) * np.abs(np.cos(turn)) ** 0.7 * radius * 0.74
    v = np.sign(np.sin(turn)) * np.abs(np.sin(turn)) ** 0.8 * radius * 0.92
    sag = np.sqrt(np.maximum(radius * radius - u * u, 0)) - 0.12 * np.maximum(v, 0)
    outline = centre + u[:, None] * across + v[:, None] * way + sag[:, None] * back
    return outline, outline[2:9]


def _joint_creases(
    digit: Digit, joint: int, palm_up: bool, rng: np.random.Generator
) -> list[tuple[Vector, float]]:
    """Give the folds across one joint with their strength; a bent joint is stretched and shows none."""
    way = digit.joints[joint + 1] - digit.joints[joint - 1]
    way = way / np.linalg.norm(way)
    back = digit.backs[joint - 1] + digit.backs[joint]
    back = back / np.linalg.norm(back) * (-1 if palm_up else 1)
    shown = 0.8 if palm_up else 1 - digit.bends[joint - 1] / 70
    folds = (-1.6, 0.6) if palm_up else (-3.4, -1.5, 0.2, 1.9, 3.6) if joint == 1 else (-1.2, 0.7, 2.2)
    if shown < 0.1 or back[2] < 0.15:
        return []
    fold, radius = np.array(folds)[:, None], digit.radii[joint]
    count = len(folds)
    reach = radius * rng.uniform(0.45, 0.75, (count, 1)) * (1 - 0.09 * np.abs(fold))
    u = reach * np.linspace(-1, 1, 7) + rng.normal(0, 0.8, (count, 1))
    bow = fold + rng.normal(0, 0.35, (count, 1)) - 0.045 * np.sign(fold) * u * u / radius
    bow = bow + rng.normal(0, 0.18, (count, 7))
    rise = np.sqrt(np.maximum(radius * radius - u * u, 0))
    lines = (
        digit.joints[joint] + u[..., None] * _cross(way, back) + bow[..., None] * way + rise[..., None] * back
    )
    return list(zip(lines, np.clip(shown * rng.uniform(0.5, 1, count), 0, 1).tolist(), strict=True))


def _palm_lines(skeleton: Skeleton, rng: np.random.Generator) -> list[NDArray[np.float64]]:
    """Give the three lines everybody has in the palm, in the picture's plane."""
    index, middle, ring, little = skeleton.knuckles
    root = np.mean([ray[0] for ray in skeleton.rays[:4]], axis=0)

    def curve(*points: Vector) -> NDArray[np.float64]:
        a, b, c = (p + rng.normal(0, 1.5, 3) for p in points)
        t = np.linspace(0, 1, 14)[:, None]
        return np.asarray(((1 - t) ** 2 * a + 2 * t * (1 - t) * (2 * b - (a + c) / 2) + t * t * c)[:, :2])

    life = curve(index * 0.78 + root * 0.22, middle * 0.52 + root * 0.48, root * 0.88 + middle * 0.12)
    head = curve(
        index * 0.76 + root * 0.24, (middle + ring) / 2 * 0.64 + root * 0.36, little * 0.46 + root * 0.54
    )
    heart = curve(
        little * 0.78 + root * 0.22, ring * 0.71 + root * 0.29, (index + middle) / 2 * 0.95 + root * 0.05
    )
    return [life, head, heart]


def _veins(skeleton: Skeleton, wrist: Vector, rng: np.random.Generator) -> list[NDArray[np.float64]]:
    """Give a few wandering lines from between the knuckles towards the wrist."""
    lines = []
    for one in range(3):
        start = (skeleton.knuckles[one] + skeleton.knuckles[one + 1]) / 2 + skeleton.back * 9
        end = wrist + skeleton.side_axis * float(rng.normal(0, 12)) + skeleton.back * 9
        t = np.linspace(0.12, 0.95, 9)[:, None]
        line = start * (1 - t) + end * t + skeleton.side_axis * (np.cumsum(rng.normal(0, 1.1, 9))[:, None])
        lines.append(np.asarray(line[:, :2]))
    return lines


def _cross(a: Vector, b: Vector) -> Vector:
    """Give the cross product; numpy's own costs twenty times as much for single vectors."""
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


def _in_sight(field: Field, grid: Grid, point: Vector) -> bool:
    """Say whether nothing lies more than a few mm over a point on the hand's surface."""
    rows, columns = field.height.shape
    column, row = int(point[0] * grid.px_per_mm), int(point[1] * grid.px_per_mm)
    inside = 0 <= row < rows and 0 <= column < columns
    return inside and float(field.height[row, column]) - float(point[2]) < 3.0


def _dot(mask: Bytes, grid: Grid, point: Vector, radius_mm: float) -> None:
    cv2.circle(
        mask,
        (int(point[0] * grid.px_per_mm), int(point[1] * grid.px_per_mm)),
        max(1, round(radius_mm * grid.px_per_mm)),
        255,
        -1,
    )


def _add(height: Floats, mask: Bytes, sigma_px: float, amount_mm: float) -> None:
    """Raise what a mask marks, softened, in place; only the part that holds anything is worked on."""
    x, y, w, h = cv2.boundingRect(mask)
    if w == 0:
        return
    pad = int(3 * sigma_px) + 1
    window = (slice(max(0, y - pad), y + h + pad), slice(max(0, x - pad), x + w + pad))
    part = np.asarray(mask[window], np.uint8).astype(np.float32)
    height[window] += blur(part, sigma_px) * np.float32(amount_mm / 255)


def _bgr(rgb: NDArray[np.float64]) -> Colour:
    clipped = np.clip(rgb, 8, 252)
    return float(clipped[2]), float(clipped[1]), float(clipped[0])
