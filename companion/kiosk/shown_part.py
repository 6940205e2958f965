"""Pieces that were laid under the camera to be told: drawn as they were read, with what is wrong in words."""

from __future__ import annotations

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import grid, square_in
from companion.kiosk.page import Page
from companion.kiosk.piece_part import draw_piece, say_piece
from companion.kiosk.screen import House
from companion.kiosk.sign_part import draw_sign
from companion.session.forms import Kind
from companion.session.shown import ShownPiece, ShownPieces, Trouble

UP = (0, 0)  # a place where a tile points up
LARGEST = 110  # units


def draw_shown(page: Page, box: pygame.Rect, shown: ShownPieces) -> None:
    """All of them, as large as they fit."""
    count = len(shown.pieces)
    if not count or box.w <= 0 or box.h <= 0:
        return
    gap = page.unit(6)
    across = max(range(1, count + 1), key=lambda across: _side(box, across, count, gap))
    side = min(_side(box, across, count, gap), page.unit(LARGEST))
    down = -(-count // across)
    wide, high = (number * (side + gap) - gap for number in (across, down))
    inner = pygame.Rect(box.centerx - wide // 2, box.centery - high // 2, wide, high)
    for place, piece in zip(grid(inner, across, down, gap), shown.pieces, strict=False):
        draw_shown_piece(page, place, piece)


def draw_shown_piece(page: Page, box: pygame.Rect, shown: ShownPiece) -> None:
    """One of them; one that is not sure has an exclamation mark."""
    box = square_in(box)
    draw_piece(page.surface, box, UP if "-" in shown.piece else "", shown.piece)
    if shown.is_sure:
        return
    side = max(page.unit(18), min(box.size) // 3)
    mark = pygame.Rect(box.right - side, box.top, side, side)
    pygame.draw.circle(page.surface, theme.CARD, mark.center, side // 2 + page.unit(2))
    draw_sign(page, mark, "doubt", theme.ALARM)


def say_sum(house: House, shown: ShownPieces) -> str:
    """What they make: `7 + joker + 13 = 20`, tiles by their sums."""
    parts = [str(one.value) if "-" in one.piece else say_piece(house, one.piece) for one in shown.pieces]
    if len(parts) == 1:
        return str(shown.total)
    return house.words("count-racks.sum", parts=" + ".join(parts), total=shown.total)


def say_trouble(house: House, trouble: Trouble, shown: ShownPieces, kind: Kind, wanted: int) -> str:
    """What is wrong with what was seen, and what to do."""
    named = shown.unsure if trouble == "unsure" else shown.not_left
    pieces = ", ".join(dict.fromkeys(say_piece(house, piece) for piece in named))
    return house.words(f"shown.{trouble}-{kind}", count=len(shown.pieces), wanted=wanted, pieces=pieces)


def _side(box: pygame.Rect, across: int, count: int, gap: int) -> int:
    """How large pieces can be if so many are in a row."""
    down = -(-count // across)
    return min((box.w + gap) // across, (box.h + gap) // down) - gap
