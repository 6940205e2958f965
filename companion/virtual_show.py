"""The hands at the virtual table lay out what people are asked to show the camera: a rest, or drawn pieces.

They know what they lay; the game does not ask them. It reads the frames, as everywhere.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable

from companion.rules.triolet.editions import EDITIONS
from companion.rules.triominos.lattice import Place, vertices
from companion.rules.triominos.tiles import BOX
from companion.rules.verdict import Cell
from companion.session.forms import Kind
from companion.session.games import Game
from companion.session.shown import Drawn, Rest, Wanted
from companion.virtual_guest import VirtualGuest
from companion.virtual_racks import tile_text
from vision.observation import ROWS, SQUARES

APART = 3  # squares, or places of the lattice, from one piece to the next
COLUMNS = range(2, SQUARES, APART)  # of the board, from 1


class VirtualShow:
    """Has the pieces lie there that are wanted, for as long as they are."""

    def __init__(self, guest: VirtualGuest) -> None:
        self._guest = guest
        self._wanted: Wanted | None = None
        self._game: Game | None = None

    @property
    def is_drawing(self) -> bool:
        """Whether drawn pieces lie there, and no game."""
        return isinstance(self._wanted, Drawn)

    def follow(self, wanted: Wanted, game: Game | None) -> None:
        """This is wanted now; `game` is the one that is over."""
        if wanted == self._wanted and game is self._game:
            return
        self._wanted, self._game = wanted, game
        match wanted:
            case Rest(player):
                self._lay(self._guest.racks.of(player))
            case Drawn(kind, count):
                self._guest.begin(kind)
                self._lay(draw_pieces(kind, count, self._guest.rng))

    def end(self) -> bool:
        """Nothing is wanted any more; whether a game that lay there before must be set out again."""
        was_drawing = self.is_drawing
        if self._wanted is not None:
            self._guest.show({})
        self._wanted = self._game = None
        return was_drawing and not self._guest.has_game

    def _lay(self, pieces: Collection[str]) -> None:
        self._guest.show({})
        spots = find_spots(self._guest.cells, self._guest.lying, len(pieces))
        self._guest.show(dict(zip(spots, pieces, strict=False)))


def draw_pieces(kind: Kind, count: int, rng: random.Random) -> list[str]:
    """One piece each from a full box."""
    if kind == "triominos":
        return [tile_text(tile) for tile in rng.sample(sorted(BOX), count)]
    box = [face for face, many in EDITIONS["fr"].counts.items() for _ in range(many)]
    return rng.sample(box, count)


def find_spots(cells: Collection[Cell], lying: Iterable[Cell], count: int) -> list[Cell]:
    """Free cells for so many pieces, from left to right, in the rows that hold least; fewer if there is no
    room for more."""
    taken = set(lying)
    if all(isinstance(cell, str) for cell in cells):
        free = {row: [f"{row}{c}" for c in COLUMNS if f"{row}{c}" not in taken] for row in ROWS[::-1]}
        fullest = max(free.values(), key=len)
        return list[Cell](fullest[:count])
    return list[Cell](_find_places([cell for cell in cells if isinstance(cell, tuple)], taken, count))


def _find_places(places: Iterable[Place], taken: set[Cell], count: int) -> list[Place]:
    """Places that touch no tile, and each other neither: row by row, the emptiest first, from the middle."""
    corners = {corner for place in taken if isinstance(place, tuple) for corner in vertices(place)}
    rows: dict[int, list[Place]] = {}
    for place in places:
        rows.setdefault(place[0], []).append(place)
    held = {row: sum(isinstance(cell, tuple) and cell[0] == row for cell in taken) for row in rows}
    found: list[Place] = []
    for row in sorted(rows, key=lambda row: (held[row], abs(row))):
        for place in sorted(rows[row], key=lambda place: abs(place[1])):
            if len(found) == count:
                break
            if place not in taken and corners.isdisjoint(vertices(place)):
                found.append(place)
                corners.update(vertices(place))
    return sorted(found, key=lambda place: place[1])
