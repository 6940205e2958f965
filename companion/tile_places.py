"""Where the tiles that the camera sees lie in the game: every group of them laid over the accepted position.

The reader gives places to its largest group only, on a lattice of its own. But early in a game a heap of
tiles that somebody put aside may be larger than the game; the whole game may be pushed across the table; and
where a tile was taken from its middle, it falls apart. What tells the game's tiles from others is where they
lay when they were last accepted, and their numbers: every tile exists once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.referee.lattice_fit import Fit, fit_lattice, fits_onto
from companion.rules.triominos.lattice import Place
from companion.rules.triominos.position import Tiles
from vision.tile_lattice import find_lattice
from vision.tile_shapes import sides_px
from vision.tiles import NUMBERS, SeenTile, TableObservation

Points = NDArray[np.float64]
Group = tuple[SeenTile, ...]  # tiles that hang together, each in its place on the group's own lattice

NEAR = 0.33  # tile sides that a corner may be off from where it was: half a side is two places
STAYED = 0.2  # the same for tiles that do not hang together with the game any more
UNMOVED = 0.06  # the same for one that nobody touched
PUSHED = 0.2  # the same for one that lies askew, though still in its place
FEWEST, MOST_PUSHED = 3, 0.34  # known tiles to tell a push by, and the share of them that may be pushed
CLEARLY = 0.5  # how surely a tile and its numbers are seen
LIES_AS_BEFORE = 4  # what this counts, where each corner with the right number counts 1 and a wrong one -1


def lay_over(seen: TableObservation, tiles: Tiles, before: TableObservation | None) -> TableObservation:
    """The observation with the game's places. What hangs together with none of its tiles has no place.

    `tiles` are those of the game, one at least; `before` is the last accepted look, with the game's places.
    """
    then = [] if before is None else [(at, tile.vertices) for at, tile in before.placed()]
    known = [(at, vertices) for at, vertices in then if vertices is not None]
    ranked = []
    for number, group in enumerate(group_tiles(seen.tiles)):
        fit, score = _best_fit(group, tiles, known, NEAR)
        ranked.append((-score, -len(group), number, _moved(group, fit)))
    placed: dict[Place, SeenTile] = {}
    loose: list[SeenTile] = []
    for rank, (score, _, _, group) in enumerate(sorted(ranked, key=lambda one: one[:3])):
        belongs = score < 0 and (rank == 0 or _has_stayed(group, known))
        for tile in group:
            if belongs and tile.at is not None and tile.at not in placed:
                placed[tile.at] = tile
            else:
                loose.append(replace(tile, at=None))
    lost = (tile for tile in seen.tiles if tile.vertices is None)
    return replace(seen, tiles=(*placed.values(), *loose, *lost))


def shows_game(seen: TableObservation, tiles: Tiles) -> bool:
    """Whether the observation has the game's own places: its numbers are mostly those of the game there."""
    pairs = [
        (mine, laid)
        for at, tile in seen.placed()
        if at in tiles
        for mine, laid in zip(tile.numbers, tiles[at], strict=True)
    ]
    return 2 * sum(mine == laid for mine, laid in pairs) > len(pairs)


def find_openings(seen: TableObservation, before: TableObservation | None) -> list[TableObservation]:
    """The table seen in every way in which a game may have been opened: one for each group of tiles that
    was not there `before`. The first tile of the game is [0, 0]."""
    groups = group_tiles(seen.tiles)
    then = () if before is None else before.tiles
    new = [group for group in groups if any(not _lies_among(tile, then) for tile in group)]
    found = []
    for group in new:
        opened = _moved(group, fit_lattice([(at, tile.numbers) for at, tile in _places(group)], {}))
        others = (replace(tile, at=None) for other in groups if other is not group for tile in other)
        found.append(replace(seen, tiles=(*opened, *others)))
    return found


def with_numbers(seen: TableObservation, tiles: Tiles) -> TableObservation:
    """The observation with the numbers that were accepted, and no place for any other tile."""
    told = []
    for tile in seen.tiles:
        if tile.at is not None and tile.at in tiles:
            numbers = list(tiles[tile.at])
            told.append(replace(tile, corners=np.eye(NUMBERS, dtype=np.float32)[numbers]))
        else:
            told.append(replace(tile, at=None))
    return replace(seen, tiles=tuple(told))


def without_places(seen: TableObservation) -> TableObservation:
    """The observation of a table on which no game lies."""
    return replace(seen, tiles=tuple(replace(tile, at=None) for tile in seen.tiles))


def without_bystanders(
    seen: TableObservation, tiles: Tiles, before: TableObservation | None
) -> TableObservation:
    """The observation without what lay in the same spot when it was last accepted, and was no part of the
    game: loose tiles, and what may be none (a pattern of the table top looks like one every time)."""
    if before is None:
        return seen
    then = [tile for tile in before.tiles if tile.at is None or _is_doubtful(tile, tiles)]

    def is_news(tile: SeenTile) -> bool:
        may_be_old = tile.at is None or _is_doubtful(tile, tiles)
        return not may_be_old or not _lies_among(tile, then)

    return replace(seen, tiles=tuple(tile for tile in seen.tiles if is_news(tile)))


def set_aside(seen: TableObservation, tiles: Tiles, before: TableObservation | None) -> TableObservation:
    """The observation without a place for what lay in no place when it was last accepted, and lies exactly
    there still: the game has grown up to a tile that somebody put down beside it."""
    loose = () if before is None else before.loose
    return replace(
        seen,
        tiles=tuple(
            replace(tile, at=None) if tile.at not in tiles and _lies_among(tile, loose, UNMOVED) else tile
            for tile in seen.tiles
        ),
    )


def set_out(seen: TableObservation, tiles: Tiles, before: TableObservation | None) -> TableObservation:
    """The observation without a place for known tiles that were pushed out of theirs: those that lie farther
    from where they lay than the others do, however the whole group was pushed."""
    then = {} if before is None else {at: tile.vertices for at, tile in before.placed()}
    known = [
        (at, then[at], tile.vertices)
        for at, tile in seen.placed()
        if at in tiles and then.get(at) is not None and tile.vertices is not None
    ]
    if len(known) < FEWEST:
        return seen
    was, now = (np.array([one[which] for one in known], np.float64).mean(axis=1) for which in (1, 2))
    side = float(np.median(sides_px(np.array([one[2] for one in known]))))
    off = np.hypot(*(now - _carried(was, now)).T) / side
    pushed = {known[index][0] for index in np.flatnonzero(off > PUSHED).tolist()}
    if len(pushed) > MOST_PUSHED * len(known):
        return seen  # the group was moved in a way that this cannot tell
    return replace(
        seen, tiles=tuple(replace(tile, at=None) if tile.at in pushed else tile for tile in seen.tiles)
    )


def _carried(was: Points, now: Points) -> Points:
    """(N, 2): where points would be if all had moved as most of them did: shifted, or turned as well."""
    shifted = was + np.median(now - was, axis=0)
    off = np.hypot(*(now - shifted).T)
    most = off <= np.median(off)
    if most.sum() < FEWEST:
        return np.asarray(shifted, np.float64)
    there, here = was @ (1, 1j), now @ (1, 1j)
    ones = np.ones(len(was))
    turn, *_ = np.linalg.lstsq(np.column_stack([there, ones])[most], here[most], rcond=None)
    moved = np.column_stack([there, ones]) @ turn
    turned = np.column_stack([moved.real, moved.imag])
    better = np.median(np.hypot(*(now - turned).T)) < np.median(off)
    return np.asarray(turned if better else shifted, np.float64)


def _is_doubtful(tile: SeenTile, tiles: Tiles) -> bool:
    return tile.at not in tiles and tile.confidence < CLEARLY


def group_tiles(tiles: Iterable[SeenTile]) -> list[Group]:
    """The tiles by the groups that hang together, the largest first, each on a lattice of its own."""
    some = [tile for tile in tiles if tile.vertices is not None]
    if not some:
        return []
    vertices = np.array([tile.vertices for tile in some])
    scores = np.array([tile.presence for tile in some])
    whole = find_lattice(vertices, scores.tolist())
    groups: list[Group] = []
    for members in map(list, whole.groups):
        if not groups:  # the largest one: its lattice is that of the whole
            places, orders = [whole.places[tile] for tile in members], whole.order[members]
        else:
            own = find_lattice(vertices[members], scores[members].tolist())
            places, orders = list(own.places), own.order
        placed = [
            replace(some[tile].turned(order), at=at)
            for tile, at, order in zip(members, places, orders, strict=True)
        ]
        groups.append(tuple(placed))
    return groups


def _best_fit(
    group: Group, tiles: Tiles, known: Sequence[tuple[Place, Points]], near: float
) -> tuple[Fit, int]:
    """How the group best lies over the game, and how much speaks for it; above 0 if anything does."""
    candidates = dict.fromkeys(_fits_by_spot(group, known, near))
    by_numbers = fit_lattice([(at, tile.numbers) for at, tile in _places(group)], tiles)
    candidates.setdefault(by_numbers)
    scores = {fit: _agreement(_moved(group, fit), tiles, known, near) for fit in candidates}
    best = max(candidates, key=lambda fit: scores[fit])
    return best, scores[best]


def _fits_by_spot(group: Group, known: Sequence[tuple[Place, Points]], near: float) -> Iterable[Fit]:
    """The fits under which a tile has the place of the one that lay in its spot before."""
    if not known:
        return
    middles = np.array([vertices.mean(axis=0) for _, vertices in known])
    found: list[Fit] = []  # mostly one, for all of them
    for at, tile in _places(group):
        assert tile.vertices is not None  # groups are made of tiles that have them
        away = middles - tile.vertices.mean(axis=0)
        place, vertices = known[int(np.hypot(away[:, 0], away[:, 1]).argmin())]
        if any(
            there == place and _off(tile, vertices, order) < near
            for there, order in (fit.place(at) for fit in found)
        ):
            continue
        fits = [fit for fit in fits_onto(at, place) if _off(tile, vertices, fit.place(at)[1]) < near]
        found += fits
        yield from fits


def _agreement(group: Group, tiles: Tiles, known: Sequence[tuple[Place, Points]], near: float) -> int:
    """How much speaks for these places: numbers that are the accepted ones, tiles that lie where they lay."""
    score = 0
    spots = dict(known)
    for at, tile in _places(group):
        if at in tiles:
            score += sum(
                1 if mine == laid else -1 for mine, laid in zip(tile.numbers, tiles[at], strict=True)
            )
        if at in spots and _off(tile, spots[at]) < near:
            score += LIES_AS_BEFORE
    return score


def _has_stayed(group: Group, known: Sequence[tuple[Place, Points]]) -> bool:
    """Whether a tile of the group lies exactly where it lay: a tile that was pushed out of the game has the
    right numbers too, and does not."""
    spots = dict(known)
    return any(at in spots and _off(tile, spots[at]) < STAYED for at, tile in _places(group))


def _moved(group: Group, fit: Fit) -> Group:
    moved = []
    for tile in group:
        if tile.at is None:
            moved.append(tile)
            continue
        at, order = fit.place(tile.at)
        moved.append(replace(tile.turned(order), at=at))
    return tuple(moved)


def _places(group: Group) -> list[tuple[Place, SeenTile]]:
    return [(tile.at, tile) for tile in group if tile.at is not None]


def _off(tile: SeenTile, vertices: Points, order: tuple[int, int, int] = (0, 1, 2)) -> float:
    """How far the worst corner is from where it was, in tile sides."""
    assert tile.vertices is not None  # as above
    apart = np.linalg.norm(tile.vertices[list(order)] - vertices, axis=1).max()
    return float(apart / sides_px(tile.vertices[None])[0])


def _lies_among(tile: SeenTile, others: Iterable[SeenTile], near: float = STAYED) -> bool:
    """Whether one of the others lies where this one does."""
    if tile.vertices is None:
        return False
    middle, side = tile.vertices.mean(axis=0), float(sides_px(tile.vertices[None])[0])
    return any(
        other.vertices is not None and float(np.hypot(*(other.vertices.mean(axis=0) - middle))) < near * side
        for other in others
    )
