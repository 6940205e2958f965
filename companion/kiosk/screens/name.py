"""A name, typed on the screen or on a real keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import cut_left, cut_right, cut_top, inset
from companion.kiosk.keyboard_part import LAYERS, Key, Layer, build_keyboard, keys_of
from companion.kiosk.names import MOST_LETTERS, add_text, drop_last, is_taken, starts_word, tidy
from companion.kiosk.page import LEAST_UNITS, Page
from companion.kiosk.screen import House, Screen
from companion.kiosk.typeface import width_px


class NameScreen(Screen):
    """Asks for a name that nobody in `taken` has, and hands it over."""

    name = "name"
    takes_text = True

    def __init__(self, house: House, taken: Sequence[str], done: Callable[[str], object]) -> None:
        super().__init__(house)
        self._taken, self._done = taken, done
        self._text = ""
        self._layer: Layer = "letters"
        self._shift: bool | None = None  # None: a capital where a word begins
        self._fault = ""

    @property
    def is_shifted(self) -> bool:
        return starts_word(self._text) if self._shift is None else self._shift

    def build(self, page: Page) -> None:
        inner = inset(page.box, page.unit(6), page.unit(8))
        words = self.house.words
        top, rest = cut_top(inner, page.unit(66), page.unit(4))
        if page.is_portrait:
            sentence, rest = cut_top(rest, page.unit(50), page.unit(4))
            field, rest = cut_top(rest, page.unit(76), page.gap)
            keys = cut_top(rest, min(rest.h, page.unit(560)))[0]
            back, done = cut_left(top, page.unit(140), page.gap)
            done = cut_right(done, page.unit(200))[0]
        else:
            sentence, keys = cut_top(rest, page.unit(32), page.unit(4))
            back, middle = cut_left(top, page.unit(130), page.gap)
            done, field = cut_right(middle, page.unit(150), page.gap)
        page.button(back, words("common.back"), self.leave, "back", style="quiet")
        self._draw_field(page, field)
        self._draw_sentence(page, sentence)
        key_rows = keys_of(self._layer, self.house.language, page.is_portrait, self.is_shifted)
        build_keyboard(page, keys, key_rows, self.is_shifted, self._press)
        page.button(done, words("name.done"), self._finish, "done", style="go", size="large")

    def _draw_field(self, page: Page, field: pygame.Rect) -> None:
        page.fill(field, theme.CARD, frame=theme.SLATE)
        inner = inset(field, page.unit(12), page.unit(4))
        shown, least_px = self._text, page.unit(LEAST_UNITS)
        while width_px(shown, least_px, "heavy") > inner.w:  # what was typed last is what one looks at
            shown = shown[1:]
        drawn = page.text(inner, shown, 34, weight="heavy", may_cut=True)
        left = drawn.right + page.unit(3) if self._text else inner.x
        bar = pygame.Rect(min(left, inner.right), inner.y + inner.h // 6, page.unit(3), inner.h * 2 // 3)
        pygame.draw.rect(page.surface, theme.SLATE, bar)

    def _draw_sentence(self, page: Page, box: pygame.Rect) -> None:
        colour = theme.ALARM if self._fault else theme.SOFT_INK
        text = self._fault or self.house.words("name.title")
        page.text(inset(box, page.unit(8), 0), text, "body", colour=colour, align="centre", lines=2)

    def _press(self, key: Key) -> None:
        """One of the keys on the screen."""
        if key.name == "shift":
            self._shift = not self.is_shifted
        elif key.name == "backspace":
            self._change(drop_last(self._text))
        elif key.name.startswith("to-"):
            self._layer = next(layer for layer in LAYERS if key.name == f"to-{layer}")
        else:
            self._add(key.face)

    def type(self, text: str) -> None:
        """A real keyboard: it knows its capitals by itself."""
        self.focus = None
        if text == "\b":
            self._change(drop_last(self._text))
        else:
            self._add(text)

    def key(self, key: str, page: Page) -> bool:
        if key in ("return", "enter") and self.focus is None:
            self._finish()
            return True
        return super().key(key, page)

    def _add(self, text: str) -> None:
        before = self._text
        self._change(add_text(before, text))
        if self._text == before and len(before) + len(text) > MOST_LETTERS:
            self._fault = self.house.words("name.too-long", count=MOST_LETTERS)

    def _change(self, text: str) -> None:
        self._text, self._fault, self._shift = text, "", None

    def _finish(self) -> None:
        name = tidy(self._text)
        if not name:
            self._fault = self.house.words("name.empty")
        elif is_taken(name, self._taken):
            self._fault = self.house.words("name.taken", name=name)
        else:
            self.house.back()
            self._done(name)
