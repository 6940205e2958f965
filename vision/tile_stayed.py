"""What stayed as it was on a Triominos table since it was last accepted.

    seen = keep_what_stayed(seen, before, change)

A tile that is new changed the picture where it lies, and what looks as it did is what it was: a hole among
dark tiles does not become a tile, and a known tile does not vanish or lose its numbers, however doubtful the
networks are this time.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.picture_change import Change
from vision.tile_again import corners_of, has_near
from vision.tile_finder import MOST_OVERLAP
from vision.tile_shapes import overlap, sides_px
from vision.tiles import SeenTile, TableObservation

Points = NDArray[np.float64]

STILL_NO_TILE = 0.005  # odds of a tile where nothing changed, against what the networks say
STILL_THERE = 0.999
TINY = 1e-9


def what_stayed(before: TableObservation, change: Change | None) -> list[SeenTile]:
    """The tiles that were placed then and look as they did, print and all: they lie there still."""
    if change is None:
        return []
    return [
        replace(tile, at=None, presence=STILL_THERE)
        for _, tile in before.placed()
        if tile.vertices is not None and change.is_like_itself(tile.vertices)
    ]


def keep_what_stayed(
    seen: TableObservation, before: TableObservation, change: Change | None
) -> TableObservation:
    """The observation, given that what looks as it did `before` is what it was: tiles that were placed then
    lie there still, and nothing else does."""
    placed = [(tile, tile.vertices) for _, tile in before.placed() if tile.vertices is not None]
    if change is None or not placed:
        return seen
    known = corners_of(tile for tile, _ in placed)
    is_found = has_near(known, corners_of(seen.tiles))
    # A shadow may fall on a tile that stayed: its numbers are read anew then, if it was found at all.
    stayed = [
        tile
        for (tile, there), found in zip(placed, is_found.tolist(), strict=True)
        if change.is_like_itself(there) or (not found and change.is_mostly_like_itself(there))
    ]
    taken = corners_of(stayed)
    tiles = [replace(tile, at=None, presence=STILL_THERE) for tile in stayed]
    for tile in seen.tiles:
        there = tile.vertices
        if there is None:
            tiles.append(tile)
        elif not _is_taken(there, taken):
            is_new = not has_near(there[None], known)[0]
            tiles.append(_hardly(tile) if is_new and not change.is_changed(there) else tile)
    return replace(seen, tiles=tuple(tiles))


def _is_taken(tile: Points, others: Points) -> bool:
    """Whether one of the others (N, 3, 2) lies where this triangle does."""
    away = others.mean(axis=1) - tile.mean(axis=0)
    near = np.hypot(away[:, 0], away[:, 1]) < float(
        sides_px(tile[None])[0]
    )  # farther ones cannot overlap much
    return any(overlap(tile, other) > MOST_OVERLAP for other in others[near])


def _hardly(tile: SeenTile) -> SeenTile:
    """What looks like a tile where nothing changed."""
    odds = STILL_NO_TILE * tile.presence / max(1 - tile.presence, TINY)
    return replace(tile, presence=odds / (1 + odds))
