"""What vision saw: probabilities, not guesses with the doubt thrown away. Needs numpy only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Obstacle = Literal["hand", "glare", "blur", "dark", "other"]
Problem = Literal["no-board", "cut-off", "blur", "dark"]

SQUARES = 15
ROWS = "ABCDEFGHIJKLMNO"
FACES = (*map(str, range(16)), "joker")
EMPTY, TOKEN, OTHER = range(3)  # what a square may hold
ACROSS = 0.33  # of a square: a token farther off its middle lies across a line
SAME_TOKEN = 0.4  # squares between two middles: tokens are wider than that
FAR = 1.0  # squares: a board that moved farther since calibration is worth a word
LEGIBLE = 0.4  # a face less sure than this is no reading
SENTENCES: dict[Problem, str] = {
    "no-board": "There is no 15 x 15 board in the picture. Put the whole board under the camera.",
    "cut-off": "The board is cut off at the edge of the picture. Move the board or the camera.",
    "blur": "The picture is too blurred to find the board. Focus the camera, or hold it still.",
    "dark": "The picture is too dark to find the board. Switch on a light.",
}


@dataclass(frozen=True, slots=True)
class SeenToken:
    """A token on a square: the likeliest face (`None`: cannot tell) and how sure that is."""

    cell: str
    face: str | None
    confidence: float


@dataclass(frozen=True, slots=True, eq=False)  # eq: arrays have no single truth value
class BoardObservation:
    """A Triolet board as one frame, or a burst of them, showed it. Row A and column 1 come first."""

    corners: Points  # (4, 2): of A1, A15, O15, O1 in pixels
    states: NDArray[np.float32]  # (15, 15, 3): how likely a square is empty, holds a token, something else
    faces: NDArray[np.float32]  # (15, 15, 17): if it holds a token, how likely each of FACES is
    offsets: NDArray[np.float32]  # (15, 15, 2): from the square's middle to its token's, in squares (x, y)
    in_the_way: frozenset[Obstacle] = field(default_factory=frozenset)
    moved: float | None = None  # against the profile, in squares
    is_foreign: bool = False  # the profile is that of another board
    straight: NDArray[np.uint8] | None = None  # the board seen from above (BGR), to show or to compare with

    @property
    def occupied(self) -> NDArray[np.bool_]:
        """(15, 15): where something lies that is a token rather than not."""
        return np.asarray(self.states.argmax(axis=2) == TOKEN)

    @property
    def covered(self) -> list[str]:
        """The cells that something else hides."""
        return [cell_at(r, c) for r, c in np.argwhere(self.states.argmax(axis=2) == OTHER).tolist()]

    def tokens(self) -> Iterator[SeenToken]:
        """The tokens that lie on one square, row by row."""
        across = {cell for pair in self.between() for cell in pair}
        for row, column in np.argwhere(self.occupied).tolist():
            cell = cell_at(row, column)
            if cell in across:
                continue
            best = int(self.faces[row, column].argmax())
            sure = float(self.faces[row, column, best])
            confidence = sure * float(self.states[row, column, TOKEN])
            yield SeenToken(cell, FACES[best] if sure >= LEGIBLE else None, confidence)

    def between(self) -> list[tuple[str, str]]:
        """Pairs of cells that one token lies across, the one that holds its middle first."""
        pairs = []
        taken: set[tuple[int, int]] = set()
        for row, column in np.argwhere(self.occupied).tolist():
            dx, dy = self.offsets[row, column].tolist()
            if max(abs(dx), abs(dy)) <= ACROSS or (row, column) in taken:
                continue
            is_sideways = abs(dx) > abs(dy)
            other = (
                (row, column + (1 if dx > 0 else -1))
                if is_sideways
                else (row + (1 if dy > 0 else -1), column)
            )
            if other[0] not in range(SQUARES) or other[1] not in range(SQUARES):
                continue
            if self.occupied[other] and not self._is_one_token((row, column), other):
                continue  # the neighbour has a token of its own: both lie askew, neither lies across
            pairs.append((cell_at(row, column), cell_at(*other)))
            taken.add(other)  # half of a token seen from the other side is the same token
        return pairs

    def _is_one_token(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Whether the tokens of two squares are the same one, seen from both."""
        apart = np.array([other[1] - one[1], other[0] - one[0]]) + self.offsets[other] - self.offsets[one]
        return float(np.hypot(*apart)) < SAME_TOKEN

    @property
    def notice(self) -> str | None:
        """What people should know about the profile."""
        if self.is_foreign:
            return "This is not the board of the profile: calibrate again."
        if self.moved is not None and self.moved > FAR:
            return f"The board or the camera has moved by {self.moved:.1f} squares since it was calibrated."
        return None

    def to_json(self) -> dict[str, object]:
        """As `trioscope read` prints it."""
        answer: dict[str, object] = {
            "game": "triolet",
            "grid": [[round(float(x), 2), round(float(y), 2)] for x, y in self.corners],
            "tokens": [
                {"cell": token.cell, "face": token.face, "confidence": round(token.confidence, 6)}
                for token in self.tokens()
            ],
            "in_the_way": sorted(self.in_the_way),
            "between": [list(pair) for pair in self.between()],
            "moved": None if self.moved is None else round(self.moved, 3),
            "covered": self.covered,
        }
        return answer if self.notice is None else {**answer, "notice": self.notice}


@dataclass(frozen=True, slots=True)
class NoBoard:
    """A picture in which no whole board could be found, and why."""

    problem: Problem

    @property
    def in_the_way(self) -> frozenset[Obstacle]:
        """What kept the board from being found, if it was seen."""
        return frozenset({self.problem}) if self.problem in ("blur", "dark") else frozenset()

    def to_json(self) -> dict[str, object]:
        """As `trioscope read` prints it."""
        return {
            "game": "triolet",
            "grid": None,
            "tokens": [],
            "in_the_way": sorted(self.in_the_way),
            "between": [],
            "moved": None,
            "problem": SENTENCES[self.problem],
        }


def cell_at(row: int, column: int) -> str:
    """The cell's name; rows and columns count from 0."""
    return f"{ROWS[row]}{column + 1}"


def place_of(cell: str) -> tuple[int, int]:
    """Row and column of a cell, from 0."""
    return ROWS.index(cell[0]), int(cell[1:]) - 1
