"""One step on the way to a game: a title, something to choose, Back, and one button that goes on."""

from __future__ import annotations

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import cut_bottom, cut_left, cut_right, cut_top, inset
from companion.kiosk.page import Page
from companion.kiosk.screen import Screen

HEAD, FOOT = 54, 70  # units


class StepScreen(Screen):
    """Subclasses say what is asked and build the body; the foot is the same on all of them."""

    def build(self, page: Page) -> None:
        inner = inset(page.box, page.unit(14), page.unit(10))
        head, rest = cut_top(inner, page.unit(HEAD * (1.4 if page.is_portrait else 1)), page.gap)
        foot, body = cut_bottom(rest, page.unit(FOOT), page.gap)
        self.draw_head(page, head)
        self.build_body(page, body)
        self.build_foot(page, foot)

    def title(self) -> str:
        """What is asked."""
        raise NotImplementedError

    def hint(self) -> str:
        """A sentence below it; may be empty."""
        return ""

    def build_body(self, page: Page, box: pygame.Rect) -> None:
        """What there is to choose."""
        raise NotImplementedError

    def go_label(self) -> str:
        """What is written on the button that goes on; empty if there is none."""
        return self.house.words("steps.go-on")

    def may_go_on(self) -> bool:
        return True

    def go_on(self) -> None:
        """The next step."""

    def draw_head(self, page: Page, head: pygame.Rect) -> None:
        # A sentence that is said covers the title: the buttons stay in sight.
        page.said_box = head
        hint = self.hint()
        top, below = cut_top(head, round(head.h * 0.47)) if hint else (head, head)
        page.text(top, self.title(), "large", weight="heavy")
        if hint:
            page.text(below, hint, 19, colour=theme.SOFT_INK, lines=2)

    def build_foot(self, page: Page, foot: pygame.Rect) -> None:
        """Back at one side, the way on at the other: under the right hand, or the left."""
        is_left = self.house.backstage.choices.left_handed
        cut_back, cut_on = (cut_right, cut_left) if is_left else (cut_left, cut_right)
        back, rest = cut_back(foot, page.unit(140), page.gap)
        label = self.go_label()
        between = rest
        if label:
            on, between = cut_on(rest, round(foot.w * (0.56 if page.is_portrait else 0.38)), page.gap)
        words = self.house.words
        page.button(back, words("common.back"), self.leave, "back", style="quiet")
        self.build_between(page, between)
        if label:
            enabled = self.may_go_on()
            page.button(on, label, self.go_on, "go-on", style="go", size="large", enabled=enabled)

    def build_between(self, page: Page, box: pygame.Rect) -> None:
        """Room for one thing more in the foot."""

    def choose(self, page: Page) -> None:
        """With no ring yet it comes to what goes on: most people only confirm."""
        if self.focus is None and any(t.name == "go-on" and t.is_enabled for t in page.targets):
            self.focus = "go-on"
            self.house.refresh()
        else:
            super().choose(page)
