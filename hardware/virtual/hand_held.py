"""A camera in somebody's hand: every picture is taken from somewhere else, any way round.

rng = stream(seed, "hand")
table.see_from(draw_hold(table, rng))       # the next frame is taken from another place
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hardware.virtual.difficulty import DIFFICULTIES, Level
from hardware.virtual.framing import draw_optics
from hardware.virtual.optics import Optics
from hardware.virtual.table import VirtualTable
from hardware.virtual.triolet_scene import TrioletScene
from hardware.virtual.triominos_scene import TriominosScene

TILT_DEG = 25.0  # at most: hardly anybody holds a telephone exactly above the table


def draw_hold(table: VirtualTable, rng: np.random.Generator, level: Level = "medium") -> Optics:
    """A camera at random that sees the whole game: rolled any way, tilted up to TILT_DEG, near or far.

    The lens is drawn anew as well: telephones have several, and choose among them by themselves.
    """
    difficulty = replace(DIFFICULTIES[level], tilt_deg=TILT_DEG)
    scene = table.scene
    if isinstance(scene, TrioletScene):
        side_px, side_mm = difficulty.square_px, scene.look.square_mm
    elif isinstance(scene, TriominosScene):
        side_px, side_mm = difficulty.side_px, scene.look.side_mm
    else:
        raise TypeError("only the two games' scenes can be seen")

    def scale(rng: np.random.Generator) -> float:
        return float(rng.uniform(*side_px)) / side_mm

    return draw_optics(rng, difficulty, scale, scene.points_mm(), scene.top_mm, any_roll=True)
