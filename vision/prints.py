"""A family's own printing: how the face network sees each token of its set, learned from one picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.likeness import likeness, weigh
from vision.observation import FACES

Floats = NDArray[np.float32]

PRINT_SIZE = 192  # numbers that the face network describes a print with


@dataclass(frozen=True, slots=True, eq=False)
class EnrolledPrints:
    """Prints whose faces were told: one vector each, upright."""

    faces: tuple[str, ...]  # may name a face more than once
    vectors: Floats  # (len(faces), PRINT_SIZE)

    def __post_init__(self) -> None:
        if not self.faces or not set(self.faces) <= set(FACES):
            raise ValueError("A profile may only enrol faces 0 to 15 and joker.")
        if self.vectors.shape != (len(self.faces), PRINT_SIZE) or not np.isfinite(self.vectors).all():
            raise ValueError("A print has the wrong number of numbers.")

    def likeness(self, prints: Floats) -> Floats:
        """(N, 17): how alike each print is to the likest enrolled one, -1 to 1; `nan`: face not enrolled."""
        return likeness(prints, self._labels, self.vectors, len(FACES))

    def weigh(self, likely: Floats, prints: Floats) -> Floats:
        """(N, 17): how likely each face is, given how alike its print is to this family's."""
        return weigh(likely, prints, self._labels, self.vectors)

    @property
    def _labels(self) -> NDArray[np.int64]:
        return np.array([FACES.index(face) for face in self.faces], np.int64)
