"""A move entered by hand: on the drawn table, with fingers, keys or the four buttons."""

from __future__ import annotations

from typing import ClassVar

import pygame

from companion.kiosk import theme
from companion.kiosk.board_window import BoardWindow
from companion.kiosk.boxes import cut_bottom, cut_left, cut_right, cut_top, inset
from companion.kiosk.entering import DIRECTIONS, Entry, foretell
from companion.kiosk.page import Page
from companion.kiosk.screen import House
from companion.kiosk.table_screen import TableScreen
from companion.kiosk.tile_entry import TileEntry
from companion.kiosk.token_entry import TokenEntry
from companion.rules.triolet import game as triolet
from companion.rules.triolet.position import Move as TokenMove
from companion.rules.triominos.position import Move as TileMove
from companion.rules.verdict import Cell
from companion.session.intents import EnterMove
from companion.session.rulings import Move
from companion.session.views import TableView

BAND = 58  # units: lower than elsewhere, the keys need the room
SAID, FOOT = 62, 63
FINGER = 48  # units: narrower places are shown from near on a small screen


class EnterMoveScreen(TableScreen):
    """For when the camera fails, or nobody wants it: what was laid is touched in."""

    name = "enter-move"
    is_table: ClassVar[bool] = False  # it stays until it is done, whatever the game asks
    takes_text = True

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self._entry: Entry | None = None
        self._begun: tuple[object, int] | None = None  # on which table, and by whom
        self._window: BoardWindow | None = None
        self._seen: Cell | None = None  # the place that was chosen when the table was last drawn
        self._table = pygame.Rect(0, 0, 0, 0)

    @property
    def chosen(self) -> Cell | None:
        """The place that is chosen now."""
        return None if self._entry is None else self._entry.here

    # What a correction does differently ------------------------------------------------------------------

    def make_entry(self, view: TableView) -> Entry:
        """What is being entered, on which table."""
        asked = view.question
        refused = asked.moves[0] if asked is not None and asked.kind == "refused" and asked.moves else None
        return entry_on(self.house, view, refused)

    def shown(self, view: TableView) -> TableView:
        """Whose name stands on top."""
        return view

    def headline(self, view: TableView) -> str:
        return self.house.words("enter-move.headline")

    def enter_label(self) -> str:
        return self.house.words("enter-move.enter")

    def can_enter(self, entry: Entry) -> bool:
        return entry.move is not None

    def enter(self, entry: Entry) -> None:
        """Tell the game; what it makes of the move, its own screens show."""
        move = entry.move
        if move is not None and self.house.send(lambda at: EnterMove(move, at)):
            self.house.to_table()

    def foretold(self, view: TableView, entry: Entry) -> tuple[str, theme.Rgb]:
        """What the move would be worth, or what stands against it."""
        if entry.move is None:
            return self.house.words(f"enter-move.hint-{view.kind}"), theme.SOFT_INK
        told = foretell(self.house, view.game, entry.move)
        key = "enter-move.right" if told.is_right else "enter-move.wrong"
        return self.house.words(key, sentence=told.sentence), theme.GO if told.is_right else theme.ALARM

    # The page -------------------------------------------------------------------------------------------

    def build(self, page: Page) -> None:
        view = self.house.view
        if view is None:  # the game was left while its screen was open
            self.house.home()
            return
        band, body = cut_top(page.box, page.unit(BAND))
        self.draw_band(page, band, self.shown(view))
        table, side = self._split(page, inset(body, page.gap), view)
        entry = self._current(view)
        self._build_table(page, table, entry)
        self._build_side(page, side, view, entry)

    def table_share(self, page: Page, view: TableView) -> float:
        return 0.44 if page.is_portrait else 0.48

    def _build_table(self, page: Page, box: pygame.Rect, entry: Entry) -> None:
        if self._window is None:
            is_fine = entry.width(box) < page.unit(FINGER)
            self._window = BoardWindow(is_near=page.is_small and is_fine)
        if self._seen != entry.here:  # keep what is chosen in sight
            self._seen = entry.here
            self._window.look_at(box, entry.spot(self._window.area(box)))
        self._table = box
        self._window.paint(page.surface, box, entry.paint)
        page.target(box, self._touch_table, "table")

    def _build_side(self, page: Page, box: pygame.Rect, view: TableView, entry: Entry) -> None:
        words, gap = self.house.words, page.unit(4)
        said, rest = cut_top(box, page.unit(SAID), gap)
        foot, keys = cut_bottom(rest, page.unit(FOOT), gap)
        page.said_box = said
        above, below = cut_top(said, page.unit(23))
        page.text(above, entry.say(), 18, weight="heavy")
        sentence, colour = self.foretold(view, entry)
        page.text(below, sentence, 16, colour=colour, lines=2, stand="top")
        entry.build_keys(page, keys, self._toggle_near)
        is_left = self.house.backstage.choices.left_handed
        cut = cut_right if is_left else cut_left
        back, enter = cut(foot, round(foot.w * 0.36), page.unit(6))
        page.button(back, words("common.back"), self.leave, "back", style="quiet")
        page.button(
            enter,
            self.enter_label(),
            lambda: self.enter(entry),
            "enter",
            style="go",
            size="large",
            enabled=self.can_enter(entry),
        )

    # What people do -------------------------------------------------------------------------------------

    def type(self, text: str) -> None:
        self.focus = None
        if self._entry is not None:
            self._entry.type(text)

    def key(self, key: str, page: Page) -> bool:
        """Arrows choose another place; Enter, with no ring, is the large button."""
        for direction in DIRECTIONS:
            if key == direction and self._entry is not None:
                self.focus = None
                self._entry.go(direction)
                return True
        if key in ("return", "enter") and self.focus is None and self._entry is not None:
            if self.can_enter(self._entry):
                self.enter(self._entry)
            return True
        return super().key(key, page)

    def drag(self, start: tuple[int, int], at: tuple[int, int], is_over: bool) -> bool:
        return self._window is not None and self._window.drag(self._table, start, at, is_over)

    def _touch_table(self) -> None:
        """A finger chooses the place under it; the ring goes on to the next place."""
        if self._entry is None or self._window is None:
            return
        if self.finger is None:
            self._entry.go_on()
        else:
            self._entry.touch(self.finger, self._window.area(self._table))

    def _toggle_near(self) -> None:
        if self._window is not None and self._entry is not None:
            self._window.is_near = not self._window.is_near
            self._seen = None

    def _current(self, view: TableView) -> Entry:
        """The entry; a new one if the table or the player has changed meanwhile: what one player entered
        must not count for another."""
        begun = view.game.position, view.player
        if self._entry is None or self._begun != begun:
            self._entry, self._begun = self.make_entry(view), begun
        return self._entry


def entry_on(house: House, view: TableView, start: Move | None = None) -> Entry:
    """An empty entry on the table as accepted, or one that begins with a move."""
    game = view.game
    if isinstance(game, triolet.Game):
        return TokenEntry(house, game.position, start if isinstance(start, TokenMove) else None)
    return TileEntry(house, game.position, start if isinstance(start, TileMove) else None)
