"""A stand-in for the reader of Triominos tables: it is told what lies there, and reads no pixel.

Where the tiles are in the picture comes from a virtual table, so that everything after the reader has real
triangles, bent chains and rolled cameras to deal with, and nothing has to be drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from hardware.interfaces import Frame
from hardware.virtual.difficulty import Level
from hardware.virtual.fonts import SHIPPED_FONTS, FontBook
from hardware.virtual.table import VirtualTable
from hardware.virtual.triominos_scene import TriominosScene
from vision.observation import Obstacle
from vision.tile_lattice import find_lattice
from vision.tiles import CORNERS, NUMBERS, SeenTile, TableObservation
from vision.triominos import KnownTable

Bytes = NDArray[np.uint8]
Place = tuple[int, int]
Corners = tuple[int, int, int]

SURE = 0.9999
FRAME_SIZE, SPOT_PX = (48, 64), 8  # rows and columns


class SeenThrough:
    """Reads a virtual table as a perfect camera would; what a test takes from it is not seen."""

    def __init__(self, table: VirtualTable, seed: int = 0) -> None:
        self.table = table
        self.overlooked: set[Corners] = set()
        self.misread: dict[Corners, Mapping[int, float]] = {}  # by tile: what its first corner reads as
        self.in_the_way: frozenset[Obstacle] = frozenset()
        self._rng = np.random.default_rng(seed)

    def __call__(
        self, frames: Sequence[Bytes], known: KnownTable | None, before: TableObservation | None
    ) -> TableObservation:
        truth = self.table.truth()
        tiles, face_down = truth["tiles"], truth["face_down"]
        assert isinstance(tiles, list) and isinstance(face_down, int)
        seen = [tile for tile in tiles if tuple(tile["corners"]) not in self.overlooked]
        if not seen:
            return TableObservation(face_down=face_down, in_the_way=self.in_the_way)
        vertices = np.array([tile["vertices"] for tile in seen], np.float64)
        vertices += self._rng.normal(0, 0.5, vertices.shape)
        lattice = find_lattice(vertices)
        read = [self._numbers(tuple(tile["corners"])) for tile in seen]
        return TableObservation(
            tuple(
                SeenTile(at, read[tile][order], SURE, vertices[tile][order])
                for tile, (at, order) in enumerate(zip(lattice.places, lattice.order, strict=True))
            ),
            face_down,
            self.in_the_way,
        )

    def _numbers(self, corners: Corners) -> NDArray[np.float32]:
        shares = np.full((CORNERS, NUMBERS), (1 - SURE) / (NUMBERS - 1), np.float32)
        shares[range(CORNERS), corners] = SURE
        if corners in self.misread:
            shares[0] = 0.0
            shares[0, corners[0]] = 1 - sum(self.misread[corners].values())
            for number, chance in self.misread[corners].items():
                shares[0, number] = chance
        return shares


class BlindCamera:
    """A camera of a table that is not drawn: its frames show nothing but whether something has changed."""

    size = FRAME_SIZE[::-1]

    def __init__(self, table: VirtualTable) -> None:
        self._table = table

    def frame(self) -> Frame:
        pixels = np.full((*FRAME_SIZE, 3), 100, np.uint8)
        row, column = divmod(self._table.version, FRAME_SIZE[1] // SPOT_PX)
        top, left = row % (FRAME_SIZE[0] // SPOT_PX) * SPOT_PX, column * SPOT_PX
        pixels[top : top + SPOT_PX, left : left + SPOT_PX] = 250
        return Frame(pixels, 0.0)

    def burst(self, count: int) -> list[Frame]:
        return [self.frame() for _ in range(count)]

    def close(self) -> None:
        """It opened nothing."""


def draw_table(
    seed: int, room: Mapping[Place, Corners], level: Level = "medium", loose: bool = True
) -> VirtualTable:
    """A Triominos table with room for these tiles; without `loose` nothing lies about."""
    table = VirtualTable.draw("triominos", seed, level, "all", FontBook((SHIPPED_FONTS,)), room_for=room)
    assert isinstance(table.scene, TriominosScene)
    if not loose:
        table.scene.loose.clear()
    return table
