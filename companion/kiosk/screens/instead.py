"""What may be done instead of laying, asked for with the draw button."""

from __future__ import annotations

from collections.abc import Callable

from companion.kiosk.boxes import cut_bottom, cut_top, inset
from companion.kiosk.instead_part import draw_instead
from companion.kiosk.page import Page
from companion.kiosk.screen import House, Screen
from companion.session.intents import Intent
from companion.session.views import TableView


class InsteadScreen(Screen):
    """Exchange, draw, pass: whatever the rules allow now."""

    name = "instead"

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self._turn = _turn_of(house.view)

    def build(self, page: Page) -> None:
        words, view = self.house.words, self.house.view
        inner = inset(page.box, page.unit(20))
        head, rest = cut_top(inner, page.unit(64), page.gap)
        back, body = cut_bottom(rest, page.unit(66), page.unit(20))
        page.said_box = head
        if view is not None:
            name = view.players[view.player].name
            title, who = cut_top(head, round(head.h * 0.56))
            page.text(title, words("instead.title"), "title", weight="heavy")
            page.text(who, name, "body", may_cut=True)
            draw_instead(page, body, self.house, view, view.instead, self._send)
        page.button(back, words("common.back"), self.leave, "back", style="quiet", size="large", key="Esc")

    def update(self) -> bool:
        """The sand may run out meanwhile: then this was about somebody else's turn."""
        if _turn_of(self.house.view) != self._turn:
            self.house.to_table()
        return False

    def leave(self) -> None:
        self.house.to_table()

    def _send(self, make: Callable[[float], Intent]) -> None:
        if self.house.send(make):
            self.house.to_table()


def _turn_of(view: TableView | None) -> tuple[int, str] | None:
    return None if view is None else (len(view.lines), view.phase)
