"""The squares of the Triolet board: their names, and which lies next to which.

Rows A (top) to O (bottom), columns 1 (left) to 15 (right); the centre is `H8`.
"""

from __future__ import annotations

from companion.rules.errors import Malformed
from companion.rules.forms import shorten

ROWS = "ABCDEFGHIJKLMNO"
COLUMNS = range(1, 16)
CENTRE = "H8"

CELLS = tuple(f"{row}{column}" for row in ROWS for column in COLUMNS)
ORDER = {cell: index for index, cell in enumerate(CELLS)}  # row by row; also: "is this a cell?"


def _neighbours(rows_down: int, columns_right: int) -> dict[str, str]:
    """For each cell the one so many steps away; `""`, which never holds a token, beyond the edge."""
    table = {}
    for index, cell in enumerate(CELLS):
        row, column = divmod(index, len(COLUMNS))
        row, column = row + rows_down, column + columns_right
        on_board = 0 <= row < len(ROWS) and 0 <= column < len(COLUMNS)
        table[cell] = CELLS[row * len(COLUMNS) + column] if on_board else ""
    table[""] = ""
    return table


LEFT, RIGHT = _neighbours(0, -1), _neighbours(0, 1)
ABOVE, BELOW = _neighbours(-1, 0), _neighbours(1, 0)
AROUND = {cell: tuple(filter(None, (ABOVE[cell], LEFT[cell], RIGHT[cell], BELOW[cell]))) for cell in CELLS}
LINES = ((LEFT, RIGHT), (ABOVE, BELOW))  # the two directions in which a run may lie, horizontal first


def check_cell(name: object, place: str) -> str:
    """`name`, if it is a cell; otherwise `Malformed` says what is wrong with it."""
    if isinstance(name, str) and name in ORDER:
        return name
    if not isinstance(name, str):
        raise Malformed(place, "not-a-cell", value=name)
    row, column = name[:1], name[1:]
    if not (column.isascii() and column.isdigit() and row.isalpha()):
        raise Malformed(place, "not-a-cell", value=name)
    if row.upper() not in ROWS:
        raise Malformed(place, "no-such-row", row=row)
    meant = row.upper() + column.lstrip("0")
    if meant in ORDER:
        raise Malformed(place, "cell-spelling", cell=meant)
    raise Malformed(place, "no-such-column", column=shorten(column))
