"""What the kiosk costs: idle, with the sand running, at the start, and in memory after many games.

The real loop in a real window under Xvfb; without Xvfb, with SDL's dummy driver, and it says so.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import monotonic, perf_counter, process_time

from tests.bench.measure import Result, leave_out
from tests.kiosk.display import open_display

SIZES = ((800, 480), (1920, 1080))
SECONDS = 6.0
STARTS = 5
GAMES = 200
AS_THE_APP = {"SDL_FRAMEBUFFER_ACCELERATION": "0"}  # companion/app.py sets it under X


def run() -> Iterator[Result]:
    """All figures, each beside its bar."""
    with _display() as environ:
        for size in SIZES:
            name = f"{size[0]} x {size[1]}"
            idle, sand = _measure(environ, "idle", size), _measure(environ, "sand", size)
            yield Result(f"kiosk: idle game at {name}", idle, 0.04, "one core", 1.0)
            yield Result(f"kiosk: sand running at {name}", sand, 0.20, "one core", 1.0)
        yield _first_picture(environ)
        memory = _measure(environ, "memory", SIZES[0])
        yield Result(f"kiosk: memory after {GAMES} games", memory, 300, "1 MB", 0.0)


@contextmanager
def _display() -> Iterator[dict[str, str]]:
    environ = {**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1", "SDL_AUDIODRIVER": "dummy"}
    if shutil.which("Xvfb") is None:
        leave_out("a real window, as there is no Xvfb: the kiosk is measured with SDL's dummy driver")
        yield {**environ, "SDL_VIDEODRIVER": "dummy"}
        return
    with open_display(1920, 1080) as display:
        yield {**environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11", **AS_THE_APP}


def _measure(environ: dict[str, str], what: str, size: tuple[int, int]) -> float:
    """A fresh process says what it used."""
    command = [sys.executable, "-m", "tests.bench.kiosk", what, str(size[0]), str(size[1])]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


def _first_picture(environ: dict[str, str]) -> Result:
    """From the start of the program to its first picture."""
    code = (
        "from companion.settings import Settings\n"
        "from companion.app import Wishes, open_window\n"
        "assert open_window(Wishes(Settings(), may_be_unseen=True)) is not None\n"
    )
    floor = [sys.executable, "-c", "import pygame"]
    pairs = [(_time(floor, environ), _time([sys.executable, "-c", code], environ)) for _ in range(STARTS)]
    ratio = median(picture / bare for bare, picture in pairs)
    return Result(
        "kiosk: first picture", ratio, 12, 'python -c "import pygame"', median(bare for bare, _ in pairs)
    )


def _time(command: list[str], environ: dict[str, str]) -> float:
    began = perf_counter()
    subprocess.run(command, env=environ, check=True, capture_output=True)
    return perf_counter() - began


def _share_of_a_core(scene: str, size: tuple[int, int]) -> float:
    """Run the loop on a scene for a while."""
    from companion.kiosk.kiosk import Kiosk
    from tests.kiosk.gallery import all_scenes
    from tests.kiosk.stage import Stage

    stage = Stage(size)
    all_scenes()[scene](stage)
    stage.step(8)  # the last move has stopped glowing
    # From here on by the real clock, which stands where the set one stood.
    offset = stage.clock.now - monotonic()
    kiosk: Kiosk = stage.kiosk
    kiosk._clock = lambda: monotonic() + offset
    ends = monotonic() + SECONDS
    began_cpu, began = process_time(), monotonic()

    def watch() -> None:
        if monotonic() > ends:
            kiosk.close()

    kiosk.run(after_round=watch)
    return (process_time() - began_cpu) / (monotonic() - began)


def _memory_after_games(size: tuple[int, int]) -> float:
    """The most that the process has used, after the screens of so many games were shown."""
    from tests.kiosk.gallery.playing import forget_games, play_some
    from tests.kiosk.stage import TRIOLET, TRIOMINOS, Stage
    from vision import triolet  # noqa: F401  # the whole program has the reader loaded

    stage = Stage(size)
    for game in range(GAMES):
        play_some(stage, TRIOMINOS if game % 4 else TRIOLET, 100, seed=game % 8)
        stage.kiosk.home()
        stage.step()
        forget_games()  # the scenes keep theirs, which the program does not
    # Not ru_maxrss: that also counts what the process had that started this one.
    peak_kb = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return int(peak_kb[1]) / 1024 if peak_kb else float("inf")


if __name__ == "__main__":
    what, width, height = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    if what == "memory":
        print(_memory_after_games((width, height)))
    else:
        print(_share_of_a_core("game-triolet" if what == "idle" else "game-challenge", (width, height)))
