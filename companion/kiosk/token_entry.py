"""Entering Triolet tokens: choose a square, then its number or the joker; as many squares as were laid."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import columns, cut_bottom, grid
from companion.kiosk.entering import DIRECTIONS, Change, Direction, digit_of, nearest_towards
from companion.kiosk.entry_keys_part import sign_key
from companion.kiosk.page import Page
from companion.kiosk.paint_marks import Marks
from companion.kiosk.paint_tokens import FACE
from companion.kiosk.piece_part import draw_token, say_piece
from companion.kiosk.screen import House
from companion.kiosk.table_part import board_in
from companion.rules.triolet.cells import AROUND, CELLS, CENTRE, COLUMNS, ORDER
from companion.rules.triolet.position import Move, Position
from companion.rules.triolet.tokens import HIGHEST, JOKERS, NUMBERED, NUMBERS, OPEN_JOKER, Token

_SPOTS = {cell: (float(index % len(COLUMNS)), float(index // len(COLUMNS))) for cell, index in ORDER.items()}


class TokenEntry:
    """The tokens of one move; or, with `is_piece`, one token of the board that is another one after all."""

    def __init__(
        self,
        house: House,
        position: Position,
        start: Move | None = None,
        piece: str | None = None,
    ) -> None:
        self.house, self.position = house, position
        self.is_piece = piece is not None
        self.tokens: dict[str, Token] = {} if start is None else dict(start.tokens)
        self.cell = piece or next(iter(self.tokens), None) or self._likely()
        self._is_gone = False
        self._typed = False  # the number here was typed just now: another digit may belong to it

    @property
    def here(self) -> str:
        return self.cell

    @property
    def move(self) -> Move | None:
        return Move(dict(self.tokens)) if self.tokens and not self.is_piece else None

    @property
    def change(self) -> Change | None:
        if not self.is_piece or self.cell not in self.position.board:
            return None
        if self._is_gone:
            return Change(self.cell, None)
        token = self.tokens.get(self.cell)
        is_other = token is not None and token != self.position.board[self.cell]
        return Change(self.cell, token.text) if token is not None and is_other else None

    def say(self) -> str:
        words, cell, token = self.house.words, self.cell, self.tokens.get(self.cell)
        laid = self.position.board.get(cell)
        if token == OPEN_JOKER:
            return words("enter-move.joker", cell=cell)
        if self._is_gone:
            return words("enter-move.gone", cell=cell)
        if token is not None:
            return words("enter-move.chosen", cell=cell, piece=say_piece(self.house, token.text))
        if laid is None:
            return words("enter-move.no-token" if self.is_piece else "enter-move.empty", cell=cell)
        piece = say_piece(self.house, laid.text)
        key = "enter-move.which-token" if self.is_piece else "enter-move.taken"
        return words(key, cell=cell, piece=piece)

    def paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        marks = Marks(selected=self.cell, missing=(self.cell,) if self._is_gone else ())
        board_in(area, self.position.rules.layout).paint(surface, self.position, marks, self.tokens)

    def spot(self, area: pygame.Rect) -> tuple[float, float]:
        x, y = board_in(area, self.position.rules.layout).rect_of(self.cell).center
        return x, y

    def width(self, area: pygame.Rect) -> int:
        return board_in(area, self.position.rules.layout).square_px

    def touch(self, at: tuple[int, int], area: pygame.Rect) -> None:
        cell = board_in(area, self.position.rules.layout).cell_at(at)
        if cell is not None:
            self._choose(cell)

    def go(self, direction: Direction) -> None:
        self._choose(nearest_towards(self._spots(), self.cell, direction))

    def go_on(self) -> None:
        """The next square where something may be laid, or the next token."""
        cells = list(self.position.board) if self.is_piece else self._open()
        after = [cell for cell in sorted(cells, key=ORDER.__getitem__) if ORDER[cell] > ORDER[self.cell]]
        self._choose(next(iter([*after, *sorted(cells, key=ORDER.__getitem__)]), self.cell))

    def type(self, text: str) -> None:
        digit = digit_of(text)
        if text == "\b":
            self._remove()
        elif text.lower() == "j":
            self._put(OPEN_JOKER)
        elif digit is not None:
            before = self.tokens.get(self.cell)
            longer = None if before is None or before.value is None else 10 * before.value + digit
            is_second = self._typed and longer is not None and longer <= HIGHEST
            self.put(longer if is_second and longer is not None else digit)
            self._typed = True

    def put(self, number: int) -> None:
        """A token of this number; a joker that lies there stands for it from now on."""
        token = self.tokens.get(self.cell)
        is_joker = token is not None and token.is_joker
        self._put(JOKERS[number] if is_joker else NUMBERED[number])

    def build_keys(self, page: Page, box: pygame.Rect, toggle_near: Callable[[], object]) -> None:
        gap = page.unit(3)
        arrows, keys = cut_bottom(box, (box.h - 3 * gap) // 4, gap)
        boxes = grid(keys, 6, 3, gap)
        chosen = self.tokens.get(self.cell)
        for number in NUMBERS:
            is_chosen = chosen is not None and chosen.value == number
            page.button(
                boxes[number],
                str(number),
                partial(self.put, number),
                f"put-{number}",
                style="quiet",
                size="large",
                ground=theme.SLATE if is_chosen else FACE,
            )
        page.button(boxes[-2], "", partial(self._put, OPEN_JOKER), "joker", style="quiet", ground=FACE)
        draw_token(page.surface, boxes[-2].inflate(-page.unit(10), -page.unit(10)), OPEN_JOKER)
        sign_key(page, boxes[-1], "erase", self._remove, "remove")
        places = columns(arrows, 5, gap)
        for place, direction in zip(places, DIRECTIONS, strict=False):
            sign_key(page, place, direction, partial(self.go, direction), direction)
        sign_key(page, places[-1], "near", toggle_near, "near")

    def _put(self, token: Token) -> None:
        if (self.cell in self.position.board) != self.is_piece:
            return  # `say` says why
        self.tokens[self.cell] = token
        self._is_gone = self._typed = False

    def _remove(self) -> None:
        """Take the token away; of the board's own say that it is not there."""
        self.tokens.pop(self.cell, None)
        self._is_gone = self.is_piece and self.cell in self.position.board
        self._typed = False

    def _choose(self, cell: str) -> None:
        if self.is_piece and cell != self.cell:
            self.tokens.clear()
            self._is_gone = False
        self.cell, self._typed = cell, False

    def _spots(self) -> dict[str, tuple[float, float]]:
        if not self.is_piece:
            return _SPOTS
        return {cell: _SPOTS[cell] for cell in {*self.position.board, self.cell}}

    def _open(self) -> list[str]:
        board = {**self.position.board, **self.tokens}
        free = [cell for cell in CELLS if cell not in board and any(near in board for near in AROUND[cell])]
        return free or [CENTRE]

    def _likely(self) -> str:
        """Where to begin: the centre, or a free square beside what was laid."""
        return min(self._open(), key=lambda cell: abs(ORDER[cell] - ORDER[CENTRE]))
