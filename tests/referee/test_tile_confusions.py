"""What the measurement of the reader's confusions makes of pictures whose truth and reading are known."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.table_truths import LabelledTable, TableTruth, TrueTile
from tests.measure.tile_confusions import Confusions, match_tiles
from tests.referee.boards import tile_seen, vertices_px
from vision.tiles import TableObservation


def true_tile(place: tuple[int, int], corners: tuple[int, int, int]) -> TrueTile:
    first, second, third = (tuple(corner) for corner in vertices_px(place).tolist())
    return TrueTile(corners, (first, second, third), place)


TRUTH = LabelledTable(
    Path("00.jpg"),
    TableTruth((true_tile((0, 0), (1, 2, 3)), true_tile((0, 2), (4, 4, 5)), true_tile((3, 1), (0, 0, 1))), 7),
    "medium",
)


def test_tiles_are_matched_by_where_they_are_whatever_corner_comes_first() -> None:
    turned = tile_seen((0, 0), 3, 1, 2)
    assert turned.vertices is not None
    turned = replace(turned, vertices=np.roll(turned.vertices, 1, axis=0))
    ((true, seen),) = match_tiles(TRUTH, TableObservation((turned,)))
    assert true.corners == seen.numbers == (1, 2, 3)


def test_what_is_lost_invented_and_misread_is_counted() -> None:
    misread = tile_seen((0, 2), 4, {4: 0.3, 2: 0.7}, 5, presence=0.7)
    seen = TableObservation((tile_seen((0, 0), 1, 2, 3), misread, tile_seen((6, 6), 1, 1, 1)), face_down=7)
    confusions = Confusions()
    confusions.add(TRUTH, seen, match_tiles(TRUTH, seen))
    assert (confusions.tiles, confusions.lost, confusions.dim, confusions.invented) == (3, 1, 1, 1)
    assert confusions.backs_right == 1 and dict(confusions.doubts.taken_for) == {(4, 2): 1}
    assert confusions.lines()[0].startswith("1 pictures, 3 tiles: 2 found, 1 lost, 1 dim, 1 invented")
    assert confusions.doubts.noise().hard == pytest.approx(1 / 6, abs=1e-4)
