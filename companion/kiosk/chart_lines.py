"""The lines of a chart: four dashes and four markers, to be told apart without colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

import pygame

from companion.kiosk import theme
from companion.kiosk.theme import Rgb

Point = tuple[float, float]

# How long ink and gaps are, in widths of the line; nothing: one long line.
DASHES: tuple[tuple[float, ...], ...] = ((), (4.5, 2.5), (1.2, 2.0), (6.0, 2.0, 1.2, 2.0))


def draw_line(surface: pygame.Surface, colour: Rgb, points: Sequence[Point], width: int, number: int) -> None:
    """A line through these points, dashed as the line of this number is."""
    dash = [length * width for length in DASHES[number % len(DASHES)]]
    for start, end in _pieces(points, dash):
        _draw_piece(surface, colour, start, end, width)


def draw_marker(surface: pygame.Surface, colour: Rgb, at: Point, radius: int, number: int) -> None:
    """The marker of the line of this number: disc, square, triangle or diamond, with a pale edge."""
    for size, ink in ((radius * 1.3, theme.CARD), (float(radius), colour)):
        if number % 4 == 0:
            pygame.draw.circle(surface, ink, at, size)
        else:
            pygame.draw.polygon(surface, ink, _corners(number % 4, at, size))


def _corners(shape: int, at: Point, size: float) -> list[Point]:
    x, y = at
    if shape == 1:
        half = size * 0.88
        return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    if shape == 2:
        return [(x, y - size * 1.2), (x + size * 1.15, y + size * 0.85), (x - size * 1.15, y + size * 0.85)]
    return [(x, y - size * 1.3), (x + size * 1.3, y), (x, y + size * 1.3), (x - size * 1.3, y)]


def _pieces(points: Sequence[Point], dash: Sequence[float]) -> Iterator[tuple[Point, Point]]:
    """The inked pieces of a line; the dashes go on around its corners."""
    number, left = 0, dash[0] if dash else float("inf")
    for (x, y), (to_x, to_y) in pairwise(points):
        length = hypot(to_x - x, to_y - y)
        done = 0.0
        while done < length:
            step = min(left, length - done)
            if number % 2 == 0:
                yield (
                    (x + (to_x - x) * done / length, y + (to_y - y) * done / length),
                    (x + (to_x - x) * (done + step) / length, y + (to_y - y) * (done + step) / length),
                )
            done, left = done + step, left - step
            if left <= 0:
                number = (number + 1) % len(dash)
                left = dash[number]


def _draw_piece(surface: pygame.Surface, colour: Rgb, start: Point, end: Point, width: int) -> None:
    """One straight piece with round ends; pygame's own thick lines have slanted ones."""
    (x, y), (to_x, to_y) = start, end
    length = hypot(to_x - x, to_y - y) or 1.0
    across_x, across_y = -(to_y - y) / length * width / 2, (to_x - x) / length * width / 2
    pygame.draw.polygon(
        surface,
        colour,
        [
            (x + across_x, y + across_y),
            (to_x + across_x, to_y + across_y),
            (to_x - across_x, to_y - across_y),
            (x - across_x, y - across_y),
        ],
    )
    for spot in (start, end):
        pygame.draw.circle(surface, colour, spot, width / 2)
