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
from companion.kiosk.shown_part import draw_shown_piece, say_trouble
from companion.kiosk.step_part import StepScreen
from companion.rules.ending import highest_starts
from companion.rules.triolet.editions import EDITIONS
from companion.session.forms import Kind
from companion.session.shown import Drawn, ShownPieces, Trouble

LOOK_S = 0.5  # how often the camera is asked

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
        self._kind: Kind = "triolet" if new.is_triolet else "triominos"
        self._attempt = 1
        self._shown: ShownPieces | None = None
        self._looked_at = float("-inf")

    def title(self) -> str:
        return self.house.words("who-starts.pieces-title")

    def hint(self) -> str:
        words, shown, trouble = self.house.words, self._shown, self._trouble
        if shown is None or trouble == "nothing":
            return words(f"who-starts.lay-{'tokens' if self.new.is_triolet else 'tiles'}")
        if trouble is not None:
            return say_trouble(self.house, trouble, shown, self._kind, len(self._seats))
        highest = self._highest()
        if len(highest) > 1:
            return words("who-starts.equal")
        return words("who-starts.is-highest", name=self.new.players[highest[0]].name)

    @property
    def _trouble(self) -> Trouble | None:
        return None if self._shown is None else self._shown.trouble(len(self._seats), is_ordered=True)

    def go_label(self) -> str:
        return self.house.words("who-starts.again" if len(self._highest()) > 1 else "steps.go-on")

    def may_go_on(self) -> bool:
        return bool(self._highest())

    def go_on(self) -> None:
        highest = self._highest()
        if len(highest) > 1:
            self._seats, self._shown = highest, None
            self._attempt += 1
        else:
            self.house.back()
            self._chosen(highest[0])

    def update(self) -> bool:
        """Look again by itself: pieces are laid, straightened, drawn again."""
        if self.house.now < self._looked_at + LOOK_S:
            return False
        self._looked_at = self.house.now
        shown = self.house.backstage.shown(Drawn(self._kind, len(self._seats), self._attempt))
        is_new = shown != self._shown
        self._shown = shown
        return is_new

    def build_body(self, page: Page, box: pygame.Rect) -> None:
        highest = self._highest()
        lines = rows(box, MOST_PLAYERS, page.gap)
        for place, (row, seat) in enumerate(zip(lines, self._seats, strict=False)):
            player = self.new.players[seat]
            page.fill(row, theme.CARD, frame=theme.PLAYER_COLOURS[player.colour])
            inner = inset(row, page.gap, page.unit(4))
            face, rest = cut_left(inner, min(inner.h, page.unit(64)), page.gap)
            draw_face(page, face, player.name, player.colour)
            value, rest = cut_right(rest, page.unit(110), page.gap)
            piece, name = cut_right(rest, min(rest.h, page.unit(70)), page.gap)
            page.text(name, player.name, "large", weight="heavy", may_cut=True)
            if self._shown is None or not highest:
                page.text(value, "…", "large", colour=theme.SOFT_INK, align="right")
                continue
            shown = self._shown.pieces[place]
            draw_shown_piece(page, piece, shown)
            page.text(value, str(shown.value), 40, weight="heavy", align="right")
            if seat in highest:
                page.tick_mark(pygame.Rect(value.x, row.centery - page.unit(14), page.unit(60), 0), theme.GO)

    def _highest(self) -> tuple[int, ...]:
        """The seats that drew the highest piece; none while the pieces cannot be told apart."""
        if self._shown is None or self._trouble not in (None, "unsure"):
            return ()
        return tuple(self._seats[place] for place in highest_starts(self._shown.values))
