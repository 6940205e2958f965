"""The half of the journal that reads: what is on disk, and what waits in memory as if it were there too."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from companion.journal import reading
from companion.journal.database import is_damage
from companion.journal.errors import JournalDamaged, NoSuchGame
from companion.journal.opening import suspect_path
from companion.journal.records import GameRecord, MatchRecord, Player, StoredEvent, name_key
from companion.journal.writes import AppendEvent, BeginGame, BeginMatch, RememberPlayer, Write, games_with


class ReadableJournal:
    """Games, players and pictures; `JournalDamaged` if the file turns out to be damaged where it is read."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._waiting: list[Write] = []  # in order; empty unless the disk takes nothing

    @property
    def is_full(self) -> bool:
        """Whether something waits in memory because the disk takes nothing; `trouble` says why."""
        return bool(self._waiting)

    @property
    def waiting(self) -> int:
        """How many writes wait in memory."""
        return len(self._waiting)

    def events(self, game: int) -> list[StoredEvent]:
        self.game(game)
        with self._noticing_damage():
            stored = reading.read_events(self._connection, game)
        return stored + [write.event for write in self._waiting_events(game)]

    def events_as_far(self, game: int) -> tuple[list[StoredEvent], bool]:
        """The events before the first that cannot be read, and whether those are all.

        For looking at a game; one that is played on needs all of them.
        """
        self.game(game)
        with self._noticing_damage():
            stored, is_whole = reading.read_events_as_far(self._connection, game)
        waiting = [write.event for write in self._waiting_events(game)] if is_whole else []
        return stored + waiting, is_whole

    def next_number(self, game: int) -> int:
        """The number that the next event of the game gets."""
        self.game(game)
        if waiting := self._waiting_events(game):
            return waiting[-1].number + 1
        with self._noticing_damage():
            return reading.read_next_number(self._connection, game)

    def game(self, game: int) -> GameRecord:
        """One game; `NoSuchGame` if there is none of this id."""
        with self._noticing_damage():
            stored = reading.read_game(self._connection, game)
        known = games_with([] if stored is None else [stored], self._waiting)
        for record in known:
            if record.id == game:
                return record
        raise NoSuchGame("no-such-game", game=game)

    def games(self, player: str | None = None, match: int | None = None) -> list[GameRecord]:
        """The games, newest first: all, or those of one player or one match."""
        with self._noticing_damage():
            found = games_with(reading.read_games(self._connection), self._waiting)
        if player is not None:
            key = name_key(player)
            found = [game for game in found if any(name_key(seat.name) == key for seat in game.players)]
        return found if match is None else [game for game in found if game.match == match]

    def unfinished(self) -> GameRecord | None:
        """The latest game that has not ended."""
        if self._waiting:
            return next((game for game in self.games() if game.ended_s is None), None)
        with self._noticing_damage():
            found = reading.read_unfinished(self._connection)
        return None if found is None else self.game(found)

    def match(self, match: int) -> MatchRecord | None:
        for write in self._waiting:
            if isinstance(write, BeginMatch) and write.match.id == match:
                return write.match
        with self._noticing_damage():
            return reading.read_match(self._connection, match)

    def picture(self, game: int, number: int) -> bytes | None:
        """The table at an event, as JPEG; None if there was none or it had to make room."""
        for write in self._waiting_events(game):
            if write.number == number:
                return write.picture
        with self._noticing_damage():
            return reading.read_picture(self._connection, game, number)

    def players(self) -> list[Player]:
        """Everybody who ever played here, with the colour they had last."""
        return list(self._players_by_key().values())

    def _players_by_key(self) -> dict[str, Player]:
        with self._noticing_damage():
            known = reading.read_players(self._connection)
        for write in self._waiting:
            newer = (
                [write.player]
                if isinstance(write, RememberPlayer)
                else write.game.players
                if isinstance(write, BeginGame)
                else ()
            )
            for player in newer:
                first = known.setdefault(name_key(player.name), player)
                known[name_key(player.name)] = replace(first, colour=player.colour)
        return known

    def _count_games(self, match: int) -> int:
        with self._noticing_damage():
            stored = reading.read_games_in(self._connection, match)
        return stored + sum(isinstance(w, BeginGame) and w.game.match == match for w in self._waiting)

    def _waiting_events(self, game: int) -> list[AppendEvent]:
        return [write for write in self._waiting if isinstance(write, AppendEvent) and write.game == game]

    @contextmanager
    def _noticing_damage(self) -> Iterator[None]:
        """Leave a mark for the next opening, which then looks through the whole file."""
        try:
            yield
        except (sqlite3.DatabaseError, reading.NoObject) as fault:
            if isinstance(fault, sqlite3.Error) and not is_damage(fault):
                raise
            with suppress(OSError):  # the mark is only a help
                suspect_path(self.path).touch()
            raise JournalDamaged("damaged", file=self.path) from fault
