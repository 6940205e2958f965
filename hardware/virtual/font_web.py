"""Fetch many more typefaces, for training alone: the open fonts that npm's @fontsource packages hold.

They are kept apart from Debian's, so that the pictures that are measured on stay the same ones.
"""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from hardware.virtual.font_fetch import Fetched, FetchError, Progress
from hardware.virtual.fonts import (
    DIGITS,
    SHIPPED_FONTS,
    Font,
    FontBook,
    FontError,
    default_font_folder,
    draw_text,
)

FAMILY_LIST = Path(__file__).with_name("font-families.txt")
_BATCH = 8  # packages for each call of npm, which takes half a second to start
# Correlation of all ten digits from which two fonts are cuts of one drawing. Names may hide that (Arimo and
# Liberation Sans are one), so what is measured on is told by its look.
_SAME_DESIGN = 0.965
_STYLES = ("-latin-400-normal.woff", "-latin-700-normal.woff")


def web_font_folder() -> Path:
    """Say where these fonts live: beside Debian's."""
    return default_font_folder().with_name("web-fonts")


def family_names() -> tuple[str, ...]:
    """Give the names of the packages, without their common beginning."""
    return tuple(FAMILY_LIST.read_text(encoding="utf-8").split())


def fetch_web_fonts(folder: Path, progress: Progress = lambda done, of, name: None) -> Fetched:
    """Download all families of the list and keep their usable fonts in `folder` as FAMILY/STYLE.

    `folder` is replaced as a whole once everything is there. A font of the training part that looks like one
    that is measured on is left out. Raises `FetchError` without npm or network.
    """
    from hardware.virtual.font_filter import collect_fonts

    if shutil.which("npm") is None:
        raise FetchError("These fonts come from npm packages, and here is no npm: install it and try again.")
    names = family_names()
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder.parent, prefix="fetch-") as place:
            work = Path(place)
            for start in range(0, len(names), _BATCH):
                progress(start, len(names), names[start])
                _download(names[start : start + _BATCH], work)
            packed = sorted(work.glob("*.tgz"))
            if not packed:
                raise FetchError("No font could be downloaded: check the network and try again.")
            fonts = collect_fonts([font for path in packed for font in _unpack(path)], folder, progress)
            fonts = _without_copies(fonts)
    except OSError as error:
        raise FetchError(f"Fonts cannot be kept in {folder}: {error.strerror or error}.") from None
    there = {path.name.removeprefix("fontsource-").rpartition("-")[0] for path in packed}
    return Fetched(tuple(fonts), tuple(name for name in names if name not in there))


def _download(names: Sequence[str], work: Path) -> None:
    """Download packages; where one of several is not to be had, the others one by one."""
    command = ["npm", "pack", "--silent", *(f"@fontsource/{name}" for name in names)]
    done = subprocess.run(command, cwd=work, capture_output=True, check=False)
    if done.returncode and len(names) > 1:
        for name in names:
            _download([name], work)


def _unpack(package: Path) -> list[Path]:
    """The regular and the bold font of a package, beside it."""
    found = []
    with tarfile.open(package) as archive:
        for member in archive:
            name = Path(member.name).name
            file = archive.extractfile(member) if name.endswith(_STYLES) else None
            if file is not None:
                target = package.with_name(name)
                target.write_bytes(file.read())
                found.append(target)
    return found


def _without_copies(fonts: list[Font]) -> list[Font]:
    """Remove those that would teach what the reader is measured on; give the others."""
    book = FontBook((SHIPPED_FONTS, default_font_folder()))
    measured = [font for family in book.families("held-out") for font in book.styles(family)]
    looks = np.stack([look for font in measured if (look := _look(font)) is not None])
    kept = []
    for font in fonts:
        look = _look(font)
        if look is None or (not font.is_held_out and float((looks @ look).max()) > _SAME_DESIGN):
            font.path.unlink()
        else:
            kept.append(font)
    return kept


def _look(font: Font) -> NDArray[np.float32] | None:
    from hardware.virtual.font_filter import LOOK_PX, look_of

    try:
        return look_of([draw_text(font.path, digit, LOOK_PX) for digit in DIGITS])
    except FontError:
        return None
