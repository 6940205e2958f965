"""The three lights and the buzzer: touch one, and it shows or sounds for a moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import columns, cut_bottom, cut_left, cut_top, inset, rows, square_in
from companion.kiosk.head_part import draw_head
from companion.kiosk.icon_part import draw_icon
from companion.kiosk.page import Align, Page
from companion.kiosk.screen import House, Screen
from companion.kiosk.theme import Rgb

Lamp = Literal["green", "amber", "red", "buzzer"]

LAMPS: dict[Lamp, Rgb] = {
    "green": theme.from_hex("#2fbf5b"),
    "amber": theme.GLOW,
    "red": theme.from_hex("#e5392d"),
    "buzzer": theme.SLATE,
}
LIT_S = 1.2


class LightsTestScreen(Screen):
    """Four lamps to touch, each with what it means in a game."""

    name = "lights-test"

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self._asked_at: dict[Lamp, float] = {}
        self._shown_lit: frozenset[Lamp] = frozenset()

    def build(self, page: Page) -> None:
        words, has_lights = self.house.words, self.house.backstage.devices.lights
        rest = draw_head(page, self, words("lights-test.title"))
        foot, rest = cut_bottom(rest, page.unit(62 if page.is_portrait else 40), page.unit(6))
        page.text(
            foot,
            words("lights-test.hint" if has_lights else "lights-test.none"),
            "body",
            align="centre",
            lines=2,
        )
        self._shown_lit = self._lit()
        boxes = (rows if page.is_portrait else columns)(rest, len(LAMPS), page.gap)
        for box, lamp in zip(boxes, LAMPS, strict=True):
            self._draw_lamp(page, box, lamp)

    def _draw_lamp(self, page: Page, box: pygame.Rect, lamp: Lamp) -> None:
        is_lit, words = lamp in self._shown_lit, self.house.words
        page.fill(box, theme.CARD, frame=theme.INK if is_lit else theme.RULE)
        inner = inset(box, page.unit(10))
        if page.is_portrait:
            bulb, text = cut_left(inner, page.unit(96), page.unit(12))
        else:
            bulb, text = cut_top(inner, page.unit(110), page.unit(8))
        _draw_bulb(page, square_in(bulb), lamp, is_lit)
        name, rest = cut_top(text, page.unit(30))
        state, means = cut_bottom(rest, page.unit(26), page.unit(4))
        align: Align = "left" if page.is_portrait else "centre"
        page.text(name, words(f"lights-test.{lamp}"), "large", weight="heavy", align=align)
        page.text(
            means, words(f"lights-test.{lamp}-means"), "small", colour=theme.SOFT_INK, align=align, lines=6
        )
        key = f"lights-test.{'sounds' if lamp == 'buzzer' else 'shines'}" if is_lit else "lights-test.touch"
        ink = theme.GO if is_lit else theme.SOFT_INK
        page.text(state, words(key), "small", colour=ink, weight="heavy" if is_lit else "plain", align=align)
        page.target(box, self._tester(lamp), lamp)

    def _tester(self, lamp: Lamp) -> Callable[[], None]:
        def test() -> None:
            self._asked_at[lamp] = self.house.now
            self.house.backstage.test_light(lamp)

        return test

    def update(self) -> bool:
        return self._lit() != self._shown_lit

    def _lit(self) -> frozenset[Lamp]:
        """What shines by what the lights say themselves, or was asked for a moment ago."""
        now, lit = self.house.now, self.house.backstage.devices.lit
        asked = {lamp for lamp, at in self._asked_at.items() if now - at < LIT_S}
        return frozenset(lamp for lamp in LAMPS if lamp in lit or lamp in asked)


def _draw_bulb(page: Page, box: pygame.Rect, lamp: Lamp, is_lit: bool) -> None:
    """Dark glass, or glass that shines with a ring of rays."""
    middle, radius, colour = box.center, round(box.w * 0.34), LAMPS[lamp]
    if is_lit:
        for turn in range(12):
            ray = pygame.math.Vector2(1, 0).rotate(30 * turn)
            start, end = middle + ray * radius * 1.14, middle + ray * radius * 1.42
            pygame.draw.line(page.surface, theme.mix(colour, theme.BLACK, 0.2), start, end, page.unit(4))
    glass = colour if is_lit else theme.mix(colour, theme.NIGHT, 0.62)
    pygame.draw.circle(page.surface, theme.INK, middle, radius + page.unit(4))
    pygame.draw.circle(page.surface, glass, middle, radius)
    if lamp == "buzzer":
        draw_icon(page.surface, box.inflate(-box.w // 2, -box.h // 2), "buzzer", theme.WHITE)
    else:
        shine = (middle[0] - radius // 3, middle[1] - radius // 3)
        pygame.draw.circle(page.surface, theme.mix(glass, theme.WHITE, 0.5), shine, max(2, radius // 6))
