"""Observations as noisy as a reader's, made from what truly lies on the table.

Confidences are calibrated: a face claimed at 75 % is right in 75 of 100 cases. Errors keep together: a
printing is easy or hard to read, all its sevens read alike, a token reads the same through the whole game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.rules.triominos.lattice import Place
from companion.rules.triominos.tiles import Corners
from tests.referee.boards import turn_back
from vision.observation import EMPTY, FACES, OTHER, SQUARES, TOKEN, BoardObservation, place_of
from vision.tiles import CORNERS, NUMBERS, SeenTile, TableObservation

SPLIT = (0.8, 0.15, 0.05)  # of the doubt: the face most like it, the next, and all others together
MOST_DOUBT = 0.55
SETTLED, TILTED = 3, 0.05
LOOKALIKES = {
    "0": "6 9 8 10", "1": "7 4 11 2", "2": "7 3 5 12", "3": "8 5 2 13", "4": "1 7 9 14", "5": "6 3 8 15",
    "6": "9 0 8 5", "7": "1 2 4 11", "8": "3 0 6 9", "9": "6 0 4 8", "10": "0 11 12 15", "11": "1 10 14 7",
    "12": "13 10 2 15", "13": "12 3 15 10", "14": "11 4 12 15", "15": "13 5 10 12", "joker": "0 8 4 5",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ReaderNoise:
    """How badly pieces are read. Doubt is one less the confidence, drawn as a power of ten.

    `doubt` is the middle of log10(doubt), the others how far games, faces and single pieces spread around it.
    Doubts are `most` at most. A share `hard` of the pieces is doubtful by more than `least_hard`, whatever
    the printing, as often by twice as much as by half.
    """

    doubt: float
    by_game: float
    by_face: float
    by_piece: float
    most: float = MOST_DOUBT
    hard: float = 0.0
    least_hard: float = 0.02
    phantoms: float = 0.006  # squares that look like a token by more than 2 %; a third of them by over 10 %
    fading: float = 0.004  # tokens that look like nothing by more than 2 %, a fifth of them by over 10 %


# `python -m tests.measure.face_confusions --most 200` on medium pictures in looks never trained on (seed
# 9001), without a profile: of 6,287 tokens 99.95 % right, 95 % with a doubt below 10^-3 and none of these
# wrong, 1 % over 2 %; 19 of 38,713 empty squares look like a token by more than 2 %, 36 tokens like nothing.
MEASURED = ReaderNoise(
    doubt=-6.11,
    by_game=0.8,
    by_face=1.56,
    by_piece=0.51,
    most=0.02,
    hard=0.0097,
    phantoms=0.0005,
    fading=0.0057,
)
# `python -m tests.measure.mounts --count 100`: as the kiosk reads, bursts of frames with the board calibrated
# and the set enrolled. Of 3,274 tokens 99.88 % right, 98.5 % with a doubt below 10^-3, none of these wrong.
LEARNED = ReaderNoise(
    doubt=-9.0,
    by_game=0.96,
    by_face=1.4,
    by_piece=0.5,
    most=0.02,
    hard=0.0058,
    phantoms=0.00062,
    fading=0.00031,
)
# The reader's own evaluation of never-trained printings says 98.3 %.
HARD = ReaderNoise(doubt=-4.0, by_game=1.3, by_face=1.1, by_piece=1.1)
# What the reader is to become: 99.9 % right, and what it misreads it is not sure of.
TARGET = ReaderNoise(
    doubt=-6.0, by_game=0.4, by_face=0.4, by_piece=0.4, most=0.0005, hard=0.0037, phantoms=0.002, fading=0.001
)
PERFECT = ReaderNoise(-9.0, 0.0, 0.0, 0.0, phantoms=0.0, fading=0.0)
PRESETS = {"measured": MEASURED, "learned": LEARNED, "hard": HARD, "target": TARGET, "perfect": PERFECT}


class _Printing:
    """How one set of pieces reads, through one game."""

    def __init__(self, rng: np.random.Generator, noise: ReaderNoise) -> None:
        self.rng, self.noise = rng, noise
        self._middle = noise.doubt + noise.by_game * rng.standard_normal()
        self._faces: dict[str, tuple[float, float]] = {}

    def read(self, face: str, others: tuple[str, ...]) -> dict[str, float]:
        """The probabilities that a piece with this face gets; `others` are most like it, two at least."""
        noise, rng = self.noise, self.rng
        shift, luck = self._faces.setdefault(face, (rng.standard_normal() * noise.by_face, rng.random()))
        doubt = min(10 ** (self._middle + shift + noise.by_piece * rng.standard_normal()), noise.most)
        if rng.random() < noise.hard:
            doubt = noise.least_hard * (MOST_DOUBT / noise.least_hard) ** rng.random()
        luck = luck if rng.random() < 0.5 else rng.random()  # half of its fellows go wrong with it
        chances = np.array([1 - doubt, *(doubt * part for part in SPLIT)])
        truth = int(np.searchsorted(np.cumsum(chances), luck * chances.sum()))
        picked = [str(name) for name in rng.permutation(others)[:2]]
        if truth == 3:  # it is none of those that come to mind
            return {other: float(chances[index]) for index, other in enumerate((*others[:3],))}
        places = [index for index in range(3) if index != truth]
        return {face: float(chances[truth]), **dict(zip(picked, map(float, chances[places]), strict=True))}


class BoardNoise:
    """A reader at a Triolet board, through one game."""

    def __init__(self, seed: int, noise: ReaderNoise) -> None:
        self._rng = rng = np.random.default_rng(seed)
        self._noise, self._printing = noise, _Printing(rng, noise)
        self._tokens: dict[tuple[str, str], tuple[float, NDArray[np.float32]]] = {}
        shape = (SQUARES, SQUARES)
        odd = rng.random(shape) < noise.phantoms
        self._phantoms = np.where(odd, _over(rng.random(shape), 0.7, 0.97), 1e-4)
        self._ghosts = rng.dirichlet(np.full(len(FACES), 0.15), shape).astype(np.float32)

    def observe(
        self, table: Mapping[str, str], askew: Mapping[str, tuple[float, float]] | None = None
    ) -> BoardObservation:
        """What is seen of these faces on their cells; `askew` tokens lie off their middles (x, y)."""
        rng = self._rng
        wobble = np.exp(rng.normal(0, 0.1, (SQUARES, SQUARES)))  # each burst is a little different
        states = np.zeros((SQUARES, SQUARES, 3), np.float32)
        faces = self._ghosts.copy()
        offsets = rng.normal(0, 0.03, (SQUARES, SQUARES, 2)).astype(np.float32)
        there = self._phantoms.copy()
        for cell, face in table.items():
            place = place_of(cell)
            empty, shares = self._tokens.setdefault((cell, face), self._new_token(face))
            there[place], faces[place] = 1 - empty, shares
            offsets[place] += (askew or {}).get(cell, (0.0, 0.0))
        odds = there / np.maximum(1 - there, 1e-6) * wobble
        states[..., TOKEN] = odds / (1 + odds)
        states[..., OTHER] = 1e-5
        states[..., EMPTY] = 1 - states[..., TOKEN]
        states /= states.sum(axis=2, keepdims=True)
        faces = faces ** np.exp(rng.normal(0, 0.03, (SQUARES, SQUARES, 1))).astype(np.float32)
        faces /= faces.sum(axis=2, keepdims=True)
        corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64) * 900
        return BoardObservation(corners, states, faces, offsets)

    def _new_token(self, face: str) -> tuple[float, NDArray[np.float32]]:
        rng = self._rng
        is_fading = rng.random() < self._noise.fading
        empty = float(_over(rng.random(1), 1.0, 0.9)[0]) if is_fading else 1e-4
        shares = np.full(len(FACES), 1e-8, np.float32)
        for name, chance in self._printing.read(face, tuple(LOOKALIKES[face].split())).items():
            shares[FACES.index(name)] += chance
        if shares[FACES.index(face)] < 1e-6:  # it is one of the others together
            shares += np.float32((1 - shares.sum()) / len(FACES))
        return empty, shares / shares.sum()


class TableNoise:
    """A reader at a Triominos table, through one game. Its lattice is shifted in each observation, turned by
    half in every other game, and now and then by 60 degrees more: tiles at 30 degrees may be seen either way.

    Numbers are read as `noise` says; one tile in `dim` is seen no surer than with 30 to 98 %, and one look in
    `lost` at a tile does not see it, not even the second time (`vision/tile_again.py`).
    """

    def __init__(self, seed: int, noise: ReaderNoise, dim: int = 500, lost: int = 50_000) -> None:
        self._rng = rng = np.random.default_rng(seed)
        self._printing, self._dim, self._lost = _Printing(rng, noise), dim, lost
        self._turns = int(rng.choice((0, 3)))
        self._tiles: dict[tuple[Place, Corners], tuple[float, NDArray[np.float32]]] = {}

    def observe(self, tiles: Mapping[Place, Corners], loose: int = 0) -> TableObservation:
        """What is seen of these tiles, and of as many others that lie in no place."""
        rng = self._rng
        right, along = (int(number) for number in rng.integers(-5, 6, 2))
        turns = (self._turns + (len(tiles) > SETTLED and rng.random() < TILTED)) % 6
        seen = []
        for place, corners in tiles.items():
            presence, shares = self._tiles.setdefault((place, corners), self._new_tile(corners))
            if rng.random() < 1 / self._lost:
                continue
            there, order = turn_back(place, turns, right, along)
            seen.append(SeenTile(there, shares[list(order)], presence))
        aside = [SeenTile(None, np.full((CORNERS, NUMBERS), 1 / NUMBERS, np.float32)) for _ in range(loose)]
        return TableObservation((*seen, *aside))

    def _new_tile(self, corners: Corners) -> tuple[float, NDArray[np.float32]]:
        rng = self._rng
        presence = rng.uniform(0.3, 0.98) if rng.random() < 1 / self._dim else 0.9999
        shares = np.full((CORNERS, NUMBERS), 1e-8, np.float32)
        for corner, number in enumerate(corners):
            others = tuple(str(other) for other in rng.permutation(NUMBERS) if other != number)
            for name, chance in self._printing.read(str(number), others).items():
                shares[corner, int(name)] += chance
        return presence, np.asarray(shares / shares.sum(axis=1, keepdims=True), np.float32)


# `python -m tests.measure.tile_confusions --most 120` on medium tables in looks never trained on (seed 9001),
# each tile beside eight known ones: of 9,171 corners 99.78 % right, 98.3 % with a doubt below 10^-3 and one
# of these wrong; 2 tiles of 3,057 dim. With none known, as the first tile of a game: 99.72 %, and 96.5 %.
CORNERS_MEASURED = ReaderNoise(doubt=-9.0, by_game=0.81, by_face=1.08, by_piece=0.83, most=0.02, hard=0.0072)
CORNERS_FIRST = ReaderNoise(doubt=-9.0, by_game=1.58, by_face=1.57, by_piece=0.92, most=0.02, hard=0.0119)
# What it is to become: 99.8 % right in each corner.
CORNERS_HOPED = ReaderNoise(doubt=-5.0, by_game=0.7, by_face=0.7, by_piece=0.9, hard=0.004)
CORNERS_TARGET = ReaderNoise(-6.0, 0.4, 0.4, 0.4, most=0.0005, hard=0.0015)
CORNER_PRESETS = {
    "measured": CORNERS_MEASURED,
    "first": CORNERS_FIRST,
    "hoped": CORNERS_HOPED,
    "target": CORNERS_TARGET,
    "perfect": PERFECT,
}


def _over(chance: NDArray[np.float64], power: float, most: float) -> NDArray[np.float64]:
    """More than 2 %, the higher the rarer."""
    return np.asarray(np.minimum(0.02 * np.maximum(chance, 1e-9) ** (-1 / power), most))


def expected_doubt(noise: ReaderNoise, pieces: int = 200_000) -> float:
    """How often a piece is misread, which is the mean doubt since confidences are calibrated."""
    rng = np.random.default_rng(0)
    spread = np.sqrt(noise.by_game**2 + noise.by_face**2 + noise.by_piece**2)
    doubts = np.minimum(10 ** (noise.doubt + spread * rng.standard_normal(pieces)), noise.most)
    hard = (MOST_DOUBT - noise.least_hard) / np.log(MOST_DOUBT / noise.least_hard)
    return float(doubts.mean() * (1 - noise.hard) + hard * noise.hard)
