"""From one picture of the empty board to a profile, and from one of the tokens to their own printing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.advice import SENTENCES, Advice, find_advice
from calibration.profile import EnrolledTokens, Profile
from calibration.specials import Specials, find_specials
from vision.faces import cut_tokens, read_crops
from vision.grid import CORNERS, Grid, Points, grid_from_corners, is_sound, rectify
from vision.observation import FACES, OTHER, TOKEN, BoardObservation, NoBoard, cell_at
from vision.observation import SENTENCES as PROBLEMS
from vision.squares import MARGIN, SQUARE_PX, look_closely, refine_from_all_sides, refine_grid
from vision.triolet import LEAST_SUPPORT, find_board, middles_of, read_board

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

FINE_SQUARE_PX = 30  # for special squares: their print is small
EXACT_ROUNDS = 2  # of looks from all sides: a profile is made once, and every reading leans on it
SURELY = 0.9
MOST_TOKENS = 2  # that an empty board may seem to hold
MOST_APART = 1.0  # squares between where somebody pointed and where the lines are
MOST_WRONG = 2  # tokens of a set whose print may surely look like another face


class CalibrationFault(ValueError):
    """A picture that cannot be calibrated from; its text is one sentence for people.

    `reason` names the sentence and `details` are its words, for whoever says it in another language.
    """

    def __init__(self, sentence: str, reason: str = "", **details: object) -> None:
        super().__init__(sentence)
        self.reason, self.details = reason, details


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """A profile, and what there is to be said about it."""

    profile: Profile
    specials: Specials  # how its special squares were found
    held: tuple[str, ...]  # cells that seem to hold something although the board should be empty
    advice: tuple[Advice, ...]


def calibrate_board(picture: Bytes) -> tuple[Profile, Specials]:
    """The profile of the empty board in this picture (BGR), and how its special squares were found."""
    made = calibrate_picture(picture)
    return made.profile, made.specials


def calibrate_picture(picture: Bytes, corners: Points | None = None) -> Calibration:
    """The profile of the empty board in this picture (BGR).

    `corners`, (4, 2) in pixels, are the outer corners of A1, A15, O15 and O1 as somebody has pointed at them:
    then the board is not searched for, and the squares are counted from there.
    """
    grid, states = _find_empty(picture) if corners is None else _look_between(picture, corners)
    held = [cell_at(r, c) for r, c in np.argwhere(states[..., TOKEN] > SURELY).tolist()]
    if len(held) > MOST_TOKENS:
        raise CalibrationFault(
            f"{len(held)} tokens lie on the board: clear it, and take the picture again.", "not-empty"
        )
    if (states[..., OTHER] > SURELY).sum() > MOST_TOKENS:
        raise CalibrationFault(
            "Something covers part of the board: clear it, and take the picture again.", "covered"
        )
    board = rectify(picture, grid, FINE_SQUARE_PX, 0)
    specials, advice = find_specials(board), find_advice(board, grid)
    profile = Profile(
        grid=grid,
        empty=rectify(picture, grid, SQUARE_PX, MARGIN),
        specials=specials.cells,
        advice=(*_doubts(held), *(SENTENCES[one] for one in advice)),
    )
    return Calibration(profile, specials, tuple(held), tuple(advice))


def enrol(profile: Profile, picture: Bytes, faces: Sequence[str]) -> Profile:
    """The profile with this family's printing: the tokens on the board, row by row, have these faces."""
    found = find_board(picture, profile.known)
    if isinstance(found, NoBoard):
        raise CalibrationFault(PROBLEMS[found.problem], found.problem)
    if found.is_foreign:
        raise CalibrationFault(
            "The tokens lie on another board than the empty one: use the same board.", "foreign"
        )
    grid, look = found.grid, found.look
    seen = read_board(picture, profile.known)
    assert isinstance(seen, BoardObservation)  # it was found just now
    rows, columns = np.nonzero(seen.occupied)
    if len(rows) != len(faces):
        raise CalibrationFault(
            f"{len(rows)} tokens were seen on the board, but {len(faces)} faces were named: "
            "lay them out with care, and name them row by row.",
            "token-count",
            seen=len(rows),
            wanted=len(faces),
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
            f"a {face}: name them row by row, from left to right.",
            "faces-differ",
            count=len(wrong),
            cell=cell,
            face=face,
        )
    # The face is told, so its turn can be read with more certainty than anything else.
    turns = [int(one[FACES.index(face)].argmax()) for face, one in zip(faces, likely, strict=True)]
    upright = tuple(np.ascontiguousarray(np.rot90(c, t)) for c, t in zip(crops, turns, strict=True))
    return replace(profile, tokens=EnrolledTokens(tuple(faces), upright))


def _find_empty(picture: Bytes) -> tuple[Grid, Floats]:
    """Where the board is, as exactly as can be, and what its squares seem to hold."""
    found = find_board(picture)
    if isinstance(found, NoBoard):
        raise CalibrationFault(PROBLEMS[found.problem], found.problem)
    seen = read_board(picture)
    assert isinstance(seen, BoardObservation)  # it was found just now
    return _make_exact(picture, found.grid), seen.states


def _look_between(picture: Bytes, corners: Points) -> tuple[Grid, Floats]:
    """The same where somebody has pointed at the corners."""
    height, width = picture.shape[:2]
    given = grid_from_corners(corners, (width, height))
    fault = CalibrationFault(
        "Between these corners there is no board of 15 x 15 squares: put each onto a corner of the squares.",
        "corners",
    )
    if not is_sound(given):
        raise fault
    moved = refine_grid(look_closely(picture, given), given)
    if not is_sound(moved):
        raise fault
    # Lines beyond the squares may look like another row of them. Whoever has pointed knows where they end.
    right, down = (moved.to_squares(given.corners) - CORNERS).mean(axis=0).round().astype(int).tolist()
    grid = _make_exact(picture, moved.shifted(right, down))
    look = look_closely(picture, grid)
    apart = np.hypot(*(grid.corners - given.corners).T).max() / given.side_px
    if not is_sound(grid) or apart > MOST_APART or look.agreement < LEAST_SUPPORT:
        raise fault
    return grid, look.states


def _make_exact(picture: Bytes, grid: Grid) -> Grid:
    for _ in range(EXACT_ROUNDS):
        grid = refine_from_all_sides(picture, grid)
    return grid


def _doubts(cells: list[str]) -> list[str]:
    """What to say of squares that seem to hold something on an empty board."""
    if not cells:
        return []
    return [f"Something seems to lie on {' and '.join(cells)}: if so, clear it and calibrate again."]
