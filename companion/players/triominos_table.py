"""The Triominos table as hands change it: tiles in places, and tiles pushed out of them. No rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import hypot, sqrt

from companion.rules.triominos.lattice import Place, neighbours, places_around, points_up, vertices
from companion.rules.triominos.position import Tiles
from companion.rules.triominos.tiles import Corners

# A tile laid with a gap is up to 2 mm off; one that is pushed out is no neighbour of anything any more. The
# sides of the tiles on sale are some 35 to 45 mm, so nothing that is meant lies in between.
OUT_OF_PLACE_MM = 10.0

_TIPS = ((0.0, -1.0), (sqrt(3) / 2, 0.5), (-sqrt(3) / 2, 0.5))  # to the corners of a tile that points up


@dataclass(frozen=True, slots=True)
class LayTile:
    """A tile laid in a free place, its numbers clockwise from the place's first corner."""

    at: Place
    corners: Corners


@dataclass(frozen=True, slots=True)
class TakeTile:
    """The tile taken from a place, or from where it was pushed to."""

    at: Place


@dataclass(frozen=True, slots=True)
class ShiftTile:
    """The tile of a place pushed: where it lies now, measured from where and how it was laid.

    `dx_mm` to the right and `dy_mm` down, seen with row 0 above row 1, turned `turn_deg` clockwise.
    """

    at: Place
    dx_mm: float
    dy_mm: float
    turn_deg: float

    @property
    def is_out_of_place(self) -> bool:
        """Whether the tile no longer lies in its place."""
        return hypot(self.dx_mm, self.dy_mm) > OUT_OF_PLACE_MM


TableChange = LayTile | TakeTile | ShiftTile


@dataclass(frozen=True, slots=True)
class Table:
    """The tiles that lie in their places, and those that were pushed out of theirs."""

    tiles: Tiles = field(default_factory=dict)
    pushed_out: Mapping[Place, Corners] = field(default_factory=dict)

    def after(self, changes: Iterable[TableChange]) -> Table:
        """The table after these changes; `ValueError` for one that hands could not make."""
        tiles, pushed_out = dict(self.tiles), dict(self.pushed_out)
        for change in changes:
            if isinstance(change, LayTile):
                if change.at in tiles or change.at in pushed_out:
                    raise ValueError(f"{change.at} holds a tile already")
                tiles[change.at] = change.corners
                continue
            corners = tiles.pop(change.at, None) or pushed_out.pop(change.at, None)
            if corners is None:
                raise ValueError(f"{change.at} is free: there is nothing to take or push")
            if isinstance(change, ShiftTile):
                (pushed_out if change.is_out_of_place else tiles)[change.at] = corners
        return Table(tiles, pushed_out)


def put_right(table: Table, wanted: Tiles) -> tuple[TableChange, ...]:
    """The changes that make `wanted` of the table: first what must go, then what is laid."""
    wrong = [place for place, corners in table.tiles.items() if wanted.get(place) != corners]
    new = [place for place, corners in wanted.items() if table.tiles.get(place) != corners]
    gone = (*map(TakeTile, table.pushed_out), *map(TakeTile, wrong))
    return (*gone, *(LayTile(place, wanted[place]) for place in new))


def hang_together(places: Iterable[Place]) -> bool:
    """Whether one can go from each of these places to each other one across shared sides."""
    left = set(places)
    edge = [left.pop()] if left else []
    while edge:
        near = [other for other in neighbours(edge.pop()) if other in left]
        left.difference_update(near)
        edge += near
    return not left


def way_out(tiles: Tiles, place: Place) -> tuple[float, float] | None:
    """The direction (x right, y down, length 1) in which a tile can be pushed away from those beside it.

    `None` if there is none: others on all three sides, or one that it bridges to something else.
    """
    shared = [side for side, other in enumerate(neighbours(place)) if other in tiles]
    if not 1 <= len(shared) <= 2:
        return None
    if len(shared) == 1:  # straight away from that side, over the point opposite
        tip = vertices(place)[shared[0]]
        if any(other in tiles for other in places_around(tip) if other != place):
            return None
    sign = 1 if points_up(place) else -1
    x, y = (sign * sum(_TIPS[side][axis] for side in shared) for axis in (0, 1))
    return x, y
