"""The four buttons: push each one, and see that it is heard, and what it does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import columns, cut_bottom, cut_left, cut_top, inset, rows, square_in
from companion.kiosk.head_part import draw_head
from companion.kiosk.page import Align, Page
from companion.kiosk.screen import Button, House, Screen

BUTTONS: tuple[Button, ...] = get_args(Button)
LIT_S = 1.5


@dataclass(frozen=True, slots=True)
class Heard:
    """What was heard of a button last."""

    is_long: bool
    at: float


class ButtonsTestScreen(Screen):
    """Here the buttons do nothing but light up; menu held leaves, as touch and Escape do."""

    name = "buttons-test"

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.heard: dict[Button, Heard] = {}
        self._shown_lit: frozenset[Button] = frozenset()

    def build(self, page: Page) -> None:
        words = self.house.words
        rest = draw_head(page, self, words("buttons-test.title"))
        foot, rest = cut_bottom(rest, page.unit(62 if page.is_portrait else 40), page.unit(6))
        page.text(foot, self._say(), "body", align="centre", lines=2)
        self._shown_lit = self._lit()
        boxes = (rows if page.is_portrait else columns)(rest, len(BUTTONS), page.gap)
        for box, button in zip(boxes, BUTTONS, strict=True):
            self._draw_button(page, box, button)

    def _draw_button(self, page: Page, box: pygame.Rect, button: Button) -> None:
        is_lit = button in self._shown_lit
        page.fill(box, theme.CARD, frame=theme.INK if is_lit else theme.RULE)
        inner = inset(box, page.unit(10))
        if page.is_portrait:
            knob, text = cut_left(inner, page.unit(96), page.unit(12))
        else:
            knob, text = cut_top(inner, page.unit(96), page.unit(6))
        self._draw_knob(page, square_in(knob), button, is_lit)
        name, rest = cut_top(text, page.unit(30))
        state, does = cut_bottom(rest, page.unit(26), page.unit(4))
        align: Align = "left" if page.is_portrait else "centre"
        words = self.house.words
        page.text(name, words(f"buttons-test.{button}"), "large", weight="heavy", align=align)
        does_key = f"buttons-test.{button}-does"
        page.text(does, words(does_key), "small", colour=theme.SOFT_INK, align=align, lines=6)
        heard = self.heard.get(button)
        if heard is None:
            page.text(state, words("buttons-test.not-yet"), "small", colour=theme.SOFT_INK, align=align)
        else:
            key = "buttons-test.held" if heard.is_long else "buttons-test.pushed"
            page.text(state, words(key), "small", colour=theme.GO, weight="heavy", align=align)

    def _draw_knob(self, page: Page, box: pygame.Rect, button: Button, is_lit: bool) -> None:
        """A push button from above: raised with a rim, or pressed and glowing."""
        colour = theme.GO if button == "end-turn" else theme.SLATE
        middle, radius = box.center, box.w // 2
        pygame.draw.circle(page.surface, theme.RULE, middle, radius)
        inner = round(radius * 0.84)
        if is_lit:
            pygame.draw.circle(page.surface, theme.GLOW, middle, radius)
            pygame.draw.circle(
                page.surface, theme.mix(colour, theme.WHITE, 0.25), middle, round(radius * 0.72)
            )
        else:
            below = (middle[0], middle[1] + page.unit(3))
            pygame.draw.circle(page.surface, theme.mix(colour, theme.BLACK, 0.35), below, inner)
            pygame.draw.circle(page.surface, colour, (middle[0], middle[1] - page.unit(2)), inner)
        if button in self.heard:
            side = round(radius * 0.7)
            tick = pygame.Rect(0, 0, side, round(side * 0.75))
            tick.center = middle
            points = [(tick.x, tick.centery), (tick.x + side * 0.36, tick.bottom), (tick.right, tick.y)]
            pygame.draw.lines(page.surface, theme.WHITE, False, points, max(3, page.unit(7)))

    def _say(self) -> str:
        words = self.house.words
        if set(self.heard) == set(BUTTONS):
            return words("buttons-test.all-work")
        if not self.house.backstage.devices.buttons:
            return words("buttons-test.none")
        return words("buttons-test.hint")

    def push(self, button: Button, is_long: bool, page: Page) -> None:
        if button == "menu" and is_long:
            self.leave()
            return
        self.heard[button] = Heard(is_long, self.house.now)

    def update(self) -> bool:
        return self._lit() != self._shown_lit

    def _lit(self) -> frozenset[Button]:
        now = self.house.now
        return frozenset(button for button, heard in self.heard.items() if now - heard.at < LIT_S)
