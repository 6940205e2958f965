"""Calibrating virtual mounts: the grid is exact, the lens included."""

from __future__ import annotations

import pytest

from calibration.calibrate import EXACT_ROUNDS, calibrate_board
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.fonts import SHIPPED_FONTS, FontBook
from hardware.virtual.table import VirtualTable
from hardware.virtual.triolet_scene import TrioletScene
from tests.measure.mounts import worst_error
from vision.squares import refine_from_all_sides
from vision.triolet import FoundBoard, find_board


@pytest.mark.parametrize("seed", [501, 502, 503])
def test_a_profile_knows_every_crossing_to_a_twentieth_of_a_square(seed: int) -> None:
    table = VirtualTable.draw("triolet", seed, "medium", "held-out", FontBook((SHIPPED_FONTS,)))
    assert isinstance(table.scene, TrioletScene)
    profile, _ = calibrate_board(VirtualCamera(table).frame().pixels)
    assert worst_error(profile.grid, table, table.scene) < 0.05


def test_looks_from_all_sides_bring_a_grid_back_that_was_pushed() -> None:
    table = VirtualTable.draw("triolet", 501, "easy", "held-out", FontBook((SHIPPED_FONTS,)))
    assert isinstance(table.scene, TrioletScene)
    picture = VirtualCamera(table).frame().pixels
    found = find_board(picture)
    assert isinstance(found, FoundBoard)
    pushed = found.grid.shifted(0, 0)
    pushed.plane[:2, 2] += 0.1 * found.grid.side_px
    assert worst_error(pushed, table, table.scene) > 0.1
    for _ in range(EXACT_ROUNDS):
        pushed = refine_from_all_sides(picture, pushed)
    assert worst_error(pushed, table, table.scene) < 0.05
