"""The virtual buttons, as the program sees them."""

from __future__ import annotations

import pytest

from hardware.interfaces import ButtonName, Buttons, Press
from hardware.virtual.buttons import VirtualButtons


class Clock:
    now = 5.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("name", ["end-turn", "draw", "undo", "menu"])
def test_a_press_is_told_once_with_its_time(name: ButtonName) -> None:
    clock, pressed = Clock(), list[Press]()
    buttons = VirtualButtons(clock)
    buttons.on_press = pressed.append
    clock.now = 7.5
    buttons.press(name)
    assert pressed == [Press(name, 7.5)]


def test_a_test_may_say_when_and_how_long_a_button_was_pressed() -> None:
    pressed = list[Press]()
    buttons = VirtualButtons(Clock())
    buttons.on_press = pressed.append
    buttons.press("end-turn", at=0.0)
    buttons.press("menu", at=3.0, is_long=True)
    assert pressed == [Press("end-turn", 0.0, is_long=False), Press("menu", 3.0, is_long=True)]


def test_a_press_that_nobody_listens_to_is_lost() -> None:
    pressed = list[Press]()
    buttons = VirtualButtons(Clock())
    buttons.press("undo")
    buttons.on_press = pressed.append
    assert pressed == []


def test_closed_buttons_tell_nothing() -> None:
    pressed = list[Press]()
    buttons: Buttons = VirtualButtons(Clock())
    buttons.on_press = pressed.append
    buttons.close()
    buttons.close()
    assert isinstance(buttons, VirtualButtons)
    buttons.press("draw")
    assert pressed == []
