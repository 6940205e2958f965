"""The lights on mock pins."""

from __future__ import annotations

from itertools import combinations

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.gpio_lights import GpioLights
from hardware.interfaces import LightName, Lights

PINS: dict[LightName, int] = {"green": 5, "amber": 6, "red": 13}


def lit_pins(pins: MockFactory) -> set[int]:
    """The numbers of the pins that give current."""
    return {int(info.name[4:]) for info, pin in pins.pins.items() if pin.function == "output" and pin.state}


@pytest.fixture
def pins() -> MockFactory:
    return MockFactory()


def test_all_are_dark_at_first(pins: MockFactory) -> None:
    lights = GpioLights(PINS, lamps={"undo": 20}, players=[16, 26], pin_factory=pins)
    assert (lit_pins(pins), lights.lit) == (set(), frozenset())
    lights.close()


def test_what_is_shown_is_lit_and_nothing_else(pins: MockFactory) -> None:
    lights: Lights = GpioLights(PINS, pin_factory=pins)
    names = tuple(PINS)
    for count in (3, 1, 2, 0, 2, 1, 3, 0):
        for shown in combinations(names, count):
            lights.show(frozenset(shown))
            assert lit_pins(pins) == {PINS[name] for name in shown}
    lights.close()


class CountingPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """Counts what is written to it."""

    writes = 0

    def _set_state(self, value: float) -> None:
        super()._set_state(value)
        self.writes += 1


def test_showing_the_same_again_writes_nothing() -> None:
    pins = MockFactory(pin_class=CountingPin)
    lights = GpioLights(PINS, pin_factory=pins)
    lights.show(frozenset({"red"}))
    before = pins.pin(13).writes
    lights.show(frozenset({"red"}))
    lights.show(frozenset({"red", "green"}))
    assert (pins.pin(13).writes, pins.pin(5).state) == (before, True)
    lights.close()


def test_a_light_without_a_pin_is_left_out(pins: MockFactory) -> None:
    lights = GpioLights({"green": 5}, pin_factory=pins)
    lights.show(frozenset({"red", "green"}))
    assert (lit_pins(pins), lights.lit) == ({5}, frozenset({"green"}))
    lights.close()


def test_lamps_and_players_have_lights_of_their_own(pins: MockFactory) -> None:
    lights = GpioLights(PINS, lamps={"end-turn": 20, "undo": 21}, players=[16, 26, 12, 25], pin_factory=pins)
    lights.show(frozenset({"amber"}))
    lights.show_lamps(frozenset({"undo"}))
    lights.show_player(3)
    assert lit_pins(pins) == {6, 21, 12}
    lights.show_player(4)
    lights.show_lamps(frozenset({"end-turn", "menu"}))
    assert lit_pins(pins) == {6, 20, 25}
    lights.show_player(5)  # more players than lights
    assert lit_pins(pins) == {6, 20}
    lights.show_player(None)
    lights.show_lamps(frozenset())
    lights.show(frozenset())
    assert lit_pins(pins) == set()
    lights.close()


def test_closed_lights_are_dark_for_good_and_their_pins_free(pins: MockFactory) -> None:
    lights = GpioLights(PINS, lamps={"undo": 21}, players=[16], pin_factory=pins)
    lights.show(frozenset(PINS))
    lights.show_lamps(frozenset({"undo"}))
    lights.show_player(1)
    lights.close()
    assert (lit_pins(pins), lights.lit) == (set(), frozenset())
    lights.show(frozenset({"red"}))
    lights.show_player(1)
    lights.close()
    assert (lit_pins(pins), lights.lit) == (set(), frozenset())
    GpioLights(PINS, lamps={"undo": 21}, players=[16], pin_factory=pins).close()
