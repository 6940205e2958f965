"""A camera in somebody's hand: every picture from somewhere else, the whole game always in it."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.virtual.camera import VirtualCamera
from hardware.virtual.hand_held import TILT_DEG, draw_hold
from hardware.virtual.table import GAMES, Game, VirtualTable
from hardware.virtual.world import stream

ROOM = {(0, 0): (1, 3, 4), (0, 1): (3, 1, 2)}


@pytest.mark.parametrize("game", GAMES)
def test_the_whole_game_is_in_every_picture_and_every_side_is_up_once(game: Game) -> None:
    table, rng = VirtualTable.draw(game, 5, "medium", room_for=ROOM), stream(5, "hand")
    holds = [draw_hold(table, rng) for _ in range(60)]
    for optics in holds:
        seen = optics.project(table.scene.points_mm(), table.scene.top_mm)
        assert (seen >= 0).all() and (seen <= np.array(optics.size) - 1).all()
        assert 0 <= optics.tilt_deg <= TILT_DEG
    rolls = np.array([optics.roll_deg for optics in holds])
    for low in (-180, -90, 0, 90):
        assert ((rolls >= low) & (rolls < low + 90)).any()
    assert max(optics.tilt_deg for optics in holds) > 15
    scales = [optics.focal_px / optics.distance_mm for optics in holds]
    assert max(scales) > 1.5 * min(scales)  # near and far


def test_a_camera_that_is_held_elsewhere_sees_the_same_table_from_there() -> None:
    table = VirtualTable.draw("triolet", 5)
    table.lay("B3", "8")
    camera, before = VirtualCamera(table), table.optics
    first, truth = camera.frame().pixels, table.truth()
    table.see_from(draw_hold(table, stream(6, "hand")))
    moved = table.truth()
    assert moved["tokens"] == truth["tokens"] and moved["grid"] != truth["grid"]
    assert camera.frame().pixels.shape[:2] == table.optics.size[::-1]
    table.see_from(before)
    again = camera.frame().pixels
    assert again.shape == first.shape
    assert np.abs(again.astype(int) - first).mean() < 6  # the same but for the noise
