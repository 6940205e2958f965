"""Spoil inputs, some minutes each: `python -m tests.fuzz settings journal --minutes 10`; without names, all.

Exit code 1 and the smallest input that was found, if something crashed or took too long.
"""

from __future__ import annotations

import argparse
import faulthandler
import logging
import random
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from time import monotonic
from typing import Any

from hypothesis import HealthCheck, given, seed, settings

from tests.fuzz.inputs import INPUTS, Input

FOLDER = Path("build/fuzz")
SLOW = timedelta(seconds=30)  # for one input, on a machine that has other things to do
HANGS_S = 120.0
ROUND = 100  # inputs between two looks at the clock


def fuzz(wanted: Input, folder: Path, minutes: float, first_seed: int) -> int:
    """Spoil until the time is over; how many inputs that were. What crashes is raised."""
    ends, rng, tried = monotonic() + 60 * minutes, random.Random(first_seed), 0
    spoil = spoiler(wanted, folder, is_over=lambda: monotonic() > ends)
    while monotonic() < ends:
        tried += spoil(ROUND, rng.randrange(2**32))
    return tried


def spoiler(
    wanted: Input, folder: Path, is_over: Callable[[], bool] = lambda: False
) -> Callable[[int, int], int]:
    """What spoils at most so many inputs by a seed, and says how many it were."""
    folder.mkdir(parents=True, exist_ok=True)
    spoiled, has_failed = wanted.spoiled(), False

    def spoil(count: int, by_seed: int) -> int:
        tried = 0

        @seed(by_seed)
        @settings(max_examples=count, deadline=SLOW, database=None, suppress_health_check=list(HealthCheck))
        @given(spoiled)
        def try_one(one: Any) -> None:
            nonlocal tried, has_failed
            if is_over() and not has_failed:
                return
            tried += 1
            faulthandler.dump_traceback_later(HANGS_S, exit=True)
            try:
                wanted.check(one, folder)
            except BaseException:
                has_failed = True  # it is made smaller now, however long that takes
                raise
            finally:
                faulthandler.cancel_dump_traceback_later()

        try_one()
        return tried

    return spoil


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(INPUTS)}")
    parser.add_argument("--minutes", type=float, default=10.0, help="for each")
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    options = parser.parse_args()
    unknown = sorted({*options.names} - {*INPUTS})
    if unknown:
        parser.error(f"there is no input {', '.join(unknown)}")
    logging.disable()  # what is wrong with an input is told to the log thousands of times
    faulthandler.enable()
    for name in options.names or INPUTS:
        _say(f"{name}, seed {options.seed} …")
        tried = fuzz(INPUTS[name], FOLDER / name, options.minutes, options.seed)
        _say(f"{name}: {tried} spoiled inputs in {options.minutes:g} minutes, no crash and no hang")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
