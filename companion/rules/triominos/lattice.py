"""The triangular lattice that Triominos tiles lie on (FORMATS.md draws it).

A *place* is `(row, column)`; where their sum is even the triangle points up. A *vertex* is `(x, line)` with
x in half tile sides, so that all are whole numbers. Corners are counted clockwise, a pointing-up triangle's
from its top, a pointing-down one's from its bottom.
"""

from __future__ import annotations

Place = tuple[int, int]
Vertex = tuple[int, int]


def points_up(place: Place) -> bool:
    return sum(place) % 2 == 0


def vertices(place: Place) -> tuple[Vertex, Vertex, Vertex]:
    """The three vertices, in the order of the corners."""
    row, column = place
    if points_up(place):
        return (column, row), (column + 1, row + 1), (column - 1, row + 1)
    return (column, row + 1), (column - 1, row), (column + 1, row)


def neighbours(place: Place) -> tuple[Place, Place, Place]:
    """The places across the three sides; number i lies opposite corner i."""
    row, column = place
    if points_up(place):
        return (row + 1, column), (row, column - 1), (row, column + 1)
    return (row - 1, column), (row, column + 1), (row, column - 1)


def places_around(vertex: Vertex) -> tuple[Place, ...]:
    """The six places that meet at a vertex."""
    x, line = vertex
    return tuple((row, column) for row in (line - 1, line) for column in (x - 1, x, x + 1))
