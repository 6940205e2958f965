"""The small count beside a token's number: a second witness to what the number is.

Triolet prints at the bottom right of each token how many of its kind the box holds. It is never taken for the
number; but a doubtful 1 with a 9 beside it is no 7, which has a 6 there. Other printings put other counts
there, or none: how far they can be believed is told by the tokens of the same table that need no witness.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

# What the box holds of each face, 0 to 15 and the joker: how the game is sold.
COUNTS = np.array((9, 9, 8, 8, 7, 8, 6, 6, 4, 4, 3, 3, 2, 2, 1, 1, 2))
MOST_COUNT = 9
MIDDLE = 0.30  # squares from the token's middle to the count's, both ways
WINDOW = 0.38  # squares that are looked at
DOUBTFUL, SURE = 0.995, 0.99  # a token less sure than this asks its count, one surer says whether counts tell
MOST_ASKED = 8  # sure tokens that say so


def cut_count(crop: Bytes, turn: int) -> Bytes:
    """The count of a token's picture that lies turned by so many quarters, as large as the picture."""
    upright = np.ascontiguousarray(np.rot90(crop, turn))
    side = len(crop)
    zoom, middle = 1 / WINDOW, (side - 1) / 2
    shift = middle - zoom * (middle + MIDDLE * side)
    to = np.array([[zoom, 0, shift], [0, zoom, shift]])
    return np.asarray(
        cv2.warpAffine(upright, to, (side, side), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


def who_is_asked(faces: Floats, is_token: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The tokens whose counts are looked at: all doubtful ones, and some sure ones to compare; none if there
    is no doubt. `faces` is (N, 17)."""
    best = faces.max(axis=1, initial=0.0)
    doubtful, sure = np.flatnonzero(is_token & (best < DOUBTFUL)), np.flatnonzero(is_token & (best >= SURE))
    if not len(doubtful):
        return doubtful
    some = sure[np.linspace(0, len(sure) - 1, min(len(sure), MOST_ASKED)).astype(int)]
    return np.union1d(doubtful, some)


def weigh_counts(faces: Floats, asked: NDArray[np.int64], counts: Floats) -> Floats:
    """(N, 17): how likely each face is, given how likely each count from 1 to 9 is, (len(asked), 9), of those
    that were asked. What is missing to one in a row may be any count."""
    told = counts + (1 - counts.sum(axis=1, keepdims=True)).clip(0) / MOST_COUNT
    own = faces[asked]
    best = own.max(axis=1)
    is_sure = best >= SURE
    agree = told[is_sure].argmax(axis=1) + 1 == COUNTS[own[is_sure].argmax(axis=1)]
    trust = (int(agree.sum()) + 1) / (len(agree) + 3)
    weighed = own * (trust * told[:, COUNTS - 1] + (1 - trust) / MOST_COUNT)
    weighed /= weighed.sum(axis=1, keepdims=True)
    done = faces.copy()
    is_doubtful = best < DOUBTFUL
    done[asked[is_doubtful]] = weighed[is_doubtful]
    return done
