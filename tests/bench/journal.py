"""The speed of the journal, against SQLite alone with the same settings and as much to write."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from companion.journal import Journal
from companion.journal.database import beside, connect_to_write
from companion.record import RecordedGame
from companion.rules.triolet.editions import Rules
from companion.session.setup import Setup
from tests.bench.measure import Result, compare
from tests.recorded import play_some, seats

EVENT = {"type": "accepted", "player": 1, "move": {"H8": "11", "H9": "3"}, "points": 25, "sure": [0.999] * 12}
COMMITS = 30
GAMES, EVENTS = 2_000, 40
ROUNDS = 7


def run() -> Iterator[Result]:
    with tempfile.TemporaryDirectory() as folder:
        yield from _run(Path(folder))


def _run(folder: Path) -> Iterator[Result]:
    bare = connect_to_write(folder / "bare.db")
    bare.execute("CREATE TABLE events (game INTEGER, number INTEGER, wall REAL, payload TEXT)")
    row = (1, 1, 1.0, json.dumps(EVENT))

    def commit_bare() -> None:
        for _ in range(COMMITS):
            bare.execute("BEGIN IMMEDIATE")
            bare.execute("INSERT INTO events VALUES (?, ?, ?, ?)", row)
            bare.execute("COMMIT")

    with Journal.open(folder / "journal.db") as journal:
        game = journal.begin_game("triolet", {}, [("Anna", "red"), ("Ben", "blue")])

        def append() -> None:
            for _ in range(COMMITS):
                journal.append(game, EVENT)

        yield compare(
            f"{COMMITS} events appended to the journal, each committed",
            append,
            commit_bare,
            f"{COMMITS} bare SQLite commits of the same size",
            bar=3,
        )

    many = folder / "many.db"
    _fill(many)

    def start_and_commit() -> None:
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        commit_bare()

    def resume() -> None:
        _resume(many)

    yield compare(
        f"a journal of {GAMES} games opened and the last game resumed",
        resume,
        start_and_commit,
        f"one Python start and {COMMITS} bare SQLite commits",
        bar=1,
    )

    # The same after a power cut: a WAL lies there, and the rows are checked. Each time another copy, as one
    # that was opened has been put right.
    with Journal.open(many) as journal:
        assert RecordedGame.resume(journal, at=1.0) is not None
        copies = [folder / f"unclean-{number}.db" for number in range(ROUNDS + 1)]
        for copy in copies:
            shutil.copy(many, copy)
            shutil.copy(beside(many, "-wal"), beside(copy, "-wal"))
    os.sync()  # what was just copied shall not be waited for below

    yield compare(
        f"a journal of {GAMES} games resumed after a power cut",
        lambda: _resume(copies.pop()),
        start_and_commit,
        f"one Python start and {COMMITS} bare SQLite commits",
        bar=1,
        rounds=ROUNDS,
    )
    bare.close()


def _resume(path: Path) -> None:
    """Everything until the next player can go on: the turns judged again, and the waking written down."""
    with Journal.open(path) as journal:
        game = RecordedGame.resume(journal, at=1.0)
        assert game is not None and len(game.session.state.sheet.turns) == EVENTS - 1


def _fill(path: Path) -> None:
    """Many games, straight into the tables; the last one is truly played, and goes on."""
    setup = Setup(Rules(), seats("Anna", "Ben"))
    settings = json.dumps(setup.to_json())
    with Journal.open(path) as journal:
        journal.begin_game("triolet", {}, [("Anna", "red"), ("Ben", "blue")])
    connection = sqlite3.connect(path)
    with connection:
        for game in range(1, GAMES):
            if game > 1:
                connection.execute(
                    "INSERT INTO games VALUES (?, 'triolet', ?, NULL, 0, 1.0, 2.0)", (game, settings)
                )
                connection.execute("INSERT INTO game_players VALUES (?, 0, 1), (?, 1, 2)", (game, game))
            rows = ((game, number, 1.0, json.dumps(EVENT)) for number in range(EVENTS))
            connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", rows)
    connection.close()
    with Journal.open(path) as journal:
        assert play_some(journal, setup, seed=1, turns=EVENTS - 1).game == GAMES
