"""Triominos tiles: three numbers 0 to 5, read clockwise."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.errors import Malformed
from companion.rules.forms import at, read_list, read_whole_number

HIGHEST = 5
HIGHEST_TOTAL = 3 * HIGHEST  # the tile 5-5-5
Corners = tuple[int, int, int]  # as it lies: clockwise from the lattice's first corner
Tile = tuple[int, int, int]  # as it is: clockwise from the smallest number


def turned(corners: Corners) -> tuple[Corners, Corners, Corners]:
    """The three ways in which these corners can lie in one place."""
    a, b, c = corners
    return (a, b, c), (b, c, a), (c, a, b)


def tile_of(corners: Corners) -> Tile:
    """The tile that lies there, however it is turned."""
    return min(turned(corners))


# Clockwise from the smallest, a tile's numbers never fall: 56 tiles, each once.
BOX: frozenset[Tile] = frozenset(
    (a, b, c) for a in range(HIGHEST + 1) for b in range(a, HIGHEST + 1) for c in range(b, HIGHEST + 1)
)


def total(tiles: Iterable[Corners]) -> int:
    """The sum of all numbers on these tiles."""
    return sum(sum(corners) for corners in tiles)


def parse_corners(form: object, place: str) -> Corners:
    """From `[5, 5, 2]`."""
    numbers = read_list(form, place)
    if len(numbers) != 3:
        raise Malformed(place, "not-three-corners", count=len(numbers))
    for index, number in enumerate(numbers):
        if not 0 <= read_whole_number(number, at(place, index)) <= HIGHEST:
            raise Malformed(at(place, index), "no-such-corner", value=number)
    a, b, c = numbers
    assert isinstance(a, int) and isinstance(b, int) and isinstance(c, int)  # for mypy: read above
    return a, b, c
