"""The profile of a Triominos table: tile sizes, colours, the table top, perhaps the printing of the set."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.profile_file import (
    Form,
    pack_picture,
    parse_advice,
    parse_size,
    read_profile,
    unpack_picture,
    write_profile,
)
from vision.known_table import KnownTable
from vision.table_look import TOP_PX, Tone
from vision.tile_faces import CORNER_PX, read_crops
from vision.tile_prints import CornerPrints
from vision.tile_sizes import TileSizes
from vision.tiles import CORNERS, NUMBERS

Bytes = NDArray[np.uint8]
Corners = tuple[int, int, int]

LEAST_SIDE_PX, MOST_SIDE_PX = 4.0, 5_000.0
MOST_LEAN = 3.0
MOST_DOUBT = 10.0
MOST_TILES = 112  # two boxes


@dataclass(frozen=True, slots=True, eq=False)  # eq: arrays have no single truth value
class EnrolledTiles:
    """Pictures of the corners of a family's own tiles, as the corner network wants them, three for each tile.

    Pictures are kept, not what the network made of them: a better network sees them with its own eyes.
    """

    tiles: tuple[Corners, ...]
    crops: tuple[Bytes, ...]  # in the order of the tiles' corners

    @property
    def prints(self) -> CornerPrints:
        vectors = read_crops(self.crops).prints
        return CornerPrints(np.array(self.tiles).ravel(), vectors.reshape(len(self.crops), -1))


@dataclass(frozen=True, slots=True, eq=False)
class TableProfile:
    """One mount, one table, and perhaps one family's set of tiles."""

    sizes: TileSizes
    face: Tone | None  # colour of the tiles (BGR) where nothing is printed; `None`: only backs were seen
    back: Tone | None
    top: Bytes  # a small picture of the table top, as `vision.table_look` makes them
    has_empty: bool = False  # a picture of the empty table was given; else tiles were painted over
    tiles: EnrolledTiles | None = None
    advice: tuple[str, ...] = field(default=())  # what was said about light and sharpness

    @property
    def known(self) -> KnownTable:
        """What the reader needs of it."""
        prints = None if self.tiles is None else self.tiles.prints
        return KnownTable(self.sizes, self.face, self.back, self.top, self.has_empty, prints)


def save_table_profile(profile: TableProfile, path: Path) -> None:
    """Write a profile; an old one is replaced only when the new one is whole."""
    sizes = profile.sizes
    written: dict[str, object] = {
        "size": list(sizes.size),
        "side_px": sizes.side_px,
        "lean": list(sizes.lean),
        "doubt": sizes.doubt.tolist(),
        "face": None if profile.face is None else list(profile.face),
        "back": None if profile.back is None else list(profile.back),
        "top": pack_picture(profile.top),
        "has_empty": profile.has_empty,
        "advice": list(profile.advice),
    }
    if profile.tiles is not None:
        pictures = pack_picture(np.vstack(profile.tiles.crops))
        written["tiles"] = {"corners": [list(tile) for tile in profile.tiles.tiles], "pictures": pictures}
    write_profile("triominos", written, path)


def load_table_profile(path: Path) -> TableProfile:
    """Read a profile; one that is damaged, newer or of another game is refused with a sentence."""
    return read_profile("triominos", path, _parse)


def _parse(written: Form) -> TableProfile:
    """The profile in parsed JSON; any exception of a wrong shape or value means that it is damaged."""
    size = parse_size(written["size"])
    side = _number(written["side_px"], LEAST_SIDE_PX, MOST_SIDE_PX)
    right, below = _numbers(written["lean"], 2, -MOST_LEAN, MOST_LEAN)
    doubt = np.array([_numbers(row, 3, -MOST_DOUBT, MOST_DOUBT) for row in _listed(written["doubt"], 3)])
    if not np.allclose(doubt, doubt.T, atol=1e-6) or np.linalg.eigvalsh(doubt).min() < -1e-9:
        raise ValueError
    has_empty = written["has_empty"]
    if not isinstance(has_empty, bool):
        raise TypeError
    return TableProfile(
        sizes=TileSizes(size, side, (right, below), doubt),
        face=_parse_tone(written["face"]),
        back=_parse_tone(written["back"]),
        top=unpack_picture(written["top"], (max(1, round(TOP_PX * size[1] / size[0])), TOP_PX)),
        has_empty=has_empty,
        tiles=_parse_tiles(written.get("tiles")),
        advice=parse_advice(written["advice"]),
    )


def _parse_tone(written: object) -> Tone | None:
    if written is None:
        return None
    blue, green, red = _numbers(written, 3, 0, 255)
    return blue, green, red


def _parse_tiles(written: object) -> EnrolledTiles | None:
    if written is None:
        return None
    if not isinstance(written, dict):
        raise TypeError
    tiles = [_parse_corners(tile) for tile in written["corners"]]
    if not 0 < len(tiles) <= MOST_TILES:
        raise ValueError
    column = unpack_picture(written["pictures"], (len(tiles) * CORNERS * CORNER_PX, CORNER_PX))
    crops = tuple(np.ascontiguousarray(crop) for crop in np.split(column, len(tiles) * CORNERS))
    return EnrolledTiles(tuple(tiles), crops)


def _parse_corners(written: object) -> Corners:
    match written:
        case [int(a), int(b), int(c)] if all(0 <= number < NUMBERS for number in (a, b, c)):
            return a, b, c
    raise TypeError


def _numbers(written: object, count: int, least: float, most: float) -> list[float]:
    return [_number(one, least, most) for one in _listed(written, count)]


def _number(written: object, least: float, most: float) -> float:
    if not isinstance(written, int | float) or isinstance(written, bool) or not least <= written <= most:
        raise TypeError
    return float(written)


def _listed(written: object, count: int) -> list[object]:
    if not isinstance(written, list) or len(written) != count:
        raise TypeError
    return written
