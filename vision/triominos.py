"""Read a Triominos table: a picture in, an observation out.

    observation = read_table(picture)

Find what may be tiles (`tile_finder`), look at each closely (`tile_look`), read the corners of those that lie
face up (`tile_faces`), and say who lies beside whom (`tile_lattice`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.known_table import KnownTable as KnownTable  # for whoever reads tables
from vision.observation import Obstacle
from vision.obstacles import DARK
from vision.tile_again import has_near
from vision.tile_agreement import weigh_neighbours
from vision.tile_backs import are_alike
from vision.tile_box import Tile, read_together
from vision.tile_colours import weigh_colours
from vision.tile_faces import ReadTiles, read_tiles
from vision.tile_finder import FoundTiles, find_tiles, tell_apart
from vision.tile_lattice import find_lattice, keep_places
from vision.tile_look import DOWN, NOTHING, SURELY_NOTHING, UP, Fine, look_at, make_fine
from vision.tile_neighbours import free_neighbours, lie_beside
from vision.tile_outline import that_are_tiles
from vision.tile_prints import weigh_corners_alike
from vision.tile_scale import find_of_any_size
from vision.tile_shapes import Points, areas, sides_px
from vision.tiles import CORNERS, SeenTile, TableObservation, TableProblem

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

LIKELY = 0.5  # what is a tile rather than not
# What is told of as a tile. On 120 pictures in typefaces neither trained on nor in the evaluation 11 of 16
# that were invented are less likely than 0.8, and 3 of 3,045 true ones.
LIKELY_FACE = 0.75
# What is surely a tile, no face for want of numbers, and may well be a back is one, whichever looks likelier:
# some backs are printed, and much that lies on a cloth is neither.
SURELY_TILE, LIKELY_BACK = 0.9, 0.3
# And what lies by itself where others lie side by side: of 728 such faces in looks never trained on 2 are
# less likely than this, and of 25 backs and other things that were taken for one, 21.
LIKELY_LOOSE = 0.97
# The same for what is so many times larger or smaller than the sure tiles: a camera that leans by 25 degrees
# sees near ones by less larger than far ones.
UNLIKE = 1.4
# How surely the numbers of a tile by itself must be read to show that there are any tiles here. Of 200 tables
# with four tiles at most (seed 5501) all have one as clear, and what is none never was.
LEGIBLE = 0.6
# A 0 that is printed has about as much ink as another number. Of what looks no more like a face than so and
# has so little ink in two corners, on medium and hard tables (seeds 5502, 5503), eleven were none, one was.
ZERO_INK, LEAST_INK, HARDLY_FACE = 0.5, 0.3, 0.97
A_GAME = 6  # tiles: a heap that hangs together is a game, however hard it is to read
WORTH_READING = 0.05  # tiles less likely than this to lie face up are not read
WORTH_TURNING = 0.0005  # nor backs that are less likely than this to be faces
LEAST_ODDS, MOST_ODDS = 1 / 100, 4.0  # what printed numbers, or none, may change about that
SAYS_NONE, SAYS_NUMBER = 1 / 4, 30.0  # and what each corner may
# What the clearest number from 1 to 5 may: of 504 virtual backs none had one by more than 0.6.
MOST_MARKED = 200.0
LITTLE_INK = 0.5  # of that of other numbers: no ink at all, but for shadows and grain
LAID_ODDS = 100.0  # times as likely a tile without pips is a face, side by side with another
PRINTED, BLANK = 0.9, 0.9  # how surely there is a number in a corner, or none where pips would be
CLEARLY_MARKED = 0.95  # how surely there is a number from 1 to 5
MARKED_ODDS = 100.0  # times as likely what shows one is a face, where empty corners are zeros
MARKED = 0.35  # what is less likely to show a number from 1 to 5 may well be a corner without pips
ENOUGH_SURE, MISJUDGED = 3, 1.1  # sure tiles that say how large tiles are, and times that a glance was off
A_LITTLE = 0.005
FARTHEST = 5  # tiles from one that was found to one that was overlooked
MOST_BEYOND = 0.08  # tile sides that a corner may seem to be outside of the picture
EVERY = 4  # pixels, where it is seen how dark a picture is
REACHED_OVER = 0.004  # of the picture: a hand that is seen to cover more is in the way


def read_table(
    picture: Bytes,
    known: KnownTable | None = None,
    before: TableObservation | None = None,
    found: FoundTiles | None = None,
    side_px: float | None = None,
    settled: Sequence[SeenTile] = (),
    box: Collection[Tile] | None = None,
) -> TableObservation:
    """What lies on the table in this picture (BGR). Tiles that lie as in `before` keep their places.

    Where `known` is of other tiles, the picture is read without it, and the observation says so. `found` is
    what a glance at the same table, with the same `known`, has already found. `side_px` is how long a tile's
    side was when the camera last looked: four tiles that touch look like one of twice that size. `settled`
    are tiles that are known to lie there, with their numbers: they are not looked at again. With a `box` the
    tiles are read together as a game that was played with it; whoever judges a move by what it holds, or by
    how corners match, must do without.
    """
    own = found or _find(picture, known, side_px)
    if known is None:
        return _read(picture, None, before, own, settled, box, is_strange=side_px is None)
    return known.read_with(
        picture,
        lambda known: _read(
            picture, known, before, _find(picture, None, side_px) if known is None else own, settled, box
        ),
    )


def glance_at_table(
    picture: Bytes, known: KnownTable | None = None, side_px: float | None = None
) -> FoundTiles:
    """What may be tiles in this picture, without what a close look says is surely none."""
    found = _find(picture, known, side_px)
    if not len(found.vertices):
        return found
    looked = look_at(make_fine(picture, found.side_px), found.vertices)
    return found.chosen(looked.kinds[:, NOTHING] < SURELY_NOTHING)


def _find(picture: Bytes, known: KnownTable | None, side_px: float | None) -> FoundTiles:
    if side_px is not None:
        found = find_tiles(picture, side_px)
        if len(found.vertices):  # else the camera may have been moved
            return found
    if known is not None:
        return find_tiles(picture, known.side_px(picture.shape[1]))
    return find_of_any_size(picture)


def _read(
    picture: Bytes,
    known: KnownTable | None,
    before: TableObservation | None,
    found: FoundTiles,
    settled: Sequence[SeenTile],
    box: Collection[Tile] | None,
    is_strange: bool = False,
) -> TableObservation:
    """`is_strange`: nothing at all is known of this table."""
    ways = _in_the_way(picture, found)
    if not len(found.vertices) and not settled:
        problem: TableProblem | None = "dark" if "dark" in ways else None
        return TableObservation(in_the_way=ways, problem=problem, covered=found.covered)
    there = np.array([tile.vertices for tile in settled], np.float64).reshape(-1, CORNERS, 2)
    vertices, kinds = _look_closely(picture, found, known, there)
    least = np.where(kinds[:, DOWN] > LIKELY, WORTH_TURNING, WORTH_READING)
    reads = np.flatnonzero(kinds[:, UP] > least)
    read = read_tiles(picture, vertices[reads])
    kinds[reads] = _weigh_print(kinds[reads], read)
    kinds[reads] = _weigh_place(kinds[reads], read, vertices[reads], there)
    presence = kinds[reads, UP].astype(np.float64)
    is_tile = presence > LIKELY_FACE
    legible = read.numbers.max(axis=2).prod(axis=1)
    beside = np.zeros(len(reads), bool)
    beside[is_tile] = lie_beside(vertices[reads[is_tile]], np.concatenate([there, vertices[reads[is_tile]]]))
    if is_strange and not (_can_be_read(read) & is_tile & (beside | (legible > LEGIBLE))).any():
        is_tile[:] = False  # a leaf or a check of a cloth may be taken for a tile, but hardly with numbers
    has_group = bool((beside & is_tile).any()) or len(there) > 1
    is_loose = is_tile & _is_strayed(sides_px(vertices[reads]), presence, is_tile, beside, has_group)
    is_loose |= is_tile & (presence < HARDLY_FACE) & _is_unprinted(read, is_tile)
    is_tile &= ~is_loose
    numbers, prints = read.numbers[is_tile], read.prints[is_tile]
    weighed = numbers if known is None else known.weigh(numbers, prints)
    if box is None:
        weighed = _weigh_together(weighed, prints, settled)
    columns = presence[is_tile].tolist(), vertices[reads[is_tile]], prints, numbers, read.ink[is_tile]
    new = [SeenTile(None, *one) for one in zip(weighed, *columns, strict=True)]
    tiles = _placed([*settled, *new], before)
    if box is not None and tiles:
        tiles = _read_together(tiles, box)
    elif before is None:  # else someone judges the new tile by its neighbours: not done yet, then
        tiles = _matched(tiles)
    if is_strange and sum(tile.at is not None for tile in tiles) < A_GAME:
        kept = that_are_tiles(picture, tiles)
        tiles = tiles if len(kept) == len(tiles) else _placed(kept, before)
        is_tile &= bool(tiles)
    others = np.delete(np.arange(len(kinds)), reads[is_tile])
    may_be = kinds[:, DOWN] > LIKELY_BACK
    may_be[reads[is_loose]] |= kinds[reads[is_loose], DOWN] > kinds[reads[is_loose], NOTHING]
    backs = others[(kinds[others, NOTHING] < 1 - SURELY_TILE) & may_be[others]]
    faces = np.concatenate([there, vertices[reads[is_tile]]])
    backs = backs[are_alike(Fine(picture, 1.0), vertices[backs], kinds[backs, DOWN], faces)]
    return TableObservation(tiles, len(backs), ways, backs=vertices[backs], covered=found.covered)


def _look_closely(
    picture: Bytes, found: FoundTiles, known: KnownTable | None, settled: Points
) -> tuple[Points, Floats]:
    """The exact corners of the tiles, without those that are none, and what kind each is; without those that
    are settled (M, 3, 2), too."""
    side = found.side_px or float(np.median(sides_px(settled)))
    fine = make_fine(picture, side)

    def look(vertices: Points) -> tuple[Points, Floats]:
        looked = look_at(fine, vertices)
        room, size = MOST_BEYOND * side, np.array(picture.shape[1::-1])
        inside = (looked.vertices > -0.5 - room) & (looked.vertices < size - 0.5 + room)
        is_sound = inside.all(axis=(1, 2)) & (areas(looked.vertices) > 0)  # corners clockwise as seen
        if known is not None:
            is_sound &= known.may_be_tiles(picture, looked.vertices)
        is_sound &= looked.kinds[:, NOTHING] < 1 - WORTH_READING
        return looked.vertices[is_sound], looked.kinds[is_sound]

    def choose(vertices: Points, kinds: Floats) -> tuple[Points, Floats]:
        """Those that can all be tiles, given that what is settled is one."""
        scores = np.concatenate([np.ones(len(settled)), 1.0 - kinds[:, NOTHING].astype(np.float64)])
        kept = tell_apart(np.concatenate([settled, vertices]), scores) - len(settled)
        return vertices[kept[kept >= 0]], kinds[kept[kept >= 0]]

    seen = np.concatenate([found.vertices, found.around])
    vertices, kinds = look(seen[~has_near(seen, settled)])
    sure = vertices[kinds[:, NOTHING] < 1 - SURELY_TILE]
    told = float(np.median(sides_px(sure))) if len(sure) >= ENOUGH_SURE else side
    if max(told / side, side / told) > MISJUDGED:  # by a glance: small triangles of a cloth, or print
        again = find_tiles(picture, told)
        missed = np.concatenate([again.vertices, again.around])
        others, their_kinds = look(missed[~has_near(missed, np.concatenate([settled, sure]))])
        vertices, kinds = np.concatenate([vertices, others]), np.concatenate([kinds, their_kinds])
    # A tile that was overlooked is mostly the neighbour of one that was not, and has such neighbours itself.
    new, their_kinds = choose(vertices, kinds)
    # What is hardly a tile takes no place from one.
    looked_at = np.concatenate([settled, new[their_kinds[:, NOTHING] < LIKELY]])
    for _ in range(FARTHEST):
        beside = free_neighbours(new[their_kinds[:, UP] > LIKELY], looked_at)
        if not len(beside):
            break
        new, their_kinds = look(beside)
        looked_at = np.concatenate([looked_at, beside])
        vertices, kinds = np.concatenate([vertices, new]), np.concatenate([kinds, their_kinds])
    sure = np.tile(np.eye(3, dtype=np.float32)[UP], (len(settled), 1))
    everywhere = fine.here(np.concatenate([settled, vertices]))
    weighed = weigh_colours(fine.picture, everywhere, np.concatenate([sure, kinds]))
    return choose(vertices, weighed[len(settled) :])


def _weigh_together(numbers: Floats, prints: Floats, settled: Sequence[SeenTile]) -> Floats:
    """(N, 3, 6): the numbers of tiles, given that they and those that are settled share one printing."""
    told = [(tile.corners, tile.prints) for tile in settled if tile.prints is not None]
    if not told or not len(numbers):
        return weigh_corners_alike(numbers, prints)
    told_numbers, told_prints = (np.array(column, np.float32) for column in zip(*told, strict=True))
    both = np.concatenate([told_numbers, numbers]), np.concatenate([told_prints, prints])
    return weigh_corners_alike(*both)[len(told) :]


def _weigh_print(kinds: Floats, read: ReadTiles) -> Floats:
    """(N, 3): how likely each is of which kind, now that it is known whether numbers are printed on it."""
    # Glare hides a number, and with pips a corner may well be empty: a number says more than none does.
    each = ((1 - read.nothing) / (read.nothing + A_LITTLE)).clip(SAYS_NONE, SAYS_NUMBER)
    odds = each.prod(axis=1).clip(LEAST_ODDS, MOST_ODDS)
    # A back may look like a face whose corners are all empty, but hardly ever like one with pips or a digit.
    clear = ((1 - read.nothing) * (1 - read.numbers[..., 0])).max(axis=1)
    marked = ((clear + A_LITTLE) / (1 - clear + A_LITTLE)).clip(1.0, MOST_MARKED)
    likely = kinds.astype(np.float64)
    likely[:, UP] *= odds
    likely[:, DOWN] /= marked
    return np.asarray(likely / likely.sum(axis=1, keepdims=True), np.float32)


def _weigh_place(kinds: Floats, read: ReadTiles, vertices: Points, settled: Points) -> Floats:
    """(N, 3): the same, now that it is known whether a 0 is a corner without pips in this set. Then one
    number shows a face, whatever is in the other corners. A tile without any pips looks like a back from
    above, and only its place tells that it was laid: side by side with a face."""
    marked = (1 - read.nothing) * (1 - read.numbers[..., 0])
    is_blank = (marked < MARKED).all(axis=1) & (kinds[:, NOTHING] < 1 - SURELY_TILE)
    is_marked = (marked > CLEARLY_MARKED).any(axis=1) & (kinds[:, NOTHING] < SURELY_TILE)
    is_face = kinds[:, UP] > LIKELY_FACE
    if not ((is_blank | is_marked) & ~is_face).any() or not _has_empty_corners(read, is_face & ~is_blank):
        return kinds
    faces = np.concatenate([settled, vertices[is_face]])
    laid = np.flatnonzero(is_blank)[lie_beside(vertices[is_blank], faces)]
    weighed = kinds.astype(np.float64)
    weighed[laid, UP] *= LAID_ODDS
    weighed[is_marked, UP] *= MARKED_ODDS
    return np.asarray(weighed / weighed.sum(axis=1, keepdims=True), np.float32)


def _is_strayed(
    sides: NDArray[np.float64],
    presence: NDArray[np.float64],
    is_face: NDArray[np.bool_],
    beside: NDArray[np.bool_],
    has_group: bool,
) -> NDArray[np.bool_]:
    """(N,): which of these faces are hardly tiles: of quite another size than those that lie side by side
    (`beside`), or by themselves and not likely enough where others do, or are of another size."""
    sure = is_face & (presence > LIKELY_LOOSE)
    told = sure & beside if (sure & beside).any() else sure
    usual = np.median(np.log(sides[told])) if told.any() else np.log(sides)
    is_unlike = np.abs(np.log(sides) - usual) > np.log(UNLIKE)
    is_unsure = ~beside & (presence < LIKELY_LOOSE) & (has_group | is_unlike)
    return np.asarray((is_unlike & has_group) | is_unsure, bool)


def _has_empty_corners(read: ReadTiles, is_face: NDArray[np.bool_]) -> bool:
    """Whether a 0 is a corner without ink in this set, as it is with pips."""
    ink, numbers = np.abs(read.ink[is_face]).max(axis=2), read.numbers[is_face]
    zeros, others = ink[numbers[..., 0] > BLANK], ink[numbers[..., 0] < 1 - BLANK]
    return bool(len(zeros) and len(others) and np.median(zeros) < LITTLE_INK * np.median(others))


def _is_unprinted(read: ReadTiles, is_face: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(N,): which have next to no ink in two corners, where the clear faces of the set have much, also for a
    0: backs of dark wood, and holes among tiles on a table of their colour. None where that is not known, or
    a 0 is a corner without pips."""
    ink, is_zero = np.linalg.norm(read.ink, axis=2), read.numbers[..., 0] > BLANK
    clear = is_face & (read.numbers.max(axis=2) > BLANK).all(axis=1)
    zeros, others = ink[clear][is_zero[clear]], ink[clear][~is_zero[clear]]
    if clear.sum() < ENOUGH_SURE or not len(zeros) or not len(others):
        return np.zeros(len(ink), bool)
    usual = float(np.median(ink[clear]))
    if np.median(zeros) < ZERO_INK * np.median(others):
        return np.zeros(len(ink), bool)
    return np.asarray(np.sort(ink, axis=1)[:, 1] < LEAST_INK * usual, bool)


def _can_be_read(read: ReadTiles) -> NDArray[np.bool_]:
    """(N,): which have a number in every corner; with pips, an empty one is a 0."""
    is_printed = read.nothing < 1 - PRINTED
    can_be = (is_printed | (read.numbers[..., 0] > BLANK)).all(axis=1) & is_printed.any(axis=1)
    return np.asarray(can_be, bool)


def _placed(tiles: Sequence[SeenTile], before: TableObservation | None) -> tuple[SeenTile, ...]:
    """The tiles in their places, corners in the order of these."""
    vertices = np.array([tile.vertices for tile in tiles], np.float64).reshape(-1, CORNERS, 2)
    lattice = find_lattice(vertices, [tile.presence for tile in tiles])
    if before is not None:
        then = [(place, tile.vertices) for place, tile in before.placed() if tile.vertices is not None]
        lattice = keep_places(lattice, vertices, then)
    laid = [
        replace(tile.turned(order), at=place)
        for tile, place, order in zip(tiles, lattice.places, lattice.order, strict=True)
    ]
    return tuple(laid)


def _matched(tiles: Sequence[SeenTile]) -> tuple[SeenTile, ...]:
    shown = weigh_neighbours(
        [tile.at for tile in tiles], np.array([tile.corners for tile in tiles], np.float32)
    )
    return tuple(replace(tile, corners=corners) for tile, corners in zip(tiles, shown, strict=True))


def _read_together(tiles: Sequence[SeenTile], box: Collection[Tile]) -> tuple[SeenTile, ...]:
    columns = zip(*((tile.corners, tile.prints, tile.ink) for tile in tiles), strict=True)
    likely, prints, ink = (np.array(column, np.float32) for column in columns)
    shown = read_together(likely, prints, ink, [tile.at for tile in tiles], box)
    return tuple(replace(tile, corners=corners) for tile, corners in zip(tiles, shown, strict=True))


def _in_the_way(picture: Bytes, found: FoundTiles) -> frozenset[Obstacle]:
    ways: set[Obstacle] = set()
    if float(found.covered.mean()) > REACHED_OVER:
        ways.add("hand")
    some = np.ascontiguousarray(picture[::EVERY, ::EVERY])  # how dark it is, a few pixels tell as well as all
    if float(np.percentile(cv2.blur(cv2.cvtColor(some, cv2.COLOR_BGR2GRAY), (3, 3)), 98)) < DARK:
        ways.add("dark")
    return frozenset(ways)
