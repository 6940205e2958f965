"""Kills and cuts: `python -m tests.soak.journal --kills 300 --cuts 300`.

A kill ends a process that is writing, at a random moment. A cut is a power loss as far as files can show it:
a copy of the database with only the first bytes of its WAL.
"""

from __future__ import annotations

import argparse
import itertools
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path

from companion.journal import Journal
from companion.journal.database import beside

ROOT = Path(__file__).parent.parent.parent
LONGEST_LIFE_S = 0.08  # after the first event: some die in it, some a dozen events later


def event_of(number: int) -> Mapping[str, object]:
    """The event that everybody writes as number `number`, so that anybody can say what must be there."""
    return {"type": "laid", "number": number, "cells": ["H8", "H9"], "why": "x" * (number * 37 % 700)}


def picture_of(number: int) -> bytes | None:
    """Every third event has a picture, and one in a hundred a large one."""
    return None if number % 3 else bytes([number % 256]) * (60_000 if number % 100 == 0 else 900)


def write_for_ever(path: Path) -> None:
    """Go on with the game and print each number once the journal has taken the event, until killed."""
    with Journal.open(path, picture_budget_bytes=200_000) as journal:
        games = journal.games()
        game = games[0].id if games else journal.begin_game("triolet", {}, [("Anna", "red")])
        for number in itertools.count(journal.next_number(game)):
            journal.append(game, event_of(number), picture_of(number), expected_number=number)
            print(number, flush=True)
            if number % 10 == 0:  # the end of a game empties the WAL: some are to die in that, too
                journal.end_game(game)


def kill_often(folder: Path, kills: int, rng: random.Random) -> int:
    """Kill a writer again and again, and look after each time; how many events there were in the end."""
    path, held = folder / "kills.db", 0
    for kill in range(kills):
        command = [sys.executable, "-m", "tests.soak.journal", "--write", str(path)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            said = [writer.stdout.readline()]
            threading.Timer(rng.uniform(0, LONGEST_LIFE_S), writer.send_signal, (signal.SIGKILL,)).start()
            said += writer.stdout.readlines()
        assert writer.returncode == -signal.SIGKILL, f"the writer ended by itself: {writer.returncode}"
        acknowledged = 1 + max([held - 1, *(int(line) for line in said if line.endswith("\n"))])
        held = _look(path)
        assert acknowledged <= held <= acknowledged + 1, f"kill {kill}: {held} events, {acknowledged} known"
    return held


def cut_often(folder: Path, cuts: int, rng: random.Random, events: int = 120) -> int:
    """Cut copies of a WAL at random lengths, and look what is left; how many different lengths that gave."""
    path, left = folder / "cuts.db", set()
    with Journal.open(path) as journal:
        game = journal.begin_game("triolet", {}, [("Anna", "red")])
        journal.append_all(game, [event_of(number) for number in range(10)])
        journal.end_game(game)  # empties the WAL: these are in the database itself
        journal.reopen_game(game)
        for number in range(10, events):
            journal.append(game, event_of(number), picture_of(number))
        wal = beside(path, "-wal").read_bytes()
        for cut in range(cuts):
            copy = folder / f"cut-{cut}.db"
            shutil.copy(path, copy)
            length = len(wal) if cut == 0 else rng.randrange(len(wal))
            beside(copy, "-wal").write_bytes(wal[:length])
            held = _look(copy)
            assert held >= 10 and (length < len(wal) or held == events), f"{held} events after {length} bytes"
            left.add(held)
            for ending in ("", "-wal", "-shm", ".lock"):
                beside(copy, ending).unlink(missing_ok=True)
    return len(left)


def _look(path: Path) -> int:
    """How many events the journal holds, after seeing that they are what was written, from 0 on."""
    with Journal.open(path, picture_budget_bytes=200_000) as journal:
        assert journal.notices == (), f"{journal.notices}"
        found = [] if not journal.games() else journal.events(journal.games()[0].id)
        for number, stored in enumerate(found):
            assert (stored.number, stored.event) == (number, event_of(number))
            picture = journal.picture(1, number)
            assert picture is None or picture == picture_of(number)
        return len(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--cuts", type=int, default=300)
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    parser.add_argument("--write", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.write:
        write_for_ever(options.write)
    rng = random.Random(options.seed)
    print(f"seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        events = kill_often(Path(folder), options.kills, rng)
        print(f"{options.kills} kills: every one of {events} events is there, and at most one more each time")
        lengths = cut_often(Path(folder), options.cuts, rng)
        print(
            f"{options.cuts} cuts of the WAL: always a prefix of the events, of {lengths} different lengths"
        )


if __name__ == "__main__":
    main()
