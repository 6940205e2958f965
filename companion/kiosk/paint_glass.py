"""The shape of the hourglass, and how its sand lies in it. No pixels: a bulb is one unit high.

A height `u` is counted from the neck (0) to the cap (1), in both bulbs; `x` from the middle outwards. Sand
is counted by the area that is seen. What leaves above arrives below: for any share the two areas add up to
the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin, sqrt

Spot = tuple[float, float]

BULB = 0.52  # half the width of a bulb where it is widest
NECK = 0.034
FULL = 0.82  # how high the sand stands above before it runs
HEAP, DIP = 0.5, 0.34  # how steep the heap below is, and how steep the hollow above
_ROUND = 0.07  # how far from the middle a heap's top, or a hollow's ground, is round
_SETTLING = 0.12  # after this share has run, the hollow is as steep as it gets
_WIDEST = 0.7  # the height where a bulb is widest
_COLUMNS = 60  # the areas are summed up over so many upright strips of half a bulb
_HALVINGS = 16


@dataclass(frozen=True, slots=True)
class Surface:
    """The top of the sand in one bulb: `u` is `middle` in the middle and grows outwards by `slope`, after a
    round start."""

    middle: float
    slope: float

    def height(self, x: float) -> float:
        return self.middle + self.slope * _rise(x)

    def reach(self) -> float:
        """How far out it meets the glass."""
        inside, outside = 0.0, BULB
        for _ in range(_HALVINGS):
            x = (inside + outside) / 2
            inside, outside = (x, outside) if x < half_width(self.height(x)) else (inside, x)
        return inside


def half_width(u: float) -> float:
    """Half the inner width of a bulb at this height; none beyond its ends."""
    if not 0.0 <= u <= 1.0:
        return 0.0
    if u < _WIDEST:
        return NECK + (BULB - NECK) * float(sin(u / _WIDEST * pi / 2) ** 1.35)
    return BULB * (1 - 0.1 * ((u - _WIDEST) / (1 - _WIDEST)) ** 2)


def bulb_outline(steps: int = 40) -> list[Spot]:
    """The inside of a bulb as `(x, u)`, all around."""
    heights = [(step / steps) ** 1.3 for step in range(steps + 1)]  # closer where the neck bends
    right = [(half_width(u), u) for u in heights]
    return [*right, *((-x, u) for x, u in reversed(right))]


@lru_cache(maxsize=64)
def sand_above(share: float) -> Surface:
    """The top of the sand in the upper bulb while this share of all sand is still there. It sinks in the
    middle, as soon as it runs."""
    slope = DIP * min(1.0, (1.0 - share) / _SETTLING)
    low, high = -slope * BULB, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _area_under(middle, slope) < share * full_area() else (low, middle)
    return Surface((low + high) / 2, slope)


@lru_cache(maxsize=64)
def sand_below(share: float) -> Surface:
    """The top of the heap in the lower bulb while this share of all sand lies there: a cone, until it
    leans against the glass. `u` is counted down from the neck, so it is least at the cone's top."""
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if _area_beyond(middle) < share * full_area() else (middle, high)
    return Surface((low + high) / 2, HEAP)


@lru_cache(maxsize=1)
def full_area() -> float:
    """The area of all sand."""
    return _area_under(FULL, 0.0)


def settled(outline: Sequence[Spot], down: Spot, area: float) -> list[Spot]:
    """The part of this outline that so much sand fills when it lies level and falls towards `down`."""
    depths = [x * down[0] + y * down[1] for x, y in outline]
    low, high = min(depths), max(depths)
    part: list[Spot] = []
    for _ in range(14):
        level = (low + high) / 2
        part = _deeper_than(outline, depths, level)
        low, high = (low, level) if area_of(part) < area else (level, high)
    return part


def area_of(outline: Sequence[Spot]) -> float:
    """The area of a polygon."""
    turned = zip(outline, (*outline[1:], *outline[:1]), strict=True)
    return abs(sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in turned)) / 2


def turned(spot: Spot, angle: float) -> Spot:
    """Turned about the neck, clockwise on a screen."""
    x, y = spot
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)


def _rise(x: float) -> float:
    """How much a surface of slope 1 has grown so far out."""
    return sqrt(x * x + _ROUND * _ROUND) - _ROUND


@lru_cache(maxsize=1)
def _columns() -> tuple[tuple[float, float, float], ...]:
    """One half of a bulb in upright strips: from where to where each is glass, and how a surface rises there.

    Upright, because the sand's top crosses each of them once: the areas then change smoothly with it.
    """
    middles = ((column + 0.5) / _COLUMNS * BULB for column in range(_COLUMNS))
    return tuple((_crossing(x, 0.0, _WIDEST), _crossing(x, 1.0, _WIDEST), _rise(x)) for x in middles)


def _crossing(x: float, narrow: float, wide: float) -> float:
    """The height at which a bulb becomes as wide as this, between a narrow and a wide place."""
    if half_width(narrow) >= x:
        return narrow
    for _ in range(_HALVINGS):
        middle = (narrow + wide) / 2
        narrow, wide = (narrow, middle) if half_width(middle) >= x else (middle, wide)
    return wide


def _area_under(middle: float, slope: float) -> float:
    """The area between the neck and a surface that is lowest in the middle."""
    area = 0.0
    for low, high, rise in _columns():
        top = middle + slope * rise
        if top > low:
            area += min(top, high) - low
    return area * 2 * BULB / _COLUMNS


def _area_beyond(middle: float) -> float:
    """The area between the cone and the cap."""
    area = 0.0
    for low, high, rise in _columns():
        top = middle + HEAP * rise
        if top < high:
            area += high - max(top, low)
    return area * 2 * BULB / _COLUMNS


def _deeper_than(outline: Sequence[Spot], depths: Sequence[float], level: float) -> list[Spot]:
    kept: list[Spot] = []
    for number, (spot, depth) in enumerate(zip(outline, depths, strict=True)):
        before, depth_before = outline[number - 1], depths[number - 1]
        if (depth >= level) != (depth_before >= level):
            share = (level - depth_before) / (depth - depth_before)
            kept.append(
                (before[0] + (spot[0] - before[0]) * share, before[1] + (spot[1] - before[1]) * share)
            )
        if depth >= level:
            kept.append(spot)
    return kept
