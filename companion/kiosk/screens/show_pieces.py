"""Who begins, by the pieces that everyone drew: the camera reads them, the highest begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import cut_left, cut_right, inset, rows
from companion.kiosk.face_part import draw_face
from companion.kiosk.new_game_part import MOST_PLAYERS, NewGame
from companion.kiosk.page import Page
from companion.kiosk.screen import House
from companion.kiosk.step_part import StepScreen
from companion.rules.ending import highest_starts
from companion.rules.triolet.editions import EDITIONS

LOOK_S = 1.0  # how often the camera is asked

StartRule = Literal["by-lot", "highest-token", "highest-tile"]


def rule_of(new: NewGame) -> StartRule:
    """How the sheet of the game finds who begins."""
    if not new.is_triolet:
        return "highest-tile"
    return "by-lot" if EDITIONS[new.edition].starts == "lot" else "highest-token"


class ShowPiecesScreen(StepScreen):
    """One piece each, side by side in the order of the names; those with the same draw again."""

    name = "show-pieces"

    def __init__(self, house: House, new: NewGame, chosen: Callable[[int], object]) -> None:
        super().__init__(house)
        self.new, self._chosen = new, chosen
        self._seats: Sequence[int] = range(len(new.players))  # who has drawn: all, then those who were equal
        self._values: tuple[int, ...] | None = None
        self._looked_at = float("-inf")

    def title(self) -> str:
        return self.house.words("who-starts.pieces-title")

    def hint(self) -> str:
        words, values = self.house.words, self._values
        if values is None or not values:
            return words(f"who-starts.lay-{'tokens' if self.new.is_triolet else 'tiles'}")
        if len(values) != len(self._seats):
            return words("who-starts.other-count", count=len(values), wanted=len(self._seats))
        highest = self._highest()
        if len(highest) > 1:
            return words("who-starts.equal")
        return words("who-starts.is-highest", name=self.new.players[highest[0]].name)

    def go_label(self) -> str:
        return self.house.words("who-starts.again" if len(self._highest()) > 1 else "steps.go-on")

    def may_go_on(self) -> bool:
        return bool(self._highest())

    def go_on(self) -> None:
        highest = self._highest()
        if len(highest) > 1:
            self._seats, self._values = highest, None
        else:
            self.house.back()
            self._chosen(highest[0])

    def update(self) -> bool:
        """Look again by itself, until the pieces can be read."""
        if self.house.now < self._looked_at + LOOK_S:
            return False
        self._looked_at = self.house.now
        values = self.house.backstage.drawn_values()
        is_new = values != self._values
        self._values = values
        return is_new

    def build_body(self, page: Page, box: pygame.Rect) -> None:
        is_right = self._values is not None and len(self._values) == len(self._seats)
        highest = self._highest()
        lines = rows(box, MOST_PLAYERS, page.gap)
        for place, (row, seat) in enumerate(zip(lines, self._seats, strict=False)):
            player = self.new.players[seat]
            page.fill(row, theme.CARD, frame=theme.PLAYER_COLOURS[player.colour])
            inner = inset(row, page.gap, page.unit(4))
            face, rest = cut_left(inner, min(inner.h, page.unit(64)), page.gap)
            draw_face(page, face, player.name, player.colour)
            value, name = cut_right(rest, page.unit(110), page.gap)
            page.text(name, player.name, "large", weight="heavy", may_cut=True)
            values = self._values if is_right else None
            if values is None:
                page.text(value, "…", "large", colour=theme.SOFT_INK, align="right")
                continue
            page.text(value, str(values[place]), 40, weight="heavy", align="right")
            if seat in highest:
                page.tick_mark(pygame.Rect(value.x, row.centery - page.unit(14), page.unit(60), 0), theme.GO)

    def _highest(self) -> tuple[int, ...]:
        """The seats that drew the highest piece; none while the pieces cannot be told apart."""
        if self._values is None or len(self._values) != len(self._seats):
            return ()
        return tuple(self._seats[place] for place in highest_starts(self._values))
