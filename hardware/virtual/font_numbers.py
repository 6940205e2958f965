"""The numbers 0 to 15 in every typeface that may be trained on, as one file of masks."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hardware.virtual.fonts import FontBook, FontError, design_of, draw_text

HEIGHT_PX = 48
NUMBERS = tuple(map(str, range(16)))
WORDS = ("J", "JOKER")  # as jokers have it


def write_numbers(fonts: FontBook, out: Path) -> int:
    """Write the masks of all training styles; give how many styles there are.

    `ink` is all masks end to end, `sizes` (styles, 16, 2) their heights and widths, `designs` (styles,) which
    drawing each style belongs to, so that a drawing of twenty names need not count twenty times. `words` and
    `word_sizes` (styles, 2, 2) are the same for WORDS; a typeface without letters has them 0 by 0.
    """
    families = fonts.families("train")
    designs = list(dict.fromkeys(map(design_of, families)))
    ink: list[NDArray[np.uint8]] = []
    sizes: list[list[tuple[int, ...]]] = []
    belongs: list[int] = []
    words: list[NDArray[np.uint8]] = []
    word_sizes: list[list[tuple[int, ...]]] = []
    for family in families:
        for font in fonts.styles(family):
            try:
                drawn = [draw_text(font.path, number, HEIGHT_PX, spacing=-0.02) for number in NUMBERS]
            except FontError:
                continue
            ink.extend(mask.ravel() for mask in drawn)
            sizes.append([mask.shape for mask in drawn])
            belongs.append(designs.index(design_of(family)))
            spelt = [_word(font.path, word) for word in WORDS]
            words.extend(mask.ravel() for mask in spelt)
            word_sizes.append([mask.shape for mask in spelt])
    np.savez(
        out,
        ink=np.concatenate(ink),
        sizes=np.array(sizes, np.int32),
        designs=np.array(belongs, np.int32),
        words=np.concatenate(words),
        word_sizes=np.array(word_sizes, np.int32),
    )
    return len(sizes)


def _word(font: Path, word: str) -> NDArray[np.uint8]:
    try:
        return draw_text(font, word, HEIGHT_PX, spacing=-0.02)
    except FontError:
        return np.zeros((0, 0), np.uint8)
