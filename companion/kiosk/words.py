"""Every word on the screens: one TOML file a language, in the folder `words`.

A sentence is named `section.key`; `{name}` is filled in, and `{count:token|tokens}` gives the word that goes
with a number, as the language counts.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path

from companion.rules.verdict import Language
from companion.rules.wording import fill

FOLDER = Path(__file__).parent / "words"


def say(language: Language, key: str, /, **details: object) -> str:
    """The sentence of this name; `KeyError` if there is none, which a test looks for."""
    return fill(catalogue(language)[key], language, **details)


@lru_cache(maxsize=8)
def catalogue(language: Language) -> dict[str, str]:
    """All sentences of a language by their names."""
    sections = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    return {
        f"{section}.{key}": sentence
        for section, sentences in sections.items()
        for key, sentence in sentences.items()
    }
