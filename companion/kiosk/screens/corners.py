"""The corners of the board by hand: four handles on the camera's picture, a magnifier beside the finger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, cast

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import cut_bottom, cut_left, cut_right, cut_top, grid, inset, square_in
from companion.kiosk.handle_part import draw_handle, draw_magnifier
from companion.kiosk.head_part import draw_head
from companion.kiosk.icon_part import draw_icon
from companion.kiosk.live_part import Corners, Point, Shown, are_in_order, draw_grid, draw_picture
from companion.kiosk.live_screen import LiveScreen
from companion.kiosk.page import Page
from companion.kiosk.screen import House

Direction = Literal["up", "left", "right", "down"]

CORNERS = ("top-left", "top-right", "bottom-right", "bottom-left")
TOWARD: dict[Direction, tuple[int, int]] = {"up": (0, -1), "left": (-1, 0), "right": (1, 0), "down": (0, 1)}
FINE_PX, COARSE_PX = 1, 10  # of the picture
MARGIN = 0.15  # of the picture: where the handles begin when no board was found


class CornersScreen(LiveScreen):
    """Drag a handle, or choose one and move it in steps."""

    name = "corners"

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.corners: Corners | None = None
        self._chosen: int | None = None
        self._step_px = COARSE_PX
        self._shown: Shown | None = None
        self._reach_px = 0
        self._drag_start: Point | None = None  # where the handle was on the page
        self._begin()

    def update(self) -> bool:
        is_new = super().update()
        self._begin()
        return is_new

    def _begin(self) -> None:
        """The corners that were found, or a square to start from, as soon as there is a picture."""
        if self.look is None or self.corners is not None:
            return
        wide, high = self.look.picture.size
        left, top, right, bottom = MARGIN * wide, MARGIN * high, (1 - MARGIN) * wide, (1 - MARGIN) * high
        start: Corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        self.corners = start if self.look.corners is None else cast(Corners, tuple(self.look.corners))

    # Drawing --------------------------------------------------------------------------------------------

    def build(self, page: Page) -> None:
        self._reach_px = page.touch
        inner = inset(page.box, page.unit(12))
        if page.is_portrait:
            rest = draw_head(page, self, self.house.words("corners.title"), inner)
            picture, below = cut_top(rest, round(rest.w * 0.75), page.gap)
            self._draw_picture(page, picture)
            foot, below = cut_bottom(below, page.touch, page.gap)
            pad, beside = cut_left(below, page.unit(3 * 70), page.unit(20))
            self._draw_pad(page, square_in(pad))
            self._draw_words(page, beside, foot)
            return
        cut = cut_left if self.house.backstage.choices.left_handed else cut_right
        side, picture = cut(inner, page.unit(226), page.unit(14))
        head, rest = cut_top(side, page.touch, page.unit(8))
        page.button(head, self.house.words("common.back"), self.leave, "back", style="quiet")
        self._draw_picture(page, picture)
        foot, rest = cut_bottom(rest, page.touch, page.unit(8))
        pad, text = cut_bottom(rest, page.unit(3 * 66), page.unit(6))
        self._draw_pad(page, square_in(pad))
        self._draw_words(page, text, foot)

    def _draw_picture(self, page: Page, box: pygame.Rect) -> None:
        page.fill(box, theme.NIGHT)
        if self.look is None or self.corners is None:
            sentence = self.house.words("camera-set-up.waiting")
            page.text(inset(box, page.unit(20)), sentence, "body", align="centre", lines=5)
            return
        self._shown = shown = draw_picture(page, box, self.look.picture)
        draw_grid(page, shown, self.corners)
        for number, corner in enumerate(self.corners):
            at = shown.to_page(corner)
            draw_handle(page, at, number == self._chosen)
            target = pygame.Rect(0, 0, page.touch, page.touch)
            target.center = round(at[0]), round(at[1])
            page.target(target.clamp(box), self._chooser(number), CORNERS[number])
        if self._chosen is not None:
            draw_magnifier(page, shown, self.look.picture, self.corners[self._chosen])

    def _draw_pad(self, page: Page, box: pygame.Rect) -> None:
        """Four arrows, and between them how far they move."""
        boxes = grid(box, 3, 3, page.unit(4))
        places: tuple[tuple[int, Direction], ...] = ((1, "up"), (3, "left"), (5, "right"), (7, "down"))
        is_there = self.corners is not None and self._chosen is not None
        for place, direction in places:
            page.button(boxes[place], "", self._mover(direction), direction, enabled=is_there)
            ink = theme.WHITE if is_there else theme.SOFT_INK
            draw_icon(page.surface, inset(boxes[place], page.unit(18)), direction, ink)
        step = "corners.fine" if self._step_px == FINE_PX else "corners.coarse"
        page.fill(boxes[4], theme.CARD, frame=theme.RULE)
        page.text(inset(boxes[4], page.unit(4)), self.house.words(step), 16, align="centre", lines=2)
        page.target(boxes[4], self._change_step, "step")

    def _draw_words(self, page: Page, box: pygame.Rect, foot: pygame.Rect) -> None:
        words = self.house.words
        if self._chosen is None:
            page.text(box, words("corners.hint"), 19, lines=6)
        else:
            page.text(box, words(f"corners.{CORNERS[self._chosen]}"), 19, lines=4, weight="heavy")
        page.button(
            foot, words("corners.done"), self._finish, "done", style="go", enabled=self.corners is not None
        )

    # Moving ---------------------------------------------------------------------------------------------

    def drag(self, start: tuple[int, int], at: tuple[int, int], is_over: bool) -> bool:
        if self._shown is None or self.corners is None:
            return False
        if self._drag_start is None:
            places = [self._shown.to_page(corner) for corner in self.corners]
            nearest = min(range(4), key=lambda number: _apart(places[number], start))
            if _apart(places[nearest], start) > self._reach_px:
                return False
            self._chosen, self._drag_start = nearest, places[nearest]
        assert self._chosen is not None
        # The handle keeps its place beside the fingertip: it does not jump below it.
        x, y = self._drag_start[0] + at[0] - start[0], self._drag_start[1] + at[1] - start[1]
        self._put(self._chosen, self._shown.to_picture((x, y)))
        if is_over:
            self._drag_start = None
        return True

    def key(self, key: str, page: Page) -> bool:
        """On a handle the arrow keys move it; elsewhere they move the ring."""
        if self.focus in CORNERS and key in TOWARD:
            self._chosen = CORNERS.index(self.focus)
            self._move(key)
            return True
        return super().key(key, page)

    def _chooser(self, number: int) -> Callable[[], None]:
        def choose() -> None:
            self._chosen = number

        return choose

    def _mover(self, direction: Direction) -> Callable[[], None]:
        return lambda: self._move(direction)

    def _move(self, direction: Direction) -> None:
        if self.corners is None or self._chosen is None:
            return
        (x, y), (across, down) = self.corners[self._chosen], TOWARD[direction]
        self._put(self._chosen, (x + across * self._step_px, y + down * self._step_px))

    def _put(self, number: int, point: Point) -> None:
        if self.corners is None or self.look is None:
            return
        wide, high = self.look.picture.size
        inside = (min(max(point[0], 0.0), wide - 1.0), min(max(point[1], 0.0), high - 1.0))
        corners = [inside if place == number else corner for place, corner in enumerate(self.corners)]
        self.corners = cast(Corners, tuple(corners))

    def _change_step(self) -> None:
        self._step_px = FINE_PX if self._step_px == COARSE_PX else COARSE_PX

    def _finish(self) -> None:
        if self.corners is None:
            return
        if not are_in_order(self.corners):
            self.house.say(self.house.words("corners.crossed"))
            return
        sentence = self.house.backstage.set_corners(self.corners)
        self.leave()
        self.house.say(sentence)


def _apart(one: Point, other: Point) -> float:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
