"""Tools that people put down next to a game: pens, pencils, phones, scissors."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.virtual.clutter_tools import STEELS, any_colour, filled, lit_sprite, scaled, tint
from hardware.virtual.relief import (
    MARGIN_MM,
    Bytes,
    Colour,
    Grid,
    blur,
    box_distance,
    coverage,
    lay_over,
    shares,
)
from hardware.virtual.sprites import Sprite


def pen(rng: np.random.Generator, px_per_mm: float, light_deg: float) -> Sprite:
    """Draw a ball pen of 130 to 150 mm lying upright in the picture, with clip, grip and point."""
    length, radius = rng.uniform((130, 4.2), (150, 5.8))
    grid = Grid(2 * radius + 6 + 2 * MARGIN_MM, length + 2 * MARGIN_MM, px_per_mm)
    body, trim = any_colour(rng, 20, 230), tint(rng, STEELS)
    x, y = grid.x - np.float32(grid.width_mm / 2), grid.y - np.float32(MARGIN_MM)
    point, button = length - 13, float(rng.uniform(6, 11))
    # Radius along the pen: button, barrel, cone, point.
    width = np.interp(
        y,
        (0, button - 0.1, button, button + 4, point, length - 2.5, length),
        (radius * 0.5, radius * 0.5, radius * 0.85, radius, radius * 0.95, 1.3, 0.5),
    ).astype(np.float32)
    edge = np.maximum(np.abs(x) - width, np.abs(y - np.float32(length / 2)) - np.float32(length / 2))
    height = np.sqrt(np.maximum(width * width - x * x, 0))
    bgr = filled(grid, body)
    _band(bgr, trim, grid, 0, button)
    _band(bgr, trim if rng.random() < 0.5 else scaled(body, 0.5), grid, point, length)
    if rng.random() < 0.6:
        _band(bgr, scaled(body, 0.45), grid, point - float(rng.uniform(25, 38)), point)
        height = height + np.sin(y * 2) * (y > point - 25) * (y < point) * np.float32(0.15)
    _band(bgr, trim, grid, length * 0.48, length * 0.48 + 2)
    clip = box_distance(x - np.float32(rng.normal(0, 0.6)), y - np.float32(button + 22), 1.6, 20.0, 1.2)
    lay_over(bgr, trim, coverage(clip, px_per_mm))
    height = height + coverage(clip, px_per_mm) * np.float32(1.6)
    return lit_sprite(
        grid,
        bgr,
        coverage(edge, px_per_mm),
        height.astype(np.float32),
        light_deg,
        float(2 * radius + 1),
        gloss=0.35,
    )


def pencil(rng: np.random.Generator, px_per_mm: float, light_deg: float) -> Sprite:
    """Draw a pencil of 90 to 178 mm: six-sided, sharpened, perhaps with a rubber at its end."""
    length, radius, tip = (
        float(rng.uniform(90, 178)),
        float(rng.uniform(3.3, 3.9)),
        float(rng.uniform(17, 24)),
    )
    grid = Grid(2 * radius + 4 + 2 * MARGIN_MM, length + 2 * MARGIN_MM, px_per_mm)
    paint = any_colour(rng, 60, 230) if rng.random() < 0.6 else (40.0, 176.0, 232.0)
    lead = (70.0, 68.0, 68.0) if rng.random() < 0.6 else any_colour(rng, 90, 230)
    x, y = grid.x - np.float32(grid.width_mm / 2), grid.y - np.float32(MARGIN_MM)
    width = np.interp(y, (0, length - tip, length), (radius, radius, 0.5)).astype(np.float32)
    edge = np.maximum(np.abs(x) - width, np.abs(y - np.float32(length / 2)) - np.float32(length / 2))
    turn = float(rng.uniform(-0.5, 0.5))
    facets = np.minimum(
        np.minimum(radius * 0.95 + x * np.float32(math.tan(turn * 0.6)), radius * 1.5 - x * np.float32(1.1)),
        radius * 1.5 + x * np.float32(1.1),
    )
    cone = np.sqrt(np.maximum(width * width - x * x, 0))
    whittled = y > np.float32(length - tip) + np.cos(x * 2.2) * np.float32(1.4)
    height = np.where(whittled, cone, facets).astype(np.float32)
    bgr = filled(grid, paint)
    lay_over(bgr, (150.0, 190.0, 222.0), np.where(whittled, 255, 0).astype(np.uint8))
    _band(bgr, lead, grid, length - tip * 0.32, length)
    if rng.random() < 0.5:
        _band(bgr, (150.0, 140.0, 214.0), grid, 0, 6)
        _band(bgr, tint(rng, STEELS), grid, 6, 17)
    return lit_sprite(grid, bgr, coverage(edge, px_per_mm), height, light_deg, float(2 * radius), gloss=0.12)


def _band(bgr: Bytes, colour: Colour, grid: Grid, start: float, end: float) -> None:
    """Paint across the whole picture from `start` to `end` mm below the upper margin."""
    rows = slice(
        max(0, round((start + MARGIN_MM) * grid.px_per_mm)), max(0, round((end + MARGIN_MM) * grid.px_per_mm))
    )
    bgr[rows] = np.round(colour)


def phone(rng: np.random.Generator, px_per_mm: float, light_deg: float) -> Sprite:
    """Draw a phone of about 72 x 150 mm: dark screen with a reflection, lit screen, or lying on its face."""
    width, height, corner = rng.uniform((66, 138, 6), (79, 165, 11))
    grid = Grid(width + 2 * MARGIN_MM, height + 2 * MARGIN_MM, px_per_mm)
    x, y = grid.x - np.float32(grid.width_mm / 2), grid.y - np.float32(grid.height_mm / 2)
    edge = box_distance(x, y, width / 2, height / 2, corner)
    case = tint(rng, ((34, 32, 32), (150, 150, 152), (210, 214, 216), (120, 70, 40), (70, 60, 150)), 8)
    bgr = filled(grid, case)
    look = rng.random()
    if look < 0.7:
        screen = coverage(edge + np.float32(rng.uniform(1.5, 3.5)), px_per_mm)
        lay_over(bgr, (22.0, 20.0, 20.0), screen)
        if look < 0.45:
            # A lamp or window mirrored in the glass: a slanting paler part.
            slant = (
                x * np.float32(rng.normal(0, 1))
                + y * np.float32(rng.normal(0, 0.6))
                + np.float32(rng.normal(0, 20))
            )
            pane = np.clip(slant / 8, 0, 1) * np.float32(rng.uniform(0.05, 0.3))
            lay_over(bgr, (215.0, 210.0, 205.0), np.minimum(pane, screen))
        else:
            _screen_on(grid, bgr, rng, width, height)
    else:
        bump_at = (width * 0.28, height * 0.14)
        lens = np.zeros(grid.shape, np.uint8)
        for dx, dy in ((0, 0), (0, 14), (13, 7))[: int(rng.integers(1, 4))]:
            at = grid.points(np.array([[bump_at[0] + dx, bump_at[1] + dy]]))[0, 0]
            cv2.circle(lens, (int(at[0]), int(at[1])), int(5.2 * px_per_mm * 16), 255, -1, cv2.LINE_AA, 4)
        lay_over(bgr, (26.0, 22.0, 20.0), lens)
    height_field = np.sqrt(np.clip(-edge / np.float32(2.5), 0, 1)) * np.float32(1.8)
    return lit_sprite(
        grid, bgr, coverage(edge, px_per_mm), height_field.astype(np.float32), light_deg, 8.5, gloss=0.1
    )


def _screen_on(grid: Grid, bgr: Bytes, rng: np.random.Generator, width: float, height: float) -> None:
    """Fill a screen with blocks and rows, as of any program."""
    paper = (240.0, 240.0, 240.0) if rng.random() < 0.6 else (48.0, 40.0, 36.0)
    left, right = MARGIN_MM + 3.5, MARGIN_MM + width - 3.5
    spans = [(MARGIN_MM + 8, MARGIN_MM + height - 8, paper), (MARGIN_MM + 8, MARGIN_MM + 20, any_colour(rng))]
    top = MARGIN_MM + 26.0
    while top < height - 30:
        tall = float(rng.uniform(4, 22))
        spans.append((top, top + tall, any_colour(rng, 90, 230)))
        top += tall + float(rng.uniform(3, 9))
    for index, (start, end, colour) in enumerate(spans):
        inset = 0.0 if index < 2 else 4.0
        corners = np.array(
            [(left + inset, start), (right - inset, start), (right - inset, end), (left + inset, end)]
        )
        cv2.fillPoly(bgr, [grid.points(corners)], colour, cv2.LINE_AA, 4)


def scissors(rng: np.random.Generator, px_per_mm: float, light_deg: float) -> Sprite:
    """Draw scissors of 130 to 210 mm, a little open, with coloured plastic handles."""
    length, gap = float(rng.uniform(130, 210)), math.radians(float(rng.uniform(2, 14)))
    grid = Grid(length * 0.74, length * 1.04 + 2 * MARGIN_MM + 6, px_per_mm)
    pivot = np.array([grid.width_mm / 2, MARGIN_MM + 3 + length * 0.52])
    steel, plastic = np.zeros(grid.shape, np.uint8), np.zeros(grid.shape, np.uint8)
    for sign in (-1, 1):
        cos, sin = math.cos(gap * sign), math.sin(gap * sign)
        turn = np.array([[cos, sin], [-sin, cos]])

        def placed(
            points: NDArray[np.float64], turn: NDArray[np.float64] = turn, sign: int = sign
        ) -> NDArray[np.float64]:
            return np.asarray((points * (sign, 1)) @ turn + pivot)

        blade = np.array([(-2, -length * 0.5), (5.5, -length * 0.25), (6, 0), (3, 12), (-5, 6), (-3.5, -8)])
        cv2.fillPoly(steel, [grid.points(placed(blade))], 255, cv2.LINE_AA, 4)
        angles = np.linspace(0, 2 * math.pi, 24)
        loop = np.stack(
            [length * 0.105 * np.cos(angles) - length * 0.12, length * 0.14 * np.sin(angles) + length * 0.31],
            -1,
        )
        grid.strokes(
            plastic,
            [placed(loop), placed(np.array([(1.0, 6.0), (-length * 0.06, length * 0.2)]))],
            length * 0.036,
        )
    bgr = filled(grid, STEELS[0])
    lay_over(bgr, any_colour(rng, 50, 220), plastic)
    metal, grip = shares(steel), shares(plastic)
    bolt = coverage(
        np.hypot(grid.x - np.float32(pivot[0]), grid.y - np.float32(pivot[1])) - np.float32(3.2), px_per_mm
    )
    height = bolt + blur(metal, 0.4 * px_per_mm) * np.float32(1.2)
    height += blur(grip, 1.0 * px_per_mm) * np.float32(5)
    return lit_sprite(grid, bgr, np.maximum(metal, grip), height, light_deg, 9.0, gloss=0.3)
