"""The reader of Triolet boards as the commands use it: built when it is needed, replaced in tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from companion.pictures import Picture
from companion.rules.triolet import EDITIONS
from vision.observation import FACES, BoardObservation, NoBoard

if TYPE_CHECKING:
    from vision.known import KnownBoard

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Observation = BoardObservation | NoBoard

_BOX = np.array([EDITIONS["fr"].counts[face] for face in FACES], np.int64)  # the only counts that are certain


class Reader(Protocol):
    """Whatever reads pictures (BGR)."""

    def read_board(self, pixels: Bytes, before: BoardObservation | None = None) -> Observation:
        """What lies on the board, in the pixels of this picture; `before` is what the last one showed."""

    def read_token(self, pixels: Bytes) -> Floats:
        """(17,): how likely each of FACES is on a single token."""


# Whatever makes a reader; a profile that cannot be used raises `ValueError` with a sentence.
ReaderMaker = Callable[[Path | None], Reader]


def make_triolet_reader(profile: Path | None) -> Reader:
    """The reader of this program, with what the profile knows."""
    if profile is None:
        return TrioletReader(None)
    from calibration.profile import load_profile

    return TrioletReader(load_profile(profile).known)


class TrioletReader:
    """What `vision` offers, in the form of `Reader`."""

    def __init__(self, known: KnownBoard | None) -> None:
        self._known = known

    def read_board(self, pixels: Bytes, before: BoardObservation | None = None) -> Observation:
        from vision.known import LastSeen
        from vision.triolet import read_board

        if before is None:
            return read_board(pixels, self._known, box=_BOX)
        return read_board(pixels, self._known, LastSeen.of(before))  # a game: the referee judges by the box

    def read_token(self, pixels: Bytes) -> Floats:
        from vision.token import read_token

        return read_token(pixels)


def in_file_pixels(observation: Observation, picture: Picture) -> Observation:
    """The observation with its grid in the pixels of the file, also if the picture was decoded smaller."""
    if isinstance(observation, NoBoard):
        return observation
    return replace(observation, corners=picture.in_file(observation.corners))
