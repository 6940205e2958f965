"""A look at the Triominos table with the last accepted position in mind: what changed and what is new."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.referee.hypotheses import Option, combine
from companion.referee.lattice_fit import Fit, fit_lattice, nearest_places
from companion.referee.priors import ChangeOdds, Priors, is_changed
from companion.rules.triominos.lattice import Place, neighbours
from companion.rules.triominos.position import Move, Tiles
from companion.rules.triominos.tiles import Corners
from vision.tiles import SeenTile, TableObservation

UNSEEN = 1e-4  # how likely a tile that lies there is not seen at all
MOST_READINGS = 12  # readings of one tile that are followed up
TINY = 1e-12
LOOSE = 0.5  # how surely something must be a tile to be asked about
ACROSS = 0.9  # and that beside the places of the lattice: tiles lie there rarely, and shadows often
FAINT, CERTAIN = 0.05, 0.97  # how surely it must, and may, have looked like a tile before for that to count
SURER = 0.1  # what looks like a tile by so much more than then is new

Pair = tuple[Place, Place]


@dataclass(frozen=True, slots=True, eq=False)
class PlacedTile:
    """A tile as it was seen, in its place of the game."""

    corners: NDArray[np.float64]  # (3, 6)
    presence: float

    def likelihood(self, corners: Corners) -> float:
        """How likely these numbers lie here, if it is a tile."""
        return float(self.corners[range(3), corners].prod())


@dataclass(frozen=True, slots=True)
class Look:
    """What a table shows, place by place."""

    missing: tuple[Place, ...]
    different: tuple[tuple[Place, str], ...]
    new: tuple[Place, ...]
    across: tuple[Pair, ...]  # new tiles that lie between two places
    tiles: tuple[tuple[Option[Move], ...], ...]  # what each place that may hold a new tile may hold


def look_at(seen: TableObservation, tiles: Tiles, before: TableObservation | None, priors: Priors) -> Look:
    """What `seen` shows where `tiles` were accepted, when `before` was seen."""
    fit = _fit(seen, tiles)
    placed = _placed(seen, fit)
    then = None if before is None else _placed(before, _fit(before, tiles))
    missing, different = _changes(placed, tiles, then, priors)
    fresh = {
        place: tile
        for place, tile in placed.items()
        if place not in tiles and not _looked_the_same(tile, (then or {}).get(place))
    }
    across: list[Pair] = []
    options = [_options(place, tile, priors) for place, tile in fresh.items() if tile.presence > priors.faint]
    for loose in seen.loose:
        between = _between(loose, seen, fit, tiles)
        if between is not None and loose.presence > ACROSS:
            first, second, share = between
            across.append((first, second))
            options.append(_across_options(loose, (first, second), share, priors))
    new = tuple(sorted(place for place, tile in fresh.items() if tile.presence > LOOSE))
    return Look(missing, different, new, tuple(across), tuple(options))


def _fit(seen: TableObservation, tiles: Tiles) -> Fit:
    numbers = [(place, tile.numbers) for place, tile in seen.placed() if tile.presence > LOOSE]
    return fit_lattice(numbers, tiles)


def _placed(seen: TableObservation, fit: Fit) -> dict[Place, PlacedTile]:
    found: dict[Place, PlacedTile] = {}
    for place, tile in seen.placed():
        there, order = fit.place(place)
        if there not in found or found[there].presence < tile.presence:
            found[there] = PlacedTile(_shares(tile)[list(order)], tile.presence)
    return found


def _looked_the_same(tile: PlacedTile, then: PlacedTile | None) -> bool:
    """Whether it is what looked like a tile already when it was settled that none lay there: a hole among
    dark tiles is not to be asked about turn after turn.

    What was certain then is asked about all the same: it may be a tile that somebody denied by mistake.
    """
    if then is None or not FAINT < then.presence < CERTAIN or tile.presence > then.presence + SURER:
        return False
    return bool((tile.corners.argmax(axis=1) == then.corners.argmax(axis=1)).all())


def _shares(tile: SeenTile) -> NDArray[np.float64]:
    corners = tile.corners.astype(np.float64)
    return np.asarray(corners / np.maximum(corners.sum(axis=1, keepdims=True), TINY))


def _changes(
    placed: Mapping[Place, PlacedTile],
    tiles: Tiles,
    then: Mapping[Place, PlacedTile] | None,
    priors: Priors,
) -> tuple[tuple[Place, ...], tuple[tuple[Place, str], ...]]:
    """The accepted places whose tile is gone, and those that show other numbers."""
    missing, different = [], []
    for place, corners in sorted(tiles.items()):
        tile = placed.get(place)
        # A tile that was entered by hand was in no look yet.
        looked = None if then is None or place not in then else _change_odds(then[place], corners)
        if not is_changed(_change_odds(tile, corners), looked, priors):
            continue
        if tile is None or tile.presence < LOOSE:
            missing.append(place)
        else:
            different.append((place, "-".join(map(str, tile.corners.argmax(axis=1).tolist()))))
    return tuple(missing), tuple(different)


def _change_odds(tile: PlacedTile | None, corners: Corners) -> ChangeOdds:
    if tile is None:
        return ChangeOdds(gone=1 / UNSEEN, swapped=0.0)
    same = max(tile.likelihood(corners), TINY)
    return ChangeOdds((1 - tile.presence) / max(tile.presence, TINY), (1 - same) / same)


def _options(place: Place, tile: PlacedTile, priors: Priors) -> tuple[Option[Move], ...]:
    """What a place may hold: one of several tiles, or none if that is not out of the question."""
    options = [
        Option((Move(place, corners),), tile.presence * chance)
        for corners, chance in _numbers(tile.corners, priors)
    ]
    if tile.presence < 1 - priors.faint:
        options.append(Option((), 1 - tile.presence))
    return tuple(options)


def _across_options(tile: SeenTile, places: Pair, share: float, priors: Priors) -> tuple[Option[Move], ...]:
    """A tile between two places: its numbers are those it shows, whichever way it will be turned."""
    shares = _shares(tile)
    return tuple(
        Option((Move(place, corners),), tile.presence * chance * part)
        for place, part in zip(places, (1 - share, share), strict=True)
        for corners, chance in _numbers(shares, priors)
    )


def _numbers(shares: NDArray[np.float64], priors: Priors) -> list[tuple[Corners, float]]:
    """The likeliest numbers of a tile."""
    corners = [
        [Option((number,), chance) for number, chance in enumerate(row) if chance >= priors.faint_face]
        for row in shares.tolist()
    ]
    found = combine(corners, MOST_READINGS)
    return [((o.pieces[0], o.pieces[1], o.pieces[2]), o.camera) for o in found]


def _between(
    loose: SeenTile, seen: TableObservation, fit: Fit, tiles: Tiles
) -> tuple[Place, Place, float] | None:
    """The places that a loose tile lies between, if it may be meant for one: beside accepted tiles."""
    if loose.vertices is None:
        return None
    known = [(place, tile.vertices) for place, tile in seen.placed() if tile.vertices is not None]
    nearest = nearest_places(loose.vertices, known, fit)
    if nearest is None or any(place in tiles for place in nearest[:2]):
        return None
    is_beside = any(other in tiles for place in nearest[:2] for other in neighbours(place))
    return nearest if is_beside else None
