"""When something of ours went wrong: calm, and the game is still there."""

from __future__ import annotations

from companion.kiosk.boxes import cut_bottom, inset
from companion.kiosk.page import Page
from companion.kiosk.screen import Screen


class FailsafeScreen(Screen):
    """Says that nothing is lost, and offers to go on."""

    name = "failsafe"

    def build(self, page: Page) -> None:
        words = self.house.words
        inner = inset(page.box, page.unit(40))
        foot, rest = cut_bottom(inner, page.touch, page.gap)
        title, rest = rest.inflate(0, -rest.h // 2).move(0, -rest.h // 4), rest
        page.text(title, words("failsafe.title"), "title", weight="heavy", align="centre", lines=2)
        below = rest.inflate(0, -rest.h // 2).move(0, rest.h // 4)
        page.text(below, words("failsafe.text"), "body", align="centre", lines=4)
        page.button(foot, words("failsafe.go-on"), self.leave, "go-on", style="go", size="large")

    def leave(self) -> None:
        self.house.home() if self.house.view is None else self.house.to_table()
