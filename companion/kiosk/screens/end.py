"""The end of a game: who has won, how the points came about, and how to go on."""

from __future__ import annotations

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import columns, cut_bottom, cut_left, cut_right, cut_top, grid, inset, rows
from companion.kiosk.confetti import SECONDS, confetti
from companion.kiosk.end_words import counts_points, say_bonus, say_how
from companion.kiosk.frames import frames_of
from companion.kiosk.naming import brief_all, number, signed
from companion.kiosk.page import Act, Page, Style
from companion.kiosk.podium_part import Standing, draw_podium, standings
from companion.kiosk.screens.confirm import ConfirmScreen
from companion.kiosk.screens.count_racks import CountRacksScreen
from companion.kiosk.screens.match import MatchScreen
from companion.kiosk.screens.movie import MovieScreen
from companion.kiosk.sign_part import draw_crown
from companion.kiosk.table_screen import BAND, TableScreen
from companion.rules.wording import AND, join
from companion.session.intents import NextGame, Undo
from companion.session.views import EndView, TableView


class EndScreen(TableScreen):
    """The podium, the sums, and the next game."""

    name = "end"

    def build(self, page: Page) -> None:
        view = self.house.view
        if view is None or view.end is None or view.end.totals is None:
            self.house.home() if view is None else self.house.to_table()
            return
        end, winners = view.end, view.end.winners or ()
        band, body = cut_top(page.box, page.unit(BAND))
        self._draw_winners(page, band, view, winners)
        small, big, rest = self._share_out(page, inset(body, page.gap), view)
        order = standings(view.end.totals, winners)
        if page.is_portrait:
            podium, card = cut_top(rest, round(rest.h * 0.48), page.gap)
        else:
            podium, card = cut_left(rest, round(rest.w * 0.5), page.gap)
        draw_podium(page, podium, view.players, order, counts_points(view))
        party = confetti(theme.colours_of(view.players), page.unit(10), self._since)
        page.animate(podium, party, self._since + SECONDS)
        self._draw_card(page, card, view, end, order)
        self._draw_buttons(page, small, big, view, end)

    def _draw_winners(self, page: Page, band: pygame.Rect, view: TableView, winners: tuple[int, ...]) -> None:
        colours = theme.colours_of(view.players)
        colour = colours[winners[0]] if len(winners) == 1 else theme.SLATE
        page.fill(band, colour, radius=0)
        inner = inset(band, page.gap, page.unit(4))
        crown, inner = cut_left(inner, inner.h, page.gap)
        page.fill(inset(crown, page.unit(2)), theme.CARD, radius=40)
        draw_crown(page, inset(crown, page.unit(12)))
        verb = "alone" if len(view.players) == 1 else "wins" if len(winners) == 1 else "share"
        names = join([view.players[seat].name for seat in winners], AND[self.house.language])
        room, _ = cut_left(inner, round(inner.w * 0.68))
        drawn = page.text(room, names, "huge", weight="heavy", may_cut=True)
        rest = pygame.Rect(drawn.right + page.gap, inner.y, inner.right - drawn.right - page.gap, inner.h)
        page.text(rest, self.house.words(f"end.{verb}"), "title", weight="heavy", lines=2)

    def _draw_card(
        self, page: Page, box: pygame.Rect, view: TableView, end: EndView, order: tuple[Standing, ...]
    ) -> None:
        """Points played, points of the end, totals; and why."""
        inner = page.fill(box, theme.CARD, frame=theme.RULE)
        words, house = self.house.words, self.house
        doubt = words("end.doubt", names=brief_all(view.players, end.doubtful)) if end.doubtful else ""
        high = page.unit(30)
        if counts_points(view):
            table, rest = cut_top(inner, high * (len(order) + 1), page.unit(4))
            lines = rows(table, len(order) + 1)
            cells = self._cells(lines[0])
            for cell, key in zip(cells[1:], ("played", "after", "total"), strict=True):
                page.text(cell, words(f"end.{key}"), 17, colour=theme.SOFT_INK, align="right")
            for line, one in zip(lines[1:], order, strict=True):
                self._draw_sum(page, line, view, end, one)
        else:
            rest = inner
        said = f"{say_how(house, view, end)} {say_bonus(house, view, end)}"
        if view.match is not None and view.match.super_winners:
            champion, rest = cut_top(rest, page.unit(40), page.unit(4))
            self._draw_champion(page, champion, view, view.match.super_winners)
        if doubt:
            alarm, rest = cut_bottom(rest, page.unit(44))
            page.text(alarm, doubt, 19, colour=theme.ALARM, weight="heavy", lines=2)
        page.text(rest, said, 20 if counts_points(view) else "large", lines=5)

    def _draw_champion(self, page: Page, box: pygame.Rect, view: TableView, seats: tuple[int, ...]) -> None:
        page.fill(box, theme.STRIPE, radius=8)
        crown, text = cut_left(inset(box, page.unit(6), page.unit(3)), page.unit(34), page.unit(6))
        draw_crown(page, crown)
        names = join(brief_all(view.players, seats), AND[self.house.language])
        said = self.house.words("match.champions" if len(seats) > 1 else "match.champion")
        page.text(text, f"{names} {said}", 20, weight="heavy", may_cut=True)

    @staticmethod
    def _cells(line: pygame.Rect) -> list[pygame.Rect]:
        name, numbers = cut_left(line, round(line.w * 0.4))
        return [name, *columns(numbers, 3)]

    def _draw_sum(self, page: Page, line: pygame.Rect, view: TableView, end: EndView, one: Standing) -> None:
        name, played, after, total = self._cells(line)
        ink = theme.readable(theme.colours_of(view.players)[one.seat], theme.CARD)
        page.text(name, view.players[one.seat].name, 20, colour=ink, weight="heavy", may_cut=True)
        page.text(played, number(view.scores[one.seat]), 20, align="right")
        page.text(after, signed(end.bonuses[one.seat] or 0), 20, align="right")
        page.text(total, number(one.total), 22, weight="heavy", align="right")

    def _share_out(
        self, page: Page, body: pygame.Rect, view: TableView
    ) -> tuple[list[pygame.Rect], pygame.Rect, pygame.Rect]:
        """Boxes for the small buttons and the big one at the bottom, and what is left above them.

        Where there is no next game the big one has no size.
        """
        count, has_big = 3 if view.match is None else 4, view.can_go_on
        if page.is_portrait:
            big, rest = cut_bottom(body, page.touch if has_big else 0, page.gap if has_big else 0)
            down = 1 if count == 3 else 2
            foot, rest = cut_bottom(rest, down * (page.touch + page.gap) - page.gap, page.gap)
            return grid(foot, count // down, down, page.gap), big, rest
        foot, rest = cut_bottom(body, page.unit(68), page.gap)
        # Four small ones need more room than three.
        wide = round(foot.w * (0.34 if count == 3 else 0.26)) if has_big else 0
        cut = cut_left if self.house.backstage.choices.left_handed else cut_right
        big, foot = cut(foot, wide, page.gap if has_big else 0)
        return columns(foot, count, page.gap), big, rest

    def _draw_buttons(
        self, page: Page, small: list[pygame.Rect], big: pygame.Rect, view: TableView, end: EndView
    ) -> None:
        words, house, match = self.house.words, self.house, view.match
        wrong: tuple[str, str, Act, Style] = ("undo", "U", self._undo, "plain")
        if end.told:
            style: Style = "alarm" if end.doubtful else "plain"
            wrong = ("recount", "R", lambda: house.swap(CountRacksScreen(house)), style)
        doing: list[tuple[str, str, Act, Style]] = [
            ("home", "H", house.home, "plain"),
            wrong,
            ("movie", "S", lambda: house.go(MovieScreen(house, frames_of(view))), "plain"),
        ]
        if match is not None:
            style = "go" if match.super_winners else "plain"
            doing.append(("match", "M", lambda: house.go(MatchScreen(house)), style))
        for box, (name, key, act, style) in zip(small, doing, strict=True):
            page.button(box, words(f"end.{name}"), act, name, key=key, style=style, size=19)
        if view.can_go_on:
            label = words("end.another" if match is None else "end.next")
            page.button(big, label, lambda: house.send(NextGame), "next", style="go", size="large", key="N")

    def _undo(self) -> None:
        house = self.house
        house.go(ConfirmScreen(house, "undo", lambda: house.send(Undo)))

    def leave(self) -> None:
        self.house.home()
