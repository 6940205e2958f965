"""The settings: one TOML file, read once, everything that is wrong with it said together."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TypeVar

from companion.quiet_hours import NONE
from companion.rules.forms import printable
from companion.rules.verdict import Language
from companion.settings_faults import Fault
from companion.settings_values import (
    ALLOWED,
    PIN_SECTIONS,
    SECTIONS,
    Allowed,
    Buttons,
    Camera,
    General,
    Kiosk,
    Lamps,
    Lights,
    Place,
    Sound,
    Triolet,
    Triominos,
)

VARIABLE = "TRIOSCOPE_SETTINGS"
S = TypeVar("S")


class SettingsError(ValueError):
    """Settings that cannot be used; `faults` are all that is wrong, one sentence each."""

    def __init__(self, file: Path, faults: tuple[Fault, ...]) -> None:
        super().__init__(file, faults)
        self.file = file
        self.faults = faults

    def say(self, language: Language = "en") -> str:
        """One line a fault."""
        return "\n".join(fault.say(self.file, language) for fault in self.faults)

    def __str__(self) -> str:
        return self.say()


@dataclass(frozen=True, slots=True)
class Settings:
    """What is in force. `file` is where settings were looked for, `from_file` which keys it holds."""

    general: General = field(default_factory=General)
    triolet: Triolet = field(default_factory=Triolet)
    triominos: Triominos = field(default_factory=Triominos)
    camera: Camera = field(default_factory=Camera)
    buttons: Buttons = field(default_factory=Buttons)
    lights: Lights = field(default_factory=Lights)
    lamps: Lamps = field(default_factory=Lamps)
    sound: Sound = field(default_factory=Sound)
    kiosk: Kiosk = field(default_factory=Kiosk)
    file: Path | None = None
    from_file: frozenset[str] = frozenset()  # "sound.volume", …

    @classmethod
    def load(cls, path: Path | str | None = None, environ: Mapping[str, str] | None = None) -> Settings:
        """The settings in `path`, else where the environment says, else the usual place; else the defaults.

        Raises `SettingsError` with everything that is wrong. A file that was named must be there.
        """
        environ = os.environ if environ is None else environ
        named = path or environ.get(VARIABLE)
        file = Path(named) if named else config_folder(environ) / "settings.toml"
        table = _read_table(file, is_needed=bool(named))
        faults: list[Fault] = _unknown(table)
        from_file: set[str] = set()
        reader = _Reader(table, file, environ, faults, from_file)
        settings = cls(
            general=reader.section("general", General),
            triolet=reader.section("triolet", Triolet),
            triominos=reader.section("triominos", Triominos),
            camera=reader.section("camera", Camera),
            buttons=reader.section("buttons", Buttons),
            lights=reader.section("lights", Lights),
            lamps=reader.section("lamps", Lamps),
            sound=reader.section("sound", Sound),
            kiosk=reader.section("kiosk", Kiosk),
            file=file,
            from_file=frozenset(from_file),
        )
        faults += _shared_pins(settings, {fault.key for fault in faults})
        if faults:
            raise SettingsError(file, tuple(faults))
        return settings

    def values(self) -> dict[str, object]:
        """Every key with its value, `sound.volume` and so on, in the order of the sections."""
        return {
            f"{section}.{one.name}": getattr(getattr(self, section), one.name)
            for section, kind in SECTIONS.items()
            for one in fields(kind)
        }

    def source(self, key: str) -> Path | None:
        """The file that a value comes from; None is the default."""
        return self.file if key in self.from_file else None


def config_folder(environ: Mapping[str, str]) -> Path:
    """Where settings are kept."""
    return _folder(environ, "XDG_CONFIG_HOME", ".config")


def data_folder(environ: Mapping[str, str]) -> Path:
    """Where the journal and the profile are kept."""
    return _folder(environ, "XDG_DATA_HOME", ".local/share")


def _folder(environ: Mapping[str, str], variable: str, usual: str) -> Path:
    named = environ.get(variable, "")
    if named.startswith("/"):  # the XDG specification: a relative one is to be ignored
        return Path(named) / "trioscope"
    home = environ.get("HOME")
    return (Path(home) if home else Path.home()) / usual / "trioscope"


def _read_table(file: Path, is_needed: bool) -> Mapping[str, object]:
    try:
        return tomllib.loads(file.read_bytes().decode("utf-8-sig"))  # some editors begin with a mark
    except FileNotFoundError:
        if not is_needed:
            return {}
        fault = Fault("", "missing")
    except OSError as cause:
        fault = Fault("", "cannot-read", {"cause": (cause.strerror or str(cause)).lower()})
    except UnicodeDecodeError:
        fault = Fault("", "not-text")
    except tomllib.TOMLDecodeError as cause:
        fault = Fault("", "not-toml", {"cause": printable(str(cause))})
    raise SettingsError(file, (fault,))


def _unknown(table: Mapping[str, object]) -> list[Fault]:
    """Sections and keys that there are not."""
    faults = []
    for section, inside in table.items():
        if section not in SECTIONS:
            faults.append(Fault.unknown_section(section, isinstance(inside, dict)))
        elif not isinstance(inside, dict):
            faults.append(Fault(section, "not-a-section", {"section": section}))
        else:
            known = {one.name for one in fields(SECTIONS[section])}
            faults += [Fault.unknown_key(section, key) for key in inside if key not in known]
    return faults


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads sections, and collects what is wrong in `faults`."""

    table: Mapping[str, object]
    file: Path
    environ: Mapping[str, str]
    faults: list[Fault]
    from_file: set[str]

    def section(self, name: str, kind: type[S]) -> S:
        inside = self.table.get(name)
        found: dict[str, object] = {}
        for one in fields(kind):  # type: ignore[arg-type]  # the sections are dataclasses
            allowed: Allowed = one.metadata[ALLOWED]
            if isinstance(allowed, Place):
                found[one.name] = data_folder(self.environ) / str(one.default)
            if isinstance(inside, dict) and one.name in inside:
                value = inside[one.name]
                if not allowed.allows(value):
                    self.faults.append(Fault.not_allowed(f"{name}.{one.name}", value, allowed))
                    continue
                found[one.name] = self._place(value) if isinstance(allowed, Place) else value
                self.from_file.add(f"{name}.{one.name}")
        return kind(**found)

    def _place(self, text: str) -> Path:
        home = self.environ.get("HOME")
        if home and (text == "~" or text.startswith("~/")):
            return Path(home) / text[2:]
        return self.file.parent / text  # an absolute one stays what it is


def _shared_pins(settings: Settings, at_fault: AbstractSet[str]) -> list[Fault]:
    """Two parts on one pin would both do what only one was asked to."""
    taken: dict[object, str] = {}
    faults = []
    for section in PIN_SECTIONS:
        for one in fields(SECTIONS[section]):
            key, pin = f"{section}.{one.name}", getattr(getattr(settings, section), one.name)
            if key in at_fault or pin == NONE:
                continue
            if pin in taken:
                faults.append(Fault(key, "shared-pin", {"pin": pin, "other": taken[pin]}))
            taken.setdefault(pin, key)
    return faults
