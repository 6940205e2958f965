"""From a picture of a table with at least one tile to the profile of a Triominos table.

    made = calibrate_tiles([empty_table, one_tile])

The empty table may be shown first, and tiles in several pictures: what is seen in them is put together. One
tile in the middle is enough; a few more around it tell how the camera leans.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from calibration.calibrate import CalibrationFault
from calibration.newcomers import find_newcomers
from calibration.table_advice import SENTENCES, TableAdvice, find_table_advice
from calibration.table_profile import TableProfile
from vision.known_table import OF_A_BACK
from vision.table_look import reduce_table, table_top, tone_of_tiles
from vision.tile_look import DOWN, NOTHING, UP, look_at, make_fine
from vision.tile_shapes import Points, encode_shapes, sides_px
from vision.tile_sizes import TileSizes, fit_sizes
from vision.tiles import CORNERS, NUMBERS, SeenTile, TableObservation
from vision.tiles import SENTENCES as PROBLEMS
from vision.triominos import read_table

Bytes = NDArray[np.uint8]

SURELY = 0.8  # how surely something must be a tile to be measured
LIKELY = 0.4  # the same for a triangle that was laid between two pictures
MOST_SQUEEZED = 0.15  # of an even triangle: a camera that leans by 25 degrees squeezes it by 0.05
MOST_DOUBT = 0.04  # of a side, where tiles lie: beyond it, not all of them are tiles
MOST_LEAN = 0.9  # of the depth, across the picture: a camera that leans by 25 degrees has 0.65 at the most
SAME_SIZE = 0.15  # logarithm: what differs by more is no tile of this set
NEARER = (0.95, 1.0, 1.05)  # times as large: as a tile is looked at


@dataclass(frozen=True, slots=True, eq=False)
class TableCalibration:
    """A profile, and what there is to be said about it."""

    profile: TableProfile
    face_up: int  # tiles that it was made from
    face_down: int
    sure: float  # how surely the surest of them is a tile
    advice: tuple[TableAdvice, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """The tiles in one picture."""

    picture: Bytes
    faces: Points  # (N, 3, 2)
    backs: Points
    presence: NDArray[np.float64]  # how surely each is a tile, faces first

    @classmethod
    def nothing(cls, picture: Bytes) -> _Seen:
        return cls(picture, _stacked([]), _stacked([]), np.zeros(0))

    @property
    def tiles(self) -> Points:
        return np.concatenate([self.faces, self.backs])

    @property
    def sure(self) -> float:
        return float(self.presence.max(initial=0.0))


class Eye(Protocol):
    """Whoever sees tiles in pictures (BGR)."""

    def read(self, picture: Bytes) -> TableObservation:
        """What lies on the table, corners as exact as can be."""

    def look(self, picture: Bytes, triangles: Points) -> TableObservation:
        """Which of these rough triangles (N, 3, 2) are tiles, corners as exact as can be."""


class TileEye:
    """The reader of this program."""

    def read(self, picture: Bytes) -> TableObservation:
        seen = read_table(picture)
        at = [index for index, tile in enumerate(seen.tiles) if tile.vertices is not None]
        exact = _exact(picture, _stacked([seen.tiles[index].vertices for index in at]))
        tiles = list(seen.tiles)
        for index, vertices in zip(at, exact, strict=True):
            tiles[index] = replace(tiles[index], vertices=vertices)
        backs = None if seen.backs is None else _exact(picture, seen.backs)
        return replace(seen, tiles=tuple(tiles), backs=backs)

    def look(self, picture: Bytes, triangles: Points) -> TableObservation:
        fine = make_fine(picture, float(np.median(sides_px(triangles))))
        looked = look_at(fine, look_at(fine, triangles).vertices)
        exact = _exact(picture, looked.vertices)
        is_up = looked.kinds[:, UP] >= looked.kinds[:, DOWN]
        _, shapes = encode_shapes(exact)
        is_even = np.hypot(*shapes[:, 3:].T) < MOST_SQUEEZED
        presence = is_even * (1.0 - looked.kinds[:, NOTHING].astype(np.float64))
        unread = np.full((CORNERS, NUMBERS), 1 / NUMBERS, np.float32)
        up = [SeenTile(None, unread, float(presence[at]), exact[at]) for at in np.flatnonzero(is_up)]
        backs = exact[~is_up & (presence > LIKELY)]
        return TableObservation(tuple(up), len(backs), backs=backs)


def calibrate_tiles(pictures: Sequence[Bytes], eye: Eye | None = None) -> TableCalibration:
    """The profile of the table in these pictures (BGR) of one camera, at least one of them with tiles.

    `CalibrationFault` if a profile cannot be made.
    """
    eye = eye or TileEye()
    if len({picture.shape for picture in pictures}) > 1:
        raise CalibrationFault(
            "The pictures are not all of one size: take them all with the same camera.", "sizes-differ"
        )
    looks = _look_all(pictures, eye)
    shown = [look for look in looks if len(look.tiles)]
    if not shown:
        raise CalibrationFault(
            "No tile was found: lay one in the middle of the picture, and take it again.", "no-tile"
        )
    height, width = pictures[0].shape[:2]
    tiles = np.concatenate([look.tiles for look in shown])
    presence = np.concatenate([look.presence for look in shown])
    sizes = fit_sizes(tiles.mean(axis=1), sides_px(tiles), (width, height), presence)
    doubt = float(np.median(sizes.doubts_at(tiles.mean(axis=1))))
    if doubt > MOST_DOUBT or float(np.hypot(*sizes.lean)) > MOST_LEAN:
        raise CalibrationFault(
            "What looks like tiles is not all of one size: "
            "lay one tile in the middle of an empty table, and take the picture again.",
            "tiles-unlike",
        )
    clearest = max(shown, key=lambda look: (len(look.tiles), look.sure))
    bare = [look for look in looks if not len(look.tiles)]
    empty = next((look for look in bare if not _shows_tiles(look.picture, eye, sizes)), None)
    top = table_top(clearest.picture, clearest.tiles) if empty is None else reduce_table(empty.picture)
    advice = tuple(find_table_advice(clearest.picture, top, clearest.tiles, sizes))
    profile = TableProfile(
        sizes=sizes,
        face=tone_of_tiles(clearest.picture, clearest.faces),
        back=tone_of_tiles(clearest.picture, clearest.backs),
        top=top,
        has_empty=empty is not None,
        advice=tuple(SENTENCES[one] for one in advice),
    )
    face_up, face_down = sum(len(look.faces) for look in shown), sum(len(look.backs) for look in shown)
    return TableCalibration(profile, face_up, face_down, max(look.sure for look in shown), advice)


def _look_all(pictures: Sequence[Bytes], eye: Eye) -> list[_Seen]:
    """The tiles in each picture; in several, those that were laid between them."""
    newcomers = find_newcomers(pictures)
    if newcomers is None:
        return [_look(picture, eye.read(picture)) for picture in pictures]
    looks = []
    for picture, came in zip(pictures, newcomers, strict=True):
        look = _Seen.nothing(picture)
        if came is not None and len(came.triangles):
            look = _look(picture, eye.look(picture, came.triangles), LIKELY)
        if came is not None and not len(look.tiles):
            look = _look(picture, eye.read(came.picture))
        looks.append(look)
    return looks


def _shows_tiles(picture: Bytes, eye: Eye, sizes: TileSizes) -> bool:
    """Whether tiles of this size lie on a table where none was laid: those that others show as well."""
    tiles = _look(picture, eye.read(picture)).tiles
    ratios = sides_px(tiles) / sizes.sides_at(tiles.mean(axis=1))
    return bool((np.abs(np.log(ratios)) < SAME_SIZE).any())


def _look(picture: Bytes, seen: TableObservation, least: float = SURELY) -> _Seen:
    """The tiles that are surely some; a picture that something is in the way of is refused."""
    if seen.problem is not None:
        raise CalibrationFault(PROBLEMS[seen.problem], f"table-{seen.problem}")
    if "hand" in seen.in_the_way:
        raise CalibrationFault(
            "A hand is over the table: take it away, and take the picture again.", "table-hand"
        )
    sure = [tile for tile in seen.tiles if tile.presence > least and tile.vertices is not None]
    faces = _stacked([tile.vertices for tile in sure])
    backs = _stacked([]) if seen.backs is None else seen.backs
    presence = np.array([*(tile.presence for tile in sure), *[OF_A_BACK] * len(backs)])
    return _Seen(picture, faces, backs, presence)


def _stacked(triangles: Sequence[Points | None]) -> Points:
    """(N, 3, 2), also of none."""
    return np.array(triangles, np.float64).reshape(-1, CORNERS, 2)


def _exact(picture: Bytes, tiles: Points) -> Points:
    """Tiles (N, 3, 2) as many looks see them: each corner on top, and from a little nearer and farther."""
    if not len(tiles):
        return tiles
    fine = make_fine(picture, float(np.median(sides_px(tiles))))
    middles = tiles.mean(axis=1, keepdims=True)
    looks = [
        np.roll(
            look_at(fine, np.roll(middles + times * (tiles - middles), -turn, axis=1)).vertices, turn, axis=1
        )
        for turn in range(CORNERS)
        for times in NEARER
    ]
    return np.asarray(np.mean(looks, axis=0), np.float64)
