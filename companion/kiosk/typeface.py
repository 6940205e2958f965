"""Letters: our own fonts, and for what they lack those of the system; every rendered line is kept.

Names may be in any script. A run of letters that is read from the right is drawn so; marks that only join
other characters are left out where no font can draw them.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Literal

import pygame

from companion.kiosk.right_to_left import as_drawn, reads_left
from companion.kiosk.theme import Rgb

Weight = Literal["plain", "heavy"]

FONTS = Path(__file__).parent / "fonts"
_OWN: dict[Weight, str] = {
    "plain": str(FONTS / "OpenSans-Semibold.ttf"),
    "heavy": str(FONTS / "OpenSans-ExtraBold.ttf"),
}
_SPARE = (str(FONTS / "DejaVuSans-Bold.ttf"), str(FONTS / "NotoEmoji-SemiBold.ttf"))  # Hebrew, Arabic; emoji
# The usual ones of Raspberry Pi OS, Windows and macOS for what is left: Chinese, Japanese, Korean, Thai …
_SYSTEM = (
    "notosanscjkjp",
    "notosanscjksc",
    "notosans",
    "droidsansfallback",
    "wenquanyizenhei",
    "unifont",
    "msgothic",
    "malgungothic",
    "segoeuisymbol",
    "hiraginosans",
    "arialunicodems",
)
_NOBODY_HAS = "\ufffe"  # nobody ever gives this one a glyph
_JOINERS = {"\u200d", "\ufe0e", "\ufe0f"}
# A game comes back to some 400 lines and 1,500 widths (measured over 90 turns of Challenge). More would be
# kept in vain, and on a large screen a line takes 30 kB.
_LINES_KEPT, _WIDTHS_KEPT = 512, 2048


@lru_cache(maxsize=_LINES_KEPT)
def render(text: str, size_px: int, colour: Rgb, weight: Weight = "plain") -> pygame.Surface:
    """`text` as a picture with transparency, one line high; the base line is at the same height in all of
    one size and weight. Not to be drawn on."""
    runs = _runs(text, weight)
    own = _open(_OWN[weight], size_px)
    pieces = [(_draw(path, run, size_px, colour), _open(path, size_px).get_ascent()) for path, run in runs]
    line = pygame.Surface((max(1, sum(p.get_width() for p, _ in pieces)), own.get_height()), pygame.SRCALPHA)
    x = 0
    for piece, ascent in pieces:
        # A font whose letters stand higher than ours is moved to our base line.
        line.blit(piece, (x, own.get_ascent() - ascent))
        x += piece.get_width()
    return line


def width_px(text: str, size_px: int, weight: Weight = "plain") -> int:
    """How wide a line of text is."""
    return sum(_width(path, run, size_px) for path, run in _runs(text, weight))


def line_px(size_px: int, weight: Weight = "plain") -> int:
    """How high a line of text is."""
    return int(_open(_OWN[weight], size_px).get_height())


def shorten(text: str, size_px: int, most_px: int, weight: Weight = "plain") -> str:
    """`text`, cut with … where it is too wide."""
    if width_px(text, size_px, weight) <= most_px:
        return text
    kept = text
    while kept and width_px(kept + "…", size_px, weight) > most_px:
        kept = kept[:-1].rstrip()
    return kept + "…"


def wrap(text: str, size_px: int, most_px: int, weight: Weight = "plain") -> list[str]:
    """The lines of `text`, broken between words; a word too wide for a line stands alone."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and width_px(longer, size_px, weight) > most_px:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines


@lru_cache(maxsize=_WIDTHS_KEPT)  # a page asks for the width of a line in one size after the other
def _runs(text: str, weight: Weight) -> tuple[tuple[str, str], ...]:
    """The font of each run of letters, from left to right as it is drawn."""
    letters = "".join(" " if letter.isspace() else letter for letter in text if letter not in _JOINERS)
    runs: list[tuple[str, str]] = []
    for is_right_to_left, part in _directions(letters):
        drawn = as_drawn(part) if is_right_to_left else part
        runs += [(path, "".join(run)) for path, run in groupby(drawn, key=lambda one: _font_for(one, weight))]
    return tuple(runs)


def _directions(text: str) -> list[tuple[bool, str]]:
    """The parts of a line that are read from the right, and those that are not. What stands between two
    letters read from the right belongs to them."""
    strong = [at for at, letter in enumerate(text) if reads_left(letter)]
    if not strong:
        return [(False, text)] if text else []
    parts: list[tuple[bool, str]] = []
    start = 0
    for is_part, run in groupby(range(len(text)), key=lambda at: _is_between(text, at, strong)):
        end = start + len(list(run))
        parts.append((is_part, text[start:end]))
        start = end
    return parts


def _is_between(text: str, at: int, strong: list[int]) -> bool:
    if at in strong:
        return True
    before = max((place for place in strong if place < at), default=None)
    after = min((place for place in strong if place > at), default=None)
    if before is None or after is None:
        return False
    return not any(unicodedata.bidirectional(letter) == "L" for letter in text[before + 1 : after])


@lru_cache(maxsize=4096)
def _font_for(letter: str, weight: Weight) -> str:
    """The path of a font that has this letter; ours where none has it."""
    own = _OWN[weight]
    if letter.isascii():
        return own
    return next((path for path in (own, *_SPARE, *_system()) if _has(path, letter)), own)


def _has(path: str, letter: str) -> bool:
    """Whether the font has it; what a font lacks, it draws as its sign for that."""
    drawn = _pixels(path, letter)
    return any(drawn) and drawn != _pixels(path, _NOBODY_HAS)


def _pixels(path: str, text: str) -> bytes:
    try:
        return bytes(pygame.image.tostring(_open(path, 24).render(text, True, (255, 255, 255)), "RGBA"))
    except (pygame.error, UnicodeError):  # zero width, or beyond what this SDL can draw
        return b""


@lru_cache(maxsize=1)
def _system() -> tuple[str, ...]:
    return tuple(filter(None, map(pygame.font.match_font, _SYSTEM)))


@lru_cache(maxsize=_WIDTHS_KEPT)
def _width(path: str, run: str, size_px: int) -> int:
    try:
        return int(_open(path, size_px).size(run)[0])
    except (pygame.error, UnicodeError):
        return 0


def _draw(path: str, run: str, size_px: int, colour: Rgb) -> pygame.Surface:
    font = _open(path, size_px)
    try:
        return font.render(run, True, colour)
    except (pygame.error, UnicodeError):  # zero width, or beyond what this SDL can draw
        return pygame.Surface((0, font.get_height()), pygame.SRCALPHA)


@lru_cache(maxsize=96)
def _open(path: str, size_px: int) -> pygame.font.Font:
    if not _open.cache_info().currsize:  # pygame keeps whatever it is told until it quits: tell it once
        pygame.register_quit(_open.cache_clear)  # a font that outlives pygame.quit() cannot be used again
    return pygame.font.Font(path, size_px)
