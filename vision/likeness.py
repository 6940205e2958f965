"""Prints that look alike show the same: what is likely, weighed with examples of one family's printing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Labels = NDArray[np.int64]

SHARPNESS = 14.0  # how much a print that looks alike counts
EXAMPLE = 0.9  # a reading as sure as this shows how it is printed here
CLEAR = 0.98  # one as sure as this needs no comparing
# In typefaces neither trained on nor in the evaluation tokens of one face are alike by more than
# 0.92 in 99 of 100 cases, others by less than 0.78; corners of tiles by 0.87 and 0.73; noise blurs that.
LIKEST_OTHERS, USUALLY_ALIKE = 0.78, 0.8
SAID, MOST_SAID = 25.0, 3.0  # what likeness says, as a logarithm, for each 1.0 of it, and at most
NOISY, CLEAN = 0.75, 0.95  # how alike the same are where being unlike says nothing, and where it says most
ENOUGH = 4  # sure pieces that have their like, to say how alike the same are
PASSES = 2
COMPARED = 0.75  # of the answer: examples are only read themselves, so a doubt is never quite talked away


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


def weigh_printing(
    likely: Floats,
    prints: Floats,
    is_piece: NDArray[np.bool_],
    share: float = COMPARED,
    clear: float = CLEAR,
) -> Floats:
    """(N, kinds): how likely each kind is, given that pieces of one table and one kind look nearly the same,
    and those of different kinds do not; what is no piece is no example.

    A doubtful 9 that is quite unlike the sure 9s of this table is none, even if no other 2 is sure. How alike
    the same are is told by the sure pieces: in a noisy picture less so, and then being unlike says little.
    """
    alike = _unit(prints) @ _unit(prints).T
    np.fill_diagonal(alike, -np.inf)  # nobody is their own example
    done = likely
    for _ in range(PASSES):  # who is settled by the first is an example in the second
        best = done.max(axis=1, initial=0.0)
        sure, doubtful = np.flatnonzero((best >= EXAMPLE) & is_piece), np.flatnonzero(best < clear)
        if not len(sure) or not len(doubtful):
            return done
        labels = done[sure].argmax(axis=1)
        to_kind = np.full(likely.shape, np.nan)
        for label in np.unique(labels).tolist():
            to_kind[:, label] = alike[:, sure[labels == label]].max(axis=1)
        to_kind[np.isneginf(to_kind)] = np.nan  # the only example of its kind
        own = to_kind[sure, labels]
        own = own[np.isfinite(own)]
        usual = float(np.quantile(own, 0.1)) if len(own) >= ENOUGH else USUALLY_ALIKE
        unlike = MOST_SAID * float(np.clip((usual - NOISY) / (CLEAN - NOISY), 0, 1))
        said = (SAID * (to_kind[doubtful] - (usual + LIKEST_OTHERS) / 2)).clip(-unlike, MOST_SAID)
        compared = likely[doubtful] * np.exp(np.nan_to_num(said))
        compared /= compared.sum(axis=1, keepdims=True)
        done = done.copy()
        done[doubtful] = (1 - share) * likely[doubtful] + share * compared
    return done


def _unit(vectors: Floats) -> Floats:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True).clip(1e-9), np.float32)
