"""The doctor's facts of this machine, and the command with them."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

import pytest
from gpiozero import LED, Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.doctor_command import add_options
from companion.doctor_facts import describe, find_driver, fit_here, model_of, run_command
from companion.settings import Settings
from hardware.gpio import NoGpio
from hardware.interfaces import CameraLost
from tests.made_up import put


def test_a_command_answers_or_there_is_nothing() -> None:
    assert run_command(("echo", "throttled=0x0")) == "throttled=0x0\n"
    assert run_command(("false",)) is None
    assert run_command(("there-is-no-such-command",)) is None


def test_sdl_is_asked_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert find_driver() == "dummy"
    monkeypatch.setenv("SDL_VIDEODRIVER", "there-is-no-such-driver")
    assert find_driver() is None


def test_system_and_model_are_read(tmp_path: Path) -> None:
    put(tmp_path, "etc/os-release", 'ID=debian\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n')
    assert describe(tmp_path)[2:] == ("Debian GNU/Linux 12 (bookworm)",)
    put(tmp_path, "proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
    assert model_of(tmp_path) == "Raspberry Pi 5 Model B Rev 1.0"
    assert describe(tmp_path)[3] == "Raspberry Pi 5 Model B Rev 1.0"


def test_a_desk_is_fitted_with_a_virtual_table_and_no_pins(tmp_path: Path) -> None:
    fitted = fit_here(Settings.load(environ={"HOME": str(tmp_path)}))
    assert (fitted.camera_kind, fitted.pins.has_header) == ("virtual", False)


def test_a_folder_without_pictures_is_a_camera_that_is_lost(tmp_path: Path) -> None:
    put(tmp_path, "settings.toml", "[camera]\nkind = 'folder'\nfolder = 'nothing'\n")
    fitted = fit_here(Settings.load(tmp_path / "settings.toml", {"HOME": str(tmp_path)}))
    with pytest.raises(CameraLost):
        fitted.open_camera()


class HeldButtons:
    """Stands for buttons of which one is down."""

    def __init__(self, pins: object) -> None:
        self.faults = (argparse.Namespace(button="undo"),)
        self.is_closed = False

    def close(self) -> None:
        self.is_closed = True


def no_pins(*_: object) -> None:
    raise NoGpio("There is no GPIO here.")


def test_on_a_pi_each_kind_of_pin_is_tried_and_let_go_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[HeldButtons] = []

    def open_buttons(pins: object) -> HeldButtons:
        opened.append(HeldButtons(pins))
        return opened[-1]

    monkeypatch.setattr("companion.fittings.is_a_pi", lambda: True)
    monkeypatch.setattr("companion.fittings.GpioButtons", open_buttons)
    monkeypatch.setattr("companion.fittings.GpioLights", no_pins)
    monkeypatch.setattr("companion.fittings.GpioBuzzer", no_pins)
    found = fit_here(Settings.load(environ={"HOME": str(tmp_path)})).pins
    assert (found.has_header, found.failed, found.held) == (True, ("lights", "buzzer"), ("undo",))
    assert opened[0].is_closed


def test_lamps_that_are_wired_and_cannot_be_lit_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.fittings.is_a_pi", lambda: True)
    monkeypatch.setattr(Device, "pin_factory", MockFactory(pin_class=MockPWMPin))
    put(tmp_path, "settings.toml", "[lamps]\nundo = 24\nplayer_2 = 25\n")
    settings = Settings.load(tmp_path / "settings.toml", {"HOME": str(tmp_path)})
    assert fit_here(settings).pins.failed == ()
    blocker = LED(25)
    assert fit_here(settings).pins.failed == ("lamps",)
    blocker.close()


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    add_options(parser)
    options = parser.parse_args(words)
    code: int = options.run(options)
    return code


def test_the_command_tells_of_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert run("--only", "journal", "--only", "versions", "--json", "--lang", "fr") == 0
    told = json.loads(capfdbinary.readouterr().out)
    assert [one["name"] for one in told["findings"]] == ["versions", "journal"]
    assert told["findings"][1]["sentence"] == "Aucune partie n’a encore été jouée."


def test_settings_that_cannot_be_used_are_said(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run("--settings", str(tmp_path / "none.toml")) == 2
    assert b"none.toml" in capfdbinary.readouterr().err


def test_the_doctor_comes_also_where_nothing_else_can_be_loaded() -> None:
    """Whoever lacks OpenCV needs the doctor most."""
    code = (
        "import sys, companion.doctor_command, companion.doctor_facts; "
        "sys.exit(str({'cv2', 'numpy', 'pygame', 'gpiozero'} & set(sys.modules) or ''))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.stderr.strip() == ""
