"""Train the network that looks again at tokens in doubt.

    for frames in 1 3 15: trioscope render --game triolet --part train --difficulty hard --burst FRAMES
        --disorder 0.3 --hands 0.05 --count N --seed S --out FOLDER
    python -m vision.training.train_close pack --folders FOLDER … --out doubts.npz
    python -m vision.training.train_close train --begin vision/models/faces.onnx --doubts doubts.npz
        --drawn drawn.npz --out vision/models/faces-close.onnx

It begins as the network of the first look (`--begin`), twice as deep, and is shown mostly what left that one
in doubt. Some drawn tokens (`--drawn`, train_faces.py) keep it from forgetting all other printings.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.utils.data import DataLoader, IterableDataset

from vision.faces import INPUT_PX, NO_FACE
from vision.training.doubts import cut_all, show_token
from vision.training.learning import add_options, begin, learn, load_packs, normalise
from vision.training.networks import FaceNet, deepen
from vision.training.resume import load_model
from vision.training.train_faces import DRAWN, faces_loss, vary

Bytes = NDArray[np.uint8]
Batch = tuple[Bytes, NDArray[np.int64]]

BATCH = 128
# Of each batch; the rest left no doubt, and is shown worse than it was.
DOUBTED, NOTHING, DRAWN_SHARE = 0.4, 0.08, 0.2
BATCHES_TO_BEGIN = 12


def pack(folders: list[Path], out: Path) -> None:
    """Everything that the reader would read in the pictures."""
    crops, labels, doubted = zip(*cut_all(folders), strict=True)
    np.savez(out, crops=np.stack(crops), labels=np.array(labels, np.int16), doubted=np.array(doubted))
    sys.stdout.write(f"{len(crops)} tokens in {out}, {sum(doubted)} of them in doubt\n")


@dataclass(frozen=True)
class Doubts(IterableDataset):  # type: ignore[type-arg]
    """Endless batches of tokens, most of them doubtful."""

    doubts: Sequence[str]
    drawn: Sequence[str]
    seed: int

    def __iter__(self) -> Iterator[Batch]:
        cv2.setNumThreads(1)
        rng = np.random.default_rng(self.seed)
        crops, labels, doubted = load_packs(self.doubts, ("crops", "labels", "doubted"))
        drawn = (
            list(zip(*load_packs(self.drawn, ("patches", "faces", "turns")), strict=True))
            if self.drawn
            else []
        )
        is_face = labels != NO_FACE
        pools = [np.flatnonzero(mask) for mask in (doubted & is_face, doubted & ~is_face, ~doubted)]
        shares = DOUBTED, NOTHING, 1 - DOUBTED - NOTHING - (DRAWN_SHARE if drawn else 0)
        counts = [round(BATCH * share) for share in shares]
        while True:
            shown = [
                show_token(rng, crops[at], int(labels[at]), is_sure=pool is pools[-1])
                for pool, count in zip(pools, counts, strict=True)
                for at in rng.choice(pool, count).tolist()
            ]
            for at in rng.integers(len(drawn), size=BATCH - len(shown)) if drawn else ():
                patch, face, turn = drawn[at]
                shown.append(vary(rng, patch, int(face), float(turn), DRAWN))
            pictures = np.stack([picture for picture, _ in shown]).transpose(0, 3, 1, 2)
            yield np.ascontiguousarray(pictures), np.array([label for _, label in shown])


def train(options: argparse.Namespace) -> None:
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    batches = Doubts(options.doubts, options.drawn, options.seed)
    loader = DataLoader(batches, None, num_workers=1, multiprocessing_context="spawn", prefetch_factor=8)
    net = FaceNet()
    seen = [normalise(torch.as_tensor(pictures)) for pictures, _ in islice(loader, BATCHES_TO_BEGIN)]
    load_model(net, options.begin, torch.cat(seen))
    deepen(net)
    learn(
        begin(net, options, loader), loader, faces_loss, options.steps, options, INPUT_PX, ["faces", "print"]
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("pack", "train"))
    parser.add_argument("--folders", nargs="*", default=[])
    parser.add_argument("--begin", help="the network of the first look")
    parser.add_argument("--doubts", nargs="*", default=[])
    parser.add_argument("--drawn", nargs="*", default=[])
    parser.add_argument("--steps", type=int, default=6_000)
    add_options(parser)
    parser.set_defaults(rate=1.5e-3)
    options = parser.parse_args()
    if options.what == "pack":
        pack([Path(name) for name in options.folders], Path(options.out))
    else:
        train(options)


if __name__ == "__main__":
    main()
