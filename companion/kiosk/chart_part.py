"""A chart of points over turns or games: a line a player, in the player's colour and in a dash and a marker
of its own, with the name where the line ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import cut_bottom, cut_left, cut_right, inset, rows
from companion.kiosk.chart_lines import Point, draw_line, draw_marker
from companion.kiosk.page import Page
from companion.kiosk.theme import Rgb
from companion.kiosk.typeface import width_px

FINER = 2  # the chart is drawn so much larger and scaled down: soft edges
AXIS_UNITS = 17  # the size of the numbers on the axes
LABEL = 47  # units that the name at the end of a line is high
_ROUND = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Line:
    """What one player made: (turn, points), the turns rising."""

    name: str
    colour: Rgb
    points: tuple[tuple[int, int], ...]


def round_steps(low: int, high: int, most: int) -> tuple[int, ...]:
    """Evenly spaced round numbers that hold all from `low` to `high`; `most` of them, or two if that is less.

    0 is always among them.
    """
    low, high = min(low, 0), max(high, 0)
    step = _step(high - low, most - 1)
    while len(found := range(low // step * step, -(-high // step) * step + 1, step)) > max(most, 2):
        step = _step(high - low, most - 1, least=step + 1)
    return tuple(found) if len(found) > 1 else (0, step)


def spread_apart(wanted: Sequence[float], least: float, low: float, high: float) -> list[float]:
    """Places between `low` and `high` as near as may be to those wanted, and at least so far apart."""
    order = sorted(range(len(wanted)), key=lambda number: wanted[number])
    placed = [0.0] * len(wanted)
    floor = low
    for number in order:
        placed[number] = max(wanted[number], floor)
        floor = placed[number] + least
    ceiling = high
    for number in reversed(order):
        placed[number] = min(placed[number], ceiling)
        ceiling = placed[number] - least
    return placed


def draw_chart(page: Page, box: pygame.Rect, lines: Sequence[Line], along: str) -> None:
    """Draw it; `along` is the word under the axis, e.g. "turn". Lines without points are left out."""
    page.fill(box, theme.CARD, frame=theme.RULE)
    lines = [line for line in lines if line.points]
    inner = inset(box, page.gap)
    if not lines:
        return
    values = [value for line in lines for _, value in line.points]
    last = max(turn for line in lines for turn, _ in line.points)
    first = min(turn for line in lines for turn, _ in line.points)
    labels, rest = cut_right(inner, min(page.unit(150), round(inner.w * 0.3)), page.unit(4))
    under, rest = cut_bottom(rest, page.unit(26))
    labels.h = rest.h
    # Two more than are shown: the outermost may lie beyond what is drawn.
    heights = round_steps(min(values), max(values), 2 + min(5, rest.h // page.unit(54)))
    wide = max(width_px(_number(height), page.unit(AXIS_UNITS)) for height in heights)
    left, plot = cut_left(rest, wide + page.unit(8))
    plot = pygame.Rect(plot.x, plot.y + page.unit(10), plot.w - page.unit(12), plot.h - page.unit(18))
    air = (heights[-1] - heights[0]) * 0.04
    low, high = max(heights[0], min(*values, 0) - air), min(heights[-1], max(*values, 0) + air)
    heights = tuple(height for height in heights if low <= height <= high)
    scale = _Scale(plot, (first, last), (low, max(high, low + 1)))
    _draw_plot(page, scale, heights, lines)
    for height in heights:
        row = pygame.Rect(left.x, 0, wide, page.unit(26))
        row.centery = round(scale.y(height))
        page.text(row, _number(height), AXIS_UNITS, colour=theme.SOFT_INK, align="right")
    _write_turns(page, under, labels, scale, along)
    _write_names(page, labels, scale, lines)


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where on the page a number lies."""

    plot: pygame.Rect
    turns: tuple[int, int]
    heights: tuple[float, float]

    def x(self, turn: float) -> float:
        first, last = self.turns
        share = 0.5 if last == first else (turn - first) / (last - first)
        return self.plot.x + share * self.plot.w

    def y(self, height: float) -> float:
        low, high = self.heights
        return self.plot.bottom - (height - low) / (high - low) * self.plot.h


def _draw_plot(page: Page, scale: _Scale, heights: Sequence[int], lines: Sequence[Line]) -> None:
    """The grid, the lines and their markers, with soft edges."""
    room = scale.plot.inflate(page.unit(16), page.unit(20))
    fine = pygame.Surface((room.w * FINER, room.h * FINER))
    fine.fill(theme.CARD)

    def spot(turn: float, height: float) -> Point:
        return (scale.x(turn) - room.x) * FINER, (scale.y(height) - room.y) * FINER

    thin = max(1, page.unit(1)) * FINER
    first, last = scale.turns
    for height in heights:
        start, end = spot(first, height), spot(last, height)
        if first == last:
            start, end = (0, start[1]), (fine.get_width(), end[1])
        pygame.draw.line(
            fine, theme.SOFT_INK if height == 0 else theme.RULE, start, end, thin * (2 if height == 0 else 1)
        )
    for number, line in enumerate(lines):
        spots = [spot(*point) for point in line.points]
        draw_line(fine, theme.readable(line.colour, theme.CARD), spots, page.unit(4) * FINER, number)
    for number, line in enumerate(lines):
        reached, spots = -1e9, [spot(*point) for point in line.points]
        for place in spots:
            if place[0] - reached >= page.unit(22) * FINER or place is spots[-1]:
                reached = place[0]
                draw_marker(
                    fine, theme.readable(line.colour, theme.CARD), place, page.unit(6) * FINER, number
                )
    page.surface.blit(pygame.transform.smoothscale(fine, room.size), room)


def _write_turns(page: Page, under: pygame.Rect, labels: pygame.Rect, scale: _Scale, along: str) -> None:
    first, last = scale.turns
    step = _step(last - first, max(1, scale.plot.w // page.unit(58)))
    wide = page.unit(50)
    for turn in range(-(-max(first, 1) // step) * step, last + 1, step):
        box = pygame.Rect(0, under.y, wide, under.h)
        box.centerx = round(scale.x(turn))
        page.text(box, str(turn), AXIS_UNITS, colour=theme.SOFT_INK, align="centre")
    word = pygame.Rect(
        scale.plot.right + wide // 2, under.y, labels.right - scale.plot.right - wide // 2, under.h
    )
    page.text(word, along, AXIS_UNITS, colour=theme.SOFT_INK)


def _write_names(page: Page, labels: pygame.Rect, scale: _Scale, lines: Sequence[Line]) -> None:
    """Name and points beside each line's end, moved apart where ends are close."""
    high = min(page.unit(LABEL), labels.h // len(lines))
    wanted = [scale.y(line.points[-1][1]) for line in lines]
    middles = spread_apart(wanted, high, labels.y + high / 2, labels.bottom - high / 2)
    side = page.unit(14)
    for number, (line, want, middle) in enumerate(zip(lines, wanted, middles, strict=True)):
        ink = theme.readable(line.colour, theme.CARD)
        end = scale.x(line.points[-1][0]) + page.unit(7), want
        pygame.draw.aaline(page.surface, ink, end, (labels.x + page.unit(2), middle))
        sign = pygame.Rect(labels.x + page.unit(4), round(middle) - side // 2, side, side)
        fine = pygame.Surface((side * 4, side * 4))
        fine.fill(theme.CARD)
        draw_marker(fine, ink, (side * 2, side * 2), round(side * 1.7), number)
        page.surface.blit(pygame.transform.smoothscale(fine, sign.size), sign)
        words = pygame.Rect(sign.right + page.unit(5), 0, labels.right - sign.right - page.unit(5), high)
        words.centery = round(middle)
        name, points = rows(words, 2)
        page.text(name, line.name, 18, colour=ink, weight="heavy", stand="bottom", may_cut=True)
        page.text(points, _number(line.points[-1][1]), 18, colour=ink, weight="heavy", stand="top")


def _step(span: int, most: int, least: int = 1) -> int:
    """The smallest of 1, 2, 5, 10, 20, … of which at most so many cover the span."""
    power = 1
    while True:
        for factor in _ROUND:
            step = factor * power
            if step >= least and step * max(most, 1) >= span:
                return step
        power *= 10


def _number(value: int) -> str:
    """With a real minus, which is as wide as the digits are."""
    return str(value).replace("-", "\N{MINUS SIGN}")
