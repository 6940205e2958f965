"""What can be done with a picture of the table at the set-up: each gives a profile, and what to say of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from calibration.calibrate import CalibrationFault, calibrate_picture, enrol
from calibration.enrol_tiles import TRIPLES, enrol_triples
from calibration.profile import CELLS, Profile
from calibration.specials import KINDS
from calibration.table_profile import TableProfile
from calibration.tiles import TableCalibration
from companion.jobs import LivePicture
from companion.live_looks import rescale
from companion.rules.triolet.cells import CENTRE
from companion.set_up_words import Said
from vision.grid import Points
from vision.observation import FACES, place_of
from vision.stillness import fuse_burst

P = TypeVar("P")
CalibrateTable = Callable[[Sequence[NDArray[np.uint8]]], TableCalibration]


@dataclass(frozen=True, slots=True, eq=False)
class Done(Generic[P]):
    """The profile as it is now, and how it went."""

    profile: P
    said: tuple[Said, ...]


def set_up_board(picture: LivePicture, corners: Points | None, old: Profile | None) -> Done[Profile]:
    """Calibrate the empty board; `CalibrationFault` if that is not possible.

    `corners`, if somebody pointed at them, are (4, 2) in pixels of the small picture. Tokens that were
    learned stay so: the camera may have moved, but the family's set is the same.
    """
    at = None if corners is None else rescale(corners, picture.small, picture.full)
    made = calibrate_picture(picture.full, at)
    profile = made.profile if old is None else replace(made.profile, tokens=old.tokens)
    said = [Said("calibrated")]
    # One thing at a time, the one that matters most.
    if made.held:
        said.append(Said("held", {"cells": made.held}))
    elif not made.specials.is_usual:
        said.append(Said("specials-unusual"))
    elif made.advice:
        said.append(Said(made.advice[0]))
    return Done(profile, tuple(said))


def set_up_table(
    picture: LivePicture, old: TableProfile | None, calibrate: CalibrateTable
) -> Done[TableProfile]:
    """Calibrate for Triominos from the tiles on the table; `CalibrationFault` if there is none.

    If they are the six with three equal numbers, their printing is learned, too. Tiles that were learned
    before stay so: the camera may have moved, but the family's set is the same.
    """
    made = calibrate([picture.full])
    profile = made.profile if old is None else replace(made.profile, tiles=old.tiles)
    said = [Said("table-calibrated")]
    learned = None
    with suppress(CalibrationFault):  # the table is set up all the same
        learned = enrol_triples(made.profile, picture.full)
    if learned is not None:
        profile = learned
        said.append(Said("tiles-learned"))
    # One thing at a time: what to do about the light can be said when nothing else is amiss.
    if learned is None and made.face_up >= len(TRIPLES):
        said.append(Said("tiles-not-learned"))
    else:
        said += [Said(one) for one in made.advice[:1]]
    return Done(profile, tuple(said))


def learn_tokens(pictures: Sequence[LivePicture], profile: Profile) -> Done[Profile]:
    """Learn the printing of the tokens on the board: one of each face, row by row from 0 to the joker.

    From many pictures it is learned without noise, and sharper than any of them shows it.
    """
    learned = enrol(profile, fuse_burst([picture.full for picture in pictures]).picture, FACES)
    return Done(learned, (Said("enrolled", {"count": len(FACES)}),))


def put_specials(profile: Profile, kinds: Mapping[str, str]) -> Done[Profile]:
    """The special squares as people have them, by cell. The centre always counts double."""
    by_cell = {**kinds, CENTRE: "double"}
    cells = {
        kind: tuple(sorted((c for c, one in by_cell.items() if one == kind and c in CELLS), key=place_of))
        for kind in KINDS
    }
    return Done(replace(profile, specials=cells), (Said("specials-kept"),))
