"""What lies on the Triominos table, and the tile that a player lays next to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.rules.errors import Malformed
from companion.rules.forms import at, read_choice, read_fields, read_list, read_whole_number
from companion.rules.triominos.lattice import Place
from companion.rules.triominos.tiles import Corners, Tile, parse_corners, tile_of

Scoring = Literal["standard", "junior", "none"]
SCORINGS: tuple[Scoring, ...] = ("standard", "junior", "none")
Tiles = Mapping[Place, Corners]


@dataclass(frozen=True, slots=True)
class Move:
    """One tile: where it is laid, and its numbers clockwise from the place's first corner."""

    at: Place
    corners: Corners

    @classmethod
    def parse(cls, form: object, place: str = "move") -> Move:
        """From `{"at": [0, 1], "corners": [5, 5, 2]}`."""
        fields = read_fields(form, place, required=("at", "corners"))
        return cls(
            _parse_place(fields["at"], at(place, "at")),
            parse_corners(fields["corners"], at(place, "corners")),
        )

    @property
    def tile(self) -> Tile:
        return tile_of(self.corners)

    def to_json(self) -> dict[str, object]:
        return {"at": list(self.at), "corners": list(self.corners)}

    def __repr__(self) -> str:
        return f"Move(at={self.at}, corners={self.corners})"


@dataclass(frozen=True, slots=True)
class Position:
    """The tiles on the table by their places, and how they are scored."""

    tiles: Tiles = field(default_factory=dict)
    scoring: Scoring = "standard"

    @classmethod
    def parse(cls, form: object, scoring: Scoring = "standard") -> Position:
        """From a list of `{"at": [0, 0], "corners": [5, 5, 5]}`."""
        tiles: dict[Place, Corners] = {}
        for index, entry in enumerate(read_list(form, "tiles")):
            tile = Move.parse(entry, at("tiles", index))
            if tile.at in tiles:
                raise Malformed(at(at("tiles", index), "at"), "place-twice", taken=list(tile.at))
            tiles[tile.at] = tile.corners
        return cls(tiles, scoring)

    def after(self, move: Move) -> Position:
        return Position({**self.tiles, move.at: move.corners}, self.scoring)

    def to_json(self) -> list[dict[str, object]]:
        return [Move(place, corners).to_json() for place, corners in sorted(self.tiles.items())]

    def __hash__(self) -> int:
        return hash((frozenset(self.tiles.items()), self.scoring))

    def __repr__(self) -> str:
        return f"Position({dict(self.tiles)}, {self.scoring!r})"


def parse_scoring(form: object) -> Scoring:
    """The scoring that the `rules` of a request name; the standard one if they name none."""
    fields = read_fields(form, "rules", optional=("scoring",))
    return read_choice(fields.get("scoring", "standard"), "rules.scoring", SCORINGS)


def _parse_place(form: object, place: str) -> Place:
    numbers = read_list(form, place)
    if len(numbers) != 2:
        raise Malformed(place, "not-a-place", count=len(numbers))
    row, column = (read_whole_number(number, at(place, index)) for index, number in enumerate(numbers))
    return row, column
