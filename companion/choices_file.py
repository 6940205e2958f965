"""What the family changed on the screens, in a small JSON file beside the settings.

    choices = load_choices(path, settings)          # the settings, and over them what was changed
    save_choices(path, choices, settings)

Whatever is wrong with the file is a warning in the log and nothing more: the settings hold then.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from companion.kiosk.backstage import Choices
from companion.rules.forms import printable
from companion.settings import Settings
from companion.settings_values import ALLOWED, SECTIONS, Switch, Whole

logger = logging.getLogger(__name__)

MOST_BYTES = 100_000  # no choices are as long
# The choices that the settings have too, and where.
IN_SETTINGS = {
    "language": "general.language",
    "sound": "sound.on",
    "volume": "sound.volume",
    "preview": "kiosk.preview",
    "triolet_edition": "triolet.edition",
    "triolet_lone_opening": "triolet.lone_opening",
    "triominos_scoring": "triominos.scoring",
    "triominos_blocked": "triominos.blocked",
    "seconds": "triominos.seconds",
    "target": "triominos.target",
}


@dataclass(frozen=True, slots=True)
class _Names:
    """A list of texts. Which sounds there are is not asked: another version may have others."""

    def allows(self, value: object) -> bool:
        return isinstance(value, list) and all(isinstance(name, str) for name in value)


ONLY_HERE: dict[str, _Names | Switch | Whole] = {
    "muted": _Names(),
    "left_handed": Switch(),
    "dim_after_s": Whole(0, 86_400),
    "seconds": Whole(0, 3_600),  # unlike in the settings 0 is allowed: the players have a timer of their own
}


class _Unusable(ValueError):
    """A file that holds no choices; its text says why, for the log."""


def load_choices(path: Path, settings: Settings) -> Choices:
    """The choices: what the file says, else what the settings say.

    A field that is unknown or cannot be right is passed over; a file that is damaged is set aside.
    """
    try:
        written = _read(path)
    except OSError as fault:
        logger.warning("%s cannot be read: %s", path, fault.strerror or fault)
        written = {}
    except _Unusable as fault:
        _set_aside(path, str(fault))
        written = {}
    found: dict[str, Any] = {}  # Any: each value was looked at
    for name, value in written.items():
        if not _is_understood(name, value):
            logger.warning("%s: “%s” is not understood, and passed over", path, printable(name))
        else:
            found[name] = frozenset(value) if isinstance(value, list) else value
    return replace(defaults_of(settings), **found)


def save_choices(path: Path, choices: Choices, settings: Settings | None = None) -> None:
    """Write what differs from the settings; without them everything, as nobody knows what differs.

    The file is whole at every moment, and on disk when this returns. What an older or newer program wrote
    there and this one does not understand stays in it. A disk that takes nothing is a warning in the log: the
    choices hold until the program ends.
    """
    try:
        old = _read(path)
    except (OSError, _Unusable) as fault:
        _set_aside(path, str(fault))
        old = {}
    strange = {name: value for name, value in old.items() if not _is_understood(name, value)}
    wanted = strange | _differences(choices, None if settings is None else defaults_of(settings))
    if wanted == old:
        return
    fresh = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with fresh.open("w", encoding="utf-8") as file:
            file.write(json.dumps(wanted, indent=1) + "\n")
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
        _sync_folder(path.parent)
    except OSError as fault:
        logger.warning("%s cannot be written: %s", path, fault.strerror or fault)
        with suppress(OSError):  # there may be no folder to have left it in
            fresh.unlink()


def defaults_of(settings: Settings) -> Choices:
    """The choices before anybody changed any."""
    values: Mapping[str, Any] = settings.values()
    return Choices(**{name: values[key] for name, key in IN_SETTINGS.items()})


def _differences(choices: Choices, defaults: Choices | None) -> dict[str, object]:
    """The fields that are not as the defaults have them, as JSON has them."""
    found: dict[str, object] = {}
    for one in fields(Choices):
        value = getattr(choices, one.name)
        if defaults is None or value != getattr(defaults, one.name):
            found[one.name] = sorted(value) if isinstance(value, frozenset) else value
    return found


def _is_understood(name: str, value: object) -> bool:
    if name in ONLY_HERE:
        return ONLY_HERE[name].allows(value)
    section, _, key = IN_SETTINGS.get(name, "").partition(".")
    known = {one.name: one for one in fields(SECTIONS[section])} if section else {}
    return key in known and bool(known[key].metadata[ALLOWED].allows(value))


def _read(path: Path) -> dict[str, object]:
    """What stands in the file; nothing if it is not there."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise _Unusable("it is too large")
        written = json.loads(path.read_bytes().decode("utf-8-sig"))  # some editors begin with a mark
    except FileNotFoundError:
        return {}
    except (ValueError, RecursionError) as fault:
        raise fault if isinstance(fault, _Unusable) else _Unusable("it is no JSON") from None
    if not isinstance(written, dict):
        raise _Unusable("it is no JSON object")
    return written


def _set_aside(path: Path, why: str) -> None:
    """Give the file another name, so that what it holds is not lost."""
    kept = path.with_name(path.name + ".damaged")
    count = 1
    while kept.exists():
        count += 1
        kept = path.with_name(f"{path.name}.damaged-{count}")
    try:
        path.rename(kept)
    except OSError as fault:
        logger.warning("%s cannot be used (%s), nor set aside: %s", path, why, fault.strerror or fault)
    else:
        logger.warning("%s cannot be used (%s); it is now %s", path, why, kept.name)


def _sync_folder(folder: Path) -> None:
    """Have the new name itself on disk."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
