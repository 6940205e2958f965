"""Pictures whose truth is known: written beside each by `trioscope render`, or in one truth.json for all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from companion.pictures import ENDINGS
from companion.requests import read_json
from companion.rules.errors import Malformed
from companion.rules.forms import at, printable, read_choice, read_list, read_object
from companion.rules.sentences import say_fault
from companion.rules.triolet.cells import check_cell
from vision.observation import FACES

LIST = "truth.json"  # the truths of many pictures, in the folder that its file names start from

Corner = tuple[float, float]


class TruthFault(ValueError):
    """A truth that is missing or makes no sense; its text is one sentence for people."""


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
    if not folder.is_dir():
        raise TruthFault(f"There is no folder {_shown(folder)}: name one that holds labelled pictures.")
    if (folder / LIST).is_file():
        return _read_list(folder / LIST)
    beside = [
        _read_beside(path)
        for path in sorted(folder.iterdir())
        if path.suffix.lower() in ENDINGS and path.with_suffix(".json").is_file()
    ]
    if beside:
        return beside
    above = folder.resolve().parent / LIST
    if above.is_file():
        inside = [item for item in _read_list(above) if folder.resolve() in item.path.parents]
        if inside:
            return inside
    raise TruthFault(f"There is no picture in {_shown(folder)} with its truth in a .json file beside it.")


def _read_beside(picture: Path) -> LabelledPicture:
    """A picture of `trioscope render`."""
    path = picture.with_suffix(".json")
    with _naming(path):
        written = read_object(_load(path), "")
        if written.get("game") != "triolet":
            raise TruthFault(f"{_shown(path)}: only pictures of Triolet can be evaluated yet.")
        tokens: dict[str, str | None] = {}
        for index, token in enumerate(read_list(_field(written, "tokens", ""), "tokens")):
            place = at("tokens", index)
            fields = read_object(token, place)
            cell = check_cell(_field(fields, "cell", place), at(place, "cell"))
            tokens[cell] = read_choice(_field(fields, "face", place), at(place, "face"), FACES)
        pairs = [
            frozenset(_cells(pair, at("between", index)))
            for index, pair in enumerate(read_list(written.get("between", []), "between"))
        ]
        if any(len(pair) != 2 for pair in pairs):
            raise TruthFault(f"{_shown(path)}: between must hold pairs of two cells.")
        truth = Truth(
            grid=_read_grid(_field(written, "grid", ""), path),
            tokens=tokens,
            between=frozenset(pairs),
            hidden=frozenset(_cells(written.get("hidden", []), "hidden")),
        )
        difficulty = written.get("difficulty", picture.parent.name)
        return LabelledPicture(picture, truth, difficulty if isinstance(difficulty, str) else "?")


def _read_list(path: Path) -> list[LabelledPicture]:
    """Photographs: which squares hold something is known, not what is printed on it."""
    with _naming(path):
        written = read_object(_load(path), "")
        photos = [
            _read_photo(read_object(photo, at("photos", index)), path, at("photos", index))
            for index, photo in enumerate(read_list(_field(written, "photos", ""), "photos"))
        ]
    if not photos:
        raise TruthFault(f"{_shown(path)} names no pictures.")
    return sorted(photos, key=lambda photo: photo.path)


def _read_photo(written: Mapping[str, object], path: Path, place: str) -> LabelledPicture:
    picture = _file(written, "file", path, place)
    hidden = frozenset(_cells(written.get("covered", []), at(place, "covered")))
    occupied = _cells(_field(written, "occupied", place), at(place, "occupied"))
    truth = Truth(
        grid=_read_grid(_field(written, "grid", place), path),
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
        previous=_file(written, "previous", path, place),
        new=frozenset(_cells(_field(written, "new", place), at(place, "new"))),
    )


def _read_grid(value: object, path: Path) -> tuple[Corner, Corner, Corner, Corner]:
    corners = [_corner(corner) for corner in value] if isinstance(value, list) else []
    whole = [corner for corner in corners if corner is not None]
    if len(corners) != 4 or len(whole) != 4 or not _encloses_something(whole):
        raise TruthFault(f"{_shown(path)}: grid must be four corners, each a pair of pixel coordinates.")
    return whole[0], whole[1], whole[2], whole[3]


def _corner(value: object) -> Corner | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    if not all(type(number) in (int, float) and isfinite(number) for number in value):
        return None
    return float(value[0]), float(value[1])


def _encloses_something(corners: list[Corner]) -> bool:
    """Whether the corners run clockwise around an area."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    return (x2 - x0) * (y3 - y1) - (y2 - y0) * (x3 - x1) > 0


def _cells(value: object, place: str) -> list[str]:
    return [check_cell(cell, at(place, index)) for index, cell in enumerate(read_list(value, place))]


def _file(written: Mapping[str, object], key: str, path: Path, place: str) -> Path:
    """The picture that the list names: it must be there."""
    name = _field(written, key, place)
    picture = path.parent / name if isinstance(name, str) else None
    if picture is None or not picture.is_file():
        raise TruthFault(f"{_shown(path)}: {at(place, key)} names a picture that is not there.")
    return picture


def _field(written: Mapping[str, object], key: str, place: str) -> object:
    if key not in written:
        raise Malformed(at(place, key), "missing-key")
    return written[key]


def _load(path: Path) -> object:
    try:
        return read_json(path.read_bytes())
    except OSError as fault:
        reason = (fault.strerror or str(fault)).lower()
        raise TruthFault(f"{_shown(path)} cannot be read ({reason}): check who may read it.") from None


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Say in which file something is malformed."""
    try:
        yield
    except Malformed as fault:
        raise TruthFault(f"{_shown(path)}: {say_fault(fault)}") from None


def _shown(path: Path) -> str:
    return printable(str(path))
