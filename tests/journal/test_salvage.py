"""What can be saved of a damaged journal."""

from __future__ import annotations

import os
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import Journal, JournalMissing, JournalUnusable
from companion.journal.errors import JournalDamaged
from companion.journal.salvage import look, save
from tests.journal.helpers import ANNA_AND_BEN

GAMES, EVENTS = 30, 40
PAGE = 4096


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a journal in good order: 30 games of 40 events, one in ten with a picture."""
    path = tmp_path_factory.mktemp("whole") / "journal.db"
    with Journal.open(path) as journal:
        for _ in range(GAMES):
            game = journal.begin_game("triolet", {"edition": "fr"}, ANNA_AND_BEN)
            journal.append(game, event_of(game, 0), bytes([game]) * 3_000)
            journal.append_all(game, [event_of(game, number) for number in range(1, EVENTS)])
    return path.read_bytes()


def event_of(game: int, number: int) -> dict[str, object]:
    return {"game": game, "n": number, "why": "x" * (number * 7 % 300)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def pages_of(path: Path, table: str) -> list[int]:
    """The first bytes of the leaf pages of a table, found by what stands in its rows."""
    with sqlite3.connect(path) as connection:
        rows = [row[0] for row in connection.execute(f"SELECT payload FROM {table}")]
    connection.close()
    data = path.read_bytes()
    return sorted({data.index(row.encode()) // PAGE * PAGE for row in rows})


def test_a_journal_in_order_is_said_to_be_and_not_changed(path: Path, whole: bytes) -> None:
    path.write_bytes(whole)
    found = look(path)
    assert found.is_healthy and (found.games, found.events, found.pictures) == (GAMES, GAMES * EVENTS, GAMES)
    assert path.read_bytes() == whole
    assert list(path.parent.iterdir()) == [path]


def test_a_journal_that_is_being_written_can_be_looked_at(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.begin_game("triolet", {}, ANNA_AND_BEN)
        journal.append(game, {})
        assert (look(path).is_healthy, look(path).events) == (True, 1)


def test_only_what_lay_on_a_bad_page_is_lost(path: Path, whole: bytes, tmp_path: Path) -> None:
    path.write_bytes(whole)
    leaves = pages_of(path, "events")
    data = bytearray(whole)
    for at in (leaves[10], leaves[11], leaves[40]):
        data[at : at + PAGE] = random.Random(at).randbytes(PAGE)
    path.write_bytes(data)
    found = save(path, tmp_path / "saved.db")
    assert not found.is_healthy and found.gaps == 2
    assert found.games == GAMES and found.pictures >= GAMES - 6  # a picture goes with its event
    lost = GAMES * EVENTS - found.events - found.stranded
    assert 20 <= lost <= 120  # what three pages hold
    assert found == look(path)
    assert path.read_bytes() == data
    with Journal.open(tmp_path / "saved.db") as journal:
        assert journal.notices == ()
        stored = {game.id: journal.events(game.id) for game in journal.games()}
        assert journal.picture(30, 0) == bytes([30]) * 3_000
    assert sum(len(events) for events in stored.values()) == found.events
    assert sum(len(events) == EVENTS for events in stored.values()) >= GAMES - 6
    for game, events in stored.items():
        assert [one.event for one in events] == [event_of(game, number) for number in range(len(events))]


def test_what_a_cut_off_file_still_holds_is_saved(path: Path, whole: bytes, tmp_path: Path) -> None:
    path.write_bytes(whole)
    os.truncate(path, len(whole) * 2 // 3)
    found = save(path, tmp_path / "saved.db")
    assert not found.is_healthy
    assert found.games == GAMES and found.events > GAMES * EVENTS / 4
    with Journal.open(tmp_path / "saved.db") as journal:
        for record in journal.games():
            stored = [one.event for one in journal.events(record.id)]
            assert stored == [event_of(record.id, number) for number in range(len(stored))]


@pytest.mark.parametrize("seed", range(8))
def test_random_damage_never_brings_anything_but_what_was_written(
    path: Path, whole: bytes, tmp_path: Path, seed: int
) -> None:
    rng = random.Random(seed)
    data = bytearray(whole)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(PAGE, len(data) - 600)  # the first page is the table of contents
        data[at : at + 600] = rng.randbytes(600)
    path.write_bytes(data)
    saved = tmp_path / "saved.db"
    try:
        found = save(path, saved)
    except JournalDamaged:
        return
    with Journal.open(saved) as journal:
        assert len(journal.games()) == found.games
        for record in journal.games():
            for number, stored in enumerate(journal.events(record.id)):
                assert stored.number == number
                assert stored.event == event_of(record.id, number)


def test_a_game_whose_own_row_is_lost_strands_its_events(path: Path, whole: bytes) -> None:
    path.write_bytes(whole)
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM games WHERE id = 3")
        connection.execute("DELETE FROM events WHERE game = 5 AND number = 10")
        connection.execute("DELETE FROM players WHERE id = 2")
    connection.close()
    found = look(path)
    assert (found.games, found.stranded, found.gaps) == (GAMES - 1, EVENTS + EVENTS - 11, 0)
    assert not found.is_healthy


def test_a_game_whose_match_is_lost_is_kept(path: Path) -> None:
    with Journal.open(path) as journal:
        match = journal.begin_match(400)
        game = journal.begin_game("triolet", {}, ANNA_AND_BEN, match)
        journal.append(game, event_of(game, 0))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM matches")
    found = look(path)
    assert (found.games, found.events, found.stranded) == (1, 1, 0)


def test_what_is_no_journal_is_said_to_be_none(path: Path) -> None:
    with pytest.raises(JournalMissing):
        look(path)
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("CREATE TABLE recipes (title TEXT)")
    with pytest.raises(JournalUnusable, match="another program"):
        look(path)


@pytest.mark.parametrize("content", [b"", b"Dear diary, " * 1_000, b"SQLite format 3\0" + bytes(8_000)])
def test_a_file_in_which_nothing_can_be_read_is_said_to_be(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(JournalDamaged) as said:
        look(path)
    assert str(said.value) == f"Nothing in {path} can be read as a journal."


def test_saving_overwrites_nothing(path: Path, whole: bytes) -> None:
    path.write_bytes(whole)
    with pytest.raises(JournalUnusable, match="is already there: choose a new name to save under"):
        save(path, path)
    with pytest.raises(JournalUnusable, match="cannot be opened"):
        save(path, path.parent / "nowhere" / "saved.db")
    assert path.read_bytes() == whole
