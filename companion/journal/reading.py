"""Reading the journal's tables into values. Order is by id and number, never by time."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Mapping

from companion.journal.records import GameRecord, MatchRecord, Player, StoredEvent, name_key

GAMES = "SELECT id, kind, settings, match, position, started, ended FROM games"
SEATS = """SELECT game, name, colour FROM game_players JOIN players ON players.id = player"""


class NoObject(ValueError):
    """A text of ours that is no JSON object any more: bits turned on the disk, which SQLite cannot notice."""


def read_events(connection: sqlite3.Connection, game: int) -> list[StoredEvent]:
    rows = connection.execute(
        "SELECT number, wall, payload FROM events WHERE game = ? ORDER BY number", (game,)
    )
    return [StoredEvent(number, wall_s, _read_object(payload)) for number, wall_s, payload in rows]


def read_events_as_far(connection: sqlite3.Connection, game: int) -> tuple[list[StoredEvent], bool]:
    """The events before the first that is missing or cannot be read, and whether those are all."""
    events: list[StoredEvent] = []
    rows = connection.execute(
        "SELECT number, wall, payload FROM events WHERE game = ? ORDER BY number", (game,)
    )
    try:
        for number, wall_s, payload in rows:
            if number != len(events):
                return events, False
            events.append(StoredEvent(number, wall_s, _read_object(payload)))
    except (sqlite3.DatabaseError, NoObject):
        return events, False
    return events, True


def read_games(connection: sqlite3.Connection) -> list[GameRecord]:
    """All games, the newest first."""
    seats: defaultdict[int, list[Player]] = defaultdict(list)
    for game, name, colour in connection.execute(f"{SEATS} ORDER BY game, seat"):
        seats[game].append(Player(name, colour))
    return [_read_game(row, tuple(seats[row[0]])) for row in connection.execute(f"{GAMES} ORDER BY id DESC")]


def read_game(connection: sqlite3.Connection, game: int) -> GameRecord | None:
    row = connection.execute(f"{GAMES} WHERE id = ?", (game,)).fetchone()
    if row is None:
        return None
    seats = connection.execute(f"{SEATS} WHERE game = ? ORDER BY seat", (game,))
    return _read_game(row, tuple(Player(name, colour) for _, name, colour in seats))


def read_unfinished(connection: sqlite3.Connection) -> int | None:
    row = connection.execute("SELECT id FROM games WHERE ended IS NULL ORDER BY id DESC LIMIT 1").fetchone()
    return None if row is None else int(row[0])


def read_match(connection: sqlite3.Connection, match: int) -> MatchRecord | None:
    row = connection.execute("SELECT id, target, started FROM matches WHERE id = ?", (match,)).fetchone()
    return None if row is None else MatchRecord(*row)


def read_players(connection: sqlite3.Connection) -> dict[str, Player]:
    """Everybody by their key, who came first first."""
    rows = connection.execute("SELECT name, colour FROM players ORDER BY id")
    return {name_key(name): Player(name, colour) for name, colour in rows}


def read_picture(connection: sqlite3.Connection, game: int, number: int) -> bytes | None:
    row = connection.execute(
        "SELECT jpeg FROM pictures WHERE game = ? AND number = ?", (game, number)
    ).fetchone()
    return None if row is None else bytes(row[0])


def read_next(connection: sqlite3.Connection, table: str) -> int:
    """The id that the next row of `games` or `matches` gets."""
    (last,) = connection.execute(f"SELECT max(id) FROM {table}").fetchone()
    return 1 if last is None else int(last) + 1


def read_next_number(connection: sqlite3.Connection, game: int) -> int:
    (last,) = connection.execute("SELECT max(number) FROM events WHERE game = ?", (game,)).fetchone()
    return 0 if last is None else int(last) + 1


def read_games_in(connection: sqlite3.Connection, match: int) -> int:
    (count,) = connection.execute("SELECT count(*) FROM games WHERE match = ?", (match,)).fetchone()
    return int(count)


def _read_game(row: tuple[object, ...], players: tuple[Player, ...]) -> GameRecord:
    game, kind, settings, match, position, started_s, ended_s = row
    return GameRecord(
        id=game,  # type: ignore[arg-type]  # the table's own checks say what each column is
        kind=kind,  # type: ignore[arg-type]
        settings=_read_settings(settings),
        players=players,
        started_s=started_s,  # type: ignore[arg-type]
        ended_s=ended_s,  # type: ignore[arg-type]
        match=match,  # type: ignore[arg-type]
        position=position,  # type: ignore[arg-type]
    )


def _read_settings(text: object) -> Mapping[str, object]:
    """What a game was begun with; nothing if that cannot be read: the other games still can."""
    try:
        return _read_object(text)
    except NoObject:
        return {}


def _read_object(text: object) -> Mapping[str, object]:
    try:
        found = json.loads(str(text))
    except (ValueError, RecursionError) as fault:
        raise NoObject(str(fault)) from fault
    if not isinstance(found, dict):
        raise NoObject("it is no object")
    return found
