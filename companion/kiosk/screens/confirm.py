"""Sure? For what cannot be taken back with a touch."""

from __future__ import annotations

from collections.abc import Callable

from companion.kiosk.boxes import columns, cut_bottom, inset
from companion.kiosk.page import Page
from companion.kiosk.screen import House, Screen


class ConfirmScreen(Screen):
    """One question, yes and no. Its words are `confirm.<what>` and `confirm.<what>-yes`."""

    name = "confirm"

    def __init__(self, house: House, what: str, act: Callable[[], object], **details: object) -> None:
        super().__init__(house)
        self._what, self._act, self._details = what, act, details

    def build(self, page: Page) -> None:
        words = self.house.words
        inner = inset(page.box, page.unit(40))
        foot, rest = cut_bottom(inner, page.unit(90), page.gap)
        question = words(f"confirm.{self._what}", **self._details)
        page.text(rest, question, "title", weight="heavy", align="centre", lines=4)
        no, yes = columns(foot, 2, page.unit(20))
        page.button(no, words("confirm.no"), self.leave, "no", size="large", key="N")
        page.button(
            yes, words(f"confirm.{self._what}-yes"), self._agree, "yes", style="go", size="large", key="Y"
        )

    def _agree(self) -> None:
        self.house.back()
        self._act()
