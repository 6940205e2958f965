"""What is fitted to this box: camera, buttons, lights and buzzer, as the settings say and as they are found.

Whatever is missing is left out and said; a virtual twin takes its place, and everything else goes on.
"""

from __future__ import annotations

import importlib.util
import logging
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from companion.settings import Settings
from companion.settings_values import Pin
from companion.virtual_camera import QueuedCamera
from companion.virtual_guest import VirtualGuest
from hardware.gpio import NoGpio
from hardware.gpio_buttons import GpioButtons
from hardware.gpio_buzzer import GpioBuzzer
from hardware.gpio_lights import GpioLights
from hardware.interfaces import ButtonName, Buttons, Buzzer, Camera, CameraLost, Lamps, Lights
from hardware.supervised_camera import CameraSupervisor
from hardware.virtual.buttons import VirtualButtons
from hardware.virtual.buzzer import VirtualBuzzer
from hardware.virtual.lights import VirtualLights

logger = logging.getLogger(__name__)

SECONDS_EACH = 2.0  # a folder's picture stands for so long


@dataclass(slots=True, eq=False)
class Fittings:
    """The devices, real or virtual."""

    open_camera: Callable[[], Camera]
    camera_kind: str
    guest: VirtualGuest | None = None  # lays on the virtual table
    buttons: Buttons = field(default_factory=VirtualButtons)
    lights: Lights = field(default_factory=VirtualLights)
    buzzer: Buzzer = field(default_factory=VirtualBuzzer)
    lamps: Lamps | None = None  # in the buttons and at the places; only real ones
    # When End turn went down, while it is held and nobody knows yet whether for long.
    pressing_since: Callable[[], float | None] = lambda: None
    has_buttons: bool = False  # real ones
    has_lights: bool = False


def fit(settings: Settings, seed: int) -> Fittings:
    """Find what there is. Pins are opened here; the camera is opened by whoever reads."""
    kind = _camera_kind(settings)
    if kind == "virtual":
        camera = QueuedCamera(seed)
        fittings = Fittings(lambda: camera, kind, VirtualGuest(camera, random.Random(seed)))
    else:
        fittings = Fittings(CameraSupervisor(lambda: _open_camera(kind, settings)).open, kind)
    if is_a_pi():
        _fit_pins(settings, fittings)
    return fittings


def is_a_pi() -> bool:
    """Whether there is a header with pins: elsewhere nobody looks for it, and nobody is warned."""
    try:
        return b"Raspberry Pi" in Path("/proc/device-tree/model").read_bytes()
    except OSError:
        return False


def _camera_kind(settings: Settings) -> str:
    """The kind that the settings name; else the Pi's own camera, else the virtual table.

    A webcam is never opened unasked.
    """
    if settings.camera.kind != "auto":
        return settings.camera.kind
    return "picamera2" if is_a_pi() and importlib.util.find_spec("picamera2") else "virtual"


def _open_camera(kind: str, settings: Settings) -> Camera:
    wished = (settings.camera.width, settings.camera.height)
    if kind == "picamera2":
        from hardware.pi_camera import PiCamera

        focus_cm = settings.camera.focus_cm
        return PiCamera(wished, focus_m=focus_cm / 100 if focus_cm else None)
    if kind == "usb":
        from hardware.usb_camera import UsbCamera

        return UsbCamera(settings.camera.device, wished)
    if kind == "folder":
        from hardware.folder_camera import FolderCamera

        return FolderCamera(settings.camera.folder, seconds_each=SECONDS_EACH)
    raise CameraLost(f"There is no camera of the kind {kind}.")


def _fit_pins(settings: Settings, fittings: Fittings) -> None:
    """Each by itself: a light that cannot be lit does not cost the buttons."""
    pins, lights = settings.buttons, settings.lights
    try:
        buttons = GpioButtons(
            {"end-turn": pins.end_turn, "draw": pins.draw, "undo": pins.undo, "menu": pins.menu}
        )
        fittings.buttons, fittings.has_buttons = buttons, True
        fittings.pressing_since = lambda: buttons.down_since("end-turn")
    except NoGpio as fault:
        logger.warning("no buttons: %s", fault)
    try:
        fittings.lights = GpioLights({"green": lights.green, "amber": lights.amber, "red": lights.red})
        fittings.has_lights = True
    except NoGpio as fault:
        logger.warning("no lights: %s", fault)
    try:
        fittings.buzzer = GpioBuzzer(lights.buzzer)
    except NoGpio as fault:
        logger.warning("no buzzer: %s", fault)
    if has_lamps(settings):
        try:
            fittings.lamps = GpioLights({}, lamps=lamp_pins(settings), players=player_pins(settings))
        except NoGpio as fault:
            logger.warning("no lamps: %s", fault)


def has_lamps(settings: Settings) -> bool:
    """Whether any lamp in a button or light at a place is wired."""
    return bool(lamp_pins(settings)) or any(pin is not None for pin in player_pins(settings))


def lamp_pins(settings: Settings) -> dict[ButtonName, int]:
    """The pins of the lamps in the buttons, those that are wired."""
    lamps = settings.lamps
    named: dict[ButtonName, Pin] = {
        "end-turn": lamps.end_turn,
        "undo": lamps.undo,
        "draw": lamps.draw,
        "menu": lamps.menu,
    }
    return {name: pin for name, pin in named.items() if isinstance(pin, int)}


def player_pins(settings: Settings) -> tuple[int | None, ...]:
    """The pins of the lights at the places, the first player's first; `None`: none is wired there."""
    lamps = settings.lamps
    pins = (lamps.player_1, lamps.player_2, lamps.player_3, lamps.player_4)
    return tuple(pin if isinstance(pin, int) else None for pin in pins)
