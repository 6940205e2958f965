"""The games that were played: date, game, who, how many points, and who won."""

from __future__ import annotations

import pygame

from companion.kiosk import theme
from companion.kiosk.backstage import PastGame
from companion.kiosk.boxes import columns, cut_left, cut_right, cut_top, inset, rows
from companion.kiosk.list_screen import ListScreen
from companion.kiosk.naming import number
from companion.kiosk.page import Align, Page
from companion.kiosk.screen import House
from companion.kiosk.screens.past_game import PastGameScreen
from companion.kiosk.screens.people import PeopleScreen
from companion.kiosk.sign_part import draw_crown
from companion.kiosk.theme import Rgb
from companion.kiosk.typeface import Weight

ROW, ROW_UPRIGHT = 78, 104  # units


class HistoryScreen(ListScreen):
    """The list; a game that is touched shows itself."""

    name = "history"

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self._games = tuple(house.backstage.past_games())

    def update(self) -> bool:
        """Games may come in while the list is open: they are read behind the scenes."""
        before, self._games = self._games, tuple(self.house.backstage.past_games())
        return self._games != before

    def build(self, page: Page) -> None:
        words, house = self.house.words, self.house
        body = inset(page.box, page.unit(14))
        head, rest = cut_top(body, page.touch, page.gap)
        back, head = cut_left(head, page.unit(120), page.gap)
        page.button(back, words("common.back"), self.leave, "back", key="B")
        people, title = cut_right(head, page.unit(130), page.gap)
        page.button(people, words("history.people"), lambda: house.go(PeopleScreen(house)), "people", key="P")
        page.text(title, words("history.title"), "title", weight="heavy", align="centre")
        if not self._games:
            page.text(rest, words("history.empty"), "large", align="centre", lines=4)
            return
        high = page.unit(ROW_UPRIGHT if page.is_portrait else ROW)
        shown = max(1, (rest.h + page.gap) // (high + page.gap))
        seen = self.window(len(self._games), shown)
        if not self.is_whole:
            side, rest = cut_right(rest, page.unit(76), page.gap)
        for place, row in zip(seen, rows(rest, shown, page.gap), strict=False):
            self._draw_game(page, row, self._games[place])
        if not self.is_whole:
            self.arrows(page, side)

    def _draw_game(self, page: Page, box: pygame.Rect, game: PastGame) -> None:
        house = self.house
        page.fill(box, theme.CARD, frame=theme.RULE)
        inner = inset(box, page.gap, page.unit(5))
        if page.is_portrait:
            when, who = cut_top(inner, page.unit(24))
            what, date = cut_left(when, round(when.w * 0.36))
        else:
            when, who = cut_left(inner, page.unit(140), page.gap)
            what, date = cut_top(when, round(when.h * 0.4))
        page.text(what, house.words(f"game.{game.kind}"), 18, weight="heavy")
        align: Align = "right" if page.is_portrait else "left"
        page.text(date, game.date, 16, colour=theme.SOFT_INK, align=align, lines=1 if page.is_portrait else 2)
        colours = theme.colours_of(game.players)
        cells = columns(who, max(2, len(game.players)), page.unit(6))
        for seat, (cell, colour) in enumerate(zip(cells, colours, strict=False)):
            self._draw_player(page, cell, game, seat, colour)
        page.target(box, lambda: house.go(PastGameScreen(house, game)), f"game-{game.number}")

    def _draw_player(self, page: Page, cell: pygame.Rect, game: PastGame, seat: int, colour: Rgb) -> None:
        name, below = rows(cell, 2)
        has_won = seat in game.winners
        ink = theme.readable(colour, theme.CARD)
        weight: Weight = "heavy" if has_won else "plain"
        page.text(name, game.players[seat].name, 19, colour=ink, weight=weight, may_cut=True)
        if game.totals is None:
            if seat == 0:
                wide = pygame.Rect(below.x, below.y, below.w * 2, below.h)
                page.text(wide, self.house.words("history.given-up"), 17, colour=theme.SOFT_INK)
            return
        if has_won:
            crown, below = cut_left(below, page.unit(28), page.unit(4))
            draw_crown(page, crown)
        page.text(below, number(game.totals[seat]), 24, weight=weight)
