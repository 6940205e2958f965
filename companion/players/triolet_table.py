"""The Triolet table as hands change it: faces on squares, and tokens that lie askew. No rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.rules.triolet.cells import CELLS, COLUMNS, ORDER
from companion.rules.triolet.position import Tokens


@dataclass(frozen=True, slots=True)
class Lay:
    """A token laid on an empty square; a joker's face has no number."""

    cell: str
    face: str


@dataclass(frozen=True, slots=True)
class Take:
    """The token taken from a square."""

    cell: str


@dataclass(frozen=True, slots=True)
class Shift:
    """The token of a square pushed: where it lies now, measured from the middle of that square.

    `dx` squares to the right, `dy` down, turned `turn_deg` clockwise from upright, however it lay before.
    Beyond half a square it is the next square's token.
    """

    cell: str
    dx: float
    dy: float
    turn_deg: float

    @property
    def target(self) -> str:
        """The square that the token lies on afterwards."""
        row, column = divmod(ORDER[self.cell], len(COLUMNS))
        return CELLS[(row + round(self.dy)) * len(COLUMNS) + column + round(self.dx)]


TableChange = Lay | Take | Shift
Faces = Mapping[str, str]  # by cell


def faces_of(tokens: Tokens) -> dict[str, str]:
    """What is printed on these tokens."""
    return {cell: token.face for cell, token in tokens.items()}


def apply(faces: Faces, changes: Iterable[TableChange]) -> dict[str, str]:
    """The faces on the table after these changes; `ValueError` for one that hands could not make."""
    table = dict(faces)
    for change in changes:
        if isinstance(change, Lay):
            _put(table, change.cell, change.face)
        elif change.cell not in table:
            raise ValueError(f"{change.cell} is empty: there is nothing to take or push")
        else:
            face = table.pop(change.cell)
            if isinstance(change, Shift):
                _put(table, change.target, face)
    return table


def put_right(faces: Faces, wanted: Faces) -> tuple[TableChange, ...]:
    """The changes that make `wanted` of the table: first what must go, then what is laid."""
    wrong = [cell for cell, face in faces.items() if wanted.get(cell) != face]
    new = [cell for cell, face in wanted.items() if faces.get(cell) != face]
    return (*map(Take, wrong), *(Lay(cell, wanted[cell]) for cell in new))


def _put(table: dict[str, str], cell: str, face: str) -> None:
    if cell in table:
        raise ValueError(f"{cell} holds a token already")
    table[cell] = face
