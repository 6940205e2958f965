"""What calibration knows of a Triominos table: how large its tiles are, what they and the table look like.

The reader looks at the right scale at once, drops what is not as large as a tile would be there, and says so
when table or tiles are not those of the profile.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.table_look import Tone, changes, compare_tables, compare_tones, tone_of_tiles
from vision.tile_prints import CornerPrints
from vision.tile_shapes import Points, sides_px
from vision.tile_sizes import TileSizes, fit_sizes
from vision.tiles import Foreign, TableObservation

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

MOST_UNLIKE = 0.2  # logarithm of the size: a lens that bends does less; a tile that differs by more is none
# Logarithms: of 1080 virtual tiles none changed its place by less than 0.047, also in another light; of free
# places, half change by less than 0.006, and by 0.037 in another light.
UNCHANGED = 0.03
SURELY = 3.0  # standard deviations
CLEARLY_A_TILE = 0.8  # how surely something must be a tile to judge the table by it
OF_A_BACK = 0.95  # how surely a back is one: that is not told
# Logarithm: two looks at one mount differ by less, whatever they say of themselves. A lone tile, which
# calibration sees, is measured by up to 6 % otherwise than one among others.
SAME_SIZE = 0.05
SAME_TINT = 0.25  # logarithms of the colours: what another light does, as measured on virtual tables
SAME_BRIGHTNESS = 0.45  # of tiles against their table
LEAST_PATTERN = 0.15  # how well the table top must agree


@dataclass(frozen=True, slots=True, eq=False)  # eq: arrays have no single truth value
class KnownTable:
    """A table that was calibrated."""

    sizes: TileSizes
    face: Tone | None = None  # colour of the tiles (BGR) where nothing is printed
    back: Tone | None = None
    top: Bytes | None = None  # a small picture of the table top, as `table_look` makes them
    is_empty: bool = False  # nothing lay there: what looks as it did then is no tile
    prints: CornerPrints | None = None  # this family's own printing, if it was enrolled

    def side_px(self, width: int) -> float:
        """A tile's side in the middle of a picture that is so wide."""
        return self.sizes.side_px * width / self.sizes.size[0]

    def may_be_tiles(self, picture: Bytes, vertices: Points) -> NDArray[np.bool_]:
        """(N,): which of these triangles (N, 3, 2) can be tiles: as large as one is there, and not as the
        empty table looks."""
        can_be = self.is_sized(vertices, (picture.shape[1], picture.shape[0]))
        if self.top is not None and self.is_empty and can_be.any():
            can_be[can_be] = changes(self.top, picture, vertices[can_be]) > UNCHANGED
        return can_be

    def is_sized(self, vertices: Points, size: tuple[int, int]) -> NDArray[np.bool_]:
        """(N,): which of these triangles (N, 3, 2) are as large as a tile is there, in a picture so large."""
        if not len(vertices):
            return np.zeros(0, bool)
        middles = vertices.mean(axis=1)
        apart = np.abs(np.log(sides_px(vertices).clip(1e-9) / self.sizes.sides_at(middles, size)))
        return np.asarray(apart < MOST_UNLIKE + SURELY * self.sizes.doubts_at(middles, size))

    def read_with(
        self, picture: Bytes, read: Callable[[KnownTable | None], TableObservation]
    ) -> TableObservation:
        """What `read` sees in the picture with this profile; without it, if table and tiles are not its own.

        Another table top alone is only said: what is known of the tiles still holds.
        """
        seen = read(self)
        if seen.in_the_way:
            return seen  # a hand looks like no table; who asks will look again
        foreign = self.find_foreign(picture, seen)
        has_tiles = bool(seen.tiles or seen.face_down)
        if has_tiles and foreign in (None, "table"):
            return replace(seen, foreign=foreign)
        plain = read(None)
        if not plain.tiles and not plain.face_down:
            return replace(seen, foreign=foreign)
        foreign = self.find_foreign(picture, plain) or foreign
        return replace(seen if foreign is None else plain, foreign=foreign)

    def weigh(self, numbers: Floats, prints: Floats) -> Floats:
        """(N, 3, 6): how likely each number is in each corner, if the family's own printing is known."""
        return numbers if self.prints is None else self.prints.weigh(numbers, prints)

    def find_foreign(self, picture: Bytes, seen: TableObservation) -> Foreign | None:
        """What is not as in the profile, by a picture and what was read in it; `None`: all is."""
        faces, backs, presence = _corners_of(seen)
        tiles = np.concatenate([faces, backs])
        if self._is_other_size(tiles, presence, (picture.shape[1], picture.shape[0])):
            return "size"
        table = None if self.top is None else compare_tables(self.top, picture, tiles)
        brighter = None if table is None else table.brighter
        if self._are_other_tiles(tone_of_tiles(picture, faces), tone_of_tiles(picture, backs), brighter):
            return "tiles"
        if table is None:
            return None
        is_other_pattern = table.pattern is not None and table.pattern < LEAST_PATTERN
        return "table" if is_other_pattern or table.tint > SAME_TINT else None

    def _is_other_size(self, tiles: Points, presence: NDArray[np.float64], size: tuple[int, int]) -> bool:
        if not len(tiles):
            return False
        now = fit_sizes(tiles.mean(axis=1), sides_px(tiles), size, presence)
        doubt = float(np.hypot(now.middle_doubt, self.sizes.middle_doubt))
        apart = abs(np.log(now.side_px / self.side_px(size[0])))
        return bool(apart > SAME_SIZE + SURELY * doubt)

    def _are_other_tiles(self, face: Tone | None, back: Tone | None, brighter: float | None) -> bool:
        """Whether tiles of these colours are not of this set."""
        if self.face is not None and self.back is not None:
            pairs = [(self.face, face), (self.back, back)]
            return any(_is_other_tone(then, now, brighter) for then, now in pairs if now is not None)
        # One kind was seen, and perhaps taken for the other: a face with hardly a pip looks like a back.
        then = self.face or self.back
        seen = [now for now in (face, back) if now is not None]
        return then is not None and bool(seen) and all(_is_other_tone(then, now, brighter) for now in seen)


def _is_other_tone(then: Tone, now: Tone, brighter: float | None) -> bool:
    """Whether it is another colour, and not another light that makes the table so much brighter."""
    lighter, tint = compare_tones(then, now)
    # Other light makes tiles brighter as it does the table; against the table they stay as they are.
    return tint > SAME_TINT or (brighter is not None and abs(lighter - brighter) > SAME_BRIGHTNESS)


def _corners_of(seen: TableObservation) -> tuple[Points, Points, NDArray[np.float64]]:
    """The corners of the tiles that lie face up and face down, (N, 3, 2) each, and how surely each is one."""
    clear = [t for t in seen.tiles if t.vertices is not None and t.presence > CLEARLY_A_TILE]
    faces = np.array([tile.vertices for tile in clear], np.float64).reshape(-1, 3, 2)
    backs = np.array([] if seen.backs is None else seen.backs, np.float64).reshape(-1, 3, 2)
    return faces, backs, np.array([*(tile.presence for tile in clear), *[OF_A_BACK] * len(backs)])
