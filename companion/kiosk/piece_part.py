"""Single pieces on a page: a token or a tile as it lies, and what to call it."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

import pygame

from companion.kiosk.paint_tiles import TileStamps
from companion.kiosk.paint_tokens import TokenStamps
from companion.kiosk.paint_tools import blit_centred, default_font
from companion.kiosk.screen import House
from companion.rules.triolet import game as triolet
from companion.rules.triolet.tokens import MOVE_TOKENS, Token
from companion.rules.triominos.lattice import points_up
from companion.rules.triominos.tiles import Corners
from companion.rules.verdict import Cell
from companion.session.games import Game

_KEPT = 12  # sizes of pieces


@lru_cache(maxsize=_KEPT)
def token_stamps(side_px: int) -> TokenStamps:
    """Tokens and squares of this size, drawn once."""
    return TokenStamps(side_px, default_font)


@lru_cache(maxsize=_KEPT)
def tile_stamps(half_px: int) -> TileStamps:
    """Tiles whose half side is so long, drawn once."""
    return TileStamps(half_px, row_px(half_px), default_font)


def row_px(half_px: int) -> int:
    """How high a row of tiles is whose half side is so long."""
    return max(1, round(half_px * sqrt(3)))


def draw_token(surface: pygame.Surface, box: pygame.Rect, token: Token, is_ghost: bool = False) -> None:
    """A token in the middle of a box, as large as it fits; a ghost lies flat."""
    blit_centred(surface, token_stamps(min(box.size)).token(token, is_ghost), box.center)


def draw_tile(surface: pygame.Surface, box: pygame.Rect, corners: Corners, is_up: bool) -> None:
    """A tile in the middle of a box, as large as it fits."""
    half = max(4, min(box.w // 2, int(box.h / sqrt(3))))
    corner = box.centerx - half, box.centery - row_px(half) // 2
    tile_stamps(half).blit(surface, corner, is_up, corners)


def draw_piece(surface: pygame.Surface, box: pygame.Rect, cell: Cell, text: str) -> bool:
    """What the text form says (`"9"`, `"joker:4"`, `"5-5-2"`), as it lies on this cell; whether it can be."""
    if isinstance(cell, str):
        if text not in MOVE_TOKENS:
            return False
        draw_token(surface, box, MOVE_TOKENS[text])
        return True
    numbers = text.split("-")
    if len(numbers) != 3 or any(number not in ("0", "1", "2", "3", "4", "5") for number in numbers):
        return False
    first, second, third = map(int, numbers)
    draw_tile(surface, box, (first, second, third), points_up(cell))
    return True


def piece_on(game: Game, cell: Cell) -> str | None:
    """The text form of what the game has on this cell; `None` if nothing."""
    if isinstance(game, triolet.Game):
        token = game.position.board.get(cell) if isinstance(cell, str) else None
        return None if token is None else token.text
    corners = game.position.tiles.get(cell) if isinstance(cell, tuple) else None
    return None if corners is None else "-".join(map(str, corners))


def say_piece(house: House, text: str) -> str:
    """The text form in words: `joker 4` for `"joker:4"`."""
    face, _, value = text.partition(":")
    if face != "joker":
        return text
    return house.words("piece.joker-named", value=value) if value else house.words("piece.joker")
