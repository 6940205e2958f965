"""From the settings to devices: pins on mock pins, cameras by what they are opened with."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gpiozero import LED, Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.fittings import Fittings, fit
from companion.kiosk.sounds import Sounds
from companion.quiet_hours import QuietHours
from companion.rules.triolet.editions import STANDARD
from companion.session import news
from companion.session.intents import PassTurn
from companion.session.session import Session
from companion.session.setup import Setup
from companion.settings import Settings
from companion.signals import Signals
from hardware.interfaces import CameraLost
from tests.made_up import put
from tests.recorded import seats

Fit = Callable[[str], Fittings]


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> Iterator[MockFactory]:
    """A Pi's header."""
    factory = MockFactory(pin_class=MockPWMPin)
    monkeypatch.setattr(Device, "pin_factory", factory)
    monkeypatch.setattr("companion.fittings.is_a_pi", lambda: True)
    yield factory
    factory.reset()


@pytest.fixture
def fit_out(tmp_path: Path) -> Iterator[Fit]:
    """What is fitted by a settings file; closed in the end."""
    fitted: list[Fittings] = []

    def fit_one(text: str) -> Fittings:
        put(tmp_path, "settings.toml", f"[camera]\nkind = 'folder'\n{text}")
        fitted.append(fit(Settings.load(tmp_path / "settings.toml", {"HOME": str(tmp_path)}), seed=1))
        return fitted[-1]

    yield fit_one
    for one in fitted:
        for device in (one.buttons, one.lights, one.buzzer, one.lamps):
            if device is not None:
                device.close()


def lit(pins: MockFactory) -> set[int]:
    """The numbers of the pins that give current."""
    return {int(info.name[4:]) for info, pin in pins.pins.items() if pin.function == "output" and pin.state}


def test_a_box_without_lamps_opens_no_pin_for_them(pins: MockFactory, fit_out: Fit) -> None:
    fittings = fit_out("")
    assert (fittings.has_buttons, fittings.has_lights, fittings.lamps) == (True, True, None)
    assert {int(info.name[4:]) for info in pins.pins} == {17, 27, 22, 23, 5, 6, 13, 19}


def test_lamps_are_lit_on_the_pins_of_the_settings(pins: MockFactory, fit_out: Fit) -> None:
    fittings = fit_out("[lamps]\nend_turn = 24\nundo = 25\nplayer_2 = 12\nplayer_4 = 16\n")
    assert fittings.lamps is not None
    fittings.lamps.show_lamps(frozenset({"end-turn", "menu"}))
    fittings.lamps.show_player(2)
    assert lit(pins) == {24, 12}
    fittings.lamps.show_lamps(frozenset({"undo"}))
    fittings.lamps.show_player(4)
    assert lit(pins) == {25, 16}
    fittings.lamps.show_player(3)  # the third has no light
    assert lit(pins) == {25}


def test_a_lamp_that_cannot_be_lit_costs_nothing_else(
    pins: MockFactory, fit_out: Fit, caplog: pytest.LogCaptureFixture
) -> None:
    blocker = LED(24)
    with caplog.at_level(logging.WARNING):
        fittings = fit_out("[lamps]\nend_turn = 24\n")
    assert (fittings.has_buttons, fittings.has_lights, fittings.lamps) == (True, True, None)
    assert "the lamp in the button end-turn on GPIO24 (pin 18)".lower() in caplog.text.lower()
    blocker.close()


def test_the_lamps_follow_the_game(pins: MockFactory, fit_out: Fit) -> None:
    fittings = fit_out("[lamps]\nundo = 25\nmenu = 8\nplayer_1 = 12\nplayer_2 = 16\n")
    signals = Signals(fittings.lights, fittings.buzzer, Sounds(is_on=False), lamps=fittings.lamps)
    session = Session.start(Setup(STANDARD, seats("Anna", "Ben")), 0.0)
    signals.show_table(session.state)
    assert lit(pins) == {8, 12}  # nothing can be taken back yet
    passed = session.hear(PassTurn(1.0))
    assert isinstance(passed, Session)
    signals.show_table(passed.state)
    assert lit(pins) == {25, 8, 16}
    signals.show_table(None)
    assert lit(pins) == {25, 8}
    signals.close()
    assert lit(pins) == set()


def test_the_buzzer_is_silent_in_quiet_hours_and_the_lights_are_not(pins: MockFactory, fit_out: Fit) -> None:
    fittings, minute = fit_out(""), [23 * 60]
    signals = Signals(
        fittings.lights,
        fittings.buzzer,
        Sounds(is_on=False),
        quiet=QuietHours.parse("22:00-07:00"),
        minute=lambda: minute[0],
    )
    signals.hear(news.TimeRanOut(()), 10.0)
    signals.show(None, 10.0)
    assert (lit(pins), pins.pin(19).frequency) == ({13}, None)
    minute[0] = 7 * 60
    signals.hear(news.TimeRanOut(()), 20.0)
    signals.show(None, 20.0)
    assert pins.pin(19).frequency == pytest.approx(2093, abs=1)  # a sounding buzzer
    signals.close()


def test_a_buzzer_that_is_tried_out_sounds_at_night_too(pins: MockFactory, fit_out: Fit) -> None:
    fittings = fit_out("")
    quiet = QuietHours.parse("22:00-07:00")
    signals = Signals(fittings.lights, fittings.buzzer, Sounds(is_on=False), quiet=quiet, minute=lambda: 0)
    signals.try_out("buzzer", 10.0)
    assert pins.pin(19).frequency is not None
    signals.close()


def test_a_usb_camera_is_the_one_that_the_settings_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    def open_usb(device: object, wished: tuple[int, int]) -> None:
        asked.append((device, wished))
        raise CameraLost("There is none.")

    monkeypatch.setattr("hardware.usb_camera.UsbCamera", open_usb)
    for device in ("2", "'/dev/v4l/by-id/usb-cam'"):
        put(
            tmp_path,
            "settings.toml",
            f"[camera]\nkind = 'usb'\ndevice = {device}\nwidth = 1920\nheight = 1080\n",
        )
        fittings = fit(Settings.load(tmp_path / "settings.toml", {"HOME": str(tmp_path)}), seed=1)
        with pytest.raises(CameraLost):
            fittings.open_camera()
    assert asked == [(2, (1920, 1080)), ("/dev/v4l/by-id/usb-cam", (1920, 1080))]


@pytest.mark.parametrize(
    ("written", "focus_m"),
    [pytest.param("62", 0.62, id="measured"), pytest.param("0", None, id="it finds out by itself")],
)
def test_a_pi_camera_is_told_how_far_the_table_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str, focus_m: float | None
) -> None:
    asked: list[float | None] = []

    def open_pi(wished: tuple[int, int], *, focus_m: float | None) -> None:
        asked.append(focus_m)
        raise CameraLost("There is none.")

    monkeypatch.setattr("hardware.pi_camera.PiCamera", open_pi)
    put(tmp_path, "settings.toml", f"[camera]\nkind = 'picamera2'\nfocus_cm = {written}\n")
    fittings = fit(Settings.load(tmp_path / "settings.toml", {"HOME": str(tmp_path)}), seed=1)
    with pytest.raises(CameraLost):
        fittings.open_camera()
    assert asked == [focus_m]
