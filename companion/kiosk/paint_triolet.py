"""The Triolet board on the screen: squares and their names, special squares, tokens, and marks on them.

board = TrioletBoard(pygame.Rect(20, 20, 300, 300), rules.layout)
board.paint(screen, game.position, Marks(last=move.tokens, glow=0.6))
board.cell_at(finger)                                                       # "H8", or None beside it
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

import pygame

from companion.kiosk.paint_marks import NO_MARKS, Marks, MarkStamps, Outline
from companion.kiosk.paint_tokens import GAP, TokenStamps, kind_of
from companion.kiosk.paint_tools import (
    FontOf,
    blit_centred,
    default_font,
    from_hex,
    ink_of,
    largest_font,
)
from companion.kiosk.paint_wood import framed
from companion.rules.triolet.cells import CELLS, COLUMNS, ORDER, ROWS
from companion.rules.triolet.editions import STANDARD, Layout
from companion.rules.triolet.position import Position, Tokens
from companion.rules.verdict import Cell

RIM = 0.72  # how wide the frame with the names is at least, in squares
RIM_INK = from_hex("#f6e7cb")
_KEPT = 8  # pictures of boards and tokens, by size


class TrioletBoard:
    """Paints a board into the middle of `area`, as large as it fits.

    What does not change is drawn once: keep the board as long as its place on the screen stays the same.
    """

    def __init__(
        self, area: pygame.Rect, layout: Layout = STANDARD.layout, font_of: FontOf = default_font
    ) -> None:
        side = min(area.width, area.height)
        self.rect = pygame.Rect(0, 0, side, side)
        self.rect.center = area.center
        # Whole pixels: all squares are alike, and what is left over makes the frame wider.
        self.square_px = max(1, int(side / (len(COLUMNS) + 2 * RIM)))
        rim = (side - self.square_px * len(COLUMNS)) // 2
        self.grid = pygame.Rect(0, 0, self.square_px * len(COLUMNS), self.square_px * len(ROWS))
        self.grid.topleft = (self.rect.x + rim, self.rect.y + rim)
        self._tokens, self._marks = _stamps(self.square_px, font_of)
        self._empty = _empty_board(side, self.square_px, rim, layout, font_of)
        self._table: pygame.Surface = self._empty
        self._shown: Tokens = {}

    def paint(
        self,
        surface: pygame.Surface,
        position: Position,
        marks: Marks = NO_MARKS,
        pending: Tokens | None = None,
    ) -> None:
        """The board with its tokens and marks; `pending` is a move that is not laid, or not accepted yet."""
        self._show(position)
        surface.blit(self._table, self.rect)
        board, pending = position.board, pending or {}
        last = self._known(marks.last)
        for cell in last:
            self._marks.glow(surface, self.rect_of(cell).topleft, marks.glow)
        for cell in last:
            if cell in board:  # over the glow of its neighbour
                surface.blit(self._tokens.token(board[cell]), self.rect_of(cell))
        for cell in self._known(marks.free):
            self._marks.free_place(surface, self.rect_of(cell).topleft)
        gone = {cell: board[cell] for cell in self._known(marks.missing) if cell in board}
        for cell, token in {**gone, **pending}.items():
            surface.blit(self._tokens.square("plain"), self.rect_of(cell))
            surface.blit(self._tokens.token(token, is_ghost=True), self.rect_of(cell))
            self._marks.dash(surface, self.rect_of(cell).topleft)
        self._paint_warnings(surface, marks)

    def cell_at(self, pos: tuple[float, float]) -> str | None:
        """The cell under a finger; `None` on the frame and beyond."""
        column, row = (int((pos[axis] - self.grid.topleft[axis]) // self.square_px) for axis in (0, 1))
        if not (0 <= row < len(ROWS) and 0 <= column < len(COLUMNS)):
            return None
        return CELLS[row * len(COLUMNS) + column]

    def rect_of(self, cell: str) -> pygame.Rect:
        """Where a cell lies on the screen."""
        row, column = divmod(ORDER[cell], len(COLUMNS))
        side = self.square_px
        return pygame.Rect(self.grid.x + column * side, self.grid.y + row * side, side, side)

    def _paint_warnings(self, surface: pygame.Surface, marks: Marks) -> None:
        for cell in self._known(marks.flashing):
            self._marks.flash(surface, self.rect_of(cell).topleft, marks.flash)
        for one, other in marks.across:
            if one in ORDER and other in ORDER:
                ends = self.rect_of(str(one)), self.rect_of(str(other))
                self._marks.link(surface, ends[0].center, ends[1].center)
        for cell in self._known(marks.asked):
            self._marks.ask(surface, self.rect_of(cell).topleft)
        for sign, cells in (("!", marks.missing), ("?", marks.asked)):
            for cell in self._known(cells):
                rect = self.rect_of(cell)
                reach = 0.08 * self.square_px
                self._marks.badge(surface, (rect.right - reach, rect.top + reach), sign)
        for cell in self._known(() if marks.selected is None else (marks.selected,)):
            self._marks.select(surface, self.rect_of(cell).topleft)

    def _show(self, position: Position) -> None:
        """Have a picture of the board with these tokens ready."""
        if position.board == self._shown:
            return
        self._table, self._shown = self._empty.copy(), position.board
        for cell, token in position.board.items():
            place = self.rect_of(cell).move(-self.rect.x, -self.rect.y)
            self._table.blit(self._tokens.square("plain"), place)  # a special square under a token is spent
            self._table.blit(self._tokens.token(token), place)

    @staticmethod
    def _known(cells: Collection[Cell]) -> list[str]:
        """Those that are cells of this board."""
        return [cell for cell in cells if isinstance(cell, str) and cell in ORDER]


@lru_cache(maxsize=_KEPT)
def _stamps(square_px: int, font_of: FontOf) -> tuple[TokenStamps, MarkStamps]:
    side = float(square_px)
    outline = Outline(((0.0, 0.0), (side, 0.0), (side, side), (0.0, side)), 0.17 * side)
    return TokenStamps(square_px, font_of), MarkStamps(outline, side, font_of)


@lru_cache(maxsize=_KEPT)
def _empty_board(side: int, square_px: int, rim: int, layout: Layout, font_of: FontOf) -> pygame.Surface:
    stamps, _ = _stamps(square_px, font_of)
    board = framed((side, side), rim, GAP)
    for cell, index in ORDER.items():
        row, column = divmod(index, len(COLUMNS))
        picture = stamps.square(kind_of(cell, layout))
        board.blit(picture, (rim + column * square_px, rim + row * square_px))
    font = largest_font([*ROWS, *map(str, COLUMNS)], 0.8 * square_px, 0.56 * RIM * square_px, font_of)
    # The frame may be a pixel wider at the right and the bottom.
    for far in (0.5 * rim, (side + rim + square_px * len(COLUMNS)) / 2):
        for place, (row_name, column_name) in enumerate(zip(ROWS, COLUMNS, strict=True)):
            along = rim + (place + 0.5) * square_px
            blit_centred(board, ink_of(row_name, font, RIM_INK), (far, along))
            blit_centred(board, ink_of(str(column_name), font, RIM_INK), (along, far))
    return board
