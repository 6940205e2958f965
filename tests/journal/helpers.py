"""A clock that is set by hand, and a writer's connection that a test can get hold of."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from companion.journal.database import connect_to_write

ANNA_AND_BEN = (("Anna", "red"), ("Ben", "blue"))


class HandClock:
    """A wall clock that stands still until somebody moves it."""

    def __init__(self, now: float = 1_750_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class Connector:
    """Connects as the journal does by itself, and keeps the connection."""

    connection: sqlite3.Connection

    def __call__(self, path: Path) -> sqlite3.Connection:
        self.connection = connect_to_write(path)
        return self.connection

    def ask(self, pragma: str) -> object:
        return self.connection.execute(f"PRAGMA {pragma}").fetchone()[0]

    def leave_no_room(self) -> None:
        self.connection.execute(f"PRAGMA max_page_count = {self.ask('page_count')}")

    def make_room(self) -> None:
        self.connection.execute("PRAGMA max_page_count = 1000000")
