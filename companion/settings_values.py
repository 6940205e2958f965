"""What may stand in the settings: one class a section, one field a key, each with its default.

Game facts are not repeated here: which editions and scorings there are, the rules say.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args, get_type_hints

from companion.quiet_hours import NONE, QuietHours
from companion.rules.triolet.editions import EDITIONS, LONE_OPENINGS, LoneOpening
from companion.rules.triominos import game as triominos
from companion.rules.triominos.position import SCORINGS, Scoring
from companion.rules.verdict import LANGUAGES, Language

CameraKind = Literal["auto", "picamera2", "usb", "folder", "virtual"]
Blocked = Literal["own", "lowest"]


@dataclass(frozen=True, slots=True)
class OneOf:
    """A text out of a few."""

    choices: tuple[str, ...]

    def allows(self, value: object) -> bool:
        return isinstance(value, str) and value in self.choices


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number between two, both allowed."""

    least: int
    most: int

    def allows(self, value: object) -> bool:
        return type(value) is int and self.least <= value <= self.most  # in Python true is a number, too


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off."""

    def allows(self, value: object) -> bool:
        return isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class Place:
    """A file or folder; a relative one is looked for beside the settings file."""

    def allows(self, value: object) -> bool:
        return isinstance(value, str) and value != "" and "\0" not in value


@dataclass(frozen=True, slots=True)
class PinIfWired:
    """A pin, or none: for what a box may do without."""

    def allows(self, value: object) -> bool:
        return value == NONE or PIN.allows(value)


@dataclass(frozen=True, slots=True)
class Device:
    """A camera by its number or by its path."""

    most: int = 63

    def allows(self, value: object) -> bool:
        if isinstance(value, str):
            return value.startswith("/") and "\0" not in value
        return Whole(0, self.most).allows(value)


@dataclass(frozen=True, slots=True)
class Hours:
    """A part of the day, or none."""

    def allows(self, value: object) -> bool:
        if not isinstance(value, str):
            return False
        try:
            QuietHours.parse(value)
        except ValueError:
            return False
        return True


Allowed = OneOf | Whole | Switch | Place | PinIfWired | Device | Hours
ALLOWED = "allowed"  # where a field keeps what it may be
PIN = Whole(0, 27)  # BCM numbers, as on every Pi with 40 pins
Pin = int | Literal["none"]
SIDE_PX = Whole(320, 10_000)


@dataclass(frozen=True, slots=True)
class General:
    language: Language = field(default="en", metadata={ALLOWED: OneOf(LANGUAGES)})
    journal: Path = field(default=Path("journal.db"), metadata={ALLOWED: Place()})
    pictures_mb: int = field(default=200, metadata={ALLOWED: Whole(0, 100_000)})


@dataclass(frozen=True, slots=True)
class Triolet:
    edition: str = field(default="fr", metadata={ALLOWED: OneOf(tuple(EDITIONS))})
    lone_opening: LoneOpening = field(default="doubled", metadata={ALLOWED: OneOf(LONE_OPENINGS)})


@dataclass(frozen=True, slots=True)
class Triominos:
    scoring: Scoring = field(default="standard", metadata={ALLOWED: OneOf(SCORINGS)})
    blocked: Blocked = field(
        default="own", metadata={ALLOWED: OneOf(get_args(get_type_hints(triominos.Rules)["blocked"]))}
    )
    seconds: int = field(default=60, metadata={ALLOWED: Whole(5, 3_600)})  # the sand of Challenge
    target: int = field(default=0, metadata={ALLOWED: Whole(0, 100_000)})  # of a match; 0: none


@dataclass(frozen=True, slots=True)
class Camera:
    kind: CameraKind = field(default="auto", metadata={ALLOWED: OneOf(get_args(CameraKind))})
    profile: Path = field(default=Path("profile.json"), metadata={ALLOWED: Place()})
    folder: Path = field(default=Path("pictures"), metadata={ALLOWED: Place()})  # for the kind "folder"
    width: int = field(default=1640, metadata={ALLOWED: SIDE_PX})
    height: int = field(default=1232, metadata={ALLOWED: SIDE_PX})
    device: int | str = field(default=0, metadata={ALLOWED: Device()})  # for the kind "usb"
    # From lens to table, for a Pi camera that can focus; 0: it finds out by itself.
    focus_cm: int = field(default=0, metadata={ALLOWED: Whole(0, 1_000)})


@dataclass(frozen=True, slots=True)
class Buttons:
    end_turn: int = field(default=17, metadata={ALLOWED: PIN})
    undo: int = field(default=27, metadata={ALLOWED: PIN})
    draw: int = field(default=22, metadata={ALLOWED: PIN})
    menu: int = field(default=23, metadata={ALLOWED: PIN})


@dataclass(frozen=True, slots=True)
class Lights:
    green: int = field(default=5, metadata={ALLOWED: PIN})
    amber: int = field(default=6, metadata={ALLOWED: PIN})
    red: int = field(default=13, metadata={ALLOWED: PIN})
    buzzer: int = field(default=19, metadata={ALLOWED: PIN})


@dataclass(frozen=True, slots=True)
class Lamps:
    """What a box may have besides: a lamp in each button, and a light at each player's place."""

    end_turn: Pin = field(default="none", metadata={ALLOWED: PinIfWired()})
    undo: Pin = field(default="none", metadata={ALLOWED: PinIfWired()})
    draw: Pin = field(default="none", metadata={ALLOWED: PinIfWired()})
    menu: Pin = field(default="none", metadata={ALLOWED: PinIfWired()})
    player_1: Pin = field(default="none", metadata={ALLOWED: PinIfWired()})
    player_2: Pin = field(default="none", metadata={ALLOWED: PinIfWired()})
    player_3: Pin = field(default="none", metadata={ALLOWED: PinIfWired()})
    player_4: Pin = field(default="none", metadata={ALLOWED: PinIfWired()})


@dataclass(frozen=True, slots=True)
class Sound:
    on: bool = field(default=True, metadata={ALLOWED: Switch()})
    volume: int = field(default=70, metadata={ALLOWED: Whole(0, 100)})
    quiet: str = field(default=NONE, metadata={ALLOWED: Hours()})  # without buzzer: "22:00-07:00"


@dataclass(frozen=True, slots=True)
class Kiosk:
    fullscreen: bool = field(default=False, metadata={ALLOWED: Switch()})
    preview: bool = field(default=True, metadata={ALLOWED: Switch()})


SECTIONS = {
    "general": General,
    "triolet": Triolet,
    "triominos": Triominos,
    "camera": Camera,
    "buttons": Buttons,
    "lights": Lights,
    "lamps": Lamps,
    "sound": Sound,
    "kiosk": Kiosk,
}
PIN_SECTIONS = ("buttons", "lights", "lamps")
