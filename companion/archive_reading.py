"""The journal as the archive reads it: by a connection of its own, and around what is damaged."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from companion.journal import KINDS, GameRecord, JournalDamaged, JournalMissing, NoSuchGame, Player
from companion.journal.opening import open_to_read
from companion.journal.readable import ReadableJournal
from companion.journal.schema import MIGRATIONS
from companion.journal.tolerant import TolerantReader
from companion.past_games import PastGame, look_back

logger = logging.getLogger(__name__)

Mark = tuple[float | None, int]  # when a game ended, and how many events it has


class ArchiveReader:
    """An open journal, for the one thread that opened it."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.records: list[GameRecord] = []  # of past games, the newest first
        self.players: list[Player] = []
        self._connection, self._journal = connection, ReadableJournal(path, connection)
        self._version: int | None = None

    @classmethod
    def open(cls, path: Path) -> ArchiveReader | None:
        """The journal; `None` while there is none. `JournalError` if it cannot be read at all."""
        path = path.resolve()
        try:
            return cls(path, open_to_read(path, MIGRATIONS).connection)
        except JournalMissing:
            return None

    def close(self) -> None:
        self._connection.close()

    def read_records(self) -> bool:
        """Read which games there are; whether anything at all was written since the last time."""
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        if version == self._version:
            return False
        try:
            games, self.players = self._journal.games(), self._journal.players()
        except JournalDamaged:
            logger.warning("%s is damaged: what can be read of it is shown", self._journal.path)
            games, self.players = _read_around(self._journal.path)
            self._journal = _JournalOf(self._journal.path, self._connection, games)
        going_on = next((game.id for game in games if game.ended_s is None), None)  # as `resume` finds it
        self.records = [game for game in games if game.id != going_on]
        self._version = version
        return True

    def mark(self, record: GameRecord) -> Mark | None:
        """What changes when the game does; `None` if that cannot be said."""
        try:
            return record.ended_s, self._journal.next_number(record.id)
        except (JournalDamaged, NoSuchGame):
            return None

    def look_back(self, record: GameRecord) -> PastGame:
        """The game, as far as it can be read."""
        return look_back(self._journal, record)

    def find(self, number: int) -> PastGame | None:
        """The past game of this number."""
        record = next((one for one in self.records if one.id == number), None)
        return None if record is None else self.look_back(record)


class _JournalOf(ReadableJournal):
    """A journal whose games are known already: their own table need not be asked, as it is damaged."""

    def __init__(self, path: Path, connection: sqlite3.Connection, games: list[GameRecord]) -> None:
        super().__init__(path, connection)
        self._games = {game.id: game for game in games}

    def game(self, game: int) -> GameRecord:
        if game not in self._games:
            raise NoSuchGame("no-such-game", game=game)
        return self._games[game]


def _read_around(path: Path) -> tuple[list[GameRecord], list[Player]]:
    """The games, the newest first, and the players that can be read in a damaged journal."""
    with TolerantReader(path) as reader:
        people = {id_: Player(str(name), str(colour)) for id_, name, _, colour in reader.rows("players")}
        seats: defaultdict[object, dict[int, Player]] = defaultdict(dict)
        for game, seat, player in reader.rows("game_players"):
            if isinstance(seat, int) and player in people:
                seats[game][seat] = people[player]
        games = []
        for game, kind, settings, match, position, started_s, ended_s in reader.rows("games"):
            rules, named = _object(settings), next((one for one in KINDS if one == kind), None)
            if not isinstance(game, int) or named is None or rules is None:
                continue
            games.append(
                GameRecord(
                    game,
                    named,
                    rules,
                    tuple(player for _, player in sorted(seats[game].items())),
                    started_s if isinstance(started_s, float) else 0.0,
                    ended_s if isinstance(ended_s, float) else None,
                    match if isinstance(match, int) else None,
                    position if isinstance(position, int) else 0,
                )
            )
    return sorted(games, key=lambda one: one.id, reverse=True), list(people.values())


def _object(text: object) -> Mapping[str, object] | None:
    try:
        found = json.loads(str(text))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
