"""What is wired to which pin: from the settings themselves, for table and drawing of docs/build.md."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import Literal

from companion.doctor import pins_of
from companion.doctor_words import DEVICES
from companion.settings import Settings
from companion.settings_values import Lamps
from hardware.gpio import HEADER_PINS, header_pin

PartKind = Literal["button", "light", "buzzer", "lamp"]

GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)  # of the header, the same on every Raspberry Pi with 40 pins
POWER = {1: "3.3 V", 2: "5 V", 4: "5 V", 17: "3.3 V"}
# Pins that nothing else needs, for what a box may have besides.
SUGGESTED = """\
[lamps]
end_turn = 24
undo = 25
draw = 12
menu = 16
player_1 = 26
player_2 = 20
player_3 = 21
player_4 = 18
"""
WIRING = {
    "button": "push button, from the pin to ground",
    "light": "pin, resistor of 330 Ω, long leg of the LED; short leg to ground",
    "buzzer": "passive piezo disc, pin to ground through 100 Ω",
    "lamp": "as a light; more than 10 mA, or 5 V and 12 V lamps, need a transistor",
}


@dataclass(frozen=True, slots=True)
class Part:
    """One thing with one wire to the header and one to ground."""

    name: str
    kind: PartKind
    bcm: int

    @property
    def header(self) -> int:
        return header_pin(self.bcm)

    @property
    def ground(self) -> int:
        """The nearest ground on the same side of the header, which keeps wires apart."""
        return min(
            (pin for pin in GROUNDS if pin % 2 == self.header % 2), key=lambda pin: abs(pin - self.header)
        )


def needed_parts() -> tuple[Part, ...]:
    """What every box has, by the default settings."""
    return _parts(Settings())


def optional_parts() -> tuple[Part, ...]:
    """Lamps, on the pins that docs/build.md suggests."""
    lamps = Lamps(**tomllib.loads(SUGGESTED)["lamps"])
    return tuple(part for part in _parts(Settings(lamps=lamps)) if part.kind == "lamp")


def pin_name(header: int) -> str:
    """What a pin of the header is: `GPIO17`, `ground`, `5 V`."""
    if header in GROUNDS:
        return "ground"
    if header in POWER:
        return POWER[header]
    (bcm,) = (bcm for bcm, pin in HEADER_PINS.items() if pin == header)
    return f"GPIO{bcm}"


def _parts(settings: Settings) -> tuple[Part, ...]:
    names = DEVICES["en"]
    return tuple(
        Part(names[device][0].upper() + names[device][1:], _kind(device), bcm)
        for device, bcm in pins_of(settings).items()
    )


def _kind(device: str) -> PartKind:
    if device.startswith("lamp-"):
        return "lamp"
    if device in ("green", "amber", "red"):
        return "light"
    return "buzzer" if device == "buzzer" else "button"
