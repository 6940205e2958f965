"""The journal: every event of every game, on disk before anybody sees its effect.

It knows nothing of what an event means: an event is a JSON object. One journal is used from one thread.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.journal import reading
from companion.journal.database import Connect, connect_to_write, is_no_room, is_passing, size_of
from companion.journal.errors import JournalReadOnly, NoSuchGame, NotRecordable, OutOfOrder
from companion.journal.opening import Opened, open_to_read, open_to_write, wal_path
from companion.journal.readable import ReadableJournal
from companion.journal.records import GameRecord, Kind, MatchRecord, Player, name_key, tidy_name
from companion.journal.schema import MIGRATIONS, Migration
from companion.journal.sentences import Notice
from companion.journal.writes import (
    AppendEvent,
    BeginGame,
    BeginMatch,
    RememberPlayer,
    SetEnd,
    Write,
    put_all,
    to_json,
)

logger = logging.getLogger(__name__)

PICTURE_BUDGET_BYTES = 200_000_000
WAL_BYTES = 4_000_000  # copied into the file beyond this: SQLite's own habit of 1,000 pages
VACUUM_PAGES = 1_000  # given back to the disk at the end of a game; more would make the end a long wait


class Journal(ReadableJournal):
    """All games ever played here, and the one that is being played. Use `Journal.open`."""

    def __init__(
        self, path: Path, opened: Opened, clock: Callable[[], float], picture_budget_bytes: int
    ) -> None:
        super().__init__(path, opened.connection)
        self.notices: tuple[Notice, ...] = opened.notices  # what people should know about the opening
        self.trouble: Notice | None = None  # why nothing can be written at the moment
        self._lock = opened.lock
        self._clock = clock
        self._picture_budget_bytes = picture_budget_bytes
        self._next_ids: dict[str, int] = {}
        self._wal_limit_bytes = WAL_BYTES

    @classmethod
    def open(
        cls,
        path: Path,
        clock: Callable[[], float] = time.time,
        picture_budget_bytes: int = PICTURE_BUDGET_BYTES,
        *,
        read_only: bool = False,
        connect: Connect = connect_to_write,
        migrations: Sequence[Migration] = MIGRATIONS,
    ) -> Journal:
        """The journal at `path`, which is begun if it is not there; `JournalError` if none can be kept there.

        If another process keeps it, or if `read_only` asks for no more, it can only be read. `connect` makes
        the connection that writes.
        """
        path = path.resolve()  # SQLite keeps its WAL beside the file itself, not beside a link to it
        if read_only:
            opened = open_to_read(path, migrations)
        else:
            opened = open_to_write(path, connect, migrations, clock())
        return cls(path, opened, clock, picture_budget_bytes)

    def close(self) -> None:
        """Write what waits, if there is room by now, and let others write."""
        try:
            if not self.is_read_only:
                if not self.retry():
                    logger.error("%d writes of the journal are lost: %s", self.waiting, self.trouble)
                self._tidy()
        finally:
            self._connection.close()
            if self._lock is not None:
                self._lock.release()
                self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def is_read_only(self) -> bool:
        return self._lock is None

    # Writing: on disk when it returns, unless `is_full` then says otherwise.

    def begin_match(self, target: int | None = None) -> int:
        """A new match; its id."""
        match = MatchRecord(self._take_id("matches"), target, self._clock())
        self._write(BeginMatch(match))
        return match.id

    def begin_game(
        self,
        kind: Kind,
        settings: Mapping[str, object],
        players: Sequence[tuple[str, str]],
        match: int | None = None,
    ) -> int:
        """A new game of players (name, colour) by seat, with the settings it is played by; its id."""
        to_json(settings)
        seats = self._seats(players)
        if match is not None and self.match(match) is None:
            raise NoSuchGame("no-such-match", match=match)
        position = 0 if match is None else self._count_games(match)
        id_ = self._take_id("games")
        self._write(BeginGame(GameRecord(id_, kind, settings, seats, self._clock(), None, match, position)))
        return id_

    def append(
        self,
        game: int,
        event: Mapping[str, object],
        picture: bytes | None = None,
        *,
        expected_number: int | None = None,
    ) -> int:
        """Write the next event of a game, with a JPEG of the table if there is one; its number.

        With `expected_number` an event that was written before is refused with `OutOfOrder`.
        """
        number = self.next_number(game)
        if expected_number is not None and expected_number != number:
            raise OutOfOrder("out-of-order", game=game, expected=expected_number, number=number)
        self._write(AppendEvent(game, number, self._clock(), to_json(event), picture))
        return number

    def append_all(
        self,
        game: int,
        events: Sequence[Mapping[str, object]],
        pictures: Mapping[int, bytes] | None = None,
    ) -> range:
        """Write several events at once: all of them or, if the power goes, none. Their numbers.

        `pictures` are JPEGs of the table, by the place of their event in `events`.
        """
        first, wall_s, pictures = self.next_number(game), self._clock(), pictures or {}
        writes = [
            AppendEvent(game, first + i, wall_s, to_json(event), pictures.get(i))
            for i, event in enumerate(events)
        ]
        if writes:
            self._write(*writes)
        return range(first, first + len(writes))

    def end_game(self, game: int) -> None:
        """The game is over: it is not resumed any more."""
        self.game(game)
        self._write(SetEnd(game, self._clock()))
        self._tidy()

    def reopen_game(self, game: int) -> None:
        """The end was taken back."""
        self.game(game)
        self._write(SetEnd(game, None))

    def remember_player(self, name: str, colour: str) -> None:
        """A player's colour, for the next time."""
        (player,) = self._seats([(name, colour)])
        self._write(RememberPlayer(player))

    def retry(self) -> bool:
        """Write what waits, in order and all at once; whether nothing waits any more."""
        if self._waiting:
            self._write()
        return not self._waiting

    def _seats(self, players: Sequence[tuple[str, str]]) -> tuple[Player, ...]:
        """The players under the spelling by which they are known."""
        known, seats = self._players_by_key(), dict[str, Player]()
        for name, colour in players:
            key = name_key(name)
            if not key:
                raise NotRecordable("no-name")
            if key in seats:
                raise NotRecordable("same-name", name=seats[key].name)
            seats[key] = Player(known[key].name if key in known else tidy_name(name), colour)
        return tuple(seats.values())

    def _take_id(self, table: str) -> int:
        if table not in self._next_ids:
            with self._noticing_damage():
                self._next_ids[table] = reading.read_next(self._connection, table)
        self._next_ids[table] += 1
        return self._next_ids[table] - 1

    def _write(self, *writes: Write) -> None:
        """Everything that waits and then these, in one transaction; if the disk takes nothing, they wait."""
        if self.is_read_only:
            raise JournalReadOnly(self.notices[0].reason if self.notices else "read-only", file=self.path)
        wanted = [*self._waiting, *writes]
        try:
            with self._noticing_damage():
                put_all(self._connection, wanted, self._picture_budget_bytes)
        except (sqlite3.OperationalError, OSError) as fault:
            if isinstance(fault, sqlite3.Error) and not is_passing(fault):
                raise
            if self.trouble is None:
                logger.warning("the journal waits in memory: %s", fault)
            no_room = is_no_room(fault)
            self.trouble = Notice("disk-full") if no_room else Notice("cannot-write", {"cause": fault})
            self._waiting = wanted
            return
        self._waiting, self.trouble = [], None
        if size_of(wal_path(self.path)) > self._wal_limit_bytes:
            self._empty_wal()

    def _tidy(self) -> None:
        """Give the room of dropped pictures back to the disk, a little at a time, and empty the WAL."""
        try:
            (free,) = self._connection.execute("PRAGMA freelist_count").fetchone()
            if free > VACUUM_PAGES:  # fewer are soon used again by the next pictures
                # A script: execute() would stop after the first page, as this gives rows without columns.
                self._connection.executescript(f"PRAGMA incremental_vacuum({VACUUM_PAGES})")
        except sqlite3.Error as fault:
            logger.warning("the journal's free room was not given back: %s", fault)
        self._empty_wal()

    def _empty_wal(self) -> None:
        """Everything is safe in the WAL already: if it cannot be emptied now, it will be another time."""
        try:
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except sqlite3.Error as fault:
            logger.warning("the journal's WAL was not emptied: %s", fault)
        # If somebody who reads was in the way, the next try comes only when as much again has been written.
        self._wal_limit_bytes = size_of(wal_path(self.path)) + WAL_BYTES
