"""Train the two board networks.

    python -m vision.training.train_boards locate --folders FOLDER … --out vision/models/locate.onnx
    python -m vision.training.train_boards squares --folders FOLDER … --out vision/models/squares.onnx

Half of the material is rendered, half is drawn on the way. Seeds make a run repeatable as far as PyTorch is.
"""

from __future__ import annotations

import argparse
import math
import pickle
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

from vision.training.boards import UNKNOWN, draw_board
from vision.training.folders import Rendered, flat_of, locate_sample_of, read_folders
from vision.training.learning import add_options, begin, learn, normalise
from vision.training.networks import LocateNet, SquaresNet
from vision.training.views import (
    LOCATE_PX,
    PATCH_PX,
    Flat,
    boardless_sample,
    flat_from_drawn,
    locate_sample,
    squares_sample,
)

BATCH = 8
BOARDLESS = 0.05  # of the close looks: a guess may be wrong altogether
POOL, REUSE = 120, 6  # drawn boards kept at a time, and how often each is seen on average
Arrays = tuple[np.ndarray, ...]


class Samples(IterableDataset):  # type: ignore[type-arg]  # torch's own is generic in name only
    """An endless row of samples, the same for the same seed."""

    def __init__(self, kind: str, folders: list[Path], seed: int, cache: Path | None = None) -> None:
        self.kind, self.folders, self.seed, self.cache = kind, folders, seed, cache

    def __iter__(self) -> Iterator[Arrays]:
        info = torch.utils.data.get_worker_info()
        rng = np.random.default_rng([self.seed, info.id if info else 0])
        cv2.setNumThreads(1)
        rendered = self._packed()
        pool: list[Flat] = []
        count = 0
        while True:
            if self.kind == "squares" and rng.random() < BOARDLESS:
                yield self._arrays(boardless_sample(rng))
            elif not rendered or rng.random() < 0.5:
                if len(pool) < POOL or count % REUSE == 0:
                    board = flat_from_drawn(draw_board(rng))
                    if len(pool) < POOL:
                        pool.append(board)
                    else:
                        pool[int(rng.integers(POOL))] = board
                count += 1
                flat = pool[int(rng.integers(len(pool)))]
                yield self._arrays(
                    squares_sample(rng, flat) if self.kind == "squares" else locate_sample(rng, flat)
                )
            else:
                data, one = rendered[int(rng.integers(len(rendered)))]
                picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
                if isinstance(one, Flat):
                    flat = Flat(picture, None, one.state, one.offset, one.bend)
                    yield self._arrays(squares_sample(rng, flat))
                else:
                    full = Rendered(picture, one.lattice, one.faces, one.lies, one.hidden)
                    yield self._arrays(locate_sample_of(rng, full))

    def _packed(self) -> list[tuple[np.ndarray, Flat | Rendered]]:
        """The rendered pictures; kept in a file, since cutting thousands takes minutes."""
        if self.cache is not None and self.cache.exists():
            return pickle.loads(self.cache.read_bytes())  # type: ignore[no-any-return]  # our own file
        packed = [self._pack(one) for one in read_folders(self.folders)]
        if self.cache is not None:
            self.cache.write_bytes(pickle.dumps(packed))
        return packed

    def _pack(self, one: Rendered) -> tuple[np.ndarray, Flat | Rendered]:
        """What is needed of a picture, its pixels compressed: a thousand pictures must fit into memory."""
        nothing = np.zeros((0, 0, 3), np.uint8)
        if self.kind == "squares":
            flat = flat_of(one)
            packed: Flat | Rendered = Flat(nothing, None, flat.state, flat.offset, flat.bend)
            picture = flat.picture
        else:
            half = cv2.resize(one.picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            packed = Rendered(nothing, one.lattice / 2 - 0.25, one.faces, one.lies, one.hidden)
            picture = half
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
        return data, packed

    def _arrays(self, sample: object) -> Arrays:
        names = ("picture", "field", "state", "offset") if self.kind == "squares" else ("picture", "place")
        arrays = [np.ascontiguousarray(getattr(sample, name)) for name in names]
        arrays[0] = np.ascontiguousarray(arrays[0].transpose(2, 0, 1))
        return tuple(arrays)


def locate_loss(net: nn.Module, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    """Where a point is on the board (with how sure), and whether it is on it."""
    picture, place = batch
    out = net(normalise(picture))
    on_board = place[:, 2]
    spread = out[:, 2].clamp(-6, 3)
    error = (out[:, :2] - place[:, :2]).abs().sum(1)
    fit = ((error * torch.exp(-spread) + 2 * spread) * on_board).sum() / on_board.sum().clamp(min=1)
    mask = nn.functional.binary_cross_entropy_with_logits(out[:, 3], on_board)
    shown = float((error * on_board).sum() / on_board.sum().clamp(min=1)) * 7.5 / 2
    return fit + 4 * mask, {"off": shown, "mask": float(mask.detach())}


def squares_loss(net: nn.Module, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    """How far the board is off, what each square holds, and where its token lies."""
    picture, field, state, offset = batch
    out, squares = net(normalise(picture))
    # Off the board there are no squares to be somewhere in: the answer is no direction at all.
    turns = 2 * math.pi * field[:, :2]
    phase = torch.stack([turns.cos(), turns.sin()], 2).flatten(1, 2)  # x cosine, sine, y cosine, sine
    on_board = (field[:, 2] > 0.5).float()
    asked = (field[:, 2] > -0.5).float()
    apart = ((out - phase * on_board[:, None]) ** 2).mean(1)
    fine = (apart * asked).sum() / asked.sum().clamp(min=1)
    inner = squares[:, :, 2:-2, 2:-2]
    kind = nn.functional.cross_entropy(inner[:, :3], state, ignore_index=UNKNOWN)
    has_token = (state == 1).float()
    middle = ((inner[:, 3:] - offset).abs().sum(1) * has_token).sum() / has_token.sum().clamp(min=1)
    known = state != UNKNOWN
    wrong = float(((inner[:, :3].argmax(1) != state) & known).sum() / known.sum().clamp(min=1))
    figures = {"fine": float(fine.detach()), "wrong": wrong, "middle": float(middle.detach()) / 2}
    return 5 * fine + 6 * kind + 20 * middle, figures


def train(options: argparse.Namespace) -> None:
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    is_squares = options.kind == "squares"
    samples = Samples(options.kind, [Path(name) for name in options.folders], options.seed, options.cache)
    loader = DataLoader(samples, BATCH, num_workers=1, multiprocessing_context="spawn", prefetch_factor=8)
    net = begin(SquaresNet() if is_squares else LocateNet(), options, loader)
    steps = options.samples // BATCH
    if is_squares:
        learn(net, loader, squares_loss, steps, options, PATCH_PX, ["field", "squares"])
    else:
        learn(net, loader, locate_loss, steps, options, LOCATE_PX, ["place"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=("locate", "squares"))
    parser.add_argument("--folders", nargs="*", default=[])
    parser.add_argument("--samples", type=int, default=60000)
    parser.add_argument("--cache", type=Path, help="keep the cut pictures in this file")
    add_options(parser)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
