"""The pictures of a virtual Triominos mount: what a family would take to calibrate it, and then a game on it.

Drawn once and kept in a folder: `tile_mounts` can be run again while the reader changes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.positions import draw_position
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.difficulty import DIFFICULTIES
from hardware.virtual.fonts import FontBook
from hardware.virtual.optics import Optics, apply
from hardware.virtual.table import VirtualTable
from hardware.virtual.triominos_scene import TriominosScene
from hardware.virtual.world import draw_world, stream

Bytes = NDArray[np.uint8]
Points = NDArray[np.float64]
Corners = tuple[int, int, int]

ABOUT = 0.02  # of the picture's width: how exactly people hit its middle
ROUND = ((0.5, 0.5), (0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8))  # shares of the picture
# Every number several times, in two rows of five.
SET: tuple[Corners, ...] = (
    (0, 0, 1), (2, 2, 3), (4, 4, 5), (0, 1, 2), (3, 4, 5),
    (1, 3, 5), (0, 2, 4), (1, 1, 4), (2, 5, 5), (0, 3, 3),
)  # fmt: skip
ROWS = tuple((0.14 + 0.18 * column, down) for down in (0.35, 0.65) for column in range(5))


@dataclass(frozen=True, slots=True, eq=False)
class MountPictures:
    """What is kept of a mount."""

    folder: Path
    side_px: float  # in the middle of the picture, exactly
    tile: Points  # (3, 2): the only tile of `one`
    game: list[tuple[Corners, Points]]  # the tiles of `game` that lie face up

    def picture(self, name: str) -> Bytes:
        """`empty`, `one` tile in the middle, a `few` all around, the `set` in rows, the `game`, and the same
        `relit`."""
        picture = cv2.imread(str(self.folder / f"{name}.jpg"))
        assert picture is not None
        return np.asarray(picture, np.uint8)


def draw_mount(seed: int, folder: Path, fonts: FontBook) -> MountPictures:
    """The mount of this seed, from the folder if it was drawn before."""
    folder = folder / str(seed)
    truth = folder / "truth.json"
    if not truth.exists():
        folder.mkdir(parents=True, exist_ok=True)
        written = _draw(seed, folder, fonts)
        truth.write_text(json.dumps(written), encoding="utf-8")
    known = json.loads(truth.read_text(encoding="utf-8"))
    game = [(tuple(tile["corners"]), np.array(tile["vertices"])) for tile in known["game"]]
    return MountPictures(folder, known["side_px"], np.array(known["tile"]), game)


def _draw(seed: int, folder: Path, fonts: FontBook) -> dict[str, object]:
    layout = draw_position("triominos", seed)
    table = VirtualTable.draw("triominos", seed, "medium", "held-out", fonts, room_for=layout)  # type: ignore[arg-type]  # places and corners
    scene = table.scene
    assert isinstance(scene, TriominosScene)
    rng = stream(seed, "mount")
    loose, scene.loose = scene.loose, []
    places = list(layout)[: len(SET)]

    def keep(name: str) -> None:
        (folder / f"{name}.jpg").write_bytes(VirtualCamera(table).jpeg())

    def lay(shares: Sequence[tuple[float, float]]) -> None:
        for place in places:
            if place in scene.tiles:
                table.take(place)
        for place, corners, share in zip(places, SET, shares, strict=False):
            _lay_at(table, place, corners, share, rng)

    keep("empty")
    lay(ROUND[:1])
    keep("one")
    tile = _tiles(table)[-1]["vertices"]
    lay(ROUND)
    keep("few")
    lay(ROWS)
    keep("set")
    lay(())
    scene.loose = loose
    for place, corners in layout.items():
        table.lay(place, corners)
    keep("game")
    table.change_light(draw_world(rng, DIFFICULTIES["medium"], "held-out").light)
    keep("relit")
    return {"side_px": _middle_side(table.optics, scene), "tile": tile, "game": _tiles(table)}


def _lay_at(
    table: VirtualTable, place: object, corners: Corners, share: tuple[float, float], rng: np.random.Generator
) -> None:
    """Lay a tile so that its middle is about at this share of the picture, turned any way."""
    optics = table.optics
    table.lay(place, corners)  # type: ignore[arg-type]  # a place
    now = np.array(_tiles(table)[-1]["vertices"]).mean(axis=0)
    width, height = optics.size
    there = np.array([share[0] * width, share[1] * height]) + rng.normal(0, ABOUT * width, 2)
    (x, y), (to_x, to_y) = _on_table(optics, np.array([now, there]), table.scene.top_mm)
    table.shift(place, float(to_x - x), float(to_y - y), float(rng.uniform(0, 360)))  # type: ignore[arg-type]


def _tiles(table: VirtualTable) -> list[dict[str, object]]:
    tiles = table.truth()["tiles"]
    assert isinstance(tiles, list)
    return tiles


def _on_table(optics: Optics, picture_px: Points, height_mm: float) -> Points:
    inverse = np.asarray(np.linalg.inv(optics.homography(height_mm)), np.float64)
    return apply(inverse, optics.undistort(picture_px))


def _middle_side(optics: Optics, scene: TriominosScene) -> float:
    """The side of a tile in the middle of the picture, by how much a millimetre each way becomes there."""
    (middle,) = _on_table(optics, optics.middle[None], scene.top_mm)
    ends = optics.project(middle + np.array([[0.5, 0], [-0.5, 0], [0, 0.5], [0, -0.5]]), scene.top_mm)
    area = float(np.linalg.det(np.array([ends[0] - ends[1], ends[2] - ends[3]])))
    return float(scene.look.side_mm * np.sqrt(abs(area)))
