"""The sounds: on or off, how loud, and each one to hear or to leave out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import cut_left, cut_right, cut_top, grid, inset
from companion.kiosk.entry_part import draw_switch
from companion.kiosk.head_part import draw_head
from companion.kiosk.icon_part import draw_icon
from companion.kiosk.page import Page
from companion.kiosk.screen import Screen
from companion.kiosk.sounds import SOUND_NAMES, SoundName

LOUDER = 10
MOST = 100


class SoundSetUpScreen(Screen):
    """A switch, the volume, and a list of all sounds."""

    name = "sound-set-up"

    def build(self, page: Page) -> None:
        rest = draw_head(page, self, self.house.words("sound-set-up.title"))
        if page.is_portrait:
            switch, rest = cut_top(rest, page.touch, page.unit(8))
            volume, rest = cut_top(rest, page.touch, page.gap)
        else:
            line, rest = cut_top(rest, page.touch, page.gap)
            switch, volume = cut_left(line, page.unit(240), page.unit(8))
        self._draw_switch(page, switch)
        self._draw_volume(page, volume)
        across = 2 if page.is_portrait else 3
        boxes = grid(rest, across, -(-len(SOUND_NAMES) // across), page.unit(8))
        for box, name in zip(boxes, SOUND_NAMES, strict=False):
            self._draw_sound(page, box, name)

    def _draw_switch(self, page: Page, box: pygame.Rect) -> None:
        is_on = self.house.backstage.choices.sound
        page.fill(box, theme.CARD, frame=theme.RULE)
        end, inner = cut_right(inset(box, page.unit(12), page.unit(4)), page.unit(54), page.unit(8))
        draw_switch(page, end, "on" if is_on else "off")
        words = self.house.words("sound-set-up.on" if is_on else "sound-set-up.off")
        page.text(inner, words, "body", weight="heavy", lines=2)
        page.target(box, self._switch, "sound")

    def _draw_volume(self, page: Page, box: pygame.Rect) -> None:
        """Ten bars that grow, between softer and louder."""
        words, choices = self.house.words, self.house.backstage.choices
        softer, rest = cut_left(box, page.unit(74), page.unit(8))
        louder, rest = cut_right(rest, page.unit(74), page.unit(8))
        page.button(
            softer,
            "−",
            self._turner(-LOUDER),
            "softer",
            size="title",
            enabled=choices.sound and choices.volume > 0,
        )
        inner = inset(page.fill(rest, theme.CARD, frame=theme.RULE), 0, -page.unit(4))
        label, bars = cut_left(inner, round(inner.w * 0.42), page.unit(8))
        page.text(label, words("sound-set-up.volume", volume=choices.volume), "small", lines=2)
        for place, bar in enumerate(grid(bars, MOST // LOUDER, 1, page.unit(3))):
            high = round(bar.h * (0.3 + 0.7 * (place + 1) / (MOST // LOUDER)))
            is_filled = choices.sound and choices.volume > place * LOUDER
            column = pygame.Rect(bar.x, bar.bottom - high, bar.w, high)
            page.fill(
                column,
                theme.SLATE if is_filled else theme.STRIPE,
                radius=2,
                frame=None if is_filled else theme.RULE,
            )
        page.button(
            louder,
            "+",
            self._turner(LOUDER),
            "louder",
            size="title",
            enabled=choices.sound and choices.volume < MOST,
        )

    def _draw_sound(self, page: Page, box: pygame.Rect, name: SoundName) -> None:
        """Touched on its name it is heard, touched on the speaker it is left out."""
        words, choices = self.house.words, self.house.backstage.choices
        is_on = name not in choices.muted
        mute, hear = cut_right(box, max(page.touch, page.unit(66)), page.unit(2))
        page.fill(hear, theme.CARD, frame=theme.RULE)
        sign, label = cut_left(inset(hear, page.unit(10), page.unit(3)), page.unit(16), page.unit(8))
        draw_icon(page.surface, sign, "hear", theme.GO)
        page.text(label, words(f"sound-set-up.{name}"), 18, lines=2)
        page.target(hear, self._hearer(name), f"hear-{name}")
        page.fill(mute, theme.CARD if is_on else theme.STRIPE, frame=theme.RULE)
        top, below = cut_top(inset(mute, page.unit(4), page.unit(5)), round(mute.h * 0.5))
        draw_icon(page.surface, inset(top, page.unit(3)), "sound" if is_on else "silent", theme.INK)
        state = "sound-set-up.sound-on" if is_on else "sound-set-up.sound-off"
        page.text(below, words(state), 15, align="centre", colour=theme.INK)
        page.target(mute, self._muter(name), f"mute-{name}")

    def _switch(self) -> None:
        choices = self.house.backstage.choices
        self.house.backstage.change(replace(choices, sound=not choices.sound))
        self.house.backstage.make_sound("accepted")

    def _turner(self, by: int) -> Callable[[], None]:
        def turn() -> None:
            choices = self.house.backstage.choices
            volume = min(max(choices.volume + by, 0), MOST)
            self.house.backstage.change(replace(choices, volume=volume))
            self.house.backstage.make_sound("accepted")  # so loud it is now

        return turn

    def _hearer(self, name: SoundName) -> Callable[[], None]:
        def hear() -> None:
            choices = self.house.backstage.choices
            if not choices.sound or not choices.volume:
                self.house.say(self.house.words("sound-set-up.all-silent"))
            elif name in choices.muted:
                self.house.say(self.house.words("sound-set-up.this-silent"))
            else:
                self.house.backstage.make_sound(name)

        return hear

    def _muter(self, name: SoundName) -> Callable[[], None]:
        def mute() -> None:
            choices = self.house.backstage.choices
            self.house.backstage.change(replace(choices, muted=choices.muted ^ {name}))

        return mute
