"""The special squares of a Triolet board as the set-up changes them: a kind for each cell that has one.

Printed boards look the same from all sides, so a square that is wrong is mostly wrong with its mirror images.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.rules.triolet.cells import CELLS, CENTRE, COLUMNS, ORDER
from companion.rules.triolet.editions import STANDARD, Layout

USUAL: Mapping[str, str] = {
    **dict.fromkeys(STANDARD.layout.double, "double"),
    **dict.fromkeys(STANDARD.layout.triple, "triple"),
    **dict.fromkeys(STANDARD.layout.replay, "replay"),
}


def mirrored(cell: str) -> tuple[str, ...]:
    """This cell with all that turning and mirroring the board makes of it: one, four or eight, in order."""
    last = len(COLUMNS) - 1
    row, column = divmod(ORDER[cell], len(COLUMNS))
    places = {(r, c) for a, b in ((row, column), (column, row)) for r in (a, last - a) for c in (b, last - b)}
    return tuple(CELLS[r * len(COLUMNS) + c] for r, c in sorted(places))


def with_kind(kinds: Mapping[str, str], cells: Iterable[str], kind: str) -> dict[str, str]:
    """The same squares, but these of that kind, in the board's order. The centre stays a double."""
    changed = {**kinds, **dict.fromkeys(cells, kind), CENTRE: "double"}
    return {cell: changed[cell] for cell in CELLS if changed.get(cell, "plain") != "plain"}


def layout_of(kinds: Mapping[str, str]) -> Layout:
    """As the rules, and what draws the board, take them."""
    cells = {
        kind: frozenset(c for c, k in kinds.items() if k == kind) for kind in ("double", "triple", "replay")
    }
    return Layout(cells["double"], cells["triple"], cells["replay"])
