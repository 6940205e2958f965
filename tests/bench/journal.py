"""The speed of the journal, against SQLite alone with the same settings and as much to write."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

from companion.journal import Journal
from companion.journal.database import connect_to_write
from tests.bench.measure import Result, compare

EVENT = {"type": "accepted", "player": 1, "move": {"H8": "11", "H9": "3"}, "points": 25, "sure": [0.999] * 12}
COMMITS = 30
GAMES, EVENTS = 2_000, 40


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
    unclean = folder / "unclean.db"

    def resume() -> None:
        _resume(many)

    yield compare(
        f"a journal of {GAMES} games opened and the last game read",
        resume,
        commit_bare,
        f"{COMMITS} bare SQLite commits",
        bar=1,
    )

    # The same after a power cut: a WAL lies there, and the rows are checked.
    with Journal.open(many) as journal:
        journal.append(GAMES, EVENT)
        unclean.write_bytes(many.read_bytes())
        wal = Path(f"{many}-wal").read_bytes()

    def resume_unclean() -> None:
        Path(f"{unclean}-wal").write_bytes(wal)
        _resume(unclean)

    yield compare(
        f"a journal of {GAMES} games opened after a power cut",
        resume_unclean,
        commit_bare,
        f"{COMMITS} bare SQLite commits",
        bar=1,
    )
    bare.close()


def _resume(path: Path) -> None:
    with Journal.open(path) as journal:
        last = journal.unfinished()
        assert last is not None and len(journal.events(last.id)) >= EVENTS


def _fill(path: Path) -> None:
    """Many games, straight into the tables."""
    with Journal.open(path) as journal:
        journal.begin_game("triolet", {}, [("Anna", "red"), ("Ben", "blue")])
    connection = sqlite3.connect(path)
    with connection:
        for game in range(1, GAMES + 1):
            ended = None if game == GAMES else 2.0
            if game > 1:
                connection.execute(
                    "INSERT INTO games VALUES (?, 'triolet', '{}', NULL, 0, 1.0, ?)", (game, ended)
                )
                connection.execute("INSERT INTO game_players VALUES (?, 0, 1), (?, 1, 2)", (game, game))
            rows = ((game, number, 1.0, json.dumps(EVENT)) for number in range(EVENTS))
            connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", rows)
    connection.close()
