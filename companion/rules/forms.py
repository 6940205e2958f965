"""Reading JSON values: each function returns what was promised or raises `Malformed` with the place."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from companion.rules.errors import Malformed

# JSON readers agree on whole numbers only up to 2**53; no table is that large.
FARTHEST = 2**53

C = TypeVar("C", bound=str)


def at(place: str, key: str | int) -> str:
    """The place of `key` inside `place`: `move.H8`, `tiles[3]`; an empty key shows as `move.""`."""
    if isinstance(key, int):
        return f"{place}[{key}]"
    name = shorten(key) or '""'
    return f"{place}.{name}" if place else name


def read_object(value: object, place: str) -> Mapping[str, object]:
    """A JSON object; its keys are not looked at."""
    if not isinstance(value, dict):
        raise Malformed(place, "not-an-object", value=value)
    return value


def read_fields(
    value: object, place: str, required: Collection[str] = (), optional: Collection[str] = ()
) -> Mapping[str, object]:
    """A JSON object with all the `required` keys and no others than those and the `optional` ones."""
    fields = read_object(value, place)
    for key in fields:
        if key not in required and key not in optional:
            raise Malformed(at(place, key), "unknown-key", known=(*required, *optional))
    for key in required:
        if key not in fields:
            raise Malformed(at(place, key), "missing-key")
    return fields


def read_list(value: object, place: str) -> Sequence[object]:
    """A JSON list of anything."""
    if not isinstance(value, list):
        raise Malformed(place, "not-a-list", value=value)
    return value


def read_choice(value: object, place: str, choices: Collection[C]) -> C:
    """One of the texts in `choices`."""
    for choice in choices:
        if value == choice:
            return choice
    raise Malformed(place, "not-a-choice", value=value, choices=tuple(choices))


def read_whole_number(value: object, place: str) -> int:
    """A whole number as JSON has it: `true` and `1.0` are none."""
    if type(value) is not int:
        raise Malformed(place, "not-a-whole-number", value=value)
    if abs(value) > FARTHEST:
        raise Malformed(place, "too-far")
    return value


def read_number(value: object, place: str) -> float:
    """A number, whole or not, that is one: `NaN` and `Infinity` are none, nor is `true`."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= FARTHEST:
        raise Malformed(place, "not-a-number", value=value)
    return float(value)


def read_text(value: object, place: str) -> str:
    """Any text."""
    if not isinstance(value, str):
        raise Malformed(place, "not-a-text", value=value)
    return value


def read_truth(value: object, place: str) -> bool:
    """`true` or `false`."""
    if not isinstance(value, bool):
        raise Malformed(place, "not-a-truth", value=value)
    return value


def shorten(text: str, most: int = 40) -> str:
    """`text`, cut so that it fits into a sentence, and kept on its line."""
    return printable(text if len(text) <= most else text[: most - 1] + "…")


def printable(text: str) -> str:
    """`text` with everything that would not show, such as a new line, written as its escape."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
