"""The special squares that were found: look at them, put right what differs, and keep them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import columns, cut_bottom, cut_left, cut_right, cut_top, grid, inset
from companion.kiosk.entry_part import draw_switch
from companion.kiosk.head_part import draw_head
from companion.kiosk.page import Page
from companion.kiosk.paint_marks import Marks
from companion.kiosk.paint_tokens import SquareKind, TokenStamps
from companion.kiosk.paint_tools import default_font
from companion.kiosk.paint_triolet import TrioletBoard
from companion.kiosk.screen import Button, House, Screen
from companion.kiosk.special_squares import USUAL, layout_of, mirrored, with_kind
from companion.rules.triolet.cells import ABOVE, BELOW, CELLS, CENTRE, ORDER
from companion.rules.triolet.position import Position

KINDS: tuple[SquareKind, ...] = ("plain", "double", "triple", "replay")


class SpecialsScreen(Screen):
    """A board to tap on, and what the chosen square may be. The centre is always a double."""

    name = "specials"

    def __init__(self, house: House) -> None:
        super().__init__(house)
        found = house.backstage.specials()
        self.kinds = with_kind(found or USUAL, (), "plain")
        self._is_known = bool(found)
        self._cell: str | None = None
        self._all_mirrored = True
        self._is_on_board = False  # keys and buttons walk from square to square
        self._board: TrioletBoard | None = None

    # Drawing --------------------------------------------------------------------------------------------

    def build(self, page: Page) -> None:
        title = self.house.words("specials.title")
        inner = inset(page.box, page.unit(12), page.unit(8))
        if page.is_portrait:
            rest = draw_head(page, self, title, inner)
            board, side = cut_top(rest, min(rest.w, page.unit(430)), page.unit(8))
        else:
            cut = cut_right if self.house.backstage.choices.left_handed else cut_left
            board, side = cut(inner, inner.h, page.unit(14))
            side = draw_head(page, self, title, side)
        self._draw_board(page, board)
        foot, side = cut_bottom(side, page.touch, page.unit(8))
        switches, side = cut_bottom(side, page.touch, page.unit(8))
        across = 4 if page.is_portrait else 2
        kinds, hint = cut_bottom(side, page.touch * 4 // across + page.unit(6), page.unit(6))
        page.text(hint, self._hint(), 19, lines=3)
        for box, kind in zip(grid(kinds, across, 4 // across, page.unit(6)), KINDS, strict=True):
            self._draw_kind(page, box, kind)
        self._draw_switches(page, switches)
        words = self.house.words
        page.button(foot, words("specials.confirm"), self._confirm, "confirm", style="go", size="large")

    def _draw_board(self, page: Page, box: pygame.Rect) -> None:
        self._board = board = TrioletBoard(box, layout_of(self.kinds))
        also = () if self._cell is None else self._touched_by(self._cell)
        board.paint(page.surface, Position(), Marks(selected=self._cell))
        for cell in also:
            square = board.rect_of(cell)
            pygame.draw.rect(page.surface, theme.NIGHT, square.inflate(2, 2), page.unit(3) + 2)
            pygame.draw.rect(page.surface, theme.GLOW, square, page.unit(3))
        page.target(board.rect, self._touch_board, "board")

    def _draw_kind(self, page: Page, box: pygame.Rect, kind: SquareKind) -> None:
        """A square as it is printed, with its word."""
        is_enabled = self._cell not in (None, CENTRE)
        page.fill(box, theme.CARD if is_enabled else theme.STRIPE, frame=theme.RULE)
        is_now = self._cell is not None and self.kinds.get(self._cell, "plain") == kind
        if is_now:
            pygame.draw.rect(page.surface, theme.INK, box, page.unit(4), border_radius=page.unit(12))
            page.tick_mark(box, theme.INK)
        stamp = _stamps(page.unit(34)).square(kind)
        inner = inset(box, page.unit(8), page.unit(4))
        name = f"specials.{kind}"
        if page.is_portrait:
            at, word = cut_top(inner, page.unit(34))
            page.surface.blit(stamp, stamp.get_rect(center=at.center))
            page.text(word, self.house.words(name), 16, align="centre", colour=theme.INK)
        else:
            at, word = cut_left(inner, page.unit(34), page.unit(8))
            page.surface.blit(stamp, stamp.get_rect(center=at.center))
            page.text(word, self.house.words(name), 18, colour=theme.INK, lines=2)
        page.target(box, self._setter(kind), kind, enabled=is_enabled)

    def _draw_switches(self, page: Page, box: pygame.Rect) -> None:
        words = self.house.words
        mirror, usual = columns(box, 2, page.unit(6))
        page.fill(mirror, theme.CARD, frame=theme.RULE)
        end, label = cut_right(inset(mirror, page.unit(8), page.unit(4)), page.unit(54), page.unit(6))
        draw_switch(page, end, "on" if self._all_mirrored else "off")
        state = "specials.mirror-on" if self._all_mirrored else "specials.mirror-off"
        page.text(label, words(state), 16, lines=3, weight="heavy")
        page.target(mirror, self._switch_mirror, "mirror")
        is_usual = self.kinds == USUAL
        page.button(
            usual,
            words("specials.usual"),
            self._use_usual,
            "usual",
            style="quiet",
            size=17,
            enabled=not is_usual,
        )

    def _hint(self) -> str:
        words = self.house.words
        if self._is_on_board:
            has_buttons = self.house.backstage.devices.buttons
            return words("specials.hint-buttons" if has_buttons else "specials.hint-keys")
        if self._cell == CENTRE:
            return words("specials.hint-centre")
        if self._cell is not None:
            return words("specials.hint-chosen", cell=self._cell)
        return words("specials.hint" if self._is_known else "specials.hint-unknown")

    # Changing -------------------------------------------------------------------------------------------

    def _touch_board(self) -> None:
        """A finger chooses the square below it; keys and buttons walk over the board from now on."""
        if self.finger is None:
            self._is_on_board, self._cell = True, self._cell or CENTRE
        elif self._board is not None:
            self._is_on_board, self._cell = False, self._board.cell_at(self.finger)

    def _touched_by(self, cell: str) -> tuple[str, ...]:
        return mirrored(cell) if self._all_mirrored else (cell,)

    def _setter(self, kind: str) -> Callable[[], None]:
        return lambda: self._set(kind)

    def _set(self, kind: str) -> None:
        if self._cell is not None:
            self.kinds = with_kind(self.kinds, self._touched_by(self._cell), kind)

    def _switch_mirror(self) -> None:
        self._all_mirrored = not self._all_mirrored

    def _use_usual(self) -> None:
        self.kinds = dict(USUAL)

    def _confirm(self) -> None:
        sentence = self.house.backstage.confirm_specials(self.kinds)
        self.house.back()
        self.house.say(sentence)

    # Walking over the board -----------------------------------------------------------------------------

    def leave(self) -> None:
        """From the board back to the buttons first."""
        if self._is_on_board:
            self._is_on_board = False
        else:
            super().leave()

    def key(self, key: str, page: Page) -> bool:
        if not self._is_on_board:
            return super().key(key, page)
        steps = {"right": 1, "left": -1}
        if key in steps:
            self._walk(steps[key])
        elif key in ("up", "down"):
            self._walk_row(key == "down")
        elif key in ("return", "enter", "space"):
            self._set_next()
        elif key == "tab":
            self._is_on_board = False
        else:
            return super().key(key, page)
        return True

    def push(self, button: Button, is_long: bool, page: Page) -> None:
        if not self._is_on_board or button == "menu":
            super().push(button, is_long, page)
        elif button == "end-turn":
            self._set_next()
        elif is_long:
            self._walk_row(button == "draw")
        else:
            self._walk(1 if button == "draw" else -1)

    def _walk(self, step: int) -> None:
        self._cell = CELLS[(ORDER[self._cell or CENTRE] + step) % len(CELLS)]

    def _walk_row(self, is_down: bool) -> None:
        self._cell = (BELOW if is_down else ABOVE)[self._cell or CENTRE] or self._cell

    def _set_next(self) -> None:
        """What comes after what the square is now."""
        now = self.kinds.get(self._cell or CENTRE, "plain")
        names = list[str](KINDS)
        self._set(names[(names.index(now) + 1) % len(names)])


@lru_cache(maxsize=4)
def _stamps(side_px: int) -> TokenStamps:
    return TokenStamps(side_px, default_font)
