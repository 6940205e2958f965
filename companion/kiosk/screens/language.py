"""The language: each named in itself, so that whoever is lost finds the way back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.kiosk import words
from companion.kiosk.boxes import columns, cut_bottom, inset, rows
from companion.kiosk.head_part import draw_head
from companion.kiosk.page import Page
from companion.kiosk.screen import Screen
from companion.rules.verdict import LANGUAGES, Language


class LanguageScreen(Screen):
    """One large button a language; the one that is set has a tick."""

    name = "language"

    def build(self, page: Page) -> None:
        rest = draw_head(page, self, self.house.words("language.title"))
        rest = inset(rest, page.unit(8), page.unit(24))
        boxes = (rows if page.is_portrait else columns)(rest, len(LANGUAGES), page.unit(20))
        for box, language in zip(boxes, LANGUAGES, strict=True):
            is_now = language == self.house.language
            page.button(
                box,
                "",
                self._chooser(language),
                language,
                style="go" if is_now else "plain",
                chosen=is_now,
            )
            inner = inset(box, page.unit(14))
            below, above = cut_bottom(inner, round(inner.h * 0.42))
            name, sentence = words.say(language, "language.name"), words.say(language, "language.sentence")
            page.text(above, name, 44, weight="heavy", align="centre", stand="bottom")
            page.text(below, sentence, "body", align="centre", lines=3)

    def _chooser(self, language: Language) -> Callable[[], None]:
        backstage = self.house.backstage
        return lambda: backstage.change(replace(backstage.choices, language=language))
