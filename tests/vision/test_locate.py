"""First guesses at where the board is: the whole picture, then closer, in a mirror, and part by part."""

from __future__ import annotations

import numpy as np

from hardware.virtual.camera import VirtualCamera
from hardware.virtual.table import VirtualTable
from vision.locate import guess_grids


def test_a_board_is_also_looked_for_in_parts_of_the_picture() -> None:
    # A guess may be wrong, as on a cloth with large flowers: then a part without them shows the board.
    table = VirtualTable.draw("triolet", 3, "medium", sizes=((1640, 1232),))
    picture = VirtualCamera(table).frame().pixels
    true = np.array(table.truth()["grid"])
    side = float(np.hypot(*(true[1] - true[0]))) / 15
    off = [float(np.hypot(*(grid.corners - true).T).max()) / side for grid in guess_grids(picture)]
    assert off[0] < 1.5
    assert len(off) > 4  # the whole, two closer ones, its mirror image, and parts
