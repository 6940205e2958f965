"""The hourglass of Challenge: sand above and below in true proportion, and the seconds written.

    glass = Hourglass(pygame.Rect(600, 20, 160, 300))
    glass.paint(screen, view.sand, now)

It keeps no time: the same inputs give the same picture at any frame rate. Only falling grains depend on `t`.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor, pi, sin

import pygame

from companion.kiosk.paint_glass import BULB, HEAP, NECK, Surface, sand_above, sand_below
from companion.kiosk.paint_glass_parts import ALARM, CAP_HIGH, COLLAR, HIGH, SAND, WIDE, GlassParts
from companion.kiosk.paint_tools import (
    INK,
    WHITE,
    FontOf,
    Rgb,
    add_shape,
    blank,
    blit_centred,
    box,
    default_font,
    ink_of,
    largest_font,
    mixed,
)
from companion.kiosk.paint_turning import paint_turning
from companion.session.views import SandView

FALL_S = 0.55  # a grain falls through an empty lower bulb in this time
NUMERALS = 0.2  # of the height, where they stand below the glass
_GOLDEN, _PLASTIC = 0.618034, 0.754878  # numbers whose multiples scatter evenly
_ACROSS = [BULB * step for step in (-1.0, -0.6, -0.3, -0.17, -0.08, 0.0, 0.08, 0.17, 0.3, 0.6, 1.0)]
_KEPT = 4  # sizes


class Hourglass:
    """Paints an hourglass with its seconds into `area`: below the glass if that is high, else beside it.

    `ink` is the colour of the seconds, which must be readable on what lies behind. Keep the hourglass as
    long as its place on the screen stays the same.
    """

    def __init__(self, area: pygame.Rect, ink: Rgb = INK, font_of: FontOf = default_font) -> None:
        self.rect, self._ink, self._font_of = pygame.Rect(area), ink, font_of
        stands_below = area.height >= 1.2 * area.width
        room = pygame.Rect(area)
        if stands_below:
            room.height = round((1 - NUMERALS) * area.height)
            self.numerals = pygame.Rect(area.x, room.bottom, area.width, area.bottom - room.bottom)
        else:
            room.width = min(round(0.5 * area.width), round(area.height * WIDE / HIGH))
            self.numerals = pygame.Rect(room.right, area.y, area.right - room.right, area.height)
        self.room = room
        self._bulb_px = min(room.width / WIDE, room.height / HIGH)
        self._parts = _parts(self._bulb_px, font_of)
        self.glass = pygame.Rect((0, 0), self._parts.size)
        self.glass.center = room.center
        self._cut = pygame.Surface(self._parts.bulb_size, pygame.SRCALPHA)
        self._layer = pygame.Surface(room.size, pygame.SRCALPHA)
        self._written: tuple[str, bool] | None = None
        self._plate = blank(1, 1)

    def paint(
        self,
        surface: pygame.Surface,
        sand: SandView,
        t: float = 0.0,
        flip: float | None = None,
        from_s: float = 0.0,
        blink: bool = False,
    ) -> None:
        """The glass as it stands, or as it is turned over while `flip` goes from 0 to 1.

        A turn leads from `from_s` seconds left to what `sand` says. `blink` lights the alarm up; who calls
        decides when.
        """
        share = min(1.0, max(0.0, sand.left_s / sand.seconds))
        if flip is None:
            self._paint_standing(surface, sand, round(share, 4), t, blink)
        else:
            before = min(1.0, max(0.0, from_s / sand.seconds))
            turn = (1 - _cosine(flip)) / 2
            sinking = before + (1 - share - before) * turn
            paint_turning(surface, self._layer, self.room, self._bulb_px, SAND[sand.colour], sinking, turn)
        self._write(surface, _seconds_text(sand.left_s), blink)

    @property
    def neck(self) -> tuple[int, int]:
        """Where the upper bulb ends and the lower begins, on the screen."""
        return self.glass.center

    def _paint_standing(
        self, surface: pygame.Surface, sand: SandView, share: float, t: float, blink: bool
    ) -> None:
        parts = self._parts
        surface.blit(parts.back, self.glass)
        sign = parts.sign(sand.colour, blink)
        for end in (-1, 1):
            away = end * (1 + (CAP_HIGH + COLLAR) / 2) * self._bulb_px
            blit_centred(surface, sign, (self.glass.centerx, self.glass.centery + away))
        above, below = sand_above(share), sand_below(1 - share)
        if share > 0:
            self._paint_sand(surface, sand, above, is_upper=True)
        if share < 1:
            self._paint_sand(surface, sand, below, is_upper=False)
        if sand.is_running and share > 0:
            self._paint_grains(surface, sand, below.middle if share < 1 else 1.0, t)
        surface.blit(parts.front, self.glass)

    def _paint_sand(self, surface: pygame.Surface, sand: SandView, top: Surface, is_upper: bool) -> None:
        full, unit = self._parts.sand(sand.colour, is_upper), self._bulb_px
        width, height = full.get_size()
        toward, neck_y = (-1, height) if is_upper else (1, 0)
        self._cut.fill((0, 0, 0, 0))
        self._cut.blit(full, (0, 0))
        line = [(width / 2 + x * unit, neck_y + toward * top.height(x) * unit) for x in _ACROSS]
        pygame.draw.polygon(self._cut, (0, 0, 0, 0), [(-2, -2), *line, (width + 2, -2)])
        corner = (self.glass.centerx - width // 2, self.glass.centery - (height if is_upper else 0))
        surface.blit(self._cut, corner)
        # A bright line where the light falls on the sand also hides the steps of the cut.
        reach = top.reach()
        if reach > NECK:
            x, y = corner[0] + width / 2, corner[1] + neck_y
            spots = [share * reach / BULB for share in _ACROSS]
            seen = [(x + spot * unit, y + toward * top.height(spot) * unit) for spot in spots]
            pygame.draw.aalines(surface, mixed(SAND[sand.colour], WHITE, 0.45), False, seen)

    def _paint_grains(self, surface: pygame.Surface, sand: SandView, top: float, t: float) -> None:
        """A thin stream from the neck to the heap's top, and a few grains that roll down its sides."""
        x, y = self.glass.center
        unit, grain = self._bulb_px, max(1, round(self._bulb_px / 80))
        colour = mixed(SAND[sand.colour], WHITE, 0.15)
        count = ceil(top * unit / (1.5 * grain))
        for number in range(count):
            fallen, scatter = _phase(number, t / (FALL_S * max(0.3, top) ** 0.5), number / count)
            aside = (scatter - 0.5) * NECK * unit * (0.5 + 0.5 * fallen)
            surface.fill(colour, (x + aside - grain / 2, y + top * unit * fallen * fallen, grain, grain))
        for number in range(6):
            gone, scatter = _phase(number + 100, t / 0.5, number / 6)
            aside = (0.05 + 0.14 * gone) * (1 if number % 2 else -1)
            hop = 0.05 * (0.4 + 0.6 * scatter) * 4 * gone * (1 - gone)
            down = min(0.97, top + HEAP * abs(aside) - hop)
            surface.fill(colour, (x + aside * unit - grain / 2, y + down * unit - grain, grain, grain))

    def _write(self, surface: pygame.Surface, text: str, blink: bool) -> None:
        if self._written != (text, blink):
            self._plate, self._written = self._draw_numerals(text, blink), (text, blink)
        blit_centred(surface, self._plate, self.numerals.center)

    def _draw_numerals(self, text: str, blink: bool) -> pygame.Surface:
        """The seconds; on a red plate while the alarm is lit."""
        width, height = self.numerals.size
        plate = blank(width, height)
        tall = min(0.7 * height, 0.5 * width)
        digits, unit = text.rstrip("s"), "s" if text.endswith("s") else ""
        pattern = "".join("8" if letter.isdigit() else letter for letter in digits.rjust(2, "8"))
        large = largest_font([pattern], (0.66 if unit else 0.86) * width, tall, self._font_of)
        pictures = [ink_of(digits, large, WHITE if blink else self._ink)]
        if unit:
            small = largest_font(["8"], width, 0.55 * pictures[0].get_height(), self._font_of)
            pictures.append(ink_of(unit, small, WHITE if blink else self._ink))
        gap = round(0.05 * tall)
        whole = sum(picture.get_width() for picture in pictures) + gap * (len(pictures) - 1)
        high = pictures[0].get_height()
        x, base = (width - whole) / 2, (height + high) / 2
        if blink:
            edge = 0.13 * tall
            ground = box(
                max(0, x - 2 * edge), base - high - edge, min(width, whole + 4 * edge), high + 2 * edge, edge
            )
            add_shape(plate, ALARM, [ground])
        for picture in pictures:
            plate.blit(picture, (round(x), round(base - picture.get_height())))
            x += picture.get_width() + gap
        return plate


@lru_cache(maxsize=_KEPT)
def _parts(bulb_px: float, font_of: FontOf) -> GlassParts:
    return GlassParts(bulb_px, font_of)


def _seconds_text(left_s: float) -> str:
    """Whole seconds, the begun one counted: `7s`; from 100 on as minutes, `2:05`."""
    left = max(0, ceil(left_s))
    return f"{left}s" if left < 100 else f"{left // 60}:{left % 60:02d}"


def _cosine(flip: float) -> float:
    """From 1 to -1, slow at both ends."""
    return sin(pi / 2 - pi * min(1.0, max(0.0, flip)))


def _phase(number: int, rounds: float, offset: float) -> tuple[float, float]:
    """How far a grain is on its way, 0 to 1, and a number of its own for this round, 0 to 1."""
    way = rounds + offset
    lap = floor(way)
    return way - lap, (number * _GOLDEN + lap * _PLASTIC) % 1.0
