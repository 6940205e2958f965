"""The facts of this machine, for the doctor: real devices, real commands, the real clock."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import chdir
from pathlib import Path

import companion
from companion.doctor import Fitted, Patient
from companion.doctor_devices import PinsFound
from companion.doctor_machine import read_text
from companion.doctor_versions import load_parts
from companion.settings import Settings

COMMAND_LIMIT_S = 10.0
DRIVER_LIMIT_S = 20.0
DRIVER = "import pygame; pygame.display.init(); print(pygame.display.get_driver())"
SEED = 2017  # of a virtual table that nobody looks at


def patient_here(settings: Settings) -> Patient:
    """This machine."""
    root = Path("/")
    return Patient(
        settings,
        fit=lambda: fit_here(settings),
        driver=find_driver,
        parts=load_parts,
        free_bytes=lambda folder: shutil.disk_usage(folder).free,
        run=run_command,
        now_s=time.time(),
        installed_s=Path(companion.__file__).stat().st_mtime,
        about=describe(root),
        is_pi=(model_of(root) or "").startswith("Raspberry Pi"),
        root=root,
    )


def fit_here(settings: Settings) -> Fitted:
    """Open the pins as the kiosk does, see how that goes, and close them."""
    from companion.fittings import fit, has_lamps, is_a_pi
    from hardware.virtual.buzzer import VirtualBuzzer

    # lgpio makes a pipe in the folder it is in: anywhere else that may be forbidden.
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        fittings = fit(settings, SEED)
        has = {
            "buttons": fittings.has_buttons,
            "lights": fittings.has_lights,
            "buzzer": not isinstance(fittings.buzzer, VirtualBuzzer),
            "lamps": fittings.lamps is not None or not has_lamps(settings),
        }
        held = tuple(fault.button for fault in fittings.buttons.faults)
        for device in (fittings.buttons, fittings.lights, fittings.buzzer, fittings.lamps):
            if device is not None:
                device.close()
    failed = tuple(name for name, is_there in has.items() if not is_there)
    return Fitted(fittings.camera_kind, fittings.open_camera, PinsFound(is_a_pi(), failed, held))


def find_driver() -> str | None:
    """By which of its drivers SDL would draw here; asked in a process of its own, which may hang."""
    environ = {"PYGAME_HIDE_SUPPORT_PROMPT": "1", **os.environ}
    if not {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"} & environ.keys():
        environ["SDL_VIDEODRIVER"] = "kmsdrm"  # as the kiosk's unit has it
    try:
        ran = subprocess.run(
            [sys.executable, "-c", DRIVER],
            env=environ,
            capture_output=True,
            text=True,
            timeout=DRIVER_LIMIT_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return ran.stdout.strip() or None


def run_command(words: Sequence[str]) -> str | None:
    """What a command prints; `None` if it is not there, fails, or takes too long."""
    try:
        ran = subprocess.run(
            words,
            env={**os.environ, "LC_ALL": "C"},
            capture_output=True,
            timeout=COMMAND_LIMIT_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return ran.stdout.decode("utf-8", "replace")


def describe(root: Path) -> tuple[str, ...]:
    """Program, Python, system and model."""
    system = read_text(root / "etc/os-release") or ""
    names = [
        line.partition("=")[2].strip('"') for line in system.splitlines() if line.startswith("PRETTY_NAME=")
    ]
    model = model_of(root)
    about = [f"Trioscope {companion.__version__}", f"Python {platform.python_version()}", *names[:1]]
    return (*about, model) if model else tuple(about)


def model_of(root: Path) -> str | None:
    """`Raspberry Pi 5 Model B Rev 1.0`; `None` on other computers."""
    return read_text(root / "proc/device-tree/model")
