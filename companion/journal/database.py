"""The SQLite connection: how it is set up, how damage is noticed, and where a damaged file goes."""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

Connect = Callable[[Path], sqlite3.Connection]

BUSY_S = 1.0  # somebody else's sqlite3 shell may hold the file for a moment; the screen must not wait longer
BESIDE = ("-wal", "-shm", "-journal")  # SQLite's own files, which belong to the database of their name
DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
# Writing may work again later: a full disk, a card that the kernel has turned read-only, a busy file.
PASSING = (
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_NOMEM,
)
LITTLE_BYTES = 4_000_000
SMALL = ("players", "matches", "games", "game_players")
NEWEST = """SELECT sum(length(payload)) FROM events
    WHERE rowid > (SELECT coalesce(max(rowid), 0) FROM events) - 2000"""
VERSION_AT, VERSION_BYTES = 60, 4  # user_version in the header of the file (sqlite.org/fileformat.html, 1.3)
MAGIC = b"SQLite format 3\0"


class _Unspeakable(sqlite3.DatabaseError):
    """What SQLite says of a file whose names are no text any more."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


class _Connection(sqlite3.Connection):
    """Python cannot make an error of a message that quotes bytes which are no text: that is damage, too."""

    def execute(self, *statement: Any) -> sqlite3.Cursor:
        try:
            return super().execute(*statement)
        except UnicodeDecodeError as fault:
            raise _Unspeakable("a name in the file is no text") from fault


def connect_to_write(path: Path) -> sqlite3.Connection:
    """The one connection that writes: WAL, and a sync for every commit."""
    connection = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, factory=_Connection)
    connection.text_factory = as_text
    try:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        if not pages:  # later it would have no effect, and yet write into the file
            connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        # SQLite would copy the WAL into the file and then leave it lying there, to be overwritten from its
        # beginning. We copy and cut it in one go (Journal._tidy), so that whatever is lost from the end of a
        # WAL, the file and the rest of the WAL always fit together.
        connection.execute("PRAGMA wal_autocheckpoint = 0")
    except BaseException:
        connection.close()
        raise
    return connection


def connect_to_read(path: Path, is_still: bool = False) -> sqlite3.Connection:
    """A connection that changes nothing in the database.

    SQLite needs its -wal and -shm beside a database that somebody may be writing, and makes them. Where it
    cannot, or where the file lies still and nothing shall be left beside it, it is read without them.
    """
    can_make = not is_still and os.access(path.parent, os.W_OK)
    mode = "mode=ro" if can_make or beside(path, "-wal").exists() else "mode=ro&immutable=1"
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{mode}",
        timeout=BUSY_S,
        isolation_level=None,
        uri=True,
        factory=_Connection,
    )
    connection.text_factory = as_text
    return connection


def as_text(raw: bytes) -> str:
    """A text of the file, also where bits have turned in it: one damaged name must not hide all games."""
    return raw.decode("utf-8", "replace")


def find_damage(connection: sqlite3.Connection, path: Path, was_unclean: bool, is_suspect: bool) -> bool:
    """Whether the file is damaged, as far as is worth the time.

    A whole `quick_check` reads every page (measured: 2 ms a MB, on a desk), so a
    large journal gets it only when damage was met before. After a clean end a large one is only asked whether
    it was cut off. After a kill or a power cut, which for a Pi is the usual way to be switched off, what was
    being written is checked: the newest events and the small tables. SQLite promises that not even that can
    be damaged, but cards that report a sync before it is done do not let it keep the promise.
    """
    try:
        if _is_cut_off(connection, path) or _refers_to_nothing(connection):
            return True
        if is_suspect or size_of(path) <= LITTLE_BYTES:
            return not _passes(connection, "PRAGMA quick_check(1)")
        if was_unclean:
            connection.execute(NEWEST).fetchone()
            return not all(_passes(connection, f"PRAGMA quick_check({table})") for table in SMALL)
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.DatabaseError as fault:
        if is_damage(fault):
            return True
        raise
    return False


def _refers_to_nothing(connection: sqlite3.Connection) -> bool:
    """Whether a table hangs on one that is not there: a bit has turned in the names that the file keeps."""
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    referred = connection.execute(
        'SELECT parent."table" FROM sqlite_master AS own, pragma_foreign_key_list(own.name) AS parent '
        "WHERE own.type = 'table'"
    )
    return any(name not in names for (name,) in referred)


def is_damage(fault: sqlite3.Error) -> bool:
    """Whether the file is not as it was written. Every statement of ours is sound, so a name that is not
    there has turned in the file, and so has a format that SQLite does not know."""
    return primary_code(fault) in DAMAGE or str(fault).startswith(("no such ", "unsupported file format"))


def is_passing(fault: sqlite3.Error) -> bool:
    """Whether the same write may work later."""
    return primary_code(fault) in PASSING


def is_no_room(fault: sqlite3.Error | OSError) -> bool:
    if isinstance(fault, OSError):
        return fault.errno in (errno.ENOSPC, errno.EDQUOT)
    return primary_code(fault) == sqlite3.SQLITE_FULL


def primary_code(fault: sqlite3.Error) -> int:
    """SQLite's primary result code; the extended ones carry more in the upper bits."""
    return int(getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF


def header_version(path: Path) -> int:
    """The schema version as the file itself says, read without SQLite, so that nothing is touched."""
    with path.open("rb") as file:
        header = file.read(VERSION_AT + VERSION_BYTES)
    if not header.startswith(MAGIC) or len(header) < VERSION_AT + VERSION_BYTES:
        return 0
    return int.from_bytes(header[VERSION_AT:], "big")


def size_of(path: Path) -> int:
    """In bytes; nothing there is 0."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def set_aside(path: Path, wall_s: float) -> Path:
    """Rename the journal and what belongs to it; the new name, which nothing had before."""
    stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(wall_s))
    kept = beside(path, f".damaged-{stamp}")
    count = 1
    while any(beside(kept, ending).exists() for ending in ("", *BESIDE)):
        count += 1
        kept = beside(path, f".damaged-{stamp}-{count}")
    for ending in ("", *BESIDE):
        with suppress(FileNotFoundError):
            beside(path, ending).rename(beside(kept, ending))
    return kept


def _is_cut_off(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether pages are missing at the end. SQLite says so itself, but not while there is a WAL."""
    if size_of(beside(path, "-wal")):
        return False  # the newest pages may be there only
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    (page_bytes,) = connection.execute("PRAGMA page_size").fetchone()
    return size_of(path) < int(pages) * int(page_bytes)


def _passes(connection: sqlite3.Connection, check: str) -> bool:
    return [row[0] for row in connection.execute(check)] == ["ok"]
