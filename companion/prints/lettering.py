"""Words on a print: any name in any script, as far as there are fonts for it on this computer.

The font is the one that comes with pygame, which knows Latin, Greek, Cyrillic and more. What it lacks is
taken from the usual fonts of the system; what no font has is an empty box.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

Alpha = NDArray[np.uint8]

# The usual ones on Raspberry Pi OS, Debian, Windows and macOS that know what pygame's own font does not.
OTHERS = (
    "dejavusans",
    "notosanscjkjp",
    "notosanscjksc",
    "notosans",
    "droidsansfallback",
    "wenquanyizenhei",
    "unifont",
    "notosanssymbols2",
    "notocoloremoji",
    "msgothic",
    "malgungothic",
    "segoeuisymbol",
    "applesdgothicneo",
    "hiraginosans",
    "arialunicodems",
)
ACCENTS = 0.15  # room above a line for the accents of capitals and as much below, in letters
_NOBODY_HAS = "\ufffe"  # nobody ever gives this one a glyph: it is drawn as the font's sign for what it lacks


@lru_cache(maxsize=2048)
def set_text(text: str, size_px: int) -> Alpha:
    """`text` as an alpha mask (0 no ink, 255 full ink) one line high, the base line at the same height in
    all of one size. It is read-only, and one pixel wide at least."""
    pieces = []
    spaced = "".join(" " if character.isspace() else character for character in text)
    for path, letters in groupby(spaced, key=_font_for):
        pieces.append(_render(path, "".join(letters), size_px))
    height, base = _line(size_px)
    line = np.zeros((height, max(1, sum(piece.shape[1] for piece, _ in pieces))), np.uint8)
    x = 0
    for piece, ascent in pieces:
        top = max(0, base - ascent)
        part = piece[max(0, ascent - base) :][: height - top]
        line[top : top + part.shape[0], x : x + part.shape[1]] = part
        x += piece.shape[1]
    line.setflags(write=False)
    return line


def width_px(text: str, size_px: int) -> int:
    return int(set_text(text, size_px).shape[1])


def fitted(text: str, size_px: int, most_px: int) -> str:
    """`text`, cut with … where it is too wide."""
    if width_px(text, size_px) <= most_px:
        return text
    kept = text
    while kept and width_px(kept + "…", size_px) > most_px:
        kept = kept[:-1].rstrip()
    return kept + "…"


def largest(text: str, sizes_px: Sequence[int], most_px: int) -> int:
    """The first of these sizes in which `text` fits; else the last."""
    return next((size for size in sizes_px if width_px(text, size) <= most_px), sizes_px[-1])


def wrapped(text: str, size_px: int, most_px: int) -> list[str]:
    """The lines of `text`, broken after a comma, else between words; a word too wide for a line is cut."""
    lines = [""]
    for part in (part for phrase in _phrases(text) for part in _parts(phrase, size_px, most_px)):
        longer = f"{lines[-1]} {part}".strip()
        if width_px(longer, size_px) <= most_px:
            lines[-1] = longer
        else:
            lines.append(part)
    return [fitted(line, size_px, most_px) for line in lines if line]


def _phrases(text: str) -> list[str]:
    *phrases, last = text.split(", ")
    return [*(f"{phrase}," for phrase in phrases), last]


def _parts(phrase: str, size_px: int, most_px: int) -> list[str]:
    """The phrase, in words where it is too wide for one line."""
    return [phrase] if width_px(phrase, size_px) <= most_px else phrase.split(" ")


def _line(size_px: int) -> tuple[int, int]:
    """How high a line is, and how far below its top the base line lies."""
    font = _open("", size_px)
    room = round(ACCENTS * size_px)
    return font.get_height() + 2 * room, font.get_ascent() + room


@lru_cache(maxsize=4096)
def _font_for(character: str) -> str:
    """The path of a font that has this character; `""` is pygame's own, also where none has it."""
    if character.isascii():
        return ""
    return next((path for path in ("", *_others()) if _has(path, character)), "")


def _has(path: str, character: str) -> bool:
    drawn, lacking = (_render(path, text, 24)[0] for text in (character, _NOBODY_HAS))
    return bool(drawn.any()) and not np.array_equal(drawn, lacking)


@lru_cache(maxsize=1)
def _others() -> tuple[str, ...]:
    pygame = _pygame()
    return tuple(filter(None, map(pygame.font.match_font, OTHERS)))


def _render(path: str, text: str, size_px: int) -> tuple[Alpha, int]:
    """The mask of a word, and how far below its top the base line lies."""
    pygame, font = _pygame(), _open(path, size_px)
    try:
        surface = font.render(text, True, (255, 255, 255))
        mask = np.ascontiguousarray(pygame.surfarray.array_alpha(surface).T)
    except (pygame.error, UnicodeError, ValueError):  # zero width, or a character beyond what SDL can draw
        mask = np.zeros((font.get_height(), 1), np.uint8)
    # A mask that is higher than the font is so at its top, where a capital has an accent.
    return mask, font.get_ascent() + max(0, mask.shape[0] - font.get_height())


@lru_cache(maxsize=64)
def _open(path: str, size_px: int) -> Any:
    return _pygame().font.Font(path or None, size_px)


def _pygame() -> Any:
    """pygame, imported late and silently: it greets on standard output, which belongs to our commands."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame.font
    import pygame.surfarray

    if not pygame.font.get_init():
        pygame.font.init()
        _open.cache_clear()  # a font that outlives pygame.quit() cannot be used again
    return pygame
