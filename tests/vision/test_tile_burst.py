"""A burst of frames made one reading: what moves, what reaches in, and tiles that the first look passed over.

The networks are replaced by what a test says they see.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision import tile_burst
from vision.tile_burst import Glance, read_table_burst
from vision.tile_finder import FoundTiles
from vision.tiles import SeenTile, TableObservation
from vision.triominos import KnownTable

Bytes = NDArray[np.uint8]
Points = NDArray[np.float64]

SIZE = (1200, 1600)
SIDE_PX = 80.0


def tile_at(x: float, y: float, place: tuple[int, int] | None = (0, 0)) -> SeenTile:
    corners = np.array([[0.0, -46.2], [40.0, 23.1], [-40.0, 23.1]]) + np.array([x, y])
    return SeenTile(place, np.eye(3, 6, dtype=np.float32), 0.99, corners)


TABLE = TableObservation((tile_at(800, 600), tile_at(900, 600, (0, 2)), tile_at(1000, 600, (0, 4))))


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Callable[[TableObservation], None]:
    """Have every picture read as this."""

    def read_as(seen: TableObservation) -> None:
        def read(
            picture: Bytes,
            known: KnownTable | None,
            found: FoundTiles | None,
            side_px: float | None,
            settled: list[SeenTile],
        ) -> TableObservation:
            return seen

        monkeypatch.setattr(tile_burst, "read_table", read)

    return read_as


def frames_with_a_blob(*spots: tuple[int, int] | None) -> list[Bytes]:
    """Frames of an even table, in each something as large as a hand; `None`: nothing."""
    made = []
    for spot in spots:
        frame = np.full((*SIZE, 3), 120, np.uint8)
        if spot is not None:
            x, y = spot
            frame[max(0, y - 60) : y + 60, max(0, x - 60) : x + 60] = (60, 90, 220)
        made.append(frame)
    return made


def test_a_still_burst_is_read_as_it_is(reads: Callable[[TableObservation], None]) -> None:
    reads(TABLE)
    assert read_table_burst(frames_with_a_blob(None, None, None)).tiles == TABLE.tiles
    assert read_table_burst(frames_with_a_blob((900, 600), (900, 600))).tiles == TABLE.tiles


@pytest.mark.parametrize(("spot", "is_of_use"), [(None, True), ((120, 1100), False)], ids=["still", "moved"])
def test_a_glance_is_of_use_if_nothing_moved_since(
    monkeypatch: pytest.MonkeyPatch, spot: tuple[int, int] | None, is_of_use: bool
) -> None:
    used: list[FoundTiles | None] = []

    def read(
        picture: Bytes,
        known: KnownTable | None,
        found: FoundTiles | None,
        side_px: float | None,
        settled: list[SeenTile],
    ) -> TableObservation:
        used.append(found)
        return TABLE

    monkeypatch.setattr(tile_burst, "read_table", read)
    nothing = FoundTiles(np.zeros((0, 3, 2)), np.zeros(0), np.zeros(0), np.zeros((9, 12), bool))
    (earlier,) = frames_with_a_blob(spot)
    read_table_burst(frames_with_a_blob(None, None, None), glance=Glance(earlier, None, nothing))
    assert used == [nothing if is_of_use else None]


def test_what_moves_among_the_tiles_is_in_the_way(reads: Callable[[TableObservation], None]) -> None:
    reads(TABLE)
    seen = read_table_burst(frames_with_a_blob((860, 640), None, None))
    assert seen.in_the_way == {"hand"} and seen.tiles == TABLE.tiles


def test_what_moves_at_the_table_s_edge_is_not(reads: Callable[[TableObservation], None]) -> None:
    reads(TABLE)
    assert read_table_burst(frames_with_a_blob((120, 1100), (300, 1100), None)).in_the_way == frozenset()


def test_on_an_empty_table_whatever_moves_is_in_the_way(reads: Callable[[TableObservation], None]) -> None:
    reads(TableObservation())
    assert read_table_burst(frames_with_a_blob((120, 1100), None)).in_the_way == {"hand"}


def test_a_hand_that_rests_beside_the_game_is_not_in_its_way(
    reads: Callable[[TableObservation], None],
) -> None:
    covered = np.zeros((120, 160), bool)
    covered[100:, :30] = True
    reads(replace(TABLE, in_the_way=frozenset({"hand"}), covered=covered))
    assert read_table_burst(frames_with_a_blob(None)).in_the_way == frozenset()
    covered[55:65, 60:120] = True
    assert read_table_burst(frames_with_a_blob(None)).in_the_way == {"hand"}


def test_a_hand_that_hides_all_tiles_but_one_is_in_the_way(
    reads: Callable[[TableObservation], None],
) -> None:
    covered = np.zeros((120, 160), bool)
    covered[50:70, 92:110] = True
    reads(TableObservation(TABLE.tiles[:1], in_the_way=frozenset({"hand"}), covered=covered))
    assert read_table_burst(frames_with_a_blob(None)).in_the_way == frozenset()
    assert read_table_burst(frames_with_a_blob(None), before=TABLE).in_the_way == {"hand"}
