"""What is tapped or typed to tell a rack: Triolet's tokens, or Triominos' tiles by their sums."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import grid
from companion.kiosk.page import Page
from companion.kiosk.screen import House
from companion.rules.triolet.position import RACK
from companion.rules.triolet.tokens import FACE_VALUES, FACES, JOKER
from companion.session.forms import Kind

MOST_TILES = 24  # nobody has drawn more
MOST_DIGITS = 3
TOKEN = theme.from_hex("#fff8e8")
_KEYS = ("7", "8", "9", "+", "4", "5", "6", "erase", "1", "2", "3", "0")


@dataclass(slots=True)
class RackPad:
    """The parts so far: faces of tokens, or numbers of which the last is still being typed."""

    kind: Kind
    parts: list[str] = field(default_factory=list)

    @property
    def total(self) -> int | None:
        """What they make; `None` while there is nothing."""
        told = [part for part in self.parts if part]
        if not told:
            return None
        return sum(FACE_VALUES[part] if self.kind == "triolet" else int(part) for part in told)

    def press(self, key: str) -> None:
        """A token's face, a digit, `+`, or `erase`; what makes no sense now does nothing."""
        if key == "erase":
            self._erase()
        elif self.kind == "triolet":
            if key in FACE_VALUES and len(self.parts) < RACK:
                self.parts.append(key)
        elif key == "+":
            if self.parts and self.parts[-1] and len(self.parts) < MOST_TILES:
                self.parts.append("")
        elif key.isdigit():
            self._type(key)

    def _type(self, digit: str) -> None:
        if not self.parts:
            self.parts.append("")
        if len(self.parts[-1]) < MOST_DIGITS:
            self.parts[-1] = (self.parts[-1] + digit).lstrip("0") or "0"

    def _erase(self) -> None:
        if self.kind == "triominos" and self.parts and self.parts[-1]:
            self.parts[-1] = self.parts[-1][:-1]
        elif self.parts:
            self.parts.pop()


def draw_keys(page: Page, box: pygame.Rect, house: House, pad: RackPad) -> None:
    """The keys: every face there is, or the ten digits."""
    keys = [*FACES, "erase"] if pad.kind == "triolet" else list(_KEYS)
    across = 6 if pad.kind == "triolet" else 4
    labels = {
        "erase": house.words("count-racks.erase"),
        "+": house.words("count-racks.plus"),
        JOKER: house.words("count-racks.joker"),
    }

    def act(key: str) -> None:
        pad.press(key)
        house.refresh()

    for cell, key in zip(grid(box, across, 3, page.unit(6)), keys, strict=True):
        page.button(
            cell,
            labels.get(key, key),
            partial(act, key),
            f"key-{key}",
            ground=theme.SLATE if key in ("erase", "+") else TOKEN,
            size=19 if key in ("erase", JOKER) else 30,
            lines=1,
        )
