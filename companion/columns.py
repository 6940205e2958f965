"""Columns that line up in a terminal, whatever the names in them are written in."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence

GAP = "  "


def width_of(text: str) -> int:
    """How many columns of a terminal `text` takes: two for 子, none for an accent set on a letter."""
    return sum(map(_width_of_one, text))


def pad_left(text: str, width: int) -> str:
    return " " * (width - width_of(text)) + text


def pad_right(text: str, width: int) -> str:
    return text + " " * (width - width_of(text))


def format_table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: Collection[int] = ()
) -> list[str]:
    """The lines of a table; the columns whose places are in `numbers` stand at the right."""
    widths = [max(map(width_of, column)) for column in zip(heads, *rows, strict=True)]
    lines = []
    for row in (heads, *rows):
        cells = [
            pad_left(cell, width) if place in numbers else pad_right(cell, width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(GAP.join(cells).rstrip())
    return lines


def _width_of_one(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):  # drawn over the letter before
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
