"""Entering a Triominos tile: choose an open place; its neighbours say most numbers, the rest are tapped."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import hypot, sqrt

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import columns, cut_bottom, cut_right, grid
from companion.kiosk.entering import Change, Direction, digit_of, nearest_towards
from companion.kiosk.entry_keys_part import sign_key
from companion.kiosk.page import Page
from companion.kiosk.paint_marks import Marks
from companion.kiosk.paint_tiles import FACE, FACE_SIDE
from companion.kiosk.paint_triominos import Zoom
from companion.kiosk.screen import House
from companion.kiosk.table_part import tiles_in
from companion.rules.triominos.judge import meeting
from companion.rules.triominos.lattice import Place, points_up, vertices
from companion.rules.triominos.moves import open_places
from companion.rules.triominos.position import Move, Position
from companion.rules.triominos.tiles import BOX, HIGHEST, Corners, tile_of

_NUMBERS_OUT = 0.44  # from the middle of the tile to a corner


class TileEntry:
    """The tile of one move; or, with `is_piece`, a tile on the table that is another one after all."""

    def __init__(
        self,
        house: House,
        position: Position,
        start: Move | None = None,
        piece: Place | None = None,
    ) -> None:
        self.house, self.position = house, position
        self.is_piece = piece is not None
        self._home = None if start is None else start.at  # open also where nothing is beside it any more
        self.place = piece or (self._home if self._home is not None else self._places()[0])
        self.numbers: list[int | None] = [None, None, None] if start is None else list(start.corners)
        self.corner = 0
        self._is_gone = False
        if start is None:
            self._choose(self.place)

    @property
    def corners(self) -> Corners | None:
        """The three numbers; `None` while one is missing."""
        a, b, c = self.numbers
        return None if a is None or b is None or c is None else (a, b, c)

    @property
    def here(self) -> Place:
        return self.place

    @property
    def move(self) -> Move | None:
        return None if self.corners is None or self.is_piece else Move(self.place, self.corners)

    @property
    def change(self) -> Change | None:
        if not self.is_piece:
            return None
        if self._is_gone:
            return Change(self.place, None)
        is_same = self.corners is None or self.corners == self.position.tiles.get(self.place)
        return None if is_same else Change(self.place, "-".join(map(str, self.numbers)))

    def say(self) -> str:
        words = self.house.words
        if self._is_gone:
            return words("enter-move.gone-tile")
        if self.is_piece:
            return words("enter-move.which-tile")
        if self.corners is None:
            return words("enter-move.missing-number")
        return words("enter-move.tile", piece="-".join(map(str, self.corners)))

    def paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        missing = (self.place,) if self._is_gone else ()
        marks = Marks(free=() if self.is_piece else self._places(), selected=self.place, missing=missing)
        is_new = not self._is_gone and self.position.tiles.get(self.place) != self.corners
        pending = {self.place: self.corners} if is_new and self.corners is not None else {}
        tiles_in(area).paint(surface, self.position, marks, pending)

    def spot(self, area: pygame.Rect) -> tuple[float, float]:
        return self._zoom(area).center_of(self.place)

    def width(self, area: pygame.Rect) -> int:
        return 2 * self._zoom(area).half_px

    def touch(self, at: tuple[int, int], area: pygame.Rect) -> None:
        """The nearest place that can be chosen, if it is not far away."""
        zoom = self._zoom(area)
        spots = {place: zoom.center_of(place) for place in self._places()}
        nearest = min(spots, key=lambda place: hypot(spots[place][0] - at[0], spots[place][1] - at[1]))
        x, y = spots[nearest]
        if hypot(x - at[0], y - at[1]) < 3 * zoom.half_px:
            self._choose(nearest)

    def go(self, direction: Direction) -> None:
        spots = {place: _middle(place) for place in {*self._places(), self.place}}
        self._choose(nearest_towards(spots, self.place, direction))

    def go_on(self) -> None:
        self._step(1)

    def type(self, text: str) -> None:
        digit = digit_of(text)
        if text == "\b":
            self._remove()
        elif text == " " or text.lower() in ("t", "r"):
            self.turn()
        elif digit is not None and digit <= HIGHEST:
            self.put(digit)

    def put(self, number: int) -> None:
        """The number of the chosen corner; then the next one that is missing is chosen."""
        self.numbers[self.corner] = number
        self._is_gone = False
        missing = [(self.corner + step) % 3 for step in (1, 2)]
        self.corner = next((corner for corner in missing if self.numbers[corner] is None), self.corner)

    def turn(self) -> None:
        """The tile, turned clockwise by one corner."""
        first, second, third = self.numbers
        self.numbers = [third, first, second]

    def build_keys(self, page: Page, box: pygame.Rect, toggle_near: Callable[[], object]) -> None:
        gap = page.unit(3)
        low, top = cut_bottom(box, (box.h - 3 * gap) // 4, page.unit(5))
        for place, number in zip(columns(low, HIGHEST + 1, gap), range(HIGHEST + 1), strict=True):
            page.button(
                place,
                str(number),
                partial(self.put, number),
                f"put-{number}",
                style="quiet",
                size="large",
                ground=self._ground(number),
            )
        keys, tile = cut_right(top, round(top.w * 0.42), page.unit(6))
        self._build_tile(page, tile)
        words = self.house.words
        first, after, turn, near = grid(keys, 2, 2, gap)
        if self.is_piece:
            sign_key(page, first, "erase", self._remove, "remove", words("enter-move.none"))
        else:
            sign_key(page, first, "left", partial(self._step, -1), "left", words("enter-move.place"))
        sign_key(page, after, "right", partial(self._step, 1), "right", words("enter-move.place"))
        sign_key(page, turn, "turn", self.turn, "turn", words("enter-move.turn"))
        sign_key(page, near, "near", toggle_near, "near", words("enter-move.near"))

    def _build_tile(self, page: Page, box: pygame.Rect) -> None:
        """The tile as it lies, large; each corner can be touched."""
        is_up = points_up(self.place)
        side = min(box.w, box.h * 2 / sqrt(3))
        high, out = side * sqrt(3) / 2, side / sqrt(3)
        x, y = box.centerx, box.centery + (high / 6 if is_up else -high / 6)
        ways = [pygame.Vector2(0, -1 if is_up else 1).rotate(120 * corner) for corner in range(3)]
        outline = [(x + way.x * out, y + way.y * out) for way in ways]
        pygame.draw.polygon(page.surface, FACE, outline)
        pygame.draw.polygon(page.surface, FACE_SIDE, outline, max(2, page.unit(3)))
        reach = page.touch
        for corner, way in enumerate(ways):
            spot = pygame.Rect(0, 0, reach, reach)
            spot.center = round(x + way.x * out * _NUMBERS_OUT), round(y + way.y * out * _NUMBERS_OUT)
            is_chosen = corner == self.corner
            if is_chosen:
                pygame.draw.circle(page.surface, theme.SLATE, spot.center, round(reach * 0.42))
            number = self.numbers[corner]
            text = "?" if number is None else str(number)
            ink = theme.letters_on(theme.SLATE if is_chosen else FACE)
            inner = spot.inflate(-reach // 2, -reach // 2)
            page.text(inner, text, 40, colour=ink, weight="heavy", align="centre")
            page.target(spot, partial(self._choose_corner, corner), f"corner-{corner + 1}")

    def _ground(self, number: int) -> theme.Rgb:
        if self.numbers[self.corner] == number:
            return theme.SLATE
        return FACE if self._can_be(number) else theme.STRIPE

    def _can_be(self, number: int) -> bool:
        """Whether this number would make a tile that is still out there, or leaves more to say."""
        numbers = [*self.numbers]
        numbers[self.corner] = number
        a, b, c = numbers
        if a is None or b is None or c is None:
            return True
        laid = {tile_of(corners) for place, corners in self.position.tiles.items() if place != self.place}
        return tile_of((a, b, c)) in BOX - laid

    def _remove(self) -> None:
        """Forget the numbers; of a tile on the table say that it is not there."""
        if self.is_piece:
            self._is_gone = True
        else:
            self._choose(self.place)

    def _choose_corner(self, corner: int) -> None:
        self.corner = corner

    def _choose(self, place: Place) -> None:
        """A place, with the numbers that lie there or that its neighbours ask for."""
        self.place, self._is_gone = place, False
        laid = self.position.tiles.get(place)
        asked = [meeting(self.position.tiles, place, corner) for corner in range(3)]
        self.numbers = list(laid) if laid else [near[0][1] if near else None for near in asked]
        missing = [corner for corner in range(3) if self.numbers[corner] is None]
        self.corner = missing[0] if missing else 0

    def _places(self) -> list[Place]:
        if self.is_piece:
            return sorted(self.position.tiles)
        home = [] if self._home is None else [self._home]
        return sorted({*open_places(self.position), *home})

    def _zoom(self, area: pygame.Rect) -> Zoom:
        """What `paint` shows of the table, also before it was painted."""
        return Zoom.fit({*self.position.tiles, *self._places()}, tiles_in(area).well)

    def _step(self, by: int) -> None:
        places = self._places()
        at = places.index(self.place) if self.place in places else 0
        self._choose(places[(at + by) % len(places)])


def _middle(place: Place) -> tuple[float, float]:
    """Where a place lies, in tile sides."""
    corners = vertices(place)
    return sum(x for x, _ in corners) / 6, sum(line for _, line in corners) / 3 * sqrt(3) / 2
