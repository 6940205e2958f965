"""Whole virtual games through the real kiosk, without a screen, in looks never trained on.

    python -m tests.measure.whole_games --out build/whole-games --jobs 2
    python -m tests.measure.whole_games --out build/whole-games --summary

A family that makes mistakes plays 30 games of each kind at medium difficulty and 10 at hard. Each finished
game is a line of JSON in `--out`; a run that was killed goes on with the games that are not there yet.
`--games` and `--count` play less: `--games triolet --count 1,0` is one Triolet game at medium. Somebody has
set up board and table once; with `--strange`, nobody has for Triominos.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import chain, zip_longest
from multiprocessing import get_context
from pathlib import Path

import cv2

from companion.players import family_triolet, family_triominos
from companion.rules.triominos.game import Rules as TriominosRules
from companion.session.setup import Setup
from companion.virtual_game import Press, room_for
from hardware.virtual.difficulty import Level
from hardware.virtual.fonts import SHIPPED_FONTS, FontBook, default_font_folder
from hardware.virtual.table import VirtualTable
from tests.measure.games import GAMES
from tests.measure.kiosk_family import KioskFamily
from tests.measure.kiosk_table import KioskTable
from tests.recorded import seats

FIRST_SEED = 60_000
LEVELS: tuple[Level, Level] = ("medium", "hard")
NAMES = ("Ada", "Blaise", "Carl", "Dora")
TURNS_A_QUESTION = 60  # at least


@dataclass(frozen=True, slots=True)
class Task:
    """One game to be played."""

    game: str
    level: Level
    seed: int
    is_set_up: bool = True  # the Triominos table, once, with six tiles; a Triolet board always is

    @property
    def file(self) -> str:
        return f"{self.game}-{self.level}.jsonl"


def play(task: Task) -> dict[str, object]:
    """One game; what came of it."""
    cv2.setNumThreads(1)
    began, began_cpu = time.monotonic(), time.process_time()
    fetched = default_font_folder()
    fonts = FontBook([SHIPPED_FONTS, fetched] if fetched.is_dir() else [SHIPPED_FONTS])
    rules, rng, players = GAMES[task.game], random.Random(task.seed), 2 + task.seed % 3
    family: list[Press]
    if isinstance(rules, TriominosRules):
        family = list(family_triominos.play(rng, players, rules))
    else:
        family = list(family_triolet.play(rng, players, rules))
    setup = Setup(rules, seats(*NAMES[:players]))
    room = room_for(family)
    table = VirtualTable.draw(setup.kind, task.seed, task.level, "held-out", fonts, room_for=room)
    with tempfile.TemporaryDirectory() as home:
        kiosk = KioskTable(table, Path(home))
        player = KioskFamily(kiosk, table)
        if setup.kind == "triolet":
            is_calibrated = kiosk.calibrate_board()
        else:
            is_calibrated = task.is_set_up and kiosk.calibrate_table(room)
        try:
            kiosk.begin(setup)
            player.play(family)
        except Exception as fault:  # whatever it was, it is told, and the other games go on
            player.tally.stuck += 1
            player.tally.trouble.append(f"press {player.tally.presses}: {type(fault).__name__}, {fault}")
        kiosk.close()
    took = {"seconds": round(time.monotonic() - began), "cpu_s": round(time.process_time() - began_cpu)}
    return {
        "seed": task.seed,
        "players": players,
        "calibrated": is_calibrated,
        **player.tally.to_json(),
        **took,
    }


def play_and_keep(task: Task, folder: Path) -> dict[str, object]:
    """One game, and its line in the folder: kept even if whoever waits for it was killed meanwhile."""
    result = play(task)
    with (folder / task.file).open("a") as file:
        file.write(json.dumps(result) + "\n")
        file.flush()
        os.fsync(file.fileno())
    return result


def tasks(games: list[str], counts: list[int], first: int, is_set_up: bool = True) -> list[Task]:
    """In turns, so that a run that is stopped early has some of each kind."""
    kinds = (
        [Task(game, level, first + number, is_set_up) for number in range(count)]
        for level, count in zip(LEVELS, counts, strict=True)
        for game in games
    )
    return [task for task in chain.from_iterable(zip_longest(*kinds)) if task is not None]


def run(folder: Path, wanted: list[Task], jobs: int) -> None:
    """Play what is not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.jsonl"):
        if not path.read_bytes().endswith(b"\n"):  # a line was cut off: the next one must not join it
            with path.open("a") as file:
                file.write("\n")
    done = {(path.name, line["seed"]) for path in folder.glob("*.jsonl") for line in read(path)}
    left = [task for task in wanted if (task.file, task.seed) not in done]
    print(f"{len(wanted) - len(left)} games are there, {len(left)} are left", flush=True)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        playing = {pool.submit(play_and_keep, task, folder): task for task in left}
        for future in as_completed(playing):
            task, result = playing[future], future.result()
            brief = {key: value for key, value in result.items() if key != "trouble"}
            print(f"{task.game} {task.level} {brief}", flush=True)
            for one in result["trouble"] if isinstance(result["trouble"], list) else ():
                print(f"  {one}", flush=True)


def read(path: Path) -> Iterator[dict[str, object]]:
    """The games of a file; a last line that was cut off is left out."""
    for line in path.read_text().splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            continue


def summarise(folder: Path) -> bool:
    """Print what all games came to; whether every bar is kept."""
    print(
        f"{'games':<18}{'all':>5}{'equal':>7}{'turns':>7}{'wrong':>7}{'stuck':>7}{'questions':>11}{'1 in':>6}"
        f"{'erred':>7}{'refused':>9}{'legal refused':>15}{'not yet':>9}{'CPU min':>9}"
    )
    is_good = True
    for path in sorted(folder.glob("*.jsonl")):
        lines = list(read(path))

        def total(key: str, lines: list[dict[str, object]] = lines) -> int:
            return sum(int(str(line[key])) for line in lines)

        equal = sum(line["final"] == line["truth"] for line in lines)
        turns, questions = total("turns"), total("questions")
        rate = f"{turns / questions:.0f}" if questions else "-"
        print(
            f"{path.stem:<18}{len(lines):>5}{equal:>7}{turns:>7}{total('wrong'):>7}{total('stuck'):>7}"
            f"{questions:>11}{rate:>6}{total('erred'):>7}{total('refused'):>9}{total('legal_refused'):>15}"
            f"{total('not_yet'):>9}{total('cpu_s') / 60:>9.0f}"
        )
        is_good &= equal == len(lines) and not total("wrong") and questions * TURNS_A_QUESTION <= turns
        is_good &= total("erred") == total("refused") and not total("legal_refused")
    return is_good


def main() -> None:
    parser = argparse.ArgumentParser(description="Whole virtual games through the real kiosk.")
    parser.add_argument("--out", type=Path, required=True, help="a folder for the results")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--games", default=",".join(GAMES), help="which kinds, with commas between them")
    parser.add_argument("--count", default="30,10", help="games of each kind: at medium, at hard")
    parser.add_argument("--seed", type=int, default=FIRST_SEED, help="of the first game of each kind")
    parser.add_argument("--strange", action="store_true", help="nobody has set up the table for Triominos")
    parser.add_argument("--summary", action="store_true", help="print the table only; 1 if a bar is missed")
    options = parser.parse_args()
    if not options.summary:
        counts = [int(count) for count in [*options.count.split(","), "0"][:2]]
        wanted = tasks(options.games.split(","), counts, options.seed, not options.strange)
        run(options.out, wanted, options.jobs)
    sys.exit(0 if summarise(options.out) or not options.summary else 1)


if __name__ == "__main__":
    main()
