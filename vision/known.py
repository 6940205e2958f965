"""What is known of a board before it is read: its empty picture from calibration, and how it looked last."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.grid import Grid
from vision.observation import EMPTY, OTHER, SQUARES, TOKEN, BoardObservation, place_of
from vision.picture_change import DARKEST, light_between
from vision.prints import EnrolledPrints
from vision.squares import MARGIN, SQUARE_PX

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

ALIKE = 16.0  # grey levels: empty squares of the same board in another light differ by less
MOST_TINT = 0.2  # by which another light changes one colour against the others
LEAST_ALIKE = 0.55  # of the empty squares must look as in the profile
LEAST_STRUCTURE = (
    0.2  # how much their lines and prints must agree: a bare table has a board's colour, not these
)
ENOUGH = 12  # empty squares to tell by
TELLING = 3  # squares that differ between the ways round, at least, to go by
CLEARLY = 0.4  # of them by which another way round must fit better than the expected one
TURNS = 4
# Grey levels, on average over a square: what light, lens and compression change where nothing changed.
LEAST_NOISE, MOST_NOISE = 1.2, 4.0
FLOOR = 0.02  # however much a square looks as it did: a clear reading is not talked away
SHADED = 0.1  # how likely a square that holds what it held looks otherwise: a token beside it throws a shadow


@dataclass(frozen=True, slots=True, eq=False)
class KnownBoard:
    """A board that was calibrated: where it lay, how its lens bends, and how it looks when it is empty."""

    grid: Grid
    empty: Bytes  # straightened, SQUARE_PX a square, MARGIN squares around it
    prints: EnrolledPrints | None = None  # this family's own printing, if it was enrolled

    def grid_for(self, size: tuple[int, int]) -> Grid:
        """The calibrated grid in a picture of this size."""
        factor = size[0] / self.grid.size[0]
        scaled = self.grid.scaled(factor)
        return Grid(scaled.plane, size, self.grid.bend)

    def distance(self, grid: Grid) -> float:
        """How far the board lies from where it was calibrated, in squares: the corner that moved most."""
        calibrated = self.grid_for(grid.size)
        return float(np.hypot(*(grid.corners - calibrated.corners).T).max()) / calibrated.side_px

    def is_same_board(self, patch: Bytes, states: Floats) -> bool:
        """Whether this is the calibrated board and the same way round, by its empty squares."""
        empty = states[..., EMPTY] > 0.5
        if empty.sum() < ENOUGH:
            return True  # nothing to tell by
        alike, structure = self.likeness(patch, empty)
        return alike >= LEAST_ALIKE and structure >= LEAST_STRUCTURE

    def turn_for(self, grid: Grid, patch: Bytes, states: Floats) -> int:
        """How many corners farther clockwise A1 is than a fresh look at the board supposed.

        Boards are printed alike in all four quarters, so it is taken to lie as it was calibrated, unless
        another way round fits clearly better.
        """
        calibrated = self.grid_for(grid.size).corners
        along = calibrated[1] - calibrated[0]
        sides = np.roll(grid.corners, -1, axis=0) - grid.corners
        expected = int((sides @ along / np.hypot(*sides.T)).argmax())
        # A board turned clockwise has its A1 a corner farther, and looks like the profile's turned back. Only
        # squares that look otherwise when turned can tell.
        ways = np.stack([np.rot90(_tones(self.empty), -turn % TURNS) for turn in range(TURNS)])
        telling = ((ways.max(axis=0) - ways.min(axis=0)).max(axis=2) > 2 * ALIKE) & (states[..., EMPTY] > 0.5)
        if telling.sum() < TELLING:
            return expected
        fits = [self.likeness(patch, telling, -turn % TURNS)[0] for turn in range(TURNS)]
        best = int(np.argmax(fits))
        return best if fits[best] > fits[expected] + CLEARLY else expected

    def likeness(self, patch: Bytes, empty: NDArray[np.bool_], turn: int = 0) -> tuple[float, float]:
        """The share of the empty squares that have the colour of the profile's, and how well their lines and
        prints agree, up to 1; the profile's board turned so often against the clock."""
        now, then = _tones(patch), np.rot90(_tones(self.empty), turn)
        if not empty.any():
            return 0.0, 0.0
        # The light may fall otherwise than it did, smoothly, and its colour may have changed a little: beyond
        # that it is another board's colour.
        light = light_between(now, then)[..., None]
        tint = np.median(((now + DARKEST) / ((then + DARKEST) * light))[empty], axis=0)
        tint = np.clip(tint, 1 - MOST_TINT, 1 + MOST_TINT)
        apart = np.abs(now / light - then * tint).mean(axis=2)[empty]
        here, there = _structure(patch)[empty], _structure(np.rot90(self.empty, turn))[empty]
        weight = float(np.sqrt((here**2).sum() * (there**2).sum()))
        return float((apart < ALIKE).mean()), float((here * there).sum()) / max(weight, 1e-6)


@dataclass(frozen=True, slots=True, eq=False)
class LastSeen:
    """How the board looked at the last accepted turn, and what lay on it."""

    patch: Bytes
    held: Floats  # (15, 15, 3): 1 for what a square held, 0 else; 1 for all where something covered it
    faces: Mapping[str, str] = field(default_factory=dict)  # of the accepted tokens by their cells, if known

    @classmethod
    def of(cls, observation: BoardObservation, faces: Mapping[str, str] | None = None) -> LastSeen | None:
        """From an observation that kept its straightened board; `None` if it did not.

        `faces` are those of the accepted tokens by their cells, if that is known. What was accepted counts as
        so: else the same doubt would be weighed anew, and grow surer, every turn.
        """
        if observation.straight is None:
            return None
        kinds = observation.states.argmax(axis=2)
        if faces is not None:
            kinds[kinds == TOKEN] = EMPTY
            for cell in faces:
                kinds[place_of(cell)] = TOKEN
        held = np.eye(observation.states.shape[2], dtype=np.float32)[kinds]
        held[kinds == OTHER] = 1.0
        return cls(observation.straight, held, faces or {})


def weigh_change(
    states: Floats, now: Bytes, empty: Bytes | None = None, before: LastSeen | None = None
) -> Floats:
    """The states, given that a square which looks as it did holds what it held, and one that looks otherwise
    probably something else: against the empty board, and as it was last seen.

    A square that was empty last is the same evidence twice, so it counts once, by whichever it is more like.
    """
    is_empty = np.eye(states.shape[2], dtype=np.float32)[EMPTY]
    like_empty = None if empty is None else likely_same(now, empty)
    if before is None:
        return states if like_empty is None else _normal(states * _evidence(like_empty, is_empty))
    like_last = likely_same(now, before.patch)
    evidence = _evidence(like_last, before.held)
    if like_empty is not None:
        was_empty = (before.held == is_empty).all(axis=2)
        both = _evidence(np.maximum(like_empty, like_last), is_empty)
        evidence = np.where(was_empty[..., None], both, evidence * _evidence(like_empty, is_empty))
    return _normal(states * evidence)


def _evidence(same: Floats, held: Floats) -> Floats:
    """(15, 15, 3): how likely each square looks so, for each thing that it may hold."""
    alike = same[..., None]
    return np.asarray(
        held * (alike + (1 - alike) * SHADED) + (1 - held) * (alike * FLOOR + 1 - alike), np.float32
    )


def _normal(weighed: Floats) -> Floats:
    return np.asarray(weighed / weighed.sum(axis=2, keepdims=True), np.float32)


def likely_same(now: Bytes, then: Bytes) -> Floats:
    """(15, 15): how likely each square looks as it did, 0 to 1; light and small shifts are forgiven."""
    apart = _difference(now, then)
    # How much squares differ that stayed as they were: the least changed third, also if most did change.
    usual = float(np.quantile(apart, 1 / 6))
    noise = float(np.clip(np.quantile(apart, 1 / 3) - usual, LEAST_NOISE, MOST_NOISE)) * 1.3
    return np.asarray(1 / (1 + np.exp(np.clip((apart - usual - 6 * noise) / noise, -30, 30))), np.float32)


def _difference(now: Bytes, then: Bytes) -> Floats:
    """(15, 15): how much each square differs, in grey levels, in the light of `then`."""
    inner = slice(MARGIN * SQUARE_PX, (MARGIN + SQUARES) * SQUARE_PX)
    soft_now, soft_then = (cv2.GaussianBlur(p, (0, 0), 1.0).astype(np.float32) for p in (now, then))
    light = cv2.resize(
        light_between(_tones(now), _tones(then)), (SQUARES * SQUARE_PX,) * 2, interpolation=cv2.INTER_LINEAR
    )
    lit = soft_now[inner, inner] / light[..., None]
    least = np.full((SQUARES, SQUARES), np.inf, np.float32)
    low, high = MARGIN * SQUARE_PX, (MARGIN + SQUARES) * SQUARE_PX
    for dy, dx in ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0)):
        moved = soft_then[low - dy : high - dy, low - dx : high - dx]
        apart = cv2.resize(cv2.absdiff(lit, moved), (SQUARES, SQUARES), interpolation=cv2.INTER_AREA)
        least = np.minimum(least, apart.mean(axis=2))
    return least


def _structure(patch: Bytes) -> Floats:
    """(15, 15, …): lines and prints alone: brightness less that of the surroundings, slightly softened."""
    grey = cv2.cvtColor(np.ascontiguousarray(patch), cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = cv2.GaussianBlur(grey, (0, 0), 1.0) - cv2.GaussianBlur(grey, (0, 0), 5.0)
    inner = slice(MARGIN * SQUARE_PX, (MARGIN + SQUARES) * SQUARE_PX)
    return _by_square(fine[inner, inner, None]).transpose(0, 2, 1, 3, 4)


def _tones(patch: Bytes) -> Floats:
    """(15, 15, 3): the mean colour of each square, its lines left out."""
    inner = slice(MARGIN * SQUARE_PX, (MARGIN + SQUARES) * SQUARE_PX)
    squares = _by_square(patch[inner, inner].astype(np.float32))
    return np.asarray(squares[:, 3:-3, :, 3:-3].mean(axis=(1, 3)), np.float32)


def _by_square(board: Floats) -> Floats:
    """(15, SQUARE_PX, 15, SQUARE_PX, channels)."""
    return board.reshape(SQUARES, SQUARE_PX, SQUARES, SQUARE_PX, -1)
