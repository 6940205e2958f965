"""Read a Triominos table from a burst of frames, knowing what lay there before.

    seen = read_table_burst(frames, known, before=last_accepted)

The frames are made one first, as for Triolet: their mean has less noise than any of them, and is read once.
What lay there before makes it surer: the table is looked at again where the first look may have missed
something (`tile_again`), what is new is compared with the print of what is known (`tile_examples`), and where
the picture stayed as it was, so did the table (`tile_stayed`).

Frames take their time to come: what may be tiles can be looked for in an earlier one meanwhile.

    glance = Glance.at(frame, known, last_accepted)
    seen = read_table_burst(frames, known, last_accepted, glance)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import Obstacle
from vision.picture_change import change_between, small_of
from vision.stillness import MOST_MOVING, fuse_burst, is_same_table
from vision.tile_again import corners_of, look_again, read_again
from vision.tile_examples import compare_prints
from vision.tile_finder import FoundTiles
from vision.tile_shapes import sides_px
from vision.tile_stayed import keep_what_stayed, what_stayed
from vision.tiles import TableObservation
from vision.triominos import KnownTable, glance_at_table, read_table

Bytes = NDArray[np.uint8]
Points = NDArray[np.float64]

REACH = 1.0  # tile sides around the tiles: what moves or reaches in farther away does not matter
LEAST_PX = 2  # of a small picture


@dataclass(frozen=True, slots=True, eq=False)  # eq: arrays have no single truth value
class Glance:
    """What may be tiles in one frame."""

    frame: Bytes
    known: KnownTable | None
    found: FoundTiles

    @classmethod
    def at(
        cls, frame: Bytes, known: KnownTable | None = None, before: TableObservation | None = None
    ) -> Glance:
        """Look at this frame (BGR) of a table that looked as `before` when it was last accepted."""
        return cls(frame, known, glance_at_table(frame, known, _side_px(before)))

    def holds_for(self, picture: Bytes, known: KnownTable | None) -> bool:
        """Whether this picture shows the table just as it was."""
        return known is self.known and is_same_table(self.frame, picture)


def read_table_burst(
    frames: Sequence[Bytes],
    known: KnownTable | None = None,
    before: TableObservation | None = None,
    glance: Glance | None = None,
) -> TableObservation:
    """What lies on the table in a burst of frames (BGR); what moved among the tiles meanwhile is in the way.

    `before` is how the table looked when it was last accepted: the numbers of its placed tiles are certain.
    Places are the reader's own, on a lattice that this picture alone says. `glance` is a look at an earlier
    frame, which is of use if nothing has moved since.
    """
    fused = fuse_burst(frames)
    found = glance.found if glance is not None and glance.holds_for(fused.picture, known) else None
    size, small = fused.picture.shape[1::-1], small_of(fused.picture)
    change = None if before is None else change_between(small, before.small, size[0])
    settled = [] if before is None else what_stayed(before, change)
    # The places are the picture's own: whoever knows the game lays its own over them.
    seen = read_table(fused.picture, known, found=found, side_px=_side_px(before), settled=settled)
    looks = (seen,) if before is None else (seen, before)
    game = corners_of(tile for look in looks for _, tile in look.placed())
    seen = replace(seen, small=small)
    if seen.covered is not None and "hand" in seen.in_the_way and not _is_among(seen.covered, game, size):
        seen = replace(seen, in_the_way=seen.in_the_way - {"hand"})  # it rests at the table's edge
    if before is not None and not seen.in_the_way:
        seen = read_again(fused.picture, look_again(fused.picture, seen, before, change), before)
        seen = compare_prints(fused.picture, seen, before, None if known is None else known.prints)
        seen = keep_what_stayed(seen, before, change)
    if not fused.moving.any() or not _is_among(fused.moving, game, size):
        return seen
    # If most of the picture moved, it was the camera or the table that was pushed.
    what: Obstacle = "hand" if fused.moving.mean() < MOST_MOVING else "other"
    return replace(seen, in_the_way=seen.in_the_way | {what})


def _side_px(before: TableObservation | None) -> float | None:
    """How long the sides of the game's tiles are; `None` before there are any."""
    tiles = corners_of(() if before is None else (tile for _, tile in before.placed()))
    return float(np.median(sides_px(tiles))) if len(tiles) else None


def _is_among(where: NDArray[np.bool_], tiles: Points, size: tuple[int, int]) -> bool:
    """Whether something is near tiles (N, 3, 2), in a small picture of where it is; anywhere, without any."""
    if not len(tiles):
        return bool(where.any())
    middles = tiles.mean(axis=1, keepdims=True)
    grown = middles + (tiles - middles) * (1 + REACH * np.sqrt(3))
    scale = np.array(where.shape[1::-1]) / np.array(size)
    hull = cv2.convexHull(np.asarray(grown.reshape(-1, 2) * scale, np.float32))
    area = np.zeros(where.shape, np.uint8)
    cv2.fillConvexPoly(area, np.round(hull).astype(np.int32), 1)
    return int((where & (area > 0)).sum()) >= LEAST_PX
