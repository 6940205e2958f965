"""A profile: what calibration found out about one mount and one board, as a JSON file."""

from __future__ import annotations

import base64
import binascii
import errno
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.specials import KINDS
from vision.faces import INPUT_PX, read_crops
from vision.grid import Grid, is_sound
from vision.known import KnownBoard
from vision.observation import FACES, ROWS, SQUARES
from vision.prints import EnrolledPrints
from vision.squares import MARGIN, SQUARE_PX

Bytes = NDArray[np.uint8]

VERSION = 1
PATCH_PX = (SQUARES + 2 * MARGIN) * SQUARE_PX
MOST_BYTES = 8_000_000
CELLS = frozenset(f"{row}{column}" for row in ROWS for column in range(1, SQUARES + 1))


class ProfileFault(ValueError):
    """A profile that cannot be used; its text is one sentence for people."""


@dataclass(frozen=True, slots=True, eq=False)
class EnrolledTokens:
    """Pictures of a family's own tokens, upright, as the face network wants them.

    Pictures are kept, not what the network made of them: a better network sees them with its own eyes.
    """

    faces: tuple[str, ...]
    crops: tuple[Bytes, ...]

    @property
    def prints(self) -> EnrolledPrints:
        return EnrolledPrints(self.faces, read_crops(self.crops).prints)


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """One mount, one board, and perhaps one family's set of tokens."""

    grid: Grid
    empty: Bytes  # the empty board straightened, as KnownBoard wants it
    specials: Mapping[str, tuple[str, ...]]  # the cells of each of KINDS
    tokens: EnrolledTokens | None = None
    advice: tuple[str, ...] = field(default=())  # what was said about light and sharpness

    @property
    def known(self) -> KnownBoard:
        """What the reader needs of it."""
        prints = None if self.tokens is None else self.tokens.prints
        return KnownBoard(self.grid, self.empty, prints)


def save_profile(profile: Profile, path: Path) -> None:
    """Write a profile; an old one is replaced only when the new one is whole."""
    _, data = cv2.imencode(".png", profile.empty)
    written: dict[str, object] = {
        "version": VERSION,
        "game": "triolet",
        "size": list(profile.grid.size),
        "plane": profile.grid.plane.tolist(),
        "bend": profile.grid.bend,
        "specials": {kind: list(profile.specials[kind]) for kind in KINDS},
        "empty": base64.b64encode(bytes(data)).decode("ascii"),
        "advice": list(profile.advice),
    }
    if profile.tokens is not None:
        _, data = cv2.imencode(".png", np.vstack(profile.tokens.crops))
        written["tokens"] = {
            "faces": list(profile.tokens.faces),
            "pictures": base64.b64encode(bytes(data)).decode("ascii"),
        }
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


def load_profile(path: Path) -> Profile:
    """Read a profile; one that is damaged, newer or of another game is refused with a sentence."""
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
        if type(version) is not int or version < 1:
            raise TypeError
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ProfileFault(f"{path} is damaged or no profile: calibrate again.") from None
    if version > VERSION:
        raise ProfileFault(f"{path} was made by a newer Trioscope: update this one, or calibrate again.")
    if written.get("game") != "triolet":
        raise ProfileFault(f"{path} is a profile for another game: choose the one for Triolet.")
    try:
        return _parse(written)
    except (ValueError, KeyError, TypeError, IndexError, OverflowError, binascii.Error, cv2.error):
        raise ProfileFault(f"{path} is damaged: calibrate again.") from None


def _parse(written: dict[str, object]) -> Profile:
    """The profile in parsed JSON; any exception of a wrong shape means that it is damaged."""
    size = written["size"]
    plane = np.array(written["plane"], np.float64)
    bend = float(written["bend"])  # type: ignore[arg-type]  # a wrong type raises, and is said
    if not isinstance(size, list) or [type(n) for n in size] != [int, int] or min(size) < 16:
        raise TypeError
    if plane.shape != (3, 3) or not np.isfinite(plane).all() or abs(np.linalg.det(plane)) < 1e-12:
        raise TypeError
    if not abs(bend) < 1 or not is_sound(Grid(plane, (size[0], size[1]), bend)):
        raise TypeError
    packed = written["empty"]
    if not isinstance(packed, str):
        raise TypeError
    data = np.frombuffer(base64.b64decode(packed, validate=True), np.uint8)
    empty = cv2.imdecode(data, cv2.IMREAD_COLOR)
    if empty is None or empty.shape != (PATCH_PX, PATCH_PX, 3):
        raise TypeError
    specials = written["specials"]
    if not isinstance(specials, dict) or set(specials) != set(KINDS):
        raise TypeError
    cells = [cell for kind in KINDS for cell in specials[kind]]
    if len(set(cells)) != len(cells) or not set(cells) <= CELLS:
        raise TypeError
    advice = written.get("advice", [])
    if not isinstance(advice, list) or not all(isinstance(line, str) for line in advice):
        raise TypeError
    return Profile(
        grid=Grid(plane, (size[0], size[1]), bend),
        empty=np.asarray(empty, np.uint8),
        specials={kind: tuple(specials[kind]) for kind in KINDS},
        tokens=_parse_tokens(written.get("tokens")),
        advice=tuple(advice),
    )


def _parse_tokens(written: object) -> EnrolledTokens | None:
    if written is None:
        return None
    if not isinstance(written, dict):
        raise TypeError
    faces = tuple(written["faces"])
    data = np.frombuffer(base64.b64decode(written["pictures"], validate=True), np.uint8)
    column = cv2.imdecode(data, cv2.IMREAD_COLOR)
    if not faces or not set(faces) <= set(FACES) or column is None:
        raise TypeError
    if column.shape != (len(faces) * INPUT_PX, INPUT_PX, 3):
        raise TypeError
    crops = np.split(np.asarray(column, np.uint8), len(faces))
    return EnrolledTokens(faces, tuple(np.ascontiguousarray(crop) for crop in crops))
