"""The match: game after game, how far everybody is from the target, and who has won it."""

from __future__ import annotations

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import columns, cut_bottom, cut_left, cut_right, cut_top, inset, rows
from companion.kiosk.list_screen import ListScreen
from companion.kiosk.naming import number
from companion.kiosk.page import Page
from companion.kiosk.screen import House
from companion.kiosk.sign_part import draw_crown
from companion.kiosk.typeface import Weight
from companion.rules.ending import winners
from companion.rules.wording import AND, join
from companion.session.views import MatchView, TableView

LINE = 34  # units


class MatchScreen(ListScreen):
    """A table of the games, sums below, and a bar for each player up to the target."""

    name = "match"

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self._first = 1_000_000  # the latest games first: `window` brings it down

    def build(self, page: Page) -> None:
        view = self.house.view
        if view is None or view.match is None:
            self.house.back()
            return
        match = view.match
        body = inset(page.box, page.unit(14))
        head, rest = cut_top(body, page.touch, page.gap)
        back, head = cut_left(head, page.unit(120), page.unit(16))
        page.button(back, self.house.words("common.back"), self.leave, "back", key="B")
        self._draw_head(page, head, view, match)
        if not match.target:
            self._draw_games(page, rest, view, match)
            return
        if page.is_portrait:
            bars, table = cut_bottom(rest, page.unit(62) * len(view.players), page.unit(16))
        else:
            bars, table = cut_right(rest, round(rest.w * 0.36), page.unit(16))
        self._draw_games(page, table, view, match)
        self._draw_bars(page, bars, view, match, match.target)

    def _draw_head(self, page: Page, head: pygame.Rect, view: TableView, match: MatchView) -> None:
        words = self.house.words
        best = match.super_winners or (winners(match.totals) if match.games else ())
        title, below = rows(head, 2)
        if match.super_winners:
            crown, head = cut_left(head, head.h, page.gap)
            draw_crown(page, crown)
            title, below = rows(head, 2)
        names = join([view.players[seat].name for seat in best], AND[self.house.language])
        key = ("champion" if match.super_winners else "leader") + ("s" if len(best) > 1 else "")
        target = words("match.open") if match.target is None else words("match.target", target=match.target)
        if page.is_portrait:
            page.text(title, names, "title", weight="heavy", may_cut=True)
            page.text(below, words(f"match.{key}") if best else target, "body", colour=theme.SOFT_INK)
            return
        room, _ = cut_left(title, round(title.w * 0.6))
        drawn = page.text(room, names, "title", weight="heavy", may_cut=True)
        after = pygame.Rect(drawn.right + page.gap, title.y, title.right - drawn.right - page.gap, title.h)
        page.text(after, words(f"match.{key}") if best else "", "large")
        page.text(below, target, "body", colour=theme.SOFT_INK)

    def _draw_games(self, page: Page, box: pygame.Rect, view: TableView, match: MatchView) -> None:
        words, high = self.house.words, page.unit(LINE)
        shown = max(1, (box.h - page.unit(12)) // high - 2)
        seen = self.window(len(match.games), shown)
        if not self.is_whole:
            side, box = cut_right(box, page.unit(76), page.gap)
            self.arrows(page, side)
        box = cut_top(box, high * (len(seen) + 2) + page.unit(12))[0]
        page.fill(box, theme.CARD, frame=theme.RULE)
        lines = rows(inset(box, page.unit(6)), len(seen) + 2)
        colours = theme.colours_of(view.players)
        for cell, player, colour in zip(self._cells(lines[0], view), view.players, colours, strict=True):
            ink = theme.readable(colour, theme.CARD)
            page.text(cell, player.name, 19, colour=ink, weight="heavy", align="right", may_cut=True)
        for place, (line, game) in enumerate(zip(lines[1:-1], seen, strict=True)):
            if place % 2 == 0:
                page.surface.fill(theme.STRIPE, line)
            label = cut_left(line, round(line.w * 0.24))[0]
            page.text(inset(label, page.unit(6), 0), words("match.game", number=game + 1), 18)
            best = winners(match.games[game])
            for seat, cell in enumerate(self._cells(line, view)):
                weight: Weight = "heavy" if seat in best else "plain"
                drawn = page.text(cell, number(match.games[game][seat]), 20, weight=weight, align="right")
                if seat in best:
                    high = min(line.h - page.unit(6), max(0, drawn.x - cell.x))
                    crown = pygame.Rect(drawn.x - high - page.unit(2), 0, high, high)
                    crown.centery = line.centery
                    draw_crown(page, crown)
        label = cut_left(lines[-1], round(lines[-1].w * 0.24))[0]
        page.text(inset(label, page.unit(6), 0), words("match.sum"), 20, weight="heavy")
        for seat, cell in enumerate(self._cells(lines[-1], view)):
            page.text(cell, number(match.totals[seat]), 24, weight="heavy", align="right")

    @staticmethod
    def _cells(line: pygame.Rect, view: TableView) -> list[pygame.Rect]:
        _, rest = cut_left(line, round(line.w * 0.24))
        return [inset(cell, cell.w // 14, 0) for cell in columns(rest, len(view.players))]

    def _draw_bars(
        self, page: Page, box: pygame.Rect, view: TableView, match: MatchView, target: int
    ) -> None:
        """How far everybody is, as a bar with the points that are missing."""
        colours = theme.colours_of(view.players)
        box = cut_top(box, page.unit(80) * len(view.players))[0]
        for seat, line in enumerate(rows(box, len(view.players), page.unit(8))):
            above, below = rows(line, 2)
            missing_points = target - match.totals[seat]
            key = "match.to-go" if missing_points > 0 else "match.there"
            togo, name = cut_right(above, page.unit(118), page.unit(6))
            ink = theme.readable(colours[seat], theme.PAPER)
            page.text(name, view.players[seat].name, 19, colour=ink, weight="heavy", may_cut=True)
            page.text(togo, self.house.words(key, count=missing_points), 19, align="right")
            bar = cut_top(below, min(below.h, page.unit(24)))[0]
            page.fill(bar, theme.STRIPE, radius=6, frame=theme.RULE)
            share = max(0.0, min(1.0, match.totals[seat] / target))
            if share > 0:
                done = pygame.Rect(bar.x, bar.y, max(round(bar.w * share), page.unit(8)), bar.h)
                page.fill(done, colours[seat], radius=6)
