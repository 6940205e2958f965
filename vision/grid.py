"""Where a board lies in a picture: from squares to pixels and back, the bend of the lens included.

Board coordinates are squares: (0, 0) is the outer corner of A1, (15, 0) that of A15, (15, 15) that of O15.
Picture coordinates are pixels with whole numbers at pixel centres.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import SQUARES

Bytes = NDArray[np.uint8]
Points = NDArray[np.float64]  # (N, 2)
Matrix = NDArray[np.float64]

CORNERS: Points = np.array([[0, 0], [SQUARES, 0], [SQUARES, SQUARES], [0, SQUARES]], np.float64)
MOST_UNEQUAL = 3  # sides of a board as a camera sees it
LEAST_SIDE_PX = 4  # of a square that anything can be told of
MESH_PX = 8  # a rectified picture is bent smoothly: in between it is interpolated


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A board as the camera sees it."""

    plane: Matrix  # (3, 3): squares to the pixels of a lens that does not bend
    size: tuple[int, int]  # of the picture: width, height
    bend: float = 0.0  # of the lens: how far a point half the picture's diagonal away is moved outwards

    @property
    def corners(self) -> Points:
        """The outer corners of A1, A15, O15, O1 in pixels."""
        return self.to_pixels(CORNERS)

    @property
    def side_px(self) -> float:
        """The side of a square, on average."""
        area = abs(float(cv2.contourArea(self.corners.astype(np.float32))))
        return float(np.sqrt(area)) / SQUARES

    def to_pixels(self, squares: Points) -> Points:
        """Where points of the board are in the picture."""
        middle, reach2 = self._lens()
        away = _apply(self.plane, squares) - middle
        return np.asarray(
            middle + away * (1 + self.bend * (away**2).sum(1, keepdims=True) / reach2), np.float64
        )

    def to_squares(self, pixels: Points) -> Points:
        """Where points of the picture are on the board."""
        middle, reach2 = self._lens()
        bent = pixels - middle
        away = bent.copy()
        for _ in range(8 if self.bend else 0):  # each round shrinks the error by the bend itself
            away = bent / (1 + self.bend * (away**2).sum(1, keepdims=True) / reach2)
        return _apply(np.asarray(np.linalg.inv(self.plane), np.float64), away + middle)

    def scaled(self, factor: float) -> Grid:
        """The same board in a picture that was resized by this factor."""
        shift = (factor - 1) / 2  # pixel centres are at whole numbers
        zoom = np.array([[factor, 0, shift], [0, factor, shift], [0, 0, 1]])
        width, height = self.size
        return Grid(zoom @ self.plane, (round(width * factor), round(height * factor)), self.bend)

    def shifted(self, right: int, down: int) -> Grid:
        """The same lines, counted from another one: A1 is that many squares farther right and down."""
        move = np.array([[1, 0, right], [0, 1, down], [0, 0, 1]], np.float64)
        return Grid(self.plane @ move, self.size, self.bend)

    def turned(self, quarters: int) -> Grid:
        """The same board with another corner called A1: that many corners farther clockwise."""
        corners = np.roll(CORNERS, -quarters, axis=0)
        turn = cv2.getPerspectiveTransform(CORNERS.astype(np.float32), corners.astype(np.float32))
        return Grid(self.plane @ turn, self.size, self.bend)

    def _lens(self) -> tuple[Points, float]:
        width, height = self.size
        middle = (np.array([width, height], np.float64) - 1) / 2
        return middle, (width**2 + height**2) / 4


def fit_grid(
    squares: Points,
    pixels: Points,
    weights: NDArray[np.float64],
    start: Grid,
    with_bend: bool = True,
    rounds: int = 5,
) -> Grid:
    """The grid that puts these points of the board at these pixels: robust weighted least squares.

    Points that stay far off after a round count less in the next: a hand or a tablecloth misleads a few.
    """
    plane, bend = start.plane / start.plane[2, 2], start.bend
    middle, reach2 = start._lens()
    scale = 1.0 / max(start.side_px, 1e-6)
    for _ in range(rounds):
        grid = Grid(plane, start.size, bend)
        ideal = _apply(plane, squares)
        away = ideal - middle
        radius2 = (away**2).sum(1) / reach2
        rest = (pixels - grid.to_pixels(squares)) * scale
        error = np.hypot(*rest.T)
        typical = max(float(np.median(error)), 1e-3)
        pull = weights / (1 + (error / (2.5 * typical)) ** 2)
        # How an ideal pixel moves with each of the eight numbers of the plane, and with the bend.
        deep = squares @ plane[2, :2] + plane[2, 2]
        x, y = squares.T / deep
        one = 1 / deep
        zero = np.zeros_like(x)
        along_x = np.stack([x, y, one, zero, zero, zero, -ideal[:, 0] * x, -ideal[:, 0] * y], 1)
        along_y = np.stack([zero, zero, zero, x, y, one, -ideal[:, 1] * x, -ideal[:, 1] * y], 1)
        stretch = (1 + bend * radius2)[:, None]
        columns_x, columns_y = along_x * stretch, along_y * stretch
        if with_bend:
            columns_x = np.column_stack([columns_x, away[:, 0] * radius2])
            columns_y = np.column_stack([columns_y, away[:, 1] * radius2])
        system = np.concatenate([columns_x, columns_y]) * scale
        both = np.concatenate([pull, pull])
        normal = system.T @ (system * both[:, None])
        # Columns differ by orders of magnitude: scale them before a tiny ridge keeps the system solvable.
        size = np.sqrt(np.diag(normal)) + 1e-12
        ridge = np.eye(len(size)) * 1e-9
        step = np.linalg.solve(
            normal / np.outer(size, size) + ridge, system.T @ (both * rest.T.ravel()) / size
        )
        step /= size
        plane = plane + np.append(step[:8], 0).reshape(3, 3)
        if with_bend:
            bend = float(np.clip(bend + step[8], -0.3, 0.3))
    return Grid(plane, start.size, bend)


def grid_from_corners(corners: Points, size: tuple[int, int]) -> Grid:
    """The grid with these four corners and a lens that does not bend."""
    plane = cv2.getPerspectiveTransform(CORNERS.astype(np.float32), corners.astype(np.float32))
    return Grid(np.asarray(plane, np.float64), size)


def is_sound(grid: Grid) -> bool:
    """Whether the four corners make a board that a camera can see: convex, clockwise, not a sliver."""
    corners = grid.corners
    if not np.isfinite(corners).all():
        return False
    sides = np.roll(corners, -1, axis=0) - corners
    turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
    lengths = np.hypot(*sides.T)
    return bool(
        (turns > 0).all()
        and lengths.max() < MOST_UNEQUAL * lengths.min()
        and lengths.min() > LEAST_SIDE_PX * SQUARES
    )


def rectify(picture: Bytes, grid: Grid, square_px: int, margin: float) -> Bytes:
    """The board seen straight from above: so many pixels a square, so many squares around it."""
    side = round((SQUARES + 2 * margin) * square_px)
    # A warp alone would skip pixels, and thin lines with them. Whole factors are much quicker to shrink by,
    # and only the board needs to be.
    shrink = int(grid.side_px / (1.15 * square_px))
    if shrink > 1:
        picture, grid = shrink_board(picture, grid, shrink, margin)
    count = side // MESH_PX + 2
    at = (np.arange(count) * MESH_PX + 0.5) / square_px - margin
    x, y = np.meshgrid(at, at)
    mesh = grid.to_pixels(np.stack([x.ravel(), y.ravel()], 1)).reshape(count, count, 2).astype(np.float32)
    # Magnify the mesh so that node n comes to lie on pixel n * MESH_PX.
    zoom = np.array([[1 / MESH_PX, 0, 0], [0, 1 / MESH_PX, 0]])
    full = cv2.warpAffine(mesh, zoom, (side, side), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    # x and y are in one map; OpenCV's types do not know that the second may then be left out.
    straight = cv2.remap(picture, full, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    return np.asarray(straight, np.uint8)


def shrink_board(picture: Bytes, grid: Grid, factor: int, margin: float) -> tuple[Bytes, Grid]:
    """The part of the picture that shows the board and its surroundings, shrunk; and the grid in it."""
    around = grid.to_pixels(CORNERS + np.sign(CORNERS - SQUARES / 2) * (margin + 0.5))
    low = np.maximum(np.floor(around.min(axis=0)), 0).astype(int)
    high = np.minimum(np.ceil(around.max(axis=0)).astype(int) + 1, grid.size)
    columns, rows = (high - low) // factor
    if min(columns, rows) < 1:  # the board is hardly in the picture at all
        return picture, grid
    x, y = low.tolist()
    part = picture[y : y + rows * factor, x : x + columns * factor]
    small = cv2.resize(part, (int(columns), int(rows)), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), _PartGrid(grid.plane, grid.size, grid.bend, (x, y), factor)


@dataclass(frozen=True, slots=True, eq=False)
class _PartGrid(Grid):
    """A grid whose pixels are those of a part of the picture, shrunk; the lens still has its own middle."""

    start: tuple[int, int] = (0, 0)
    factor: int = 1

    def to_pixels(self, squares: Points) -> Points:
        whole = Grid(self.plane, self.size, self.bend).to_pixels(squares)
        return np.asarray((whole - self.start + 0.5) / self.factor - 0.5, np.float64)


def _apply(homography: Matrix, points: Points) -> Points:
    bent = points @ homography[:, :2].T + homography[:, 2]
    return np.asarray(bent[:, :2] / bent[:, 2:], np.float64)
