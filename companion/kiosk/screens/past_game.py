"""One game of the past: how the points grew, the whole sheet, and the game again."""

from __future__ import annotations

import pygame

from companion.kiosk import theme
from companion.kiosk.backstage import GameStory, PastGame
from companion.kiosk.boxes import columns, cut_bottom, cut_left, cut_right, cut_top, grid, inset, rows
from companion.kiosk.chart_part import draw_chart
from companion.kiosk.frames import score_lines
from companion.kiosk.naming import number, signed
from companion.kiosk.page import Page
from companion.kiosk.screen import House, Screen
from companion.kiosk.screens.movie import MovieScreen
from companion.kiosk.sheet_part import draw_sheet
from companion.kiosk.sign_part import draw_crown, sign_button
from companion.rules.wording import AND, join

WAIT_S = 10.0  # a Pi reads the longest game in less


class PastGameScreen(Screen):
    """The chart or the sheet, whichever is wanted."""

    name = "past-game"

    def __init__(self, house: House, game: PastGame) -> None:
        super().__init__(house)
        self._game = game
        self._story: GameStory | None = None
        self._until, self._has_given_up = house.now + WAIT_S, False
        self.update()
        self._shows_sheet = False
        self._above = self._most = 0

    def update(self) -> bool:
        """The game is read behind the scenes: ask until it is there, or has not come for too long."""
        if self._story is not None or self._has_given_up:
            return False
        self._story = self.house.backstage.story(self._game.number)
        self._has_given_up = self._story is None and self.house.now >= self._until
        return self._story is not None or self._has_given_up

    def build(self, page: Page) -> None:
        words, game, story = self.house.words, self._game, self._story
        body = inset(page.box, page.unit(12))
        head, rest = cut_top(body, page.unit(40), page.unit(6))
        down = 2 if page.is_portrait else 1
        foot, rest = cut_bottom(rest, down * (page.touch + page.gap) - page.gap, page.gap)
        self._draw_head(page, head)
        if story is None or not story.lines:
            key = "nothing" if story is not None else "gone" if self._has_given_up else "opening"
            page.text(rest, words(f"past-game.{key}"), "large", align="centre", lines=3)
        elif self._shows_sheet and story.views:
            self._draw_sheet(page, rest, story)
        else:
            lines = score_lines(game.players, story.lines, game.totals)
            draw_chart(page, rest, lines, words("chart.turn"))
        self._draw_buttons(page, foot, story)

    def _draw_head(self, page: Page, head: pygame.Rect) -> None:
        """Which game, who won, when."""
        game = self._game
        what, rest = cut_left(head, round(head.w * 0.28))
        date, who = cut_right(rest, round(head.w * 0.3), page.gap)
        page.text(what, self.house.words(f"game.{game.kind}"), "large", weight="heavy")
        page.text(date, game.date, 18, colour=theme.SOFT_INK, align="right", lines=2)
        if game.winners:
            crown, who = cut_left(who, who.h, page.unit(6))
            draw_crown(page, crown)
            names = join([game.players[seat].name for seat in game.winners], AND[self.house.language])
            page.text(who, names, "large", weight="heavy", may_cut=True)

    def _draw_sheet(self, page: Page, box: pygame.Rect, story: GameStory) -> None:
        """All turns, and below what the end brought."""
        totals, last = story.game.totals, story.views[-1]
        if totals is not None:
            foot, box = cut_bottom(box, page.unit(60), page.unit(4))
            foot.w -= page.unit(82)
            page.fill(foot, theme.STRIPE, radius=8)
            for seat, cell in enumerate(columns(inset(foot, page.unit(4)), len(totals), page.unit(4))):
                after, total = rows(inset(cell, page.unit(4), 0), 2)
                bonus = totals[seat] - last.scores[seat]
                pairs = ((after, "after", signed(bonus), 18), (total, "total", number(totals[seat]), 24))
                for line, key, text, size in pairs:
                    word, value = columns(line, 2)
                    page.text(word, self.house.words(f"past-game.{key}"), 16, colour=theme.SOFT_INK)
                    page.text(value, text, size, weight="heavy", align="right")
        side, box = cut_right(box, page.unit(76), page.unit(6))
        self._most = draw_sheet(page, box, self.house, last, self._above)
        self._draw_arrows(page, side)

    def _draw_arrows(self, page: Page, box: pygame.Rect) -> None:
        """Half a sheet up or down."""
        up, rest = cut_top(box, page.unit(76))
        down, _ = cut_bottom(rest, page.unit(76))
        words = self.house.words
        is_top, is_end = self._above >= self._most, self._above == 0
        sign_button(page, up, "up", words("list.up"), lambda: self.scroll(-4), "up", enabled=not is_top)
        sign_button(
            page, down, "down", words("list.down"), lambda: self.scroll(4), "down", enabled=not is_end
        )

    def _draw_buttons(self, page: Page, foot: pygame.Rect, story: GameStory | None) -> None:
        words, house = self.house.words, self.house
        back, chart, sheet, movie = grid(foot, *((2, 2) if page.is_portrait else (4, 1)), page.gap)
        page.button(back, words("common.back"), self.leave, "back", key="B", size=19)
        has_turns = story is not None and bool(story.views)
        is_sheet = self._shows_sheet
        page.button(chart, words("past-game.chart"), lambda: self._show(False), "chart", key="P", size=19,
                    enabled=has_turns, chosen=has_turns and not is_sheet)  # fmt: skip
        page.button(sheet, words("past-game.sheet"), lambda: self._show(True), "sheet", key="S", size=19,
                    enabled=has_turns, chosen=has_turns and is_sheet)  # fmt: skip
        views = () if story is None else story.views
        page.button(movie, words("past-game.movie"), lambda: house.go(MovieScreen(house, views)), "movie",
                    key="M", size=19, style="go", enabled=has_turns)  # fmt: skip

    def _show(self, sheet: bool) -> None:
        self._shows_sheet = sheet
        self.house.refresh()

    def scroll(self, steps: int) -> None:
        self._above = min(max(0, self._above - steps), self._most)
        self.house.refresh()
