"""The game: whose turn, the table, the sheet, the last sum, and one large button."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import columns, cut_bottom, cut_left, inset
from companion.kiosk.page import Page
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
        self._draw_said(page, said, view)
        self._buttons(page, small, big, view)

    def _buttons(self, page: Page, small: pygame.Rect, big: pygame.Rect, view: TableView) -> None:
        words, house = self.house.words, self.house
        is_virtual = house.backstage.devices.is_virtual and view.kind == "triolet"
        undo, instead, *lay, menu = columns(small, 4 if is_virtual else 3, page.gap)
        for box in lay:
            page.button(
                box,
                words("game.lay-for-me"),
                self._lay,
                "lay",
                key="V",
                size=18,
                enabled=view.phase == "to-lay" and not house.backstage.is_comparing,
            )
        page.button(
            big,
            words(self._main_word(view)),
            self._end_turn,
            "end-turn",
            style="go",
            size="title",
            key="↵",
            enabled=view.can_end_turn and not house.backstage.is_comparing,
        )
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

    def _draw_said(self, page: Page, box: pygame.Rect, view: TableView) -> None:
        """The last sum spelled out; or what lies there unpressed and would be worth."""
        page.said_box = box
        pending = self.house.backstage.pending
        if pending is not None and view.phase == "to-lay":
            frame = theme.GO if pending.points is not None else theme.ALARM
            inner = inset(page.fill(box, theme.CARD, radius=8, frame=frame), -page.unit(4))
            key = "game.would-score" if pending.points is not None else "game.would-be-refused"
            text = self.house.words(key, points=pending.points or 0, sentence=pending.sentence)
            page.text(inner, text, 19, lines=2, colour=theme.INK)
            return
        inner = inset(page.fill(box, theme.STRIPE, radius=8), -page.unit(4))
        page.text(inner, say_last(self.house, view), 19, lines=2)

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
            if view is not None and view.can_end_turn:
                self._end_turn()
            return True
        if key == "p":
            self.house.send(Pause)
            return True
        return super().key(key, page)

    def leave(self) -> None:
        self.house.go(MenuScreen(self.house))


def say_last(house: House, view: TableView) -> str:
    """How the last move adds up, with who made it."""
    line = view.last
    if line is None:
        return house.words("game.nobody-yet")
    name = view.players[line.player].name
    return house.words("game.last-sum", name=name, sums="; ".join(line.sums), points=line.points)
