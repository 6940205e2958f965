"""A family's own printing: how the face network sees each token of its set, learned from one picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.observation import FACES

Floats = NDArray[np.float32]

PRINT_SIZE = 192  # numbers that the face network describes a print with
SHARPNESS = 14.0  # how much a print that looks alike counts
EXAMPLE = 0.9  # a token as sure as this shows how its face is printed here
CLEAR = 0.98  # one as sure as this needs no comparing


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
        alike = _unit(prints) @ _unit(self.vectors).T
        best = np.full((len(prints), len(FACES)), np.nan, np.float32)
        for index, face in enumerate(self.faces):
            at = FACES.index(face)
            best[:, at] = np.fmax(best[:, at], alike[:, index])
        return best

    def weigh(self, likely: Floats, prints: Floats) -> Floats:
        """(N, 17): how likely each face is, given how alike its print is to this family's."""
        alike = self.likeness(prints)
        enrolled = ~np.isnan(alike[0]) if len(alike) else np.zeros(len(FACES), bool)
        # Prints only decide between the faces that were enrolled: the others keep what they had.
        total = likely[:, enrolled].sum(axis=1, keepdims=True)
        alike = alike[:, enrolled]
        weighed = likely[:, enrolled] * np.exp(SHARPNESS * (alike - alike.max(axis=1, keepdims=True)))
        done = likely.copy()
        done[:, enrolled] = weighed / weighed.sum(axis=1, keepdims=True).clip(1e-12) * total
        return np.asarray(done, np.float32)


def weigh_alike(likely: Floats, prints: Floats) -> Floats:
    """(N, 17): how likely each face is, given that the tokens of one table share one printing.

    Who is in doubt is compared with those who are not: a 7 of this set looks like the other 7s, whatever
    sevens look like elsewhere.
    """
    best = likely.max(axis=1)
    sure, doubtful = best >= EXAMPLE, best < CLEAR
    if not sure.any() or not doubtful.any():
        return likely
    faces = tuple(FACES[index] for index in likely[sure].argmax(axis=1))
    compared = EnrolledPrints(faces, prints[sure]).weigh(likely[doubtful], prints[doubtful])
    done = likely.copy()
    # Two opinions, and the examples are only read themselves: a doubt may turn, but is not talked away.
    done[doubtful] = (likely[doubtful] + compared) / 2
    return done


def _unit(vectors: Floats) -> Floats:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True).clip(1e-9), np.float32)
