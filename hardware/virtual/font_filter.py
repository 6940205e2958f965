"""From a heap of font files to the ones a game could be printed in, each cut down to the characters we draw.

A font stays when it has all ten digits, when they are of one height (old-style figures are swapped for the
font's lining ones where it has them), when they can be told apart and look like digits at all, and when no
other kept font draws the same ones. fontTools, a development tool, is imported by the functions that need it.
"""

from __future__ import annotations

import hashlib
import logging
import shutil
import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.virtual.fonts import DIGITS, SHIPPED_FONTS, Font, FontBook, FontError, draw_text

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

# What is ever printed on a board or a piece: numbers, labels such as "x2", stars, the marks below 6 and 9.
KEPT_CHARACTERS = DIGITS + "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz _.-+*=!?×★☆"

_KEPT_TABLES = frozenset(
    (
        "GlyphOrder",
        "head",
        "hhea",
        "maxp",
        "OS/2",
        "hmtx",
        "cmap",
        "name",
        "post",
        "loca",
        "glyf",
        "CFF ",
        "CFF2",
        "fvar",
        "avar",
        "gvar",
        "HVAR",
        "MVAR",
    )
)
# Symbols, mathematics, keyboards, ruled school paper: their digits are not what a game is printed in.
_UNWANTED_WORDS = frozenset(
    (
        "awesome",
        "barcode",
        "braille",
        "dingbats",
        "emoji",
        "icons",
        "initials",
        "keyboard",
        "lignes",
        "math",
        "music",
        "nushu",
        "symbola",
        "symbols",
        "symbols2",
    )
)
_TALLEST_SPREAD = 0.16  # of digit heights over their median; overshoot is 0.03, old-style figures spread 0.4
_THINNEST_STROKE = 0.065  # of the digit height; hairlines vanish in any photograph
_MOST_ALIKE = 0.9  # overlap of two digits of one font over their union
_SAME_DRAWING = 0.985  # correlation of all ten digits; neighbouring weights of one family reach 0.97
_LEAST_READABLE = 8  # of ten digits must look most like the same digit of the shipped fonts
LOOK_PX = 40  # digits are judged at about the size they have in a picture
_FACE = (24, 36)  # width, height of the patches that digits are compared on

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Candidate:
    family: str
    style: str
    path: Path


def collect_fonts(
    paths: Iterable[Path], folder: Path, progress: Callable[[int, int, str], None]
) -> list[Font]:
    """Write the usable fonts among `paths` into `folder` as FAMILY/STYLE, replacing what was there.

    `progress` is called with (done, of, family) as the work goes on. Of several families with the same digits
    the one with the shortest name stays, so that Noto Sans wins over its companions for other scripts.
    """
    logging.getLogger("fontTools").setLevel(logging.ERROR)  # it warns of every old table it meets
    candidates = sorted(
        (found for path in paths if (found := _candidate(path)) is not None),
        key=lambda found: (len(found.family), found.family, found.style, found.path.name),
    )
    reference = _reference_faces()
    kept: list[Font] = []
    seen_outlines: set[str] = set()
    looks: list[NDArray[np.float32]] = []
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent) as work:
        staged = Path(work) / "fonts"
        staged.mkdir()
        for done, found in enumerate(candidates):
            progress(done, len(candidates), found.family)
            # A new name for each: what was drawn from a file is remembered under its name.
            suffix = found.path.suffix.lower()
            trial = Path(work) / f"trial-{done}{suffix if suffix in ('.ttf', '.otf') else '.ttf'}"
            outlines = cut_down(found.path, trial, seen_outlines)
            if outlines is None:
                continue
            complaint = _complaint(trial, reference, looks)
            if complaint:
                logger.debug("%s %s is left out: %s", found.family, found.style, complaint)
                continue
            seen_outlines.add(outlines)
            target = _free_name(staged / found.family, found.style, trial.suffix)
            target.parent.mkdir(exist_ok=True)
            shutil.move(trial, target)
            kept.append(Font(found.family, target.stem, folder / found.family / target.name))
        progress(len(candidates), len(candidates), "")
        if kept:
            shutil.rmtree(folder, ignore_errors=True)
            staged.rename(folder)
    return kept


def _candidate(path: Path) -> _Candidate | None:
    """Name a font that has all digits and no unwanted word in its name; `None` for any other file."""
    from fontTools.ttLib import TTFont, TTLibError

    try:
        with TTFont(path, lazy=True) as font:
            cmap = font.getBestCmap() or {}
            names = font["name"]
            family, style = names.getBestFamilyName(), names.getBestSubFamilyName()
    except (TTLibError, KeyError, OSError, ValueError, AssertionError, struct.error):
        return None  # a broken or exotic file among a thousand: nothing anybody could do about it
    family, style = _file_name(family or path.stem), _file_name(style or "Regular")
    if not all(ord(digit) in cmap for digit in DIGITS) or _UNWANTED_WORDS & set(family.casefold().split()):
        return None
    return _Candidate(family, style, path)


def _file_name(name: str) -> str:
    """Make a family or style name fit for a file: words and single spaces, no signs a path trips over."""
    words = "".join(sign if sign.isalnum() or sign in "+-'" else " " for sign in name).split()
    return " ".join(words) or "Unnamed"


def _free_name(family: Path, style: str, suffix: str) -> Path:
    """Give a file for the style that is not taken: some families call four different styles by one name."""
    names = (style, *(f"{style} {number}" for number in range(2, 100)))
    return next(path for name in names if not (path := family / f"{name}{suffix}").exists())


def cut_down(source: Path, target: Path, known: frozenset[str] | set[str] = frozenset()) -> str | None:
    """Write the font with our characters alone and lining digits, and give a hash of its digits' outlines.

    `None`, and nothing written, when the font is broken or its outlines are already `known`.
    """
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont, TTLibError

    options = Options(
        layout_features=[],
        hinting=False,
        notdef_outline=True,
        name_IDs=[0, 1, 2, 14, 16, 17],
        ignore_missing_unicodes=True,
    )
    try:
        with TTFont(source, lazy=True, recalcTimestamp=False) as font:
            _take_lining_digits(font)
            outlines = _hash_of_digits(font)
            if outlines in known:
                return None
            for tag in set(font.keys()) - _KEPT_TABLES:
                del font[tag]  # before subsetting, which would spend most of its time on them
            subsetter = Subsetter(options)
            subsetter.populate(text=KEPT_CHARACTERS)
            subsetter.subset(font)
            font.flavor = None  # fonts for web pages are packed: SDL wants them as they are
            font.save(target)
    except (
        TTLibError,
        KeyError,
        OSError,
        ValueError,
        AssertionError,
        AttributeError,
        IndexError,
        TypeError,
        struct.error,
    ):
        # fontTools meets a broken table with whatever exception comes first; one font less is no loss.
        logger.debug("%s cannot be cut down", source, exc_info=True)
        return None
    return outlines


def _hash_of_digits(font: TTFont) -> str:
    """Give a hash of the outlines of the ten digits, in thousandths of an em."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    glyphs, cmap, scale = font.getGlyphSet(), font.getBestCmap(), 1000 / font["head"].unitsPerEm
    digest = hashlib.blake2b(digest_size=16)
    for digit in DIGITS:
        pen = DecomposingRecordingPen(glyphs)
        glyphs[cmap[ord(digit)]].draw(pen)
        for command, points in pen.value:
            rounded = [tuple(round(value * scale) for value in point) for point in points if point]
            digest.update(f"{command}{rounded}".encode())
    return digest.hexdigest()


def _take_lining_digits(font: TTFont) -> None:
    """Let the digits be the font's lining figures where it has such a feature."""
    if "GSUB" not in font or not font["GSUB"].table.FeatureList:
        return
    table = font["GSUB"].table
    swaps: dict[str, str] = {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == "lnum":
            for index in record.Feature.LookupListIndex:
                for subtable in table.LookupList.Lookup[index].SubTable:
                    swaps.update(getattr(getattr(subtable, "ExtSubTable", subtable), "mapping", {}))
    for cmap in font["cmap"].tables:
        if cmap.isUnicode():
            for digit in map(ord, DIGITS):
                if digit in cmap.cmap:
                    cmap.cmap[digit] = swaps.get(cmap.cmap[digit], cmap.cmap[digit])


def _complaint(path: Path, reference: NDArray[np.float32], looks: list[NDArray[np.float32]]) -> str:
    """Say what keeps this font from being used; empty when it is fine, and then its look joins `looks`."""
    try:
        masks = [draw_text(path, digit, LOOK_PX) for digit in DIGITS]
    except FontError as error:
        return str(error)
    heights = np.array([mask.shape[0] for mask in masks])
    if (heights.max() - heights.min()) / np.median(heights) > _TALLEST_SPREAD:
        return "its digits are of different heights"
    if max(mask.shape[1] for mask in masks) > 1.6 * LOOK_PX:
        return "its digits are wider than high"
    inked = [cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0) for mask in masks]
    strokes = [
        2 * float(cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 5).max())
        for mask in inked
    ]
    if np.median(strokes) / LOOK_PX < _THINNEST_STROKE:
        return "its strokes are too thin"
    if _alikeness(masks) > _MOST_ALIKE:
        return "two of its digits look the same"
    likeness = _faces(masks).reshape(10, -1) @ reference.reshape(10, -1).T
    readable = int((likeness.argmax(axis=1) == np.arange(10)).sum())
    if readable < _LEAST_READABLE:
        return f"only {readable} of its digits look like digits"
    look = look_of(masks)
    if looks and float((np.stack(looks) @ look).max()) > _SAME_DRAWING:
        return "another font draws its digits just so"
    looks.append(look)
    return ""


def look_of(masks: list[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """Give how the ten digits, drawn `LOOK_PX` high, look together, length 1: products are correlations."""
    look = _boxes(masks).ravel()
    return np.asarray(look / np.sqrt(look @ look), np.float32)


def _boxes(masks: list[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """Lay each mask into the middle of a box of one size, ink 1."""
    width, height = round(1.7 * LOOK_PX), round(1.3 * LOOK_PX)
    boxes = np.zeros((len(masks), height, width), np.float32)
    for box, mask in zip(boxes, masks, strict=True):
        top, left = (height - mask.shape[0]) // 2, (width - mask.shape[1]) // 2
        box[top : top + mask.shape[0], left : left + mask.shape[1]] = mask / np.float32(255)
    return boxes


def _alikeness(masks: list[NDArray[np.uint8]]) -> float:
    """Give the largest overlap over union of any two digits, each laid into the same box by its middle."""
    flat = (_boxes(masks).reshape(len(masks), -1) > 0.5).astype(np.float32)
    common = flat @ flat.T
    areas = flat.sum(axis=1)
    union = areas[:, None] + areas[None, :] - common
    overlap = common / np.maximum(union, 1)
    np.fill_diagonal(overlap, 0)
    return float(overlap.max())


def _faces(masks: list[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """Give each mask as a blurred patch of one size, mean 0 and length 1: their products are correlations."""
    small = [cv2.resize(mask, _FACE, interpolation=cv2.INTER_AREA) for mask in masks]
    patches: NDArray[np.float32] = np.stack([cv2.GaussianBlur(face, (0, 0), 1.5) for face in small]).astype(
        np.float32
    )
    patches -= patches.mean(axis=(1, 2), keepdims=True)
    lengths = np.sqrt((patches**2).sum(axis=(1, 2), keepdims=True))
    patches /= np.maximum(lengths, 1e-6)
    return patches


def _reference_faces() -> NDArray[np.float32]:
    """Give what each digit looks like on average over the shipped fonts."""
    book = FontBook((SHIPPED_FONTS,))
    faces = np.stack(
        [
            _faces([draw_text(book.find(family).path, digit, LOOK_PX) for digit in DIGITS])
            for family in book.families()
        ]
    )
    mean: NDArray[np.float32] = faces.mean(axis=0, dtype=np.float32)
    return mean
