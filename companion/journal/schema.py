"""The tables, and the way from every older version of them to this one.

`PRAGMA user_version` counts the migrations that a file has seen. Each one runs in a transaction of its own
together with its number, so a power cut in the middle of an upgrade leaves the version before.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing

Migration = Callable[[sqlite3.Connection], None]

APPLICATION_ID = 0x5452494F  # "TRIO": how a file of ours is told from any other SQLite database


def _first_tables(connection: sqlite3.Connection) -> None:
    for statement in _FIRST_TABLES:
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


# Plain rowid tables: salvage walks a damaged table by rowid, which a WITHOUT ROWID table does not have.
_FIRST_TABLES = (
    """CREATE TABLE players (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        key TEXT NOT NULL UNIQUE,  -- records.name_key(name)
        colour TEXT NOT NULL
    )""",
    """CREATE TABLE matches (
        id INTEGER PRIMARY KEY,
        target INTEGER,
        started REAL NOT NULL
    )""",
    """CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('triolet', 'triominos')),
        settings TEXT NOT NULL,
        match INTEGER REFERENCES matches (id),
        position INTEGER NOT NULL,
        started REAL NOT NULL,
        ended REAL
    )""",
    "CREATE INDEX games_by_match ON games (match) WHERE match IS NOT NULL",
    """CREATE TABLE game_players (
        game INTEGER NOT NULL REFERENCES games (id),
        seat INTEGER NOT NULL,
        player INTEGER NOT NULL REFERENCES players (id),
        PRIMARY KEY (game, seat)
    )""",
    """CREATE TABLE events (
        game INTEGER NOT NULL REFERENCES games (id),
        number INTEGER NOT NULL,
        wall REAL NOT NULL,
        payload TEXT NOT NULL,
        PRIMARY KEY (game, number)
    )""",
    """CREATE TABLE pictures (
        game INTEGER NOT NULL,
        number INTEGER NOT NULL,
        bytes INTEGER NOT NULL,
        jpeg BLOB NOT NULL,
        FOREIGN KEY (game, number) REFERENCES events (game, number)
    )""",
    # With `bytes` in the index, adding up all pictures reads a few pages and not the pictures.
    "CREATE UNIQUE INDEX pictures_by_event ON pictures (game, number, bytes)",
)

MIGRATIONS: tuple[Migration, ...] = (_first_tables,)


def upgrade(connection: sqlite3.Connection, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Bring the file to the newest version; a new file gets its tables."""
    for version in range(read_version(connection), len(migrations)):
        connection.execute("BEGIN IMMEDIATE")
        try:
            migrations[version](connection)
            connection.execute(f"PRAGMA user_version = {version + 1}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def read_version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def is_ours(connection: sqlite3.Connection) -> bool:
    """Whether the file is a journal, or has nothing in it yet."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application == APPLICATION_ID:
        return True
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return not tables


def has_its_columns(connection: sqlite3.Connection, migrations: Sequence[Migration] = MIGRATIONS) -> bool:
    """Whether every table has the columns that a fresh one of the same version has: a bit that has turned in
    a name is found by no check of SQLite's own."""
    with closing(sqlite3.connect(":memory:")) as fresh:
        for migration in migrations[: read_version(connection)]:
            migration(fresh)
        return _columns(fresh) <= _columns(connection)


def _columns(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """The columns of all tables, each with the name of its table."""
    found = connection.execute(
        "SELECT own.name, field.name FROM sqlite_master AS own, pragma_table_info(own.name) AS field "
        "WHERE own.type = 'table'"
    )
    return {(table, column) for table, column in found}
