"""Pictures of Triominos whose truth is known: rendered ones, and photographs of tiles that lie anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.rules.errors import Malformed
from companion.rules.forms import at, read_list, read_object, read_truth, read_whole_number
from companion.rules.triominos.tiles import Corners, parse_corners
from companion.truth_files import (
    Corner,
    TruthFault,
    difficulty_of,
    field,
    find_truths,
    load,
    named_picture,
    naming,
    read_corner,
    shown,
)
from vision.tiles import Place

Triangle = tuple[Corner, Corner, Corner]  # clockwise as seen


@dataclass(frozen=True, slots=True)
class TrueTile:
    """A tile that lies face up."""

    corners: Corners
    vertices: Triangle  # in pixels; vertices[i] is where corners[i] is printed
    at: Place | None = None  # None: it lies apart, or nobody wrote down where
    is_hidden: bool = False  # below a hand: nobody can say what it is


@dataclass(frozen=True, slots=True)
class TableTruth:
    """What is on a table in a picture."""

    tiles: tuple[TrueTile, ...]
    face_down: int | None = None  # None: nobody counted
    has_places: bool = True  # whether it was written down which tiles lie side by side
    has_hand: bool | None = None  # None: nobody looked
    backs: tuple[Triangle, ...] = ()  # where tiles lie face down, as far as it was written down


@dataclass(frozen=True, slots=True)
class LabelledTable:
    """A picture file, and the truth about it."""

    path: Path
    truth: TableTruth
    group: str  # its difficulty, or the folder it comes from


def find_labelled_tables(folder: Path) -> list[LabelledTable]:
    """The labelled pictures of a folder in name order; `TruthFault` if there are none, or one is damaged."""
    return find_truths(folder, _read_beside, _read_list)


def _read_beside(picture: Path) -> LabelledTable:
    """A picture of `trioscope render`."""
    path = picture.with_suffix(".json")
    with naming(path):
        written = read_object(load(path), "")
        if written.get("game") != "triominos":
            raise TruthFault(f"{shown(path)}: this is no picture of Triominos; evaluate one game at a time.")
        drawn = written.get("drawn")
        backs = read_list(drawn.get("backs", []), "drawn.backs") if isinstance(drawn, dict) else []
        truth = TableTruth(
            tiles=_read_tiles(written, path, "", has_places=True),
            face_down=read_whole_number(field(written, "face_down", ""), "face_down"),
            has_hand="hand" in read_list(written.get("in_the_way", []), "in_the_way"),
            backs=tuple(
                _read_triangle(back, path, at("drawn.backs", index)) for index, back in enumerate(backs)
            ),
        )
        return LabelledTable(picture, truth, difficulty_of(written, picture))


def _read_list(path: Path) -> list[LabelledTable]:
    """Photographs: tiles lie anywhere, and nobody wrote down which lie side by side."""
    with naming(path):
        written = read_object(load(path), "")
        return [
            _read_photo(read_object(photo, at("photos", index)), path, at("photos", index))
            for index, photo in enumerate(read_list(field(written, "photos", ""), "photos"))
        ]


def _read_photo(written: Mapping[str, object], path: Path, place: str) -> LabelledTable:
    picture = named_picture(written, "file", path, place)
    tiles = _read_tiles(written, path, place, has_places=False)
    return LabelledTable(picture, TableTruth(tiles, has_places=False), picture.parent.name)


def _read_tiles(
    written: Mapping[str, object], path: Path, place: str, has_places: bool
) -> tuple[TrueTile, ...]:
    listed = at(place, "tiles")
    tiles = []
    for index, value in enumerate(read_list(field(written, "tiles", place), listed)):
        here = at(listed, index)
        tile = read_object(value, here)
        tiles.append(
            TrueTile(
                corners=parse_corners(field(tile, "corners", here), at(here, "corners")),
                vertices=_read_triangle(field(tile, "vertices", here), path, at(here, "vertices")),
                at=_read_place(field(tile, "at", here), at(here, "at")) if has_places else None,
                is_hidden=read_truth(tile.get("hidden", False), at(here, "hidden")),
            )
        )
    return tuple(tiles)


def _read_triangle(value: object, path: Path, place: str) -> Triangle:
    corners = [read_corner(corner) for corner in value] if isinstance(value, list) else []
    whole = [corner for corner in corners if corner is not None]
    if len(corners) != 3 or len(whole) != 3 or not _is_clockwise(whole):
        raise TruthFault(
            f"{shown(path)}: {place} must be three corners clockwise, each a pair of pixel coordinates."
        )
    return whole[0], whole[1], whole[2]


def _is_clockwise(corners: list[Corner]) -> bool:
    """Whether the corners run clockwise, as seen, around an area."""
    (ax, ay), (bx, by), (cx, cy) = corners
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0


def _read_place(value: object, place: str) -> Place | None:
    if value is None:
        return None
    numbers = [
        read_whole_number(number, at(place, index)) for index, number in enumerate(read_list(value, place))
    ]
    if len(numbers) != 2:
        raise Malformed(place, "not-a-place", count=len(numbers))
    return numbers[0], numbers[1]
