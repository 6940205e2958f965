"""Opening a journal: for one process to write, for any other to read."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.journal import reading
from companion.journal.database import (
    Connect,
    beside,
    connect_to_read,
    find_damage,
    header_version,
    is_damage,
    is_no_room,
    set_aside,
    size_of,
)
from companion.journal.errors import (
    JournalDamaged,
    JournalMissing,
    JournalUnusable,
    JournalVersion,
)
from companion.journal.lock import WriterLock
from companion.journal.schema import Migration, has_its_columns, is_ours, read_version, upgrade
from companion.journal.sentences import Notice


@dataclass(frozen=True, slots=True)
class Opened:
    """A connection that is ready; without the lock it only reads."""

    connection: sqlite3.Connection
    lock: WriterLock | None
    notices: tuple[Notice, ...] = ()


def open_to_write(path: Path, connect: Connect, migrations: Sequence[Migration], wall_s: float) -> Opened:
    """The journal, made if need be, and set aside if it is damaged; only for reading if it has a writer."""
    try:
        refuse_folder(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = WriterLock.take(path)
    except JournalUnusable:
        raise
    except OSError as fault:
        raise unusable(path, fault) from fault
    if lock is None:
        opened = open_to_read(path, migrations)
        return Opened(opened.connection, None, (Notice("other-process", {"file": path}),))
    try:
        return _open_locked(path, connect, migrations, wall_s, lock)
    except BaseException as fault:
        lock.release()
        if isinstance(fault, (sqlite3.Error, OSError)) and not isinstance(fault, JournalUnusable):
            raise unusable(path, fault) from fault
        raise


def open_to_read(path: Path, migrations: Sequence[Migration]) -> Opened:
    """The journal as it is; nothing is changed, not even a damaged one."""
    try:
        refuse_folder(path)
        if not path.exists():
            raise JournalMissing("missing", file=path)
        _refuse_newer(path, header_version(path), migrations)
        connection = connect_to_read(path)
    except JournalUnusable:
        raise
    except (sqlite3.Error, OSError) as fault:
        raise unusable(path, fault) from fault
    try:
        _refuse_another_program(path, connection)
        version = read_version(connection)
        _refuse_newer(path, version, migrations)
        if version < len(migrations):
            raise JournalVersion("older", file=path)
    except BaseException as fault:
        connection.close()
        if isinstance(fault, sqlite3.DatabaseError):
            raise (
                JournalDamaged("damaged", file=path) if is_damage(fault) else unusable(path, fault)
            ) from fault
        raise
    return Opened(connection, None)


def refuse_folder(path: Path) -> None:
    if path.is_dir():
        raise JournalUnusable("is-a-folder", file=path)


def unusable(path: Path, fault: sqlite3.Error | OSError) -> JournalUnusable:
    """The fault as a sentence."""
    if is_no_room(fault):
        return JournalUnusable("no-room", file=path)
    cause = (fault.strerror or str(fault)) if isinstance(fault, OSError) else str(fault)
    return JournalUnusable("cannot-open", file=path, cause=cause.lower())


def suspect_path(path: Path) -> Path:
    """A file that is there when damage was met, so that the next opening looks through everything."""
    return beside(path, ".suspect")


def wal_path(path: Path) -> Path:
    return beside(path, "-wal")


def _open_locked(
    path: Path, connect: Connect, migrations: Sequence[Migration], wall_s: float, lock: WriterLock
) -> Opened:
    notices: tuple[Notice, ...] = ()
    connection = _open_sound(path, connect, migrations)
    if connection is None:
        kept = set_aside(path, wall_s)
        notices = (Notice("set-aside", {"kept": kept}),)
        connection = connect(path)
    suspect_path(path).unlink(missing_ok=True)
    try:
        upgrade(connection, migrations)
    except BaseException:
        connection.close()
        raise
    return Opened(connection, lock, notices)


def _open_sound(path: Path, connect: Connect, migrations: Sequence[Migration]) -> sqlite3.Connection | None:
    """The connection, or None if the file is damaged."""
    was_unclean = size_of(wal_path(path)) > 0
    if size_of(path) == 0 and was_unclean:
        return None  # SQLite would take the file for new and delete the WAL, in which there may be games
    if path.exists():
        if not os.access(path, os.R_OK | os.W_OK):
            raise JournalUnusable("cannot-open", file=path, cause="no permission")
        _refuse_newer(path, header_version(path), migrations)
    connection: sqlite3.Connection | None = None
    try:
        connection = connect(path)
        _refuse_another_program(path, connection)
        _refuse_newer(path, read_version(connection), migrations)
        is_damaged = find_damage(connection, path, was_unclean, suspect_path(path).exists())
        is_damaged = is_damaged or not has_its_columns(connection, migrations)
        if not is_damaged and read_version(connection) > 0:
            # The game that will be resumed is worth reading once more: better to learn it now.
            last = reading.read_unfinished(connection)
            if last is not None:
                with suppress(reading.NoObject):  # that game cannot go on, but the file is sound
                    reading.read_events(connection, last)
    except sqlite3.DatabaseError as fault:
        is_damaged = is_damage(fault)
        if not is_damaged:
            if connection is not None:
                connection.close()
            raise
    except BaseException:
        if connection is not None:
            connection.close()
        raise
    if not is_damaged:
        return connection
    if connection is not None:
        connection.close()
    return None


def _refuse_newer(path: Path, version: int, migrations: Sequence[Migration]) -> None:
    if version > len(migrations):
        raise JournalVersion("newer", file=path, found=version, known=len(migrations))


def _refuse_another_program(path: Path, connection: sqlite3.Connection) -> None:
    if not is_ours(connection):
        raise JournalUnusable("another-program", file=path)
