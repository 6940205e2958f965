"""What only a real Raspberry Pi can show: its pins open, and its camera gives fresh frames."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

import pytest

from hardware.gpio_buttons import GpioButtons
from hardware.gpio_buzzer import GpioBuzzer
from hardware.gpio_lights import GpioLights
from hardware.pi_camera import PiCamera


def is_pi() -> bool:
    model = Path("/proc/device-tree/model")
    return model.exists() and b"Raspberry Pi" in model.read_bytes()


pytestmark = [pytest.mark.pi, pytest.mark.skipif(not is_pi(), reason="needs a Raspberry Pi")]


def test_the_pins_of_the_usual_wiring_open_and_close() -> None:
    buttons = GpioButtons({"end-turn": 17, "undo": 27, "draw": 22, "menu": 23})
    lights = GpioLights({"green": 5, "amber": 6, "red": 13})
    buzzer = GpioBuzzer(19)
    lights.show(frozenset({"green"}))
    buzzer.sound(0.06)
    for device in (buttons, lights, buzzer):
        device.close()


def test_the_camera_gives_frames_exposed_after_the_call_and_held() -> None:
    camera = PiCamera()
    try:
        asked_s = monotonic()
        frames = camera.burst(3)
        assert frames[0].taken_s >= asked_s
        assert all(frame.pixels.shape == (camera.size[1], camera.size[0], 3) for frame in frames)
        exposures = [frame.exposure for frame in frames]
        assert all(
            one is not None and one.gain == pytest.approx(camera.held.gain, rel=0.05) for one in exposures
        )
    finally:
        camera.close()
