"""What a damaged journal still holds: every row that can be read is put into a sound journal.

A game is the fold of its events from number 0, so what comes after a missing event cannot be played on. Such
events are counted as stranded and stay in the old file, which is never changed.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from companion.journal.database import BESIDE, beside, connect_to_write, is_no_room
from companion.journal.errors import JournalUnusable
from companion.journal.schema import upgrade
from companion.journal.tolerant import TolerantReader

MEMORY = Path(":memory:")
# Once an event is missing, every later one has a place before its number.
STRANDED = """DELETE FROM events WHERE rowid IN (
    SELECT rowid FROM (
        SELECT rowid, number, row_number() OVER (PARTITION BY game ORDER BY number) - 1 AS place FROM events
    ) WHERE place != number
)"""


@dataclass(frozen=True, slots=True)
class Findings:
    """What can be read in a journal, and what of it can be played on."""

    is_healthy: bool
    games: int
    events: int
    pictures: int
    stranded: int  # events that can be read but come after one that cannot, or whose game cannot be
    gaps: int  # stretches of rows that cannot be read, and texts in which bits have turned


def look(path: Path) -> Findings:
    """What could be saved; `JournalDamaged` if nothing at all can be read."""
    with TolerantReader(path) as reader, closing(connect_to_write(MEMORY)) as target:
        upgrade(target)
        return _copy(reader, target, with_pictures=False)


def save(path: Path, out: Path) -> Findings:
    """Write what can be saved into a new journal, where ids stay as they were."""
    if out.exists():
        raise JournalUnusable("already-there", file=out)
    with TolerantReader(path) as reader:
        try:
            with closing(connect_to_write(out)) as target:
                upgrade(target)
                target.execute("BEGIN IMMEDIATE")
                found = _copy(reader, target, with_pictures=True)
                target.execute("COMMIT")
        except BaseException as fault:
            for ending in ("", *BESIDE):  # half a journal would pass for a whole one
                beside(out, ending).unlink(missing_ok=True)
            if isinstance(fault, sqlite3.OperationalError):
                reason = "no-room" if is_no_room(fault) else "cannot-open"
                raise JournalUnusable(reason, file=out, cause=fault) from fault
            raise
    return found


def _copy(reader: TolerantReader, target: sqlite3.Connection, with_pictures: bool) -> Findings:
    stranded = spoiled = 0
    for table in ("players", "matches"):
        for row in reader.rows(table):
            _insert(target, table, row)
    for game, kind, settings, match, *rest in reader.rows("games"):
        if not _is_object(settings):
            spoiled, settings = spoiled + 1, "{}"  # its first event tells them, too
        if not _insert(target, "games", (game, kind, settings, match, *rest)):
            _insert(target, "games", (game, kind, settings, None, *rest))  # its match is lost
    for game, seat, player in reader.rows("game_players"):
        if not _insert(target, "game_players", (game, seat, player)):
            # Somebody whose own row is lost keeps the seat.
            _insert(target, "players", (player, f"? {player}", f"? {player}", ""))
            _insert(target, "game_players", (game, seat, player))
    for row in reader.rows("events"):
        if _is_object(row[3]):
            stranded += not _insert(target, "events", row)
        else:
            spoiled += 1
    stranded += target.execute(STRANDED).rowcount
    for game, number, size, jpeg in reader.rows("pictures"):
        _insert(target, "pictures", (game, number, size, jpeg if with_pictures else b""))
    games, events, pictures = (
        int(target.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
        for table in ("games", "events", "pictures")
    )
    gaps = reader.gaps + spoiled
    is_healthy = not stranded and not gaps and reader.passes_check()
    return Findings(is_healthy, games, events, pictures, stranded, gaps)


def _insert(target: sqlite3.Connection, table: str, row: Sequence[object]) -> bool:
    """Whether the new journal takes the row: it checks by itself that the row can be right."""
    try:
        target.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", tuple(row))
    except (sqlite3.IntegrityError, sqlite3.DataError):
        return False
    return True


def _is_object(text: object) -> bool:
    """Whether it is JSON as the journal writes it, which is plain ASCII."""
    try:
        return isinstance(text, str) and text.isascii() and isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False
