"""What was laid between pictures of one camera: everything else is painted over, so that it misleads nobody.

A table may hold what looks like tiles: a box with triangles on it, a patterned cloth. On the picture of the
empty table it lies where it lies; what is to be measured does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.table_look import DARKEST, change_map, reduce_table
from vision.tile_shapes import clockwise

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Points = NDArray[np.float64]
Mask = NDArray[np.bool_]

SPECK_PX = 1.2  # of the small picture: noise is smoothed away by so much
CHANGED = 0.04  # logarithms, beyond what is usual; virtual tiles change the table by 0.047 and more
MOST_USUAL = 0.02  # of noise and light; if more is usual, the camera was moved
LEAST_PX = 6  # of the small picture: a tile of 65 pixels has 25
AROUND_PX = 7  # of the small picture that are left around what has changed: light, shadow, and the table
SOFT_PX = 2.5  # of the small picture: an edge of the paint that is no tile's edge
FINE_PX = 820  # width of the picture that outlines are taken from
BODY = 0.5  # of the change of a tile: shadows change less
OUTLINE = 1.045  # times a virtual tile, on average: what is left of shadows, and the walls
LEAST_FILLED = 0.75  # of the smallest triangle around it: a tile fills it, but for its corners
MOST_NEWCOMERS = 120
MOST = 0.5  # of the picture: if more has changed, the camera was moved


@dataclass(frozen=True, slots=True, eq=False)
class Newcomers:
    """What a picture shows of its own."""

    picture: Bytes  # with all the rest painted over
    triangles: Points  # (N, 3, 2): what of it has the shape of a tile, roughly


def find_newcomers(pictures: Sequence[Bytes]) -> list[Newcomers | None] | None:
    """What each picture (BGR, all of one size) shows that no other one does; `None` for one without any.

    `None` if there is nothing to tell by: nothing was laid between the pictures, or the camera was moved.
    """
    tops = [reduce_table(picture) for picture in pictures]
    marks = [_mark(picture, tops[:at] + tops[at + 1 :]) for at, picture in enumerate(pictures)]
    if not any(mark.any() for mark in marks) or any(mark.mean() > MOST for mark in marks):
        return None
    found: list[Newcomers | None] = []
    for at, (picture, mark) in enumerate(zip(pictures, marks, strict=True)):
        others = [*pictures[:at], *pictures[at + 1 :]]
        came = Newcomers(_painted(picture, mark), _triangles(picture, mark, others)) if mark.any() else None
        found.append(came)
    return found


def _mark(picture: Bytes, others: Sequence[Bytes]) -> Mask:
    """Where a picture differs from all of these small ones, in a small picture."""
    if not others:
        return np.zeros((1, 1), bool)
    least = np.min(
        [cv2.GaussianBlur(change_map(other, picture), (0, 0), SPECK_PX) for other in others], axis=0
    )
    usual = min(float(np.median(least)), MOST_USUAL)
    count, labels, sizes, _ = cv2.connectedComponentsWithStats((least > CHANGED + usual).astype(np.uint8))
    large = [label for label in range(1, count) if sizes[label, cv2.CC_STAT_AREA] >= LEAST_PX]
    return np.asarray(np.isin(labels, large))


def _painted(picture: Bytes, mark: Mask) -> Bytes:
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * AROUND_PX + 1,) * 2)
    kept = cv2.GaussianBlur(cv2.dilate(mark.astype(np.float32), around), (0, 0), SOFT_PX)
    kept = cv2.resize(kept, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR)[..., None]
    paint = np.median(reduce_table(picture).reshape(-1, 3), axis=0).astype(np.float32)
    return np.asarray(picture * kept + paint * (1 - kept), np.uint8)


def _triangles(picture: Bytes, mark: Mask, others: Sequence[Bytes]) -> Points:
    """(N, 3, 2): the triangles that have come, in pixels of the picture and clockwise as seen.

    The shadow of a tile has changed the table as well, but less than the tile.
    """
    share = FINE_PX / picture.shape[1]
    now = _fine_log(picture)
    apart = np.min([np.abs(now - _fine_log(other)).mean(axis=2) for other in others], axis=0)
    count, labels = cv2.connectedComponents(mark.astype(np.uint8))
    labels = cv2.resize(labels.astype(np.uint16), now.shape[1::-1], interpolation=cv2.INTER_NEAREST)
    found = []
    for label in range(1, min(count, MOST_NEWCOMERS)):
        inside = cv2.dilate((labels == label).astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
        strong = (apart >= BODY * float(np.percentile(apart[inside], 90))) & inside
        outlines, _ = cv2.findContours(strong.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        if not outlines:
            continue
        hull = cv2.convexHull(max(outlines, key=cv2.contourArea))
        area, triangle = cv2.minEnclosingTriangle(hull)
        if triangle is not None and cv2.contourArea(hull) > LEAST_FILLED * max(area, 1.0):
            middle = triangle.reshape(3, 2).mean(axis=0)
            tile = middle + (triangle.reshape(3, 2) - middle) / OUTLINE
            found.append((tile + 0.5) / share - 0.5)
    return clockwise(np.array(found, np.float64).reshape(-1, 3, 2))


def _fine_log(picture: Bytes) -> Floats:
    small = cv2.GaussianBlur(reduce_table(picture, FINE_PX), (0, 0), 1.0)
    return np.asarray(np.log(small.astype(np.float32) + DARKEST), np.float32)
