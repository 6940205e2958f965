"""Which of the backs are backs of this set: those that have the colour of another one, or of a face.

A close look at a single triangle may take a check of a cloth, a coaster or the edge of a plate for a tile
that lies face down: it has no print that would say more. But backs hardly come alone, and all are of a kind.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.tile_look import Fine, colours_of
from vision.tile_shapes import Points

Colours = NDArray[np.float64]

SURE = 0.97  # a back as likely as this says how backs look
MOST_FACES = 12  # that are compared with: they are all of one set
DARKEST = 8.0  # grey levels that are added to all: what is darker has no colour to speak of
HUE, LIGHT = 0.12, 0.5  # how far off, as logarithms, is one step: light falls unevenly on a table
# Steps. Of 1,726 backs in looks never trained on 99.9 % are nearer than 1.0 to some other one or to a face;
# of 18 triangles that were taken for backs beside others 14 are farther off than 1.4.
FARTHEST = 1.25


def are_alike(fine: Fine, backs: Points, likely: NDArray[np.float32], faces: Points) -> NDArray[np.bool_]:
    """(N,): which of the backs (N, 3, 2), so likely (N,), look like another sure one or like a face
    (M, 3, 2). One that has no sure other to be compared with may look as it likes."""
    sure = np.flatnonzero(likely > SURE)
    if len(backs) < 2 or not len(sure):
        return np.ones(len(backs), bool)
    own = _steps(colours_of(fine, backs))
    others = np.concatenate([own[sure], _steps(colours_of(fine, faces[:MOST_FACES]))])
    apart = np.linalg.norm(own[:, None] - others, axis=2)
    apart[sure, np.arange(len(sure))] = np.inf  # nobody is like themselves
    is_alone = len(sure) - (likely > SURE) == 0
    return np.asarray(is_alone | (apart.min(axis=1) < FARTHEST), bool)


def _steps(colours: Colours) -> Colours:
    """(N, 4): colours (N, 3) such that distances between them are in steps: hue, and then light."""
    levels = np.log(colours + DARKEST)
    light = levels.mean(axis=1, keepdims=True)
    return np.concatenate([(levels - light) / HUE, light / LIGHT], axis=1)
