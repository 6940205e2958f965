"""What buttons, lights and buzzer share: where a pin is on the header, and one plain error where pins fail.

Pins are known by their BCM numbers (GPIO17), as in the settings and in gpiozero. On the header they are
counted otherwise: GPIO17 is pin 11.
"""

from __future__ import annotations

import logging
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

logger = logging.getLogger(__name__)

# The same on every Raspberry Pi with 40 pins.
HEADER_PINS: Mapping[int, int] = {
    0: 27,
    1: 28,
    2: 3,
    3: 5,
    4: 7,
    5: 29,
    6: 31,
    7: 26,
    8: 24,
    9: 21,
    10: 19,
    11: 23,
    12: 32,
    13: 33,
    14: 8,
    15: 10,
    16: 36,
    17: 11,
    18: 12,
    19: 35,
    20: 38,
    21: 40,
    22: 15,
    23: 16,
    24: 18,
    25: 22,
    26: 37,
    27: 13,
}

# Between an edge and the call that tells of it. Less is not worth a correction; more, and the driver's
# stamps are of another clock (lgpio takes what the kernel gives, and old kernels gave the time of day).
LEAST_LATE_S, MOST_LATE_S = 0.001, 2.0

NO_PINS = (
    "{device} cannot use its pin: there is no GPIO here. On a Raspberry Pi, type "
    "sudo apt install python3-lgpio, and let the user into the group gpio."
)
IN_USE = (
    "{device} cannot use its pin: something else uses it already. Give each button, light and buzzer a pin "
    "of its own in the settings, and close other programs that use pins."
)
BROKEN = (
    "{device} cannot use its pin ({why}). Choose another one in the settings, and check that python3-lgpio "
    "is installed."
)


class NoGpio(OSError):
    """A device's pin cannot be used. The text says why and what to do; touch and keys are still there."""


def header_pin(bcm: int) -> int:
    """Where on the 40-pin header a BCM number is; `ValueError` if it is not there."""
    if bcm not in HEADER_PINS:
        raise ValueError(f"GPIO{bcm} is not on the header: choose a number from 0 to 27.")
    return HEADER_PINS[bcm]


def pin_text(bcm: int) -> str:
    """A pin as people read it: `GPIO17 (pin 11)`."""
    return f"GPIO{bcm} (pin {header_pin(bcm)})"


@contextmanager
def opening(device: str, pin: int) -> Iterator[None]:
    """Open a device inside: whatever gpiozero or its driver raises comes out as `NoGpio`."""
    name = f"{device} on {pin_text(pin)}"
    # gpiozero warns of every driver that it tries in vain; the one sentence of `NoGpio` says it better.
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            yield
        except _faults() as fault:
            raise NoGpio(_sentence(name, fault)) from fault
        finally:
            for warning in warned:
                logger.debug("%s: %s", name, warning.message)


def edge_age_s(device: Any) -> float:
    """How long ago the last edge of a gpiozero input came: 0 if the driver does not know."""
    age_s = device.inactive_time if device.active_time is None else device.active_time
    return age_s if age_s is not None and LEAST_LATE_S <= age_s <= MOST_LATE_S else 0.0


def _faults() -> tuple[type[Exception], ...]:
    """What may be raised. RPi.GPIO raises `RuntimeError`, and lgpio an error that is kin to no other."""
    theirs = (_loaded("gpiozero", "GPIOZeroError"), _loaded("lgpio", "error"))
    return (ImportError, OSError, RuntimeError, *(kind for kind in theirs if kind is not None))


def _sentence(device: str, fault: Exception) -> str:
    device = device[0].upper() + device[1:]
    if any(words in str(fault).lower() for words in ("already in use", "busy")):
        return IN_USE.format(device=device)
    unknown_pi = _loaded("gpiozero", "PinUnknownPi")
    if isinstance(fault, (ImportError, OSError)) or (unknown_pi and isinstance(fault, unknown_pi)):
        return NO_PINS.format(device=device)
    return BROKEN.format(device=device, why=str(fault) or type(fault).__name__)


def _loaded(module: str, name: str) -> type[Exception] | None:
    """An exception of a module, if it is loaded: else nobody can have raised it."""
    return getattr(sys.modules.get(module), name, None)
