"""What is plugged into the box: buttons, lights and buzzer on their pins, and the screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.app import UNSEEN_DRIVERS
from companion.doctor_findings import Finding, Teller
from companion.doctor_machine import read_text
from companion.doctor_words import DEVICES
from companion.rules.wording import AND, join

RESERVED = (0, 1)  # BCM numbers of the header's ID_SD and ID_SC


@dataclass(frozen=True, slots=True)
class PinsFound:
    """How opening the pins went."""

    has_header: bool  # a Raspberry Pi, in short
    failed: tuple[str, ...] = ()  # of "buttons", "lights", "buzzer" and "lamps"
    held: tuple[str, ...] = ()  # buttons that are down


def check_pins(tell: Teller, pins: Mapping[str, int], found: PinsFound) -> Finding:
    """`pins`: the BCM number of each device; people also read where that is on the header."""
    if not found.has_header:
        return tell("pins", "warn", "no-header")
    names = DEVICES[tell.language]
    listed = ", ".join(say_pin(tell, device, bcm) for device, bcm in pins.items())
    if found.failed:
        return tell("pins", "bad", "pins-fail", devices=_join(tell, found.failed), pins=listed)
    if found.held:
        held = {names[device]: pins[device] for device in found.held}
        where = ", ".join(say_pin(tell, device, pins[device]) for device in found.held)
        return tell("pins", "bad", "button-held", devices=", ".join(held), pins=where)
    if any(bcm in RESERVED for bcm in pins.values()):
        return tell("pins", "warn", "pin-reserved")
    return tell("pins", "ok", "pins-ok", pins=listed)


def say_pin(tell: Teller, device: str, bcm: int) -> str:
    """`End turn on GPIO17 (pin 11)`."""
    from hardware.gpio import header_pin

    names = DEVICES[tell.language]
    return names["pin"].format(device=names[device], bcm=bcm, header=header_pin(bcm))


def check_screen(tell: Teller, root: Path, driver: Callable[[], str | None] | None) -> Finding:
    """Whether there is a screen, and whether pygame can draw on it.

    `driver` says by which of its drivers SDL would draw; `None`: the kiosk is drawing, so nobody is asked.
    """
    states = {path.parent.name.partition("-")[2]: read_text(path) for path in _connectors(root)}
    connected = [name for name, state in sorted(states.items()) if state == "connected"]
    if driver is None:
        if states and not connected:
            return tell("screen", "bad", "no-screen")
        return tell("screen", "ok", "screen-connected", screens=", ".join(connected) or "?")
    name = driver()
    if name is not None and name not in UNSEEN_DRIVERS:
        return tell("screen", "ok", "screen-ok", driver=name)
    if connected:
        return tell("screen", "bad", "no-driver")
    return tell("screen", "bad", "no-screen" if states else "screen-unseen")


def _connectors(root: Path) -> list[Path]:
    return sorted(root.glob("sys/class/drm/card*-*/status"))


def _join(tell: Teller, devices: Sequence[str]) -> str:
    return join([DEVICES[tell.language][device] for device in devices], AND[tell.language])
