"""What `test_on_arm.sh` runs under qemu: import every module, read a picture with a known truth, judge moves.

Exit code 1 if anything is not as it must be.
"""

from __future__ import annotations

import importlib
import io
import json
import os
import pkgutil
import platform
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PARTS = ("companion", "vision", "hardware", "calibration")
LEFT_OUT = ("vision.training",)  # needs PyTorch, which no box has

# Two from the rules' own page of formats: the answers are written there.
JUDGED: Sequence[tuple[dict[str, object], dict[str, object]]] = (
    (
        {"game": "triolet", "board": {"H8": "11", "H9": "3"}, "move": {"I8": "4", "I7": "8"}},
        {"legal": True, "points": 27},
    ),
    (
        {
            "game": "triominos",
            "tiles": [{"at": [0, 0], "corners": [5, 5, 5]}],
            "move": {"at": [0, 1], "corners": [5, 5, 2]},
        },
        {"legal": True, "points": 12},
    ),
)


def main(picture: Path) -> int:
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    say(f"Python {platform.python_version()} on {platform.machine()}")
    if platform.machine() != "aarch64":
        say("this is no 64-bit ARM")
        return 1
    steps = {"import": import_all, "read": lambda: read(picture), "judge": judge}
    results = [check(name, do) for name, do in steps.items()]  # all of them, whatever the first one gives
    return 0 if all(results) else 1


def import_all() -> str:
    """Every module of the program, and what it is built on."""
    names = [
        name
        for part in PARTS
        for _, name, _ in pkgutil.walk_packages([str(ROOT / part)], f"{part}.")
        if not name.startswith(LEFT_OUT)
    ]
    for name in names:
        importlib.import_module(name)
    import cv2
    import numpy
    import pygame

    return (
        f"{len(names)} modules imported (OpenCV {cv2.__version__}, NumPy {numpy.__version__}, "
        f"pygame {pygame.version.ver})"
    )


def read(picture: Path) -> str:
    """The picture, as `trioscope read` does; every token of its truth, and no other, must be found."""
    found = tokens_of(json.loads(run("read", str(picture), "--game", "triolet")))
    truth = tokens_of(json.loads(picture.with_suffix(".json").read_text(encoding="utf-8")))
    if found != truth:
        raise AssertionError(f"read {found}, but the picture shows {truth}")
    return f"all {len(truth)} tokens of a picture were read right"


def judge() -> str:
    for question, answer in JUDGED:
        said = json.loads(run("judge", told=json.dumps(question)))
        if {key: said.get(key) for key in answer} != answer:
            raise AssertionError(f"{question} was judged {said}")
    return f"{len(JUDGED)} moves were judged right"


def tokens_of(reading: dict[str, Any]) -> dict[str, str]:
    return {token["cell"]: token["face"] for token in reading["tokens"]}


def run(*words: str, told: str = "") -> str:
    """What a command of `trioscope` prints when it is told something."""
    from companion.cli import main as trioscope

    with standard_streams(told) as printed:
        if trioscope(list(words)) != 0:
            raise AssertionError(f"trioscope {words[0]} failed")
    return printed.getvalue().decode()


@contextmanager
def standard_streams(told: str) -> Any:
    """Standard input that says this, and standard output that is kept."""
    printed = io.BytesIO()
    before = sys.stdin, sys.stdout
    sys.stdin = io.TextIOWrapper(io.BytesIO(told.encode()), "utf-8")
    sys.stdout = kept = io.TextIOWrapper(printed, "utf-8", write_through=True)
    try:
        yield printed
    finally:
        kept.detach()  # or what was printed would be closed with it
        sys.stdin, sys.stdout = before


def check(name: str, do: Callable[[], str]) -> bool:
    began_s = time.monotonic()
    try:
        said = do()
    except Exception as fault:  # whatever it is, it is what was to be found out
        say(f"{name}: {type(fault).__name__}, {fault}")
        return False
    say(f"{said} ({time.monotonic() - began_s:.0f} s)")
    return True


def say(line: str) -> None:
    sys.stdout.write(f"  {line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
