"""A small picture of each game: a few pieces as they lie on the table."""

from __future__ import annotations

from math import sqrt

import pygame

from companion.kiosk import theme
from companion.kiosk.new_game_part import GameName
from companion.kiosk.page import Page
from companion.kiosk.paint_tiles import FELT, TileStamps
from companion.kiosk.paint_tokens import GAP, TokenStamps, kind_of
from companion.kiosk.paint_tools import default_font
from companion.kiosk.paint_triominos import Zoom
from companion.rules.triolet.cells import CELLS, ORDER
from companion.rules.triolet.editions import STANDARD
from companion.rules.triolet.tokens import MOVE_TOKENS
from companion.rules.triominos.lattice import points_up, vertices
from companion.rules.triominos.position import Tiles

# Around the centre, with a double in sight; what lies there is what the rules allow.
_TOKENS = {"H8": "3", "H9": "8", "H10": "4", "G8": "joker:7", "I8": "5", "G10": "2", "I10": "9", "I11": "5"}
_TOP_ROW, _FIRST_COLUMN, _DOWN, _ACROSS = "F", 7, 4, 6
_TILES: Tiles = {
    (0, 0): (5, 5, 2),
    (0, 1): (5, 5, 3),
    (0, 2): (3, 4, 5),
    (1, 0): (0, 2, 5),
    (0, -1): (2, 3, 5),
}
_FEW_TILES: Tiles = {(0, 0): (4, 1, 3), (0, 1): (1, 4, 0), (1, 0): (3, 3, 1)}


def draw_game_picture(page: Page, box: pygame.Rect, game: GameName) -> None:
    """The game's picture, as large as the box."""
    if game == "triolet":
        _draw_board(page, box)
    elif game == "triominos":
        page.fill(box, FELT, radius=10)
        _draw_tiles(page, box, _TILES)
    else:
        page.fill(box, FELT, radius=10)
        glass = pygame.Rect(0, 0, round(box.h * 0.38), round(box.h * 0.66))
        glass.midright = box.right - round(box.w * 0.08), box.centery
        tiles = pygame.Rect(box.x, box.y, glass.x - box.x, box.h)
        _draw_tiles(page, tiles, _FEW_TILES)
        draw_hourglass(page.surface, glass)


def _draw_tiles(page: Page, box: pygame.Rect, tiles: Tiles) -> None:
    points = [vertex for place in tiles for vertex in vertices(place)]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(line for _, line in points), max(line for _, line in points)
    half = round(0.86 * min(box.w / (right - left), box.h / (bottom - top) / sqrt(3)))
    row = round(half * sqrt(3))
    zoom = Zoom(box.centerx - (left + right) * half // 2, box.centery - (top + bottom) * row // 2, half, row)
    stamps = TileStamps(half, row, default_font)
    for place, corners in tiles.items():
        stamps.blit(page.surface, zoom.corner_of(place), points_up(place), corners)


def _draw_board(page: Page, box: pygame.Rect) -> None:
    side = min(box.w // _ACROSS, box.h // _DOWN)
    stamps = TokenStamps(side, default_font)
    at = pygame.Rect(0, 0, side * _ACROSS, side * _DOWN)
    at.center = box.center
    page.fill(at.inflate(side // 6, side // 6), GAP, radius=6)
    corner = ORDER[f"{_TOP_ROW}{_FIRST_COLUMN}"]
    for place in range(_ACROSS * _DOWN):
        down, right = divmod(place, _ACROSS)
        cell = CELLS[corner + down * 15 + right]
        spot = (at.x + right * side, at.y + down * side)
        page.surface.blit(stamps.square(kind_of(cell, STANDARD.layout)), spot)
        if cell in _TOKENS:
            page.surface.blit(stamps.token(MOVE_TOKENS[_TOKENS[cell]]), spot)


def draw_hourglass(surface: pygame.Surface, box: pygame.Rect) -> None:
    """A sand glass, half run."""
    fine = pygame.Surface((box.w * 4, box.h * 4), pygame.SRCALPHA)
    w, h = fine.get_size()
    bar = round(h * 0.09)
    glass = [(w * 0.12, bar), (w * 0.88, bar), (w * 0.88, h * 0.24), (w * 0.55, h * 0.5)]
    outline = [*glass, *((x, h - y) for x, y in reversed(glass))]
    left = [(w - x, y) for x, y in reversed(outline)]
    pygame.draw.polygon(fine, theme.CARD, [*outline, *left])
    sand = theme.GLOW
    pygame.draw.polygon(fine, sand, [(w * 0.24, h * 0.3), (w * 0.76, h * 0.3), (w * 0.5, h * 0.5)])
    pygame.draw.line(fine, sand, (w * 0.5, h * 0.45), (w * 0.5, h * 0.8), max(2, round(w * 0.05)))
    heap = [(w * 0.16, h - bar), (w * 0.84, h - bar), (w * 0.84, h * 0.84), (w * 0.5, h * 0.7)]
    pygame.draw.polygon(fine, sand, [*heap, (w * 0.16, h * 0.84)])
    wood = theme.PLAYER_COLOURS["brown"]
    for y in (0, h - bar):
        pygame.draw.rect(fine, wood, (0, y, w, bar), border_radius=bar // 2)
    surface.blit(pygame.transform.smoothscale(fine, box.size), box)
