"""Where everything lies in the virtual camera's picture: squares and lattice places, lens and tilt included.

Also which tables the kiosk plays on, since Triominos needs room: it has no board, and the group may grow any
way from the first tile.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.kiosk.backstage import Picture
from companion.rules.triominos.lattice import Place, neighbours
from companion.rules.verdict import Cell
from companion.session.forms import Kind
from hardware.virtual.table import VirtualTable
from hardware.virtual.triolet_scene import TrioletScene
from hardware.virtual.triominos_scene import TriominosScene
from hardware.virtual.world import stream

Bytes = NDArray[np.uint8]
Outline = tuple[tuple[float, float], ...]

MOST_PX = 1640  # of the picture that is shown: enough for a part of it on a large screen
AROUND = 0.9  # squares around the board that are shown with it
# Of 60 games that virtual players played, 57 ended within this room, the group pushed to its middle.
ROOM_ROWS, ROOM_COLUMNS = 5, 10  # from the middle
SIZE = (1640, 1232)  # one size only: a larger picture takes longer to draw
POOL = 40  # backs that are laid out, as far as there is room beside the game's


@dataclass(frozen=True, slots=True, eq=False)
class Mount:
    """The part of the frame that is shown, and the table's places in it."""

    left: int
    top: int
    right: int
    bottom: int
    scale: float  # of the shown picture to the frame
    places: Mapping[Cell, Outline]  # in pixels of the shown picture

    def picture(self, pixels: Bytes) -> Picture:
        """What is shown of a frame (BGR)."""
        part = pixels[self.top : self.bottom, self.left : self.right]
        if self.scale < 1:
            size = (round(part.shape[1] * self.scale), round(part.shape[0] * self.scale))
            part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
        rgb = cv2.cvtColor(np.ascontiguousarray(part), cv2.COLOR_BGR2RGB)
        return Picture((rgb.shape[1], rgb.shape[0]), rgb.tobytes())


def mount_of(table: VirtualTable) -> Mount:
    """How this table lies in its camera's picture."""
    scene, optics, (width, height) = table.scene, table.optics, table.optics.size
    places: dict[Cell, NDArray[np.float64]] = {}
    left, top, right, bottom = 0, 0, width, height
    if isinstance(scene, TrioletScene):
        squares = scene.squares_px(optics)
        corners = np.vstack(list(squares.values()))
        margin = AROUND * (corners.max(axis=0) - corners.min(axis=0)) / 15
        low, high = corners.min(axis=0) - margin, corners.max(axis=0) + margin
        left, top = (max(0, int(edge)) for edge in low)
        right, bottom = min(width, int(high[0]) + 1), min(height, int(high[1]) + 1)
        places.update(squares.items())
    else:
        assert isinstance(scene, TriominosScene)  # there is no third game
        places.update(scene.places_px(optics).items())
    scale = min(1.0, MOST_PX / max(right - left, bottom - top))
    # Pixel centres are at whole numbers, in the frame and in what is shown of it.
    shown = {
        cell: tuple(
            (float(x - left + 0.5) * scale - 0.5, float(y - top + 0.5) * scale - 0.5) for x, y in outline
        )
        for cell, outline in places.items()
    }
    return Mount(left, top, right, bottom, scale, shown)


def draw_table(kind: Kind, seed: int) -> VirtualTable:
    """The table that the kiosk plays this game on: nothing laid yet, all tiles of Triominos in the pool."""
    if kind == "triolet":
        return VirtualTable.draw("triolet", seed)
    table = VirtualTable.draw("triominos", seed, sizes=(SIZE,), room_for=dict.fromkeys(room(), (0, 0, 0)))
    scene = table.scene
    assert isinstance(scene, TriominosScene)  # it was asked for
    scene.loose.clear()  # a tile that lies about face up would be another tile's twin
    scene.scatter_about(table.optics, stream(seed, "pool"), POOL, 0)
    return table


def room() -> list[Place]:
    """The places that the camera sees, from the middle outwards, each beside one before it."""
    found, edge = [(0, 0)], deque([(0, 0)])
    known = {(0, 0)}
    while edge:
        for place in neighbours(edge.popleft()):
            if place not in known and abs(place[0]) <= ROOM_ROWS and abs(place[1]) <= ROOM_COLUMNS:
                known.add(place)
                found.append(place)
                edge.append(place)
    return found
