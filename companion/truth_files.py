"""Files that say what is in pictures: beside each, as `trioscope render` writes them, or one list for all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import Literal, NoReturn, Protocol, TypeVar

from companion.pictures import ENDINGS
from companion.requests import read_json
from companion.rules.errors import Malformed
from companion.rules.forms import at, printable, read_choice, read_list, read_object
from companion.rules.sentences import say_fault

LIST = "truth.json"  # the truths of many pictures, in the folder that its file names start from

Game = Literal["triolet", "triominos"]
Corner = tuple[float, float]

GAMES: tuple[Game, ...] = ("triolet", "triominos")


class TruthFault(ValueError):
    """A truth that is missing or makes no sense; its text is one sentence for people."""


class Labelled(Protocol):
    """A picture file with its truth."""

    @property
    def path(self) -> Path: ...


L = TypeVar("L", bound=Labelled)


def find_truths(
    folder: Path, read_beside: Callable[[Path], L], read_listed: Callable[[Path], list[L]]
) -> list[L]:
    """The labelled pictures of a folder in name order; `TruthFault` if there are none, or one is damaged.

    `read_beside` gets a picture with a .json file beside it, `read_listed` the list. Inside a folder of
    photographs that share one list, only the folder's own are chosen.
    """
    listed, beside = _look_into(folder)
    if listed is None:
        return [read_beside(picture) for picture in beside]
    found = sorted(read_listed(listed), key=lambda item: item.path)
    if not found:
        raise TruthFault(f"{shown(listed)} names no pictures.")
    if listed.parent == folder:
        return found
    inside = [item for item in found if folder.resolve() in item.path.resolve().parents]
    return inside or _no_truth(folder)


def game_in(folder: Path) -> Game:
    """Which game the labelled pictures of a folder are of, by the first of them."""
    listed, beside = _look_into(folder)
    path = listed if listed is not None else beside[0].with_suffix(".json")
    with naming(path):
        written = read_object(load(path), "")
        if listed is None:
            return read_choice(field(written, "game", ""), "game", GAMES)
        photos = read_list(field(written, "photos", ""), "photos")
        # A list of photographs names no game; what is written about each says it.
        return "triominos" if photos and "tiles" in read_object(photos[0], at("photos", 0)) else "triolet"


def _look_into(folder: Path) -> tuple[Path | None, list[Path]]:
    """The list of a folder, or of the one above it, or else the pictures that have a .json file."""
    if not folder.is_dir():
        raise TruthFault(f"There is no folder {shown(folder)}: name one that holds labelled pictures.")
    if (folder / LIST).is_file():
        return folder / LIST, []
    beside = [
        path
        for path in sorted(folder.iterdir())
        if path.suffix.lower() in ENDINGS and path.with_suffix(".json").is_file()
    ]
    if beside:
        return None, beside
    above = folder.resolve().parent / LIST
    return (above, []) if above.is_file() else _no_truth(folder)


def _no_truth(folder: Path) -> NoReturn:
    raise TruthFault(f"There is no picture in {shown(folder)} with its truth in a .json file beside it.")


def read_corner(value: object) -> Corner | None:
    """A pair of pixel coordinates; `None` if it is none."""
    if not isinstance(value, list) or len(value) != 2:
        return None
    if not all(type(number) in (int, float) and isfinite(number) for number in value):
        return None
    return float(value[0]), float(value[1])


def difficulty_of(written: Mapping[str, object], picture: Path) -> str:
    """The difficulty that a picture was rendered with; the folder's name where none is written down."""
    difficulty = written.get("difficulty", picture.parent.name)
    return difficulty if isinstance(difficulty, str) else "?"


def named_picture(written: Mapping[str, object], key: str, path: Path, place: str) -> Path:
    """The picture that a list names: it must be there."""
    name = field(written, key, place)
    picture = path.parent / name if isinstance(name, str) else None
    if picture is None or not picture.is_file():
        raise TruthFault(f"{shown(path)}: {at(place, key)} names a picture that is not there.")
    return picture


def field(written: Mapping[str, object], key: str, place: str) -> object:
    """A value that must be there."""
    if key not in written:
        raise Malformed(at(place, key), "missing-key")
    return written[key]


def load(path: Path) -> object:
    """The JSON of a file."""
    try:
        return read_json(path.read_bytes())
    except OSError as fault:
        reason = (fault.strerror or str(fault)).lower()
        raise TruthFault(f"{shown(path)} cannot be read ({reason}): check who may read it.") from None


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Say in which file something is malformed."""
    try:
        yield
    except Malformed as fault:
        raise TruthFault(f"{shown(path)}: {say_fault(fault)}") from None


def shown(path: Path) -> str:
    return printable(str(path))
