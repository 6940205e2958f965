"""What can be written: each write is a value that can be put to disk now, or held and put there later.

Ids and numbers are given out before a write, so that a game can begin, be played and end while the disk is
full, and everything keeps the id under which it was seen.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.journal.errors import NotRecordable
from companion.journal.records import GameRecord, MatchRecord, Player, StoredEvent, name_key


@dataclass(frozen=True, slots=True)
class RememberPlayer:
    player: Player

    def put(self, connection: sqlite3.Connection) -> None:
        # The spelling of the first time stays: one who types "anna" today was Anna yesterday.
        connection.execute(
            "INSERT INTO players (name, key, colour) VALUES (?, ?, ?) "
            "ON CONFLICT (key) DO UPDATE SET colour = excluded.colour",
            (self.player.name, name_key(self.player.name), self.player.colour),
        )


@dataclass(frozen=True, slots=True)
class BeginMatch:
    match: MatchRecord

    def put(self, connection: sqlite3.Connection) -> None:
        row = (self.match.id, self.match.target, self.match.started_s)
        connection.execute("INSERT INTO matches (id, target, started) VALUES (?, ?, ?)", row)


@dataclass(frozen=True, slots=True)
class BeginGame:
    game: GameRecord

    def put(self, connection: sqlite3.Connection) -> None:
        game = self.game
        row = (game.id, game.kind, to_json(game.settings), game.match, game.position, game.started_s)
        connection.execute(
            "INSERT INTO games (id, kind, settings, match, position, started) VALUES (?, ?, ?, ?, ?, ?)", row
        )
        for seat, player in enumerate(game.players):
            RememberPlayer(player).put(connection)
            connection.execute(
                "INSERT INTO game_players (game, seat, player) SELECT ?, ?, id FROM players WHERE key = ?",
                (game.id, seat, name_key(player.name)),
            )


@dataclass(frozen=True, slots=True)
class SetEnd:
    """A game ends, or with None goes on after all."""

    game: int
    ended_s: float | None

    def put(self, connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE games SET ended = ? WHERE id = ?", (self.ended_s, self.game))


@dataclass(frozen=True, slots=True)
class AppendEvent:
    game: int
    number: int
    wall_s: float
    payload: str  # JSON, made before: what cannot be written down is refused before anything is
    picture: bytes | None = None

    @property
    def event(self) -> StoredEvent:
        return StoredEvent(self.number, self.wall_s, json.loads(self.payload))

    def put(self, connection: sqlite3.Connection) -> None:
        row = (self.game, self.number, self.wall_s, self.payload)
        connection.execute("INSERT INTO events (game, number, wall, payload) VALUES (?, ?, ?, ?)", row)
        if self.picture is not None:
            connection.execute(
                "INSERT INTO pictures (game, number, bytes, jpeg) VALUES (?, ?, ?, ?)",
                (self.game, self.number, len(self.picture), self.picture),
            )


Write = RememberPlayer | BeginMatch | BeginGame | SetEnd | AppendEvent


def put_all(connection: sqlite3.Connection, writes: Iterable[Write], picture_budget_bytes: int) -> None:
    """All of it on disk when this returns, or nothing of it if it raises."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        has_picture = False
        for write in writes:
            write.put(connection)
            has_picture = has_picture or (isinstance(write, AppendEvent) and write.picture is not None)
        if has_picture:
            keep_to_budget(connection, picture_budget_bytes)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


MOST_AT_ONCE = 50  # a budget that was cut to a tenth is reached over a few turns, so that no turn takes long


def keep_to_budget(connection: sqlite3.Connection, budget_bytes: int) -> None:
    """Drop the oldest pictures; the order in which they were written is the order of their rowids."""
    (held,) = connection.execute("SELECT coalesce(sum(bytes), 0) FROM pictures").fetchone()
    for _ in range(MOST_AT_ONCE):
        if held <= budget_bytes:
            return
        oldest, size = connection.execute(
            "SELECT rowid, bytes FROM pictures ORDER BY rowid LIMIT 1"
        ).fetchone()
        connection.execute("DELETE FROM pictures WHERE rowid = ?", (oldest,))
        held -= size


def to_json(value: Mapping[str, object]) -> str:
    """One line of JSON, which any reader of JSON understands."""
    try:
        return json.dumps(dict(value), allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as fault:
        raise NotRecordable("not-json", cause=fault) from fault


def games_with(games: Iterable[GameRecord], waiting: Sequence[Write]) -> list[GameRecord]:
    """The games as they will be once what waits is written, the newest first."""
    by_id = {game.id: game for game in games}
    for write in waiting:
        match write:
            case BeginGame(game):
                by_id[game.id] = game
            case SetEnd(game=id_, ended_s=ended_s) if id_ in by_id:
                by_id[id_] = replace(by_id[id_], ended_s=ended_s)
            case _:
                pass
    return [by_id[id_] for id_ in sorted(by_id, reverse=True)]
