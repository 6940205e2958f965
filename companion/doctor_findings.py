"""What the doctor found: one value a check, and the words for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.doctor_words import WORDS
from companion.rules.forms import printable
from companion.rules.verdict import Language
from companion.rules.wording import fill

State = Literal["ok", "warn", "bad", "unknown"]


@dataclass(frozen=True, slots=True)
class Finding:
    """How one part of the box is. `ok` needs nothing; `unknown` could not be looked at."""

    name: str
    state: State
    sentence: str
    what_to_do: str = ""


@dataclass(frozen=True, slots=True)
class Teller:
    """Puts findings into words."""

    language: Language

    def __call__(self, name: str, state: State, reason: str, /, **details: object) -> Finding:
        """The finding whose words go by the name `reason`."""
        sentence, what_to_do = WORDS[self.language][reason]
        words = {key: printable(one) if isinstance(one, str) else one for key, one in details.items()}
        return Finding(
            name,
            state,
            fill(sentence, self.language, **words),
            fill(what_to_do, self.language, **words),
        )
