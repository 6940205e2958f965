"""Marks on a place of either game: what was laid last, refused, asked about, missing, or chosen.

No mark is a colour alone: each has a shape of its own, and is there in full also in a still picture; a glow
or a flash only makes it stronger.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from math import ceil

import pygame

from companion.kiosk.paint_tools import (
    INK,
    WHITE,
    FontOf,
    Point,
    Rgb,
    add_shape,
    band,
    blank,
    blit_centred,
    dashes,
    disc,
    from_hex,
    ink_of,
    largest_font,
    rounded,
)
from companion.rules.verdict import Cell

GLOW = from_hex("#ffb300")
ALARM = from_hex("#c3271b")
QUESTION = from_hex("#5b2fa0")
PALE = from_hex("#fff6e0")
LEAST_GLOW = 0.4  # what is left of a glow or a flash at its weakest


@dataclass(frozen=True, slots=True)
class Marks:
    """What to point out: cells of Triolet or places of Triominos.

    `glow` and `flash`, 0 to 1, say how strong the last move and the refused places shine at this moment.
    """

    last: Collection[Cell] = ()
    glow: float = 1.0
    flashing: Collection[Cell] = ()  # refused
    flash: float = 1.0
    asked: Collection[Cell] = ()
    missing: Collection[Cell] = ()  # accepted, but no longer seen on the table
    across: Sequence[tuple[Cell, Cell]] = ()  # one piece lies over both
    free: Collection[Cell] = ()  # where something may be laid
    selected: Cell | None = None

    @property
    def cells(self) -> set[Cell]:
        """Everything that is pointed out."""
        pairs = (cell for pair in self.across for cell in pair)
        chosen = () if self.selected is None else (self.selected,)
        return {*self.last, *self.flashing, *self.asked, *self.missing, *pairs, *self.free, *chosen}


NO_MARKS = Marks()


@dataclass(frozen=True, slots=True)
class Outline:
    """The outline of one place, relative to a whole pixel near it; it can grow and shrink."""

    corners: tuple[Point, ...]
    radius: float

    @property
    def centre(self) -> Point:
        x, y = (sum(corner[axis] for corner in self.corners) / len(self.corners) for axis in (0, 1))
        return x, y

    def grown(self, by: float) -> list[Point]:
        """So many pixels larger on every side; a negative number makes it smaller."""
        (x, y), (ax, ay), (bx, by_) = self.centre, self.corners[0], self.corners[1]
        away = abs((bx - ax) * (ay - y) - (ax - x) * (by_ - ay)) / ((bx - ax) ** 2 + (by_ - ay) ** 2) ** 0.5
        factor = (away + by) / away
        corners = [(x + (cx - x) * factor, y + (cy - y) * factor) for cx, cy in self.corners]
        return rounded(corners, max(0.5, self.radius + by))


@dataclass(slots=True)
class MarkStamps:
    """The marks for places of one outline, drawn once. `unit_px` is how wide a token would be there."""

    outline: Outline
    unit_px: float
    font_of: FontOf
    _ready: dict[str, pygame.Surface] = field(default_factory=dict)

    @property
    def room(self) -> int:
        """How far a stamp reaches beyond its outline."""
        return ceil(0.36 * self.unit_px) + 2

    def glow(self, target: pygame.Surface, corner: tuple[int, int], strength: float) -> None:
        """A soft light around the place; what lies there is to be drawn over it afterwards."""
        self._stamp(target, corner, "glow", strength)
        self._stamp(target, corner, "ring")

    def flash(self, target: pygame.Surface, corner: tuple[int, int], strength: float) -> None:
        """A frame of red and white stripes: refused."""
        self._stamp(target, corner, "wash", strength)
        self._stamp(target, corner, "stripes", strength)

    def dash(self, target: pygame.Surface, corner: tuple[int, int]) -> None:
        """A broken outline: not, or no longer, on the table."""
        self._stamp(target, corner, "dashes")

    def ask(self, target: pygame.Surface, corner: tuple[int, int]) -> None:
        """A plain outline, to which a badge with a question mark belongs."""
        self._stamp(target, corner, "asked")

    def select(self, target: pygame.Surface, corner: tuple[int, int]) -> None:
        """A heavy double outline: the cursor."""
        self._stamp(target, corner, "cursor")

    def free_place(self, target: pygame.Surface, corner: tuple[int, int]) -> None:
        """A pale place with a plus: something may be laid here."""
        self._stamp(target, corner, "free")

    def badge(self, target: pygame.Surface, centre: Point, sign: str) -> None:
        """A round badge: `?` asks, `!` warns."""
        name = f"badge {sign}"
        if name not in self._ready:
            self._ready[name] = draw_badge(0.58 * self.unit_px, sign, self.font_of)
        blit_centred(target, self._ready[name], centre)

    def link(self, target: pygame.Surface, one: Point, other: Point) -> None:
        """Two dots and a bar between them: one piece lies over both places."""
        away = (other[0] - one[0], other[1] - one[1])
        name = f"link {away}"
        if name not in self._ready:
            self._ready[name] = draw_link(away, self.unit_px)
        blit_centred(target, self._ready[name], (one[0] + away[0] / 2, one[1] + away[1] / 2))

    def _stamp(
        self, target: pygame.Surface, corner: tuple[int, int], name: str, strength: float = 1.0
    ) -> None:
        if name not in self._ready:
            self._ready[name] = self._draw(name)
        picture = self._ready[name]
        share = LEAST_GLOW + (1 - LEAST_GLOW) * min(1.0, max(0.0, strength))
        picture.set_alpha(round(255 * share))
        target.blit(picture, (corner[0] - self.room, corner[1] - self.room))

    def _draw(self, name: str) -> pygame.Surface:
        width, height = (max(c[axis] for c in self.outline.corners) + 2 * self.room for axis in (0, 1))
        picture = blank(width, height)
        {
            "glow": self._draw_glow,
            "ring": self._draw_ring,
            "wash": self._draw_wash,
            "stripes": self._draw_stripes,
            "dashes": self._draw_dashes,
            "asked": self._draw_asked,
            "cursor": self._draw_cursor,
            "free": self._draw_free,
        }[name](picture)
        return picture

    def _grown(self, by: float) -> list[Point]:
        """The outline so many tokens' widths larger, where it lies in a stamp."""
        return [(x + self.room, y + self.room) for x, y in self.outline.grown(by * self.unit_px)]

    def _draw_glow(self, picture: pygame.Surface) -> None:
        for step in range(8):
            add_shape(picture, GLOW, [self._grown(0.34 - 0.035 * step)], alpha=20 + 9 * step)

    def _draw_ring(self, picture: pygame.Surface) -> None:
        add_shape(picture, GLOW, [self._grown(max(0.07, 1.4 / self.unit_px))])
        add_shape(picture, WHITE, [self._grown(max(0.02, 0.4 / self.unit_px))])

    def _draw_wash(self, picture: pygame.Surface) -> None:
        add_shape(picture, ALARM, [self._grown(-0.02)], alpha=70)

    def _draw_stripes(self, picture: pygame.Surface) -> None:
        width, height = picture.get_size()
        thick = max(0.13, 2.6 / self.unit_px)
        add_shape(picture, WHITE, [self._grown(0.09 + 1 / self.unit_px), self._grown(0.09 - thick)])
        stripes, step = blank(width, height), max(3.2, 0.24 * self.unit_px)
        slants = [
            [(x, 0.0), (x + step / 2, 0.0), (x + step / 2 - height, height), (x - height, height)]
            for x in (step * number for number in range(ceil((width + height) / step)))
        ]
        for slant in slants:
            pygame.draw.polygon(stripes, ALARM, slant)
        tape = blank(width, height)
        add_shape(tape, WHITE, [self._grown(0.09), self._grown(0.09 - thick)])
        stripes.blit(tape, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        add_shape(picture, ALARM, [self._grown(0.09 + 1 / self.unit_px), self._grown(0.09)])
        picture.blit(stripes, (0, 0))

    def _draw_dashes(self, picture: pygame.Surface) -> None:
        thick = max(0.06, 1.2 / self.unit_px) * self.unit_px
        outline = self._grown(-0.06)
        for piece in dashes(outline, 0.2 * self.unit_px, thick + max(1.0, 0.04 * self.unit_px)):
            add_shape(picture, INK, [piece])
        for piece in dashes(outline, 0.2 * self.unit_px, thick):
            add_shape(picture, PALE, [piece])

    def _draw_asked(self, picture: pygame.Surface) -> None:
        thick = max(0.05, 1.0 / self.unit_px)
        add_shape(picture, PALE, [self._grown(thick), self._grown(-1.6 * thick)])
        add_shape(picture, QUESTION, [self._grown(0.5 * thick), self._grown(-1.1 * thick)])

    def _draw_cursor(self, picture: pygame.Surface) -> None:
        thick = max(0.075, 1.3 / self.unit_px)
        add_shape(picture, INK, [self._grown(2 * thick), self._grown(-thick)])
        add_shape(picture, WHITE, [self._grown(1.3 * thick), self._grown(-0.3 * thick)])

    def _draw_free(self, picture: pygame.Surface) -> None:
        add_shape(picture, PALE, [self._grown(-0.08)], alpha=44)
        for piece in dashes(self._grown(-0.08), 0.16 * self.unit_px, max(1.2, 0.04 * self.unit_px)):
            add_shape(picture, PALE, [piece], alpha=220)
        x, y = (centre + self.room for centre in self.outline.centre)
        arm, thick = 0.16 * self.unit_px, max(1.6, 0.06 * self.unit_px)
        add_shape(picture, PALE, [band([(x - arm, y), (x + arm, y)], thick)])
        add_shape(picture, PALE, [band([(x, y - arm), (x, y + arm)], thick)])


def draw_badge(width_px: float, sign: str, font_of: FontOf) -> pygame.Surface:
    """A round badge with a sign, in a pale ring so that it stands on any ground."""
    side = max(9, round(width_px))
    side += 1 - side % 2  # odd, so that the sign's stem can stand in the middle
    badge, centre = blank(side, side), (side / 2, side / 2)
    ground: Rgb = QUESTION if sign == "?" else ALARM
    add_shape(badge, PALE, [disc(centre, side / 2)])
    add_shape(badge, ground, [disc(centre, side / 2 - max(0.8, 0.07 * side))])
    font = largest_font(sign, 0.6 * side, 0.68 * side, font_of)
    blit_centred(badge, ink_of(sign, font, WHITE), centre)
    return badge


def draw_link(away: Point, unit_px: float) -> pygame.Surface:
    """Two dots so far apart, joined by a bar, in the middle of a picture."""
    room = 0.6 * unit_px
    picture = blank(abs(away[0]) + room, abs(away[1]) + room)
    x, y = (side / 2 for side in picture.get_size())
    ends = [(x + sign * away[0] / 2, y + sign * away[1] / 2) for sign in (-1, 1)]
    for thicker, colour in ((max(2.0, 0.1 * unit_px), PALE), (0.0, QUESTION)):
        add_shape(picture, colour, [band(ends, 0.14 * unit_px + thicker)])
        for end in ends:
            add_shape(picture, colour, [disc(end, 0.17 * unit_px + thicker / 2)])
    return picture
