"""How often pieces are misread, in looks never trained on, as `make evaluate` counts it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.bench.measure import Result

ROOT = Path(__file__).parent.parent.parent
PICTURES = 240  # some 7,500 tokens and 6,000 tiles: of fewer, a thousandth is a matter of luck
# The keys of what lies there and what was read right, and how many of a thousand may be misread.
COUNTS = {"triolet": ("faces", "faces_right", 1.0), "triominos": ("tiles", "read_right", 4.0)}


def run() -> Iterator[Result]:
    for game, (all_key, right_key, bar) in COUNTS.items():
        folder = ROOT / f"build/evaluate/bench-{game}-{PICTURES}"
        if not folder.is_dir():
            options = ["--part", "held-out", "--difficulty", "medium", "--seed", "9001", "--jobs", "2"]
            _trioscope(
                "render", "--game", game, *options, "--count", str(PICTURES), "--out", folder.as_posix()
            )
        told = json.loads(_trioscope("evaluate", folder.as_posix(), "--jobs", "2", "--json"))["groups"][-1]
        misread = told[all_key] - told[right_key]
        name = f"{game}: pieces misread in {told['pictures']} pictures, no profile"
        yield Result(name, 1000 * misread / told[all_key], bar, "one piece in a thousand", 0.0)


def _trioscope(*arguments: str) -> str:
    command = [sys.executable, "-m", "companion.cli", *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT)
    return done.stdout
