"""Reading a database that may be damaged anywhere: every row that can be read, around those that cannot."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from companion.journal.database import connect_to_read, is_damage, is_passing, size_of
from companion.journal.errors import JournalDamaged, JournalMissing, JournalUnusable
from companion.journal.opening import refuse_folder, unusable
from companion.journal.schema import is_ours

Row = tuple[object, ...]

COLUMNS = {
    "players": "id, name, key, colour",
    "matches": "id, target, started",
    "games": "id, kind, settings, match, position, started, ended",
    "game_players": "game, seat, player",
    "events": "game, number, wall, payload",
    "pictures": "game, number, bytes, jpeg",
}
# When nothing can be read for so many rowids, the steps begin to grow: the rest of the table may be gone, and
# then there is no end to be found. A stretch of readable rows is passed over only if it is shorter than a
# thousandth of the damage before it.
PATIENCE, GROWTH = 2_000, 1_000
LEAST_ROW_BYTES = 8  # no row of ours is smaller, so a file cannot hold more rows than this allows


class TolerantReader:
    """An open journal, and in `gaps` how many stretches of it could not be read so far."""

    def __init__(self, path: Path) -> None:
        self.gaps = 0
        path = path.resolve()
        try:
            refuse_folder(path)
            if not path.exists():
                raise JournalMissing("missing", file=path)
            if size_of(path) == 0:  # SQLite would take it for new, and throw away a WAL beside it
                raise JournalDamaged("nothing-readable", file=path)
            self._most_rows = size_of(path) // LEAST_ROW_BYTES
            self._connection = connect_to_read(path, is_still=True)
        except JournalUnusable:
            raise
        except (sqlite3.Error, OSError) as fault:
            raise unusable(path, fault) from fault
        try:
            # Else SQLite reads nothing at all from a file that was cut off.
            self._connection.execute("PRAGMA writable_schema = ON")
            self._connection.execute("BEGIN")  # one view, also of a journal that somebody is writing
            if not is_ours(self._connection):
                raise JournalUnusable("another-program", file=path)
            for table, columns in COLUMNS.items():
                self._connection.execute(f"SELECT {columns} FROM {table} WHERE 0")
        except sqlite3.DatabaseError as fault:
            self._connection.close()
            if is_passing(fault):
                raise unusable(path, fault) from fault
            raise JournalDamaged("nothing-readable", file=path) from fault
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def rows(self, table: str) -> Iterator[Row]:
        """Every row of a table that can be read, in the order of rowids."""
        query = f"SELECT rowid, {COLUMNS[table]} FROM {table} NOT INDEXED WHERE rowid >= ? ORDER BY rowid"
        begin: int | None = 1
        while begin is not None:
            try:
                for rowid, *row in self._connection.execute(query, (begin,)):
                    begin = int(rowid) + 1
                    yield tuple(row)
                return
            except sqlite3.DatabaseError as fault:
                if not is_damage(fault):
                    raise
            self.gaps += 1
            begin = self._next_readable(table, begin)

    def passes_check(self) -> bool:
        """Whether SQLite, looking at everything, finds nothing wrong."""
        try:
            return [row[0] for row in self._connection.execute("PRAGMA integrity_check")] == ["ok"]
        except sqlite3.DatabaseError:
            return False

    def _next_readable(self, table: str, begin: int) -> int | None:
        """The first rowid after the unreadable `begin` from which a row can be read, if there is one."""
        bad, step = begin, 1
        while bad <= self._most_rows:
            if self._can_read(table, bad + step):
                good = bad + step
                while good - bad > 1:
                    middle = (good + bad) // 2
                    bad, good = (bad, middle) if self._can_read(table, middle) else (middle, good)
                return good
            bad += step
            step = max(1, (bad - begin - PATIENCE) // GROWTH)
        return None

    def _can_read(self, table: str, rowid: int) -> bool:
        query = f"SELECT {COLUMNS[table]} FROM {table} NOT INDEXED WHERE rowid >= ? ORDER BY rowid LIMIT 1"
        try:
            self._connection.execute(query, (rowid,)).fetchone()
        except sqlite3.DatabaseError as fault:
            if is_damage(fault):
                return False
            raise
        return True
