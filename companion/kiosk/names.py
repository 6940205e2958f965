"""Names as people type them: in any script, with emoji, at most forty letters."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

MOST_LETTERS = 40
# They join or dress the character before them, in emoji above all.
_JOINER = "\u200d"
_DRESSES = {"\ufe0e", "\ufe0f", *map(chr, range(0x1F3FB, 0x1F400))}


def add_text(name: str, text: str) -> str:
    """The name with what was typed, as far as it fits; what cannot be printed is left out."""
    kept = "".join(letter for letter in text if _is_writable(letter))
    longer = unicodedata.normalize("NFC", name + kept)
    return longer if len(longer) <= MOST_LETTERS else name


def drop_last(name: str) -> str:
    """The name without its last character, with everything that was joined to it."""
    while name:
        last, name = name[-1], name[:-1]
        is_part = unicodedata.combining(last) or last in _DRESSES or last == _JOINER
        if not is_part and not name.endswith(_JOINER):
            break
    return name


def tidy(name: str) -> str:
    """Without spaces at its ends and double ones inside."""
    return " ".join(name.split())


def is_taken(name: str, taken: Iterable[str]) -> bool:
    """Whether somebody is called like that already, however it is written."""
    return tidy(name).casefold() in {tidy(other).casefold() for other in taken}


def starts_word(name: str) -> bool:
    """Whether the next letter would begin a word: names are written with a capital there."""
    return not name or name[-1] in " -'’."


def _is_writable(letter: str) -> bool:
    return letter.isprintable() or letter == _JOINER or letter in _DRESSES
