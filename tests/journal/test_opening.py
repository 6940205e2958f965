"""Opening: two processes, bad places, other versions, damage."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import (
    Journal,
    JournalDamaged,
    JournalError,
    JournalMissing,
    JournalReadOnly,
    JournalUnusable,
    JournalVersion,
)
from companion.journal.database import beside
from companion.journal.schema import MIGRATIONS
from tests.journal.helpers import ANNA_AND_BEN, Connector, HandClock

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def write_game(path: Path, events: int = 40) -> int:
    with Journal.open(path) as journal:
        game = journal.begin_game("triolet", {}, ANNA_AND_BEN)
        journal.append_all(game, [{"n": number, "why": "x" * 200} for number in range(events)])
    return game


def test_the_second_process_reads_what_the_first_writes_and_writes_nothing(path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from companion.journal import *\n"
        "journal = Journal.open(Path(sys.argv[1]))\n"
        "game = journal.begin_game('triolet', {}, [('Anna', 'red')])\n"
        "for line in sys.stdin: print(journal.append(game, {'said': line}), flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as first:
        assert first.stdin is not None and first.stdout is not None
        first.stdin.write("one\n")
        assert first.stdout.readline() == "0\n"
        with Journal.open(path) as second:
            assert second.is_read_only
            (notice,) = second.notices
            assert str(notice) == (
                f"Another Trioscope is already keeping the journal {path}: it can be looked at here, "
                "but nothing is written."
            )
            assert len(second.events(1)) == 1
            first.stdin.write("two\n")
            assert first.stdout.readline() == "1\n"
            assert [one.event["said"] for one in second.events(1)] == ["one\n", "two\n"]
            with pytest.raises(JournalReadOnly, match="Another Trioscope is already keeping"):
                second.append(1, {})
            with pytest.raises(JournalReadOnly):
                second.begin_match()
        first.kill()
    with Journal.open(path) as journal:  # the lock went with its process
        assert not journal.is_read_only
        assert journal.append(1, {}) == 2


def test_only_looking_changes_no_byte_and_needs_no_lock(path: Path) -> None:
    write_game(path)
    before = path.read_bytes()
    with Journal.open(path) as writer, Journal.open(path, read_only=True) as reader:
        assert reader.is_read_only and reader.notices == () and not writer.is_read_only
        assert len(reader.events(1)) == 40
        with pytest.raises(JournalReadOnly, match="was opened for looking at only"):
            reader.end_game(1)
    assert path.read_bytes() == before
    with pytest.raises(JournalMissing, match="There is no journal"):
        Journal.open(path.with_name("nowhere.db"), read_only=True)


def test_a_link_to_a_journal_is_that_journal(path: Path) -> None:
    link = path.with_name("link.db")
    link.symlink_to(path)
    with Journal.open(path) as first, Journal.open(link) as second:
        game = first.begin_game("triolet", {}, ANNA_AND_BEN)
        assert second.is_read_only and second.game(game) == first.game(game)


def test_folders_on_the_way_are_made(tmp_path: Path) -> None:
    Journal.open(tmp_path / "a" / "b" / "journal.db").close()
    assert (tmp_path / "a" / "b" / "journal.db").exists()


def test_a_place_where_no_journal_can_be_is_named_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(JournalUnusable) as folder:
        Journal.open(tmp_path)
    assert str(folder.value) == f"{tmp_path} is a folder: a journal is a file, so name one inside it."
    (tmp_path / "file").write_text("mine")
    with pytest.raises(JournalUnusable, match=r"cannot be opened \(.*\): choose another file") as below:
        Journal.open(tmp_path / "file" / "journal.db")
    assert isinstance(below.value, OSError) and isinstance(below.value, JournalError)
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        pytest.param(
            OSError(errno.ENOSPC, "No space left on device"),
            "The disk is full, and the journal .* cannot be opened: make room and start again",
            id="the disk is full",
        ),
        pytest.param(OSError(errno.EIO, "Input/output error"), "input/output error", id="a bad card"),
        pytest.param(sqlite3.OperationalError("disk I/O error"), "disk i/o error", id="as SQLite says it"),
    ],
)
def test_a_disk_that_fails_is_named_in_a_sentence_and_nothing_is_set_aside(
    path: Path, fault: Exception, said: str
) -> None:
    game = write_game(path)

    def fail(path: Path) -> sqlite3.Connection:
        raise fault

    with pytest.raises(JournalUnusable, match=said):
        Journal.open(path, connect=fail)
    with Journal.open(path) as journal:  # the lock is free again
        assert len(journal.events(game)) == 40


def test_a_journal_that_another_program_holds_is_not_taken_for_a_damaged_one(path: Path) -> None:
    game = write_game(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalUnusable, match="database is locked"):
            Journal.open(path, connect=lambda path: sqlite3.connect(path, timeout=0.0))
    with Journal.open(path) as journal:
        assert journal.notices == () and len(journal.events(game)) == 40


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_journal_that_must_not_be_touched_is_not(path: Path) -> None:
    game = write_game(path)
    path.chmod(0)
    with pytest.raises(JournalUnusable, match="cannot be opened"):
        Journal.open(path)
    path.chmod(0o600)
    with Journal.open(path) as journal:
        assert len(journal.events(game)) == 40


def test_a_database_of_another_program_is_left_alone(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE recipes (name)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(JournalUnusable, match="is a database of another program"):
        Journal.open(path)
    with sqlite3.connect(path) as other:
        assert other.execute("SELECT count(*) FROM recipes").fetchone() == (0,)
    other.close()
    assert len(path.read_bytes()) == len(before)


def add_a_column(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE games ADD COLUMN place TEXT NOT NULL DEFAULT 'kitchen'")


def fail(connection: sqlite3.Connection) -> None:
    add_a_column(connection)
    raise RuntimeError("the power went")


def test_an_empty_file_becomes_a_journal(path: Path) -> None:
    path.touch()
    connect = Connector()
    with Journal.open(path, connect=connect) as journal:
        assert (connect.ask("user_version"), journal.notices) == (1, ())


def test_an_older_journal_is_brought_up_to_date_and_loses_nothing(path: Path) -> None:
    game = write_game(path)
    connect = Connector()
    newer = (*MIGRATIONS, add_a_column)
    with pytest.raises(JournalVersion, match="is not up to date: start Trioscope once"):
        Journal.open(path, read_only=True, migrations=newer)
    with Journal.open(path, connect=connect, migrations=newer) as journal:
        assert connect.ask("user_version") == 2
        assert connect.connection.execute("SELECT place FROM games").fetchall() == [("kitchen",)]
        assert len(journal.events(game)) == 40


def test_an_upgrade_that_breaks_off_leaves_the_version_before(path: Path) -> None:
    game = write_game(path)
    with pytest.raises(RuntimeError):
        Journal.open(path, migrations=(*MIGRATIONS, fail))
    with Journal.open(path) as journal:
        assert len(journal.events(game)) == 40


def test_a_journal_of_a_newer_version_is_refused_and_left_alone(path: Path) -> None:
    write_game(path)
    Journal.open(path, migrations=(*MIGRATIONS, add_a_column)).close()
    before = path.read_bytes()
    for read_only in (False, True):
        with pytest.raises(JournalVersion) as refused:
            Journal.open(path, read_only=read_only)
        assert str(refused.value) == (
            f"The journal {path} was written by a newer Trioscope (its version is 2, this one knows 1): "
            "nothing was changed; please update Trioscope."
        )
    assert path.read_bytes() == before
    Journal.open(path, migrations=(*MIGRATIONS, add_a_column)).close()  # and the lock is free again


def zero_the_middle(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[3 * 4096 : -4096] = bytes(len(data) - 4 * 4096)
    path.write_bytes(data)


def turn_a_name(path: Path) -> None:
    """The file is sound, but the events hang on a table that is not there."""
    data = path.read_bytes()
    assert data.count(b"REFERENCES games") > 0
    path.write_bytes(data.replace(b"REFERENCES games", b"REFERENCES fames"))


def spoil_a_name(path: Path) -> None:
    """SQLite's complaint quotes a byte that is no text."""
    data = path.read_bytes()
    assert data.count(b"CREATE TABLE events (") == 1
    path.write_bytes(data.replace(b"CREATE TABLE events (", b"CREATE TABLE e \x80nts ("))


DAMAGES = [
    pytest.param(lambda path: path.write_text("Dear diary, " * 500), id="not a database"),
    pytest.param(lambda path: os.truncate(path, path.stat().st_size // 2), id="cut off"),
    pytest.param(lambda path: os.truncate(path, 50), id="half a header"),
    pytest.param(zero_the_middle, id="zeros in the middle"),
    pytest.param(turn_a_name, id="a name that turned"),
    pytest.param(spoil_a_name, id="a name that is no text"),
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_journal_is_set_aside_and_a_new_one_begins(path: Path, damage) -> None:  # type: ignore[no-untyped-def]
    write_game(path)
    damage(path)
    before = path.read_bytes()
    clock = HandClock()
    with Journal.open(path, clock) as journal:
        (notice,) = journal.notices
        kept = Path(str(notice.details["kept"]))
        assert str(notice) == (
            f"The journal was damaged. It is kept as {kept}, and a new one has begun; "
            "“trioscope journal check” says what can be saved."
        )
        assert journal.games() == []
        journal.begin_game("triolet", {}, ANNA_AND_BEN)
    assert kept.name.startswith("journal.db.damaged-2025061")
    assert kept.read_bytes() == before
    damage(path)
    with Journal.open(path, clock) as journal:  # in the same second: never over the first
        assert journal.notices[0].details["kept"] == beside(kept, "-2")
    assert kept.read_bytes() == before
    with Journal.open(path) as journal:
        assert journal.notices == ()


def test_a_wal_without_its_database_is_set_aside_too(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.begin_game("triolet", {}, ANNA_AND_BEN)
        wal = beside(path, "-wal").read_bytes()
    for ending in ("", "-wal"):
        beside(path, ending).unlink(missing_ok=True)
    beside(path, "-wal").write_bytes(wal)
    with Journal.open(path, HandClock()) as journal:
        kept = Path(str(journal.notices[0].details["kept"]))
    assert beside(kept, "-wal").read_bytes() == wal


def test_damage_that_is_met_later_sets_the_journal_aside_at_the_next_start(path: Path) -> None:
    with Journal.open(path) as journal:
        old = journal.begin_game("triolet", {}, ANNA_AND_BEN)
        journal.append(old, {}, picture=bytes(5_000_000))
        journal.append_all(old, [{"why": "x" * 500}] * 200)
        journal.end_game(old)
        new = journal.begin_game("triolet", {}, ANNA_AND_BEN)
        journal.append(new, {"n": 0})
    with sqlite3.connect(path) as look:  # where the old game's events lie
        rows = look.execute("SELECT payload FROM events WHERE game = ?", (old,)).fetchall()
    look.close()
    data = path.read_bytes()
    at = data.index(rows[100][0].encode()) // 4096 * 4096
    path.write_bytes(data[:at] + b"\xff" * 4096 + data[at + 4096 :])
    with Journal.open(path) as journal:
        assert journal.notices == ()  # too large to be read through every time
        assert len(journal.events(new)) == 1
        with pytest.raises(JournalDamaged, match="Start Trioscope again: it will be set aside"):
            journal.events(old)
        assert journal.append(new, {"n": 1}) == 1  # and the game goes on
    with Journal.open(path) as journal:
        assert [notice.reason for notice in journal.notices] == ["set-aside"]


def test_after_a_power_cut_the_newest_events_of_a_large_journal_are_looked_at(
    path: Path, tmp_path: Path
) -> None:
    with Journal.open(path) as journal:
        game = journal.begin_game("triolet", {}, ANNA_AND_BEN)
        journal.append(game, {}, picture=bytes(5_000_000))
        journal.append_all(game, [{"n": number, "why": "x" * 500} for number in range(200)])
    copy = tmp_path / "copy.db"
    with Journal.open(path) as journal:
        journal.append(game, {"n": 200})
        for ending in ("", "-wal"):
            shutil.copy(beside(path, ending), beside(copy, ending))
    data = copy.read_bytes()
    at = data.index(b'"n":100') // 4096 * 4096
    copy.write_bytes(data[:at] + b"\xff" * 4096 + data[at + 4096 :])
    with Journal.open(copy) as journal:
        assert [notice.reason for notice in journal.notices] == ["set-aside"]


def test_a_damaged_journal_is_not_touched_by_one_who_only_looks(path: Path) -> None:
    write_game(path)
    path.write_text("Dear diary")
    with pytest.raises(JournalDamaged):
        Journal.open(path, read_only=True)
    assert path.read_text() == "Dear diary"
    assert not list(path.parent.glob("*.damaged-*"))


def test_a_copy_of_the_journal_with_its_wal_is_a_whole_journal(path: Path, tmp_path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.begin_game("triolet", {}, ANNA_AND_BEN)
        journal.append(game, {"n": 0})
        for ending in ("", "-wal"):
            shutil.copy(beside(path, ending), beside(tmp_path / "copy.db", ending))
    with Journal.open(tmp_path / "copy.db") as copy:
        assert len(copy.events(game)) == 1


def test_a_format_that_sqlite_does_not_know_is_damage(path: Path) -> None:
    """Found by fuzzing: the file opens, and fails at the first statement that needs a table."""
    write_game(path)
    spoiled = bytearray(path.read_bytes())
    spoiled[47] = 5  # the schema format number; SQLite knows 1 to 4
    path.write_bytes(spoiled)
    with pytest.raises(JournalDamaged), Journal.open(path, read_only=True) as journal:
        list(journal.games())
    with Journal.open(path) as journal:
        assert list(journal.games()) == []
    (kept,) = path.parent.glob("*damaged*")
    assert kept.read_bytes()[47] == 5


@pytest.mark.parametrize("column", [b"started", b"payload", b"colour", b"target"])
def test_a_column_whose_name_has_turned_is_damage_that_is_set_aside(path: Path, column: bytes) -> None:
    """Found by fuzzing: people were told to start again, and at the next start it was opened as before."""
    write_game(path)
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b" " + column + b" ", b" " + column[:-1] + b"X "))
    assert path.read_bytes() != whole
    with Journal.open(path) as journal:
        assert list(journal.games()) == []
    assert len(list(path.parent.glob("*damaged*"))) == 1
