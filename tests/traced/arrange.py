"""What lies on the table, and where: played by virtual players, laid by hands that are not quite exact.

Millimetres from the middle of the board or of the tiles; x to the right, y away from the players. Angles turn
anticlockwise as seen from above.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import atan2, cos, hypot, radians, sin, sqrt

import numpy as np
from numpy.typing import NDArray

from companion.players import triolet, triominos
from companion.rules.triominos.lattice import Place, points_up, vertices

Points = NDArray[np.float64]
SQUARES = 15


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a piece lies."""

    x: float
    y: float
    turn_deg: float

    def carry(self, points: Points) -> Points:
        """(n, 2) of a piece at the origin to the table."""
        turn = radians(self.turn_deg)
        matrix = np.array([[cos(turn), -sin(turn)], [sin(turn), cos(turn)]])
        carried: Points = np.asarray(points, np.float64) @ matrix.T + (self.x, self.y)
        return carried


@dataclass(frozen=True, slots=True)
class Token:
    """A token of Triolet on its square."""

    cell: str
    face: str
    pose: Pose


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile of Triominos; face down if it has no corners."""

    corners: tuple[int, int, int] | None
    at: Place | None
    pose: Pose

    def outline(self, side_mm: float) -> Points:
        """(3, 2): its corners on the table, clockwise, the first where `corners[0]` is printed."""
        return self.pose.carry(triangle(side_mm))


def triangle(side_mm: float) -> Points:
    """(3, 2): the corners of an upright tile around the origin, clockwise from the top."""
    angles = np.radians([90.0, -30.0, -150.0])
    corners: Points = np.stack([np.cos(angles), np.sin(angles)], axis=1) * side_mm / sqrt(3)
    return corners


def square_middle(cell: str, pitch_mm: float) -> tuple[float, float]:
    """The middle of a square."""
    row, column = "ABCDEFGHIJKLMNO".index(cell[0]), int(cell[1:]) - 1
    middle = (SQUARES - 1) / 2
    return (column - middle) * pitch_mm, (middle - row) * pitch_mm


def lay_tokens(rng: random.Random, pitch_mm: float, slack_mm: float, turned: float) -> list[Token]:
    """A game of Triolet broken off somewhere: `turned` is the share of tokens that are turned."""
    wanted, board = rng.randint(12, 45), dict[str, str]()
    for step in triolet.play(rng, players=rng.randint(2, 4), style="random"):
        board = {cell: token.face for cell, token in step.game.position.board.items()}
        if len(board) >= wanted:
            break
    tokens = []
    for cell, face in board.items():
        x, y = square_middle(cell, pitch_mm)
        quarter = rng.choice((90, 180, 270)) if rng.random() < turned else 0
        pose = Pose(
            x + rng.uniform(-slack_mm, slack_mm),
            y + rng.uniform(-slack_mm, slack_mm),
            quarter + rng.gauss(0, 2),
        )
        tokens.append(Token(cell, face, pose))
    return tokens


def lay_tiles(rng: random.Random, side_mm: float, gap_mm: float) -> list[Tile]:
    """A game of Triominos broken off somewhere, around the origin."""
    wanted, laid = rng.randint(8, 34), dict[Place, tuple[int, int, int]]()
    for step in triominos.play(rng, players=rng.randint(2, 4), style="random"):
        laid = dict(step.game.position.tiles)
        if len(laid) >= wanted:
            break
    pitch = side_mm + gap_mm
    tiles = [Tile(corners, at, _on_lattice(at, pitch)) for at, corners in laid.items()]
    middle_x, middle_y = (
        (min(values) + max(values)) / 2
        for values in ([tile.pose.x for tile in tiles], [tile.pose.y for tile in tiles])
    )
    bend = rng.uniform(-1, 1) * 2e-4  # a chain laid by hand runs a little askew
    return [replace(tile, pose=_nudged(tile.pose, rng, middle_x, middle_y, gap_mm, bend)) for tile in tiles]


def lay_backs(
    rng: random.Random,
    taken: Sequence[tuple[float, float, float]],
    side_mm: float,
    wanted: int,
    reach: Points,
    is_seen: Callable[[Tile], bool],
) -> list[Tile]:
    """Tiles face down, in sight, where nothing is taken (circles: x, y, radius).

    `reach` holds the least and the greatest x and y, (2, 2). Fewer than wanted if there is no room.
    """
    radius = side_mm / sqrt(3)
    circles, backs = list(taken), list[Tile]()
    for _ in range(wanted * 40):
        x, y = (rng.uniform(*reach[:, axis]) for axis in (0, 1))
        back = Tile(None, None, Pose(x, y, rng.uniform(0, 360)))
        if len(backs) < wanted and is_free(circles, x, y, radius * 0.9) and is_seen(back):
            backs.append(back)
            circles.append((x, y, radius * 0.9))
    return backs


def is_free(circles: Sequence[tuple[float, float, float]], x: float, y: float, radius: float) -> bool:
    """Whether a circle touches none of these."""
    return all(hypot(x - cx, y - cy) > radius + taken for cx, cy, taken in circles)


def _on_lattice(at: Place, pitch: float) -> Pose:
    corners = np.array(vertices(at), np.float64) * (pitch / 2, -pitch * sqrt(3) / 2)
    x, y = corners.mean(axis=0)
    return Pose(float(x), float(y), 0 if points_up(at) else 180)


def _nudged(
    pose: Pose, rng: random.Random, middle_x: float, middle_y: float, gap_mm: float, bend: float
) -> Pose:
    x, y = pose.x - middle_x, pose.y - middle_y
    return Pose(
        x + rng.gauss(0, gap_mm * 0.3),
        y + bend * x * x + rng.gauss(0, gap_mm * 0.3),
        pose.turn_deg + np.degrees(atan2(2 * bend * x, 1)) + rng.gauss(0, 0.7),
    )
