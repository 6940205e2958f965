"""Newspaper spread over the table: columns of small print, headlines, pictures, folds.

The print is not meant to be read: at two pixels to the millimetre a camera sees grey lines with gaps between
the words. Headlines are real letters, since a reader of numbers must learn that not all ink is a number.
Palettes: the paper, the ink, and one spot colour.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from hardware.virtual.textures.noise import (
    Bytes,
    Colour,
    Floats,
    Size,
    bgr,
    clouds,
    flat,
    fractal,
    lay,
    paint,
    ramp,
    shade,
    specks,
    table_angle,
    vary,
)

_WORDS = (
    "MARKET",
    "SPRING",
    "COUNCIL",
    "HARVEST",
    "BRIDGE",
    "RIVER",
    "SCHOOL",
    "WINNER",
    "TRAIN",
    "WEATHER",
    "LETTERS",
    "SUNDAY",
    "HOUSE",
    "GARDEN",
    "NORTH",
    "MUSIC",
    "VILLAGE",
    "TOWER",
    "SUMMER",
    "FINAL",
    "NEW",
    "OLD",
    "ROAD",
)
_FACES = (cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX)


def newspaper(colours: Sequence[str], rng: np.random.Generator, size: Size, px_per_mm: float) -> Bytes:
    """Draw newspaper pages side by side, turned as they fell."""
    paper, ink, spot = (vary(rng, bgr(code), 0.03, 0.01) for code in colours)
    angle = table_angle(rng) + float(rng.normal(0, 6))

    def pages(big: Size) -> Bytes:
        sheet = flat(big, paper)
        wide, high = round(rng.uniform(250, 330) * px_per_mm), round(rng.uniform(380, 480) * px_per_mm)
        body = _small_print(rng, big, px_per_mm)
        for top in range(-int(rng.integers(high)), big[0], high):
            for left in range(-int(rng.integers(wide)), big[1], wide):
                _set_page(sheet, body, rng, (top, left, high, wide), px_per_mm, ink, spot, paper)
        return sheet

    printed = lay(size, angle, pages)
    light = 1 + 0.025 * fractal(rng, size, 200 * px_per_mm, 3) + 0.02 * specks(rng, size)
    for axis in (0, 1):  # a newspaper has been folded before it is spread
        away = (np.arange(size[axis], dtype=np.float32) - rng.uniform(0.2, 0.8) * size[axis]) / (
            5 * px_per_mm
        )
        fold = 1 + float(rng.uniform(-0.12, 0.12)) * away * np.exp(-(away**2))
        light *= fold[:, None] if axis == 0 else fold[None, :]
    return shade(printed, light.astype(np.float32, copy=False))


def _small_print(rng: np.random.Generator, size: Size, px_per_mm: float) -> Floats:
    """Give how much ink each pixel of running text holds, 0 to 1, as if the whole picture were text."""
    pitch_px = float(rng.uniform(3.2, 4.2)) * px_per_mm
    lines = math.ceil(size[0] / pitch_px)
    letter_px = 1.05 * px_per_mm
    letters = math.ceil(size[1] / letter_px)
    # Words of two to ten letters: a gap ends a word, and never two gaps in a row.
    gaps = rng.random((lines, letters)) < 0.17
    gaps[:, 1:] &= ~gaps[:, :-1]
    strokes = np.clip(0.62 + 0.28 * rng.standard_normal((lines, letters)), 0.15, 1) * ~gaps
    rows = np.minimum((np.arange(size[0]) / pitch_px).astype(np.int32), lines - 1)
    columns = np.minimum((np.arange(size[1]) / letter_px).astype(np.int32), letters - 1)
    phase = (np.arange(size[0]) / pitch_px) % 1
    band = np.where((phase > 0.30) & (phase < 0.80), 1.0, 0.0) + np.where(
        (phase > 0.12) & (phase <= 0.30), 0.3, 0.0
    )
    ink = (strokes.astype(np.float32)[:, columns])[rows] * band[:, None].astype(np.float32)
    ink *= 0.75 + 0.45 * specks(rng, size)
    return cv2.GaussianBlur(ink.astype(np.float32), (0, 0), 0.45).astype(np.float32, copy=False)


def _set_page(
    sheet: Bytes,
    body: Floats,
    rng: np.random.Generator,
    page: tuple[int, int, int, int],
    px_per_mm: float,
    ink: Colour,
    spot: Colour,
    paper: Colour,
) -> None:
    """Set one page: for each column blocks of text, headlines over one or more columns, pictures."""
    top, left, high, wide = page
    margin, gutter = round(14 * px_per_mm), max(2, round(4.5 * px_per_mm))
    columns = int(rng.integers(4, 7))
    column = (wide - 2 * margin - (columns - 1) * gutter) // columns
    y = top + margin
    while y < top + high - margin:
        block = round(rng.uniform(50, 140) * px_per_mm)
        block = min(block, top + high - margin - y)
        head = 0
        if rng.random() < 0.75 and block > 40 * px_per_mm:
            cap = rng.uniform(4, 15) * px_per_mm
            text = " ".join(rng.choice(_WORDS, 6))
            head = round(1.8 * cap)
            _headline(
                sheet,
                text,
                (left + margin, y + round(1.3 * cap)),
                wide - 2 * margin,
                cap,
                spot if rng.random() < 0.15 else ink,
                int(rng.integers(len(_FACES))),
            )
        for number in range(columns):
            x = left + margin + number * (column + gutter)
            area = (y + head, y + block - round(3 * px_per_mm), x, x + column)
            if rng.random() < 0.22:
                _picture(sheet, rng, area, px_per_mm, paper, ink)
            else:
                _text(sheet, body, area, ink)
        if rng.random() < 0.5:
            cv2.line(
                sheet, (left + margin, y + block), (left + wide - margin, y + block), ink, 1, cv2.LINE_AA
            )
        y += block


def _inside(sheet: Bytes, area: tuple[int, int, int, int]) -> tuple[slice, slice] | None:
    """Cut an area (top, bottom, left, right) to the sheet; `None` when nothing is left."""
    top, bottom = max(0, area[0]), min(sheet.shape[0], area[1])
    left, right = max(0, area[2]), min(sheet.shape[1], area[3])
    return (slice(top, bottom), slice(left, right)) if top + 2 < bottom and left + 2 < right else None


def _text(sheet: Bytes, body: Floats, area: tuple[int, int, int, int], ink: Colour) -> None:
    place = _inside(sheet, area)
    if place is not None:
        weight = 0.85 * body[place][:, :, None]
        sheet[place] = (sheet[place] * (1 - weight) + weight * np.array(ink, np.float32)).astype(np.uint8)


def _picture(
    sheet: Bytes,
    rng: np.random.Generator,
    area: tuple[int, int, int, int],
    px_per_mm: float,
    paper: Colour,
    ink: Colour,
) -> None:
    place = _inside(sheet, area)
    if place is not None:
        size = (place[0].stop - place[0].start, place[1].stop - place[1].start)
        tone = (
            0.5 + 0.35 * fractal(rng, size, 22 * px_per_mm, 4, 0.6) + 0.2 * clouds(rng, size, 60 * px_per_mm)
        )
        sheet[place] = paint(tone.astype(np.float32, copy=False), ramp([ink, paper]))


def _headline(
    sheet: Bytes, text: str, foot: tuple[int, int], width: int, cap_px: float, ink: Colour, face: int
) -> None:
    """Write as many words as fit, `cap_px` high, from `foot` (x, y) on."""
    scale = cap_px / 22  # Hershey capitals are about 22 units high
    thick = max(1, round(cap_px / 7))
    words = text.split()
    while words and cv2.getTextSize(" ".join(words), _FACES[face], scale, thick)[0][0] > width:
        words.pop()
    cv2.putText(sheet, " ".join(words), foot, _FACES[face], scale, ink, thick, cv2.LINE_AA)
