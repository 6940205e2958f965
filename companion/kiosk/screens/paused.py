"""A pause: nothing runs, nothing is lost."""

from __future__ import annotations

import pygame

from companion.kiosk import theme
from companion.kiosk.asking_screen import HINT, AskingScreen
from companion.kiosk.boxes import cut_bottom, cut_left, cut_right
from companion.kiosk.page import Page
from companion.kiosk.pictogram_part import draw_pictogram
from companion.kiosk.sand_part import Turning, draw_sand
from companion.kiosk.screens.menu import MenuScreen
from companion.session.intents import Resume
from companion.session.views import TableView

BUTTONS = 84  # units that the buttons are high


class PausedScreen(AskingScreen):
    """Go on, by touch or with End turn. A Challenge begins with it: the first sand waits for a press."""

    name = "paused"

    def headline(self, view: TableView) -> str:
        return self.house.words("game.your-turn" if _is_start(view) else "paused.headline")

    def ask(self, page: Page, box: pygame.Rect, view: TableView) -> None:
        words = self.house.words
        buttons, rest = cut_bottom(box, page.unit(BUTTONS), page.gap)
        hint, card = cut_bottom(rest, page.unit(HINT), page.gap)
        inner = page.fill(card, theme.CARD, frame=theme.RULE)
        sign, text = cut_left(inner, round(inner.w * 0.36), page.gap)
        if view.sand is None:
            draw_pictogram(page, sign.inflate(-sign.w // 5, -sign.w // 5), "pause")
        else:
            draw_sand(page, sign, self.house, Turning())
        page.text(text, self._title(view), "title", weight="heavy", lines=5)
        self.draw_hint(page, hint, words("paused.hint-ready" if _is_start(view) else "paused.hint"))
        menu, go_on = cut_right(buttons, round(buttons.w * 0.3), page.gap)
        label = words("paused.start" if _is_start(view) else "paused.go-on")
        page.button(go_on, label, lambda: self.house.send(Resume), "go-on", style="go", size="title", key="↵")
        page.button(menu, words("paused.menu"), self.leave, "menu", key="M")

    def hold(self) -> None:
        """It stands still already: however the button is pressed, the game goes on."""
        self.press()

    def leave(self) -> None:
        self.house.go(MenuScreen(self.house))

    def _title(self, view: TableView) -> str:
        if _is_start(view):
            return self.house.words("paused.title-ready", name=view.players[view.player].name)
        return self.house.words("paused.title" if view.sand is None else "paused.title-sand")


def _is_start(view: TableView) -> bool:
    """Whether nobody has played yet, and the sand waits for the first press."""
    return view.sand is not None and not view.lines and view.sand.left_s >= view.sand.seconds
