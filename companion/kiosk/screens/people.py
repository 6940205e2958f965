"""The players: how often they played and won, their best game, and their points game by game."""

from __future__ import annotations

from functools import partial

import pygame

from companion.kiosk import theme
from companion.kiosk.backstage import KnownPlayer
from companion.kiosk.boxes import columns, cut_left, cut_right, cut_top, inset, rows
from companion.kiosk.chart_part import Line, draw_chart
from companion.kiosk.list_screen import ListScreen
from companion.kiosk.naming import number
from companion.kiosk.page import Page
from companion.kiosk.screen import House

ROW = 66  # units


class PeopleScreen(ListScreen):
    """Names on one side, one player's games on the other."""

    name = "people"

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self._people = tuple(house.backstage.known_players())
        self._name = ""  # whose games are shown; nobody chosen: the first one's

    def update(self) -> bool:
        """What they won may come in while the screen is open: games are read behind the scenes."""
        before, self._people = self._people, tuple(self.house.backstage.known_players())
        return self._people != before

    @property
    def _chosen(self) -> int:
        names = [one.player.name for one in self._people]
        return names.index(self._name) if self._name in names else 0

    def build(self, page: Page) -> None:
        words = self.house.words
        body = inset(page.box, page.unit(14))
        head, rest = cut_top(body, page.touch, page.gap)
        back, title = cut_left(head, page.unit(120), page.gap)
        page.button(back, words("common.back"), self.leave, "back", key="B")
        page.text(title, words("people.title"), "title", weight="heavy", align="centre")
        if not self._people:
            page.text(rest, words("people.empty"), "large", align="centre", lines=3)
            return
        if page.is_portrait:
            names, side = cut_top(rest, round(rest.h * 0.42), page.gap)
        else:
            names, side = cut_left(rest, round(rest.w * 0.38), page.gap)
        self._draw_names(page, names)
        self._draw_person(page, side, self._people[self._chosen])

    def _draw_names(self, page: Page, box: pygame.Rect) -> None:
        shown = max(1, (box.h + page.unit(6)) // (page.unit(ROW) + page.unit(6)))
        seen = self.window(len(self._people), shown)
        if not self.is_whole:
            side, box = cut_right(box, page.unit(70), page.unit(6))
        colours = [theme.colours_of([one.player])[0] for one in self._people]
        for place, row in zip(seen, rows(box, shown, page.unit(6)), strict=False):
            one, colour, is_chosen = self._people[place], colours[place], place == self._chosen
            page.fill(row, colour if is_chosen else theme.CARD, frame=theme.RULE)
            ink = theme.letters_on(colour) if is_chosen else theme.readable(colour, theme.CARD)
            inner = inset(row, page.gap, page.unit(4))
            if is_chosen:
                page.tick_mark(row, ink)
                inner.w -= page.unit(20)
            page.text(inner, one.player.name, 22, colour=ink, weight="heavy", may_cut=True)
            page.target(row, partial(self._choose, place), f"player-{place}")
        if not self.is_whole:
            self.arrows(page, side)

    def _draw_person(self, page: Page, box: pygame.Rect, one: KnownPlayer) -> None:
        words = self.house.words
        facts, chart = cut_top(box, page.unit(78), page.gap)
        told = (("games", one.games), ("won", one.won), ("best", one.best))
        for cell, (key, value) in zip(columns(facts, 3, page.gap), told, strict=True):
            page.fill(cell, theme.CARD, frame=theme.RULE)
            figure, below = cut_top(inset(cell, page.unit(4), page.unit(3)), round(cell.h * 0.58))
            page.text(figure, number(value), "title", weight="heavy", align="centre")
            page.text(below, words(f"people.{key}"), 18, colour=theme.SOFT_INK, align="centre")
        heading, chart = cut_top(chart, page.unit(28))
        page.text(heading, words("people.points"), 19, weight="heavy")
        colour = theme.colours_of([one.player])[0]
        points = tuple(enumerate(one.points, start=1))
        draw_chart(page, chart, [Line(one.player.name, colour, points)], words("chart.game"))

    def _choose(self, place: int) -> None:
        self._name = self._people[place].player.name
        self.house.refresh()
