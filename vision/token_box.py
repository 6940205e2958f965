"""Read the tokens of one picture together: by the colour of their ink, and by what a box can hold.

A stroke that is lost in noise leaves its colour, and where each number has an ink of its own that tells much.
And of 83 tokens one is a 15: who might be a second one is rather something else. Both are likelihoods only: a
token that is clearly read stays what it is.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.ink import InkLikeness
from vision.observation import FACES

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

TOKEN_PX = 48  # width and height of the picture of a token, as `faces` cuts them
MIDDLE = 23.5, 22.5  # where numbers are printed, and how far around: mostly print, and mostly token
PRINTED_PX, AROUND_PX = 9.0, 17.0
EVERY = 2  # pixels: half of the rows tell the colour of a token as well as all
LEAST_BODY = 20.0  # grey levels: what is darker shows no colour
INK_BELIEVED = 0.8  # a power
ENOUGH = 8  # tokens, to compare their inks
SURE = 0.98  # tokens as sure as this tell whether they can be of this box
STRANGE = 0.1  # tokens: what counts for left where a box holds no more of a face
KEPT, ROUNDS = 0.5, 8  # of what was held the round before: opinions that answer each other would swing
LEAST = 1e-6


def read_together(
    faces: Floats,
    ink: Floats,
    is_token: NDArray[np.bool_],
    told: Sequence[str | None] | None = None,
    box: NDArray[np.int64] | None = None,
) -> Floats:
    """(N, 17): how likely each face is on tokens of one table, given how each was read (N, 17).

    `ink` (N, 3) is that of `ink_of`, `told` the faces that are certain. With a `box`, how many it holds of
    each face (17,), the tokens are taken to be out of it, unless sure ones cannot be.
    """
    known = np.array([face is not None for face in told or ()], bool) if told else np.zeros(len(faces), bool)
    chosen = np.flatnonzero(is_token | known)
    if not len(chosen):
        return faces
    own = _shares(faces.astype(np.float64).clip(LEAST))
    if told:
        own[known] = np.eye(len(FACES))[[FACES.index(face) for face in told if face]]
    own = own[chosen]
    left_of = None if box is None or not _can_hold(box, own) else box
    inks = InkLikeness(ink[chosen], INK_BELIEVED) if len(chosen) >= ENOUGH else None
    shows = own
    for _ in range(ROUNDS):
        said = own if inks is None else own * inks.say(shows)
        if left_of is not None:
            said = said * np.maximum(left_of - (shows.sum(axis=0) - shows), STRANGE)
        shows = KEPT * shows + (1 - KEPT) * _shares(said)
    done = faces.copy()
    done[chosen] = np.where(known[chosen, None], faces[chosen], shows)
    return done


def ink_of(crops: Sequence[Bytes]) -> Floats:
    """(N, 3): how much darker or lighter (BGR, per cent of the token's brightness) pictures of tokens are on
    average where numbers are printed than the token around."""
    if not len(crops):
        return np.zeros((0, 3), np.float32)
    tokens = np.stack(crops)[:, ::EVERY]
    body = np.median(tokens[:, _AROUND], axis=1)
    apart = tokens[:, _PRINTED].mean(axis=1) - body
    return np.asarray(100 * apart / body.mean(axis=1, keepdims=True).clip(LEAST_BODY), np.float32)


def _can_hold(box: NDArray[np.int64], shows: Doubles) -> bool:
    """Whether the tokens that are sure can all be of this box."""
    sure = shows[shows.max(axis=1) > SURE].argmax(axis=1)
    return bool((np.bincount(sure, minlength=len(box)) <= box).all())


def _within(radius: float) -> NDArray[np.bool_]:
    y, x = np.mgrid[:TOKEN_PX:EVERY, :TOKEN_PX]
    return np.asarray(np.hypot(x - MIDDLE[0], y - MIDDLE[1]) < radius)


def _shares(likely: Doubles) -> Doubles:
    return np.asarray(likely / likely.sum(axis=1, keepdims=True), np.float64)


_PRINTED, _AROUND = _within(PRINTED_PX), _within(AROUND_PX)
