"""How the Triominos reader errs, as numbers that `tests/referee/noise.py` can make observations of.

    trioscope render --game triominos --part held-out --difficulty medium --count 100 --seed 9001 --out DIR
    python -m tests.measure.tile_confusions DIR --known 8

Printed: how many tiles are found, how sure the reader is of its corners and how often it is right then, which
numbers it takes for which, and all of it as a `ReaderNoise` for the ten thousand turns. With `--known` each
tile is read as the newest of a game, beside so many whose numbers are known; without, as the first of all.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pictures import load_picture
from companion.progress import with_progress
from companion.table_truths import LabelledTable, TrueTile, find_labelled_tables
from tests.measure.doubts import Doubts
from vision.tile_examples import compare_prints
from vision.tile_shapes import sides_px
from vision.tiles import CORNERS, NUMBERS, SeenTile, TableObservation
from vision.triominos import read_table

NEAR = 0.3  # tile sides between the true middle and the seen one
DIM = 0.98  # tiles seen less surely
Bytes = NDArray[np.uint8]
Numbers = NDArray[np.float64]
Match = tuple[TrueTile, SeenTile]  # corners in the order of the true ones


@dataclass(slots=True)
class Confusions:
    """What was counted so far."""

    pictures: int = 0
    tiles: int = 0  # true ones
    lost: int = 0
    dim: int = 0
    invented: int = 0
    backs_right: int = 0
    doubts: Doubts = field(default_factory=Doubts)  # of each corner

    def add(self, labelled: LabelledTable, seen: TableObservation, matches: Sequence[Match]) -> None:
        """One picture more, and which tiles were found in it."""
        truth = labelled.truth
        shown = sum(not tile.is_hidden for tile in truth.tiles)
        self.pictures += 1
        self.tiles += shown
        self.lost += shown - len(matches)
        self.dim += sum(tile.presence < DIM for _, tile in matches)
        self.invented += len(seen.tiles) - len(matches)
        self.backs_right += seen.face_down == truth.face_down
        for true, tile in matches:
            for number, shares in zip(true.corners, tile.corners, strict=True):
                self.doubts.add(self.pictures, number, shares)

    def lines(self) -> list[str]:
        """All of it, to be read."""
        found = self.tiles - self.lost
        taken_for = self.doubts.taken_for.most_common(8)
        confused = ", ".join(f"{true} as {seen}: {n}" for (true, seen), n in taken_for)
        return [
            f"{self.pictures} pictures, {self.tiles} tiles: {found} found, {self.lost} lost, {self.dim} dim, "
            f"{self.invented} invented; backs counted right in {self.backs_right}",
            f"{len(self.doubts.claimed)} corners: {self.doubts.right:.2%} right",
            *self.doubts.lines(),
            f"  most often {confused or 'none'}",
            repr(self.doubts.noise()),
        ]


def match_tiles(labelled: LabelledTable, seen: TableObservation) -> list[Match]:
    """Which seen tile is which true one, its corners in the order of the true ones."""
    left = [tile for tile in seen.tiles if tile.vertices is not None]
    matches = []
    for true in labelled.truth.tiles:
        corners = np.array(true.vertices, np.float64)
        middles = np.array([_corners(tile).mean(axis=0) for tile in left]).reshape(-1, 2)
        away = np.hypot(*(middles - corners.mean(axis=0)).T)
        if true.is_hidden or not len(away) or away.min() > NEAR * float(sides_px(corners[None])[0]):
            continue
        tile = left.pop(int(away.argmin()))
        rolls = [np.roll(np.arange(CORNERS), roll) for roll in range(CORNERS)]
        roll = min(rolls, key=lambda roll: float(np.abs(_corners(tile)[roll] - corners).sum()))
        prints = None if tile.prints is None else tile.prints[roll]
        matches.append(
            (true, replace(tile, corners=tile.corners[roll], vertices=_corners(tile)[roll], prints=prints))
        )
    return matches


def read_beside(picture: Bytes, matches: Sequence[Match], known: int, seed: int) -> list[Match]:
    """The same, each tile compared with so many of the others, whose numbers are known."""
    rng = np.random.default_rng(seed)
    told = [
        replace(tile, at=(0, number), corners=np.eye(NUMBERS, dtype=np.float32)[list(true.corners)])
        for number, (true, tile) in enumerate(matches)
    ]
    compared = []
    for number, (true, tile) in enumerate(matches):
        others = rng.permutation([other for other in range(len(told)) if other != number])[:known]
        before = TableObservation(tuple(told[other] for other in others))
        *_, better = compare_prints(picture, replace(before, tiles=(*before.tiles, tile)), before).tiles
        compared.append((true, better))
    return compared


def _corners(tile: SeenTile) -> Numbers:
    assert tile.vertices is not None  # others were left out
    return tile.vertices


def main() -> None:
    parser = argparse.ArgumentParser(description="How the reader of Triominos errs.")
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--known", type=int, default=0, metavar="N", help="tiles whose numbers are known")
    parser.add_argument("--most", type=int, help="read so many pictures of each folder at most")
    told = parser.parse_args()
    cv2.setNumThreads(1)
    confusions = Confusions()
    labelled = [one for folder in told.folders for one in find_labelled_tables(folder)[: told.most]]
    for number, one in enumerate(with_progress(labelled, len(labelled), "reading")):
        picture = load_picture(one.path).pixels
        seen = read_table(picture)
        matches = match_tiles(one, seen)
        compared = read_beside(picture, matches, told.known, number) if told.known else matches
        confusions.add(one, seen, compared)
    print("\n".join(confusions.lines()))


if __name__ == "__main__":
    main()
