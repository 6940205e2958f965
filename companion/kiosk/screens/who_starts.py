"""Who begins? By lot, by choice, or by the pieces that everyone drew."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import columns, cut_bottom, cut_left, cut_top, grid, inset, rows
from companion.kiosk.face_part import draw_face
from companion.kiosk.new_game_part import NewGame
from companion.kiosk.page import Align, Page
from companion.kiosk.screen import House
from companion.kiosk.screens.show_pieces import ShowPiecesScreen, rule_of
from companion.kiosk.starting import begin
from companion.kiosk.step_part import StepScreen

LOT_S = 2.6  # how long the lot goes round
LEAST_HOPS = 14


class WhoStartsScreen(StepScreen):
    """Touch a player, or have the lot drawn; then the name stands there in huge letters."""

    name = "who-starts"

    def __init__(self, house: House, new: NewGame, lot: Callable[[int], int] = random.randrange) -> None:
        super().__init__(house)
        self.new, self._lot = new, lot
        self._first: int | None = None
        self._drawn: tuple[int, float] | None = None  # whom the lot will name, and since when it goes round
        self._lit = 0  # the card that was lit when the screen was last asked

    def title(self) -> str:
        return self.house.words("who-starts.title")

    def hint(self) -> str:
        if self._first is not None or self._drawn is not None:
            return ""
        return self.house.words(f"who-starts.{rule_of(self.new)}")

    def go_label(self) -> str:
        return self.house.words("who-starts.lot" if self._first is None else "who-starts.begin")

    def may_go_on(self) -> bool:
        return self._drawn is None

    def go_on(self) -> None:
        if self._first is None:
            self._drawn = self._lot(len(self.new.players)), self.house.now
        else:
            self.new.first = self._first
            begin(self.house, self.new)

    def leave(self) -> None:
        """From a name back to the choice; from there a step back."""
        if self._first is None and self._drawn is None:
            super().leave()
        self._first = self._drawn = None

    def update(self) -> bool:
        if self._drawn is None:
            return False
        winner, since = self._drawn
        gone_s = self.house.now - since
        if gone_s < LOT_S:
            self._tick(lot_at(len(self.new.players), winner, gone_s / LOT_S))
            return False
        self._choose_player(winner)
        self.house.backstage.make_sound("your-turn")
        return True

    def build_body(self, page: Page, box: pygame.Rect) -> None:
        if self._first is not None:
            self._draw_first(page, box, self._first)
            return
        below = None
        if page.is_portrait and self._can_show_pieces():
            below, box = cut_bottom(box, page.unit(70), page.gap)
        cards = self._cards(page, box)
        for seat, card in enumerate(cards):
            self._draw_card(page, card, seat)
        if below is not None:
            self._build_show_pieces(page, below)
        if self._drawn is not None:
            winner, since = self._drawn
            page.animate(
                box, lambda surface, _, now: paint_lot(surface, cards, winner, now - since), since + LOT_S
            )

    def build_between(self, page: Page, box: pygame.Rect) -> None:
        if not page.is_portrait:
            self._build_show_pieces(page, box)

    def _cards(self, page: Page, box: pygame.Rect) -> list[pygame.Rect]:
        count = len(self.new.players)
        if not page.is_portrait:
            return columns(box, count, page.gap)
        return rows(box, 2, page.gap) if count == 2 else grid(box, 2, 2, page.gap)[:count]

    def _can_show_pieces(self) -> bool:
        """The camera can compare the pieces that everyone drew, where there is one."""
        backstage = self.house.backstage
        has_camera = bool(backstage.devices.camera) and not backstage.is_camera_lost
        return has_camera and self._first is None and self._drawn is None

    def _build_show_pieces(self, page: Page, box: pygame.Rect) -> None:
        if self._can_show_pieces():
            text = self.house.words(f"who-starts.show-{'tokens' if self.new.is_triolet else 'tiles'}")
            page.button(box, text, self._show_pieces, "show-pieces", size=19, lines=3)

    def _draw_card(self, page: Page, card: pygame.Rect, seat: int) -> None:
        player = self.new.players[seat]
        page.fill(card, theme.CARD, frame=theme.PLAYER_COLOURS[player.colour])
        inner = inset(card, page.gap)
        name, face = cut_bottom(inner, page.unit(54))
        side = min(face.w, face.h, page.unit(130))
        draw_face(page, face.inflate(side - face.w, side - face.h), player.name, player.colour)
        page.text(name, player.name, "large", weight="heavy", align="centre", lines=2, may_cut=True)
        if self._drawn is None:
            page.target(card, partial(self._choose_player, seat), f"player-{seat + 1}")

    def _draw_first(self, page: Page, box: pygame.Rect, first: int) -> None:
        """The name, as large as it fits."""
        player = self.new.players[first]
        colour = theme.PLAYER_COLOURS[player.colour]
        page.fill(box, colour, radius=18)
        inner = inset(box, page.unit(24), page.unit(16))
        cut, share = (cut_top, inner.h * 0.4) if page.is_portrait else (cut_left, inner.w * 0.28)
        face, text = cut(inner, round(share), page.unit(20))
        side = min(face.w, face.h, page.unit(210))
        plate = face.inflate(side - face.w, side - face.h)
        page.fill(plate, theme.CARD, radius=200)
        draw_face(page, plate.inflate(-side // 4, -side // 4), player.name, player.colour)
        below, name = cut_bottom(text, round(text.h * 0.3))
        ink = theme.letters_on(colour)
        align: Align = "centre" if page.is_portrait else "left"
        page.text(name, player.name, 92, colour=ink, weight="heavy", align=align, lines=2, may_cut=True)
        page.text(below, self.house.words("who-starts.begins"), "title", colour=ink, align=align, stand="top")

    def _tick(self, lit: int) -> None:
        """A small sound for each card that lights up."""
        if lit != self._lit:
            self._lit = lit
            self.house.backstage.make_sound("tick")

    def _choose_player(self, seat: int) -> None:
        self._first, self._drawn = seat, None

    def _show_pieces(self) -> None:
        self.house.go(ShowPiecesScreen(self.house, self.new, self._choose_player))


def paint_lot(surface: pygame.Surface, cards: list[pygame.Rect], winner: int, gone_s: float) -> None:
    """A light that hops from card to card, slower and slower, and stays on the winner's."""
    part = min(1.0, max(0.0, gone_s / LOT_S))
    card = cards[lot_at(len(cards), winner, part)]
    thick = max(4, round(0.03 * min(card.size)))
    pygame.draw.rect(surface, theme.GLOW, card, 2 * thick, border_radius=2 * thick)
    pygame.draw.rect(surface, theme.INK, card, thick, border_radius=2 * thick)


def lot_at(count: int, winner: int, part: float) -> int:
    """Whose card is lit after this part of the time; at its end the winner's."""
    hops = winner + count * -(-LEAST_HOPS // count)
    return round(hops * (1 - (1 - part) ** 2)) % count
