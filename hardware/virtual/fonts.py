"""Typefaces for the printed numbers: which there are, which may be trained on, and how a word of ink looks.

A font folder is laid out `FAMILY/STYLE.ttf` (or `.otf`), so that families and styles are known without
opening a font. `SHIPPED_FONTS` comes with the program; `python -m hardware.virtual.fonts fetch` fills
`default_font_folder()` with many more from Debian packages for training (see `font_fetch`).
"""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.virtual.split import PARTS, Part, PartError, is_held_out

if TYPE_CHECKING:
    import pygame.font

SHIPPED_FONTS = Path(__file__).parent / "assets" / "fonts"
DIGITS = "0123456789"
_SUFFIXES = (".ttf", ".otf")
_FONT_MARKS = (b"\0\1\0\0", b"OTTO", b"true")  # how a TrueType or OpenType file begins
# Digits are drawn at least this many times larger than asked for, then reduced by area: the rasteriser's own
# antialiasing snaps stems to whole pixels, which a camera does not.
_OVERSAMPLING = 4
_LEAST_MASTER_PX = 96
_NO_CHARACTER = "\ufffe"  # Unicode promises that nobody ever gives this one a glyph
# Cuts and copies of one drawing must fall on one side of the split together, or the measured part is not new.
# The design, then how its families' names begin; found by comparing drawn digits (correlation above 0.965).
_DESIGNS: dict[str, tuple[str, ...]] = {
    "noto serif": ("noto serif",),
    "open sans": ("noto", "open sans", "droid"),
    "helvetica": (
        "freesans",
        "liberation mono",
        "liberation sans",
        "nimbus sans",
        "switzera",
        "tex gyre heros",
    ),
    "times": ("freeserif", "liberation serif", "nimbus roman", "stix", "tex gyre termes"),
    "courier": ("courier prime", "freemono", "nimbus mono", "tex gyre cursor"),
    "computer modern": ("cmu ", "latin modern"),
    "century": ("c059", "century", "tex gyre schola"),
    "palatino": ("p052", "tex gyre pagella"),
    "avant garde": ("tex gyre adventor", "urw gothic"),
    "bookman": ("tex gyre bonum", "urw bookman"),
    "dejavu sans": ("dejavu sans", "hack", "verana sans"),
    "dejavu serif": ("dejavu serif", "verana"),
    "lato": ("carlito", "lato"),
    "karla": ("karla", "karmilla"),
    "klaudia": ("berenika", "klaudia"),
    "m plus": ("m plus", "mplus"),
} | {
    family: (family,)
    for family in (
        "averia",
        "b612",
        "bebas",
        "beteckna",
        "clear sans",
        "dustismo",
        "eurofurence",
        "fanwood",
        "gillius",
        "go ",
        "ibm 3270",
        "ikarius",
        "inter",
        "irianis",
        "league",
        "linux",
        "lobster",
        "mekanus",
        "ocr",
        "opendyslexic",
        "oxygen",
        "pt ",
        "quicksand",
        "roadgeek",
        "roboto",
        "romande",
        "routed gothic",
        "spleen",
        "tiresias",
    )
}


class FontError(ValueError):
    """A font that is not there, cannot be read or lacks a character; the message is for a person."""


@dataclass(frozen=True, slots=True, order=True)
class Font:
    """One style of one typeface family, and the file that holds it."""

    family: str
    style: str
    path: Path

    @property
    def is_held_out(self) -> bool:
        """Whether no training picture may show this font."""
        return is_held_out(design_of(self.family), "font")


class FontBook:
    """The fonts of some folders, by family and style, in the same order on every machine.

    A font that several folders hold under the same family and style is taken from the first of them.
    """

    def __init__(self, folders: Iterable[Path | str] = (SHIPPED_FONTS,)) -> None:
        self.folders = tuple(Path(folder) for folder in folders)
        found: dict[tuple[str, str], Font] = {}
        for folder in self.folders:
            for path in folder.glob("*/*"):
                if path.suffix.lower() in _SUFFIXES:
                    found.setdefault((path.parent.name, path.stem), Font(path.parent.name, path.stem, path))
        self._fonts: dict[str, tuple[Font, ...]] = {}
        for (family, _), font in sorted(found.items()):
            self._fonts[family] = (*self._fonts.get(family, ()), font)
        if not self._fonts:
            where = " or ".join(str(folder) for folder in self.folders) or "no folder"
            raise FontError(
                f"There are no fonts in {where}: run make fonts, or name a folder that is laid "
                "out FAMILY/STYLE.ttf."
            )

    def families(self, part: Part = "all") -> tuple[str, ...]:
        """Give the family names of a part, sorted."""
        if part not in PARTS:
            raise PartError(f'There is no part "{part}": choose train, held-out or all.')
        return tuple(
            family
            for family, fonts in self._fonts.items()
            if part == "all" or fonts[0].is_held_out == (part == "held-out")
        )

    def styles(self, family: str) -> tuple[Font, ...]:
        """Give all styles of a family, sorted by name."""
        if family not in self._fonts:
            near = difflib.get_close_matches(family, self._fonts, n=1, cutoff=0.5)
            hint = f"did you mean {near[0]}?" if near else f"there are {len(self._fonts)} others."
            raise FontError(f"There is no font called {family}: {hint}")
        return self._fonts[family]

    def find(self, family: str, style: str | None = None) -> Font:
        """Give one font; without a style the bold or the regular one, as games are printed."""
        fonts = {font.style: font for font in self.styles(family)}
        if style is None:
            usual = next((name for name in ("Bold", "Regular") if name in fonts), next(iter(fonts)))
            return fonts[usual]
        if style not in fonts:
            raise FontError(f"The font {family} has no style {style}: it comes in {', '.join(fonts)}.")
        return fonts[style]

    def pick(self, rng: np.random.Generator, part: Part = "all") -> Font:
        """Draw a font of a part: first a design, then one of its families, then a style, each evenly.

        Evenly by family alone, one drawing that comes under twenty names would fill a tenth of all pictures.
        """
        families = self.families(part)
        if not families:
            raise FontError(
                f"No font of the {part} part is in {' or '.join(map(str, self.folders))}: run make fonts."
            )
        designs = list(dict.fromkeys(map(design_of, families)))
        design = designs[int(rng.integers(len(designs)))]
        cuts = [family for family in families if design_of(family) == design]
        fonts = self._fonts[cuts[int(rng.integers(len(cuts)))]]
        return fonts[int(rng.integers(len(fonts)))]


@lru_cache(maxsize=4096)
def design_of(family: str) -> str:
    """Name the drawing behind a family: the same for families that are cuts or copies of one another."""
    name = " ".join(family.casefold().replace("-", " ").replace("_", " ").split())
    return next((design for design, starts in _DESIGNS.items() if f"{name} ".startswith(starts)), name)


def default_font_folder() -> Path:
    """Say where fetched fonts live: `$XDG_CACHE_HOME/trioscope/fonts`, or below `~/.cache`."""
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "trioscope" / "fonts"


@lru_cache(maxsize=4096)
def draw_text(
    font_path: Path | str, text: str, height_px: int, spacing: float = 0.0, stretch: float = 1.0
) -> NDArray[np.uint8]:
    """Draw `text` as an alpha mask (0 no ink, 255 full ink), cropped tight to its ink; it is read-only.

    The font is scaled so that its digits (the median of the ten) are `height_px` high; round digits overshoot
    that by a few hundredths, as printed ones do. `spacing` is added between characters, in digit heights, and
    may be negative; `stretch` scales the width alone. Needs no display.
    """
    if height_px < 1:
        raise FontError(f"Text cannot be drawn {height_px} pixels high: take 1 or more.")
    if stretch <= 0:
        raise FontError(f"Text cannot be stretched by {stretch}: take a factor above 0.")
    master_px = max(_LEAST_MASTER_PX, _OVERSAMPLING * height_px)
    points = max(4, round(100 * master_px / _digit_height(str(font_path))))
    try:
        mask = _render(str(font_path), text, points, spacing * master_px)
    except FontError:  # at single sizes SDL draws nothing for some glyphs (Daniel's 3 at 26 pixels)
        points += 1
        mask = _render(str(font_path), text, points, spacing * master_px)
    # The size in points is a whole number, so the digits of this very rendering are measured again.
    factor = height_px / (_digit_height(str(font_path)) * points / 100)
    size = (max(1, round(mask.shape[1] * factor * stretch)), max(1, round(mask.shape[0] * factor)))
    # Rounding up to whole pixels stretches by half a pixel at most; the ink stays tight on all four sides.
    drawn = cv2.resize(mask, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    drawn.setflags(write=False)  # it is shared by everyone who asks for the same text
    return drawn


@lru_cache(maxsize=2048)
def _digit_height(font_path: str) -> float:
    """Measure the median ink height of the ten digits at a size of 100 points, in pixels."""
    heights = [_render(font_path, digit, 300, 0.0).shape[0] / 3 for digit in DIGITS]
    return float(np.median(heights))


def _render(font_path: str, text: str, points: int, spacing_px: float) -> NDArray[np.uint8]:
    """Set `text` glyph by glyph at a size in points and crop it to its ink."""
    # Imported late and silently: pygame greets on standard output, which belongs to our own commands.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame.font

    # Fonts are opened anew each time: one that outlives pygame.quit() cannot be used again.
    if not pygame.font.get_init():
        pygame.font.init()
    name = f"{Path(font_path).parent.name} {Path(font_path).stem}"
    try:
        # SDL opens any text file without complaint and then draws nothing: look at the first bytes ourselves.
        with Path(font_path).open("rb") as file:
            is_font = file.read(4) in _FONT_MARKS
        font = pygame.font.Font(font_path, points) if is_font else None
    except FileNotFoundError:
        raise FontError(f"There is no font file {font_path}.") from None
    except (pygame.error, OSError):
        font = None
    if font is None:
        raise FontError(f"The file {font_path} cannot be read as a font.")
    glyphs: list[tuple[int, NDArray[np.uint8]]] = []
    pen = 0.0
    lacking = _ink(font, _NO_CHARACTER)
    for character in text:
        metrics = font.metrics(character)[0]
        if metrics is None:  # older SDL says so
            raise FontError(f'The font {name} has no "{character}".')
        left, _, _, _, advance = metrics
        alpha = _ink(font, character)
        columns = np.flatnonzero(alpha.any(axis=0))
        # Newer SDL draws the font's box for a character it lacks, without a word: known by its look.
        if not character.isspace() and (not columns.size or np.array_equal(alpha, lacking)):
            raise FontError(f'The font {name} has no "{character}".')
        if columns.size:
            glyphs.append((round(pen) + left, alpha[:, columns[0] : columns[-1] + 1]))
        pen += advance + spacing_px
    if not glyphs:
        raise FontError(f'The font {name} leaves no ink for "{text}".')
    start = min(x for x, _ in glyphs)
    canvas = np.zeros(
        (max(glyph.shape[0] for _, glyph in glyphs), max(x + glyph.shape[1] for x, glyph in glyphs) - start),
        np.uint8,
    )
    for x, glyph in glyphs:
        part = canvas[: glyph.shape[0], x - start : x - start + glyph.shape[1]]
        np.maximum(part, glyph, out=part)
    rows = np.flatnonzero(canvas.any(axis=1))
    return canvas[rows[0] : rows[-1] + 1]


def _ink(font: pygame.font.Font, character: str) -> NDArray[np.uint8]:
    """Give a character's alpha as (rows, columns); all characters of a font have the same rows."""
    import pygame
    import pygame.surfarray

    try:
        return pygame.surfarray.array_alpha(font.render(character, True, (255, 255, 255))).T
    except pygame.error:  # "Text has zero width": SDL has no picture without columns
        return np.zeros((1, 0), np.uint8)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `python -m hardware.virtual.fonts`; give the exit code."""
    from hardware.virtual.font_command import main as font_main

    return font_main(arguments)


if __name__ == "__main__":
    sys.exit(main())
