"""How well pictures of Triominos are read: each reading against the truth that was written down.

`compare_table` is pure: a truth and what `trioscope read` would print go in, and what was right comes out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import dist
from pathlib import Path
from time import perf_counter

from companion.evaluate_running import run_spread
from companion.pictures import load_picture
from companion.rules.triominos.lattice import neighbours
from companion.rules.triominos.tiles import Corners
from companion.table_reader import TableReader, TableReaderMaker, make_triominos_reader, tiles_in_file_pixels
from companion.table_truths import LabelledTable, TableTruth, Triangle, TrueTile
from vision.tile_lattice import place_of, triangle_at, turn
from vision.tiles import CORNERS, Place, TableObservation

NEAR = 0.15  # tile sides: a tile is found where it is if no corner is farther off
SAME = 0.4  # tile sides: what is nearer is meant to be that tile, well or badly
TURNS = 6


@dataclass(frozen=True, slots=True)
class ReadTile:
    """A tile as it was read; `vertices[i]` belongs to `corners[i]`."""

    corners: Corners
    vertices: Triangle
    at: Place | None
    confidence: float


@dataclass(frozen=True, slots=True)
class TileCheck:
    """A tile that lies there, was read, or both."""

    tile: TrueTile | None
    read: ReadTile | None
    roll: int = 0  # corners[roll] of the tile is the first of the reading
    errors: tuple[float, ...] = ()  # how far each vertex is off, in tile sides
    is_back: bool = False  # a tile lies there, but face down

    @property
    def is_there(self) -> bool:
        return self.tile is not None

    @property
    def is_found(self) -> bool:
        """Whether it lies there and was seen there."""
        return self.tile is not None and self.read is not None and max(self.errors) <= NEAR

    @property
    def is_right(self) -> bool:
        """Whether it was seen where it is, and every number read."""
        return self.is_found and self.tile is not None and self.corners == self.tile.corners

    @property
    def is_false(self) -> bool:
        """Whether a tile was read where none lies face up."""
        return self.tile is None

    @property
    def corners(self) -> Corners | None:
        """What was read, in the order of the true corners."""
        if self.read is None:
            return None
        first, second, third = (self.read.corners[(index - self.roll) % CORNERS] for index in range(CORNERS))
        return first, second, third

    @property
    def claimed(self) -> float | None:
        """How sure the reading is, if there is one."""
        return None if self.read is None else self.read.confidence

    @property
    def truth_label(self) -> str:
        if self.tile is None:
            return "back" if self.is_back else "nothing"
        return "-".join(map(str, self.tile.corners))

    @property
    def read_label(self) -> str:
        return "nothing" if self.corners is None else "-".join(map(str, self.corners))


@dataclass(frozen=True, slots=True)
class TableComparison:
    """What was right in one picture."""

    checks: tuple[TileCheck, ...]  # every tile that is asked for, and those that were invented
    places: int = 0  # tiles found of which it is known where in the lattice they lie, or that they lie apart
    places_right: int = 0
    has_places: bool = True  # whether the truth says which tiles lie side by side
    is_face_down_right: bool | None = None  # None: nobody counted
    has_hand: bool | None = None  # None: nobody looked
    says_hand: bool = False

    @property
    def is_lattice_kept(self) -> bool | None:
        """Whether all tiles found have their places, up to one shift and turn; `None` if nobody knows.

        Where tiles lie and none is found, there is no lattice to be kept.
        """
        if not self.has_places:
            return None
        is_lost = not self.places and any(check.is_there for check in self.checks)
        return self.places_right == self.places and not is_lost

    @property
    def is_all_right(self) -> bool:
        """Every tile found and read, none invented, the lattice kept. The backs are counted apart."""
        return all(check.is_right for check in self.checks) and self.is_lattice_kept is not False


@dataclass(frozen=True, slots=True)
class TableOutcome:
    """A labelled picture, and how well it was read."""

    picture: LabelledTable
    comparison: TableComparison
    seconds: float


def read_tiles(seen: TableObservation) -> list[ReadTile]:
    """The tiles of an observation as `trioscope read` prints them."""
    tiles = []
    for tile in seen.tiles:
        if tile.vertices is not None:
            first, second, third = ((float(x), float(y)) for x, y in tile.vertices)
            tiles.append(ReadTile(tile.numbers, (first, second, third), tile.at, tile.confidence))
    return tiles


def compare_table(truth: TableTruth, seen: TableObservation) -> TableComparison:
    """What is right in a reading. Tiles below a hand are not asked for, nor what was read there."""
    read = read_tiles(seen)
    matched = _match(truth.tiles, read)
    checks = [
        matched.get(index, TileCheck(tile, None))
        for index, tile in enumerate(truth.tiles)
        if not tile.is_hidden
    ]
    known = [check.read for check in matched.values()]
    invented = [
        TileCheck(None, tile, is_back=any(_off(tile.vertices, back)[0] < SAME for back in truth.backs))
        for tile in read
        if tile not in known
    ]
    # Tiles of which none has a place lie about: which of them the reader calls the first does not matter.
    has_places = truth.has_places and (not truth.tiles or any(tile.at is not None for tile in truth.tiles))
    places, places_right = _check_places(checks) if has_places else (0, 0)
    return TableComparison(
        checks=(*checks, *invented),
        places=places,
        places_right=places_right,
        has_places=has_places,
        is_face_down_right=None if truth.face_down is None else seen.face_down == truth.face_down,
        has_hand=truth.has_hand,
        says_hand="hand" in seen.in_the_way,
    )


def evaluate_tables(
    pictures: Sequence[LabelledTable],
    profile: Path | None = None,
    jobs: int = 1,
    make_reader: TableReaderMaker = make_triominos_reader,
) -> list[TableOutcome]:
    """Read every picture and compare; with several processes if asked, in the same order."""
    tasks = [(picture, make_reader, profile) for picture in pictures]
    return run_spread(_evaluate, tasks, jobs, len(pictures))


def _evaluate(task: tuple[LabelledTable, TableReaderMaker, Path | None]) -> list[TableOutcome]:
    picture, make_reader, profile = task
    reader = _reader(make_reader, profile)
    loaded = load_picture(picture.path)
    start = perf_counter()
    seen = reader.read_table(loaded.pixels)
    seconds = perf_counter() - start
    return [TableOutcome(picture, compare_table(picture.truth, tiles_in_file_pixels(seen, loaded)), seconds)]


@cache
def _reader(make_reader: TableReaderMaker, profile: Path | None) -> TableReader:
    """One reader a process: loading its networks takes a while."""
    return make_reader(profile)


def _match(tiles: Sequence[TrueTile], read: Sequence[ReadTile]) -> dict[int, TileCheck]:
    """By the number of each tile, which reading is meant to be it: those that fit best first, each once."""
    pairs = []
    for index, tile in enumerate(tiles):
        for number, seen in enumerate(read):
            worst, roll, errors = _off(seen.vertices, tile.vertices)
            if worst < SAME:
                pairs.append((worst, index, number, TileCheck(tile, seen, roll, errors)))
    matched: dict[int, TileCheck] = {}
    taken: set[int] = set()
    for _, index, number, check in sorted(pairs, key=lambda pair: pair[:3]):
        if index not in matched and number not in taken:
            matched[index] = check
            taken.add(number)
    return matched


def _off(read: Triangle, true: Triangle) -> tuple[float, int, tuple[float, ...]]:
    """How far the worst corner is off in tile sides, which true corner is the first of the reading, and how
    far each true corner is off."""
    side = sum(dist(one, other) for one, other in pairwise((*true, true[0]))) / CORNERS
    ways = []
    for roll in range(CORNERS):
        errors = tuple(
            dist(corner, read[(index - roll) % CORNERS]) / side for index, corner in enumerate(true)
        )
        ways.append((max(errors), roll, errors))
    return min(ways)


def _check_places(checks: Sequence[TileCheck]) -> tuple[int, int]:
    """Of how many tiles found the place is known, and of how many it is right.

    The reader's lattice may be shifted and turned against the true one: what fits most tiles counts. A tile
    that hangs together with the others only through tiles that a hand hides may be in its place or in none.
    """
    found = [check for check in checks if check.is_found]
    main = _largest_group([check.tile.at for check in checks if check.tile is not None and check.tile.at])
    votes: Counter[tuple[int, Place]] = Counter()
    for check in found:
        votes.update(_motions(check))
    usual = [motion for motion, _ in votes.most_common(1)]
    along = sum(_row(check.read) for check in found if check.read is not None)
    right = 0
    for check in found:
        assert check.tile is not None and check.read is not None  # for mypy: it was found
        if check.read.at is None:
            right += check.tile.at not in main
        else:
            is_in_order = (_row(check.read) * along.conjugate()).real > abs(along) / 2  # within 60 degrees
            right += is_in_order and any(motion in usual for motion in _motions(check))
    return len(found), right


def _motions(check: TileCheck) -> Iterator[tuple[int, Place]]:
    """The turns and shifts that bring the tile from its true place to the one read."""
    if check.tile is None or check.read is None or check.tile.at is None or check.read.at is None:
        return
    for turns in range(TURNS):
        first, second, third = (turn(vertex, turns) for vertex in triangle_at(check.tile.at))
        (row, column), _ = place_of((first, second, third))
        yield turns, (check.read.at[0] - row, check.read.at[1] - column)


def _row(read: ReadTile) -> complex:
    """Which way the row runs in the picture, if the tile's corners are in the order of its place."""
    if read.at is None:
        return 0j
    second, third = (complex(*corner) for corner in read.vertices[1:])
    step = second - third if sum(read.at) % 2 == 0 else third - second
    return step / max(abs(step), 1e-9)


def _largest_group(places: Sequence[Place]) -> set[Place]:
    """The places of the largest group that hangs together side by side; none if two are as large."""
    left, groups = set(places), list[set[Place]]()
    while left:
        group, open_places = set[Place](), {left.pop()}
        while open_places:
            place = open_places.pop()
            group.add(place)
            beside = left.intersection(neighbours(place))
            left -= beside
            open_places |= beside
        groups.append(group)
    groups.sort(key=len, reverse=True)
    is_clear = groups and (len(groups) == 1 or len(groups[0]) > len(groups[1]))
    return groups[0] if is_clear else set()
