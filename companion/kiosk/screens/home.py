"""The first screen: go on, begin, look back, set up."""

from __future__ import annotations

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import columns, cut_left, cut_top, grid, inset, rows
from companion.kiosk.mark_part import draw_mark
from companion.kiosk.page import Page
from companion.kiosk.screen import Screen
from companion.kiosk.screens.choose_game import ChooseGameScreen
from companion.kiosk.screens.history import HistoryScreen
from companion.kiosk.screens.set_up import SetUpScreen


class HomeScreen(Screen):
    """Four things to do, the game that was left first."""

    name = "home"

    def build(self, page: Page) -> None:
        words, go = self.house.words, self.house.go
        inner = inset(page.box, page.unit(20))
        head, rest = cut_top(inner, page.unit(84), page.gap)
        self._head(page, head)
        view = self.house.view
        # A game that has just ended can still be looked at and put right; but the next thing is a new one.
        is_over = view is not None and view.phase == "over" and view.match is None
        is_shown = view is not None or self.house.backstage.unfinished() is not None
        waiting = is_shown and not is_over
        if is_shown:
            top, rest = cut_top(rest, round(rest.h * (0.3 if page.is_portrait else 0.45)), page.gap)
            self._waiting(page, top, is_over)
        across = 1 if page.is_portrait else 3
        boxes = grid(rest, across, 3 // across, page.gap)
        house = self.house
        page.button(
            boxes[0],
            words("home.new-game"),
            lambda: go(ChooseGameScreen(house)),
            "new-game",
            style="plain" if waiting else "go",
            size="large",
            key="N",
        )
        page.button(
            boxes[1],
            words("home.history"),
            lambda: go(HistoryScreen(house)),
            "history",
            size="large",
            key="H",
        )
        page.button(
            boxes[2], words("home.set-up"), lambda: go(SetUpScreen(house)), "set-up", size="large", key="S"
        )

    def _head(self, page: Page, head: pygame.Rect) -> None:
        mark, rest = cut_left(head, head.h, page.gap)
        draw_mark(page.surface, mark)
        title, below = rows(rest, 2)
        page.text(title, "Trioscope", "title", weight="heavy", stand="bottom")
        page.text(below, self.house.words("home.motto"), "body", colour=theme.SOFT_INK, stand="top")

    def _waiting(self, page: Page, box: pygame.Rect, is_over: bool) -> None:
        """The game that was left, with who plays and how it stands."""

        view, left = self.house.view, self.house.backstage.unfinished()
        if view is not None:
            kind, players, scores = view.kind, view.players, view.scores
        else:
            assert left is not None
            kind, players, scores = left.kind, left.players, left.scores
        inner = page.fill(box, theme.CARD, frame=theme.RULE)
        text, button = columns(inner, 2, page.gap) if not page.is_portrait else rows(inner, 2, page.gap)
        lines = rows(text, len(players) + 1)
        page.text(lines[0], self.house.words(f"game.{kind}"), "body", colour=theme.SOFT_INK)
        for line, player, score, colour in zip(
            lines[1:], players, scores, theme.colours_of(players), strict=True
        ):
            number, name = line.copy(), line.copy()
            number.w = page.unit(70)
            number.right = line.right
            name.w = line.w - number.w - page.gap
            page.text(name, player.name, "body", colour=theme.readable(colour, theme.CARD), may_cut=True)
            page.text(number, str(score), "body", weight="heavy", align="right")
        page.button(
            button,
            self.house.words("home.result" if is_over else "home.go-on"),
            self._go_on,
            "go-on",
            style="plain" if is_over else "go",
            size="title",
            key="C",
        )

    def _go_on(self) -> None:
        if self.house.view is None:
            fault = self.house.backstage.resume()
            if fault:
                self.house.say(fault)
                return
        self.house.to_table()

    def leave(self) -> None:
        """There is nowhere to go back to."""
