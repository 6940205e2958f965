"""The reader of Triominos tables as the commands use it: built when it is needed, replaced in tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from companion.pictures import Picture
from companion.rules.triominos.tiles import BOX
from vision.tiles import TableObservation

if TYPE_CHECKING:
    from vision.triominos import KnownTable

Bytes = NDArray[np.uint8]


class TableReader(Protocol):
    """Whatever reads pictures (BGR) of tables with tiles."""

    def read_table(self, pixels: Bytes, before: TableObservation | None = None) -> TableObservation:
        """What lies on the table, in the pixels of this picture; `before` is what the last one showed."""


# Whatever makes a reader; a profile that cannot be used raises `ValueError` with a sentence.
TableReaderMaker = Callable[[Path | None], TableReader]


def make_triominos_reader(profile: Path | None) -> TableReader:
    """The reader of this program, with what the profile knows."""
    if profile is None:
        return TriominosReader(None)
    from calibration.table_profile import load_table_profile

    return TriominosReader(load_table_profile(profile).known)


class TriominosReader:
    """What `vision` offers, in the form of `TableReader`."""

    def __init__(self, known: KnownTable | None) -> None:
        self._known = known

    def read_table(self, pixels: Bytes, before: TableObservation | None = None) -> TableObservation:
        from vision.triominos import read_table

        # In a game the referee judges what the box and the matches say.
        return read_table(pixels, self._known, before, box=BOX if before is None else None)


def tiles_in_file_pixels(seen: TableObservation, picture: Picture) -> TableObservation:
    """The observation in the pixels of the file, also if the picture was decoded smaller."""
    return seen if picture.scale == 1 else seen.scaled(picture.scale)
