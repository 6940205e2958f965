"""Where are tiles? Every triangle that may be one, face up or down, from the whole picture made small.

A small network says for every place of the reduced picture how much it is the middle of a tile, and what
the tile's corners are from there (`tile_shapes`). As tiles of one table are all about as large, the picture
is looked at again, more or less reduced, where they are too small, too large or not clear.
`tile_look` then makes corners exact.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.networks import Network
from vision.reduce import reduce_picture
from vision.tile_shapes import CODE, decode_shapes, overlaps, sides_px

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Points = NDArray[np.float64]

# Of the reduced pictures: usual tiles are seen in the one, large ones in the other. Of the Pi's 1640 x 1232 a
# row more would have to be filled up to the next MULTIPLE.
LONG_PX = 638, 286
LONGEST_PX = 1280  # of one that is less reduced
STRIDE, MULTIPLE = 4, 32  # pixels between places, and what the network's picture is a multiple of
TILE_PX = 29.0  # a tile's side in the reduced picture, as it is best
SMALL_PX, LARGE_PX = 21.0, 58.0  # too small and too large: then it is looked at again
LARGEST = 1.5  # times: a small picture is not made larger than this
RADIUS_PX = 14.0  # of a tile whose size is written as 0
UP, DOWN, COVER, MIDDLE = 0, 1, 2, slice(3, 5)  # the network's answers, and then the shape
SHAPE = slice(5, 5 + CODE)
LEAST = 0.15  # how much a place must be the middle of a tile
SPEAKS = 0.4  # of the likeliest place's: how much a place must be it to have a say in the tile's shape
CLEAR = 0.4  # how much those must be that say how large tiles are
SAME = 0.3  # tile sides between middles: neighbours are twice as far apart
MOST_OVERLAP = 0.4  # of the smaller of two tiles; tiles that touch are seen to overlap by a little
ALIKE = 1.25  # times larger or smaller: as tiles of one table may be
MOST_UNLIKE = 1.7  # times larger or smaller than the others: no tile of this table
PRINT_SIZES = 1.25, 4.0  # times smaller than a tile: what may be printed in its middle
MOST_PRINTS = 30  # of them, the likeliest
ENOUGH = 4.0  # so clear, and of a size that is seen well: no need to look otherwise
LESS_CLEAR = 0.5  # a look at the size that is best counts, though it is less clear by so much
COVERED = 0.5
MOST_TILES = 220  # two boxes, and some that are none
MOST_PLACES = 900  # that are looked at, the likeliest first

_network = Network("tiles", ["tiles"])


@dataclass(frozen=True, slots=True, eq=False)  # eq: arrays have no single truth value
class FoundTiles:
    """What may be tiles, the likeliest first."""

    vertices: Points  # (N, 3, 2): corners in pixels of the picture, clockwise as seen
    scores: NDArray[np.float64]  # (N,): how surely each is a tile
    backs: NDArray[np.float64]  # (N,): if so, how likely it lies face down
    covered: NDArray[np.bool_]  # (H, W): where a hand is over the table, in a small picture of it
    # What else is worth a look (M, 3, 2): tiles around print, which nobody saw.
    around: Points = field(default_factory=lambda: np.zeros((0, 3, 2)))

    @property
    def side_px(self) -> float:
        """How long a tile's side is; 0 if there is none."""
        return float(np.median(sides_px(self.vertices))) if len(self.vertices) else 0.0

    @property
    def clearness(self) -> float:
        """How much clearly is a tile: to tell which of two looks at a picture saw more."""
        return float((self.scores[self.scores > CLEAR] ** 2).sum())

    def chosen(self, kept: NDArray[np.intp] | NDArray[np.bool_]) -> FoundTiles:
        """These of the tiles alone."""
        some = self.vertices[kept], self.scores[kept], self.backs[kept]
        return FoundTiles(*some, self.covered, self.around)

    def joined(self, others: FoundTiles) -> FoundTiles:
        """These and the others of the same picture; hands, and print, are where those say."""
        pairs = ((self.vertices, others.vertices), (self.scores, others.scores), (self.backs, others.backs))
        vertices, scores, backs = (np.concatenate(pair) for pair in pairs)
        return FoundTiles(vertices, scores, backs, others.covered, others.around)


def find_tiles(picture: Bytes, side_px: float | None = None) -> FoundTiles:
    """Find every tile in a picture (BGR); `side_px` is how long a tile's side is, where that is known."""
    longest = max(picture.shape[:2])
    if side_px is not None:
        return find_at(picture, min(TILE_PX / side_px, LONGEST_PX / longest, LARGEST), side_px)
    tried = []
    for scale in (min(long / longest, LARGEST) for long in LONG_PX):
        found = find_at(picture, scale)
        if found.clearness > ENOUGH and SMALL_PX <= found.side_px * scale <= LARGE_PX:
            return found
        tried.append((found, scale))
    found, scale = max(tried, key=lambda one: one[0].clearness)
    better = min(TILE_PX / found.side_px if found.side_px else 2 * scale, LONGEST_PX / longest, LARGEST)
    if SMALL_PX <= found.side_px * scale <= LARGE_PX or 1 / 1.15 < better / scale < 1.15:
        return found
    again = find_at(picture, better)
    return again if again.clearness > LESS_CLEAR * found.clearness else found


def decode_tiles(answer: Floats, least: float = LEAST) -> FoundTiles:
    """The tiles that the network's answer (10, H, W) speaks of, in pixels of its picture; some twice.

    The places around a tile's middle say about the same, each with an error of its own: their mean is better
    than any. Which ones speak of the same tile is told by where they say its middle is.
    """
    likely = 1 / (1 + np.exp(-answer[: COVER + 1].clip(-30, 30)))
    score = likely[: DOWN + 1].max(axis=0)
    rows, columns = np.nonzero(score > least)
    best = np.argsort(-score[rows, columns], kind="stable")[:MOST_PLACES]
    rows, columns = rows[best], columns[best]
    scores = score[rows, columns].astype(np.float64)
    offsets = answer[MIDDLE, rows, columns].T.astype(np.float64)
    middles = (np.stack([columns, rows], axis=1) + 0.5 + offsets) * STRIDE - 0.5
    codes = answer[SHAPE, rows, columns].T.astype(np.float64)
    codes[:, 2] = codes[:, 2].clip(-3, 3) + np.log(RADIUS_PX)
    sides = np.sqrt(3) * np.exp(codes[:, 2])
    firsts, whose = _same_tiles(middles, SAME * sides)
    weights = np.where(scores > SPEAKS * scores[firsts[whose]], scores**2, 0.0)
    said = (whose == np.arange(len(firsts))[:, None]) * weights
    mean = said @ np.column_stack([middles, codes]) / said.sum(axis=1, keepdims=True)
    at = rows[firsts], columns[firsts]
    up, down = likely[UP][at].astype(np.float64), likely[DOWN][at].astype(np.float64)
    return FoundTiles(
        vertices=decode_shapes(mean[:, :2], mean[:, 2:]),
        scores=scores[firsts],
        backs=down / (up + down).clip(1e-9),
        covered=np.asarray(likely[COVER] > COVERED),
    )


def _same_tiles(middles: Points, near: NDArray[np.float64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The likeliest place of each tile, and for each place the number of the tile that it speaks of: places
    are in order, and those with their middles so near to that of a likelier one speak of its tile."""
    points = middles[:, 0] + 1j * middles[:, 1]
    whose = np.full(len(points), -1, np.intp)
    firsts: list[int] = []
    left = np.arange(len(points))
    while len(left):
        first = left[0]
        is_same = np.abs(points[left] - points[first]) < near[first]
        is_same[0] = True
        whose[left[is_same]] = len(firsts)
        firsts.append(int(first))
        left = left[~is_same]
    return np.array(firsts, np.intp), whose


def tell_apart(
    vertices: Points, scores: NDArray[np.float64], side_px: float | None = None
) -> NDArray[np.intp]:
    """Which triangles (N, 3, 2) can all be tiles of one table, the likeliest first: none that overlaps a
    likelier one, none of quite another size than `side_px`, or than most."""
    sides = sides_px(vertices)
    usual = usual_side(sides, scores) if side_px is None else side_px
    is_sized = (usual / MOST_UNLIKE < sides) & (sides < usual * MOST_UNLIKE)
    points = vertices.mean(axis=1) @ (1, 1j)
    far = np.abs(points[:, None] - points)
    is_same = far < SAME * sides[:, None]
    # Even triangles overlap by so much only if their middles are nearer than a side.
    is_near = far < np.maximum(sides, usual)[:, None]
    overlap = overlaps(vertices)
    is_kept = np.zeros(len(vertices), bool)
    kept: list[int] = []
    for index in np.argsort(-scores, kind="stable").tolist():
        if not is_sized[index] or (is_same[index] & is_kept).any():
            continue
        near = np.flatnonzero(is_near[index] & is_kept).tolist()
        if not any(overlap(index, other) > MOST_OVERLAP for other in near):
            kept.append(index)
            is_kept[index] = True
    return np.array(kept, np.intp)


def around_prints(found: FoundTiles, kept: FoundTiles, side_px: float | None = None) -> Points:
    """(N, 3, 2): tiles that may lie around what is too small to be one: many backs have a triangle in their
    middle, which is found in their place. `kept` are those of `found` that can be tiles."""
    sides = sides_px(found.vertices)
    usual = usual_side(sides, found.scores) if side_px is None else side_px
    smallest, largest = usual / PRINT_SIZES[1], usual / PRINT_SIZES[0]
    order = np.argsort(-found.scores, kind="stable")
    small = order[(sides[order] < largest) & (sides[order] > smallest)]
    middles = found.vertices.mean(axis=1) @ (1, 1j)
    of_tiles = kept.vertices[sides_px(kept.vertices) >= largest].mean(axis=1) @ (1, 1j)
    firsts: list[int] = []
    for index in small.tolist():
        others = np.concatenate([of_tiles, middles[firsts]])
        if len(firsts) < MOST_PRINTS and not (np.abs(others - middles[index]) < SAME * usual).any():
            firsts.append(index)
    printed = found.vertices[firsts]
    middle = printed.mean(axis=1, keepdims=True)
    return np.asarray(middle + (printed - middle) * (usual / sides[firsts])[:, None, None], np.float64)


def usual_side(sides: NDArray[np.float64], scores: NDArray[np.float64]) -> float:
    """How long the sides of the table's tiles are, by triangles of any size; 0 if there are none.

    A table cloth may have more leaves that look a little like tiles than there are tiles: the clear ones
    count, the larger the more.
    """
    if not len(sides):
        return 0.0
    weights = scores**3 * sides
    logs = np.log(sides.clip(1e-9))
    alike = np.abs(logs[:, None] - logs) < np.log(ALIKE)
    best = alike[int(np.argmax(alike @ weights))]
    return float(np.exp(np.average(logs[best], weights=weights[best])))


def find_at(picture: Bytes, scale: float, side_px: float | None = None) -> FoundTiles:
    """What may be tiles in a picture made so many times as large."""
    height, width = picture.shape[:2]
    w, h = max(1, round(width * scale)), max(1, round(height * scale))
    padded = np.zeros((-(-h // MULTIPLE) * MULTIPLE, -(-w // MULTIPLE) * MULTIPLE, 3), np.uint8)
    padded[:h, :w] = reduce_picture(picture, (w, h))
    ((answer,),) = _network.run([padded])
    found = decode_tiles(answer)
    found = found.chosen(_is_within(found.vertices, w, h))
    side = None if side_px is None else side_px * w / width
    kept = found.chosen(tell_apart(found.vertices, found.scores, side)[:MOST_TILES])
    around = around_prints(found, kept, side) if kept.clearness > ENOUGH else found.vertices[:0]
    around = around[_is_within(around, w, h)]
    vertices, around = (
        (triangles + 0.5) / (w / width, h / height) - 0.5 for triangles in (kept.vertices, around)
    )
    covered = found.covered[: -(-h // STRIDE), : -(-w // STRIDE)]
    return FoundTiles(vertices, kept.scores, kept.backs, covered, around)


def _is_within(vertices: Points, width: int, height: int) -> NDArray[np.bool_]:
    """Which tiles are whole in the picture, as far as can be said before the corners are exact."""
    room = 0.15 * sides_px(vertices)[:, None, None]
    inside = (vertices > -0.5 - room) & (vertices < np.array([width, height]) - 0.5 + room)
    return np.asarray(inside.all(axis=(1, 2)))
