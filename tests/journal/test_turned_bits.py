"""Bits that turned inside a text: SQLite keeps no checksums, so the file still passes for sound."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from companion.journal import Journal, JournalDamaged
from companion.journal.salvage import look, save
from companion.past_games import look_back
from companion.record import NotResumable, RecordedGame
from companion.rules.triolet.editions import Rules
from companion.session.setup import Setup
from tests.recorded import play_some, play_whole, seats

SPOILED = [
    pytest.param(b'{"game": "tri', id="cut off"),
    pytest.param(b"-1", id="no object"),
    pytest.param(b'{"g\xd0": 1}', id="no UTF-8"),
    pytest.param(b"[" * 100_000, id="deeper than Python goes"),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal with a finished game and one that goes on."""
    path = tmp_path / "journal.db"
    with Journal.open(path) as journal:
        play_whole(journal, Setup(Rules(), seats("Anna", "Ben")))
        play_some(journal, Setup(Rules(), seats("Anna", "Cleo")), turns=5)
    return path


def spoil(path: Path, change: str, *values: object) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(change, values)
    connection.close()


@pytest.mark.parametrize("text", SPOILED)
def test_settings_that_cannot_be_read_hide_no_other_game(path: Path, text: bytes) -> None:
    spoil(path, "UPDATE games SET settings = CAST(? AS TEXT) WHERE id = 1", text)
    with Journal.open(path) as journal:
        assert [record.id for record in journal.games()] == [2, 1]
        resumed = RecordedGame.resume(journal, at=1.0)
        assert resumed is not None and len(resumed.session.state.sheet.turns) == 5


@pytest.mark.parametrize("text", SPOILED)
def test_a_game_with_a_spoiled_event_is_shown_as_far_as_it_goes_and_others_can_begin(
    path: Path, text: bytes
) -> None:
    spoil(path, "UPDATE events SET payload = CAST(? AS TEXT) WHERE game = 2 AND number = 3", text)
    with Journal.open(path) as journal:
        with pytest.raises((JournalDamaged, NotResumable)):
            RecordedGame.resume(journal, at=1.0)
        past = look_back(journal, journal.game(2))
        assert past.state is not None and not past.is_whole
        assert 0 < len(past.state.sheet.turns) < 5
        assert play_some(journal, Setup(Rules(), seats("Anna", "Ben")), turns=2).game == 3


@pytest.mark.parametrize("text", SPOILED)
def test_a_check_notices_it_and_saves_what_is_around_it(path: Path, tmp_path: Path, text: bytes) -> None:
    whole = look(path)
    spoil(path, "UPDATE games SET settings = CAST(? AS TEXT) WHERE id = 1", text)
    spoil(path, "UPDATE events SET payload = CAST(? AS TEXT) WHERE game = 2 AND number = 3", text)
    found = save(path, tmp_path / "saved.db")
    assert (found.games, found.gaps, found.is_healthy) == (2, 2, False)
    assert found.events + found.stranded == whole.events - 1
    with Journal.open(tmp_path / "saved.db") as journal:
        assert look_back(journal, journal.game(1)).is_finished


def test_a_last_event_that_is_spoiled_is_noticed_too(path: Path) -> None:
    spoil(path, "UPDATE events SET payload = '{' WHERE rowid = (SELECT max(rowid) FROM events)")
    found = look(path)
    assert (found.stranded, found.gaps, found.is_healthy) == (0, 1, False)


def test_a_game_with_an_event_missing_is_shown_as_far_as_it_goes(path: Path) -> None:
    spoil(path, "DELETE FROM pictures WHERE game = 2")
    spoil(path, "DELETE FROM events WHERE game = 2 AND number = 3")
    with Journal.open(path) as journal:
        past = look_back(journal, journal.game(2))
        assert past.state is not None and not past.is_whole


def test_a_name_that_is_no_text_any_more_is_shown_as_far_as_it_is(path: Path) -> None:
    spoil(path, "UPDATE players SET name = CAST(? AS TEXT) WHERE name = 'Cleo'", b"Cl\xffo")
    with Journal.open(path) as journal:
        assert [player.name for player in journal.game(2).players] == ["Anna", "Cl\N{REPLACEMENT CHARACTER}o"]
