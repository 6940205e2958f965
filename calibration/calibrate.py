"""From one picture of the empty board to a profile, and from one of the tokens to their own printing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.advice import advise
from calibration.profile import EnrolledTokens, Profile
from calibration.specials import Specials, find_specials
from vision.faces import cut_tokens, read_crops
from vision.grid import rectify
from vision.observation import FACES, OTHER, SENTENCES, TOKEN, BoardObservation, NoBoard, cell_at
from vision.squares import MARGIN, SQUARE_PX, refine_from_all_sides
from vision.triolet import find_board, middles_of, read_board

Bytes = NDArray[np.uint8]

FINE_SQUARE_PX = 30  # for special squares: their print is small
EXACT_ROUNDS = 2  # of looks from all sides: a profile is made once, and every reading leans on it
SURELY = 0.9
MOST_TOKENS = 2  # that an empty board may seem to hold
MOST_WRONG = 2  # tokens of a set whose print may surely look like another face


class CalibrationFault(ValueError):
    """A picture that cannot be calibrated from; its text is one sentence for people."""


def calibrate_board(picture: Bytes) -> tuple[Profile, Specials]:
    """The profile of the empty board in this picture (BGR), and how its special squares were found."""
    found = find_board(picture)
    if isinstance(found, NoBoard):
        raise CalibrationFault(SENTENCES[found.problem])
    grid = found.grid
    for _ in range(EXACT_ROUNDS):
        grid = refine_from_all_sides(picture, grid)
    seen = read_board(picture)
    assert isinstance(seen, BoardObservation)  # it was found just now
    states = seen.states
    held = [cell_at(r, c) for r, c in np.argwhere(states[..., TOKEN] > SURELY).tolist()]
    if len(held) > MOST_TOKENS:
        raise CalibrationFault(f"{len(held)} tokens lie on the board: clear it, and take the picture again.")
    if (states[..., OTHER] > SURELY).sum() > MOST_TOKENS:
        raise CalibrationFault("Something covers part of the board: clear it, and take the picture again.")
    board = rectify(picture, grid, FINE_SQUARE_PX, 0)
    specials = find_specials(board)
    profile = Profile(
        grid=grid,
        empty=rectify(picture, grid, SQUARE_PX, MARGIN),
        specials=specials.cells,
        advice=(*_doubts(held), *advise(board, grid)),
    )
    return profile, specials


def enrol(profile: Profile, picture: Bytes, faces: Sequence[str]) -> Profile:
    """The profile with this family's printing: the tokens on the board, row by row, have these faces."""
    found = find_board(picture, profile.known)
    if isinstance(found, NoBoard):
        raise CalibrationFault(SENTENCES[found.problem])
    if found.is_foreign:
        raise CalibrationFault("The tokens lie on another board than the empty one: use the same board.")
    grid, look = found.grid, found.look
    seen = read_board(picture, profile.known)
    assert isinstance(seen, BoardObservation)  # it was found just now
    rows, columns = np.nonzero(seen.occupied)
    if len(rows) != len(faces):
        raise CalibrationFault(
            f"{len(rows)} tokens were seen on the board, but {len(faces)} faces were named: "
            "lay them out with care, and name them row by row."
        )
    crops = cut_tokens(picture, grid, middles_of(rows, columns, look.offsets))
    likely = read_crops(crops).likely
    wrong = [
        (cell_at(int(row), int(column)), face)
        for row, column, face, one in zip(rows, columns, faces, likely, strict=True)
        if one.sum(axis=1).max() > SURELY and FACES[int(one.sum(axis=1).argmax())] != face
    ]
    if len(wrong) > MOST_WRONG:
        cell, face = wrong[0]
        raise CalibrationFault(
            f"{len(wrong)} tokens do not look like the faces that were named, the first of them {cell} like "
            f"a {face}: name them row by row, from left to right."
        )
    # The face is told, so its turn can be read with more certainty than anything else.
    turns = [int(one[FACES.index(face)].argmax()) for face, one in zip(faces, likely, strict=True)]
    upright = tuple(np.ascontiguousarray(np.rot90(c, t)) for c, t in zip(crops, turns, strict=True))
    return replace(profile, tokens=EnrolledTokens(tuple(faces), upright))


def _doubts(cells: list[str]) -> list[str]:
    """What to say of squares that seem to hold something on an empty board."""
    if not cells:
        return []
    return [f"Something seems to lie on {' and '.join(cells)}: if so, clear it and calibrate again."]
