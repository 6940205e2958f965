"""Photographs of a Triolet board, held any way round: read as they are held, then turned.

A quarter turn calls another corner A1, that many corners farther clockwise, as `Grid.turned` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.faces import cut_tokens, read_crops
from vision.grid import Grid
from vision.known import KnownBoard
from vision.observation import SQUARES, TOKEN, BoardObservation, NoBoard, cell_at, place_of
from vision.squares import MARGIN, SQUARE_PX
from vision.symmetry import weigh_symmetry
from vision.triolet import find_board, middles_of, read_board

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

QUARTERS = 4
LIKELY = 0.5


@dataclass(frozen=True, slots=True, eq=False)  # eq: arrays have no single truth value
class Photo:
    """What a photograph shows, one way round."""

    grid: Grid
    seen: BoardObservation
    lies: Mapping[str, Floats]  # by cell, (17, 4): each face at each quarter turn of its token, clockwise

    def turned(self, quarters: int) -> Photo:
        """The same photograph another way round."""
        lies = {
            turned_cell(cell, quarters): np.roll(likely, -quarters, axis=1)
            for cell, likely in self.lies.items()
        }
        return Photo(self.grid.turned(quarters), turned(self.seen, quarters), lies)


def take_photo(picture: Bytes) -> Photo | NoBoard:
    """Read a photograph (BGR) as it was held."""
    found = find_board(picture)
    if isinstance(found, NoBoard):
        return found
    seen = read_board(picture)
    assert isinstance(seen, BoardObservation)  # it was found just now
    rows, columns = np.nonzero(seen.states[..., TOKEN] > LIKELY)
    if not len(rows):
        return Photo(found.grid, seen, {})
    likely = read_crops(cut_tokens(picture, found.grid, middles_of(rows, columns, seen.offsets))).likely
    cells = [cell_at(row, column) for row, column in zip(rows.tolist(), columns.tolist(), strict=True)]
    return Photo(found.grid, seen, dict(zip(cells, likely, strict=True)))


def look_again(picture: Bytes, photo: Photo, empty: Bytes) -> Photo:
    """The same photograph read with the `empty` board in mind, straightened and the same way round.

    A few empty squares look like tokens to whoever sees the board for the first time: 53 on 14 photographs of
    one game; with the empty board in mind 12, and with the mirror images of each square as well, 5.
    """
    seen = read_board(picture, KnownBoard(photo.grid, empty))
    if isinstance(seen, NoBoard) or seen.is_foreign or seen.straight is None:
        return photo
    states = weigh_symmetry(seen.states, seen.straight, seen.offsets)
    return replace(photo, seen=replace(seen, states=states))


def turned(seen: BoardObservation, quarters: int) -> BoardObservation:
    """The same observation with another corner called A1."""
    offsets = np.rot90(seen.offsets, quarters)
    for _ in range(quarters % QUARTERS):  # what was down is now right, and what was left is now down
        offsets = np.stack([offsets[..., 1], -offsets[..., 0]], axis=-1)
    return replace(
        seen,
        corners=np.roll(seen.corners, -quarters, axis=0),
        states=np.ascontiguousarray(np.rot90(seen.states, quarters)),
        faces=np.ascontiguousarray(np.rot90(seen.faces, quarters)),
        offsets=np.ascontiguousarray(offsets),
        straight=None if seen.straight is None else np.ascontiguousarray(np.rot90(seen.straight, quarters)),
    )


def turned_cell(cell: str, quarters: int) -> str:
    """What a cell is called when another corner is called A1."""
    row, column = place_of(cell)
    for _ in range(quarters % QUARTERS):
        row, column = SQUARES - 1 - column, row
    return cell_at(row, column)


def without_tokens(board: Bytes, occupied: NDArray[np.bool_]) -> Bytes:
    """A straightened board as it would look empty: what tokens hide is taken from the other quarters, which
    are printed alike. What is hidden in all of them, as the centre is, stays."""
    filled, hidden = board.copy(), occupied.copy()
    for quarters in range(1, QUARTERS):
        other, is_seen = np.rot90(board, quarters), ~np.rot90(occupied, quarters)
        for row, column in np.argwhere(hidden & is_seen).tolist():
            top, left = ((MARGIN + place) * SQUARE_PX for place in (row, column))
            square = np.s_[top : top + SQUARE_PX, left : left + SQUARE_PX]
            filled[square] = other[square]
            hidden[row, column] = False
    return filled
