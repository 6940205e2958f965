"""A profile: what calibration found out about one mount and one board, as a JSON file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.profile_file import (
    Form,
    pack_picture,
    parse_advice,
    parse_size,
    read_profile,
    unpack_picture,
    write_profile,
)
from calibration.profile_file import ProfileFault as ProfileFault  # for whoever loads profiles
from calibration.specials import KINDS
from vision.faces import INPUT_PX, read_crops
from vision.grid import Grid, is_sound
from vision.known import KnownBoard
from vision.observation import FACES, ROWS, SQUARES
from vision.prints import EnrolledPrints
from vision.squares import MARGIN, SQUARE_PX

Bytes = NDArray[np.uint8]

PATCH_PX = (SQUARES + 2 * MARGIN) * SQUARE_PX
CELLS = frozenset(f"{row}{column}" for row in ROWS for column in range(1, SQUARES + 1))


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
    written: dict[str, object] = {
        "size": list(profile.grid.size),
        "plane": profile.grid.plane.tolist(),
        "bend": profile.grid.bend,
        "specials": {kind: list(profile.specials[kind]) for kind in KINDS},
        "empty": pack_picture(profile.empty),
        "advice": list(profile.advice),
    }
    if profile.tokens is not None:
        pictures = pack_picture(np.vstack(profile.tokens.crops))
        written["tokens"] = {"faces": list(profile.tokens.faces), "pictures": pictures}
    write_profile("triolet", written, path)


def load_profile(path: Path) -> Profile:
    """Read a profile; one that is damaged, newer or of another game is refused with a sentence."""
    return read_profile("triolet", path, _parse)


def _parse(written: Form) -> Profile:
    """The profile in parsed JSON; any exception of a wrong shape means that it is damaged."""
    size = parse_size(written["size"])
    plane = np.array(written["plane"], np.float64)
    bend = float(written["bend"])  # type: ignore[arg-type]  # a wrong type raises, and is said
    if plane.shape != (3, 3) or not np.isfinite(plane).all() or abs(np.linalg.det(plane)) < 1e-12:
        raise TypeError
    if not abs(bend) < 1 or not is_sound(Grid(plane, size, bend)):
        raise TypeError
    specials = written["specials"]
    if not isinstance(specials, dict) or set(specials) != set(KINDS):
        raise TypeError
    cells = [cell for kind in KINDS for cell in specials[kind]]
    if len(set(cells)) != len(cells) or not set(cells) <= CELLS:
        raise TypeError
    return Profile(
        grid=Grid(plane, size, bend),
        empty=unpack_picture(written["empty"], (PATCH_PX, PATCH_PX)),
        specials={kind: tuple(specials[kind]) for kind in KINDS},
        tokens=_parse_tokens(written.get("tokens")),
        advice=parse_advice(written.get("advice", [])),
    )


def _parse_tokens(written: object) -> EnrolledTokens | None:
    if written is None:
        return None
    if not isinstance(written, dict):
        raise TypeError
    faces = tuple(written["faces"])
    if not faces or not set(faces) <= set(FACES):
        raise TypeError
    column = unpack_picture(written["pictures"], (len(faces) * INPUT_PX, INPUT_PX))
    crops = np.split(column, len(faces))
    return EnrolledTokens(faces, tuple(np.ascontiguousarray(crop) for crop in crops))
