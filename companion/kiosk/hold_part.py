"""The rack on the screen of the virtual table: pieces to hold, to turn, to lay and to take back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from companion.kiosk import theme
from companion.kiosk.backstage import RackPiece
from companion.kiosk.boxes import grid, inset
from companion.kiosk.icon_part import draw_icon
from companion.kiosk.page import Page
from companion.kiosk.piece_part import draw_piece
from companion.rules.triominos.tiles import turned
from companion.rules.verdict import Cell

LARGEST = 96  # units that a slot is wide at most
PALE = 90  # of 255: how much is left of a piece that lies on the table
UP = (0, 0)  # a place that points up, as tiles do on a rack


@dataclass(frozen=True, slots=True)
class Held:
    """A piece in the hand, as it would lie; `origin` is where it lay unaccepted, `slot` its place in the
    rack."""

    piece: str
    slot: int
    origin: Cell | None = None


@dataclass(frozen=True, slots=True)
class Slot:
    """A piece of the rack as it stands on the page."""

    number: int
    rect: pygame.Rect
    of: RackPiece


def turn_piece(piece: str) -> str:
    """A tile turned clockwise by a third; a token has nothing to turn."""
    if "-" not in piece:
        return piece
    a, b, c = map(int, piece.split("-"))
    return "-".join(map(str, turned((a, b, c))[2]))


class Rack:
    """How the tiles of a rack are turned, and which part of a long rack is seen."""

    def __init__(self) -> None:
        self.slots: list[Slot] = []
        self._turned: dict[str, str] = {}
        self._first = 0

    def text(self, piece: str) -> str:
        """A piece as it is turned now."""
        return self._turned.get(piece, piece)

    def turn(self, piece: str) -> str:
        """Turn it on by a third."""
        self._turned[piece] = turn_piece(self.text(piece))
        return self._turned[piece]

    def build(
        self,
        page: Page,
        box: pygame.Rect,
        pieces: tuple[RackPiece, ...],
        held: Held | None,
        choose: Callable[[int], None],
        is_enabled: bool,
    ) -> None:
        """Draw the pieces side by side; where they are too many, the last slot brings the others."""
        gap = page.unit(4)
        across = max(1, (box.w + gap) // (page.touch + gap))
        down = max(1, (box.h + gap) // (page.touch + gap))
        room = across * down
        is_long = len(pieces) > room
        shown = room - 1 if is_long else room
        if self._first >= len(pieces) or not is_long:
            self._first = 0
        part = list(enumerate(pieces))[self._first : self._first + shown]
        cells = _cells(page, box, across, len(part) + is_long, gap)
        self.slots = []
        for (number, piece), rect in zip(part, cells, strict=False):
            self.slots.append(Slot(number, rect, piece))
            is_held = held is not None and held.slot == number
            self._draw(page, rect, piece, is_held)
            page.target(rect, _chooser(choose, number), f"piece-{number + 1}", enabled=is_enabled)
        if is_long:
            page.button(cells[-1], "", lambda: self._go_on(shown), "more", style="quiet")
            draw_icon(page.surface, inset(cells[-1], page.unit(18)), "right", theme.INK)

    def _go_on(self, shown: int) -> None:
        self._first += shown

    def _draw(self, page: Page, rect: pygame.Rect, piece: RackPiece, is_held: bool) -> None:
        frame = theme.GLOW if is_held else theme.RULE
        page.fill(rect, theme.STRIPE if piece.cell is not None else theme.CARD, radius=8, frame=frame)
        if is_held:
            pygame.draw.rect(page.surface, theme.INK, rect, page.unit(4), border_radius=page.unit(8))
            pygame.draw.rect(page.surface, theme.GLOW, rect, page.unit(3), border_radius=page.unit(8))
        text, inner = self.text(piece.piece), inset(rect, page.unit(3))
        if piece.cell is None:
            draw_piece(page.surface, inner, UP if "-" in text else "", text)
            return
        picture = pygame.Surface(inner.size, pygame.SRCALPHA)
        draw_piece(picture, picture.get_rect(), UP if "-" in text else "", text)
        picture.set_alpha(PALE)
        page.surface.blit(picture, inner)
        corner = pygame.Rect(0, 0, page.unit(22), page.unit(22))
        corner.topright = rect.right - page.unit(4), rect.y + page.unit(4)
        draw_icon(page.surface, corner, "down", theme.INK)


def _cells(page: Page, box: pygame.Rect, most: int, count: int, gap: int) -> list[pygame.Rect]:
    """So many slots in rows of at most `most`, as large as they fit into the middle of the box."""
    best, shape = pygame.Rect(0, 0, 0, 0), (1, 1)
    for across in range(1, min(most, max(1, count)) + 1):
        down = max(1, -(-count // across))
        wide = min((box.w - gap * (across - 1)) // across, page.unit(LARGEST))
        high = min((box.h - gap * (down - 1)) // down, page.unit(LARGEST))
        if min(wide, high) > min(best.size):
            best, shape = pygame.Rect(0, 0, wide, high), (across, down)
    across, down = shape
    area = pygame.Rect(0, 0, best.w * across + gap * (across - 1), best.h * down + gap * (down - 1))
    area.center = box.center
    return grid(area, across, down, gap)


def _chooser(choose: Callable[[int], None], number: int) -> Callable[[], None]:
    return lambda: choose(number)
