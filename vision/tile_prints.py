"""A family's own printing of Triominos: how the corner network sees each number of its set, once told."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.ink import ink_apart
from vision.likeness import weigh_printing
from vision.tiles import NUMBERS

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

ENOUGH = 12  # corners, or pairs of sure ones, to say how a set is printed
COMPARED = 0.5  # of the answer, where corners are fewer: they easily mislead each other
# So few are as right as their odds to this power say. Measured one by one in typefaces neither trained on nor
# in the evaluation: 1.2 is best on hard tiles, 1.4 or more on medium ones.
MODESTY = 1.25
GROUPED = 0.95  # of the answer: a doubt is never quite talked away
TRUSTED = 0.7  # how much the network's reading counts, a power: corners of one printing go wrong together
MOST_SAID = 4.0  # a logarithm: what the likes of a corner may say for or against a number
UNKNOWN = 0.5  # corners of which nothing is known, added to each number
ROUNDS = 5
SURE = 0.9  # a reading as sure as this tells how alike corners are
# Inks that differ by no more than this, in times of what those of one number do, make no difference; from the
# second on, prints in them are as unlike as can be. On medium tables (seed 5502) 21 of 18,000 tiles are
# misread with it instead of 29, on hard ones 473 of 13,000 instead of 499.
INKS_APART = 2.0, 6.0
SAME_NUMBER, OTHER_NUMBER, LEAST_STEP = 0.7, -0.1, 0.05  # how alike they are where none are sure

# How alike corners are whose numbers were told, before any pair of them was seen: mean and deviation of those
# that show one number and of those that do not, as in typefaces neither trained on nor in the evaluation, and
# the pairs that this counts for.
TOLD_SAME, TOLD_OTHER, TOLD_PAIRS = (0.9, 0.1), (-0.18, 0.2), 6
# How much of what their likeness says is believed, a power: what spoils one corner spoils all comparisons
# with it. From 0.4 to 0.6 the answers are as right as they say; with more, some are wrong beyond doubt.
TOLD = 0.5
FARTHEST = 4.0  # deviations: what is farther off is no further from one number than from another


@dataclass(frozen=True, slots=True, eq=False)  # eq: arrays have no single truth value
class CornerPrints:
    """Prints whose numbers were told, one vector each; a number may come more than once."""

    numbers: NDArray[np.int64]  # (K,): 0 to 5
    vectors: Floats  # (K, …): as `tile_faces` gives them

    def joined(self, others: CornerPrints | None) -> CornerPrints:
        """These and the others."""
        if others is None:
            return self
        numbers = np.concatenate([self.numbers, others.numbers])
        return CornerPrints(numbers, np.concatenate([self.vectors, others.vectors]))

    def weigh(self, likely: Floats, prints: Floats) -> Floats:
        """(N, 3, 6): how likely each number is in each corner, given how alike its print is to theirs.

        How alike corners of one number are, and how unlike those of different ones, these say themselves: in
        a noisy picture, or with numbers that are nearly the same, being alike says little.
        """
        if not len(likely) or not len(self.numbers):
            return likely
        flat = likely.reshape(-1, NUMBERS)
        weighed = flat * np.exp(TOLD * self._say(prints.reshape(len(flat), -1)))
        return np.asarray(weighed / weighed.sum(axis=1, keepdims=True), np.float32).reshape(likely.shape)

    def _say(self, prints: Floats) -> Doubles:
        """(N, 6): by how much, as a logarithm, the likeness of a print speaks for each number; 0 for one that
        nobody told."""
        shows = self.numbers[:, None] == np.arange(NUMBERS)
        told = shows.any(axis=0)
        each = shows[:, told] / shows[:, told].sum(axis=0)  # (K, told): their mean for each number
        vectors = self.vectors.astype(np.float64)
        middle = (each.T @ vectors).mean(axis=0)
        own = _directions(vectors - middle)
        pairs = np.triu_indices(len(own), 1)
        alike, is_same = (own @ own.T)[pairs], (self.numbers[:, None] == self.numbers)[pairs]
        same, other = _usual(alike[is_same], TOLD_SAME), _usual(alike[~is_same], TOLD_OTHER)
        to_number = _directions(prints.astype(np.float64) - middle) @ own.T @ each
        said = np.zeros((len(prints), NUMBERS))
        said[:, told] = (_off(to_number, other) ** 2 - _off(to_number, same) ** 2) / 2
        return said


def weigh_corners_alike(likely: Floats, prints: Floats) -> Floats:
    """(N, 3, 6): how likely each number is in each corner, given that all tiles share one printing.

    There are only six numbers and each comes often: corners that look alike show one number, those that do
    not show others. So every corner has a say in what all those that look like it show, also the doubtful
    ones: where each 3 looks somewhat like a 5, they are still 3s if the 5s of this set do so more.
    """
    if not len(likely):
        return likely
    flat, vectors = likely.reshape(-1, NUMBERS), prints.reshape(likely.shape[0] * likely.shape[1], -1)
    if len(flat) < ENOUGH:
        few = weigh_printing(flat, vectors, np.ones(len(flat), bool), COMPARED) ** MODESTY
        return np.asarray(few / few.sum(axis=1, keepdims=True), np.float32).reshape(likely.shape)
    own, looks = trusted(flat), PrintLikeness(flat, vectors)
    shows = own
    for _ in range(ROUNDS):
        shows = own * looks.say(shows)
        shows /= shows.sum(axis=1, keepdims=True)
    return np.asarray((1 - GROUPED) * flat + GROUPED * shows, np.float32).reshape(likely.shape)


def trusted(likely: Floats) -> Doubles:
    """(N, 6): what the network says of corners, as far as it is believed where they are read together."""
    own = likely.astype(np.float64) ** TRUSTED
    return np.asarray(own / own.sum(axis=1, keepdims=True), np.float64)


class PrintLikeness:
    """Corners of one table, as their prints compare."""

    def __init__(self, likely: Floats, prints: Floats, ink: Floats | None = None) -> None:
        """`likely` (N, 6) is how they were read one by one, `prints` (N, …) how they look, and `ink` (N, 3)
        in which colour, and how much of it: prints in inks of their own are not alike, whatever they show."""
        self._alike = _alikeness(prints)
        same, other = _usual_alikeness(self._alike, likely)
        if ink is not None:
            self._alike -= np.interp(ink_apart(ink), INKS_APART, (0.0, 1.0))
        self._middle, self._step = (same + other) / 2, max((same - other) / 2, LEAST_STEP)

    def say(self, shows: Doubles, most: float = MOST_SAID) -> Doubles:
        """(N, 6): how much more likely each number is in each corner by its likes, as a factor, given what
        all corners are held to show (N, 6)."""
        # Nobody is among their own likes; where there are hardly any, nothing is said.
        others = shows.sum(axis=0) - shows
        mean = (self._alike @ shows + UNKNOWN * self._middle) / (others + UNKNOWN)
        return np.asarray(np.exp((most * (mean - self._middle) / self._step).clip(-most, most)), np.float64)


def _alikeness(vectors: Floats) -> Doubles:
    """(N, N): how alike corners look, -1 to 1, against how corners of this table look on the whole; nothing
    with themselves."""
    apart = _directions(vectors.astype(np.float64) - vectors.mean(axis=0))
    alike = apart @ apart.T
    np.fill_diagonal(alike, 0.0)
    return np.asarray(alike, np.float64)


def _usual_alikeness(alike: Doubles, likely: Floats) -> tuple[float, float]:
    """How alike corners that surely show one number are here, and those that surely do not."""
    sure = np.flatnonzero(likely.max(axis=1) > SURE)
    shown = likely[sure].argmax(axis=1)
    is_same = shown[:, None] == shown
    among = alike[np.ix_(sure, sure)]
    same, other = among[is_same & ~np.eye(len(sure), dtype=bool)], among[~is_same]
    return (
        float(np.median(same)) if len(same) >= ENOUGH else SAME_NUMBER,
        float(np.median(other)) if len(other) >= ENOUGH else OTHER_NUMBER,
    )


def _directions(vectors: Doubles) -> Doubles:
    """(N, …): the same, each of length 1."""
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True).clip(1e-9), np.float64)


def _usual(alike: Doubles, before: tuple[float, float]) -> tuple[float, float]:
    """Mean and deviation of how alike pairs are, starting from what was held `before` any were seen."""
    total = TOLD_PAIRS + len(alike)
    mean = (TOLD_PAIRS * before[0] + float(alike.sum())) / total
    square = TOLD_PAIRS * before[1] ** 2 + float(((alike - mean) ** 2).sum())
    return mean, float(np.sqrt(square / total))


def _off(alike: Doubles, usual: tuple[float, float]) -> Doubles:
    """How far this is from what is usual, in deviations."""
    mean, deviation = usual
    return np.asarray(((alike - mean) / deviation).clip(-FARTHEST, FARTHEST), np.float64)
