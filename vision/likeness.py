"""Prints that look alike show the same: what is likely, weighed with examples of one family's printing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Labels = NDArray[np.int64]

SHARPNESS = 14.0  # how much a print that looks alike counts
EXAMPLE = 0.9  # a reading as sure as this shows how it is printed here
CLEAR = 0.98  # one as sure as this needs no comparing


def likeness(prints: Floats, labels: Labels, examples: Floats, kinds: int) -> Floats:
    """(N, kinds): how alike each print is to the likest example of each kind, -1 to 1; `nan` without one."""
    alike = _unit(prints) @ _unit(examples).T
    best = np.full((len(prints), kinds), np.nan, np.float32)
    for label in np.unique(labels).tolist():
        best[:, label] = alike[:, labels == label].max(axis=1)
    return best


def weigh(likely: Floats, prints: Floats, labels: Labels, examples: Floats) -> Floats:
    """(N, kinds): how likely each kind is, given how alike its print is to the examples (labels, prints)."""
    kinds = likely.shape[1]
    has_example = np.isin(np.arange(kinds), labels)
    # Prints only decide between the kinds that there are examples of: the others keep what they had.
    total = likely[:, has_example].sum(axis=1, keepdims=True)
    alike = likeness(prints, labels, examples, kinds)[:, has_example]
    weighed = likely[:, has_example] * np.exp(SHARPNESS * (alike - alike.max(axis=1, keepdims=True)))
    done = likely.copy()
    done[:, has_example] = weighed / weighed.sum(axis=1, keepdims=True).clip(1e-12) * total
    return np.asarray(done, np.float32)


def weigh_alike(likely: Floats, prints: Floats) -> Floats:
    """(N, kinds): how likely each kind is, given that the pieces of one table share one printing.

    Who is in doubt is compared with those who are not: a 7 of this set looks like the other 7s, whatever
    sevens look like elsewhere.
    """
    best = likely.max(axis=1, initial=0.0)
    sure, doubtful = best >= EXAMPLE, best < CLEAR
    if not sure.any() or not doubtful.any():
        return likely
    compared = weigh(likely[doubtful], prints[doubtful], likely[sure].argmax(axis=1), prints[sure])
    done = likely.copy()
    # Two opinions, and the examples are only read themselves: a doubt may turn, but is not talked away.
    done[doubtful] = (likely[doubtful] + compared) / 2
    return done


def _unit(vectors: Floats) -> Floats:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True).clip(1e-9), np.float32)
