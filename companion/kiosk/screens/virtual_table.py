"""The virtual table as its camera sees it, and a rack: lay with a finger what no real hands lay.

It stands in for the game's own screen where somebody opened it. Nothing here says what a move is worth: what
is laid, the camera reads after End turn.
"""

from __future__ import annotations

from typing import ClassVar

import pygame

from companion.kiosk import theme
from companion.kiosk.backstage import VirtualLook, VirtualTable
from companion.kiosk.boxes import columns, cut_left, inset
from companion.kiosk.entering import DIRECTIONS
from companion.kiosk.hold_part import Rack
from companion.kiosk.page import Page
from companion.kiosk.said_part import draw_said, draw_sentence
from companion.kiosk.screen import Button, House, Screen
from companion.kiosk.screens.confirm import ConfirmScreen
from companion.kiosk.screens.instead import InsteadScreen
from companion.kiosk.virtual_hand import Hand
from companion.kiosk.virtual_layout import Layout
from companion.kiosk.virtual_part import draw_button, draw_held, draw_picture, draw_player, draw_scores
from companion.kiosk.virtual_window import Window
from companion.session.intents import Overrule, Pause
from companion.session.views import TableView

STANDS = ("to-lay", "refused")  # while somebody may lay
ENTER = ("space", "return", "enter")


class VirtualTableScreen(Screen):
    """Drag a piece to its place, or touch it and then the place. A tile that is touched again turns."""

    name = "virtual-table"
    is_table: ClassVar[bool] = True  # follows the game: another phase brings its own screen

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self._look: VirtualLook | None = None
        self._rack = Rack()
        table = house.backstage.virtual
        self._hand = None if table is None else Hand(table, self._rack)
        self._turn = -1  # of the sheet: what one player holds is not the next one's

    @property
    def _table(self) -> VirtualTable | None:
        return self.house.backstage.virtual

    @property
    def _may_lay(self) -> bool:
        view, table = self.house.view, self._table
        is_free = table is not None and not table.is_watched and not self.house.backstage.is_comparing
        return is_free and view is not None and view.phase in STANDS

    @property
    def _is_holding(self) -> bool:
        return self._hand is not None and self._hand.held is not None

    def update(self) -> bool:
        return self._table is not None and self._table.look() is not self._look

    # The page -------------------------------------------------------------------------------------------

    def build(self, page: Page) -> None:
        view, table, hand = self.house.view, self._table, self._hand
        if view is None or table is None or hand is None:  # the game was left while its screen was open
            self.house.home()
            return
        look = self._look = table.look()
        if self._turn != len(view.lines) or not self._may_lay:
            self._turn = len(view.lines)
            hand.let_go()
        box = inset(page.box, page.gap)
        layout = Layout.of(page, box, view.kind, self.house.backstage.choices.left_handed)
        window = Window.fit(look, layout.picture)
        hand.see(look, window)
        if window is None:
            page.fill(layout.picture, theme.NIGHT)
            text = self.house.words("virtual-table.waiting")
            page.text(inset(layout.picture, page.unit(20)), text, "body", align="centre", lines=4)
        else:
            wrong = () if view.question is None else view.question.cells
            draw_picture(page, window, look, wrong, self._is_holding)
            page.target(window.rect, self._touch_table, "table", enabled=self._may_lay)
        draw_player(page, layout.player, self.house, view, self._headline(view, table))
        if layout.scores is not None:
            draw_scores(page, layout.scores, view)
        self._draw_said(page, layout.said, view, table)
        held = hand.held
        self._rack.build(page, layout.rack, look.rack, held, self._choose, self._may_lay)
        self._small_buttons(page, layout.small, view, table)
        self._foot(page, layout.foot, view, table)
        if window is not None and held is not None:
            draw_held(page, window, look, held, hand.target, hand.finger)

    def _headline(self, view: TableView, table: VirtualTable) -> str:
        if table.is_watched:
            return self.house.words("virtual-table.watched")
        if view.phase == "refused":
            return self.house.words("refused.headline")
        return self.house.words("game.reading" if view.phase == "reading" else "game.your-turn")

    def _draw_said(self, page: Page, box: pygame.Rect, view: TableView, table: VirtualTable) -> None:
        """Why it is refused; or how to go on, where nobody has done anything yet."""
        if view.question is not None and view.question.kind == "refused":
            page.said_box = box
            draw_sentence(page, box, view.question.sentence, theme.ALARM)
            return
        hint = ""
        if self._is_holding:
            hint = self.house.words(f"virtual-table.held-{view.kind}")
        elif view.last is None and not table.is_watched:
            hint = self.house.words(f"virtual-table.hint-{view.kind}")
        draw_said(page, box, self.house, view, hint)

    def _small_buttons(self, page: Page, box: pygame.Rect, view: TableView, table: VirtualTable) -> None:
        words, may_lay = self.house.words, self._may_lay
        draw, lay, watch = columns(box, 3, page.unit(6))
        can_draw = bool(view.instead) and may_lay
        brief = words(f"game.brief-{view.kind}")
        draw_button(page, draw, brief, self._instead, "draw", "D", can_draw)
        if view.phase == "refused":
            draw_button(page, lay, words("virtual-table.anyway"), self._overrule, "overrule", "A")
        else:
            text = words("game.lay-for-me")
            draw_button(page, lay, text, self._lay_for_me, "lay", "V", may_lay)
        text = words("virtual-table.stop" if table.is_watched else "virtual-table.watch")
        draw_button(page, watch, text, self._watch, "watch", "W")

    def _foot(self, page: Page, box: pygame.Rect, view: TableView, table: VirtualTable) -> None:
        words, house = self.house.words, self.house
        back, end_turn = cut_left(box, round(box.w * 0.34), page.unit(6))
        page.button(back, words("common.back"), self.leave, "back", style="quiet", key="Esc")
        page.button(
            end_turn,
            words("game.reading" if view.phase == "reading" else "game.end-turn"),
            lambda: house.end_turn(),
            "end-turn",
            style="go",
            size="large",
            key="↵",
            enabled=view.can_end_turn and not table.is_watched and not house.backstage.is_comparing,
        )

    # What people do -------------------------------------------------------------------------------------

    def leave(self) -> None:
        if self._table is not None:
            self._table.is_open = False
        self.house.to_table()

    def drag(self, start: tuple[int, int], at: tuple[int, int], is_over: bool) -> bool:
        hand = self._hand
        if hand is None or (hand.finger is None and not (self._may_lay and hand.take_at(start))):
            return False
        hand.finger = at
        if is_over:
            self._drop()
        return True

    def push(self, button: Button, is_long: bool, page: Page) -> None:
        """With a piece in the hand the buttons choose its place; held, End turn turns it."""
        hand = self._hand
        if hand is None or hand.held is None:
            if button != "end-turn" or self.focus is not None:
                super().push(button, is_long, page)
            elif is_long:
                self.house.send(Pause)
            else:
                self._end_turn(page)
        elif button == "menu":
            hand.let_go()
        elif button != "end-turn":
            hand.step(1 if button == "draw" else -1)
        elif is_long:
            hand.turn()
        else:
            self._drop()

    def key(self, key: str, page: Page) -> bool:
        hand = self._hand
        if hand is None or hand.held is None:
            if key in ENTER and self.focus is None:
                self._end_turn(page)
            elif key == "t":
                self.leave()
            else:
                return super().key(key, page)
            return True
        if key == "escape":
            hand.let_go()
        elif key in ENTER:
            self._drop()
        elif key == "r":
            hand.turn()
        elif key == "tab":
            hand.step(1)
        elif key in DIRECTIONS:
            hand.go(next(direction for direction in DIRECTIONS if direction == key))
        else:
            return super().key(key, page)
        return True

    def _end_turn(self, page: Page) -> None:
        for target in page.targets:
            if target.name == "end-turn" and target.is_enabled:
                target.act()

    def _choose(self, number: int) -> None:
        if self._hand is not None:
            self._hand.choose(number, by_finger=self.finger is not None)

    def _touch_table(self) -> None:
        if self._hand is None:
            return
        if self.finger is None:
            self._drop()
        elif not self._hand.touch(self.finger):
            self.house.say(self.house.words("virtual-table.taken"))

    def _drop(self) -> None:
        self.focus = None  # so that the next press ends the turn
        if self._hand is not None and not self._hand.drop():
            self.house.say(self.house.words("virtual-table.taken"))

    def _instead(self) -> None:
        self.house.go(InsteadScreen(self.house))

    def _overrule(self) -> None:
        house = self.house
        house.go(ConfirmScreen(house, "overrule", lambda: house.send(Overrule)))

    def _lay_for_me(self) -> None:
        fault = self.house.backstage.lay_for_me()
        if fault:
            self.house.say(fault)

    def _watch(self) -> None:
        if self._table is not None:
            self._table.watch(not self._table.is_watched)
