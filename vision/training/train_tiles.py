"""Train the three networks that find and read Triominos tiles.

    for level in medium hard easy: trioscope render --game triominos --part train --difficulty LEVEL
        --hands 0.12 --count N --seed S --out FOLDER
    python -m hardware.virtual.fonts numbers --out numbers.npz
    python -m vision.training.train_tiles pack --folders FOLDER … --out seen.npz
    python -m vision.training.train_tiles draw --numbers numbers.npz --count 40000 --out drawn.npz
    python -m vision.training.train_tiles finder --folders FOLDER … --numbers numbers.npz --cache finder.pkl
        --out vision/models/tiles.onnx
    python -m vision.training.train_tiles mine --folders FOLDER … --out mined.npz
    python -m vision.training.train_tiles looks --drawn drawn.npz --seen seen.npz mined.npz
        --out vision/models/tile-looks.onnx
    python -m vision.training.train_tiles corners --drawn drawn.npz --seen seen.npz mined.npz
        --out vision/models/tile-corners.onnx

A pack holds every tile by itself, straight, with what is around it, cut out of rendered pictures (`--seen`: a
camera has spoiled these already) or out of tables drawn on the way (`--drawn`, tile_scenes.py); or what the
trained finder takes for tiles. The finder sees parts of
tables, two thirds of them rendered. Whenever a tile is shown, how it lies, the light and the sharpness
are others. Seeds make a run repeatable as far as PyTorch is; `--resume` goes on from a model, and average.py
takes the mean of two.
"""

from __future__ import annotations

import argparse
import multiprocessing
import pickle
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

from vision.tile_faces import CORNER_PX
from vision.tile_look import LOOK_PX, NOTHING
from vision.tiles import CORNERS
from vision.training.learning import add_options, begin, count_patches, learn, normalise
from vision.training.scenery import Shown
from vision.training.tables import (
    NO_TILE,
    PATCH_PX,
    PATCH_SIDE,
    TablePicture,
    cut_patch,
    cut_patches,
    read_tables,
    resize_table,
)
from vision.training.tile_mining import heed_of, mined_triangles
from vision.training.tile_networks import CornerNet, FinderNet, LookNet
from vision.training.tile_samples import CROP_PX, DRAWN, SEEN, corner_samples, finder_sample, look_sample
from vision.training.tile_scenes import draw_table
from vision.training.tokens import Numbers

Bytes = NDArray[np.uint8]
Arrays = tuple[np.ndarray, ...]
Patch = tuple[Bytes, NDArray[np.int8], bool]  # a tile, its corners, and whether its set has pips
Tiles = Iterable[tuple[Bytes, NDArray[np.int8], Shown]]

FINDER_BATCH, LOOK_BATCH, TILE_BATCH = 8, 96, 42  # tables, tiles, tiles of three corners
KEPT_SIDE = 48.0  # pixels of a tile's side in the pictures that the finder learns from
RENDERED = 0.65  # of what the finder sees, if there is any
POOL, REUSE, VIEWS = 60, 8, 3  # drawn tables kept, how often each is seen, and views of one rendered picture
DRAWN_AT_ONCE = 500
DRAWN_PX, DRAWN_SIDE = 624, 1.12 * PATCH_SIDE


def pack(folders: list[Path], out: Path) -> None:
    """Cut every tile out of rendered pictures, and some triangles that are none."""
    rng = np.random.default_rng(0)
    _save(out, [patch for table in read_tables(folders) for patch in _cut(rng, table)])


def mine(folders: list[Path], out: Path) -> None:
    """Cut out what the finder takes for tiles though it is none, and free places beside tiles."""
    rng = np.random.default_rng(1)
    nothing = np.full(CORNERS, NO_TILE, np.int8)
    mined: list[Patch] = []
    for table in read_tables(folders):
        fine = resize_table(table, 1.15 * PATCH_SIDE)
        mined += [
            (cut_patch(fine.picture, wrong), nothing, table.has_pips) for wrong in mined_triangles(rng, fine)
        ]
    _save(out, mined)


def draw(numbers: Path, count: int, seed: int, processes: int, out: Path) -> None:
    """Draw about so many tiles, in a new set for each dozen or two."""
    lots = [(seed, lot, min(DRAWN_AT_ONCE, count - lot)) for lot in range(0, count, DRAWN_AT_ONCE)]
    if processes == 1:
        drawn = [patch for lot in lots for patch in _draw_lot(numbers, lot)]
    else:
        with multiprocessing.get_context("spawn").Pool(processes) as pool:
            drawn = [patch for lot in pool.imap(partial(_draw_lot, numbers), lots) for patch in lot]
    _save(out, drawn)


def _draw_lot(path: Path, lot: tuple[int, int, int]) -> list[Patch]:
    cv2.setNumThreads(1)
    rng, numbers = np.random.default_rng(lot[:2]), Numbers(path)
    patches: list[Patch] = []
    while len(patches) < lot[2]:
        patches += _cut(rng, draw_table(rng, numbers, DRAWN_PX, DRAWN_SIDE))
    return patches[: lot[2]]


def _cut(rng: np.random.Generator, table: TablePicture) -> list[Patch]:
    return [(patch, corners, table.has_pips) for patch, corners in cut_patches(rng, table)]


def _save(out: Path, cut: list[Patch]) -> None:
    patches, corners, pips = (np.stack(column) for column in zip(*cut, strict=True))
    np.savez(out, patches=patches, corners=corners, pips=pips)
    sys.stdout.write(f"{len(patches)} patches in {out}\n")


def _load(packs: Sequence[str]) -> tuple[Bytes, NDArray[np.int8], NDArray[np.bool_]]:
    opened = [np.load(path) for path in packs]
    corners, pips = (np.concatenate([data[name] for data in opened]) for name in ("corners", "pips"))
    patches = np.empty((len(corners), PATCH_PX, PATCH_PX, 3), np.uint8)
    filled = 0
    for data in opened:  # one after the other: gigabytes that would else be in memory twice
        some = data["patches"]
        patches[filled : filled + len(some)] = some
        filled += len(some)
    return patches, corners, pips


class Tables(IterableDataset):
    """An endless row of parts of tables, the same for the same seed."""

    def __init__(self, folders: list[Path], numbers: Path, seed: int, cache: Path | None = None) -> None:
        self.folders, self.numbers, self.seed, self.cache = folders, numbers, seed, cache

    def __iter__(self) -> Iterator[Arrays]:
        info = torch.utils.data.get_worker_info()
        rng = np.random.default_rng([self.seed, info.id if info else 0])
        cv2.setNumThreads(1)
        numbers = Numbers(self.numbers)
        rendered = self._packed()
        heed = np.array([table.total_heed for _, table in rendered])
        pool: list[TablePicture] = []
        count = 0
        while True:
            if rendered and rng.random() < RENDERED / VIEWS / (RENDERED / VIEWS + 1 - RENDERED):
                data, table = rendered[int(rng.choice(len(rendered), p=heed / heed.sum()))]
                picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
                for _ in range(VIEWS):  # to take a picture out of its file costs as much as to cut from it
                    yield _arrays(rng, replace(table, picture=picture))
                continue
            if len(pool) < POOL or count % REUSE == 0:
                table = draw_table(rng, numbers)
                if len(pool) < POOL:
                    pool.append(table)
                else:
                    pool[int(rng.integers(POOL))] = table
            count += 1
            yield _arrays(rng, pool[int(rng.integers(len(pool)))])

    def _packed(self) -> list[tuple[np.ndarray, TablePicture]]:
        """The rendered pictures, reduced, and which tiles the finder overlooks by now; kept in a file, since
        reading thousands takes minutes."""
        if self.cache is not None and self.cache.exists():
            return pickle.loads(self.cache.read_bytes())
        packed = [_compressed(table) for table in read_tables(self.folders)]
        if self.cache is not None:
            self.cache.write_bytes(pickle.dumps(packed))
        return packed


def _compressed(table: TablePicture) -> tuple[np.ndarray, TablePicture]:
    """What is needed of a picture, its pixels compressed: thousands of pictures must fit into memory."""
    small = resize_table(table, KEPT_SIDE)
    small = replace(small, heed=heed_of(small))
    _, data = cv2.imencode(".jpg", small.picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return data, replace(small, picture=np.zeros((0, 0, 3), np.uint8))


def _arrays(rng: np.random.Generator, table: TablePicture) -> Arrays:
    sample = finder_sample(rng, table)
    picture = np.ascontiguousarray(sample.picture.transpose(2, 0, 1))
    return picture, sample.middles, sample.asked, sample.cover, sample.shapes


class Patches(IterableDataset):
    """Endless batches of single tiles, whole (`looks`) or corner by corner."""

    def __init__(self, drawn: Sequence[str], seen: Sequence[str], is_looks: bool, seed: int) -> None:
        self.drawn, self.seen, self.is_looks, self.seed = drawn, seen, is_looks, seed

    def __iter__(self) -> Iterator[Arrays]:
        cv2.setNumThreads(1)
        rng = np.random.default_rng(self.seed)
        patches, corners, pips = _load([*self.drawn, *self.seen])
        is_drawn = np.arange(len(patches)) < count_patches("pips", self.drawn)
        # What is no face has no number, but where numbers are pips a corner without any is a 0.
        shown = np.flatnonzero((corners[:, 0] >= 0) | ~pips | self.is_looks)
        size = LOOK_BATCH if self.is_looks else TILE_BATCH
        while True:
            order = rng.permutation(shown)
            for start in range(0, len(order) - size + 1, size):
                chosen = order[start : start + size]
                how = [DRAWN if drawn else SEEN for drawn in is_drawn[chosen]]
                show = _looks if self.is_looks else _corners
                yield show(rng, zip(patches[chosen], corners[chosen], how, strict=True))


def _looks(rng: np.random.Generator, tiles: Tiles) -> Arrays:
    looks = [look_sample(rng, *tile) for tile in tiles]
    pictures, kinds, offs = zip(*looks, strict=True)
    return _stack(pictures), np.array(kinds), np.stack(offs)


def _corners(rng: np.random.Generator, tiles: Tiles) -> Arrays:
    shown = [corner_samples(rng, *tile) for tile in tiles]
    crops = [crop for three, _ in shown for crop in three]
    return _stack(crops), np.array([number for _, three in shown for number in three])


def _stack(pictures: Sequence[Bytes]) -> np.ndarray:
    return np.ascontiguousarray(np.stack(pictures).transpose(0, 3, 1, 2))


def finder_loss(net: nn.Module, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    """Where the middles of tiles are, where hands are, and the tiles' shapes; shown: how far corners are off
    about, in tile sides."""
    picture, middles, asked, cover, shapes = batch
    out = net(normalise(picture))
    # As far as a place is from being a middle, it counts less that it is not one.
    likely = torch.sigmoid(out[:, :2])
    log_yes, log_no = nn.functional.logsigmoid(out[:, :2]), nn.functional.logsigmoid(-out[:, :2])
    is_middle = (middles >= 1).float()
    yes = -((1 - likely) ** 2) * log_yes * is_middle
    no = -((1 - middles) ** 4) * likely**2 * log_no * (1 - is_middle)
    tiles = is_middle.sum().clamp(min=1)
    find = ((yes + no) * asked[:, None]).sum() / tiles
    known = (cover >= 0).float() * asked
    hands = nn.functional.binary_cross_entropy_with_logits(out[:, 2], cover.clamp(min=0), reduction="none")
    hands = (hands * known).sum() / known.sum().clamp(min=1)
    weight = shapes[:, -1:] * asked[:, None]
    off = (out[:, 3:] - shapes[:, :-1]).abs() * weight
    each = off.sum((0, 2, 3)) / weight.sum().clamp(min=1)
    weights = torch.tensor([0.5, 0.5, 1.0, 1.0, 3.0, 3.0, 3.0])
    shape = (each * weights).sum()
    seen = each.detach()
    missed = float((((likely < 0.3).float() * is_middle) * asked[:, None]).sum() / tiles)
    shown = {"find": float(find.detach()), "missed": missed, "hands": float(hands.detach())}
    figures = {"middle": float(seen[:2].mean()), "turn": float(seen[2:4].mean()), "size": float(seen[4])}
    return find + shape + 2 * hands, shown | figures


def looks_loss(net: nn.Module, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    """What it is, and how far its corners are off if it is a tile."""
    picture, kinds, offs = batch
    out = net(normalise(picture))
    kind = nn.functional.cross_entropy(out[:, :3], kinds)
    is_tile = (kinds != NOTHING).float()
    off = (out[:, 3:] - offs.flatten(1)).abs().mean(1)
    corner = (off * is_tile).sum() / is_tile.sum().clamp(min=1)
    wrong = float((out[:, :3].argmax(1) != kinds).float().mean())
    return kind + 20 * corner, {"kind": float(kind.detach()), "wrong": wrong, "off": float(corner.detach())}


def corners_loss(net: nn.Module, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    """Which number, or none."""
    pictures, numbers = batch
    out, _ = net(normalise(pictures))
    loss = nn.functional.cross_entropy(out, numbers)
    return loss, {"loss": float(loss.detach()), "wrong": float((out.argmax(1) != numbers).float().mean())}


def train(options: argparse.Namespace) -> None:
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    samples: IterableDataset
    batch: int | None = None
    if options.what == "finder":
        folders = [Path(name) for name in options.folders]
        samples, batch = Tables(folders, Path(options.numbers), options.seed, options.cache), FINDER_BATCH
        net, loss_of, side, outputs = FinderNet(), finder_loss, CROP_PX, ["tiles"]
    elif options.what == "looks":
        samples = Patches(options.drawn, options.seen, True, options.seed)
        net, loss_of, side, outputs = LookNet(), looks_loss, LOOK_PX, ["look"]
    else:
        samples = Patches(options.drawn, options.seen, False, options.seed)
        net, loss_of, side, outputs = CornerNet(), corners_loss, CORNER_PX, ["numbers", "print"]
    loader = DataLoader(samples, batch, num_workers=1, multiprocessing_context="spawn", prefetch_factor=8)
    learn(begin(net, options, loader), loader, loss_of, options.steps, options, side, outputs)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("pack", "mine", "draw", "finder", "looks", "corners"))
    parser.add_argument("--folders", nargs="*", default=[])
    parser.add_argument("--numbers", help="what python -m hardware.virtual.fonts numbers wrote")
    parser.add_argument("--count", type=int, default=40_000)
    parser.add_argument("--drawn", nargs="*", default=[])
    parser.add_argument("--seen", nargs="*", default=[])
    parser.add_argument("--steps", type=int, default=8000)
    parser.add_argument("--processes", type=int, default=1, help="that draw")
    parser.add_argument("--cache", type=Path, help="keep the reduced pictures in this file")
    add_options(parser)
    options = parser.parse_args()
    if options.what == "pack":
        pack([Path(name) for name in options.folders], Path(options.out))
    elif options.what == "mine":
        mine([Path(name) for name in options.folders], Path(options.out))
    elif options.what == "draw":
        draw(Path(options.numbers), options.count, options.seed, options.processes, Path(options.out))
    else:
        train(options)


if __name__ == "__main__":
    main()
