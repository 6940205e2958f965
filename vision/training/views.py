"""Pictures to train the board networks with: flat boards put into views, and everything that spoils a view.

All coordinates are squares: (0, 0) is the outer corner of A1, (15, 15) that of O15.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.boards import (
    EMPTY,
    MARGIN,
    OTHER,
    SQUARE_PX,
    SQUARES,
    TOKEN,
    UNKNOWN,
    DrawnBoard,
    random_colour,
)

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]

LOCATE_PX, LOCATE_STRIDE = 224, 8
TOP_PX = 320  # of a drawn table top: as large as the larger of the two views
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
        picture = _over(picture, alpha, _background(rng, PATCH_PX))
    cover = np.zeros((PATCH_PX, PATCH_PX), np.uint8)
    if rng.random() < 0.25:
        cover = _occlude(rng, picture)
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
    scene = _background(rng, PATCH_PX)
    if rng.random() < 0.3:
        scene = np.full_like(scene, random_colour(rng).astype(np.uint8))
    if rng.random() < 0.6:
        scene = _distract(rng, np.ascontiguousarray(scene))
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
    scene = _background(rng, LOCATE_PX)[:height, :width].copy()
    place = np.zeros((3, LOCATE_PX // LOCATE_STRIDE, LOCATE_PX // LOCATE_STRIDE), np.float32)
    if rng.random() < 0.08 or flat.alpha is None:
        return LocateSample(_letterbox(spoil(rng, _distract(rng, scene))), place)
    flat = _flip(rng, flat)
    if rng.random() < 0.5:
        scene = _distract(rng, scene)
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
    scene = _over(board, alpha, scene)
    if rng.random() < 0.25:
        _occlude(rng, scene)
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


def spoil(rng: np.random.Generator, picture: Bytes) -> Bytes:
    """What light, lens and sensor do to a picture."""
    height, width = picture.shape[:2]
    work = picture.astype(np.float32) / 255
    if rng.random() < 0.3:
        work = work[..., rng.permutation(3)]
    if rng.random() < 0.6:  # light that falls off to a side
        x, y = np.meshgrid(
            np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)
        )
        way = rng.uniform(0, 2 * np.pi)
        fall = rng.uniform(0, 0.5)
        work *= (1 + x * np.float32(fall * np.cos(way)) + y * np.float32(fall * np.sin(way)))[..., None]
    if rng.random() < 0.25:  # a soft shadow, or the light of a window
        small = np.ones((8, 8), np.float32)
        small[tuple(rng.integers(0, 8, 2))] = rng.uniform(-1, 3)
        small[:, int(rng.integers(8))] *= rng.uniform(0.5, 1.2)
        work *= np.clip(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), 0.3, 1.8)[
            ..., None
        ]
    work *= np.exp(rng.normal(0, 0.08, 3)).astype(np.float32)
    gain, gamma = float(np.exp(rng.normal(-0.05, 0.35))), float(np.exp(rng.normal(0, 0.25)))
    work = np.asarray(cv2.pow(np.clip(work * gain, 0, 1), gamma), np.float32)
    if rng.random() < 0.15:  # seen by a dim light
        work = work * rng.uniform(0.12, 0.5) + rng.uniform(0, 0.05)
    if rng.random() < 0.5:
        work = cv2.GaussianBlur(work, (0, 0), float(rng.uniform(0.3, 1.6)))
    if rng.random() < 0.2:  # from few pixels
        scale = rng.uniform(0.45, 0.9)
        small = cv2.resize(
            work, (max(8, round(width * scale)), max(8, round(height * scale))), interpolation=cv2.INTER_AREA
        )
        work = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    noise = rng.integers(0, 1 << 16, (height, width, 3), np.uint16).astype(np.float32)  # even, but quick
    work += (noise - (1 << 15)) * np.float32(rng.choice((0.005, 0.02, 0.05)) / (1 << 15))
    done = np.clip(work * 255, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        _, data = cv2.imencode(".jpg", done, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 92))])
        done = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return done


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


_TOPS: list[Bytes] = []  # drawn table tops: each is seen several times, from another side


def _background(rng: np.random.Generator, size: int) -> Bytes:
    """A table top."""
    if len(_TOPS) < 100:
        _TOPS.append(_draw_top(rng, TOP_PX))
    elif rng.random() < 0.15:
        _TOPS[int(rng.integers(len(_TOPS)))] = _draw_top(rng, TOP_PX)
    top = np.rot90(_TOPS[int(rng.integers(len(_TOPS)))], int(rng.integers(4)))
    return np.ascontiguousarray(top[:size, :size])


def _draw_top(rng: np.random.Generator, size: int) -> Bytes:
    """A table top: plain, grained, striped, chequered or sprinkled."""
    base = random_colour(rng)
    scene = np.empty((size, size, 3), np.float32)
    scene[:] = base
    how = int(rng.integers(6))
    x, y = np.meshgrid(np.arange(size, dtype=np.float32), np.arange(size, dtype=np.float32))
    way, step = rng.uniform(0, np.pi), rng.uniform(5, 60)
    along = x * np.cos(way) + y * np.sin(way)
    across = y * np.cos(way) - x * np.sin(way)
    if how == 1:
        stripes = (along % step < step * rng.uniform(0.2, 0.8))[..., None]
        scene = np.where(stripes, scene, random_colour(rng))
    elif how == 2:
        checks = ((along % step < step / 2) ^ (across % step < step / 2))[..., None]
        scene = np.where(checks, scene, random_colour(rng))
    elif how == 3:
        wood = np.sin(along / step * 6 + 3 * np.sin(across / (step * 9)) + rng.normal(0, 0.2, size)[None])
        scene *= (1 + 0.12 * wood)[..., None].astype(np.float32)
    elif how == 4:
        colours = [random_colour(rng).tolist() for _ in range(3)]
        for _ in range(int(rng.integers(20, 150))):
            at = tuple(int(n) for n in rng.integers(0, size, 2))
            cv2.circle(
                scene, at, int(rng.integers(1, 9)), colours[int(rng.integers(3))], int(rng.choice((-1, 1)))
            )
    elif how == 5:
        cells = int(rng.choice((4, 16, 64, 160)))
        blots = rng.normal(0, rng.uniform(5, 40), (cells, cells, 3)).astype(np.float32)
        scene += cv2.resize(blots, (size, size), interpolation=cv2.INTER_LINEAR)
    scene = scene + rng.standard_normal((size, size, 1), np.float32) * float(rng.uniform(0, 8))
    return np.clip(scene, 0, 255).astype(np.uint8)


def _distract(rng: np.random.Generator, scene: Bytes) -> Bytes:
    """Things that lie about, and grids that are no 15 x 15 board."""
    height, width = scene.shape[:2]
    for _ in range(int(rng.integers(1, 8))):
        colour = random_colour(rng).tolist()
        box = (rng.uniform(0, (width, height)), rng.uniform(6, 64, 2), rng.uniform(0, 180))
        corners = cv2.boxPoints(
            tuple(
                (float(a), float(b)) if np.ndim(v) else float(v)
                for v, a, b in ((box[0], *box[0]), (box[1], *box[1]), (box[2], 0, 0))
            )
        )
        how = rng.random()
        if how < 0.5:
            cv2.fillPoly(scene, [corners.astype(np.int32)], colour, cv2.LINE_AA)
        elif how < 0.8:
            at = (int(box[0][0]), int(box[0][1]))
            cv2.ellipse(
                scene,
                at,
                (int(box[1][0]) // 2 + 2, int(box[1][1]) // 2 + 2),
                float(box[2]),
                0,
                360,
                colour,
                -1,
                cv2.LINE_AA,
            )
        else:  # a small chess board, a calendar, a keyboard
            count = (int(rng.integers(3, 11)), int(rng.integers(3, 11)))
            cells = np.zeros((count[0] * 8, count[1] * 8, 3), np.uint8)
            cells[:] = np.array(colour, np.uint8)
            cells[::8] = cells[:, ::8] = random_colour(rng).astype(np.uint8)
            to = cv2.getPerspectiveTransform(
                np.array(
                    [[0, 0], [cells.shape[1], 0], [cells.shape[1], cells.shape[0]], [0, cells.shape[0]]],
                    np.float32,
                ),
                corners.astype(np.float32),
            )
            patch = cv2.warpPerspective(cells, to, (width, height))
            mask = cv2.warpPerspective(np.full(cells.shape[:2], 255, np.uint8), to, (width, height))
            scene = _over(patch, mask, scene)
    return scene


def _occlude(rng: np.random.Generator, picture: Bytes) -> Bytes:
    """A hand, a sleeve or a thing over part of the picture, drawn into it; where it is."""
    height, width = picture.shape[:2]
    cover = np.zeros((height, width), np.uint8)
    how = rng.random()
    if how < 0.35:  # an arm with fingers, from outside
        tip = rng.uniform(0.05, 0.95, 2) * (width, height)
        way = rng.uniform(0, 2 * np.pi)
        back = np.array([np.cos(way), np.sin(way)])
        thick = rng.uniform(0.06, 0.2) * width
        palm = tip + back * thick * 1.2
        cv2.line(
            cover, _at(palm + back * thick * 0.6), _at(palm + back * 2 * width), 255, max(2, int(thick * 0.8))
        )
        cv2.circle(cover, _at(palm + back * thick * 0.4), max(2, int(thick * 0.55)), 255, -1)
        for spread in rng.uniform(-0.5, 0.5, int(rng.integers(1, 5))):
            finger = np.array([np.cos(way + np.pi + spread), np.sin(way + np.pi + spread)])
            cv2.line(
                cover,
                _at(palm),
                _at(palm + finger * thick * rng.uniform(0.7, 1.4)),
                255,
                max(2, int(thick * 0.22)),
            )
    elif how < 0.7:  # a corner or a side
        points = rng.uniform(-0.1, 1.1, 2) * (width, height)
        corner = np.round(rng.random(2)) * (width, height)
        radius = rng.uniform(0.1, 0.4) * width
        centre = corner * 0.8 + points * 0.2
        angles = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(4, 14))))
        reach = radius * rng.uniform(0.6, 1.2, len(angles))
        shape = centre + np.stack([np.cos(angles), np.sin(angles)], 1) * reach[:, None]
        cv2.fillPoly(cover, [shape.astype(np.int32)], 255, cv2.LINE_AA)
    else:
        axes = rng.uniform(0.03, 0.22, 2) * width
        at = _at(rng.uniform(0, 1, 2) * (width, height))
        cv2.ellipse(cover, at, _at(axes), float(rng.uniform(0, 180)), 0, 360, 255, -1, cv2.LINE_AA)
    if rng.random() < 0.6:  # skin of all people
        tone = rng.uniform(0.25, 1.0)
        colour = np.array([130, 160, 225]) * tone + rng.normal(0, 10, 3)
    else:
        colour = random_colour(rng)
    fill = np.empty_like(picture)
    shade = np.ones((height, width, 1))
    if rng.random() < 0.7:
        depth = cv2.GaussianBlur(cover, (0, 0), float(rng.uniform(3, 12))).astype(np.float32) / 255
        shade = 0.65 + 0.35 * depth[..., None]
        shade = shade * (
            1
            + rng.normal(0, 0.06, (height // 8 + 1, width // 8 + 1, 1))
            .repeat(8, 0)
            .repeat(8, 1)[:height, :width]
        )
    fill[:] = np.clip(colour * shade, 0, 255)
    if rng.random() < 0.5:
        soft = cv2.GaussianBlur(
            np.roll(cover, tuple(rng.integers(-12, 13, 2)), (0, 1)), (0, 0), float(rng.uniform(2, 9))
        )
        picture[:] = (picture * (1 - soft[..., None] / 255 * rng.uniform(0, 0.6))).astype(np.uint8)
    picture[:] = _over(fill, cover, picture)
    return cover


def _over(picture: Bytes, alpha: Bytes, below: Bytes) -> Bytes:
    share = alpha[..., None].astype(np.float32) / 255
    return (picture * share + below * (1 - share)).astype(np.uint8)


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


def _at(point: NDArray[np.float64]) -> tuple[int, int]:
    return int(point[0]), int(point[1])


__all__ = ["EMPTY", "OTHER", "TOKEN", "UNKNOWN", "Flat", "LocateSample", "SquaresSample"]
