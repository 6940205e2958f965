"""The camera's picture of the virtual table on a page: the part that matters, as large as it fits.

Points of the picture are (x, y) with pixel centres at whole numbers. What the picture does not show yet is
drawn over it: a piece that was just laid, and a place that was just cleared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot, sqrt

import pygame

from companion.kiosk import theme
from companion.kiosk.backstage import Picture, Spot, VirtualLook
from companion.kiosk.live_part import surface_of
from companion.kiosk.page import Page
from companion.kiosk.paint_tiles import FACE, FACE_SIDE
from companion.kiosk.paint_tools import INK, blit_centred, default_font, ink_of
from companion.kiosk.piece_part import token_stamps
from companion.kiosk.theme import Rgb
from companion.rules.triolet.tokens import MOVE_TOKENS

Point = tuple[float, float]

AROUND = 1.2  # tile sides of air around the tiles and the free places
LEAST = 5.0  # tile sides that are seen at least: one tile alone shall not fill the screen
REACH = 0.75  # tile or square sides: a finger may miss a place by so much
NUMBER, NUMBER_OUT = 0.36, 0.42  # of a tile's side: the font of its numbers; from its middle to the corner


@dataclass(frozen=True, slots=True)
class Window:
    """Which part of the picture stands where on the page."""

    rect: pygame.Rect
    source: tuple[float, float, float, float]  # left, top, width, height in the picture

    @classmethod
    def fit(cls, look: VirtualLook, box: pygame.Rect) -> Window | None:
        """What matters of the picture, in the middle of the box; `None` while there is none."""
        if look.picture is None:
            return None
        wide, high = look.picture.size
        left, top, right, bottom = _focus(look) or (0.0, 0.0, float(wide), float(high))
        scale = max(
            min(box.w / (right - left), box.h / (bottom - top)),
            min(box.w / wide, box.h / high),  # no more of it than there is
        )
        # What is beside it is shown too, as far as there is picture and room.
        across, down = min(wide, box.w / scale), min(high, box.h / scale)
        x = min(max(0.0, (left + right - across) / 2), wide - across)
        y = min(max(0.0, (top + bottom - down) / 2), high - down)
        rect = pygame.Rect(0, 0, max(1, round(across * scale)), max(1, round(down * scale)))
        rect.center = box.center
        return cls(rect, (x, y, across, down))

    @property
    def scale(self) -> float:
        """Pixels of the page for one of the picture."""
        return self.rect.w / self.source[2]

    def to_page(self, point: Point) -> Point:
        left, top, _, _ = self.source
        x, y = self.rect.x + (point[0] + 0.5 - left) * self.scale, point[1] + 0.5 - top
        return x, self.rect.y + y * self.scale

    def outline(self, spot: Spot) -> list[Point]:
        """A spot's corners on the page."""
        return [self.to_page(point) for point in spot.outline]

    def middle(self, spot: Spot) -> Point:
        """A spot's middle on the page."""
        return middle_of(self.outline(spot))

    def side(self, spot: Spot) -> float:
        """How long a side of the spot is on the page."""
        (x, y), (other_x, other_y) = self.outline(spot)[:2]
        return hypot(other_x - x, other_y - y)

    def spot_at(self, spots: Sequence[Spot], at: Point) -> Spot | None:
        """The spot under a finger, or the nearest one if it is not far away."""
        if not spots or not self.rect.collidepoint(at):
            return None
        nearest = min(spots, key=lambda spot: _apart(self.middle(spot), at))
        return nearest if _apart(self.middle(nearest), at) <= REACH * self.side(nearest) else None

    # Drawing ----------------------------------------------------------------------------------------------

    def draw(self, page: Page, look: VirtualLook) -> None:
        """The picture, and what it does not show yet."""
        if look.picture is None:
            return
        page.surface.blit(_part(look.picture, self.source, self.rect.size), self.rect)
        clip = page.surface.get_clip()
        page.surface.set_clip(self.rect)
        for spot in look.spots:
            if not spot.is_shown:
                self._draw_late(page, spot)
        page.surface.set_clip(clip)
        pygame.draw.rect(page.surface, theme.RULE, self.rect, max(1, page.unit(2)))

    def mark(self, page: Page, spot: Spot, colour: Rgb, units: float) -> None:
        """A line around a spot, dark below bright: one of them stands out from any table."""
        clip = page.surface.get_clip()
        page.surface.set_clip(self.rect)
        for ink, wide in ((theme.NIGHT, page.unit(units) + 2), (colour, page.unit(units))):
            pygame.draw.polygon(page.surface, ink, self.outline(spot), max(1, wide))
        page.surface.set_clip(clip)

    def hide(self, page: Page, spot: Spot) -> None:
        """Veil what the picture shows there: it is in somebody's hand."""
        self._fill(page, spot, (*theme.PAPER, 215))

    def _draw_late(self, page: Page, spot: Spot) -> None:
        if spot.piece:
            draw_laid(page.surface, spot.piece, self.outline(spot))
        else:
            self.hide(page, spot)

    def _fill(self, page: Page, spot: Spot, colour: tuple[int, int, int, int]) -> None:
        outline = self.outline(spot)
        left, top = (int(min(point[axis] for point in outline)) for axis in (0, 1))
        right, bottom = (int(max(point[axis] for point in outline)) + 1 for axis in (0, 1))
        veil = pygame.Surface((right - left, bottom - top), pygame.SRCALPHA)
        pygame.draw.polygon(veil, colour, [(x - left, y - top) for x, y in outline])
        page.surface.blit(veil, (left, top))


def draw_laid(surface: pygame.Surface, piece: str, outline: Sequence[Point]) -> None:
    """A piece over its place, as large as that is: a token upright, a tile with numbers in its corners."""
    middle = middle_of(outline)
    side = hypot(outline[1][0] - outline[0][0], outline[1][1] - outline[0][1])
    if len(outline) == 4:
        blit_centred(surface, token_stamps(max(8, round(side))).token(MOVE_TOKENS[piece]), middle)
        return
    pygame.draw.polygon(surface, FACE, outline)
    pygame.draw.polygon(surface, FACE_SIDE, outline, max(2, round(side / 30)))
    for number, (x, y) in zip(piece.split("-"), outline, strict=True):
        spot = middle[0] + (x - middle[0]) * NUMBER_OUT, middle[1] + (y - middle[1]) * NUMBER_OUT
        blit_centred(surface, _digit(number, max(8, round(NUMBER * side))), spot)


def upright(middle: Point, side: float, is_tile: bool) -> list[Point]:
    """The outline of a piece in a hand, its middle here: a square, or a tile that points up."""
    x, y = middle
    half = side / 2
    if not is_tile:
        return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    out = side / sqrt(3)
    return [(x, y - out), (x + half, y + out / 2), (x - half, y + out / 2)]


def middle_of(outline: Sequence[Point]) -> Point:
    """The middle of its corners."""
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)


def _focus(look: VirtualLook) -> tuple[float, float, float, float] | None:
    """What of the picture matters: the tiles and the free places beside them, with air around; a board is
    shown whole."""
    points = [point for spot in look.spots for point in spot.outline]
    if look.kind == "triolet" or not points:
        return None
    (x, y), (other_x, other_y) = look.spots[0].outline[:2]
    side = hypot(other_x - x, other_y - y)
    edges = []
    for axis in (0, 1):
        low, high = min(p[axis] for p in points), max(p[axis] for p in points)
        reach = max(high - low + 2 * AROUND * side, LEAST * side) / 2
        edges.append(((low + high) / 2 - reach, (low + high) / 2 + reach))
    return edges[0][0], edges[1][0], edges[0][1], edges[1][1]


def _apart(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


@lru_cache(maxsize=64)
def _digit(number: str, size_px: int) -> pygame.Surface:
    return ink_of(number, default_font(size_px), INK)


@lru_cache(maxsize=1)  # while a piece is dragged, the page is built far more often than a picture comes
def _part(
    picture: Picture, source: tuple[float, float, float, float], size: tuple[int, int]
) -> pygame.Surface:
    left, top, wide, high = source
    whole = surface_of(picture)
    part = pygame.Rect(round(left), round(top), max(1, round(wide)), max(1, round(high))).clip(
        whole.get_rect()
    )
    return pygame.transform.smoothscale(whole.subsurface(part), size)
