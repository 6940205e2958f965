"""What vision saw of a Triominos table: tiles with a probability for every number. Needs numpy only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.observation import Obstacle, Problem

NUMBERS = 6  # 0 to 5 are printed in the corners
CORNERS = 3

Place = tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)  # eq: arrays have no single truth value
class SeenTile:
    """A tile that lies face up, or what may be one.

    `at` is its place on the reader's own lattice, which may be shifted and turned by 60 degrees against the
    game's; `None` for a tile that hangs together with no others. Corners are in the order that FORMATS.md
    gives them for that place.
    """

    at: Place | None
    corners: NDArray[np.float32]  # (3, 6): how likely each number is in each corner, if it is a tile
    presence: float = 1.0  # how likely it is a tile at all
    vertices: NDArray[np.float64] | None = None  # (3, 2): where the corners are in the picture (x, y)

    @property
    def numbers(self) -> tuple[int, int, int]:
        """The likeliest number in each corner."""
        first, second, third = self.corners.argmax(axis=1).tolist()
        return first, second, third

    @property
    def confidence(self) -> float:
        """How sure it is that it is a tile with these numbers."""
        return self.presence * float(self.corners.max(axis=1).prod())


@dataclass(frozen=True, slots=True, eq=False)
class TableObservation:
    """A Triominos table as one frame, or a burst of them, showed it."""

    tiles: tuple[SeenTile, ...] = ()
    face_down: int = 0
    in_the_way: frozenset[Obstacle] = field(default_factory=frozenset)
    problem: Problem | None = None  # why nothing could be seen at all

    def placed(self) -> Iterator[tuple[Place, SeenTile]]:
        """The tiles that lie in places, in the order in which they were seen."""
        return ((tile.at, tile) for tile in self.tiles if tile.at is not None)

    @property
    def loose(self) -> tuple[SeenTile, ...]:
        """The tiles that lie in no place."""
        return tuple(tile for tile in self.tiles if tile.at is None)
