"""A disk that takes nothing more: play goes on in memory, and everything is written once there is room."""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.journal import Journal, Player
from companion.journal.database import beside
from tests.journal.helpers import ANNA_AND_BEN, Connector

LARGE = {"why": "x" * 5_000}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def is_full(journal: Journal) -> bool:
    return journal.is_full


def trouble(journal: Journal) -> str:
    return "" if journal.trouble is None else str(journal.trouble)


def test_events_wait_in_memory_and_are_written_in_order_once_there_is_room(path: Path) -> None:
    connect = Connector()
    with Journal.open(path, connect=connect) as journal:
        game = journal.begin_game("triolet", {}, ANNA_AND_BEN)
        journal.append(game, {"n": 0})
        connect.leave_no_room()
        assert journal.append(game, {"n": 1, **LARGE}, picture=b"jpeg") == 1
        assert is_full(journal) and journal.waiting == 1
        assert trouble(journal) == (
            "The disk is full: play goes on, and everything is written once there is room."
        )
        assert journal.append(game, {"n": 2}) == 2  # small enough to fit, but its turn comes after the other
        assert [one.event["n"] for one in journal.events(game)] == [0, 1, 2]
        assert journal.picture(game, 1) == b"jpeg"
        assert not journal.retry()
        with Journal.open(path, read_only=True) as other:
            assert len(other.events(game)) == 1
        connect.make_room()
        assert journal.retry()
        assert not is_full(journal) and journal.waiting == 0
        assert trouble(journal) == ""
        with Journal.open(path, read_only=True) as other:
            assert [one.event["n"] for one in other.events(game)] == [0, 1, 2]
            assert other.picture(game, 1) == b"jpeg"


def test_a_whole_game_can_be_played_on_a_full_disk(path: Path) -> None:
    connect = Connector()
    with Journal.open(path, connect=connect) as journal:
        first = journal.begin_game("triolet", {}, ANNA_AND_BEN)
        connect.leave_no_room()
        journal.append(first, LARGE)
        journal.end_game(first)
        match = journal.begin_match(400)
        second = journal.begin_game("triominos", LARGE, [("anna", "green"), ("Cleo", "pink")], match)
        third = journal.begin_game("triominos", {}, [("Cleo", "pink")], match)
        journal.append_all(second, [{"n": 0}, {"n": 1}])
        journal.end_game(third)

        def check(journal: Journal) -> None:
            unfinished = journal.unfinished()
            assert unfinished is not None and unfinished.id == second
            assert [game.id for game in journal.games()] == [third, second, first]
            assert [game.position for game in journal.games(match=match)] == [1, 0]
            assert journal.game(first).ended_s is not None
            assert [one.event["n"] for one in journal.events(second)] == [0, 1]
            assert [game.id for game in journal.games("Anna")] == [second, first]
            assert journal.players() == [
                Player("Anna", "green"),
                Player("Ben", "blue"),
                Player("Cleo", "pink"),
            ]

        assert is_full(journal)
        check(journal)
        connect.make_room()
        journal.append(first, {})  # every write tries first to write what waits
        assert not is_full(journal)
        check(journal)
    with Journal.open(path) as journal:
        check(journal)


def test_what_waits_is_written_when_the_journal_is_closed(path: Path) -> None:
    connect = Connector()
    with Journal.open(path, connect=connect) as journal:
        game = journal.begin_game("triolet", {}, ANNA_AND_BEN)
        connect.leave_no_room()
        journal.append(game, LARGE)
        connect.make_room()
    with Journal.open(path) as journal:
        assert len(journal.events(game)) == 1


@contextmanager
def files_no_larger_than(size: int) -> Iterator[None]:
    """The kernel lets no file of this process grow beyond this: writes really fail."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_file_that_may_not_grow_loses_no_event(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.begin_game("triolet", {}, ANNA_AND_BEN)
        for number in range(30):
            journal.append(game, {"n": number, **LARGE})
        with files_no_larger_than(beside(path, "-wal").stat().st_size + 6_000):
            for number in range(30, 34):
                journal.append(game, {"n": number, **LARGE})
            assert is_full(journal)
            assert "play goes on" in trouble(journal)
            assert len(journal.events(game)) == 34
        assert journal.append(game, {"n": 34}) == 34
        assert not is_full(journal)
    with Journal.open(path) as journal:
        assert [one.event["n"] for one in journal.events(game)] == list(range(35))
        assert journal.notices == ()


def test_what_could_not_be_written_until_the_end_is_told_to_the_log(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    connect = Connector()
    with Journal.open(path, connect=connect) as journal:
        game = journal.begin_game("triolet", {}, ANNA_AND_BEN)
        connect.leave_no_room()
        journal.append(game, LARGE, picture=b"jpeg")
        assert journal.picture(game, 7) is None
    assert "1 writes of the journal are lost" in caplog.text


def test_a_fault_that_does_not_pass_is_not_taken_for_a_full_disk(path: Path) -> None:
    connect = Connector()
    with Journal.open(path, connect=connect) as journal:
        game = journal.begin_game("triolet", {}, ANNA_AND_BEN)
        assert journal.append_all(game, []) == range(0)
        connect.connection.execute("ALTER TABLE events RENAME COLUMN wall TO clock")
        with pytest.raises(sqlite3.OperationalError, match="no column named wall"):
            journal.append(game, {"n": 0})
        assert not journal.is_full and journal.waiting == 0
