"""A second look at a Triominos table, where what lay there before says that the first may have missed a tile.

Where a tile lay before and none was found, the second look says how surely it is gone: one look in a few
hundred passes a tile over, and forty tiles lie on a table. And if nothing clearly new was found, the free
places beside the game are looked at again. Whatever lies there just as a tile would is hardly anything else,
even if it looks like a back: on a tile with pips, 0-0-0 is blank. So a back that lies there is looked at
again even if something else is new, and so is whatever changed there as a new tile does. A turn that nobody
notices is worse than a question.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.picture_change import Change
from vision.tile_faces import read_tiles
from vision.tile_finder import MOST_OVERLAP, tell_apart
from vision.tile_look import NOTHING, UP, look_at, make_fine
from vision.tile_neighbours import free_neighbours
from vision.tile_shapes import overlap, sides_px
from vision.tiles import CORNERS, SeenTile, TableObservation

Bytes = NDArray[np.uint8]
Points = NDArray[np.float64]

# Tile sides between the middles of one tile in two pictures. Neighbours are 0.58 apart, and what is taken for
# one tile across two of them lies in between.
SAME = 0.2
LEAST_STILL_THERE = 0.5  # of the known tiles lie where they lay, unless the whole group was pushed
WORTH_KEEPING = 0.01  # a known tile that is no likelier than this to lie there still is gone
LIKELY = 0.5  # what is a tile rather than not
CONTRARY = 0.05  # a tile that shows its own numbers no likelier than this is read again
CLEAR = 0.98  # a new tile as sure as this needs no second look


def look_again(
    picture: Bytes, seen: TableObservation, before: TableObservation, change: Change | None = None
) -> TableObservation:
    """The observation with what the first look passed over or was not sure of, and how likely it is there.

    `change` is how the picture differs from that of `before`, if that can be said.
    """
    known, found = corners_of(tile for _, tile in before.placed()), corners_of(seen.tiles)
    if not len(known):
        return seen
    is_there = has_near(known, found)
    lost, beside = known[~is_there], _worth_a_look(seen, before, known, change)
    wanted = np.concatenate([lost, beside])
    if not len(wanted):
        return seen
    fine = make_fine(picture, float(np.median(sides_px(known))))
    looked = look_at(fine, wanted)
    is_beside = np.arange(len(wanted)) >= len(lost)
    likely = np.where(is_beside, 1 - looked.kinds[:, NOTHING], looked.kinds[:, UP]).astype(np.float64)
    if int(is_there.sum()) + int((likely[~is_beside] > LIKELY).sum()) < LEAST_STILL_THERE * len(known):
        return seen  # the whole group was pushed away
    likely[is_beside & (likely < LIKELY)] = 0.0
    is_found = has_near(looked.vertices, found)
    surer = _make_surer(seen.tiles, looked.vertices[is_beside & is_found], likely[is_beside & is_found])
    kept = np.flatnonzero(~is_found & (likely > WORTH_KEEPING))
    kept = kept[tell_apart(looked.vertices[kept], likely[kept])]
    surer = _make_room(surer, looked.vertices[kept[likely[kept] > LIKELY]])
    read = read_tiles(picture, looked.vertices[kept])
    more = [
        SeenTile(None, numbers, float(likely[index]), looked.vertices[index], prints)
        for index, numbers, prints in zip(kept.tolist(), read.numbers, read.prints, strict=True)
    ]
    return replace(seen, tiles=(*surer, *more))


def read_again(picture: Bytes, seen: TableObservation, before: TableObservation) -> TableObservation:
    """The observation with known tiles that seem to show other numbers read again just where they lay.

    A tile whose corners were found a little off is misread; one that was swapped shows its numbers twice.
    """
    then = [tile for _, tile in before.placed() if tile.vertices is not None]
    spots, tiles = corners_of(then), list(seen.tiles)
    doubted: list[tuple[int, SeenTile]] = []
    for index, tile in enumerate(tiles):
        if tile.vertices is None:
            continue
        near = np.flatnonzero(has_near(spots, tile.vertices[None])).tolist()
        if near and _likelihood(tile, then[near[0]]) < CONTRARY:
            doubted.append((index, then[near[0]]))
    if not doubted:
        return seen
    vertices = corners_of(was for _, was in doubted)
    read = read_tiles(picture, vertices)
    for (index, was), numbers, prints in zip(doubted, read.numbers, read.prints, strict=True):
        again = replace(was, at=None, corners=numbers, prints=prints, presence=tiles[index].presence)
        if _likelihood(again, was) > _likelihood(tiles[index], was):
            tiles[index] = again
    return replace(seen, tiles=tuple(tiles))


def corners_of(tiles: Iterable[SeenTile]) -> Points:
    """(N, 3, 2): the corners of the tiles, of those that have them."""
    found = [tile.vertices for tile in tiles if tile.vertices is not None]
    return np.array(found, np.float64).reshape(-1, CORNERS, 2)


def has_near(some: Points, others: Points) -> NDArray[np.bool_]:
    """(N,): which of these triangles have their middle where one of the others has it."""
    if not len(some) or not len(others):
        return np.zeros(len(some), bool)
    away = some.mean(axis=1)[:, None] - others.mean(axis=1)[None]
    far = np.hypot(away[..., 0], away[..., 1]).min(axis=1)
    return np.asarray(far < SAME * sides_px(some))


def _likelihood(tile: SeenTile, was: SeenTile) -> float:
    """How likely a tile shows the numbers that it had, corner by corner where they are."""
    assert tile.vertices is not None and was.vertices is not None  # as the callers made sure
    there = was.vertices
    rolls = [np.roll(np.arange(CORNERS), roll) for roll in range(CORNERS)]
    off = [float(np.linalg.norm(tile.vertices[roll] - there, axis=1).max()) for roll in rolls]
    corners = tile.corners[rolls[int(np.argmin(off))]]
    return float(corners[range(CORNERS), was.numbers].prod())


def _make_room(tiles: Sequence[SeenTile], there: Points) -> list[SeenTile]:
    """The tiles without those that lie across one that the second look found: they were no tiles."""

    def is_free(corners: Points | None) -> bool:
        return corners is None or all(overlap(corners, one) < MOST_OVERLAP for one in there)

    return [tile for tile in tiles if is_free(tile.vertices)]


def _worth_a_look(
    seen: TableObservation, before: TableObservation, known: Points, change: Change | None
) -> Points:
    """The free places beside known tiles: all in which nothing is clear yet, unless something is new; then
    only those in which a back seems to lie or much has changed, beside known tiles or new ones."""
    old, old_backs = corners_of(before.tiles), _corners(before.backs)
    new = [
        tile for tile in seen.tiles if tile.vertices is not None and not has_near(tile.vertices[None], old)
    ]
    taken = np.concatenate([old, old_backs])  # the pool may be pushed against the game
    if not any(tile.presence >= CLEAR for tile in new):
        free = free_neighbours(known)
        return free[~has_near(free, taken)]
    free = free_neighbours(np.concatenate([known, corners_of(new)]))
    is_odd = has_near(free, _corners(seen.backs))
    if change is not None:
        is_odd |= np.array([change.is_changed(place) for place in free], bool)
    return np.asarray(free[is_odd & ~has_near(free, taken)], np.float64)


def _corners(backs: Points | None) -> Points:
    return np.zeros((0, CORNERS, 2)) if backs is None else backs.reshape(-1, CORNERS, 2)


def _make_surer(tiles: Iterable[SeenTile], there: Points, likely: NDArray[np.float64]) -> list[SeenTile]:
    """The tiles, each as sure as the second look makes it where it lies."""
    surer = []
    for tile in tiles:
        is_same = np.zeros(len(there), bool)
        if tile.vertices is not None and len(there):
            is_same = has_near(there, tile.vertices[None])
        best = float(likely[is_same].max(initial=0.0))
        surer.append(replace(tile, presence=best) if best > tile.presence else tile)
    return surer
