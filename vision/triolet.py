"""Read a Triolet board: a picture in, an observation out.

    observation = read_board(picture)

Find the board (`locate`), make the grid exact and look at every square (`squares`), read the tokens
(`faces`). What is known of this board, and what it looked like last, makes it surer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces import cut_tokens, read_faces
from vision.grid import Grid
from vision.known import KnownBoard, LastSeen, weigh_change
from vision.locate import guess_grids
from vision.observation import FACES, OTHER, SQUARES, TOKEN, BoardObservation, NoBoard, Obstacle, cell_at
from vision.obstacles import find_obstacles, why_no_board
from vision.outlines import guess_by_outline
from vision.squares import CloseLook, is_in_doubt, look_closely, look_in_mirror, refine_grid
from vision.stillness import MOST_MOVING, fuse_burst
from vision.symmetry import weigh_symmetry

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

LEAST_SUPPORT = 0.35  # of the board must answer: a hand may hide much of it
CONVINCING = 0.9  # so much of it agrees on a board that has nothing in the way: no other place is looked at
MOST_BEYOND = 0.35  # squares that a corner may seem to be outside of the picture
SETTLED = 0.12  # squares: a grid that moved less than this needs no further look
WORTH_READING = 0.004  # squares less likely than this to hold a token are not read
LEAST_ODDS, MOST_ODDS = 1 / 2, 20.0  # what a printed face, or none, may change about that
LEAST_ODDS_AMONG_FACES = 1 / 50  # where everything else has a face
MOST_ODDS_OF_NEW = 100.0  # where a square no longer looks as it did
ENOUGH_FACES, MOST_HAVE_FACES = 5, 0.9
A_LITTLE = 0.005
UNSETTLED = 0.5  # squares: a grid that still moved as far with the last look is not where the board is
MOST_LOOKS = 8
NEAR_EDGE = 1.0  # squares from the picture's edge: a guess at part of a board ends there


@dataclass(frozen=True, slots=True, eq=False)
class FoundBoard:
    """Where a board is, and what a close look at it showed."""

    grid: Grid
    look: CloseLook
    is_foreign: bool = False  # not the board that is known


def read_board(
    picture: Bytes,
    known: KnownBoard | None = None,
    before: LastSeen | None = None,
    box: NDArray[np.int64] | None = None,
) -> BoardObservation | NoBoard:
    """What lies on the board in this picture (BGR). With a `box`, how many it holds of each face (17,), the
    tokens are read together as some of them; whoever judges a move by what it holds must do without."""
    found = find_board(picture, known)
    if isinstance(found, NoBoard):
        return found
    grid, look = found.grid, found.look
    own = None if known is None or found.is_foreign else known
    if own is None and is_in_doubt(look.states):  # the empty board of a profile is a second opinion already
        look = look_in_mirror(look)
    states = weigh_change(look.states, look.patch, None if own is None else own.empty, before)
    faces, states = _read_faces(picture, grid, states, look, own, before, box)
    if own is None:
        states = weigh_symmetry(states, look.patch, look.offsets)
    return BoardObservation(
        corners=grid.corners,
        states=states,
        faces=faces,
        offsets=look.offsets,
        in_the_way=find_obstacles(look.patch, states),
        moved=None if known is None else known.distance(grid),
        is_foreign=found.is_foreign,
        straight=look.patch,
    )


def read_burst(
    frames: Sequence[Bytes], known: KnownBoard | None = None, before: LastSeen | None = None
) -> BoardObservation | NoBoard:
    """What lies on the board in a burst of frames; what moved while it was taken is in the way."""
    fused = fuse_burst(frames)
    seen = read_board(fused.picture, known, before)
    if isinstance(seen, NoBoard) or not fused.moving.any():
        return seen
    moving = _squares_of(fused.moving, seen, fused.picture.shape[1::-1])
    if not moving.any():
        return seen
    states = seen.states.copy()
    states[moving] = np.eye(3, dtype=np.float32)[OTHER]
    # If most of the picture moved, it was the camera or the board that was pushed.
    what: Obstacle = "hand" if fused.moving.mean() < MOST_MOVING else "other"
    return replace(seen, states=states, in_the_way=seen.in_the_way | {what})


def find_board(picture: Bytes, known: KnownBoard | None = None) -> FoundBoard | NoBoard:
    """The exact grid, and the close look that goes with it."""
    height, width = picture.shape[:2]
    if known is not None:
        settled = _settle(picture, known.grid_for((width, height)))
        if settled is not None and known.is_same_board(settled.look.patch, settled.look.states):
            return NoBoard("cut-off") if _beyond(settled.grid) > MOST_BEYOND else settled
    settled = None
    guesses = guess_grids(picture)
    first = next(guesses, None)
    for guess in chain([first] if first else [], guesses, guess_by_outline(picture)):
        found = _settle(picture, guess)
        # A chequered cloth beside the board is nearly as good a grid: the best one counts.
        if found is not None and (settled is None or found.look.agreement > settled.look.agreement):
            settled = found
        if settled is not None and settled.look.agreement > CONVINCING:
            break
    if settled is None:
        # A board that leaves the picture cannot be counted out; its visible part reaches the edge.
        problem = why_no_board(picture)
        is_cut = first is not None and _beyond(first) > -NEAR_EDGE
        return NoBoard("cut-off" if is_cut and problem == "no-board" else problem)
    if _beyond(settled.grid) > MOST_BEYOND:
        return NoBoard("cut-off")
    if known is None:
        return settled
    turn = known.turn_for(settled.grid, settled.look.patch, settled.look.states)
    turned = settled
    if turn:
        grid = settled.grid.turned(turn)
        turned = FoundBoard(grid, look_closely(picture, grid))
    if known.is_same_board(turned.look.patch, turned.look.states):
        return turned
    return replace(settled, is_foreign=True)


def middles_of(rows: NDArray[np.int64], columns: NDArray[np.int64], offsets: Floats) -> NDArray[np.float64]:
    """(N, 2): where on the board the middles of the tokens on these squares are."""
    off = offsets[rows, columns].clip(-0.5, 0.5)
    return np.asarray(np.stack([columns, rows], 1) + 0.5 + off, np.float64)


def _settle(picture: Bytes, grid: Grid) -> FoundBoard | None:
    """Look, move, look again, until the grid stays; `None` if there is no board here."""
    look = look_closely(picture, grid)
    for turn in range(MOST_LOOKS):
        if look.support < LEAST_SUPPORT:
            return None
        moved = refine_grid(look, grid, with_bend=turn > 0 or grid.bend != 0)
        step = float(np.hypot(*(moved.corners - grid.corners).T).max()) / max(grid.side_px, 1e-6)
        if not np.isfinite(step) or moved.side_px < 4:
            return None
        if step < SETTLED:
            break
        grid = moved
        look = look_closely(picture, grid)
    if step > UNSETTLED or look.agreement < LEAST_SUPPORT:
        return None
    return FoundBoard(moved, replace(look, offsets=_moved_offsets(look.offsets, grid, moved)))


def _moved_offsets(offsets: Floats, looked: Grid, moved: Grid) -> Floats:
    """Where the tokens lie from the middles of their squares, after the grid moved a little."""
    x, y = np.meshgrid(np.arange(SQUARES) + 0.5, np.arange(SQUARES) + 0.5)
    middles = np.stack([x.ravel(), y.ravel()], axis=1)
    seen_at = moved.to_squares(looked.to_pixels(middles + offsets.reshape(-1, 2)))
    return np.asarray((seen_at - middles).reshape(offsets.shape), np.float32)


def _beyond(grid: Grid) -> float:
    """How far the board reaches out of the picture, in squares."""
    width, height = grid.size
    corners = grid.corners
    out = np.maximum(-0.5 - corners, corners - (width - 0.5, height - 0.5))
    return float(out.max()) / grid.side_px


def _read_faces(
    picture: Bytes,
    grid: Grid,
    states: Floats,
    look: CloseLook,
    own: KnownBoard | None,
    before: LastSeen | None,
    box: NDArray[np.int64] | None,
) -> tuple[Floats, Floats]:
    """(15, 15, 17): the faces of the tokens, all as likely where there is none; and the states, now that it
    is known where a face is printed. `states` are those of the look, weighed by what is known."""
    faces = np.full((SQUARES, SQUARES, len(FACES)), 1 / len(FACES), np.float32)
    rows, columns = np.nonzero(states[..., TOKEN] > WORTH_READING)
    if not len(rows):
        return faces, states
    crops = cut_tokens(picture, grid, middles_of(rows, columns, look.offsets))
    known = {} if before is None else before.faces
    told = [
        known.get(cell_at(row, column)) for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
    ]
    read, nothing = read_faces(crops, None if own is None else own.prints, told, box)
    # What may be no face at all may be any.
    faces[rows, columns] = read * (1 - nothing[:, None]) + nothing[:, None] / len(FACES)
    # Where a face is clearly printed, there is a token: a special square's label may look like some face, but
    # like none in particular. Where none is printed, there may still be a token, in glare or blank.
    clear = (1 - nothing) * np.sqrt(read.max(axis=1))
    likely = states[rows, columns, TOKEN]
    enough = ENOUGH_FACES if own is None else 1  # a board that was calibrated is one of this game
    least = LEAST_ODDS_AMONG_FACES if _all_have_faces(likely, clear, enough) else LEAST_ODDS
    most = np.where(likely > look.states[rows, columns, TOKEN], MOST_ODDS_OF_NEW, MOST_ODDS)
    odds = ((clear + A_LITTLE) / (1 - clear + A_LITTLE)).clip(least, most)
    weighed = states.copy()
    weighed[rows, columns, TOKEN] *= odds
    return faces, np.asarray(weighed / weighed.sum(axis=2, keepdims=True), np.float32)


def _all_have_faces(token: Floats, clear: Floats, enough: int) -> bool:
    """Whether what surely lies here shows a face, but for a few in glare: no letters, no blank tiles."""
    sure = clear[token > CONVINCING]
    return len(sure) >= enough and float((sure > CONVINCING).mean()) > MOST_HAVE_FACES


def _squares_of(
    moving: NDArray[np.bool_], seen: BoardObservation, size: tuple[int, int]
) -> NDArray[np.bool_]:
    """(15, 15): the squares in which something moved, from a small picture of where it did."""
    scale = np.array(moving.shape[1::-1]) / np.array(size)
    side = 4  # a few points for each square are enough
    target = np.array([[0, 0], [SQUARES * side, 0], [SQUARES * side] * 2, [0, SQUARES * side]], np.float32)
    straight = cv2.getPerspectiveTransform((seen.corners * scale).astype(np.float32), target)
    board = cv2.warpPerspective(moving.astype(np.float32), straight, (SQUARES * side, SQUARES * side))
    share = board.reshape(SQUARES, side, SQUARES, side).mean(axis=(1, 3))
    return np.asarray(share > 0.1)
