"""The parts of the hourglass as pictures, drawn once for a size: wood, glass, gloss, sand and signs."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil
from random import Random

import pygame

from companion.kiosk.paint_glass import BULB, Spot, bulb_outline, half_width
from companion.kiosk.paint_tools import (
    WHITE,
    FontOf,
    Point,
    Rgb,
    add_shape,
    band,
    blank,
    blit_centred,
    box,
    disc,
    from_hex,
    ink_of,
    largest_font,
    mixed,
)
from companion.kiosk.paint_wood import DARK_WALNUT, WALNUT, wood
from companion.session.sand import Colour

# In bulb heights, as in paint_glass.
CAP_HALF, CAP_HIGH, ROD_AT, ROD_HALF, COLLAR = 0.64, 0.2, 0.585, 0.03, 0.035
HIGH, WIDE = 2 * (1 + CAP_HIGH), 2 * CAP_HALF  # all of it

SAND: dict[Colour, Rgb] = {
    "green": from_hex("#6fa56a"),
    "amber": from_hex("#e3a02f"),
    "red": from_hex("#d1453b"),
}
GLASS, GLASS_EDGE = from_hex("#b9cfd8"), from_hex("#7f99a6")
GLASS_ALPHA = 72
BRASS, IVORY = from_hex("#e0b862"), from_hex("#fff6e0")
ALARM = from_hex("#c3271b")


@dataclass(slots=True)
class GlassParts:
    """The pictures for bulbs of `bulb_px` pixels. `size` is what the whole glass covers."""

    bulb_px: float
    font_of: FontOf
    size: tuple[int, int] = field(init=False)
    back: pygame.Surface = field(init=False)  # wood, and the glass behind the sand
    front: pygame.Surface = field(init=False)  # the glass before the sand
    _bulbs: dict[tuple[Colour, bool], pygame.Surface] = field(init=False, default_factory=dict)
    _signs: dict[tuple[Colour, bool], pygame.Surface] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.size = (ceil(WIDE * self.bulb_px), ceil(HIGH * self.bulb_px))
        self.back, self.front = blank(*self.size), blank(*self.size)
        self._draw_back()
        self._draw_front()

    @property
    def neck(self) -> Point:
        """Where the neck is in `back` and `front`."""
        return self.size[0] / 2, self.size[1] / 2

    @property
    def bulb_size(self) -> tuple[int, int]:
        """How large the picture of a bulb's sand is; the neck is in the middle of its lower or upper edge."""
        return 2 * ceil(BULB * self.bulb_px), round(self.bulb_px)

    def sand(self, colour: Colour, is_upper: bool) -> pygame.Surface:
        """A bulb's whole inside, full of sand. Not to be drawn on: cut away what is empty in a copy."""
        key = (colour, is_upper)
        if key not in self._bulbs:
            self._bulbs[key] = self._draw_sand(colour, is_upper)
        return self._bulbs[key]

    def sign(self, colour: Colour, is_lit: bool = False) -> pygame.Surface:
        """What stands on the caps: a ring, two chevrons in the last third, `!` in the last seconds."""
        key = (colour, is_lit)
        if key not in self._signs:
            self._signs[key] = self._draw_sign(colour, is_lit)
        return self._signs[key]

    def _at(self, spot: Spot) -> Point:
        """A spot relative to the neck, in bulb heights, as a point in `back` and `front`."""
        return self.neck[0] + spot[0] * self.bulb_px, self.neck[1] + spot[1] * self.bulb_px

    def _inside(self, grown_px: float = 0.0) -> list[Point]:
        """Both bulbs as one outline."""
        right = [(x, u) for x, u in bulb_outline() if x > 0]
        side = [(x, -u) for x, u in reversed(right)] + right[1:]
        points = [self._at(spot) for spot in side]
        grown = [(x + grown_px, y) for x, y in points]
        return [*grown, *((2 * self.neck[0] - x, y) for x, y in reversed(grown))]

    def _draw_back(self) -> None:
        unit = self.bulb_px
        for sign in (-1, 1):
            x, y = self._at((sign * ROD_AT - ROD_HALF, -1.02))
            rod = box(x, y, 2 * ROD_HALF * unit, 2.04 * unit, 0.02 * unit)
            add_shape(self.back, DARK_WALNUT, [rod])
            add_shape(self.back, WALNUT, [box(x, y, 1.4 * ROD_HALF * unit, 2.04 * unit)])
            light = box(x + 0.3 * ROD_HALF * unit, y, 0.4 * ROD_HALF * unit, 2.04 * unit)
            add_shape(self.back, mixed(WALNUT, IVORY, 0.35), [light])
        add_shape(self.back, GLASS, [self._inside()], GLASS_ALPHA)
        for is_upper in (True, False):
            self._draw_cap(is_upper)

    def _draw_cap(self, is_upper: bool) -> None:
        unit, line = self.bulb_px, max(1.0, 0.014 * self.bulb_px)
        width, high = 2 * CAP_HALF * unit, CAP_HIGH * unit
        cap = blank(width, high)
        cap.blit(wood(*cap.get_size(), WALNUT, seed=7), (0, 0))
        add_shape(cap, mixed(WALNUT, IVORY, 0.45), [box(0, 0, width, line)])
        add_shape(cap, (0, 0, 0), [box(0, 0.62 * high, width, high)], alpha=36)
        add_shape(cap, DARK_WALNUT, [box(0, high - 1.6 * line, width, 2 * line)], alpha=200)
        mask = blank(width, high)
        add_shape(mask, WHITE, [box(0, 0, *mask.get_size(), 0.32 * high)])
        cap.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        x, y = self._at((-CAP_HALF, -1 - CAP_HIGH if is_upper else 1))
        self.back.blit(cap, (round(x), round(y)))
        collar = half_width(1.0) * 1.14
        # Beyond the bulb: over it, it would hide sand that must be seen.
        x, y = self._at((-collar, -1 - COLLAR if is_upper else 1))
        ring = box(x, y, 2 * collar * unit, COLLAR * unit, 0.3 * COLLAR * unit)
        add_shape(self.front, mixed(BRASS, DARK_WALNUT, 0.35), [ring])
        add_shape(self.front, BRASS, [[(px, min(py, y + 0.6 * COLLAR * unit)) for px, py in ring]])

    def _draw_front(self) -> None:
        edge = max(1.2, 0.024 * self.bulb_px)
        glass = blank(*self.size)
        add_shape(glass, GLASS_EDGE, [self._inside(edge), self._inside()])
        add_shape(glass, mixed(GLASS, WHITE, 0.6), [self._inside(0.75 * edge), self._inside(0.3 * edge)], 200)
        for is_upper in (True, False):
            for inward, first, last, wide, alpha in (
                (0.74, 0.36, 0.92, 0.055, 150),
                (0.58, 0.42, 0.62, 0.022, 110),
                (-0.84, 0.5, 0.86, 0.022, 90),
            ):
                add_shape(glass, WHITE, [self._gloss(is_upper, inward, first, last, wide)], alpha)
        glass.blit(self.front, (0, 0))
        self.front = glass

    def _gloss(self, is_upper: bool, inward: float, first: float, last: float, wide: float) -> list[Point]:
        """A streak of light that follows the glass on the left (a negative `inward`: on the right)."""
        heights = [first + (last - first) * step / 16 for step in range(17)]
        spots = [(-inward * half_width(u), -u if is_upper else u) for u in heights]
        # Pointed at both ends.
        half = [wide * (1 - (2 * step / 16 - 1) ** 2) ** 0.7 / 2 for step in range(17)]
        left = [self._at((x - h, y)) for (x, y), h in zip(spots, half, strict=True)]
        right = [self._at((x + h, y)) for (x, y), h in zip(spots, half, strict=True)]
        return [*left, *reversed(right)]

    def _draw_sand(self, colour: Colour, is_upper: bool) -> pygame.Surface:
        width, height = self.bulb_size
        picture, base, random = blank(width, height), SAND[colour], Random(11)
        for x in range(width):  # round, with the light from the left
            away = (2 * x / width - 0.82) ** 2
            pygame.draw.line(picture, mixed(base, (40, 20, 0), min(0.34, 0.3 * away)), (x, 0), (x, height))
        grain = max(1, round(self.bulb_px / 110))
        for _ in range(width * height // (14 * grain * grain)):
            x, y = random.randrange(width), random.randrange(height)
            tint = WHITE if random.random() < 0.55 else (40, 20, 0)
            red, green, blue, _ = picture.get_at((x, y))
            shade = mixed((red, green, blue), tint, random.uniform(0.06, 0.24))
            picture.fill(shade, (x, y, grain, grain))
        mask = blank(width, height)
        outline = [
            (width / 2 + x * self.bulb_px, height * (1 - u if is_upper else u)) for x, u in bulb_outline()
        ]
        add_shape(mask, WHITE, [outline])
        picture.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return picture

    def _draw_sign(self, colour: Colour, is_lit: bool) -> pygame.Surface:
        high = CAP_HIGH * self.bulb_px
        picture = blank(3 * high, high)
        x, y = picture.get_width() / 2, picture.get_height() / 2
        if colour == "green":
            add_shape(picture, BRASS, [disc((x, y), 0.25 * high), disc((x, y), 0.13 * high)])
        elif colour == "amber":
            reach, line = 0.3 * high, max(2.0, 0.17 * high)
            for middle in (x - 0.42 * high, x + 0.42 * high):
                ends = [(middle + sign * reach, y - 0.55 * reach) for sign in (-1, 1)]
                add_shape(picture, IVORY, [band([ends[0], (middle, y + 0.55 * reach), ends[1]], line)])
        else:
            plate, letters = (ALARM, WHITE) if is_lit else (IVORY, ALARM)
            add_shape(picture, IVORY, [box(x - 0.75 * high, y - 0.42 * high, 1.5 * high, 0.84 * high, high)])
            inner = box(x - 0.69 * high, y - 0.36 * high, 1.38 * high, 0.72 * high, high)
            add_shape(picture, plate, [inner])
            font = largest_font(["!"], high, 0.6 * high, self.font_of)
            blit_centred(picture, ink_of("!", font, letters), (x, y))
        return picture
