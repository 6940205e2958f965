"""What vision saw of a Triominos table: tiles with a probability for every number. Needs numpy only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vision.observation import Obstacle

Points = NDArray[np.float64]
Place = tuple[int, int]
TableProblem = Literal["blur", "dark"]
Foreign = Literal["size", "tiles", "table"]  # what is not as in the profile

NUMBERS = 6  # 0 to 5 are printed in the corners
CORNERS = 3
SENTENCES: dict[TableProblem, str] = {
    "blur": "The picture is too blurred to see any tile. Focus the camera, or hold it still.",
    "dark": "The picture is too dark to see any tile. Switch on a light.",
}
NOTICES: dict[Foreign, str] = {
    "size": "The tiles are larger or smaller than in the profile: calibrate again.",
    "tiles": "These are not the tiles of the profile: calibrate again.",
    "table": "This is not the table of the profile: calibrate again.",
}


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
    vertices: Points | None = None  # (3, 2): where the corners are in the picture (x, y), clockwise as seen
    prints: NDArray[np.float32] | None = None  # (3, 128): how the print in each corner looks, if it was kept
    alone: NDArray[np.float32] | None = None  # as `corners`, before it was weighed with any others
    ink: NDArray[np.float32] | None = None  # (3, 3): how much of it is in each corner, and its colour

    @property
    def numbers(self) -> tuple[int, int, int]:
        """The likeliest number in each corner."""
        first, second, third = self.corners.argmax(axis=1).tolist()
        return first, second, third

    @property
    def confidence(self) -> float:
        """How sure it is that it is a tile with these numbers."""
        return self.presence * float(self.corners.max(axis=1).prod())

    def turned(self, order: Sequence[int]) -> SeenTile:
        """The same tile with its corners in this order."""
        at = list(order)
        return replace(
            self,
            corners=self.corners[at],
            vertices=None if self.vertices is None else self.vertices[at],
            prints=None if self.prints is None else self.prints[at],
            alone=None if self.alone is None else self.alone[at],
            ink=None if self.ink is None else self.ink[at],
        )

    def to_json(self) -> dict[str, object]:
        """As `trioscope read` prints it."""
        return {
            "corners": list(self.numbers),
            "vertices": None if self.vertices is None else _rounded(self.vertices),
            "at": None if self.at is None else list(self.at),
            "confidence": round(self.confidence, 6),
        }


@dataclass(frozen=True, slots=True, eq=False)
class TableObservation:
    """A Triominos table as one frame, or a burst of them, showed it."""

    tiles: tuple[SeenTile, ...] = ()
    face_down: int = 0
    in_the_way: frozenset[Obstacle] = field(default_factory=frozenset)
    problem: TableProblem | None = None  # why nothing could be seen at all
    backs: Points | None = None  # (M, 3, 2): corners of the tiles that lie face down, if they were kept
    covered: NDArray[np.bool_] | None = None  # (H, W): where a hand is, in a small picture of the table
    small: NDArray[np.uint8] | None = None  # the table in a small picture (BGR), to compare the next with
    foreign: Foreign | None = None  # why the profile is not of this table; it was not gone by then

    @property
    def is_foreign(self) -> bool:
        """Whether the profile that it was read with is of another table or other tiles."""
        return self.foreign is not None

    @property
    def notice(self) -> str | None:
        """What people should know about the profile."""
        return None if self.foreign is None else NOTICES[self.foreign]

    def placed(self) -> Iterator[tuple[Place, SeenTile]]:
        """The tiles that lie in places, in the order in which they were seen."""
        return ((tile.at, tile) for tile in self.tiles if tile.at is not None)

    @property
    def loose(self) -> tuple[SeenTile, ...]:
        """The tiles that lie in no place."""
        return tuple(tile for tile in self.tiles if tile.at is None)

    def scaled(self, times: float) -> TableObservation:
        """The same for a picture so many times as wide and as high; pixel centres are at whole numbers."""

        def there(points: Points) -> Points:
            return np.asarray((points + 0.5) * times - 0.5, np.float64)

        tiles = (
            tile if tile.vertices is None else replace(tile, vertices=there(tile.vertices))
            for tile in self.tiles
        )
        return replace(self, tiles=tuple(tiles), backs=None if self.backs is None else there(self.backs))

    def to_json(self) -> dict[str, object]:
        """As `trioscope read` prints it."""
        answer: dict[str, object] = {
            "game": "triominos",
            "tiles": [tile.to_json() for tile in self.tiles],
            "face_down": self.face_down,
            "in_the_way": sorted(self.in_the_way),
        }
        if self.problem is not None:
            answer["problem"] = SENTENCES[self.problem]
        return answer if self.notice is None else {**answer, "notice": self.notice}


def _rounded(points: Points) -> list[list[float]]:
    return [[round(float(x), 2), round(float(y), 2)] for x, y in points]
