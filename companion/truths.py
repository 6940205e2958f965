"""Pictures of Triolet whose truth is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.rules.forms import at, read_choice, read_list, read_object
from companion.rules.triolet.cells import check_cell
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
from vision.observation import FACES


@dataclass(frozen=True, slots=True)
class Truth:
    """What is on a board in a picture."""

    grid: tuple[Corner, Corner, Corner, Corner]  # of A1, A15, O15, O1 in pixels
    tokens: Mapping[str, str | None]  # by cell; None: nobody wrote down its face
    between: frozenset[frozenset[str]] = frozenset()  # pairs of cells that one token lies across
    hidden: frozenset[str] = frozenset()  # cells that something lies above: nobody can say what is there
    has_faces: bool = True

    @property
    def across(self) -> frozenset[str]:
        """Every cell below a token that lies across two."""
        return frozenset().union(*self.between)


@dataclass(frozen=True, slots=True)
class LabelledPicture:
    """A picture file, and the truth about it."""

    path: Path
    truth: Truth
    group: str  # its difficulty, or the folder it comes from
    previous: Path | None = None  # the picture before it in a game
    new: frozenset[str] | None = None  # the cells that were filled since


def find_labelled(folder: Path) -> list[LabelledPicture]:
    """The labelled pictures of a folder in name order; `TruthFault` if there are none, or one is damaged.

    Inside a folder of photographs that share one truth.json, only the folder's own are chosen.
    """
    return find_truths(folder, _read_beside, _read_list)


def _read_beside(picture: Path) -> LabelledPicture:
    """A picture of `trioscope render`."""
    path = picture.with_suffix(".json")
    with naming(path):
        written = read_object(load(path), "")
        if written.get("game") != "triolet":
            raise TruthFault(f"{shown(path)}: this is no picture of Triolet; evaluate one game at a time.")
        tokens: dict[str, str | None] = {}
        for index, token in enumerate(read_list(field(written, "tokens", ""), "tokens")):
            place = at("tokens", index)
            fields = read_object(token, place)
            cell = check_cell(field(fields, "cell", place), at(place, "cell"))
            tokens[cell] = read_choice(field(fields, "face", place), at(place, "face"), FACES)
        pairs = [
            frozenset(_cells(pair, at("between", index)))
            for index, pair in enumerate(read_list(written.get("between", []), "between"))
        ]
        if any(len(pair) != 2 for pair in pairs):
            raise TruthFault(f"{shown(path)}: between must hold pairs of two cells.")
        truth = Truth(
            grid=_read_grid(field(written, "grid", ""), path),
            tokens=tokens,
            between=frozenset(pairs),
            hidden=frozenset(_cells(written.get("hidden", []), "hidden")),
        )
        return LabelledPicture(picture, truth, difficulty_of(written, picture))


def _read_list(path: Path) -> list[LabelledPicture]:
    """Photographs: which squares hold something is known, not what is printed on it."""
    with naming(path):
        written = read_object(load(path), "")
        return [
            _read_photo(read_object(photo, at("photos", index)), path, at("photos", index))
            for index, photo in enumerate(read_list(field(written, "photos", ""), "photos"))
        ]


def _read_photo(written: Mapping[str, object], path: Path, place: str) -> LabelledPicture:
    picture = named_picture(written, "file", path, place)
    hidden = frozenset(_cells(written.get("covered", []), at(place, "covered")))
    occupied = _cells(field(written, "occupied", place), at(place, "occupied"))
    truth = Truth(
        grid=_read_grid(field(written, "grid", place), path),
        tokens=dict.fromkeys(occupied),
        hidden=hidden,
        has_faces=False,
    )
    if "previous" not in written:
        return LabelledPicture(picture, truth, picture.parent.name)
    return LabelledPicture(
        picture,
        truth,
        picture.parent.name,
        previous=named_picture(written, "previous", path, place),
        new=frozenset(_cells(field(written, "new", place), at(place, "new"))),
    )


def _read_grid(value: object, path: Path) -> tuple[Corner, Corner, Corner, Corner]:
    corners = [read_corner(corner) for corner in value] if isinstance(value, list) else []
    whole = [corner for corner in corners if corner is not None]
    if len(corners) != 4 or len(whole) != 4 or not _encloses_something(whole):
        raise TruthFault(f"{shown(path)}: grid must be four corners, each a pair of pixel coordinates.")
    return whole[0], whole[1], whole[2], whole[3]


def _encloses_something(corners: list[Corner]) -> bool:
    """Whether the corners run clockwise around an area."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    return (x2 - x0) * (y3 - y1) - (y2 - y0) * (x3 - x1) > 0


def _cells(value: object, place: str) -> list[str]:
    return [check_cell(cell, at(place, index)) for index, cell in enumerate(read_list(value, place))]
