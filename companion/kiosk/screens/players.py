"""Who plays? One to four seats, those who have played before, and new names."""

from __future__ import annotations

from functools import partial

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import columns, cut_bottom, cut_left, cut_right, cut_top, grid, inset
from companion.kiosk.face_part import draw_face
from companion.kiosk.new_game_part import MOST_PLAYERS, NewGame
from companion.kiosk.page import Page
from companion.kiosk.screen import House
from companion.kiosk.screens.name import NameScreen
from companion.kiosk.screens.who_starts import WhoStartsScreen
from companion.kiosk.starting import begin
from companion.kiosk.step_part import StepScreen
from companion.session.setup import Player


class PlayersScreen(StepScreen):
    """Touch somebody to give them the next seat; touch a seat to move it, colour it or free it."""

    name = "players"

    def __init__(self, house: House, new: NewGame) -> None:
        super().__init__(house)
        self.new = new
        self._seat: int | None = None  # the one that is being changed
        self._sheet = 0  # of those who have played before, where they do not fit at once
        self._sheets = 1

    def title(self) -> str:
        return self.house.words("seats.title")

    def hint(self) -> str:
        if self._seat is not None:
            return self.house.words("seats.change-hint")
        missing = self.new.fewest - len(self.new.players)
        if missing > 0:
            return self.house.words("seats.missing", count=missing)
        return self.house.words("seats.hint")

    def may_go_on(self) -> bool:
        return len(self.new.players) >= self.new.fewest

    def go_on(self) -> None:
        if len(self.new.players) == 1:
            self.new.first = 0
            begin(self.house, self.new)
        else:
            self.house.go(WhoStartsScreen(self.house, self.new))

    def leave(self) -> None:
        """From a seat that is being changed back to all of them; from there a step back."""
        if self._seat is None:
            super().leave()
        else:
            self._seat = None

    def scroll(self, steps: int) -> None:
        self._sheet = min(max(0, self._sheet + steps), self._sheets - 1)

    def build_body(self, page: Page, box: pygame.Rect) -> None:
        if page.is_portrait:
            seats, below = cut_top(box, page.unit(200), page.gap)
            boxes = grid(seats, 2, 2, page.unit(8))
        else:
            seats, below = cut_top(box, page.unit(104), page.unit(12))
            boxes = columns(seats, MOST_PLAYERS, page.unit(8))
        for seat, place in enumerate(boxes):
            self._draw_seat(page, place, seat)
        if self._seat is None:
            self._build_people(page, below)
        else:
            self._build_change(page, below, self._seat)

    # The seats ------------------------------------------------------------------------------------------

    def _draw_seat(self, page: Page, box: pygame.Rect, seat: int) -> None:
        if seat >= len(self.new.players):
            page.fill(box, theme.PAPER, frame=theme.RULE)
            if seat == len(self.new.players):
                text = self.house.words("seats.free")
                page.text(inset(box, page.gap), text, 18, colour=theme.SOFT_INK, align="centre", lines=2)
            return
        player = self.new.players[seat]
        ground = theme.PLAYER_COLOURS[player.colour]
        is_changed = seat == self._seat
        page.fill(box, theme.CARD, frame=ground)
        if is_changed:
            pygame.draw.rect(page.surface, ground, box, page.unit(6), border_radius=page.unit(12))
        inner = inset(box, page.unit(10), page.unit(6))
        name, top = cut_bottom(inner, page.unit(32))
        face, number = cut_left(top, top.h, page.unit(12))
        draw_face(page, face, player.name, player.colour)
        text = self.house.words("seats.number", count=seat + 1)
        page.text(number, text, 17, colour=theme.SOFT_INK)
        page.text(name, player.name, "body", weight="heavy", may_cut=True)
        page.target(box, partial(self._touch_seat, seat), f"seat-{seat + 1}")

    def _touch_seat(self, seat: int) -> None:
        self._seat = None if seat == self._seat else seat

    # Those who have played before, and new names --------------------------------------------------------

    def _build_people(self, page: Page, box: pygame.Rect) -> None:
        across, down = (2, 4) if page.is_portrait else (4, 2)
        boxes = grid(box, across, down, page.unit(8))
        people = [known.player for known in self.house.backstage.known_players()]
        people = [player for player in people if not self.new.has_name(player.name)]
        room = len(boxes) - 1
        if len(people) > room:  # the last box turns the page
            room -= 1
        self._sheets = max(1, -(-len(people) // room))
        self._sheet = min(self._sheet, self._sheets - 1)
        page.button(boxes[0], self.house.words("seats.new-name"), self._ask_name, "new-name", style="plain")
        shown = people[self._sheet * room : (self._sheet + 1) * room]
        for chip, player in zip(boxes[1:], shown, strict=False):
            self._draw_chip(page, chip, player)
        if self._sheets > 1:
            text = self.house.words("seats.more", number=self._sheet + 1, count=self._sheets)
            page.button(boxes[-1], text, self._turn, "more", style="quiet", size=18)

    def _draw_chip(self, page: Page, box: pygame.Rect, player: Player) -> None:
        pygame.draw.rect(page.surface, theme.RULE, box.move(0, page.unit(3)), border_radius=page.unit(12))
        page.fill(box, theme.CARD, frame=theme.RULE)
        inner = inset(box, page.unit(8), page.unit(6))
        face, name = cut_left(inner, min(inner.h, page.unit(54)), page.unit(9))
        colour = player.colour.lower()
        draw_face(page, face, player.name, colour if colour in theme.PLAYER_COLOURS else "")
        page.text(name, player.name, "body", weight="heavy", lines=2, may_cut=True)
        page.target(box, partial(self._seat_player, player), f"take-{player.name}")

    def _turn(self) -> None:
        self._sheet = (self._sheet + 1) % self._sheets

    def _seat_player(self, player: Player) -> None:
        if not self.new.seat(player):
            self.house.say(self.house.words("seats.full"))

    def _ask_name(self) -> None:
        if len(self.new.players) >= MOST_PLAYERS:
            self.house.say(self.house.words("seats.full"))
            return
        taken = tuple(player.name for player in self.new.players)
        self.house.go(NameScreen(self.house, taken, self._take_name))

    def _take_name(self, name: str) -> None:
        """Somebody who has played before keeps the own colour, also when typed in anew."""
        known = (one.player for one in self.house.backstage.known_players())
        same = next((player for player in known if player.name.casefold() == name.casefold()), None)
        self.new.seat(same or Player(name, ""))

    # One seat -------------------------------------------------------------------------------------------

    def _build_change(self, page: Page, box: pygame.Rect, seat: int) -> None:
        words, player = self.house.words, self.new.players[seat]
        if page.is_portrait:
            colours, moves = cut_top(box, round(box.h * 0.5), page.gap)
        else:
            moves, colours = cut_right(box, round(box.w * 0.44), page.unit(14))
        free = {*self.new.free_colours, player.colour}
        for place, colour in zip(grid(colours, 5, 2, page.unit(8)), theme.PLAYER_COLOURS, strict=True):
            self._draw_colour(page, place, seat, colour, colour in free)
        earlier, later, remove, done = grid(moves, 2, 2, page.unit(8))
        last = len(self.new.players) - 1
        page.button(
            earlier, words("seats.earlier"), partial(self._move, seat, -1), "earlier", enabled=seat > 0
        )
        page.button(later, words("seats.later"), partial(self._move, seat, 1), "later", enabled=seat < last)
        page.button(remove, words("seats.remove"), partial(self._remove, seat), "remove", style="alarm")
        page.button(done, words("seats.done"), self.leave, "done", style="go")

    def _draw_colour(self, page: Page, box: pygame.Rect, seat: int, colour: str, is_free: bool) -> None:
        player = self.new.players[seat]
        is_chosen = colour == player.colour
        page.fill(box, theme.CARD if is_free else theme.STRIPE, frame=theme.RULE)
        draw_face(page, inset(box, page.unit(6)), "", colour, is_faded=not is_free)
        if is_chosen:
            pygame.draw.rect(page.surface, theme.INK, box, page.unit(4), border_radius=page.unit(12))
            page.tick_mark(box, theme.INK)
        page.target(box, partial(self._paint, seat, colour), f"colour-{colour}", enabled=is_free)

    def _paint(self, seat: int, colour: str) -> None:
        self.new.players[seat] = Player(self.new.players[seat].name, colour)

    def _move(self, seat: int, by: int) -> None:
        players = self.new.players
        players[seat], players[seat + by] = players[seat + by], players[seat]
        self._seat = seat + by

    def _remove(self, seat: int) -> None:
        del self.new.players[seat]
        self._seat = None
