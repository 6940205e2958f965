"""What goes into the journal comes out again, in order, under any clock."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.journal import Journal, NoSuchGame, NotRecordable, OutOfOrder, Player
from tests.journal.helpers import ANNA_AND_BEN, Connector, HandClock


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def test_events_come_back_in_order_after_the_journal_is_opened_again(path: Path) -> None:
    clock = HandClock(100.0)
    with Journal.open(path, clock) as journal:
        game = journal.begin_game("triolet", {"edition": "fr"}, ANNA_AND_BEN)
        assert journal.append(game, {"type": "laid", "cells": ["H8"], "says": "é\ud800"}) == 0
        clock.now = 101.5
        assert journal.append_all(game, [{"type": "passed"}, {"type": "undone"}]) == range(1, 3)
    with Journal.open(path) as journal:
        stored = journal.events(game)
        record = journal.unfinished()
    assert [one.number for one in stored] == [0, 1, 2]
    assert [one.wall_s for one in stored] == [100.0, 101.5, 101.5]
    assert stored[0].event == {"type": "laid", "cells": ["H8"], "says": "é\ud800"}
    assert record is not None and record.id == game and record.kind == "triolet"
    assert record.settings == {"edition": "fr"}
    assert record.players == (Player("Anna", "red"), Player("Ben", "blue"))
    assert (record.started_s, record.ended_s, record.match) == (100.0, None, None)


def test_the_same_event_is_not_written_twice(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.begin_game("triolet", {}, ANNA_AND_BEN)
        journal.append(game, {"press": 1}, expected_number=0)
        with pytest.raises(OutOfOrder) as refused:
            journal.append(game, {"press": 1}, expected_number=0)
        assert str(refused.value) == (
            f"This would be event 0 of game {game}, but the next one is 1: nothing was written."
        )
        assert len(journal.events(game)) == 1


def test_a_game_that_ended_is_not_resumed_unless_its_end_is_taken_back(path: Path) -> None:
    clock = HandClock(5.0)
    with Journal.open(path, clock) as journal:
        older = journal.begin_game("triolet", {}, ANNA_AND_BEN)
        newer = journal.begin_game("triominos", {}, ANNA_AND_BEN)
        assert journal.unfinished() == journal.game(newer)
        journal.end_game(newer)
        assert journal.game(newer).ended_s == 5.0
        assert journal.unfinished() == journal.game(older)
        journal.reopen_game(newer)
        assert journal.unfinished() == journal.game(newer)
        journal.end_game(newer)
        journal.end_game(older)
        assert journal.unfinished() is None


def test_order_does_not_follow_a_clock_that_jumps_back_a_year(path: Path) -> None:
    clock = HandClock()
    with Journal.open(path, clock) as journal:
        first = journal.begin_game("triolet", {}, ANNA_AND_BEN)
        journal.append(first, {"n": 0})
        clock.now -= 365 * 86_400
        journal.append(first, {"n": 1})
        second = journal.begin_game("triolet", {}, ANNA_AND_BEN)
        assert [one.event["n"] for one in journal.events(first)] == [0, 1]
        assert [game.id for game in journal.games()] == [second, first]
        unfinished = journal.unfinished()
        assert unfinished is not None and unfinished.id == second


def test_games_of_a_match_know_their_place_in_it(path: Path) -> None:
    with Journal.open(path) as journal:
        match = journal.begin_match(400)
        games = [journal.begin_game("triominos", {}, ANNA_AND_BEN, match) for _ in range(3)]
        journal.begin_game("triominos", {}, ANNA_AND_BEN)
        found = journal.match(match)
        assert found is not None and found.target == 400
        assert [(game.id, game.position) for game in journal.games(match=match)] == [
            (games[2], 2),
            (games[1], 1),
            (games[0], 0),
        ]


def test_a_player_is_known_by_any_spelling_and_the_latest_colour(path: Path) -> None:
    with Journal.open(path) as journal:
        first = journal.begin_game("triolet", {}, [("Élodie", "red"), ("Ben", "blue")])
        second = journal.begin_game("triolet", {}, [("  e\u0301LODIE ", "green")])
        journal.begin_game("triolet", {}, [("Ben", "blue")])
        assert journal.players() == [Player("Élodie", "green"), Player("Ben", "blue")]
        assert [game.id for game in journal.games(player="élodie")] == [second, first]
        journal.remember_player("ben", "black")
        assert journal.players()[1] == Player("Ben", "black")


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        pytest.param([("  ", "red")], "Every player needs a name.", id="no name"),
        pytest.param(
            [("Anna", "red"), ("ANNA", "blue")],
            "Two players are called Anna: give one of them another name.",
            id="one name twice",
        ),
    ],
)
def test_players_need_names_of_their_own(path: Path, players: list[tuple[str, str]], sentence: str) -> None:
    with Journal.open(path) as journal:
        with pytest.raises(NotRecordable) as refused:
            journal.begin_game("triolet", {}, players)
        assert str(refused.value) == sentence
        assert journal.games() == [] and journal.players() == []


@pytest.mark.parametrize("event", [{"points": float("nan")}, {"move": object()}, {"move": {1, 2}}])
def test_what_is_no_json_is_refused_before_anything_is_written(path: Path, event: dict[str, object]) -> None:
    with Journal.open(path) as journal:
        game = journal.begin_game("triolet", {}, ANNA_AND_BEN)
        with pytest.raises(NotRecordable, match="This event cannot be written down"):
            journal.append_all(game, [{"fine": True}, event])
        assert journal.events(game) == []
        assert journal.append(game, {"fine": True}) == 0


def test_a_game_that_is_not_there_is_named(path: Path) -> None:
    with Journal.open(path) as journal:
        with pytest.raises(NoSuchGame) as missing:
            journal.append(7, {})
        assert missing.value.say("fr") == "Il n’y a pas de partie 7 dans le journal."
        with pytest.raises(NoSuchGame, match="There is no match 3 in the journal"):
            journal.begin_game("triolet", {}, ANNA_AND_BEN, match=3)


def test_pictures_are_kept_with_their_event_until_the_oldest_must_make_room(path: Path) -> None:
    with Journal.open(path, picture_budget_bytes=2_500) as journal:
        game = journal.begin_game("triolet", {}, ANNA_AND_BEN)
        for number in range(4):
            journal.append(game, {"n": number}, picture=bytes([number]) * 1_000)
        assert [journal.picture(game, number) for number in range(4)] == [
            None,
            None,
            b"\2" * 1_000,
            b"\3" * 1_000,
        ]
        journal.append(game, {"n": 4}, picture=b"x" * 2_600)  # larger than all the room there is
        assert [journal.picture(game, number) for number in range(5)] == [None] * 5
        assert len(journal.events(game)) == 5


def test_room_of_dropped_pictures_goes_back_to_the_disk(path: Path) -> None:
    picture = bytes(500_000)
    with Journal.open(path) as journal:
        game = journal.begin_game("triolet", {}, ANNA_AND_BEN)
        for _ in range(20):
            journal.append(game, {}, picture)
    large = path.stat().st_size
    assert large > 20 * len(picture)
    with Journal.open(path, picture_budget_bytes=len(picture)) as journal:
        journal.append(game, {}, picture)
    for _ in range(3):  # a few MB at the end of each game
        Journal.open(path).close()
    assert path.stat().st_size < large / 4


def test_every_commit_is_synced_and_keys_are_kept(path: Path) -> None:
    connect = Connector()
    with Journal.open(path, connect=connect):
        assert connect.ask("synchronous") == 2  # FULL
        assert connect.ask("journal_mode") == "wal"
        assert connect.ask("foreign_keys") == 1
        assert connect.ask("auto_vacuum") == 2  # INCREMENTAL
        assert connect.ask("user_version") == 1
