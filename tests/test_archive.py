"""The archive: past games as they become known, stories, people; a step at a time, and once on its thread."""

from __future__ import annotations

import logging
import random
import sqlite3
import struct
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from companion.archive import AT_ONCE, MOST_STORIES, REST, Archive
from companion.archive_pages import SPACE, write_date
from companion.journal import Journal
from companion.journal.database import size_of
from companion.journal.opening import wal_path
from companion.kiosk.backstage import GameStory
from companion.record import RecordedGame
from companion.rules.triolet import game as tg
from companion.rules.triolet.editions import STANDARD
from companion.rules.triominos import game as mg
from companion.session.intents import CorrectTurn, CountRack, EndGame, Undo
from companion.session.setup import Setup
from companion.session.views import TableView
from tests.journal.helpers import HandClock
from tests.recorded import intent_of, play_some, play_whole, say, seats, true_game

TRIOLET = Setup(STANDARD, seats("Anna", "Ben"))
TRIOMINOS = Setup(mg.Rules(), seats("Ben", "Carla"))
NOVEMBER = 1_794_510_900.0  # 2026-11-12 20:15 in Paris
PAGE = 4096
MOST_STEPS = 200


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with Journal.open(path, HandClock(NOVEMBER)) as journal:
        yield journal


@pytest.fixture
def archive(path: Path) -> Iterator[Archive]:
    archive = Archive(path)
    yield archive
    assert archive.close()


@pytest.fixture
def paris(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Europe/Paris")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def work(archive: Archive) -> int:
    """Let the archive do all that there is to do; how many steps that took."""
    for count in range(MOST_STEPS):
        if archive.step() is None:
            return count
    raise AssertionError("the archive does not come to rest")


def read_all(archive: Archive) -> int:
    archive.refresh()
    return work(archive)


def numbers(archive: Archive) -> list[int]:
    return [game.number for game in archive.games()]


def story_of(archive: Archive, number: int) -> GameStory:
    assert archive.story(number) is None
    work(archive)
    story = archive.story(number)
    assert story is not None
    return story


# The list ---------------------------------------------------------------------------------------------------


def test_games_are_handed_out_newest_first_one_after_the_other(journal: Journal, archive: Archive) -> None:
    for seed in (1, 2, 3):
        play_whole(journal, TRIOLET, seed, turns=3)
    archive.refresh()
    assert (numbers(archive), archive.is_reading) == ([], False)
    shown = []
    while archive.step() is not None:
        shown.append(numbers(archive))
        assert archive.is_reading
    assert shown == [[], [3], [3, 2], [3, 2, 1]]
    assert not archive.is_reading


def test_a_line_has_who_played_for_how_many_points_and_who_won(journal: Journal, archive: Archive) -> None:
    played = play_whole(journal, TRIOMINOS, seed=4, turns=9)
    read_all(archive)
    (game,) = archive.games()
    state = played.session.state
    assert (game.number, game.kind, game.players) == (played.game, "triominos", TRIOMINOS.players)
    assert game.totals == state.final_scores
    assert game.totals is not None
    best = max(game.totals)
    assert game.winners == tuple(seat for seat, total in enumerate(game.totals) if total == best)


def test_the_game_that_goes_on_is_not_past_and_one_that_was_given_up_has_no_totals(
    journal: Journal, archive: Archive
) -> None:
    play_some(journal, TRIOLET, seed=1, turns=3)
    play_some(journal, TRIOLET, seed=2, turns=3)  # the first is given up by this
    read_all(archive)
    (given_up,) = archive.games()
    assert (given_up.number, given_up.totals, given_up.winners) == (1, None, ())


def test_a_game_is_in_the_list_once_it_has_ended(journal: Journal, archive: Archive) -> None:
    play_whole(journal, TRIOLET, seed=1, turns=2)
    game = play_some(journal, TRIOLET, seed=2, turns=3)
    read_all(archive)
    assert numbers(archive) == [1]
    end(game, seed=2, turns=3)
    assert numbers(archive) == [1]  # nobody has said so yet
    assert read_all(archive) == 2  # the refresh and this one game: the others are known
    assert numbers(archive) == [2, 1]


def test_nothing_is_read_again_if_nothing_was_written(journal: Journal, archive: Archive) -> None:
    play_whole(journal, TRIOLET, seed=1, turns=2)
    assert read_all(archive) == 2
    assert read_all(archive) == 1
    assert numbers(archive) == [1]


def test_a_game_that_was_corrected_after_its_end_is_read_again(journal: Journal, archive: Archive) -> None:
    play_whole(journal, TRIOLET, seed=1, turns=2)
    game = play_whole(journal, TRIOLET, seed=2, turns=3)
    read_all(archive)
    before = archive.games()[0].totals
    assert before == game.session.state.final_scores
    assert len(story_of(archive, 2).lines) == 4
    game = say(game, CorrectTurn(1, tg.Pass(), 2000.0))
    assert read_all(archive) == 2
    assert archive.games()[0].totals == game.session.state.final_scores != before
    assert story_of(archive, 2).lines[0].turn == "pass"  # the old story is forgotten


def test_a_game_whose_end_is_undone_leaves_the_list(journal: Journal, archive: Archive) -> None:
    game = play_whole(journal, TRIOLET, seed=1, turns=2)
    read_all(archive)
    while game.session.state.is_over:
        game = say(game, Undo(3000.0))
    read_all(archive)
    assert numbers(archive) == []


def test_the_first_screenful_is_read_without_a_rest_and_the_others_with_one(
    journal: Journal, path: Path
) -> None:
    first = play_whole(journal, TRIOLET, seed=1, turns=1)
    copy_game(journal, first.game, AT_ONCE + 2)
    clock = HandClock(0.0)

    def ticking() -> float:
        clock.now += 0.25
        return clock.now

    archive = Archive(path, ticking)
    archive.refresh()
    rests = [archive.step() for _ in range(AT_ONCE + 3)]
    assert rests == [0.0] * AT_ONCE + [REST * 0.25] * 3  # the refresh, 19 games, and then
    assert len(numbers(archive)) == AT_ONCE  # later ones are shown together
    work(archive)
    assert numbers(archive) == list(range(AT_ONCE + 3, 0, -1))
    archive.close()


def test_without_a_journal_there_is_nothing_and_later_there_is(path: Path, archive: Archive) -> None:
    read_all(archive)
    assert (archive.games(), archive.people(), archive.story(1)) == ((), (), None)
    work(archive)
    assert not path.exists()
    with Journal.open(path) as journal:
        play_whole(journal, TRIOLET, turns=1)
    read_all(archive)
    assert numbers(archive) == [1]
    assert story_of(archive, 1).game.number == 1  # asked for in vain before


def test_reading_does_not_keep_the_writer_from_emptying_its_log(journal: Journal, archive: Archive) -> None:
    play_whole(journal, TRIOLET, seed=1, turns=2)
    read_all(archive)
    play_whole(journal, TRIOLET, seed=2, turns=2)
    assert size_of(wal_path(journal.path)) == 0
    archive.story(1)
    read_all(archive)
    play_whole(journal, TRIOLET, seed=3, turns=2)
    assert size_of(wal_path(journal.path)) == 0


# Dates ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wall_s", "english", "french"),
    [
        pytest.param(NOVEMBER, "12 Nov 2026, 20:15", "12 nov. 2026, 20 h 15", id="an evening"),
        pytest.param(1_801_433_100.0, "31 Jan 2027, 23:05", "31 janv. 2027, 23 h 05", id="minutes below ten"),
        pytest.param(
            1_801_436_400.0, "1 Feb 2027, 0:00", "1er févr. 2027, 0 h 00", id="a first, at midnight"
        ),
        pytest.param(1_785_578_400.0, "1 Aug 2026, 12:00", "1er août 2026, 12 h 00", id="summer time"),
        pytest.param(60.0, "date unknown", "date inconnue", id="a clock that was never set"),
        pytest.param(1e300, "date unknown", "date inconnue", id="no time at all"),
        pytest.param(float("nan"), "date unknown", "date inconnue", id="no number"),
    ],
)
@pytest.mark.usefixtures("paris")
def test_a_date_is_written_as_people_write_it(wall_s: float, english: str, french: str) -> None:
    assert write_date(wall_s, "en") == english
    assert write_date(wall_s, "fr").replace(SPACE, " ") == french


@pytest.mark.usefixtures("paris")
def test_the_list_has_its_dates_in_both_languages(journal: Journal, archive: Archive) -> None:
    play_whole(journal, TRIOLET, turns=1)
    read_all(archive)
    assert [game.date for game in archive.games("en")] == ["12 Nov 2026, 20:15"]
    assert [game.date for game in archive.games("fr")] == [f"12 nov. 2026, 20{SPACE}h{SPACE}15"]


# People -----------------------------------------------------------------------------------------------------


def test_people_have_their_games_wins_and_points_oldest_first(journal: Journal, archive: Archive) -> None:
    games = [play_whole(journal, TRIOLET, seed, turns=6) for seed in (1, 2)]
    games.append(play_whole(journal, TRIOMINOS, seed=3, turns=6))
    play_some(journal, TRIOLET, seed=4, turns=2)  # goes on: it counts for nobody yet
    read_all(archive)
    finals = [game.session.state.final_scores for game in games]
    assert None not in finals
    first, second, third = ([*scores] for scores in finals if scores is not None)
    ben, anna, carla = archive.people()  # who played most comes first
    assert [one.player.name for one in (ben, anna, carla)] == ["Ben", "Anna", "Carla"]
    assert (ben.games, ben.points) == (3, (first[1], second[1], third[0]))
    assert (anna.games, anna.points) == (2, (first[0], second[0]))
    assert ben.best == max(ben.points)
    assert ben.won == (first[1] >= first[0]) + (second[1] >= second[0]) + (third[0] >= third[1])
    assert carla.won == (third[1] >= third[0])
    assert carla.player.colour == "blue"


def test_people_are_there_before_their_games_are_read(journal: Journal, archive: Archive) -> None:
    play_whole(journal, TRIOLET, turns=2)
    play_some(journal, TRIOMINOS, turns=2)
    archive.refresh()
    archive.step()
    assert [(one.player.name, one.games) for one in archive.people()] == [
        ("Anna", 1),
        ("Ben", 1),
        ("Carla", 0),
    ]


def test_a_game_alone_is_not_won_and_one_without_points_brings_none(
    journal: Journal, archive: Archive
) -> None:
    play_whole(journal, Setup(STANDARD, seats("Anna")), turns=3)
    read_all(archive)
    (anna,) = archive.people()
    assert (anna.games, anna.won, anna.points) == (1, 0, (anna.best,))
    game = play_some(journal, Setup(mg.Rules(scoring="none"), seats("Anna", "Ben")), turns=3)
    say(game, EndGame(900.0))
    read_all(archive)
    assert archive.games()[0].totals is not None
    after, ben = archive.people()
    assert (after.games, after.points, after.best) == (2, anna.points, anna.best)
    assert (ben.games, ben.points, ben.best) == (1, (), 0)


# Stories ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", [TRIOLET, TRIOMINOS], ids=["triolet", "triominos"])
def test_a_story_shows_the_table_after_each_turn_without_what_was_undone(
    setup: Setup, journal: Journal, archive: Archive
) -> None:
    truth, _ = true_game(setup, 5, 8)
    game = RecordedGame.begin(journal, setup, at=1.0)
    seen: list[TableView] = []
    turns = [entry.turn for entry in truth.entries]
    for number, turn in enumerate(turns):
        game = say(game, intent_of(turn, 10.0 + number))
        if number in (2, 5):  # laid, taken back, and laid again
            game = say(say(game, Undo(10.5 + number)), intent_of(turn, 10.6 + number))
        seen.append(game.session.view(20.0))
    game = end(game, seed=5, turns=8, setup=setup)
    seen.append(game.session.view(2000.0))
    read_all(archive)
    story = story_of(archive, game.game)
    assert story.game == archive.games()[0]
    assert story.lines == seen[-1].lines
    assert len(story.views) == len(story.lines) == len(turns) + 1  # the players ended it
    for shown, was in zip(story.views, seen, strict=True):
        assert shown.game == was.game
        assert (shown.lines, shown.last, shown.scores) == (was.lines, was.last, was.scores)
        assert (shown.player, shown.stock, shown.racks) == (was.player, was.stock, was.racks)
    assert story.views[-1].end == seen[-1].end
    assert [view.end for view in story.views[:-1]] == [None] * len(turns)


def test_a_story_is_told_in_the_language_that_was_asked_for(journal: Journal, archive: Archive) -> None:
    game = play_whole(journal, TRIOMINOS, seed=6, turns=12)
    read_all(archive)
    for language in ("en", "fr"):
        assert archive.story(game.game, language) is None
    work(archive)
    english, french = archive.story(game.game, "en"), archive.story(game.game, "fr")
    assert english is not None and french is not None
    assert english.lines == game.session.view(0.0, "en").lines
    assert french.lines == game.session.view(0.0, "fr").lines
    assert english.game.date != french.game.date


def test_a_story_is_asked_for_once_and_kept(journal: Journal, archive: Archive) -> None:
    play_whole(journal, TRIOLET, turns=2)
    read_all(archive)
    for _ in range(5):
        assert archive.story(1) is None
    assert work(archive) == 1
    assert archive.story(1) is archive.story(1) is not None
    assert work(archive) == 0


def test_a_story_comes_before_the_games_that_are_still_to_be_read(journal: Journal, archive: Archive) -> None:
    first = play_whole(journal, TRIOLET, turns=2)
    copy_game(journal, first.game, 5)
    archive.refresh()
    archive.step()
    assert archive.story(1) is None
    archive.step()
    assert archive.story(1) is not None
    assert numbers(archive) == []


def test_only_the_stories_that_were_asked_for_last_are_kept(journal: Journal, archive: Archive) -> None:
    first = play_whole(journal, TRIOLET, turns=1)
    copy_game(journal, first.game, MOST_STORIES)
    read_all(archive)
    for number in range(1, MOST_STORIES + 1):
        story_of(archive, number)
    assert archive.story(1) is not None  # asked for again, so number 2 is the oldest now
    story_of(archive, MOST_STORIES + 1)
    assert archive.story(1) is not None
    story_of(archive, 2)  # it has to be told anew


def test_a_game_that_there_is_not_has_no_story(journal: Journal, archive: Archive) -> None:
    play_whole(journal, TRIOLET, turns=1)
    read_all(archive)
    for number in (0, -1, 99, 10**18):
        assert archive.story(number) is None
    assert work(archive) == 4
    assert archive.story(99) is None
    assert work(archive) == 0


def test_a_story_can_be_asked_for_before_anything_else(journal: Journal, archive: Archive) -> None:
    play_whole(journal, TRIOLET, turns=1)
    assert story_of(archive, 1).lines


# Damage -----------------------------------------------------------------------------------------------------


def test_a_game_whose_events_are_damaged_is_told_as_far_as_it_goes(path: Path, archive: Archive) -> None:
    with Journal.open(path) as journal:
        for seed in (1, 2):
            play_whole(journal, TRIOLET, seed, turns=4)
    with closing(sqlite3.connect(path)) as connection:
        laid = "SELECT number FROM events WHERE game = 2 AND payload LIKE '%turn-played%' ORDER BY number"
        third = connection.execute(laid).fetchall()[2][0]
        connection.execute("UPDATE events SET payload = '{' WHERE game = 2 AND number = ?", (third,))
        connection.commit()
    read_all(archive)
    damaged, whole = archive.games()
    assert (damaged.totals, whole.totals is None) == (None, False)
    assert len(story_of(archive, 2).views) == 2


def test_a_game_that_cannot_be_read_at_all_has_an_empty_story(path: Path, archive: Archive) -> None:
    with Journal.open(path) as journal:
        game = journal.begin_game("triolet", {"nothing": "known"}, [("Anna", "red")])
        journal.append(game, {"event": "of another version"})
        journal.end_game(game)
    read_all(archive)
    (line,) = archive.games()
    assert ([player.name for player in line.players], line.totals) == (["Anna"], None)
    assert story_of(archive, 1) == GameStory(line, (), ())


def test_of_a_damaged_list_of_games_the_readable_part_is_shown(
    path: Path, archive: Archive, caplog: pytest.LogCaptureFixture
) -> None:
    with Journal.open(path) as journal:
        first = play_whole(journal, TRIOLET, turns=3)
        copy_game(journal, first.game, 29)
    read_all(archive)
    whole = list(archive.games())
    assert len(whole) == 30
    archive.close()
    damage_list_of_games(path, around=15)  # ten games stand on a page
    again = Archive(path)
    with caplog.at_level(logging.WARNING):
        read_all(again)
    assert "is damaged: what can be read of it is shown" in caplog.text
    shown = list(again.games())
    assert len(shown) < 30 and {shown[0].number, shown[-1].number} == {30, 1}
    assert all(line in whole for line in shown)  # with totals and winners
    assert [one.player.name for one in again.people()] == ["Anna", "Ben"]
    assert len(story_of(again, 30).views) == 4
    assert again.close()


def test_what_is_no_journal_is_a_warning_and_an_empty_list(
    path: Path, archive: Archive, caplog: pytest.LogCaptureFixture
) -> None:
    path.write_bytes(random.Random(1).randbytes(3 * PAGE))
    read_all(archive)
    assert archive.games() == ()
    assert "past games cannot be read" in caplog.text
    path.unlink()
    with Journal.open(path) as journal:
        play_whole(journal, TRIOLET, turns=1)
    read_all(archive)
    assert numbers(archive) == [1]


# The thread -------------------------------------------------------------------------------------------------


def test_on_its_own_thread_games_become_known_and_closing_ends_it(path: Path) -> None:
    with Journal.open(path) as journal:
        for seed in (1, 2):
            play_whole(journal, TRIOLET, seed, turns=2)
    begun, known = [], Event()

    def clock() -> float:
        """Is asked when a game is begun: by then the one before is shown."""
        begun.append(True)
        if len(begun) == 2:
            known.set()
        return 0.0

    archive = Archive(path, clock)
    archive.start()
    assert known.wait(60.0)
    assert archive.games()[0].number == 2
    assert archive.close(timeout_s=60.0)


# Helpers ----------------------------------------------------------------------------------------------------


def end(game: RecordedGame, seed: int, turns: int, setup: Setup = TRIOLET) -> RecordedGame:
    """The game ended by its players, and the racks counted."""
    game = say(game, EndGame(900.0))
    _, rests = true_game(setup, seed, turns)
    for player in game.session.state.settlement.missing:
        game = say(game, CountRack(player, rests[player], 1000.0))
    return game


def copy_game(journal: Journal, game: int, count: int) -> None:
    """The same game so many times more."""
    record, events = journal.game(game), [dict(stored.event) for stored in journal.events(game)]
    players = [(player.name, player.colour) for player in record.players]
    for _ in range(count):
        copy = journal.begin_game(record.kind, record.settings, players)
        journal.append_all(copy, events)
        journal.end_game(copy)


def damage_list_of_games(path: Path, around: int) -> None:
    """Overwrite the page on which this game stands in the list of games."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE games SET started = ? WHERE id = ?", (123456789.25, around))
        connection.commit()
    data = bytearray(path.read_bytes())
    at = data.index(struct.pack(">d", 123456789.25)) // PAGE * PAGE
    data[at : at + PAGE] = random.Random(3).randbytes(PAGE)
    path.write_bytes(data)
