"""The numbers 0 to 15 in every typeface that may be trained on, as one file of masks."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hardware.virtual.fonts import FontBook, FontError, design_of, draw_text

HEIGHT_PX = 48
NUMBERS = tuple(map(str, range(16)))


def write_numbers(fonts: FontBook, out: Path) -> int:
    """Write the masks of all training styles; give how many styles there are.

    `ink` is all masks end to end, `sizes` (styles, 16, 2) their heights and widths, `designs` (styles,) which
    drawing each style belongs to, so that a drawing of twenty names need not count twenty times.
    """
    families = fonts.families("train")
    designs = list(dict.fromkeys(map(design_of, families)))
    ink: list[NDArray[np.uint8]] = []
    sizes: list[list[tuple[int, ...]]] = []
    belongs: list[int] = []
    for family in families:
        for font in fonts.styles(family):
            try:
                drawn = [draw_text(font.path, number, HEIGHT_PX, spacing=-0.02) for number in NUMBERS]
            except FontError:
                continue
            ink.extend(mask.ravel() for mask in drawn)
            sizes.append([mask.shape for mask in drawn])
            belongs.append(designs.index(design_of(family)))
    np.savez(
        out, ink=np.concatenate(ink), sizes=np.array(sizes, np.int32), designs=np.array(belongs, np.int32)
    )
    return len(sizes)
