"""What all screens of a running game share: whose turn it is on top, the drawn table, and room beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import cut_left, cut_right, cut_top, inset
from companion.kiosk.page import Page
from companion.kiosk.paint_marks import Marks
from companion.kiosk.screen import House, Screen
from companion.kiosk.table_part import draw_table, last_marks
from companion.session.views import TableView

LEAST_NAME = 36  # units: a longer name is cut, so that it can be read from afar
BAND = 76  # units that the band with the player's name is high


class TableScreen(Screen):
    """The band, the table, and what a subclass puts beside it."""

    is_table: ClassVar[bool] = True  # follows the game: another phase brings its own screen

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self._marked: tuple[object, object] = ((), ())
        self._since = house.now  # when the marks that pulse came up

    def build(self, page: Page) -> None:
        view = self.house.view
        if view is None:  # the game was left while its screen was open
            self.house.home()
            return
        band, body = cut_top(page.box, page.unit(BAND))
        self.draw_band(page, band, view)
        table, side = self._split(page, inset(body, page.gap), view)
        self.draw_table(page, table, view)
        self.build_side(page, side, view)

    def build_side(self, page: Page, box: pygame.Rect, view: TableView) -> None:
        """What stands beside the table: sheet, question, choices."""
        raise NotImplementedError

    def marks(self, view: TableView) -> Marks:
        """What is marked on the table: the last move, unless a subclass has more to show."""
        return last_marks(view)

    def pending(self, view: TableView) -> Sequence[object]:
        """Moves that lie there but do not count yet."""
        return ()

    def headline(self, view: TableView) -> str:
        """The small words after the player's name."""
        return self.house.words("game.your-turn")

    def draw_band(self, page: Page, band: pygame.Rect, view: TableView) -> None:
        """Whose turn it is, in huge letters and that player's colour."""
        colour = theme.colours_of(view.players)[view.player]
        page.fill(band, colour, radius=0)
        ink = theme.letters_on(colour)
        inner = inset(band, page.gap, page.unit(4))
        stock, rest = cut_right(inner, page.unit(120 if page.is_portrait else 150), page.gap)
        text = self.house.words(f"game.stock-{view.kind}", count=view.stock)
        page.text(stock, text, "body", colour=ink, align="right", lines=2)
        name = view.players[view.player].name
        words = self.headline(view)
        room, small = cut_left(rest, round(rest.w * 0.62), page.gap)
        drawn = page.text(room, name, "huge", colour=ink, weight="heavy", may_cut=True, least=LEAST_NAME)
        small = pygame.Rect(drawn.right + page.gap, small.y, rest.right - drawn.right - page.gap, small.h)
        page.text(small, words, "body", colour=ink, lines=2)

    def draw_table(self, page: Page, box: pygame.Rect, view: TableView) -> None:
        """The table as it was last accepted, with its marks."""
        marks = self.marks(view)
        if (marks.last, marks.flashing) != self._marked:
            self._marked, self._since = (marks.last, marks.flashing), self.house.now
        draw_table(page, box, view, marks, self.pending(view), self._since)

    def table_share(self, page: Page, view: TableView) -> float:
        """How much of the room the table gets."""
        return 0.5

    def _split(self, page: Page, body: pygame.Rect, view: TableView) -> tuple[pygame.Rect, pygame.Rect]:
        share = self.table_share(page, view)
        if page.is_portrait:
            return cut_top(body, min(body.w, round(body.h * share)), page.gap)
        wide = min(round(body.w * share), body.h) if view.kind == "triolet" else round(body.w * share)
        if self.house.backstage.choices.left_handed:
            # What is touched is on the left then, and the table is not hidden by the hand.
            return cut_right(body, wide, page.gap)
        return cut_left(body, wide, page.gap)
