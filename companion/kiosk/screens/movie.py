"""A game again as moving pictures: the table turn by turn, with how each turn added up."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import columns, cut_bottom, cut_left, cut_right, cut_top, inset, rows
from companion.kiosk.naming import number, signed
from companion.kiosk.page import Page
from companion.kiosk.paint_marks import NO_MARKS
from companion.kiosk.screen import House, Screen
from companion.kiosk.sign_part import sign_button
from companion.kiosk.table_part import draw_table, last_marks
from companion.kiosk.typeface import Weight
from companion.session.views import SheetLine, TableView

SPEEDS: tuple[tuple[str, float], ...] = (
    ("×1", 2.4),
    ("×2", 1.2),
    ("×4", 0.6),
)  # seconds that a turn is shown


class MovieScreen(Screen):
    """Shows the views of a game one after the other, at once and by itself."""

    name = "movie"

    def __init__(self, house: House, views: Sequence[TableView]) -> None:
        super().__init__(house)
        self._views = tuple(views)
        self._at = 0
        self._speed = 0
        self._is_playing = len(self._views) > 1
        self._turned_at = house.now
        self.bar: pygame.Rect | None = None  # along which a finger can be drawn

    @property
    def turn(self) -> int:
        """Which turn is shown, from 0."""
        return self._at

    @property
    def is_playing(self) -> bool:
        return self._is_playing

    def build(self, page: Page) -> None:
        body = inset(page.box, page.gap)
        foot, body = cut_bottom(body, page.unit(70), page.gap)
        if not self._views:
            page.text(body, self.house.words("movie.nothing"), "title", align="centre", lines=3)
            back, _ = cut_left(foot, page.unit(170))
            page.button(back, self.house.words("common.back"), self.leave, "back", key="B")
            return
        view = self._views[self._at]
        line = view.lines[-1]
        if page.is_portrait:
            table, side = cut_top(body, min(body.w, round(body.h * 0.54)), page.gap)
        else:
            wide = body.h if view.kind == "triolet" else round(body.w * 0.56)
            table, side = cut_left(body, wide, page.gap)
        draw_table(page, table, view, last_marks(view) if line.move is not None else NO_MARKS)
        self._draw_turn(page, side, view, line)
        self._draw_controls(page, foot)

    def _draw_turn(self, page: Page, box: pygame.Rect, view: TableView, line: SheetLine) -> None:
        """Who, how the turn adds up, how everybody stands after it, and how far the game is."""
        band, box = cut_top(box, page.unit(52), page.unit(8))
        self._draw_band(page, band, view, line)
        bar, box = cut_bottom(box, page.unit(28), page.unit(4))
        self._draw_bar(page, bar)
        people, said = cut_bottom(box, page.unit(32) * len(view.players), page.unit(6))
        inner = page.fill(said, theme.CARD, frame=theme.RULE)
        points, text = cut_right(inner, page.unit(84), page.unit(6))
        page.text(text, self._say(line), 22, lines=5)
        page.text(points, signed(line.points), 34, weight="heavy", align="right")
        for seat, row in enumerate(rows(people, len(view.players))):
            ink = theme.readable(theme.colours_of(view.players)[seat], theme.PAPER)
            score, name = cut_right(row, page.unit(90))
            weight: Weight = "heavy" if seat == line.player else "plain"
            page.text(name, view.players[seat].name, "body", colour=ink, weight=weight, may_cut=True)
            page.text(score, number(view.scores[seat]), 24, weight="heavy", align="right")

    def _draw_band(self, page: Page, band: pygame.Rect, view: TableView, line: SheetLine) -> None:
        page.fill(band, theme.colours_of(view.players)[line.player], radius=8)
        right, left = cut_right(inset(band, page.gap, page.unit(2)), page.unit(100), page.gap)
        count = self.house.words("movie.turn", number=self._at + 1, count=len(self._views))
        page.text(right, count, "body", align="right")
        page.text(left, view.players[line.player].name, 36, weight="heavy", may_cut=True)

    def _say(self, line: SheetLine) -> str:
        words = self.house.words
        laid = line.turn == "lay"
        said = "\n".join(line.sums) if laid else words(f"movie.{line.turn}", count=line.count)
        return said if line.mark is None else f"{said}\n({words(f'movie.{line.mark}')})"

    def _draw_bar(self, page: Page, box: pygame.Rect) -> None:
        """How far the game is; a finger can be drawn along it."""
        self.bar = box
        rail = inset(box, page.unit(10), (box.h - page.unit(8)) // 2)
        page.fill(rail, theme.RULE, radius=4)
        share = self._at / max(1, len(self._views) - 1)
        done = pygame.Rect(rail.x, rail.y, max(1, round(rail.w * share)), rail.h)
        page.fill(done, theme.SLATE, radius=4)
        pygame.draw.circle(page.surface, theme.SLATE, (done.right, rail.centery), page.unit(10))

    def _draw_controls(self, page: Page, foot: pygame.Rect) -> None:
        words = self.house.words
        leave, back, play, on, speed = columns(foot, 5, page.gap)
        page.button(leave, words("common.back"), self.leave, "back", key="B", size=19)
        last = len(self._views) - 1
        sign_button(page, back, "back", words("movie.previous"), lambda: self._step(-1), "previous",
                    enabled=self._at > 0)  # fmt: skip
        if self._is_playing:
            sign_button(page, play, "pause", words("movie.pause"), self._toggle, "play", style="go")
        else:
            sign_button(page, play, "play", words("movie.play"), self._toggle, "play", style="go")
        sign_button(page, on, "forward", words("movie.next"), lambda: self._step(1), "next",
                    enabled=self._at < last)  # fmt: skip
        page.button(speed, f"{words('movie.speed')} {SPEEDS[self._speed][0]}", self._faster, "speed", key="S",
                    size=19)  # fmt: skip

    # Moving -------------------------------------------------------------------------------------------------

    def update(self) -> bool:
        if not self._is_playing or self.house.now - self._turned_at < SPEEDS[self._speed][1]:
            return False
        self._show(self._at + 1)
        if self._at == len(self._views) - 1:
            self._is_playing = False
        return True

    def _show(self, turn: int) -> None:
        self._at = max(0, min(turn, len(self._views) - 1))
        self._turned_at = self.house.now
        self.house.refresh()

    def _step(self, turns: int) -> None:
        self._is_playing = False
        self._show(self._at + turns)

    def _toggle(self) -> None:
        """Play or stop; at the end, from the beginning."""
        if not self._is_playing and self._at == len(self._views) - 1:
            self._at = 0
        self._is_playing = not self._is_playing and len(self._views) > 1
        self._show(self._at)

    def _faster(self) -> None:
        self._speed = (self._speed + 1) % len(SPEEDS)
        self.house.refresh()

    def scroll(self, steps: int) -> None:
        if self._views:
            self._step(steps)

    def drag(self, start: tuple[int, int], at: tuple[int, int], is_over: bool) -> bool:
        bar = self.bar
        if bar is None or not bar.inflate(0, bar.h).collidepoint(start):
            return False
        share = (at[0] - bar.x) / max(1, bar.w)
        self._is_playing = False
        self._show(round(share * (len(self._views) - 1)))
        return True
