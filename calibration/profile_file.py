"""Profiles as files: JSON with a version and the game they are for; a bad one is said in one sentence."""

from __future__ import annotations

import base64
import errno
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Game = Literal["triolet", "triominos"]
Form = dict[str, object]  # parsed JSON, until it is looked at
P = TypeVar("P")

VERSION = 1
MOST_BYTES = 8_000_000
NAMES: dict[Game, str] = {"triolet": "Triolet", "triominos": "Triominos"}
LEAST_SIZE = 16  # pixels of a picture's side


class ProfileFault(ValueError):
    """A profile that cannot be used; its text is one sentence for people."""


def write_profile(game: Game, content: Mapping[str, object], path: Path) -> None:
    """Write a profile; an old one is replaced only when the new one is whole."""
    written = {"version": VERSION, "game": game, **content}
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    fresh = path.with_name(path.name + ".new")
    try:
        with fresh.open("w", encoding="utf-8") as file:
            file.write(json.dumps(written, indent=1) + "\n")
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise


def read_profile(game: Game, path: Path, parse: Callable[[Form], P]) -> P:
    """Read a profile; one that is damaged, newer or of another game is refused with a sentence.

    `parse` may raise any exception of a wrong shape or value: it means that the profile is damaged.
    """
    written = _read_json(path)
    if written.get("game") != game:
        raise ProfileFault(f"{path} is a profile for another game: choose the one for {NAMES[game]}.")
    try:
        return parse(written)
    except (ValueError, KeyError, TypeError, IndexError, OverflowError, np.linalg.LinAlgError, cv2.error):
        raise ProfileFault(f"{path} is damaged: calibrate again.") from None


def _read_json(path: Path) -> Form:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ProfileFault(f"{path} is too large to be a profile: calibrate again.")
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ProfileFault(f"{path} is damaged or no profile: calibrate again.") from None
    except OSError as fault:
        reason = (fault.strerror or str(fault)).lower()
        raise ProfileFault(f"The profile {path} cannot be read ({reason}): choose another one.") from None
    try:
        written = json.loads(text)
        version = written["version"]
        if not isinstance(written, dict) or type(version) is not int or version < 1:
            raise TypeError
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ProfileFault(f"{path} is damaged or no profile: calibrate again.") from None
    if version > VERSION:
        raise ProfileFault(f"{path} was made by a newer Trioscope: update this one, or calibrate again.")
    return written


# Pieces that several kinds of profiles hold; whatever is wrong with them raises, as `parse` may.


def pack_picture(picture: Bytes) -> str:
    """A picture (BGR) as text."""
    _, data = cv2.imencode(".png", picture)
    return base64.b64encode(bytes(data)).decode("ascii")


def unpack_picture(packed: object, shape: tuple[int, int]) -> Bytes:
    """A picture (BGR) of this height and width."""
    if not isinstance(packed, str):
        raise TypeError
    picture = cv2.imdecode(np.frombuffer(base64.b64decode(packed, validate=True), np.uint8), cv2.IMREAD_COLOR)
    if picture is None or picture.shape != (*shape, 3):
        raise TypeError
    return np.asarray(picture, np.uint8)


def parse_size(written: object) -> tuple[int, int]:
    """Width and height of a picture."""
    match written:
        case [int(width), int(height)] if bool not in (type(width), type(height)):
            if min(width, height) >= LEAST_SIZE:
                return width, height
    raise TypeError


def parse_advice(written: object) -> tuple[str, ...]:
    """Sentences."""
    if not isinstance(written, list) or not all(isinstance(line, str) for line in written):
        raise TypeError
    return tuple(written)
