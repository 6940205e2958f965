"""A Triolet board with tokens on it, ready to be drawn, and the truth about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hardware.virtual.optics import Optics, Points, apply
from hardware.virtual.painter import Painter, Standing, rotation
from hardware.virtual.scene import CannotLay
from hardware.virtual.triolet_board import (
    ROWS,
    board_picture,
    board_side_mm,
    cell_middle_mm,
    square_corners_mm,
)
from hardware.virtual.triolet_look import SQUARES, TrioletLook
from hardware.virtual.triolet_tokens import FACES, TokenSet
from hardware.virtual.world import stream

MOST_OFF = 0.1  # of a square
MOST_TURNED_DEG = 7.0
QUARTER_TURN_SHARE = 0.02
ACROSS = 0.3  # of a square: a token farther off lies across two
CELLS = frozenset(f"{row}{column}" for row in ROWS for column in range(1, SQUARES + 1))
# Finer than the picture, so that print stays crisp when it is bent.
BOARD_SCALE, TOKEN_SCALE = 1.25, 1.4


@dataclass(frozen=True, slots=True)
class LaidToken:
    """A token on a square: its face, how far it is off the middle in squares, and how it is turned."""

    face: str
    dx: float
    dy: float
    turn_deg: float


class TrioletScene:
    """The board, where it lies, and its tokens by cell. It knows no rules."""

    def __init__(self, look: TrioletLook, seed: int) -> None:
        self.look, self.seed = look, seed
        self.tokens: dict[str, LaidToken] = {}
        self.x_mm = self.y_mm = self.turn_deg = 0.0  # of the board
        self._sets: dict[float, TokenSet] = {}

    def lay(self, spot: object, piece: object) -> None:
        """Lay a token as a person does: a little off and turned, rarely by a quarter turn."""
        cell, face = _cell(spot), piece
        if not isinstance(face, str) or face not in FACES:
            raise CannotLay(f'There is no token "{face}": faces are 0 to 15 and joker.')
        if cell in self.tokens:
            raise CannotLay(f"{cell} already holds a token: take it away first.")
        rng = stream(self.seed, "lay", cell, face)
        quarter = 90 * int(rng.integers(1, 4)) if rng.random() < QUARTER_TURN_SHARE else 0
        # Most tokens lie nearly right; the normal distribution is cut at the most that is ever seen.
        dx, dy = np.clip(rng.normal(0, MOST_OFF / 2.2, 2), -MOST_OFF, MOST_OFF)
        turn = float(np.clip(rng.normal(0, MOST_TURNED_DEG / 2.2), -MOST_TURNED_DEG, MOST_TURNED_DEG))
        self.tokens[cell] = LaidToken(face, float(dx), float(dy), quarter + turn)

    def take(self, spot: object) -> str:
        cell = _cell(spot)
        if cell not in self.tokens:
            raise CannotLay(f"There is no token on {cell} to take away.")
        return self.tokens.pop(cell).face

    def shift(self, spot: object, dx: float, dy: float, turn_deg: float) -> None:
        """Push a token: where it lies now from the middle of its square, in squares, and its turn.

        Beyond half a square it is the next square's token.
        """
        cell = _cell(spot)
        if cell not in self.tokens:
            raise CannotLay(f"There is no token on {cell} to push.")
        right, down = round(dx), round(dy)
        target = _neighbour(cell, right, down)
        if target is None:
            raise CannotLay(f"The token on {cell} cannot be pushed off the board.")
        if target != cell and target in self.tokens:
            raise CannotLay(f"{target} already holds a token: nothing can be pushed there.")
        self.tokens[target] = LaidToken(self.tokens.pop(cell).face, dx - right, dy - down, turn_deg)

    def points_mm(self) -> Points:
        """What must be in the picture: the corners of the playing squares."""
        return self._on_table(square_corners_mm(self.look))

    @property
    def top_mm(self) -> float:
        """The height of the playing squares."""
        return self.look.board_mm

    @property
    def ground_key(self) -> object:
        """What the ground's drawing depends on: where the board lies."""
        return self.x_mm, self.y_mm, self.turn_deg

    def loose_px(self, optics: Optics) -> Points:
        """Nothing lies about in Triolet."""
        return np.empty((0, 2))

    def draw_ground(self, painter: Painter) -> None:
        """The board."""
        picture, alpha, to_mm = board_picture(
            self.look, painter.px_per_mm() * BOARD_SCALE, stream(self.seed, "board")
        )
        half = board_side_mm(self.look) / 2
        outline = self._on_table(np.array([[-half, -half], [half, -half], [half, half], [-half, half]]))
        painter.cast([(outline, 0.0, self.look.board_mm)])
        foot, top = (apply(painter.plane(height), outline) for height in (0.0, self.look.board_mm))
        painter.wall(foot, top, np.array(self.look.edge_bgr, np.float64))
        place = np.eye(3)
        place[:2, :2], place[:2, 2] = rotation(self.turn_deg), (self.x_mm, self.y_mm)
        painter.sheet(picture, alpha, place @ to_mm, self.look.board_mm)

    def standings(self, painter: Painter, glare_share: float) -> list[Standing]:
        """The tokens as they stand."""
        scale = painter.px_per_mm() * TOKEN_SCALE
        if scale not in self._sets:
            self._sets = {scale: TokenSet(self.look, scale, stream(self.seed, "set"))}
        standings = []
        for cell, token in self.tokens.items():
            rng = stream(self.seed, "token", cell, token.face)
            x, y = self._token_mm(cell, token)
            standings.append(
                Standing(
                    art=self._sets[scale].art(token.face, rng),
                    x_mm=x,
                    y_mm=y,
                    turn_deg=self.turn_deg + token.turn_deg,
                    base_mm=self.look.board_mm,
                    glare=float(rng.uniform(0.5, 1.3)) if rng.random() < glare_share else 0.0,
                    tone=float(rng.normal(1, 0.02)),
                )
            )
        return standings

    def truth(self, optics: Optics, is_hidden: Callable[[Points], bool] | None = None) -> dict[str, object]:
        """What `trioscope read` should say of this picture; `hidden` names the squares below a hand."""
        grid = optics.project(self.points_mm(), self.look.board_mm)
        tokens: list[dict[str, object]] = []
        between: list[list[str]] = []
        for cell in sorted(self.tokens, key=_order):
            token = self.tokens[cell]
            reach_x, reach_y = token.dx, token.dy
            across = _lies_across(cell, reach_x, reach_y)
            if across is not None:
                between.append([cell, across])
            else:
                tokens.append({"cell": cell, "face": token.face, "confidence": 1.0})
        truth: dict[str, object] = {
            "game": "triolet",
            "grid": [[round(float(x), 2), round(float(y), 2)] for x, y in grid],
            "tokens": tokens,
            "in_the_way": [],
            "between": between,
            "moved": None,
        }
        if is_hidden is not None:
            truth["in_the_way"] = ["hand"]
            truth["hidden"] = [cell for cell, spot in self.squares_px(optics).items() if is_hidden(spot)]
        return truth

    def squares_px(self, optics: Optics) -> dict[str, Points]:
        """The four corners of every square in the picture, by cell."""
        half = self.look.square_mm / 2
        square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        return {
            cell: optics.project(self._on_table(square + cell_middle_mm(self.look, cell)), self.look.board_mm)
            for cell in sorted(CELLS, key=_order)
        }

    def lattice_px(self, optics: Optics) -> list[list[float]]:
        """Where the lines meet, every third one, row by row: 6 x 6 points that show how the lens bends."""
        (x0, y0), _, (x1, y1), _ = square_corners_mm(self.look)
        across, down = np.meshgrid(np.linspace(x0, x1, 6), np.linspace(y0, y1, 6))
        points = self._on_table(np.stack([across.ravel(), down.ravel()], axis=1))
        pixels = optics.project(points, self.look.board_mm)
        return [[round(float(x), 2), round(float(y), 2)] for x, y in pixels]

    def lies_px(self, optics: Optics) -> dict[str, tuple[float, float, float]]:
        """Where each token lies: the middle of its upper face in the picture, and its turn on the board."""
        height = self.look.board_mm + self.look.token_mm
        lies = {}
        for cell in sorted(self.tokens, key=_order):
            ((x, y),) = optics.project(np.array([self._token_mm(cell, self.tokens[cell])]), height)
            lies[cell] = (round(float(x), 2), round(float(y), 2), round(self.tokens[cell].turn_deg, 2))
        return lies

    def _token_mm(self, cell: str, token: LaidToken) -> tuple[float, float]:
        x, y = cell_middle_mm(self.look, cell)
        at = np.array([[x + token.dx * self.look.square_mm, y + token.dy * self.look.square_mm]])
        ((x, y),) = self._on_table(at)
        return float(x), float(y)

    def _on_table(self, points: NDArray[np.float64]) -> Points:
        return np.asarray(points @ rotation(self.turn_deg).T + (self.x_mm, self.y_mm), np.float64)


def _cell(spot: object) -> str:
    if not isinstance(spot, str) or spot not in CELLS:
        raise CannotLay(f'There is no square "{spot}": squares are A1 to O15.')
    return spot


def _order(cell: str) -> tuple[str, int]:
    return cell[0], int(cell[1:])


def _neighbour(cell: str, right: int, down: int) -> str | None:
    """The square so many steps away; `None` beyond the edge."""
    row, column = ROWS.index(cell[0]) + down, int(cell[1:]) + right
    return f"{ROWS[row]}{column}" if row in range(SQUARES) and column in range(1, SQUARES + 1) else None


def _lies_across(cell: str, dx: float, dy: float) -> str | None:
    """The other square that a token this far off lies across; `None` if it lies on its own."""
    if max(abs(dx), abs(dy)) <= ACROSS:
        return None
    step = 1 if (dx if abs(dx) > abs(dy) else dy) > 0 else -1
    return _neighbour(cell, step, 0) if abs(dx) > abs(dy) else _neighbour(cell, 0, step)
