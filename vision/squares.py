"""The board from close by: a guess becomes exact, and every square says what lies on it.

A small network sees the board straightened by the guess, two squares of surroundings included. For every half
square it says where within its square that place really is, and off the board that it is in none; from
place to place this grows into how far the guess is off everywhere. For every square it says whether it is
empty, holds a token or is covered, and where the token's middle is.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.grid import Grid, Points, fit_grid, rectify
from vision.networks import Network
from vision.observation import SQUARES

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

SQUARE_PX, MARGIN = 16, 2
FIELD_STRIDE = 8
LEAST_NODES = 40
OFF = 0.2  # squares: a place that is farther off does not fit
NEARLY_RIGHT = 0.35  # squares
CLEAR = 0.6  # how clearly, where it must be exact
UNSURE = 0.3  # how clearly a node must say where in its square it is to be believed, 0 to 1
NO_DOUBT = 0.97  # how likely what a square holds must be for one look to do
MOST_SHIFT = 3  # squares that a guess may be off as a whole

_network = Network("squares", ["field", "squares"])


@dataclass(frozen=True, slots=True, eq=False)
class CloseLook:
    """What the network says of a board straightened by a grid."""

    patch: Bytes  # the straightened board
    within: Floats  # (38, 38, 2): how far the guess is off, in squares, up to whole ones (x, y)
    sure: Floats  # (38, 38): how clearly that is said, 0 to 1; about 0 off the board
    states: Floats  # (15, 15, 3): empty, token, something else
    offsets: Floats  # (15, 15, 2): of the tokens from the middles of their squares

    @property
    def support(self) -> float:
        """How surely there is a board here at all: the share of it that says where it is."""
        start = MARGIN * SQUARE_PX // FIELD_STRIDE
        return float((self.sure[start:-start, start:-start] > 0.5).mean())

    @property
    def agreement(self) -> float:
        """How well the grid fits: the share of the board that is, surely, where the grid says it is."""
        start = MARGIN * SQUARE_PX // FIELD_STRIDE
        fits = (self.sure > 0.5) & (np.abs(self.within).max(axis=2) < OFF)
        return float(fits[start:-start, start:-start].mean())


def look_closely(picture: Bytes, grid: Grid) -> CloseLook:
    """Look at the board where this grid says it is."""
    patch = rectify(picture, grid, SQUARE_PX, MARGIN)
    field, squares = _network.run([patch])
    cos_x, sin_x, cos_y, sin_y = field[0]
    within = np.stack([np.arctan2(sin_x, cos_x), np.arctan2(sin_y, cos_y)], axis=2) / (2 * np.pi)
    sure = np.minimum(np.hypot(cos_x, sin_x), np.hypot(cos_y, sin_y))
    states, offsets = _inner(squares[0])
    return CloseLook(
        patch=patch,
        within=np.asarray(within, np.float32),
        sure=np.asarray(sure.clip(0, 1), np.float32),
        states=states,
        offsets=offsets,
    )


def is_in_doubt(states: Floats) -> bool:
    """Whether it is not clear what some square holds, so that a second look is worth its time."""
    return float(states.max(axis=2).min()) <= NO_DOUBT


def look_in_mirror(look: CloseLook) -> CloseLook:
    """The look joined with a second one in a mirror: what the network takes for empty on one side it may see
    on the other."""
    _, squares = _network.run([np.ascontiguousarray(look.patch[:, ::-1])])
    states, _ = _inner(squares[0])
    both = np.sqrt(look.states * states[:, ::-1])
    return replace(look, states=np.asarray(both / both.sum(axis=2, keepdims=True), np.float32))


def _inner(squares: Floats) -> tuple[Floats, Floats]:
    """States and offsets of the board's own squares, in what the network says of them and those around."""
    inner = squares[:, MARGIN:-MARGIN, MARGIN:-MARGIN].transpose(1, 2, 0)
    likely = np.exp(inner[..., :3] - inner[..., :3].max(axis=2, keepdims=True))
    return np.asarray(likely / likely.sum(axis=2, keepdims=True), np.float32), inner[..., 3:]


def refine_from_all_sides(picture: Bytes, grid: Grid) -> Grid:
    """The grid made as exact as can be, with eight looks: the board turned four ways, and in a mirror.

    What the network gets a little wrong on one side of a line, where a shadow falls or a bevel shines, it
    gets wrong on the other in the mirror.
    """
    here = _nodes()
    squares, pixels, weights = [], [], []
    for side in _sides():
        seen = Grid(grid.plane @ side, grid.size, grid.bend)
        look = look_closely(picture, seen)
        within, sure = look.within.reshape(-1, 2), look.sure.ravel()
        is_clear = (sure > CLEAR) & (np.abs(within).max(axis=1) < NEARLY_RIGHT)
        true = here[is_clear] + within[is_clear]
        squares.append(true @ side[:2, :2].T + side[:2, 2])
        pixels.append(seen.to_pixels(here[is_clear]))
        weights.append(sure[is_clear].astype(np.float64) ** 2)
    if sum(map(len, squares)) < LEAST_NODES:
        return grid
    return fit_grid(np.concatenate(squares), np.concatenate(pixels), np.concatenate(weights), grid)


def _sides() -> Iterator[NDArray[np.float64]]:
    """(3, 3): the board's squares as they are counted from each corner, and in a mirror."""
    turn = np.array([[0, -1, SQUARES], [1, 0, 0], [0, 0, 1]], np.float64)
    mirror = np.array([[-1, 0, SQUARES], [0, 1, 0], [0, 0, 1]], np.float64)
    for start in (np.eye(3), mirror):
        for quarters in range(4):
            yield np.linalg.matrix_power(turn, quarters) @ start


def _nodes() -> Points:
    """(N, 2): where the nodes of the field are, in squares of the guess."""
    nodes = (SQUARES + 2 * MARGIN) * SQUARE_PX // FIELD_STRIDE
    at = (np.arange(nodes) * FIELD_STRIDE + FIELD_STRIDE / 2) / SQUARE_PX - MARGIN
    x, y = np.meshgrid(at, at)
    return np.stack([x.ravel(), y.ravel()], axis=1)


def refine_grid(look: CloseLook, grid: Grid, with_bend: bool = True) -> Grid:
    """The grid moved to where the close look says the board is."""
    here = _nodes()
    pixels = grid.to_pixels(here)
    sure = look.sure.ravel().astype(np.float64)
    shift = _unwrap(look.within, look.sure)
    reached = np.isfinite(shift[..., 0]).ravel()
    if reached.sum() < LEAST_NODES:
        return grid
    true = here[reached] + shift.reshape(-1, 2)[reached]
    moved = fit_grid(true, pixels[reached], sure[reached] ** 2, grid, with_bend)
    # The lines are right now, but perhaps counted from the wrong one: the board is where nodes are sure.
    width, height = grid.size
    seen = ((pixels > -0.5) & (pixels < (width - 0.5, height - 0.5))).all(axis=1)
    right, down = _count_from(moved.to_squares(pixels)[seen], sure[seen])
    return moved.shifted(right, down)


def _unwrap(within: Floats, sure: Floats) -> NDArray[np.float64]:
    """(38, 38, 2): how far the guess is off, whole squares included; `nan` where nothing is said.

    A sure node near the middle is taken to be off by less than half a square, and each next one to be off
    about as far as its neighbour.
    """
    size = len(sure)
    if np.abs(within[sure > UNSURE]).max(initial=0) < NEARLY_RIGHT:  # nothing can be off by a whole square
        return np.where((sure > UNSURE)[..., None], within, np.nan).astype(np.float64)
    # Plain lists: single numbers of an array are slow to get at, and this looks at each of them.
    values, clear = within.tolist(), sure.tolist()
    third = size // 3
    middle = sure[third:-third, third:-third]
    row, column = (int(n) + third for n in np.unravel_index(int(middle.argmax()), middle.shape))
    shift: dict[tuple[int, int], tuple[float, float]] = {}
    queue = [(-clear[row][column], row, column, 0.0, 0.0)]
    while queue:
        _, row, column, near_x, near_y = heapq.heappop(queue)
        if (row, column) in shift:
            continue
        x, y = values[row][column]
        x, y = x + round(near_x - x), y + round(near_y - y)
        shift[row, column] = x, y
        for r, c in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if 0 <= r < size and 0 <= c < size and clear[r][c] > UNSURE and (r, c) not in shift:
                heapq.heappush(queue, (-clear[r][c], r, c, x, y))
    found = np.full((size, size, 2), np.nan)
    found[tuple(np.array(list(shift)).T)] = np.array(list(shift.values()))
    return found


def _count_from(squares: Points, sure: NDArray[np.float64]) -> tuple[int, int]:
    """By how many whole squares the board is off: it is where most sure nodes and fewest unsure ones are.

    What is outside of the picture says nothing either way: a board that is cut off must be seen to be so.
    """
    # The score of each square of the neighbourhood, then sums over all places where 15 x 15 of them may lie.
    wide = SQUARES + 2 * MOST_SHIFT
    at = np.floor(squares).astype(int) + MOST_SHIFT
    inside = ((at >= 0) & (at < wide)).all(axis=1)
    score = np.zeros((wide, wide))
    np.add.at(score, (at[inside, 1], at[inside, 0]), sure[inside] - 0.5)
    sums = np.pad(score.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    n = SQUARES
    boards = sums[n:, n:] - sums[:-n, n:] - sums[n:, :-n] + sums[:-n, :-n]
    steps = np.abs(np.arange(-MOST_SHIFT, MOST_SHIFT + 1))
    boards = boards - 0.01 * (steps[:, None] + steps[None])  # if in doubt, as it is
    down, right = np.unravel_index(int(boards.argmax()), boards.shape)
    return int(right) - MOST_SHIFT, int(down) - MOST_SHIFT
