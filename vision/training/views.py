"""Pictures to train the board networks with: flat boards put into views, with their truths.

All coordinates are squares: (0, 0) is the outer corner of A1, (15, 15) that of O15.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.boards import (
    MARGIN,
    OTHER,
    SQUARE_PX,
    SQUARES,
    UNKNOWN,
    DrawnBoard,
    random_colour,
)
from vision.training.scenery import distract, occlude, over, spoil, table_top

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]

LOCATE_PX, LOCATE_STRIDE = 224, 8
PATCH_MARGIN, PATCH_SQUARE_PX = 2, 16
PATCH_PX = (SQUARES + 2 * PATCH_MARGIN) * PATCH_SQUARE_PX
FIELD_STRIDE = 8
EDGE = 0.2  # squares from the board's edge: nobody is asked whether this is on it
MESH_PX = 8
COVERED, GRAZED = 0.25, 0.08  # shares of a square: hidden, and not worth mentioning


@dataclass(frozen=True, slots=True, eq=False)
class Flat:
    """A board seen from above, drawn or cut from a rendered picture, with its truth."""

    picture: Bytes  # (SIDE_PX, SIDE_PX, 3)
    alpha: Bytes | None  # None: the surroundings are part of the picture
    state: NDArray[np.int8]  # (15, 15)
    offset: Floats  # (15, 15, 2)
    bend: Floats  # (6, 6, 2): where every third crossing really is, less where it should be, in squares


@dataclass(frozen=True, slots=True, eq=False)
class SquaresSample:
    """A nearly straight view of a board, as the squares network sees it."""

    picture: Bytes  # (PATCH_PX, PATCH_PX, 3)
    field: Floats  # (3, 38, 38): how far the board is off here, in squares (x, y); 1 on it, 0 off it, -1 edge
    state: NDArray[np.int64]  # (15, 15), UNKNOWN where nothing is asked
    offset: Floats  # (2, 15, 15)


@dataclass(frozen=True, slots=True, eq=False)
class LocateSample:
    """A whole picture, as the locating network sees it."""

    picture: Bytes  # (LOCATE_PX, LOCATE_PX, 3)
    place: Floats  # (3, 28, 28): where on the board this is, from -1 to 1 (x, y), and whether it is on it


def flat_from_drawn(board: DrawnBoard) -> Flat:
    return Flat(board.picture, board.alpha, board.state, board.offset, np.zeros((6, 6, 2), np.float32))


def squares_sample(rng: np.random.Generator, flat: Flat) -> SquaresSample:
    """A view as it is after a first guess: sometimes nearly right, sometimes off by a square."""
    flat = _flip(rng, flat)
    corners = np.array([[0, 0], [15, 0], [15, 15], [0, 15]], np.float64)
    how = rng.random()
    if how < 0.5:
        off = rng.normal(0, 0.05, (4, 2))
    elif how < 0.75:
        off = rng.normal(0, 0.25, (4, 2)) + rng.normal(0, 0.2, 2)
    else:
        off = rng.normal(0, 0.4, (4, 2)) + rng.uniform(-1.4, 1.4, 2)
    # Where the guess believes the corners to be, and where they really are.
    true_from_guess = cv2.getPerspectiveTransform(
        corners.astype(np.float32), (corners + off).astype(np.float32)
    )
    bend = _lens(rng) if rng.random() < 0.5 else None

    def to_true(guess: NDArray[np.float64]) -> NDArray[np.float64]:
        true = cv2.perspectiveTransform(guess.reshape(1, -1, 2), true_from_guess).reshape(guess.shape)
        if bend is not None:
            away = true - bend[1]
            true = true + bend[0] * away * (away**2).sum(-1, keepdims=True)
        return np.asarray(true, np.float64)

    # The view is bent smoothly: a coarse mesh is magnified to all pixels.
    mesh = ((to_true(_points(0.5, MESH_PX, PATCH_PX // MESH_PX + 2)) + MARGIN) * SQUARE_PX - 0.5).astype(
        np.float32
    )
    zoom = np.array([[1 / MESH_PX, 0, 0], [0, 1 / MESH_PX, 0]])
    source = cv2.warpAffine(mesh, zoom, (PATCH_PX, PATCH_PX), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    picture = cv2.remap(flat.picture, source, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    if flat.alpha is not None:
        alpha = cv2.remap(flat.alpha, source, None, cv2.INTER_LINEAR)
        picture = over(picture, alpha, table_top(rng, PATCH_PX))
    cover = np.zeros((PATCH_PX, PATCH_PX), np.uint8)
    if rng.random() < 0.25:
        cover = occlude(rng, picture)
    picture = spoil(rng, picture)
    # The truth at the nodes of the field and at the squares.
    here = _points(FIELD_STRIDE / 2, FIELD_STRIDE, PATCH_PX // FIELD_STRIDE)
    nodes = to_true(here)
    nodes = nodes - _bend_at(flat.bend, nodes)
    beyond = np.maximum(-nodes, nodes - SQUARES).max(-1)  # squares, from the nearest edge outwards
    on_board = np.where(np.abs(beyond) < EDGE, -1.0, np.where(beyond < 0, 1.0, 0.0))
    field = np.concatenate([nodes - here, on_board[..., None]], -1).transpose(2, 0, 1)
    middles = _points((PATCH_MARGIN + 0.5) * PATCH_SQUARE_PX, PATCH_SQUARE_PX, SQUARES)
    true = to_true(middles)
    state, offset = _labels(flat, true - middles - _bend_at(flat.bend, true), cover)
    return SquaresSample(picture, field.astype(np.float32), state, offset)


def boardless_sample(rng: np.random.Generator) -> SquaresSample:
    """A table top where a guess believed a board to be: nothing is in any square."""
    scene = table_top(rng, PATCH_PX)
    if rng.random() < 0.3:
        scene = np.full_like(scene, random_colour(rng).astype(np.uint8))
    if rng.random() < 0.6:
        scene = distract(rng, np.ascontiguousarray(scene))
    if rng.random() < 0.5:  # a chess board or another grid that a guess was stretched over
        count = int(rng.integers(5, 12))
        cells = np.empty((count, count, 3), np.uint8)
        cells[:] = random_colour(rng)
        cells[np.indices((count, count)).sum(0) % 2 > 0] = random_colour(rng)
        side = int(rng.integers(200, PATCH_PX))
        grid = cv2.resize(cells, (side, side), interpolation=cv2.INTER_NEAREST)
        if rng.random() < 0.5:
            grid[:: max(1, side // count)] = grid[:, :: max(1, side // count)] = random_colour(rng)
        y, x = rng.integers(0, PATCH_PX - side + 1, 2)
        scene[y : y + side, x : x + side] = grid
    nodes = PATCH_PX // FIELD_STRIDE
    state = np.full((SQUARES, SQUARES), UNKNOWN, np.int64)
    offset = np.zeros((2, SQUARES, SQUARES), np.float32)
    return SquaresSample(spoil(rng, scene), np.zeros((3, nodes, nodes), np.float32), state, offset)


def locate_sample(rng: np.random.Generator, flat: Flat) -> LocateSample:
    """A drawn board somewhere on a table, or (one in twelve) a table without one."""
    width, height = (LOCATE_PX, LOCATE_PX) if rng.random() < 0.2 else (LOCATE_PX, int(rng.choice((168, 126))))
    if rng.random() < 0.25:
        width, height = height, width
    scene = table_top(rng, LOCATE_PX)[:height, :width].copy()
    place = np.zeros((3, LOCATE_PX // LOCATE_STRIDE, LOCATE_PX // LOCATE_STRIDE), np.float32)
    if rng.random() < 0.08 or flat.alpha is None:
        return LocateSample(_letterbox(spoil(rng, distract(rng, scene))), place)
    flat = _flip(rng, flat)
    if rng.random() < 0.5:
        scene = distract(rng, scene)
    to_picture = _draw_pose(rng, width, height)
    # Twice as fine as needed, then reduced: a warp to small size would alias the lines.
    fine = (
        np.diag([2.0, 2.0, 1.0])
        @ to_picture
        @ np.array([[1 / SQUARE_PX, 0, -MARGIN], [0, 1 / SQUARE_PX, -MARGIN], [0, 0, 1]])
    )
    size = (2 * width, 2 * height)
    board = cv2.warpPerspective(flat.picture, fine, size, flags=cv2.INTER_AREA)
    alpha = cv2.warpPerspective(flat.alpha, fine, size)
    board = cv2.resize(board, (width, height), interpolation=cv2.INTER_AREA)
    alpha = cv2.resize(alpha, (width, height), interpolation=cv2.INTER_AREA)
    if rng.random() < 0.6:
        shade = cv2.GaussianBlur(np.roll(alpha, tuple(rng.integers(-3, 4, 2)), (0, 1)), (0, 0), 2)
        scene = (scene * (1 - shade[..., None] / 255 * rng.uniform(0, 0.6))).astype(np.uint8)
    scene = over(board, alpha, scene)
    if rng.random() < 0.25:
        occlude(rng, scene)
    picture = _letterbox(spoil(rng, scene))
    return LocateSample(picture, place_of(np.linalg.inv(to_picture), width, height))


def place_of(to_board: Matrix, width: int, height: int) -> Floats:
    """The locating network's target: where on the board each node of the letterboxed picture is."""
    nodes = LOCATE_PX // LOCATE_STRIDE
    x, y = np.meshgrid(*(2 * [np.arange(nodes) * LOCATE_STRIDE + (LOCATE_STRIDE - 1) / 2]))
    points = np.stack([x, y], -1).reshape(1, -1, 2) - ((LOCATE_PX - width) // 2, (LOCATE_PX - height) // 2)
    board = cv2.perspectiveTransform(points.astype(np.float64), to_board).reshape(nodes, nodes, 2)
    inside = (board >= 0).all(-1) & (board <= SQUARES).all(-1)
    seen = (points >= -0.5).all(-1) & (points < (width, height)).all(-1)
    inside &= seen.reshape(nodes, nodes)
    near = np.clip(board / (SQUARES / 2) - 1, -2, 2)
    return np.concatenate([near, inside[..., None]], -1).transpose(2, 0, 1).astype(np.float32)


def _labels(flat: Flat, shift: NDArray[np.float64], cover: Bytes) -> tuple[NDArray[np.int64], Floats]:
    """What each square of the patch holds, where the guess is close enough to ask."""
    step, start = PATCH_SQUARE_PX, PATCH_MARGIN * PATCH_SQUARE_PX
    end = start + SQUARES * step
    state = flat.state.astype(np.int64).copy()
    hidden = cover[start:end, start:end].reshape(SQUARES, step, SQUARES, step).mean((1, 3)) / 255
    state[hidden > COVERED] = OTHER
    state[(hidden > GRAZED) & (hidden <= COVERED)] = UNKNOWN
    state[np.abs(shift).max(-1) > 0.3] = UNKNOWN
    # The offset is asked for in the patch as it is, where the guess puts the square's middle.
    offset = flat.offset - shift
    return state, offset.transpose(2, 0, 1).astype(np.float32)


def _bend_at(bend: Floats, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far the flat picture is off at board points, (…, 2)."""
    if not bend.any():
        return np.zeros(points.shape)
    at = (np.clip(points, 0, SQUARES) / 3).astype(np.float32)
    found = cv2.remap(bend, at[..., 0], at[..., 1], cv2.INTER_LINEAR)
    return np.asarray(found, np.float64)


def _flip(rng: np.random.Generator, flat: Flat) -> Flat:
    """The same board seen from another side or in a mirror: it is as good a board."""
    picture, alpha, state, offset, bend = flat.picture, flat.alpha, flat.state, flat.offset, flat.bend
    if rng.random() < 0.5:
        picture, state, offset, bend = picture[:, ::-1], state[:, ::-1], offset[:, ::-1], bend[:, ::-1]
        offset, bend = offset * (-1, 1), bend * (-1, 1)
        alpha = None if alpha is None else alpha[:, ::-1]
    if rng.random() < 0.5:
        picture, state, offset, bend = picture[::-1], state[::-1], offset[::-1], bend[::-1]
        offset, bend = offset * (1, -1), bend * (1, -1)
        alpha = None if alpha is None else alpha[::-1]
    if rng.random() < 0.5:
        picture, state = picture.transpose(1, 0, 2), state.T
        offset, bend = offset.transpose(1, 0, 2)[..., ::-1], bend.transpose(1, 0, 2)[..., ::-1]
        alpha = None if alpha is None else alpha.T
    alpha = None if alpha is None else np.ascontiguousarray(alpha)
    return Flat(
        np.ascontiguousarray(picture),
        alpha,
        state,
        np.ascontiguousarray(offset, np.float32),
        np.ascontiguousarray(bend, np.float32),
    )


def _lens(rng: np.random.Generator) -> tuple[float, NDArray[np.float64]]:
    """A bend that grows with the cube of the distance from somewhere near the middle."""
    return float(rng.normal(0, 0.0003)), rng.uniform(4, 11, 2)


def _draw_pose(rng: np.random.Generator, width: int, height: int) -> Matrix:
    """(3, 3): squares to pixels of the picture, as a tilted camera sees them; rarely cut off."""
    roll = np.radians(rng.uniform(-38, 38) if rng.random() < 0.75 else rng.normal(0, 5))
    tilt = np.radians(rng.uniform(0, 32) if rng.random() < 0.6 else abs(rng.normal(0, 5)))
    way = rng.uniform(0, 2 * np.pi)
    far = rng.uniform(1.1, 4.0)  # the camera's distance in board sides: how strong the perspective is
    corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    turn = np.array([[np.cos(roll), -np.sin(roll)], [np.sin(roll), np.cos(roll)]])
    spot = corners @ turn.T
    axis = np.array([np.cos(way), np.sin(way)])
    along = spot @ axis
    depth = far + along * np.sin(tilt)
    spot = (spot + np.outer(along * (np.cos(tilt) - 1), axis)) / depth[:, None]
    low, high = spot.min(0), spot.max(0)
    room = np.array([width, height])
    fit = float((room / (high - low)).min())
    scale = fit * (rng.uniform(0.27, 1.0) if rng.random() < 0.8 else rng.uniform(0.93, 1.0))
    extent = (high - low) * scale
    slack = room - extent
    if rng.random() < 0.06:  # cut off
        slack = slack + extent * 0.5
        at = rng.uniform(0, 1, 2) * slack - extent * 0.25
    else:
        at = rng.uniform(0, 1, 2) * slack
    pixels = (spot - low) * scale + at - 0.5
    board = np.array([[0, 0], [15, 0], [15, 15], [0, 15]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(board, pixels.astype(np.float32)), np.float64)


def _letterbox(picture: Bytes) -> Bytes:
    height, width = picture.shape[:2]
    full = np.zeros((LOCATE_PX, LOCATE_PX, 3), np.uint8)
    y, x = (LOCATE_PX - height) // 2, (LOCATE_PX - width) // 2
    full[y : y + height, x : x + width] = picture
    return full


def _points(start: float, step: float, count: int) -> NDArray[np.float64]:
    """(count, count, 2): points of the patch, given in its pixels, as squares of the guess."""
    at = (start + np.arange(count) * step) / PATCH_SQUARE_PX - PATCH_MARGIN
    return np.stack(np.meshgrid(at, at), -1)
