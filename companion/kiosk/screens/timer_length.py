"""How long the sand of Challenge runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import columns, cut_bottom, cut_left, cut_top, inset
from companion.kiosk.head_part import draw_head
from companion.kiosk.icon_part import draw_icon
from companion.kiosk.page import Page
from companion.kiosk.screen import Screen

LEAST_S, MOST_S = 5, 600
STEPS_S = (-30, -5, 5, 30)
USUAL_S = (30, 45, 60, 90, 120)


class TimerLengthScreen(Screen):
    """A large number with steps around it, and the usual lengths below; every touch is kept at once."""

    name = "timer-length"

    def build(self, page: Page) -> None:
        words, seconds = self.house.words, self.house.backstage.choices.seconds
        rest = draw_head(page, self, words("timer-length.title"))
        hint, rest = cut_top(rest, page.unit(66 if page.is_portrait else 52), page.unit(6))
        page.text(hint, words("timer-length.hint"), "body", colour=theme.SOFT_INK, lines=3)
        usual, rest = cut_bottom(rest, page.touch, page.gap)
        label, rest = cut_bottom(rest, page.unit(30), page.unit(4))
        if page.is_portrait:
            steps, rest = cut_bottom(rest, page.touch, page.unit(24))
            self._draw_number(page, rest, seconds)
            boxes = columns(steps, 4, page.unit(8))
        else:
            across = columns(rest, 6, page.unit(8))
            boxes = [_low(across[place], page) for place in (0, 1, 4, 5)]
            self._draw_number(page, across[2].union(across[3]), seconds)
        for box, step in zip(boxes, STEPS_S, strict=True):
            wanted = min(max(seconds + step, LEAST_S), MOST_S)
            sign = f"+{step}" if step > 0 else f"−{-step}"
            page.button(
                box, sign, self._keeper(wanted), f"by{step:+d}", size="title", enabled=wanted != seconds
            )
        page.text(label, words("timer-length.usual"), "small", colour=theme.SOFT_INK)
        for box, length in zip(columns(usual, len(USUAL_S), page.unit(8)), USUAL_S, strict=True):
            is_now = length == seconds
            page.button(
                box,
                str(length),
                self._keeper(length),
                f"set-{length}",
                style="quiet",
                size="large",
                chosen=is_now,
            )

    def _draw_number(self, page: Page, box: pygame.Rect, seconds: int) -> None:
        inner = page.fill(box, theme.CARD, frame=theme.RULE)
        sign, inner = cut_left(inner, min(page.unit(64), inner.w // 3), page.gap)
        draw_icon(page.surface, inset(sign, page.unit(4)), "sand", theme.SLATE)
        number, below = cut_top(inner, round(inner.h * 0.6))
        page.text(number, str(seconds), 64, weight="heavy", align="centre", stand="bottom")
        page.text(below, self._say(seconds), "body", align="centre", stand="top", lines=2)

    def _say(self, seconds: int) -> str:
        """The word that goes with the number; from a minute on, minutes too."""
        minutes, rest = divmod(seconds, 60)
        if minutes == 0:
            return self.house.words("timer-length.seconds", rest=rest)
        key = "timer-length.minutes-seconds" if rest else "timer-length.minutes"
        return self.house.words(key, minutes=minutes, rest=rest)

    def _keeper(self, seconds: int) -> Callable[[], None]:
        backstage = self.house.backstage
        return lambda: backstage.change(replace(backstage.choices, seconds=seconds))


def _low(box: pygame.Rect, page: Page) -> pygame.Rect:
    """A button's height in the middle of the box."""
    high = min(box.h, page.unit(110))
    return pygame.Rect(box.x, box.centery - high // 2, box.w, high)
