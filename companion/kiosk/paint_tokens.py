"""Triolet tokens and squares, each drawn once for a size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import pi
from typing import Literal

import pygame

from companion.kiosk.paint_tools import (
    INK,
    WHITE,
    FontOf,
    Point,
    Rgb,
    add_shape,
    at,
    band,
    blank,
    blit_centred,
    box,
    from_hex,
    ink_of,
    largest_size,
    letters_on,
    mixed,
    star,
)
from companion.rules.triolet.cells import CENTRE
from companion.rules.triolet.editions import Layout
from companion.rules.triolet.tokens import NUMBERS, Token

SquareKind = Literal["plain", "centre", "double", "triple", "replay"]

SQUARES: dict[SquareKind, Rgb] = {
    "plain": from_hex("#3f6f8f"),
    "centre": from_hex("#ecbb3c"),
    "double": from_hex("#ecbb3c"),
    "triple": from_hex("#7cba74"),
    "replay": from_hex("#ee9a86"),
}
GAP = from_hex("#274a63")  # between the squares
FACE, FACE_EDGE, FACE_SIDE = from_hex("#fff8e8"), from_hex("#eadcbd"), from_hex("#a98d62")
STAR = from_hex("#b3261e")
_FACTORS: dict[SquareKind, str] = {"double": "2", "triple": "3"}
_GHOST = 0.24  # how much of the square shows through a token that is not laid yet


def kind_of(cell: str, layout: Layout) -> SquareKind:
    """What is printed on a square."""
    if cell == CENTRE:
        return "centre"
    if cell in layout.double:
        return "double"
    if cell in layout.triple:
        return "triple"
    return "replay" if cell in layout.replay else "plain"


@dataclass(slots=True)
class TokenStamps:
    """Tokens and squares of `side_px` pixels. A picture is as large as its square."""

    side_px: int
    font_of: FontOf
    # Sizes, not fonts: a font does not outlive `pygame.quit()`, and stamps are kept.
    _sizes: dict[str, int] = field(init=False)
    _ready: dict[tuple[str, bool], pygame.Surface] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        side = self.side_px
        low, high = [str(number) for number in NUMBERS if number < 10], [str(n) for n in NUMBERS if n >= 10]
        self._sizes = {
            "one digit": largest_size(low, 0.7 * side, 0.62 * side, self.font_of),
            "two digits": largest_size(high, 0.78 * side, 0.62 * side, self.font_of),
            "joker": largest_size(low, 0.5 * side, 0.46 * side, self.font_of),
            "high joker": largest_size(high, 0.6 * side, 0.46 * side, self.font_of),
            "square": largest_size(list(_FACTORS.values()), 0.5 * side, 0.5 * side, self.font_of),
        }

    def token(self, token: Token, is_ghost: bool = False) -> pygame.Surface:
        """A token; a ghost is one that is not laid yet: flat, and the square shows through."""
        key = (token.text, is_ghost)
        if key not in self._ready:
            self._ready[key] = self._draw_token(token, is_ghost)
        return self._ready[key]

    def square(self, kind: SquareKind) -> pygame.Surface:
        """An empty square with what is printed on it."""
        key = (f"square {kind}", False)
        if key not in self._ready:
            self._ready[key] = self._draw_square(kind)
        return self._ready[key]

    def _draw_square(self, kind: SquareKind) -> pygame.Surface:
        side, colour = self.side_px, SQUARES[kind]
        picture, gap = blank(side, side), max(1, round(0.03 * side))
        picture.fill(GAP)
        well = side - gap
        picture.fill(colour, (0, 0, well, well))
        picture.fill(mixed(colour, INK, 0.18), (0, 0, well, gap))  # a little deeper than the lines around it
        centre, ink = (well / 2, (well + gap) / 2), letters_on(colour)
        if kind == "centre":
            add_shape(picture, ink, [star((centre[0], 0.53 * side), 0.36 * side)])
        elif kind == "replay":
            for outline in _round_arrow(centre, 0.25 * side):
                add_shape(picture, ink, [outline])
        elif kind != "plain":
            self._draw_factor(picture, _FACTORS[kind], centre, ink)
        return picture

    def _draw_factor(self, picture: pygame.Surface, factor: str, centre: Point, ink: Rgb) -> None:
        """×2 or ×3. The cross is our own: fonts set it small and low."""
        digit = ink_of(factor, self.font_of(self._sizes["square"]), ink)
        arm, gap = 0.1 * self.side_px, 0.09 * self.side_px
        width = 2 * arm + gap + digit.get_width()
        x, y = centre[0] - width / 2 + arm, centre[1]
        for slant in (1, -1):
            line = [(x - arm, y - slant * arm), (x + arm, y + slant * arm)]
            add_shape(picture, ink, [band(line, max(1.5, 0.075 * self.side_px))])
        blit_centred(picture, digit, (centre[0] + width / 2 - digit.get_width() / 2, y))

    def _draw_token(self, token: Token, is_ghost: bool) -> pygame.Surface:
        side = self.side_px
        picture = blank(side, side)
        middle = self._draw_ghost(picture) if is_ghost else self._draw_body(picture)
        if not token.is_joker:
            font = self.font_of(self._sizes["one digit" if len(token.face) == 1 else "two digits"])
            blit_centred(picture, ink_of(token.face, font, INK), middle)
            return picture
        add_shape(picture, STAR, [star((middle[0], middle[1] + 0.03 * side), 0.46 * side, 0.58)])
        if token.value is not None:
            font = self.font_of(self._sizes["joker" if token.value < 10 else "high joker"])
            _write_on_star(picture, str(token.value), font, middle, max(1, round(0.05 * side)))
        return picture

    def _draw_body(self, picture: pygame.Surface) -> Point:
        """A tile with a rim of light above and its own thickness below; the answer is where to write."""
        side = self.side_px
        inset, thick, radius = max(0.6, 0.045 * side), max(1.0, 0.065 * side), 0.17 * side
        width = side - 2 * inset
        add_shape(picture, (0, 0, 0), [box(inset, inset + 0.03 * side, width, width, radius)], alpha=90)
        add_shape(picture, FACE_SIDE, [box(inset, inset, width, width - 0.01 * side, radius)])
        add_shape(picture, FACE_EDGE, [box(inset, inset, width, width - thick, radius)])
        bevel = max(0.5, 0.035 * side)
        face = box(inset + bevel, inset + bevel, width - 2 * bevel, width - thick - 2 * bevel, radius - bevel)
        add_shape(picture, WHITE, [[(x, y - 0.4 * bevel) for x, y in face]])
        add_shape(picture, FACE, [face])
        return side / 2, inset + (width - thick) / 2

    def _draw_ghost(self, picture: pygame.Surface) -> Point:
        side = self.side_px
        inset = max(0.6, 0.05 * side)
        colour = mixed(FACE, SQUARES["plain"], _GHOST)
        add_shape(picture, colour, [box(inset, inset, side - 2 * inset, side - 2 * inset, 0.17 * side)])
        return side / 2, side / 2


def _write_on_star(
    picture: pygame.Surface, text: str, font: pygame.font.Font, centre: Point, edge_px: int
) -> None:
    """White letters with an edge of the star's colour, for where they reach beyond it."""
    edge = ink_of(text, font, STAR)
    reach = range(-edge_px, edge_px + 1)
    for x, y in ((x, y) for x in reach for y in reach if x * x + y * y <= edge_px * edge_px + 1):
        blit_centred(picture, edge, (centre[0] + x, centre[1] + y))
    blit_centred(picture, ink_of(text, font, WHITE), centre)


def _round_arrow(centre: Point, radius: float) -> Sequence[list[Point]]:
    """An arrow that goes round: play again."""
    start, end = 0.72 * pi, 2.12 * pi
    angles = [start + (end - start) * step / 24 for step in range(25)]
    ring = band([at(centre, radius, angle) for angle in angles], 0.46 * radius)
    head = [at(centre, 0.35 * radius, end), at(centre, 1.65 * radius, end)]
    return ring, [*head, at(centre, 1.12 * radius, end + 0.3 * pi)]
