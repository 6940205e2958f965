"""How a game's lattice lies on the virtual table: wherever the first tile was laid, the game calls it (0, 0).

The table has names of its own for its places, the same all the time; the camera sees only those of `room`. A
family that comes to the edge pushes the whole group back: then other places of the table are the game's.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from companion.referee.lattice_fit import STAY, Fit, fit_lattice, same_layout
from companion.rules.triominos.lattice import Place, neighbours
from companion.rules.triominos.position import Tiles
from companion.rules.triominos.tiles import Corners
from companion.virtual_mount import room

_Order = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Lie:
    """From places and corners of the game to those of the table, and back."""

    fit: Fit = STAY  # from the table's lattice to the game's, where the group lay at first
    rows: int = 0  # how far the group was pushed since, in the table's lattice
    columns: int = 0
    _there: dict[Place, tuple[Place, _Order]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        there: dict[Place, tuple[Place, _Order]] = {}
        for row, column in room():
            place, order = self.fit.place((row - self.rows, column - self.columns))
            there[place] = (row, column), order
        object.__setattr__(self, "_there", there)

    @classmethod
    def of_first(cls, place: Place, corners: Corners, tiles: Tiles) -> Lie:
        """The lie when this is the first tile of all, and the game reads it as the only one of its own; if
        it misread the numbers, as it would have been with the right ones."""
        return cls(same_layout({place: corners}, tiles) or fit_lattice([(place, corners)], {}))

    @property
    def places(self) -> Collection[Place]:
        """The game's places that the camera sees."""
        return self._there.keys()

    def on_table(self, place: Place) -> Place | None:
        """Where on the table a place of the game is; `None` if the camera does not see it."""
        found = self._there.get(place)
        return None if found is None else found[0]

    def order_at(self, place: Place) -> tuple[int, int, int]:
        """For each corner of a place of the game, which of the table's corners it is."""
        return self._there[place][1]

    def to_table(self, place: Place, corners: Corners) -> Corners:
        """A tile's corners as the table counts them."""
        turned = [0, 0, 0]
        for number, corner in zip(corners, self.order_at(place), strict=True):
            turned[corner] = number
        return turned[0], turned[1], turned[2]

    def pushed_to_middle(self, tiles: Collection[Place]) -> Lie:
        """The lie that has most of the free places around these tiles in view, the group in the middle."""
        if not tiles:
            return Lie()
        spots = [_table_place(self, place) for place in tiles]
        rows, columns = ([spot[axis] for spot in spots] for axis in (0, 1))
        down, right = -(min(rows) + max(rows)) // 2, -(min(columns) + max(columns)) // 2
        right += (down + right) % 2  # a triangle that points up must come to lie on one that does
        return replace(self, rows=self.rows + down, columns=self.columns + right)

    def sees_all(self, tiles: Collection[Place]) -> bool:
        """Whether the camera sees these tiles and every free place beside them."""
        return _with_places_beside(tiles) <= self._there.keys()

    def shows_more(self, tiles: Collection[Place], other: Lie) -> bool:
        """Whether more of that is in view than with the other lie, and none of the tiles is lost."""
        places = _with_places_beside(tiles)
        is_more = len(places & self._there.keys()) > len(places & other._there.keys())
        return is_more and all(place in self._there for place in tiles)


def _with_places_beside(tiles: Collection[Place]) -> set[Place]:
    return {*tiles, *(near for place in tiles for near in neighbours(place))}


def _table_place(lie: Lie, place: Place) -> Place:
    """The table's place for one of the game's, also where the camera does not see it."""
    back = _inverse(lie.fit)
    (row, column), _ = back.place(place)
    return row + lie.rows, column + lie.columns


def _inverse(fit: Fit) -> Fit:
    """The fit that takes back what this one does."""
    turns = -fit.turns % 6
    a, b = -fit.right, -fit.along
    for _ in range(turns):
        a, b = -b, a + b
    return Fit(turns, a, b)
