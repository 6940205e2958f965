"""The command `trioscope settings`: what is in force, and where each value comes from."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from companion.rules.forms import printable
from companion.rules.verdict import LANGUAGES, Language
from companion.streams import complain, write_line

if TYPE_CHECKING:
    from companion.settings import Settings

OK, BAD_INPUT = 0, 2
DESCRIPTION = (
    "Print every setting that is in force, its value, and whether it is the default or comes from the "
    "settings file. The file is the one given with --settings, else the one that TRIOSCOPE_SETTINGS names, "
    "else trioscope/settings.toml in XDG_CONFIG_HOME (~/.config). Such a file holds, for instance, [sound] "
    "on one line and volume = 30 on the next."
)
EXAMPLE = "Example: trioscope settings --settings table.toml --json"
HEADS: dict[Language, tuple[str, str, str]] = {
    "en": ("setting", "value", "from"),
    "fr": ("réglage", "valeur", "origine"),
}
# A pin is set by its BCM number; on the header they are counted otherwise.
HEADER_PIN: dict[Language, str] = {
    "en": "{value} (pin {header} of the header)",
    "fr": "{value} (broche {header})",
}
DEFAULT: dict[Language, str] = {"en": "default", "fr": "par défaut"}


def add_options(settings: argparse.ArgumentParser) -> None:
    """The options of the command, and what its help says."""
    settings.description, settings.epilog = DESCRIPTION, EXAMPLE
    settings.add_argument("--settings", metavar="FILE", help="the settings file to read")
    settings.add_argument("--json", action="store_true", help="as one JSON object")
    settings.add_argument(
        "--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help="language (default: as the settings say)"
    )
    settings.set_defaults(run=run_settings)


def run_settings(options: argparse.Namespace) -> int:
    from companion.settings import Settings, SettingsError

    try:
        settings = Settings.load(options.settings, os.environ)
    except SettingsError as fault:
        complain(fault.say(getattr(options, "lang", "en")))
        return BAD_INPUT
    if options.json:
        said = {
            key: {"value": _plain(value), "from": _name(settings.source(key)), **_header(key, value)}
            for key, value in settings.values().items()
        }
        write_line(json.dumps(said, ensure_ascii=False))
    else:
        for line in _table(settings, getattr(options, "lang", settings.general.language)):
            write_line(printable(line))
    return OK


def _table(settings: Settings, language: Language) -> list[str]:
    rows = [HEADS[language]]
    for key, value in settings.values().items():
        text = json.dumps(_plain(value), ensure_ascii=False)  # TOML writes these as JSON does
        if header := _header(key, value):
            text = HEADER_PIN[language].format(value=text, **header)
        rows.append((key, text, _name(settings.source(key)) or DEFAULT[language]))
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    return [f"{key:<{widths[0]}}  {value:<{widths[1]}}  {source}" for key, value, source in rows]


def _header(key: str, value: object) -> dict[str, int]:
    """Where on the header a pin is; nothing for other settings, and for what is not wired."""
    from companion.settings_values import PIN_SECTIONS
    from hardware.gpio import header_pin

    if key.partition(".")[0] not in PIN_SECTIONS or not isinstance(value, int):
        return {}
    return {"header": header_pin(value)}


def _plain(value: object) -> object:
    return str(value) if isinstance(value, Path) else value


def _name(source: Path | None) -> str | None:
    return None if source is None else str(source)
