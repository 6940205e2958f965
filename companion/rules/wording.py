"""How words are put together in every language: lists, plurals, and what somebody else wrote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.rules.forms import shorten
from companion.rules.verdict import Language

A: Mapping[Language, str] = {"en": "a", "fr": "un"}
AND: Mapping[Language, str] = {"en": " and ", "fr": " et "}
OR: Mapping[Language, str] = {"en": " or ", "fr": " ou "}
COLON: Mapping[Language, str] = {"en": ": ", "fr": "\N{NO-BREAK SPACE}: "}
SEMICOLON: Mapping[Language, str] = {"en": "; ", "fr": "\N{NO-BREAK SPACE}; "}
THIS_NUMBER: Mapping[Language, str] = {"en": "this number", "fr": "ce nombre"}
SINGULAR: Mapping[Language, range] = {"en": range(1, 2), "fr": range(2)}  # French says "0 jeton"


class Count(int):
    """A number in a sentence: `{count}` is the number, `{count:token|tokens}` the word that goes with it."""

    language: Language = "en"

    @classmethod
    def of(cls, number: int, language: Language) -> Count:
        count = cls(number)
        count.language = language
        return count

    def __format__(self, words: str) -> str:
        if not words:
            return str(int(self))
        one, many = words.split("|")
        return one if abs(self) in SINGULAR[self.language] else many


def fill(sentence: str, language: Language, /, **details: object) -> str:
    """The sentence with its words and numbers; several words are `a, b and c`."""
    words: dict[str, object] = {}
    for name, detail in details.items():
        if type(detail) is int:
            words[name] = Count.of(detail, language)
        elif isinstance(detail, tuple):
            words[name] = join(detail, AND[language])
        else:
            words[name] = detail
    return sentence.format_map(words)


def join(words: Sequence[object], last: str) -> str:
    """`a, b and c`."""
    texts = [str(word) for word in words]
    return last.join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else "".join(texts)


def quote(value: object, language: Language) -> str:
    """An input value as it was written, shortened: `"x"`, `true`, `[…]`."""
    if isinstance(value, str):
        return f'"{shorten(value)}"'
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        # A whole number of thousands of digits cannot even be printed; NaN and Infinity are no numbers.
        return shorten(repr(value)) if abs(value) < 1e40 else THIS_NUMBER[language]
    return "{…}" if isinstance(value, dict) else "[…]"
