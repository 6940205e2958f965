"""What every screen is, and the house it lives in.

A screen builds a page from what it knows, and its targets say what a touch does. Keys and the four buttons
work on the same targets by moving a ring from one to the next, so whatever can be touched can be done by keys
and by buttons too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Literal, Protocol

from companion.kiosk.backstage import Backstage
from companion.kiosk.page import Page, Target
from companion.rules.verdict import Language
from companion.session.intents import Intent
from companion.session.views import SandView, TableView

Button = Literal["end-turn", "draw", "undo", "menu"]


class House(Protocol):
    """What a screen may ask of the kiosk."""

    @property
    def language(self) -> Language: ...

    @property
    def view(self) -> TableView | None:
        """The game as it is now; `None` while there is none."""

    @property
    def sand(self) -> SandView | None:
        """The sand at this very moment; `None` where there is none."""

    @property
    def now(self) -> float:
        """The monotonic time."""

    @property
    def backstage(self) -> Backstage: ...

    def words(self, key: str, /, **details: object) -> str:
        """The sentence of this name in the language that is set."""

    def send(self, make: Callable[[float], Intent]) -> bool:
        """Tell the game something, `make` gets the moment; what it declines is shown as a sentence."""

    def end_turn(self, pressed_at: float | None = None) -> bool:
        """End turn: the moment counts at which the button went down."""

    def go(self, screen: Screen) -> None:
        """Show a screen on top of this one."""

    def swap(self, screen: Screen) -> None:
        """Show a screen in place of this one."""

    def back(self) -> None:
        """Leave this screen for the one below."""

    def home(self) -> None:
        """Leave everything for the first screen."""

    def to_table(self) -> None:
        """Leave everything for the game."""

    def say(self, sentence: str) -> None:
        """A sentence on a strip at the bottom, for a few seconds."""

    def refresh(self) -> None:
        """Build the page anew."""


class Screen:
    """One screen; subclasses give a name and build a page."""

    name: ClassVar[str] = ""
    takes_text: ClassVar[bool] = False  # letters are typed, they are no short cuts

    def __init__(self, house: House) -> None:
        self.house = house
        self.focus: str | None = None
        self.finger: tuple[int, int] | None = None  # where it touches a target, while that acts

    def build(self, page: Page) -> None:
        """Draw everything and say what can be touched."""
        raise NotImplementedError

    def update(self) -> bool:
        """Called often; whether the page must be built anew though nothing was touched."""
        return False

    def leave(self) -> None:
        """Back was asked for: by Escape, by the menu button."""
        self.house.back()

    def type(self, text: str) -> None:
        """Letters that were typed, if the screen takes text; `"\\b"` is the backspace key."""

    def scroll(self, steps: int) -> None:
        """Up (negative) or down, by the wheel or a finger that drags."""

    def drag(self, start: tuple[int, int], at: tuple[int, int], is_over: bool) -> bool:
        """A finger moves over the screen; whether that means something here."""
        return False

    def push(self, button: Button, is_long: bool, page: Page) -> None:
        """One of the four buttons: choose, next, previous, back; long: a row farther, or home."""
        enabled = [target for target in page.targets if target.is_enabled]
        if button == "menu":
            self.house.home() if is_long else self.leave()
        elif button == "end-turn":
            self.choose(page)
        else:
            step = 1 if button == "draw" else -1
            self.move_focus(enabled, step, by_row=is_long)

    def key(self, key: str, page: Page) -> bool:
        """A key by its pygame name; whether it meant something."""
        enabled = [target for target in page.targets if target.is_enabled]
        if key in ("return", "enter") or (key == "space" and not self.takes_text):
            self.choose(page)
        elif key in ("tab", "right", "down", "left", "up"):
            self.move_focus(enabled, -1 if key in ("left", "up") else 1, by_row=key in ("up", "down"))
        elif key == "escape":
            self.leave()
        else:
            return self._short_cut(key, enabled)
        return True

    def choose(self, page: Page) -> None:
        """Do what has the ring; with no ring, what goes on."""
        enabled = [target for target in page.targets if target.is_enabled]
        chosen = next((target for target in enabled if target.name == self.focus), None)
        if chosen is None:
            self.move_focus(enabled, 1)
        else:
            chosen.act()

    def move_focus(self, enabled: list[Target], step: int, by_row: bool = False) -> None:
        """Move the ring to the next target in the order in which they were built, or to another row."""
        if not enabled:
            return
        names = [target.name for target in enabled]
        if self.focus not in names:
            self.focus = names[0 if step > 0 else -1]
        elif by_row:
            self.focus = _in_next_row(enabled, self.focus, step)
        else:
            self.focus = names[(names.index(self.focus) + step) % len(names)]
        self.house.refresh()

    def _short_cut(self, key: str, enabled: list[Target]) -> bool:
        if self.takes_text:
            return False
        for target in enabled:
            if target.key and target.key.lower() == key.lower():
                target.act()
                return True
        return False


def _in_next_row(enabled: list[Target], focus: str | None, step: int) -> str:
    """The nearest target in the next row above or below; the first or last one beyond the edge."""
    now = next(target for target in enabled if target.name == focus).rect
    beyond = [t for t in enabled if (t.rect.centery - now.centery) * step > min(t.rect.h, now.h) / 2]
    if not beyond:
        names = [target.name for target in enabled]
        return names[0 if step > 0 else -1]
    nearest = min(abs(t.rect.centery - now.centery) for t in beyond)
    row = [t for t in beyond if abs(t.rect.centery - now.centery) < nearest + now.h / 2]
    return min(row, key=lambda t: abs(t.rect.centerx - now.centerx)).name
