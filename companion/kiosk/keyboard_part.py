"""A keyboard on the screen: letters as the language's keyboards have them, accents, digits and a few signs.

Lying there are ten keys in a row; upright, where ten would be too narrow for a finger, seven from A to Z.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import columns, inset, rows
from companion.kiosk.page import Page
from companion.kiosk.theme import Rgb
from companion.rules.verdict import Language

Layer = Literal["letters", "accents", "signs"]
LAYERS: tuple[Layer, ...] = ("letters", "accents", "signs")

# Each layer has 28 keys: 10, 10 and 8 of them lying, four times 7 upright.
_LETTERS: dict[Language, str] = {
    "fr": "azertyuiopqsdfghjklmwxcvbn'-",
    "en": "qwertyuiopasdfghjkl'zxcvbnm-",
}
_UPRIGHT = "abcdefghijklmnopqrstuvwxyz'-"
_ACCENTS = "éèêëàâäáãåîïíôöóõøûüùúçñßœæÿ"
_SIGNS = "1234567890.,!?&+()/:⭐❤🙂🐱🐶🐻🐰🌞"
_ACROSS = 10
_ACROSS_UPRIGHT = 7
_SIGN_LINES: dict[str, tuple[tuple[tuple[int, int], ...], ...]] = {
    "shift": (((8, 22), (8, 12), (3, 12), (12, 2), (21, 12), (16, 12), (16, 22), (8, 22)),),
    "backspace": (
        ((8, 4), (23, 4), (23, 20), (8, 20), (1, 12), (8, 4)),
        ((11, 8), (19, 16)),
        ((19, 8), (11, 16)),
    ),
    "space": (((-20, 12), (-20, 18), (44, 18), (44, 12)),),
}
_FACES: dict[Layer, str] = {"letters": "abc", "accents": "éàç", "signs": "123"}


@dataclass(frozen=True, slots=True)
class Key:
    """One key: its name as a target, what is written on it, and how many columns it covers."""

    name: str
    face: str
    columns: int = 1


def keys_of(layer: Layer, language: Language, is_upright: bool, is_shifted: bool) -> list[list[Key]]:
    """The rows of keys."""
    faces = _faces(layer, language, is_upright)
    keys = [Key(f"key-{face}", capital(face) if is_shifted else face) for face in faces]
    shift, backspace = Key("shift", ""), Key("backspace", "")
    first, second = (Key(f"to-{other}", _FACES[other]) for other in LAYERS if other != layer)
    if is_upright:
        width = _ACROSS_UPRIGHT
        foot = [shift, first, second, Key("space", " ", 3), backspace]
        return [*(keys[start : start + width] for start in range(0, len(keys), width)), foot]
    wide_first, wide_second = (Key(key.name, key.face, 2) for key in (first, second))
    foot = [wide_first, wide_second, Key("space", " ", 6)]
    return [keys[:10], keys[10:20], [shift, *keys[20:], backspace], foot]


def capital(letter: str) -> str:
    """The capital of a letter, if it is one letter too."""
    large = letter.upper()
    return large if len(large) == 1 else letter


def build_keyboard(
    page: Page, box: pygame.Rect, key_rows: list[list[Key]], is_shifted: bool, press: Callable[[Key], object]
) -> None:
    """Draw the keys. What is touched is a little larger than what is seen: no finger falls between two."""
    across = _ACROSS_UPRIGHT if page.is_portrait else _ACROSS
    for row, keys in zip(rows(box, len(key_rows)), key_rows, strict=True):
        cells, column = columns(row, across), 0
        for key in keys:
            cell = cells[column].union(cells[column + key.columns - 1])
            column += key.columns
            _draw_key(page, inset(cell, page.unit(3)), key, is_shifted)
            page.target(cell, partial(press, key), key.name)


def _draw_key(page: Page, cap: pygame.Rect, key: Key, is_shifted: bool) -> None:
    is_letter = key.name.startswith("key-")
    ground = theme.CARD if is_letter or key.name == "space" else theme.STRIPE
    if key.name == "shift" and is_shifted:
        ground = theme.SLATE
    pygame.draw.rect(page.surface, theme.RULE, cap.move(0, page.unit(2)), border_radius=page.unit(8))
    page.fill(cap, ground, radius=8, frame=theme.RULE)
    if key.name in _SIGN_LINES:
        _draw_sign(page, cap, _SIGN_LINES[key.name], theme.letters_on(ground))
    else:
        page.text(inset(cap, page.unit(6)), key.face, 28 if is_letter else 22, weight="heavy", align="centre")


def _draw_sign(page: Page, cap: pygame.Rect, lines: Sequence[Sequence[tuple[int, int]]], ink: Rgb) -> None:
    """A sign of a few lines, on a field of 24 by 24 in the middle of the key: no font draws them all."""
    side = page.unit(30)
    left, top = cap.centerx - side // 2, cap.centery - side // 2
    for line in lines:
        points = [(left + x * side / 24, top + y * side / 24) for x, y in line]
        pygame.draw.lines(page.surface, ink, False, points, max(2, page.unit(3)))


def _faces(layer: Layer, language: Language, is_upright: bool) -> str:
    if layer == "letters":
        return _UPRIGHT if is_upright else _LETTERS[language]
    return _ACCENTS if layer == "accents" else _SIGNS
