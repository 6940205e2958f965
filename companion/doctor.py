"""The doctor: looks at every part of the box, one small check each, and says in plain words what to do.

    findings = examine(Patient(settings, …), "en")

A check is a function from facts to a `Finding`; the facts come in through the `Patient`. One that fails
itself is a finding, too: a doctor that stumbles over a broken camera driver would help nobody.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from companion.doctor_card import check_card
from companion.doctor_devices import PinsFound, check_pins, check_screen
from companion.doctor_files import check_disk, check_journal, last_game_s
from companion.doctor_findings import Finding, Teller
from companion.doctor_machine import Run, check_temperature, check_throttling, check_time
from companion.doctor_versions import Parts, check_versions
from companion.quiet_hours import NONE
from companion.rules.verdict import Language
from companion.settings import Settings

if TYPE_CHECKING:
    from companion.doctor_camera import Look
    from hardware.interfaces import Camera

logger = logging.getLogger(__name__)

UNIT = "trioscope.service"


@dataclass(frozen=True, slots=True)
class Fitted:
    """The devices as the kiosk would find them; the pins are closed again, the camera is not opened yet."""

    camera_kind: str  # "virtual" if there is none
    open_camera: Callable[[], Camera]
    pins: PinsFound


@dataclass(frozen=True, slots=True)
class Patient:
    """Where to look."""

    settings: Settings
    fit: Callable[[], Fitted]
    driver: Callable[[], str | None]  # by which of its drivers SDL would draw
    parts: Callable[[], Parts]
    free_bytes: Callable[[Path], int]
    run: Run
    now_s: float  # by the wall clock
    installed_s: float  # when this program was put here
    about: Sequence[str] = ()
    is_pi: bool = False
    root: Path = field(default=Path("/"))


def examine(patient: Patient, language: Language, only: Collection[str] = ()) -> tuple[Finding, ...]:
    """All findings, or those named, in the order of `CHECKS`."""
    visit = _Visit(patient, Teller(language))
    return tuple(visit.check(name) for name in CHECKS if not only or name in only)


class _Visit:
    """One examination: what several checks look at is fetched once."""

    def __init__(self, patient: Patient, tell: Teller) -> None:
        self.patient, self.tell = patient, tell

    def check(self, name: str) -> Finding:
        try:
            return CHECKS[name](self)
        except Exception as fault:
            logger.exception("the check %s stumbled", name)
            return self.tell(name, "unknown", "stumbled", fault=f"{type(fault).__name__}, {fault}")

    @cached_property
    def is_kiosk_running(self) -> bool:
        return (self.patient.run(("systemctl", "is-active", UNIT)) or "").strip() == "active"

    @cached_property
    def fitted(self) -> Fitted:
        return self.patient.fit()

    @cached_property
    def look(self) -> Look:
        from companion.doctor_camera import look_through

        return look_through(self.fitted.open_camera)

    def camera(self) -> Finding:
        from companion.doctor_camera import check_camera

        if self.is_kiosk_running:
            return self.tell("camera", "unknown", "kiosk-runs")
        if self.fitted.camera_kind == "virtual":
            return self.tell("camera", "bad" if self.patient.is_pi else "warn", "camera-virtual")
        return check_camera(self.tell, self.look)

    def through_the_camera(self, name: str) -> Finding:
        from companion import doctor_camera

        if self.is_kiosk_running:
            return self.tell(name, "unknown", "kiosk-runs")
        if self.fitted.camera_kind == "virtual":
            return self.tell(name, "unknown", "no-picture")
        checks = {
            "view": doctor_camera.check_view,
            "focus": doctor_camera.check_focus,
            "light": doctor_camera.check_light,
        }
        return checks[name](self.tell, self.look)

    def pins(self) -> Finding:
        if self.is_kiosk_running:
            return self.tell("pins", "unknown", "kiosk-runs")
        return check_pins(self.tell, pins_of(self.patient.settings), self.fitted.pins)

    def screen(self) -> Finding:
        return check_screen(
            self.tell, self.patient.root, None if self.is_kiosk_running else self.patient.driver
        )

    def disk(self) -> Finding:
        return check_disk(self.tell, self.patient.settings.general.journal.parent, self.patient.free_bytes)

    def journal(self) -> Finding:
        return check_journal(self.tell, self.patient.settings.general.journal)

    def card(self) -> Finding:
        folder = self.patient.settings.general.journal.parent.absolute()
        return check_card(self.tell, self.patient.root, self.patient.run, folder)

    def temperature(self) -> Finding:
        return check_temperature(self.tell, self.patient.root)

    def throttling(self) -> Finding:
        return check_throttling(self.tell, self.patient.root, self.patient.run)

    def time(self) -> Finding:
        one = self.patient
        last_s = last_game_s(one.settings.general.journal)
        return check_time(self.tell, one.root, one.run, one.now_s, one.installed_s, last_s)

    def versions(self) -> Finding:
        one = self.patient
        return check_versions(self.tell, one.about, one.parts(), one.is_pi)


# By the names that the command and the JSON use.
CHECKS: Mapping[str, Callable[[_Visit], Finding]] = {
    "versions": _Visit.versions,  # first: if parts do not load together, it explains the rest
    "camera": _Visit.camera,
    "view": lambda visit: visit.through_the_camera("view"),
    "focus": lambda visit: visit.through_the_camera("focus"),
    "light": lambda visit: visit.through_the_camera("light"),
    "pins": _Visit.pins,
    "screen": _Visit.screen,
    "disk": _Visit.disk,
    "journal": _Visit.journal,
    "card": _Visit.card,
    "temperature": _Visit.temperature,
    "throttling": _Visit.throttling,
    "time": _Visit.time,
}


def pins_of(settings: Settings) -> dict[str, int]:
    """The BCM number of every button, light and buzzer, and of the lamps that are wired."""
    buttons, lights, lamps = settings.buttons, settings.lights, settings.lamps
    return {
        "end-turn": buttons.end_turn,
        "undo": buttons.undo,
        "draw": buttons.draw,
        "menu": buttons.menu,
        "green": lights.green,
        "amber": lights.amber,
        "red": lights.red,
        "buzzer": lights.buzzer,
        **{
            f"lamp-{one.name.replace('_', '-')}": getattr(lamps, one.name)
            for one in fields(lamps)
            if getattr(lamps, one.name) != NONE
        },
    }
