"""Asking the camera what is left on a rack: it says what it reads, and somebody says yes or no."""

from __future__ import annotations

from collections.abc import Callable, Collection

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import columns, cut_bottom, cut_top, inset
from companion.kiosk.page import Page
from companion.kiosk.screen import House
from companion.kiosk.shown_part import draw_shown, say_sum, say_trouble
from companion.kiosk.sign_part import draw_sign
from companion.session.forms import Kind
from companion.session.shown import Rest, ShownPieces, Trouble

LOOK_S, AGAIN_S = 30.0, 0.5  # how long it may take to the first look, and how often it is asked


class RackCamera:
    """One question to the camera. It looks on while pieces are laid, straightened or taken away.

    `pieces` are how many there should be, `known` what was taken for other players' racks before.
    """

    def __init__(
        self, house: House, seat: int, kind: Kind, pieces: int, known: Collection[tuple[str, ...]]
    ) -> None:
        self._house, self._seat, self._kind = house, seat, kind
        self._pieces, self._known = pieces, known
        self._until = house.now + LOOK_S
        self._next_at = house.now
        self.shown: ShownPieces | None = None
        self.look()

    @property
    def has_given_up(self) -> bool:
        return self.shown is None and self._house.now >= self._until

    def look(self) -> bool:
        """Ask once more if it is time; whether something else is seen now."""
        now = self._house.now
        if now < self._next_at:
            return False
        self._next_at = now + AGAIN_S
        before, self.shown = self.shown, self._house.backstage.shown(Rest(self._seat))
        return self.shown != before

    @property
    def trouble(self) -> Trouble | None:
        return None if self.shown is None else self.shown.trouble(self._pieces, known=self._known)

    def draw(
        self,
        page: Page,
        box: pygame.Rect,
        agree: Callable[[ShownPieces], object],
        refuse: Callable[[], object],
    ) -> None:
        """What it reads as a question, or what it still waits for."""
        words, shown, trouble = self._house.words, self.shown, self.trouble
        foot, rest = cut_bottom(box, page.unit(84), page.gap)
        inner = page.fill(rest, theme.CARD, frame=theme.RULE)
        is_seen = shown is not None and bool(shown.pieces)
        top, said = cut_top(inner, round(inner.h * (0.62 if is_seen else 0.45)), page.gap)
        if shown is not None and is_seen:
            draw_shown(page, inset(top, page.unit(4)), shown)
        else:
            draw_sign(page, inset(top, 0, page.unit(8)), "camera", theme.SLATE)
        page.text(said, self._say(shown, trouble), 24, weight="heavy", align="centre", lines=3)
        no, yes = columns(foot, 2, page.gap)
        is_asked = shown is not None and trouble in (None, "unsure")
        label = words("count-racks.reads-no" if is_asked else "count-racks.by-hand")
        page.button(no, label, refuse, "camera-no", size="large", key="N")
        if shown is not None and is_asked:
            page.button(
                yes,
                words("count-racks.reads-yes", total=shown.total),
                lambda: agree(shown),
                "camera-yes",
                style="go" if trouble is None else "plain",
                size="title",
                key="Y",
            )

    def _say(self, shown: ShownPieces | None, trouble: Trouble | None) -> str:
        if shown is None or trouble == "nothing":
            return self._house.words("count-racks.looking")
        if trouble is None:
            return self._house.words("count-racks.reads", sum=say_sum(self._house, shown))
        return say_trouble(self._house, trouble, shown, self._kind, self._pieces)
