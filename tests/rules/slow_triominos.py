"""Triominos judged a second time, slowly and obviously, so that tests can doubt the fast rules.

Written from RULES.md and FORMATS.md alone. The only geometry is where a triangle's three corners lie:
two tiles share a side if they have two of these points in common, and touch at a corner if they have one.
Requests must be well formed; nothing is checked. Sentences for players (`message`) are left out.

A tile laid on another is `occupied`; the one below is then no neighbour, and shares no side with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

Json = dict[str, Any]
Place = tuple[int, int]
Point = tuple[int, int]  # x in half tile sides (so that it is a whole number), vertex line
Corners = tuple[int, int, int]
Tile = dict[Point, int]  # the number at each of its three points

STANDARD_HEXAGON = {0: 0, 1: 50, 2: 60, 3: 70}


def judge(request: Json) -> Json:
    """Answer as `trioscope judge` does, without `message` and `values`."""
    laid_before = {_pair(tile["at"]): _triple(tile["corners"]) for tile in request.get("tiles", [])}
    at, corners = _pair(request["move"]["at"]), _triple(request["move"]["corners"])
    violations = _violations(laid_before, at, corners)
    if violations:
        return {"legal": False, "violations": violations}
    parts = _parts(laid_before, at, corners, request.get("rules", {}).get("scoring", "standard"))
    return {"legal": True, "points": sum(parts.values()), "parts": parts}


def legal_moves(request: Json, places: Iterable[Sequence[int]]) -> list[tuple[Json, int]]:
    """Return every legal move of the hand on `places` with its points, in no special order.

    Brute force over tiles and rotations; an opening is listed at [0, 0] only, as FORMATS.md says.
    """
    position = {key: value for key, value in request.items() if key != "hand"}
    asked = {_pair(place) for place in places}
    if not request.get("tiles"):
        asked &= {(0, 0)}
    found: dict[tuple[Place, Corners], tuple[Json, int]] = {}
    for at in sorted(asked):
        for tile in request["hand"]:
            for corners in _rotations(_triple(tile)):
                move = {"at": list(at), "corners": list(corners)}
                verdict = judge({**position, "move": move})
                if verdict["legal"]:
                    found[at, corners] = (move, verdict["points"])
    return list(found.values())


def _violations(laid_before: dict[Place, Corners], at: Place, corners: Corners) -> list[Json]:
    """List all that is wrong, in the order of FORMATS.md."""
    found: list[Json] = []
    mine = _tile(at, corners)
    others = {place: _tile(place, theirs) for place, theirs in laid_before.items() if place != at}
    beside = {place: tile for place, tile in others.items() if len(_common(mine, tile)) == 2}
    on_a_side = {point for tile in beside.values() for point in _common(mine, tile)}

    if at in laid_before:
        found.append(_violation("occupied", [at]))
    if laid_before and not beside:
        found.append(_violation("not-touching", [at]))
    for place, tile in beside.items():
        if any(mine[point] != tile[point] for point in _common(mine, tile)):
            found.append(_violation("side-mismatch", [at, place]))
    for point in mine:
        if point in on_a_side:
            continue
        differing = [place for place, tile in others.items() if tile.get(point, mine[point]) != mine[point]]
        if differing:
            found.append(_violation("corner-mismatch", [at, *differing]))
    if not _exists(corners):
        found.append(_violation("no-such-tile", [at]))
    same = [place for place, theirs in laid_before.items() if theirs in _rotations(corners)]
    if same:
        found.append(_violation("duplicate-tile", [at, *(place for place in same if place != at)]))
    return found


def _parts(laid_before: dict[Place, Corners], at: Place, corners: Corners, scoring: str) -> dict[str, int]:
    """Count a legal move."""
    mine = _tile(at, corners)
    others = [_tile(place, theirs) for place, theirs in laid_before.items()]
    bridge = _is_bridge(mine, others)
    hexagons = sum(sum(point in tile for tile in [mine, *others]) == 6 for point in mine)
    if scoring == "none":
        return {"tile": 0, "bridge": 0, "hexagon": 0}
    if scoring == "junior":
        return {"tile": 1, "bridge": int(bridge), "hexagon": hexagons}
    return {"tile": sum(corners), "bridge": 40 if bridge else 0, "hexagon": STANDARD_HEXAGON[hexagons]}


def _is_bridge(mine: Tile, others: Sequence[Tile]) -> bool:
    """Say whether exactly one side is shared and the corner opposite to it touches another corner."""
    beside = [tile for tile in others if len(_common(mine, tile)) == 2]
    if len(beside) != 1:
        return False
    [opposite] = set(mine) - _common(mine, beside[0])
    return any(opposite in tile for tile in others)


def _points(at: Place) -> tuple[Point, Point, Point]:
    """Return where corners 1, 2 and 3 of the triangle lie, as FORMATS.md places them."""
    r, c = at
    if (r + c) % 2 == 0:
        return (c, r), (c + 1, r + 1), (c - 1, r + 1)
    return (c, r + 1), (c - 1, r), (c + 1, r)


def _tile(at: Place, corners: Corners) -> Tile:
    return dict(zip(_points(at), corners, strict=True))


def _common(one: Tile, other: Tile) -> set[Point]:
    return set(one) & set(other)


def _rotations(corners: Corners) -> list[Corners]:
    a, b, c = corners
    return [(a, b, c), (b, c, a), (c, a, b)]


def _exists(corners: Corners) -> bool:
    """Say whether the numbers, read clockwise from a smallest one, never fall."""
    return any(a <= b <= c for a, b, c in _rotations(corners))


def _violation(rule: str, places: Iterable[Place]) -> Json:
    return {"rule": rule, "cells": [list(place) for place in places]}


def _pair(numbers: Sequence[int]) -> Place:
    r, c = numbers
    return r, c


def _triple(numbers: Sequence[int]) -> Corners:
    a, b, c = numbers
    return a, b, c
