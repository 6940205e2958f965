"""Pins: where they are on the header, and what is said when they cannot be used."""

from __future__ import annotations

import sys
import warnings
from types import ModuleType

import pytest
from gpiozero import LED, BadPinFactory, Device, PinUnknownPi
from gpiozero.pins.mock import MockFactory

from hardware.gpio import HEADER_PINS, NoGpio, header_pin, opening, pin_text
from hardware.gpio_buttons import GpioButtons
from hardware.gpio_buzzer import GpioBuzzer
from hardware.gpio_lights import GpioLights

NO_PINS = (
    "The red light on GPIO13 (pin 33) cannot use its pin: there is no GPIO here. On a Raspberry Pi, type "
    "sudo apt install python3-lgpio, and let the user into the group gpio."
)


@pytest.mark.parametrize("revision", ["a02082", "b03111", "c04170"], ids=["Pi 3", "Pi 4", "Pi 5"])
def test_the_header_is_as_gpiozero_knows_it(revision: str) -> None:
    header = MockFactory(revision=revision).board_info.headers["J8"]
    theirs = {
        int(pin.name.removeprefix("GPIO")): number
        for number, pin in header.pins.items()
        if pin.name.startswith("GPIO")
    }
    assert theirs == HEADER_PINS


def test_a_pin_is_written_with_its_place_on_the_header() -> None:
    assert pin_text(17) == "GPIO17 (pin 11)"


@pytest.mark.parametrize("number", [-1, 28])
def test_a_number_that_is_not_on_the_header_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="choose a number from 0 to 27"):
        header_pin(number)


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(BadPinFactory("Unable to load any default pin factory!"), id="no driver"),
        pytest.param(PinUnknownPi("unable to locate Pi revision"), id="not a Pi"),
        pytest.param(ImportError("No module named 'gpiozero'"), id="no gpiozero"),
        pytest.param(PermissionError(13, "Permission denied"), id="no right to"),
    ],
)
def test_without_gpio_one_sentence_says_so(fault: Exception) -> None:
    with pytest.raises(NoGpio) as told, opening("the red light", 13):
        raise fault
    assert str(told.value) == NO_PINS
    assert told.value.__cause__ is fault


def test_a_pin_that_another_program_uses_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    lgpio = ModuleType("lgpio")
    lgpio.error = type("error", (Exception,), {})  # type: ignore[attr-defined]  # as the real module has it
    monkeypatch.setitem(sys.modules, "lgpio", lgpio)
    with pytest.raises(NoGpio, match="something else uses it already"), opening("the red light", 13):
        raise lgpio.error("'GPIO busy'")


def test_a_mistake_in_the_program_is_not_taken_for_a_missing_pin() -> None:
    with pytest.raises(TypeError), opening("the red light", 13):
        raise TypeError("sum() takes at least 1 positional argument")


def test_gpiozero_is_asked_for_its_own_driver_and_its_warnings_stay_out_of_sight(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "absent")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(NoGpio):
            GpioButtons({"undo": 27})
        with pytest.raises(NoGpio):
            GpioLights({"red": 13})
        with pytest.raises(NoGpio):
            GpioBuzzer(19)


def test_a_pin_that_is_used_twice_is_named_and_the_others_are_let_go() -> None:
    factory = MockFactory()
    with pytest.raises(NoGpio) as told:
        GpioLights({"green": 5, "amber": 6, "red": 5}, pin_factory=factory)
    assert str(told.value).startswith("The red light on GPIO5 (pin 29) cannot use its pin: something else")
    LED(5, pin_factory=factory).close()
    LED(6, pin_factory=factory).close()


def test_buttons_that_fail_half_way_let_go_of_their_pins() -> None:
    factory = MockFactory()
    with pytest.raises(NoGpio):
        GpioButtons({"undo": 27, "draw": 27}, pin_factory=factory)
    LED(27, pin_factory=factory).close()


def test_a_pin_without_pulses_cannot_make_a_tone_and_the_reason_is_told() -> None:
    with pytest.raises(NoGpio, match=r"PinPWMUnsupported.* check that python3-lgpio is installed"):
        GpioBuzzer(19, pin_factory=MockFactory())
