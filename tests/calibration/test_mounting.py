"""How high to mount the camera: the formula against itself, against the optics of the virtual camera."""

from __future__ import annotations

from math import radians, tan

import numpy as np
import pytest

from calibration.mounting import LEAST_PX_PER_MM, LENSES, ROOM, STEP_MM, Lens, mount_at_most, mount_over
from hardware.virtual.optics import Optics

BOARD_MM = 320.0
lenses = pytest.mark.parametrize("lens", LENSES, ids=lambda lens: lens.name)


@lenses
def test_the_whole_board_is_in_the_picture_and_one_step_lower_is_too_low(lens: Lens) -> None:
    mounting = mount_over(lens, BOARD_MM)
    assert min(mounting.seen_mm) >= ROOM * BOARD_MM
    assert min(lens.seen_mm(mounting.height_mm - STEP_MM)) < ROOM * BOARD_MM


@lenses
def test_the_board_s_corners_fall_inside_the_virtual_camera_s_picture(lens: Lens) -> None:
    """The same lens as the virtual table computes it: another formula, by another author."""
    mounting = mount_over(lens, BOARD_MM)
    focal_px = lens.size[1] / 2 / tan(radians(lens.view_deg[1]) / 2)
    optics = Optics(size=lens.size, focal_px=focal_px, distance_mm=float(mounting.height_mm))
    half = BOARD_MM / 2
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    px = optics.project(corners, 0.0)
    room_px = (np.array(lens.size) - 1 - np.ptp(px, axis=0)) / 2
    assert (px >= 0).all() and (px <= np.array(lens.size) - 1).all()
    assert room_px.min() < 0.1 * lens.size[1]  # and it fills the picture
    side_px = np.ptp(px, axis=0)[1]
    assert side_px / BOARD_MM == pytest.approx(mounting.px_per_mm, rel=0.01)


@lenses
def test_higher_than_at_most_pieces_are_too_small(lens: Lens) -> None:
    highest = mount_at_most(lens)
    assert highest.px_per_mm >= LEAST_PX_PER_MM
    assert lens.size[1] / lens.seen_mm(highest.height_mm + STEP_MM)[1] < LEAST_PX_PER_MM
    assert highest.height_mm > mount_over(lens, BOARD_MM).height_mm


def test_a_focal_length_is_an_angle() -> None:
    lens = Lens.of("as wide as it is far", (10.0, 10.0), 5.0, (100, 100))
    assert lens.view_deg == pytest.approx((90.0, 90.0))
    assert lens.height_mm((400.0, 400.0)) == pytest.approx(200.0)
    assert lens.seen_mm(200.0) == pytest.approx((400.0, 400.0))


def test_the_side_that_is_seen_least_of_decides() -> None:
    lens = Lens("wide", (90.0, 53.13010235415598), (1600, 800))  # down it sees as much as it is far
    assert lens.height_mm((100.0, 300.0)) == pytest.approx(300.0)
    assert lens.height_mm((1000.0, 300.0)) == pytest.approx(500.0)


def test_the_lens_position_is_one_over_the_metres() -> None:
    assert mount_over(LENSES[1], BOARD_MM).dioptres == pytest.approx(2.0, abs=0.1)


@pytest.mark.parametrize("board_mm", [270.0, 320.0, 370.0])
@lenses
def test_a_token_is_large_enough_to_be_read_on_every_board(lens: Lens, board_mm: float) -> None:
    # 15 squares and a rim: a square is never less than a seventeenth of the board. 28 px is what the virtual
    # table's hardest pictures have (hardware/virtual/difficulty.py).
    assert mount_over(lens, board_mm).px_per_mm * board_mm / 17 > 28
