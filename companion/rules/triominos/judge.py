"""Is this Triominos move allowed, why not, and what is it worth?

Every broken rule is found. Only the sides and corners of the laid tile are judged; what lay there before
is taken as it is, even if its own numbers do not agree, since a family may have overruled.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from companion.rules.triominos.lattice import Place, neighbours, places_around, vertices
from companion.rules.triominos.position import Move, Position, Scoring, Tiles
from companion.rules.triominos.tiles import BOX, turned
from companion.rules.verdict import Illegal, Language, Violation


@dataclass(frozen=True, slots=True)
class Legal:
    """The verdict on a legal move: its points, and the parts that they are made of."""

    points: int
    tile: int
    bridge: int
    hexagon: int
    hexagons: int  # how many it closes
    legal: Literal[True] = True

    def to_json(self, language: Language = "en") -> dict[str, object]:
        return {
            "legal": True,
            "points": self.points,
            "parts": {"tile": self.tile, "bridge": self.bridge, "hexagon": self.hexagon},
        }


NOTHING = Legal(0, 0, 0, 0, 0)  # what comes after the end counts

Verdict = Legal | Illegal


@dataclass(frozen=True, slots=True)
class Tariff:
    """What a scoring pays. `tile` is `None` where a tile counts its numbers."""

    tile: int | None
    bridge: int
    hexagons: tuple[int, int, int, int]  # by how many are closed at once


TARIFFS: dict[Scoring, Tariff] = {
    "standard": Tariff(None, 40, (0, 50, 60, 70)),  # the sheets stop at two hexagons
    "junior": Tariff(1, 1, (0, 1, 2, 3)),
    "none": Tariff(0, 0, (0, 0, 0, 0)),
}


def judge(position: Position, move: Move) -> Verdict:
    """The verdict on laying `move` on `position`: its points, or every rule it breaks."""
    violations = (
        *_check_place(position.tiles, move),
        *_check_numbers(position.tiles, move),
        *_check_tile(position, move),
    )
    return Illegal(violations) if violations else score(position, move)


def score(position: Position, move: Move) -> Legal:
    """What a legal move is worth, or one that the family counts anyway."""
    tiles, tariff = position.tiles, TARIFFS[position.scoring]
    tile = sum(move.corners) if tariff.tile is None else tariff.tile
    bridge = tariff.bridge if is_bridge(tiles, move.at) else 0
    hexagons = closed_hexagons(tiles, move.at)
    hexagon = tariff.hexagons[hexagons]
    return Legal(tile + bridge + hexagon, tile, bridge, hexagon, hexagons)


def is_bridge(tiles: Tiles, place: Place) -> bool:
    """One side shared, both others free, and the corner opposite the shared side touches another tile."""
    shared = [side for side, other in enumerate(neighbours(place)) if other in tiles]
    if len(shared) != 1:
        return False
    tip = vertices(place)[shared[0]]
    return any(other in tiles for other in places_around(tip) if other != place)


def closed_hexagons(tiles: Tiles, place: Place) -> int:
    """How many hexagons a tile in this place is the sixth of."""
    return sum(
        all(other in tiles for other in places_around(vertex) if other != place) for vertex in vertices(place)
    )


def meeting(tiles: Tiles, place: Place, corner: int) -> list[tuple[Place, int]]:
    """The tiles whose numbers must agree with this corner of `place`, with those numbers.

    On a shared side these are the tiles across it; a corner on no shared side must agree with everything
    that it touches. Across side i the two tiles' corners are swapped: mine, theirs and i are 0, 1 and 2.
    """
    at_sides = [
        (other, tiles[other][3 - side - corner])
        for side, other in enumerate(neighbours(place))
        if side != corner and other in tiles
    ]
    if at_sides:
        return at_sides
    vertex = vertices(place)[corner]
    return [
        (other, tiles[other][vertices(other).index(vertex)])
        for other in places_around(vertex)
        if other in tiles and other != place
    ]


def _check_place(tiles: Tiles, move: Move) -> Iterator[Violation]:
    if move.at in tiles:
        yield Violation("occupied", (move.at,))
    if tiles and not any(other in tiles for other in neighbours(move.at)):
        yield Violation("not-touching", (move.at,))


def _check_numbers(tiles: Tiles, move: Move) -> Iterator[Violation]:
    across = neighbours(move.at)
    for side, other in enumerate(across):
        if other in tiles:
            first, second = (corner for corner in range(3) if corner != side)
            mine = move.corners[first], move.corners[second]
            theirs = tiles[other][second], tiles[other][first]
            if mine != theirs:
                yield Violation("side-mismatch", (move.at, other), (*mine, *theirs))
    for corner, number in enumerate(move.corners):
        if any(other in tiles for side, other in enumerate(across) if side != corner):
            continue
        differing = [(place, theirs) for place, theirs in meeting(tiles, move.at, corner) if theirs != number]
        if differing:
            places, numbers = zip(*differing, strict=True)
            yield Violation("corner-mismatch", (move.at, *places), (number, *numbers))


def _check_tile(position: Position, move: Move) -> Iterator[Violation]:
    if move.tile not in BOX:
        yield Violation("no-such-tile", (move.at,), move.corners)
    ways = turned(move.corners)
    same = [place for place, corners in position.tiles.items() if corners in ways]
    if same:
        others = [place for place in same if place != move.at]  # it may be laid on itself
        yield Violation("duplicate-tile", (move.at, *others), move.corners)
