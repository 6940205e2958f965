"""The game: whose turn, the table, the sheet, the last sum, and one large button."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from companion.kiosk.boxes import columns, cut_bottom, cut_left, cut_right
from companion.kiosk.page import Page
from companion.kiosk.said_part import draw_said
from companion.kiosk.sand_part import Turning, draw_sand
from companion.kiosk.screen import Button, House
from companion.kiosk.screens.confirm import ConfirmScreen
from companion.kiosk.screens.enter_move import EnterMoveScreen
from companion.kiosk.screens.instead import InsteadScreen
from companion.kiosk.screens.menu import MenuScreen
from companion.kiosk.sheet_part import draw_sheet
from companion.kiosk.table_screen import TableScreen
from companion.session.intents import Pause, Undo
from companion.session.views import TableView

WIDE = 110  # units: a narrower button names only the first of two things
SAND = 104  # units that the hourglass is wide
TABLE = 118  # units that the button for the virtual table is wide
FOUR = 340  # units that four small buttons need


class GameScreen(TableScreen):
    """While somebody lays, and while the table is being read."""

    name = "game"

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self._above = self._most = 0  # how far the sheet is scrolled, and can be
        self._turning = Turning()

    def headline(self, view: TableView) -> str:
        return self.house.words("game.reading" if view.phase == "reading" else "game.your-turn")

    def pending(self, view: TableView) -> Sequence[object]:
        pending = self.house.backstage.pending
        return () if pending is None or view.phase != "to-lay" else pending.moves

    def build_side(self, page: Page, box: pygame.Rect, view: TableView) -> None:
        if view.sand is not None:
            sand, box = cut_left(box, page.unit(SAND), page.gap)
            self._turning.see(view, self.house.now)
            draw_sand(page, sand, self.house, self._turning)
        big, rest = cut_bottom(box, page.unit(76), page.gap)
        small, rest = cut_bottom(rest, page.touch, page.gap)
        said, sheet = cut_bottom(rest, page.unit(52), page.unit(6))
        self._most = draw_sheet(page, sheet, self.house, view, self._above)
        draw_said(page, said, self.house, view)
        self._buttons(page, small, big, view)

    def _buttons(self, page: Page, small: pygame.Rect, big: pygame.Rect, view: TableView) -> None:
        words, house = self.house.words, self.house
        table, is_held = house.backstage.virtual, house.backstage.is_comparing
        is_watched = table is not None and table.is_watched
        is_shown = table is not None and house.backstage.can_read(view.kind)
        see, big = cut_right(big, page.unit(TABLE), page.unit(8)) if is_shown else (big, big)
        # Beside the sand there is no room for it; the screen of the table has it too.
        has_lay = house.backstage.devices.is_virtual and small.w >= page.unit(FOUR)
        undo, instead, *lay, menu = columns(small, 4 if has_lay else 3, page.gap)
        for box in lay:
            if is_watched:
                page.button(box, words("virtual-table.stop"), self._watch, "watch", key="W", size=18)
                continue
            page.button(
                box,
                words("game.lay-for-me"),
                self._lay,
                "lay",
                key="V",
                size=18,
                enabled=view.phase == "to-lay" and not is_held,
            )
        page.button(
            big,
            words(self._main_word(view)),
            self._end_turn,
            "end-turn",
            style="go",
            size="title",
            key="↵",
            enabled=view.can_end_turn and not is_held and not is_watched,
        )
        if is_shown:
            page.button(see, words("virtual-table.open"), self._open_table, "table", key="T", size=19)
        page.button(
            instead,
            words(f"game.instead-{view.kind}" if instead.w >= page.unit(WIDE) else f"game.brief-{view.kind}"),
            lambda: house.go(InsteadScreen(house)),
            "draw",
            key="D",
            size=19,
            enabled=bool(view.instead),
        )
        page.button(undo, words("game.undo"), self._undo, "undo", key="U", size=19, enabled=view.can_undo)
        page.button(menu, words("game.menu"), lambda: house.go(MenuScreen(house)), "menu", key="M", size=19)

    def _main_word(self, view: TableView) -> str:
        if not self.house.backstage.can_read(view.kind):
            return "game.enter"
        if self.house.backstage.is_comparing:
            return "game.comparing"
        return "game.reading" if view.phase == "reading" else "game.end-turn"

    def _end_turn(self) -> None:
        view = self.house.view
        if view is not None and not self.house.backstage.can_read(view.kind):
            self.house.go(EnterMoveScreen(self.house))
        else:
            self.house.end_turn()

    def _lay(self) -> None:
        fault = self.house.backstage.lay_for_me()
        if fault:
            self.house.say(fault)

    def _open_table(self) -> None:
        table = self.house.backstage.virtual
        if table is not None:
            table.is_open = True
            self.house.to_table()

    def _watch(self) -> None:
        table = self.house.backstage.virtual
        if table is not None:
            table.watch(not table.is_watched)

    def _undo(self) -> None:
        house = self.house
        house.go(ConfirmScreen(house, "undo", lambda: house.send(Undo)))

    def choose(self, page: Page) -> None:
        super().choose(page)
        self.focus = None  # so that the next press ends the turn again

    def scroll(self, steps: int) -> None:
        self._above = min(max(0, self._above - steps), self._most)

    def push(self, button: Button, is_long: bool, page: Page) -> None:
        """Here the four buttons do what is written on them; held, End turn pauses."""
        if button == "end-turn" and is_long:
            self.house.send(Pause)
            return
        for target in page.targets:
            if target.name == button and target.is_enabled:
                target.act()

    def key(self, key: str, page: Page) -> bool:
        if key in ("space", "return", "enter") and self.focus is None:
            view = self.house.view
            table = self.house.backstage.virtual
            if view is not None and view.can_end_turn and not (table is not None and table.is_watched):
                self._end_turn()
            return True
        if key == "p":
            self.house.send(Pause)
            return True
        if key == "w" and self.house.backstage.virtual is not None:
            self._watch()
            return True
        return super().key(key, page)

    def leave(self) -> None:
        self.house.go(MenuScreen(self.house))
