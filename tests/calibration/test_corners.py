"""Calibrating from corners that somebody pointed at."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.advice import SENTENCES, advise, find_advice
from calibration.calibrate import FINE_SQUARE_PX, CalibrationFault, calibrate_board, calibrate_picture
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.fonts import SHIPPED_FONTS, FontBook
from hardware.virtual.table import VirtualTable
from hardware.virtual.triolet_scene import TrioletScene
from tests.measure.mounts import worst_error
from vision.grid import grid_from_corners, rectify

SLIPS = np.array([[0.7, 0.7], [-1, 0], [0, -1], [0.7, -0.7]])


class Mount:
    def __init__(self) -> None:
        fonts = FontBook((SHIPPED_FONTS,))
        self.table = VirtualTable.draw("triolet", 502, "medium", "held-out", fonts, sizes=((820, 616),))
        assert isinstance(self.table.scene, TrioletScene)
        self.scene = self.table.scene
        self.picture = VirtualCamera(self.table).frame().pixels
        crossings = np.array(self.scene.lattice_px(self.table.optics)).reshape(6, 6, 2)
        self.corners = np.array([crossings[0, 0], crossings[0, -1], crossings[-1, -1], crossings[-1, 0]])
        self.side_px = grid_from_corners(self.corners, (820, 616)).side_px

    def slipped(self, squares: float) -> NDArray[np.float64]:
        return np.asarray(self.corners + squares * self.side_px * SLIPS, np.float64)


@pytest.fixture(scope="module")
def mount() -> Mount:
    return Mount()


@pytest.mark.parametrize("slip", [0.0, 0.3, 0.6])
def test_corners_become_as_exact_as_a_board_that_was_searched_for(slip: float, mount: Mount) -> None:
    made = calibrate_picture(mount.picture, mount.slipped(slip))
    assert worst_error(made.profile.grid, mount.table, mount.scene) < 0.05
    assert made.specials.is_usual and made.held == ()


@pytest.mark.parametrize(
    "corners",
    [
        pytest.param([[300, 200], [380, 200], [380, 280], [300, 280]], id="too small"),
        pytest.param([[100, 500], [700, 500], [700, 100], [100, 100]], id="mirrored"),
        pytest.param([[0, 0], [0, 0], [0, 0], [0, 0]], id="one point"),
    ],
)
def test_corners_of_no_board_are_one_sentence(corners: list[list[float]], mount: Mount) -> None:
    with pytest.raises(CalibrationFault, match=r"^Between these corners .*\.$") as fault:
        calibrate_picture(mount.picture, np.array(corners, np.float64))
    assert fault.value.reason == "corners"


def test_a_blank_picture_has_no_board_between_any_corners(mount: Mount) -> None:
    with pytest.raises(CalibrationFault, match="Between these corners"):
        calibrate_picture(np.full((616, 820, 3), 130, np.uint8), mount.corners)


def test_advice_has_its_name_and_its_sentence(mount: Mount) -> None:
    profile, _ = calibrate_board(mount.picture)
    dark = (rectify(mount.picture, profile.grid, FINE_SQUARE_PX, 0) * 0.2).astype(np.uint8)
    found = find_advice(dark, profile.grid)
    assert found[0] == "too-dark"
    assert advise(dark, profile.grid) == [SENTENCES[name] for name in found]
