"""The camera was lost while the table was to be read: what to do, and how to play on without it."""

from __future__ import annotations

import pygame

from companion.kiosk import theme
from companion.kiosk.asking_screen import AskingScreen
from companion.kiosk.boxes import columns, cut_bottom, cut_left, cut_top, rows
from companion.kiosk.page import Page
from companion.kiosk.pictogram_part import draw_pictogram
from companion.kiosk.screens.enter_move import EnterMoveScreen
from companion.session.intents import Dismiss
from companion.session.views import TableView


class NoCameraScreen(AskingScreen):
    """Nothing is lost: enter the move, try again, or go back to laying."""

    name = "no-camera"

    def headline(self, view: TableView) -> str:
        return self.house.words("no-camera.headline")

    def ask(self, page: Page, box: pygame.Rect, view: TableView) -> None:
        words, house = self.house.words, self.house
        head, rest = cut_top(box, page.unit(56), page.unit(6))
        below, rest = cut_bottom(rest, page.unit(66), page.gap)
        by_hand, card = cut_bottom(rest, page.unit(72), page.gap)
        # The strip about the lost camera stands here in place of the title: once is enough.
        page.said_box = head
        self.draw_title(page, head, words("no-camera.title"))
        inner = page.fill(card, theme.CARD, frame=theme.RULE)
        sign, text = cut_left(inner, round(inner.w * 0.28), page.gap)
        draw_pictogram(page, sign, "camera-off")
        cable, waiting = rows(text, 2, page.unit(4))
        page.text(cable, words("no-camera.cable"), 19, weight="heavy", lines=3)
        page.text(waiting, words("no-camera.waiting"), 19, lines=4)
        page.button(
            by_hand,
            words("no-camera.by-hand"),
            lambda: house.go(EnterMoveScreen(house)),
            "enter-move",
            style="go",
            size="large",
            key="E",
        )
        again, dismiss = columns(below, 2, page.gap)
        page.button(again, words("no-camera.again"), self.press, "again", key="R")
        page.button(dismiss, words("no-camera.dismiss"), self.leave, "dismiss", style="quiet", key="Esc")

    def press(self) -> None:
        """Read once more: the reading that hangs is given up, and the table read for a new press."""
        if self.house.send(Dismiss):
            self.house.end_turn()
