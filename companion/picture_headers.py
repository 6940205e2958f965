"""How large a picture is and what decoding it takes, from its first bytes: nothing is decoded here.

A picture of a few kilobytes may unpack to gigabytes, and OpenCV fills up half a JPEG with grey without a
word. Both have to be known before it is asked to decode anything.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from os import SEEK_END
from typing import Any, BinaryIO, Literal

Form = Literal["jpeg", "png", "bmp", "webp", "tiff"]

RGBA_BYTES = 4
BLOCK_BYTES = 128  # the coefficients of 8 x 8 points of one colour in a JPEG
SCANNED_AT_ONCE = 1 << 20


class NotAPicture(ValueError):
    """None of the forms that we know."""


class EndsEarly(ValueError):
    """A picture whose end is missing."""


class Damaged(ValueError):
    """A picture whose header makes no sense."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a picture says of itself before anything is decoded."""

    form: Form
    width: int
    height: int
    extra_bytes: int = 0  # that the decoder needs beside the pixels it hands out


def read_header(file: BinaryIO) -> Header:
    """The header of a picture file; one that is no picture, damaged or not all there raises."""
    source = _Source(file)
    start = file.read(16)
    for is_this_form, read in FORMS:
        if is_this_form(start):
            source.go(0)
            header = read(source)
            if header.width < 1 or header.height < 1:
                raise Damaged
            return header
    raise NotAPicture


class _Source:
    """A file that says so when it ends early."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.size = file.seek(0, SEEK_END)
        self.go(0)

    @property
    def at(self) -> int:
        return self._file.tell()

    def go(self, at: int) -> None:
        if at > self.size:
            raise EndsEarly
        self._file.seek(at)

    def take(self, form: str) -> tuple[Any, ...]:
        """The next numbers or bytes, in a form of `struct`."""
        data = self._file.read(struct.calcsize(form))
        if len(data) < struct.calcsize(form):
            raise EndsEarly
        return struct.unpack(form, data)

    def holds(self, mark: bytes) -> bool:
        """Whether the mark comes anywhere in the rest of the file."""
        last = b""
        while chunk := self._file.read(SCANNED_AT_ONCE):
            if mark in last + chunk:
                return True
            last = chunk[1 - len(mark) :]
        return False


@dataclass(frozen=True, slots=True)
class _Frame:
    """What a JPEG says of its pixels."""

    width: int
    height: int
    colours: int
    coefficient_bytes: int
    is_progressive: bool


def _read_jpeg(source: _Source) -> Header:
    """Walk the segments up to the first scan, and see that the scans end."""
    source.go(2)
    frame: _Frame | None = None
    while True:
        marker = _next_marker(source)
        if marker in (0xD8, 0xD9):
            raise Damaged  # another start, or an end before any scan
        if marker == 0x01 or 0xD0 <= marker <= 0xD7:
            continue  # it stands alone
        start = source.at
        (length,) = source.take(">H")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            frame = _read_frame(source, is_progressive=marker in (0xC2, 0xC6, 0xCA, 0xCE))
        elif marker == 0xDA:  # a scan: from here on, coded pixels
            break
        source.go(start + length)
    if frame is None:
        raise Damaged
    (colours_in_scan,) = source.take("B")
    if not source.holds(b"\xff\xd9"):  # coded pixels never look like this mark, which ends the picture
        raise EndsEarly
    # Whatever comes in several scans is kept as coefficients until the last of them.
    is_kept = frame.is_progressive or colours_in_scan < frame.colours
    return Header("jpeg", frame.width, frame.height, frame.coefficient_bytes if is_kept else 0)


def _next_marker(source: _Source) -> int:
    (first,) = source.take("B")
    if first != 0xFF:
        raise Damaged
    marker = 0xFF
    while marker == 0xFF:  # it may be repeated
        (marker,) = source.take("B")
    return marker


def _read_frame(source: _Source, is_progressive: bool) -> _Frame:
    height, width, colours = source.take(">xHHB")
    samplings = [divmod(source.take(">xBx")[0], 16) for _ in range(colours)]
    if not samplings or not all(across and down for across, down in samplings):
        raise Damaged
    most_across, most_down = (max(way) for way in zip(*samplings, strict=True))
    groups = ceil(width / (8 * most_across)) * ceil(height / (8 * most_down))
    blocks = groups * sum(across * down for across, down in samplings)
    return _Frame(width, height, colours, BLOCK_BYTES * blocks, is_progressive)


def _read_png(source: _Source) -> Header:
    """The first chunk holds the size; the last must be there."""
    source.go(8)
    length, name, width, height = source.take(">I4sII")
    if name != b"IHDR":
        raise Damaged
    at = 8
    while name != b"IEND":
        source.go(at)
        length, name = source.take(">I4s")
        at += 12 + length
    source.go(at)
    return Header("png", width, height)


def _read_bmp(source: _Source) -> Header:
    offset, kind = source.take("<10xII")
    if kind == 12:  # as OS/2 wrote it
        width, height, bits = source.take("<HH2xH")
        packing = 0
    elif kind in (40, 52, 56, 64, 108, 124):
        width, height, bits, packing = source.take("<ii2xHI")
    else:
        raise NotAPicture  # some text that begins with BM
    height = abs(height)  # negative: the top row comes first
    if packing in (0, 3):  # not run-length coded: its length is known
        source.go(offset + (width * bits + 31) // 32 * 4 * height)
    return Header("bmp", width, height)


def _read_webp(source: _Source) -> Header:
    length, kind = source.take("<4xI4x4s4x")
    if length + 8 > source.size:
        raise EndsEarly
    if kind == b"VP8X":
        low_w, high_w, low_h, high_h = source.take("<4xHBHB")
        width, height = (high_w << 16 | low_w) + 1, (high_h << 16 | low_h) + 1
    elif kind == b"VP8L":
        (bits,) = source.take("<xI")
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    elif kind == b"VP8 ":
        width, height = (side & 0x3FFF for side in source.take("<6xHH"))
    else:
        raise Damaged
    # OpenCV loads the whole file, and the decoder works on a copy with transparency.
    return Header("webp", width, height, RGBA_BYTES * width * height + source.size)


# Tags of a TIFF directory, and its kinds of whole numbers.
WIDTH, HEIGHT, BITS, SAMPLES, STRIP_ROWS, TILE_WIDTH, TILE_HEIGHT = 256, 257, 258, 277, 278, 322, 323
NUMBERS = {1: "B", 3: "H", 4: "I", 16: "Q"}


def _read_tiff(source: _Source) -> Header:
    """The first directory describes the picture that OpenCV decodes."""
    (order,) = source.take("2s")
    end = "<" if order == b"II" else ">"
    (version,) = source.take(f"{end}H")
    is_big = version == 43  # made for files over 4 gigabytes
    (at,) = source.take(f"{end}4xQ" if is_big else f"{end}I")
    source.go(at)
    (count,) = source.take(f"{end}{'Q' if is_big else 'H'}")
    tags: dict[int, int] = {}
    for _ in range(min(count, 1000)):
        tag, kind, values, field = source.take(f"{end}HH" + ("Q8s" if is_big else "I4s"))
        if kind in NUMBERS:
            tags[tag] = _first_value(source, field, values, end, NUMBERS[kind])
    width, height = tags.get(WIDTH, 0), tags.get(HEIGHT, 0)
    # A strip or tile is unpacked as a whole, and then once more as RGBA.
    at_once = width * min(tags.get(STRIP_ROWS, height), height)
    if TILE_WIDTH in tags:
        at_once = tags[TILE_WIDTH] * tags.get(TILE_HEIGHT, height)
    deep = ceil(tags.get(BITS, 1) * tags.get(SAMPLES, 1) / 8)
    return Header("tiff", width, height, at_once * (deep + RGBA_BYTES))


def _first_value(source: _Source, field: bytes, values: int, end: str, kind: str) -> int:
    """The first number of a field: in the field itself if all fit there, else where it points to."""
    form = end + kind
    length = struct.calcsize(form)
    if length * values <= len(field):
        return int(struct.unpack(form, field[:length])[0])
    here = source.at
    source.go(struct.unpack(f"{end}{'Q' if len(field) == 8 else 'I'}", field)[0])
    (value,) = source.take(form)
    source.go(here)
    return int(value)


FORMS: tuple[tuple[Callable[[bytes], bool], Callable[[_Source], Header]], ...] = (
    (lambda start: start.startswith(b"\xff\xd8\xff"), _read_jpeg),
    (lambda start: start.startswith(b"\x89PNG\r\n\x1a\n"), _read_png),
    (lambda start: start.startswith(b"BM"), _read_bmp),
    (lambda start: start.startswith(b"RIFF") and start[8:12] == b"WEBP", _read_webp),
    (lambda start: start[:4] in (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+"), _read_tiff),
)
