"""Picture files: in as pixels, or refused with one sentence; out as PNG.

A file is looked at before it is decoded, so that nothing that is handed to `trioscope read` can fill the
memory of a small computer, and half a picture is never taken for a whole one.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import ceil
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.picture_headers import Damaged, EndsEarly, Header, NotAPicture, read_header
from companion.rules.forms import printable
from companion.rules.verdict import Language

Bytes = NDArray[np.uint8]
Points = NDArray[np.float64]

ENDINGS = (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff")
LEAST_SIDE = 16
MOST_LENGTH = 12  # times the width: no camera takes that, and OpenCV cannot bend such strips
MOST_PIXELS = 30_000_000
# While it decodes. Python, OpenCV and the reader take about 100 MB more, and all have to stay below 350 MB.
MOST_BYTES = 250_000_000
REDUCED = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}

SENTENCES: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "missing": "There is no file {path}: check its name.",
        "folder": "{path} is a folder: name a picture in it.",
        "not-a-file": "{path} is not a file: name a picture.",
        "no-pictures": "There is no picture in {path}: choose a folder that holds JPEG or PNG files.",
        "locked": "{path} cannot be read ({why}): check who may read it, or copy it.",
        "empty": "{path} is empty: copy the picture again, or take it again.",
        "not-a-picture": "{path} is not a picture that can be read: use JPEG, PNG, BMP, WebP or TIFF.",
        "ends-early": "{path} ends too early: copy the picture again, or take it again.",
        "damaged": "{path} is damaged or of a rare kind: save it again as JPEG or PNG, or take it again.",
        "tiny": "{path} has only {width} x {height} pixels: take a picture of at least {least} x {least}.",
        "strip": "{path} is a strip of {width} x {height} pixels: take a picture that shows the whole table.",
        "huge": "{path} is too large, {width} x {height} pixels: "
        "save it as a plain JPEG of at most {most} megapixels.",
    },
    "fr": {
        "missing": "Le fichier {path} n’existe pas\N{NO-BREAK SPACE}: vérifie son nom.",
        "folder": "{path} est un dossier\N{NO-BREAK SPACE}: choisis une image dedans.",
        "not-a-file": "{path} n’est pas un fichier\N{NO-BREAK SPACE}: choisis une image.",
        "no-pictures": "Il n’y a pas d’image dans {path}\N{NO-BREAK SPACE}: "
        "choisis un dossier avec des fichiers JPEG ou PNG.",
        "locked": "Impossible de lire {path} ({why})\N{NO-BREAK SPACE}: "
        "vérifie qui peut le lire, ou copie-le.",
        "empty": "{path} est vide\N{NO-BREAK SPACE}: copie l’image à nouveau, ou reprends-la.",
        "not-a-picture": "{path} n’est pas une image lisible\N{NO-BREAK SPACE}: "
        "il faut du JPEG, PNG, BMP, WebP ou TIFF.",
        "ends-early": "{path} s’arrête trop tôt\N{NO-BREAK SPACE}: copie l’image à nouveau, ou reprends-la.",
        "damaged": "{path} est abîmé ou d’un genre rare\N{NO-BREAK SPACE}: "
        "enregistre-le à nouveau en JPEG ou PNG, ou reprends l’image.",
        "tiny": "{path} n’a que {width} x {height} pixels\N{NO-BREAK SPACE}: "
        "prends une image d’au moins {least} x {least}.",
        "strip": "{path} est une bande de {width} x {height} pixels\N{NO-BREAK SPACE}: "
        "prends une image qui montre toute la table.",
        "huge": "{path} est trop grand, {width} x {height} pixels\N{NO-BREAK SPACE}: "
        "enregistre-le en JPEG simple de {most}\N{NO-BREAK SPACE}mégapixels au plus.",
    },
}


class PictureFault(ValueError):
    """A picture that cannot be had; its text is one sentence for people."""

    def __init__(self, reason: str, path: Path, details: Mapping[str, object] | None = None) -> None:
        super().__init__(reason, path, details)  # as they came, so that another process can send it
        self.reason, self.path, self.details = reason, path, details or {}

    def say(self, language: Language) -> str:
        """What happened, and what to do."""
        return SENTENCES[language][self.reason].format(path=printable(str(self.path)), **self.details)

    def __str__(self) -> str:
        return self.say("en")


@dataclass(frozen=True, slots=True, eq=False)  # eq: arrays have no single truth value
class Picture:
    """A decoded picture (BGR), and how many pixels of the file one of its pixels is wide."""

    pixels: Bytes
    scale: float = 1.0

    def in_file(self, points: Points) -> Points:
        """Points (x, y) of the decoded picture in the pixels of the file, whose centres are whole numbers.

        A reduced picture that is turned as its EXIF says is right to less than one decoded pixel.
        """
        return np.asarray((points + 0.5) * self.scale - 0.5, np.float64)


def load_picture(path: Path) -> Picture:
    """Decode a picture: 8 bit BGR, turned as its EXIF says, a large JPEG reduced; or `PictureFault`.

    Transparency is dropped: no camera makes any, and to keep it until it can be laid on white would take up
    to three times the memory.
    """
    header = _look_at(path)
    size = {"width": header.width, "height": header.height}
    if min(header.width, header.height) < LEAST_SIDE:
        raise PictureFault("tiny", path, {**size, "least": LEAST_SIDE})
    if max(header.width, header.height) > MOST_LENGTH * min(header.width, header.height):
        raise PictureFault("strip", path, size)
    factor = _reduction(header)
    if factor is None:
        raise PictureFault("huge", path, {**size, "most": MOST_PIXELS // 1_000_000})
    with _listening() as heard:
        pixels = _decode(path, REDUCED[factor])
        # Some JPEGs have an end, and still too little before it. Other complaints are of no weight: cameras
        # leave stray bytes between segments, and the picture is whole.
        is_cut = b"premature end" in heard().lower()
    if pixels is None or is_cut:
        raise PictureFault("ends-early" if is_cut else "damaged", path)
    return Picture(pixels, float(factor))


def pictures_in(folder: Path) -> list[Path]:
    """The pictures of a folder in name order; `PictureFault` if there are none."""
    try:
        names = sorted(entry.name for entry in folder.iterdir())
    except OSError as fault:
        raise PictureFault("locked", folder, {"why": _why(fault)}) from None
    # Names that begin with a dot are other programs' notes about pictures.
    chosen = [name for name in names if name.lower().endswith(ENDINGS) and not name.startswith(".")]
    if not chosen:
        raise PictureFault("no-pictures", folder)
    return [folder / name for name in chosen]


def save_png(pixels: Bytes, path: Path) -> None:
    """Write a picture (BGR) as PNG; an old one is replaced only when the new one is whole."""
    done, data = cv2.imencode(".png", pixels)
    if not done:  # not seen; better said than an empty file
        raise OSError("The picture could not be drawn.")
    fresh = path.with_name(path.name + ".new")
    try:
        fresh.write_bytes(data.tobytes())
        fresh.replace(path)
    except OSError:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise


def _look_at(path: Path) -> Header:
    """The header of a whole picture file."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise PictureFault("folder", path)
        if not stat.S_ISREG(mode):  # a device or a pipe may never end
            raise PictureFault("not-a-file", path)
        if path.stat().st_size == 0:
            raise PictureFault("empty", path)
        with path.open("rb") as file:
            return read_header(file)
    except FileNotFoundError:
        raise PictureFault("missing", path) from None
    except NotAPicture:
        raise PictureFault("not-a-picture", path) from None
    except EndsEarly:
        raise PictureFault("ends-early", path) from None
    except Damaged:
        raise PictureFault("damaged", path) from None
    except (OSError, ValueError) as fault:  # ValueError: a name with a zero byte
        if isinstance(fault, PictureFault):
            raise
        raise PictureFault("locked", path, {"why": _why(fault)}) from None


def _reduction(header: Header) -> int | None:
    """By how much to reduce the picture as it is decoded; `None` if it is too large all the same."""
    for factor in REDUCED if header.form == "jpeg" else (1,):
        pixels = ceil(header.width / factor) * ceil(header.height / factor)
        # OpenCV copies the decoded pixels once; by then the decoder has given back what it took.
        needed = max(2 * 3 * pixels, 3 * pixels + header.extra_bytes)
        if pixels <= MOST_PIXELS and needed <= MOST_BYTES:
            return factor
    return None


def _decode(path: Path, how: int) -> Bytes | None:
    """The pixels, or `None`. From the file, not from memory: large files need not be loaded as a whole."""
    try:
        name = str(path)
        if name.encode("utf-8", "replace") == os.fsencode(name):
            pixels = cv2.imread(name, how)
        else:  # a name that is not text, which OpenCV does not take
            pixels = cv2.imdecode(np.fromfile(path, np.uint8), how)
    except (cv2.error, OSError):
        return None
    return None if pixels is None else np.asarray(pixels, np.uint8)


@contextmanager
def _listening() -> Iterator[Callable[[], bytes]]:
    """Keep off standard error what the decoders print, and hear it: no setting silences all of them."""
    try:
        kept = os.dup(2)
    except OSError:  # standard error is closed: nobody hears them anyway
        yield lambda: b""
        return
    ears, mouth = os.pipe()
    os.set_blocking(ears, False)
    os.set_blocking(mouth, False)  # what is too much is lost; the decoder must not wait for us
    os.dup2(mouth, 2)

    def heard() -> bytes:
        with suppress(BlockingIOError):
            return os.read(ears, 1 << 16)
        return b""

    try:
        yield heard
    finally:
        os.dup2(kept, 2)
        for end in (kept, ears, mouth):
            os.close(end)


def _why(fault: Exception) -> str:
    reason = getattr(fault, "strerror", None) or str(fault)
    return f"{reason[:1].lower()}{reason[1:]}"
