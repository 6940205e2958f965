"""How well pictures are read: each reading against the truth that was written down.

`compare` is pure: a truth and what `trioscope read` would print go in, and what was right comes out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import dist
from pathlib import Path
from time import perf_counter

import numpy as np

from companion.evaluate_running import run_spread
from companion.pictures import load_picture
from companion.reader import (
    Observation,
    Reader,
    ReaderMaker,
    in_file_pixels,
    make_triolet_reader,
)
from companion.rules.triolet.cells import CELLS
from companion.truth_files import Corner
from companion.truths import LabelledPicture, Truth
from vision.observation import SQUARES, BoardObservation, NoBoard, cell_at

NEAR = 0.5  # squares: where a corner is farther off, another board was found


@dataclass(frozen=True, slots=True)
class ReadToken:
    """A token as it was read; `face` is `None` where none could be told."""

    face: str | None
    confidence: float


@dataclass(frozen=True, slots=True)
class Reading:
    """What `trioscope read` prints of a board; `grid` is `None` where it found none."""

    grid: tuple[Corner, ...] | None
    tokens: Mapping[str, ReadToken]
    between: frozenset[frozenset[str]] = frozenset()
    covered: frozenset[str] = frozenset()

    @classmethod
    def of(cls, observation: Observation) -> Reading:
        """The reading in an observation."""
        if isinstance(observation, NoBoard):
            return cls(None, {})
        return cls(
            grid=tuple((float(x), float(y)) for x, y in observation.corners),
            tokens={token.cell: ReadToken(token.face, token.confidence) for token in observation.tokens()},
            between=frozenset(frozenset(pair) for pair in observation.between()),
            covered=frozenset(observation.covered),
        )


@dataclass(frozen=True, slots=True)
class Check:
    """A square where a token lies, was read, or both."""

    cell: str
    is_there: bool
    face: str | None  # the true one; None: there is no token, or nobody wrote down its face
    read: ReadToken | None

    @property
    def is_right(self) -> bool:
        """Whether the token that lies there was read, and as what it is (as far as anybody knows)."""
        return self.is_there and self.read is not None and self.face in (None, self.read.face)

    @property
    def is_false(self) -> bool:
        """Whether a token was read where there is none."""
        return not self.is_there

    @property
    def claimed(self) -> float | None:
        """How sure the reading is of its face, if it names one."""
        return None if self.read is None or self.read.face is None else self.read.confidence

    @property
    def truth_label(self) -> str:
        return (self.face or "token") if self.is_there else "nothing"

    @property
    def read_label(self) -> str:
        return "nothing" if self.read is None else self.read.face or "?"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was right in one picture."""

    corner_errors: tuple[float, ...] | None  # in squares; None: no board was found
    squares: int  # that count: nothing hides them, and no token lies across them
    squares_right: int
    checks: tuple[Check, ...]
    has_faces: bool  # whether the truth says what is printed on the tokens
    pairs: int = 0  # tokens that lie across two squares
    pairs_right: int = 0
    pairs_false: int = 0
    hidden: int = 0  # squares that something lies over
    hidden_said: int = 0  # of them, reported as covered
    hidden_false: int = 0  # of them, read as a token that is not there

    @property
    def is_found(self) -> bool:
        """Whether the board was found where it is, to half a square."""
        return self.corner_errors is not None and max(self.corner_errors) < NEAR

    @property
    def is_all_right(self) -> bool:
        """The board where it is, every square, every face and every token across a line as they are."""
        return (
            self.is_found
            and self.squares_right == self.squares
            and all(check.is_right for check in self.checks)
            and self.pairs_right == self.pairs
            and not self.pairs_false
            and not self.hidden_false
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """A labelled picture, and how well it was read."""

    picture: LabelledPicture
    comparison: Comparison
    seconds: float
    is_new_right: bool | None = None  # None: it is not known what was new


def compare(truth: Truth, reading: Reading) -> Comparison:
    """What is right in a reading. Squares below a hand or below a token across a line do not count, but what
    is covered must not be taken for a token where there is none."""
    skipped = truth.hidden | truth.across
    counted = [cell for cell in CELLS if cell not in skipped]
    checks = tuple(
        Check(cell, cell in truth.tokens, truth.tokens.get(cell), reading.tokens.get(cell))
        for cell in counted
        if cell in truth.tokens or cell in reading.tokens
    )
    same = sum((cell in truth.tokens) == (cell in reading.tokens) for cell in counted)
    true_pairs = {pair for pair in truth.between if not pair & truth.hidden}
    read_pairs = {pair for pair in reading.between if not pair & truth.hidden}
    return Comparison(
        corner_errors=None if reading.grid is None else _corner_errors(truth.grid, reading.grid),
        squares=len(counted),
        squares_right=0 if reading.grid is None else same,  # no board, no square: also the empty ones
        checks=checks,
        has_faces=truth.has_faces,
        pairs=len(true_pairs),
        pairs_right=len(true_pairs & read_pairs),
        pairs_false=len(read_pairs - true_pairs),
        hidden=len(truth.hidden),
        hidden_said=len(truth.hidden & reading.covered),
        hidden_false=len((truth.hidden & reading.tokens.keys()) - truth.tokens.keys()),
    )


def is_new_right(picture: LabelledPicture, before: BoardObservation, now: Observation) -> bool:
    """Whether exactly the cells that were filled since the picture before are seen as new."""
    if isinstance(now, NoBoard) or picture.new is None:
        return False
    hidden = picture.truth.hidden
    return _occupied(now) - _occupied(before) - hidden == picture.new - hidden


def evaluate_pictures(
    pictures: Sequence[LabelledPicture],
    profile: Path | None = None,
    jobs: int = 1,
    make_reader: ReaderMaker = make_triolet_reader,
) -> list[Outcome]:
    """Read every picture and compare; with several processes if asked, in the same order."""
    tasks = [(run, make_reader, profile) for run in _split_into_games(pictures)]
    return run_spread(_evaluate_game, tasks, jobs, len(pictures))


Task = tuple[Sequence[LabelledPicture], ReaderMaker, Path | None]


def _split_into_games(pictures: Sequence[LabelledPicture]) -> Iterator[list[LabelledPicture]]:
    """Pictures that follow each other in a game stay together, so that each is read only once alone."""
    run: list[LabelledPicture] = []
    for picture in pictures:
        if run and picture.previous != run[-1].path:
            yield run
            run = []
        run.append(picture)
    if run:
        yield run


def _evaluate_game(task: Task) -> list[Outcome]:
    """Read each picture alone, and each that follows another also with the one before it in mind."""
    pictures, make_reader, profile = task
    reader = _reader(make_reader, profile)
    outcomes = []
    last: tuple[Path, Observation] | None = None
    for picture in pictures:
        loaded = load_picture(picture.path)
        start = perf_counter()
        seen = reader.read_board(loaded.pixels)
        seconds = perf_counter() - start
        comparison = compare(picture.truth, Reading.of(in_file_pixels(seen, loaded)))
        new_right: bool | None = None
        if picture.previous is not None:
            if last is not None and last[0] == picture.previous:
                before = last[1]
            else:
                before = reader.read_board(load_picture(picture.previous).pixels)
            new_right = False
            if not isinstance(before, NoBoard):
                seen = reader.read_board(loaded.pixels, before)
                new_right = is_new_right(picture, before, seen)
        last = picture.path, seen
        outcomes.append(Outcome(picture, comparison, seconds, new_right))
    return outcomes


@cache
def _reader(make_reader: ReaderMaker, profile: Path | None) -> Reader:
    """One reader a process: loading its networks takes a while."""
    return make_reader(profile)


def _corner_errors(true: Sequence[Corner], read: Sequence[Corner]) -> tuple[float, ...]:
    """How far each corner is off, in squares."""
    around = sum(
        dist(corner, following) for corner, following in zip(true, (*true[1:], true[0]), strict=True)
    )
    side = around / (4 * SQUARES)
    return tuple(dist(corner, found) / side for corner, found in zip(true, read, strict=True))


def _occupied(seen: BoardObservation) -> frozenset[str]:
    return frozenset(cell_at(row, column) for row, column in np.argwhere(seen.occupied).tolist())
