"""Three ways to work the kiosk: a finger, a keyboard, the four buttons. Each can do everything alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tests.kiosk.stage import Stage

# What stands on a key's cap, where it is not the key's own name.
KEY_CAPS = {"↵": "return", "Esc": "escape"}


class Hands(Protocol):
    """Somebody at the kiosk."""

    @property
    def stage(self) -> Stage: ...

    def choose(self, name: str) -> None:
        """Whatever has this name on the page."""

    def end_turn(self) -> None: ...

    def pause(self) -> None:
        """Have the game stand still, by the shortest way there is."""

    def wake(self) -> None:
        """Make the dimmed screen bright."""

    def write(self, text: str) -> None:
        """A name, on the screen that asks for one; and done."""

    def tell_rack(self, keys: Sequence[str]) -> None:
        """What is left on a rack, key by key; and done."""


class Finger:
    """Touches, and nothing else."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def choose(self, name: str) -> None:
        self.stage.touch(name)

    def end_turn(self) -> None:
        self.choose("end-turn")

    def pause(self) -> None:
        self.choose("menu")
        self.choose("pause")

    def wake(self) -> None:
        self.stage.touch_at(self.stage.surface.get_rect().center)

    def write(self, text: str) -> None:
        _tap_name(self, text)

    def tell_rack(self, keys: Sequence[str]) -> None:
        _tap_rack(self, keys)


class Keyboard:
    """The key that stands on a button; where none does, Tab to it and Enter."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def choose(self, name: str) -> None:
        cap = self.stage.target(name).key
        if cap:
            self.stage.key(KEY_CAPS.get(cap, cap.lower()))
        else:
            self.stage.key_until(name)

    def end_turn(self) -> None:
        self.stage.key("space")

    def pause(self) -> None:
        self.stage.key("p")

    def wake(self) -> None:
        self.stage.key("space")

    def write(self, text: str) -> None:
        self.stage.type(text)
        self.stage.key("return")

    def tell_rack(self, keys: Sequence[str]) -> None:
        for key in keys:
            if len(key) == 1:
                self.stage.key(key)
            else:  # the joker, and numbers that no key has
                self.choose(f"key-{key}")
        self.choose("done")


class FourButtons:
    """In a running game the buttons do what is written on them; everywhere else they move the ring."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def choose(self, name: str) -> None:
        if self.stage.kiosk.screen.name == "game":
            self.stage.push(name)
        else:
            self.stage.push_until(name)

    def end_turn(self) -> None:
        self.stage.push("end-turn")

    def pause(self) -> None:
        self.stage.push("end-turn", is_long=True)

    def wake(self) -> None:
        self.stage.push("draw")  # any button is meant, so one that only moves the ring

    def write(self, text: str) -> None:
        _tap_name(self, text)

    def tell_rack(self, keys: Sequence[str]) -> None:
        _tap_rack(self, keys)


def _tap_name(hands: Hands, text: str) -> None:
    """On the keyboard that the screen shows; capitals come by themselves where a name begins."""
    for letter in text.lower():
        names = [target.name for target in hands.stage.kiosk.page.targets]
        if f"key-{letter}" not in names:
            hands.choose("to-letters" if letter.isascii() else "to-accents")
        hands.choose(f"key-{letter}")
    hands.choose("done")


def _tap_rack(hands: Hands, keys: Sequence[str]) -> None:
    for key in keys:
        hands.choose(f"key-{key}")
    hands.choose("done")
