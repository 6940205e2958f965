"""A family's own printing of Triominos: how the corner network sees each number of its set, once told."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.likeness import likeness, weigh, weigh_printing
from vision.tiles import NUMBERS

Floats = NDArray[np.float32]

COMPARED = 0.5  # of the answer: six numbers in three corners mislead each other more easily than faces do


@dataclass(frozen=True, slots=True, eq=False)  # eq: arrays have no single truth value
class CornerPrints:
    """Prints whose numbers were told, one vector each; a number may come more than once."""

    numbers: NDArray[np.int64]  # (K,): 0 to 5
    vectors: Floats  # (K, …): as `tile_faces` gives them

    def likeness(self, prints: Floats) -> Floats:
        """(N, 6): how alike each print is to the likest one of each number, -1 to 1; `nan`: not enrolled."""
        return likeness(prints, self.numbers, self.vectors, NUMBERS)

    def weigh(self, likely: Floats, prints: Floats) -> Floats:
        """(N, 3, 6): how likely each number is in each corner, given how alike its print is to theirs."""
        if not len(likely):
            return likely
        flat = likely.reshape(-1, NUMBERS)
        return weigh(flat, prints.reshape(len(flat), -1), self.numbers, self.vectors).reshape(likely.shape)


def weigh_corners_alike(likely: Floats, prints: Floats) -> Floats:
    """(N, 3, 6): how likely each number is in each corner, given that all tiles share one printing."""
    if not len(likely):
        return likely
    flat = likely.reshape(-1, NUMBERS)
    all_are = np.ones(len(flat), bool)
    return weigh_printing(flat, prints.reshape(len(flat), -1), all_are, COMPARED).reshape(likely.shape)
