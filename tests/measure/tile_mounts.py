"""Calibration of Triominos on many virtual mounts, in looks never trained on.

    python -m tests.measure.tile_mounts --count 50

Each mount is calibrated from its empty table and one tile about in the middle of the picture, again from five
tiles all around, and from fifteen in two pictures; then a game is read on it. Printed: how far the tile side
is off, how often the own profile is called foreign (in the light of the calibration, and in another), how
often another mount's is noticed, and the tiles read right without a profile, with it, and with the printing
enrolled.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.calibrate import CalibrationFault
from calibration.enrol_tiles import enrol_tiles
from calibration.table_profile import TableProfile
from calibration.tiles import calibrate_tiles
from hardware.virtual.fonts import SHIPPED_FONTS, FontBook, default_font_folder
from tests.measure.tile_mount_pictures import SET, Corners, MountPictures, draw_mount
from vision.known_table import KnownTable
from vision.tile_shapes import sides_px
from vision.tiles import TableObservation
from vision.triominos import read_table

Bytes = NDArray[np.uint8]
Points = NDArray[np.float64]

FIRST_SEED = 77_000
NEAR = 0.25  # tile sides: a tile is found if its middle is no farther off
WAYS = ("no profile", "one tile", "a few", "enrolled")


@dataclass(slots=True)
class Tally:
    """Tiles found and read right, of so many, and what is none."""

    found: int = 0
    right: int = 0
    of: int = 0
    invented: int = 0
    unsure: int = 0  # right or wrong, but less sure than 0.9
    seconds: float = 0.0

    def add(self, seen: TableObservation, truth: Sequence[tuple[Corners, Points]]) -> None:
        left = [tile for tile in seen.tiles if tile.vertices is not None]
        for corners, vertices in truth:
            side = float(sides_px(vertices[None])[0])
            apart = [np.hypot(*(t.vertices.mean(axis=0) - vertices.mean(axis=0))) for t in left]  # type: ignore[union-attr]
            if not apart or min(apart) > NEAR * side:
                continue
            tile = left.pop(int(np.argmin(apart)))
            self.found += 1
            turns = [tile.numbers[turn:] + tile.numbers[:turn] for turn in range(3)]
            self.right += corners in turns
            self.unsure += tile.confidence < 0.9
        self.of += len(truth)
        self.invented += len(left)

    def __str__(self) -> str:
        return (
            f"found {self.found}/{self.of}, right {self.right}, unsure {self.unsure}, "
            f"invented {self.invented}, {self.seconds:.1f} s"
        )


@dataclass(slots=True)
class Figures:
    """What is printed at the end."""

    refused: int = 0
    at_tile: list[float] = field(default_factory=list)  # shares of the true side
    in_middle: list[float] = field(default_factory=list)
    few_in_middle: list[float] = field(default_factory=list)
    few_anywhere: list[float] = field(default_factory=list)  # the worst of each mount
    many_in_middle: list[float] = field(default_factory=list)
    own_foreign: int = 0
    relit_foreign: int = 0
    noticed: int = 0
    others: int = 0
    not_enrolled: int = 0
    advice: Counter[str] = field(default_factory=Counter)
    tallies: dict[str, Tally] = field(default_factory=lambda: {way: Tally() for way in WAYS})


def main() -> None:
    parser = argparse.ArgumentParser(description="How well virtual Triominos mounts are calibrated.")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--first", type=int, default=FIRST_SEED)
    parser.add_argument("--folder", type=Path, default=Path("build/tile-mounts"), help="keeps the pictures")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    fetched = default_font_folder()
    fonts = FontBook([SHIPPED_FONTS, fetched] if fetched.is_dir() else [SHIPPED_FONTS])
    figures = Figures()
    other: KnownTable | None = None
    for seed in range(options.first, options.first + options.count):
        mount = draw_mount(seed, options.folder, fonts)
        try:
            one = calibrate_tiles([mount.picture("empty"), mount.picture("one")])
            few = calibrate_tiles([mount.picture("empty"), mount.picture("few")])
            many = calibrate_tiles([mount.picture(name) for name in ("empty", "few", "set")])
        except CalibrationFault as fault:
            print(f"mount {seed}: {fault}", flush=True)
            figures.refused += 1
            continue
        figures.advice.update(one.advice)
        measure_sizes(figures, mount, one.profile, few.profile)
        figures.many_in_middle.append(abs(many.profile.sizes.side_px / mount.side_px - 1))
        other = measure_reading(figures, mount, one.profile, few.profile, other)
        if (seed + 1 - options.first) % 10 == 0:
            show(figures, seed + 1 - options.first)
    show(figures, options.count)


def measure_sizes(figures: Figures, mount: MountPictures, one: TableProfile, few: TableProfile) -> None:
    true = float(sides_px(mount.tile[None])[0])
    there = float(one.sizes.sides_at(mount.tile.mean(axis=0)[None])[0])
    figures.at_tile.append(abs(there / true - 1))
    figures.in_middle.append(abs(one.sizes.side_px / mount.side_px - 1))
    figures.few_in_middle.append(abs(few.sizes.side_px / mount.side_px - 1))
    tiles = np.array([vertices for _, vertices in mount.game])
    figures.few_anywhere.append(
        float(np.abs(few.sizes.sides_at(tiles.mean(axis=1)) / sides_px(tiles) - 1).max())
    )
    if max(figures.at_tile[-1], figures.few_in_middle[-1]) > 0.01:
        print(
            f"{mount.folder.name}: off {figures.at_tile[-1]:.3f}, {figures.few_in_middle[-1]:.3f}", flush=True
        )


def measure_reading(
    figures: Figures, mount: MountPictures, one: TableProfile, few: TableProfile, other: KnownTable | None
) -> KnownTable:
    """Read the game in every way; gives the profile of a few tiles, for the next mount to notice."""
    game = mount.picture("game")
    ways = {"no profile": None, "one tile": one.known, "a few": few.known}
    try:
        ways["enrolled"] = enrol_tiles(few, mount.picture("set"), SET).known
    except CalibrationFault as fault:
        print(f"{mount.folder.name}: {fault}", flush=True)
        figures.not_enrolled += 1
        ways["enrolled"] = few.known
    for way, known in ways.items():
        start = perf_counter()
        seen = read_table(game, known)
        figures.tallies[way].seconds += perf_counter() - start
        figures.tallies[way].add(seen, mount.game)
        if way in ("one tile", "a few") and seen.is_foreign:
            print(f"{mount.folder.name}: own profile of {way} called foreign: {seen.foreign}", flush=True)
            figures.own_foreign += 1
    figures.relit_foreign += read_table(mount.picture("relit"), one.known).is_foreign
    if other is not None:
        figures.others += 1
        is_noticed = read_table(game, other).is_foreign
        figures.noticed += is_noticed
        if not is_noticed:
            print(f"{mount.folder.name}: the profile of the mount before is not noticed", flush=True)
    return few.known


def show(figures: Figures, count: int) -> None:
    def say(shares: list[float]) -> str:
        over = sum(share > 0.01 for share in shares)
        return f"median {np.median(shares):.2%}, worst {max(shares):.2%}, over 1 %: {over} of {len(shares)}"

    if not figures.at_tile:
        return
    print(f"{count} mounts, {figures.refused} refused, {figures.not_enrolled} not enrolled")
    print(f"tile side off, one tile, where it lies: {say(figures.at_tile)}")
    print(f"  in the picture's middle: {say(figures.in_middle)}")
    print(f"tile side off, fifteen tiles, in the middle: {say(figures.many_in_middle)}")
    print(f"tile side off, five tiles, in the middle: {say(figures.few_in_middle)}")
    print(f"  anywhere in a game: {say(figures.few_anywhere)}")
    print(
        f"own profile called foreign: {figures.own_foreign} of {2 * (count - figures.refused)}, "
        f"in another light {figures.relit_foreign} of {count - figures.refused}"
    )
    print(f"another mount's profile noticed: {figures.noticed} of {figures.others}")
    print(f"advice: {dict(figures.advice)}")
    for way, tally in figures.tallies.items():
        print(f"{way}: {tally}", flush=True)


if __name__ == "__main__":
    main()
