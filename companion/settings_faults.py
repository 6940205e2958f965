"""What can be wrong with settings, as one sentence that names the file, the key and what is allowed."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Self

from companion.rules.forms import printable, shorten
from companion.rules.verdict import Language
from companion.rules.wording import AND, COLON, fill, join, quote
from companion.settings_values import (
    PIN,
    SECTIONS,
    Allowed,
    Device,
    Hours,
    OneOf,
    PinIfWired,
    Place,
    Switch,
    Whole,
)

SENTENCES: dict[Language, dict[str, str]] = {
    "en": {
        "missing": "there is no such file",
        "cannot-read": "the file cannot be read ({cause})",
        "not-text": "the file is not UTF-8 text",
        "not-toml": "the file is not TOML ({cause})",
        "unknown-section": "there is no such section; there are {known}",
        "unknown-section-like": "there is no such section; did you mean [{like}]?",
        "not-a-section": "this is a section: write [{section}] on a line of its own",
        "outside": "this stands outside any section; it belongs under [{like}]",
        "unknown-key": "there is no such setting; there are {known}",
        "unknown-key-like": "there is no such setting; did you mean {like}?",
        "one-of": "{value} is not one of {choices}",
        "whole": "{value} is not a whole number from {least} to {most}",
        "switch": "{value} is neither true nor false",
        "place": "{value} is not the name of a file",
        "pin-if-wired": "{value} is neither none nor a whole number from {least} to {most}",
        "device": "{value} is neither a camera's number from 0 to {most} nor its path, such as /dev/video0",
        "hours": "{value} is neither none nor a part of the day, such as 22:00-07:00",
        "shared-pin": "pin {pin} is already {other}",
    },
    "fr": {
        "missing": "ce fichier n’existe pas",
        "cannot-read": "le fichier ne peut pas être lu ({cause})",
        "not-text": "le fichier n’est pas du texte UTF-8",
        "not-toml": "le fichier n’est pas du TOML ({cause})",
        "unknown-section": "cette section n’existe pas ; il y a {known}",
        "unknown-section-like": "cette section n’existe pas ; vouliez-vous dire [{like}] ?",
        "not-a-section": "c’est une section : écrivez [{section}] seul sur une ligne",
        "outside": "ce réglage est en dehors de toute section ; sa place est sous [{like}]",
        "unknown-key": "ce réglage n’existe pas ; il y a {known}",
        "unknown-key-like": "ce réglage n’existe pas ; vouliez-vous dire {like} ?",
        "one-of": "{value} n’est pas parmi {choices}",
        "whole": "{value} n’est pas un nombre entier de {least} à {most}",
        "switch": "{value} n’est ni true ni false",
        "place": "{value} n’est pas un nom de fichier",
        "pin-if-wired": "{value} n’est ni none ni un nombre entier de {least} à {most}",
        "device": "{value} n’est ni le numéro d’une caméra, de 0 à {most}, ni son chemin, comme /dev/video0",
        "hours": "{value} n’est ni none ni une partie du jour, comme 22:00-07:00",
        "shared-pin": "la broche {pin} est déjà {other}",
    },
}
KEYS = {section: tuple(one.name for one in fields(kind)) for section, kind in SECTIONS.items()}


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong. `key` is empty if it is the whole file."""

    key: str
    reason: str
    details: Mapping[str, object] = field(default_factory=dict)

    def say(self, file: Path, language: Language = "en") -> str:
        details = dict(self.details)
        if "value" in details:
            details["value"] = quote(details["value"], language)
        for name in ("choices", "known"):
            if name in details:
                details[name] = join(details[name], AND[language])  # type: ignore[arg-type]  # a tuple
        sentence = fill(SENTENCES[language][self.reason], language, **details)
        places = [printable(str(file)), self.key] if self.key else [printable(str(file))]
        return COLON[language].join([*places, sentence])

    @classmethod
    def unknown_section(cls, name: str, is_table: bool) -> Self:
        """A section that there is not, or a key before the first section."""
        if not is_table:
            for section, keys in KEYS.items():
                if name in keys:
                    return cls(name, "outside", {"like": section})
        like = difflib.get_close_matches(name, KEYS, n=1)
        if like:
            return cls(shorten(name), "unknown-section-like", {"like": like[0]})
        return cls(shorten(name), "unknown-section", {"known": tuple(KEYS)})

    @classmethod
    def unknown_key(cls, section: str, key: str) -> Self:
        """A key that this section does not have; perhaps another has it."""
        place = f"{section}.{shorten(key)}"
        like = difflib.get_close_matches(key, KEYS[section], n=1)
        if like:
            return cls(place, "unknown-key-like", {"like": like[0]})
        for other, keys in KEYS.items():
            if key in keys:
                return cls(place, "unknown-key-like", {"like": f"{other}.{key}"})
        return cls(place, "unknown-key", {"known": KEYS[section]})

    @classmethod
    def not_allowed(cls, key: str, value: object, allowed: Allowed) -> Self:
        match allowed:
            case OneOf(choices):
                return cls(key, "one-of", {"value": value, "choices": choices})
            case Whole(least, most):
                return cls(key, "whole", {"value": value, "least": least, "most": most})
            case Switch():
                return cls(key, "switch", {"value": value})
            case Place():
                return cls(key, "place", {"value": value})
            case PinIfWired():
                return cls(key, "pin-if-wired", {"value": value, "least": PIN.least, "most": PIN.most})
            case Device(most):
                return cls(key, "device", {"value": value, "most": most})
            case Hours():
                return cls(key, "hours", {"value": value})
