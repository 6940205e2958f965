"""Path-trace pictures of a game with their truth, for `trioscope evaluate FOLDER`.

    python -m tests.traced --game triolet --count 24 --seed 1 --out FOLDER

Needs Blender as a package (`pip install bpy`, about 500 MB), best in a venv of its own. Nothing of the
virtual table is used: geometry, materials, prints and light are this package's own, and so the pictures show
how the reader takes pictures that it was not trained on. Everything follows from the seed.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import cv2

from tests.traced.develop import develop
from tests.traced.scenes import build_triolet, build_triominos
from tests.traced.studio import Studio

BUILDERS = {"triolet": build_triolet, "triominos": build_triominos}


def write_picture(game: str, index: int, options: argparse.Namespace) -> None:
    """One picture and its truth."""
    seed, folder = options.seed, options.out
    rng = random.Random(f"{game} {seed} {index}")
    with TemporaryDirectory() as scratch:
        studio = Studio(Path(scratch))
        truth = BUILDERS[game](studio, rng, options.small)
        pixels, quality, facts = develop(studio.trace(options.samples, options.threads), rng)
    truth["difficulty"] = "traced"
    truth["drawn"] = {"seed": seed, **truth["drawn"], **facts}
    path = folder / f"{seed:03d}-{index:03d}.jpg"
    cv2.imwrite(str(path), pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
    path.with_suffix(".json").write_text(json.dumps(truth) + "\n", encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.traced", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--game", choices=tuple(BUILDERS), required=True)
    parser.add_argument("--count", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first picture (default: 0)")
    parser.add_argument("--small", action="store_true", help="squares and sides of few pixels")
    parser.add_argument("--samples", type=int, default=8, help="paths a pixel (default: 8, then denoised)")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    for index in range(options.first, options.first + options.count):
        began = monotonic()
        write_picture(options.game, index, options)
        print(f"{index}: {monotonic() - began:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
