"""The keeper with a real journal, a real worker and a virtual table: from the press to the counted turn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.journal import Journal
from companion.keeper import Keeper
from companion.press_names import name_presses
from companion.rules import triolet
from companion.rules.triolet import game as tg
from companion.rules.triominos import game as mg
from companion.session import news
from companion.session.comparing import CANNOT_SEE, SAME, Comparison
from companion.session.declined import Declined
from companion.session.intents import (
    ChooseJoker,
    ChooseReading,
    CorrectSquare,
    CorrectTurn,
    CountRack,
    Dismiss,
    EndGame,
    EnterMove,
    Intent,
    KeepTable,
    NextGame,
    Overrule,
    PassTurn,
    Pause,
    PutBack,
    Undo,
)
from companion.session.pending import Pending
from companion.session.setup import Setup
from companion.session.views import TableView
from tests.evening import Desk, Room
from tests.journal.helpers import Connector
from tests.recorded import seats
from tests.session.table import tile

ROOM_SEED = 11
SETUP = Setup(triolet.Rules(), seats("Anna", "Ben"))
TRIOMINOS = Setup(mg.Rules(), seats("Anna", "Ben"))
OPENING = triolet.Move.parse({"H8": "11", "H9": "3"})  # double letter in the middle: 2 * 11 + 3
SECOND = triolet.Move.parse({"I8": "4"})


@pytest.fixture(scope="module")
def room() -> Room:
    return Room(ROOM_SEED)


class Evening(Desk):
    """A desk with a keeper; `restart` is what a power cut leaves."""

    def __init__(self, room: Room, path: Path, setup: Setup | None = SETUP) -> None:
        super().__init__(room)
        self.path, self.connector = path, Connector()
        self.journal = Journal.open(path, connect=self.connector)
        self.keeper = Keeper(self.journal, self.worker, self.clock)
        if setup is not None:
            self.keeper.begin(setup)
            assert self.go_on(rounds=1) == ()

    def go_on(self, rounds: int = 4) -> tuple[news.News, ...]:
        """Some rounds of the main loop, the worker working in between; after some news one more."""
        told: tuple[news.News, ...] = ()
        for _ in range(rounds):
            before = told
            self.work()
            told += self.keeper.poll()
            if before:
                break
        return told

    def press(self) -> tuple[news.News, ...]:
        self.clock.now += 1
        assert self.keeper.end_turn(self.clock.now) is None
        return self.go_on()

    def do(self, intent: Intent) -> tuple[news.News, ...]:
        declined = self.keeper.hear(intent)
        assert declined is None, declined.say()
        return self.go_on()

    def lay(self, move: triolet.Move) -> None:
        self.room.lay(move)

    def restart(self) -> Evening:
        """Another process over the same journal and the same table, with a clock of its own."""
        self.journal.close()
        self.worker.close()
        after = Evening.__new__(Evening)
        tokens = dict(self.room.table.scene.tokens)  # type: ignore[attr-defined]  # a Triolet scene
        Evening.__init__(after, self.room, self.path, setup=None)
        for cell, token in tokens.items():
            self.room.table.lay(cell, token.face)
        after.clock.now = 7.0
        return after

    # Asked again and again in one test, so not properties: mypy takes those to stay what they were.

    def pending(self) -> Pending | None:
        return self.keeper.pending

    def must_enter(self) -> bool:
        return self.keeper.must_enter

    def is_held(self) -> bool:
        return self.keeper.is_held

    def comparison(self) -> Comparison | None:
        return self.keeper.comparison

    @property
    def now(self) -> float:
        return self.clock.now

    @property
    def view(self) -> TableView:
        view = self.keeper.view()
        assert view is not None
        return view

    @property
    def pictures(self) -> list[bytes]:
        game = self.keeper.game
        assert game is not None
        stored = [self.journal.picture(game.game, one.number) for one in self.journal.events(game.game)]
        return [picture for picture in stored if picture is not None]

    def close(self) -> None:
        self.journal.close()
        self.worker.close()


@pytest.fixture
def evening(room: Room, tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(room, tmp_path / "journal.db")
    yield evening
    evening.close()


@pytest.fixture
def later(evening: Evening) -> Iterator[Evening]:
    """The opening was counted, and then the power went."""
    evening.lay(OPENING)
    evening.press()
    later = evening.restart()
    yield later
    later.close()


# A turn -----------------------------------------------------------------------------------------------------


def test_a_press_becomes_a_counted_turn_with_its_picture(evening: Evening) -> None:
    evening.lay(OPENING)
    (counted,) = evening.press()
    assert isinstance(counted, news.TurnCounted)
    assert [(line.player, line.points, line.total) for line in counted.lines] == [(0, 25, 25)]
    assert (evening.view.scores, evening.view.player, evening.view.phase) == ((25, 0), 1, "to-lay")
    (jpeg,) = evening.pictures
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None and picture.shape[1] == 640
    assert evening.umpire.accepted is not None
    with Journal.open(evening.path, read_only=True) as reader:  # all of it on disk
        assert reader.events(1)[-1].event["event"] == "turn-played"


def test_the_language_of_the_news_is_that_of_the_keeper(evening: Evening) -> None:
    evening.keeper.language = "fr"
    evening.lay(triolet.Move.parse({"H8": "11", "H9": "12"}))
    (refused,) = evening.press()
    assert isinstance(refused, news.Refused)
    assert refused.sentence.endswith("deux jetons côte à côte font au plus 15")


def test_a_refused_move_stays_and_can_be_put_right_or_counted_anyway(evening: Evening) -> None:
    evening.lay(triolet.Move.parse({"H8": "11", "H9": "12"}))
    (refused,) = evening.press()
    assert isinstance(refused, news.Refused) and set(refused.cells) == {"H8", "H9"}
    assert (evening.view.phase, evening.view.scores) == ("refused", (0, 0))
    assert evening.keeper.snapshot("H9") is not None
    (counted,) = evening.do(Overrule(evening.now))
    assert isinstance(counted, news.TurnCounted) and counted.lines[0].mark == "overruled"
    assert len(evening.pictures) == 1
    assert evening.umpire.accepted is not None


def test_an_untouched_table_is_a_pass_if_the_players_say_so(evening: Evening) -> None:
    assert evening.press() == (news.NothingNew(),)
    (counted,) = evening.do(PassTurn(evening.now))
    assert isinstance(counted, news.TurnCounted) and counted.lines[0].turn == "pass"


def test_a_hand_in_the_way_is_told_once_and_it_goes_on_by_itself(evening: Evening) -> None:
    evening.lay(OPENING)
    evening.room.reach_in()
    assert evening.press() == (news.Hindered(("hand",)),)
    evening.clock.now += 3
    assert evening.go_on() == ()  # still the same hand
    assert evening.view.hindrances == ("hand",)
    evening.room.table.clear_hands()
    (counted,) = evening.go_on()
    assert isinstance(counted, news.TurnCounted)
    assert evening.view.scores == (25, 0)


def test_a_joker_is_asked_for_and_the_picture_waits_for_the_answer(evening: Evening) -> None:
    evening.lay(triolet.Move.parse({"H8": "4", "H9": "joker"}))
    assert evening.press() == (news.Asked("joker"),)
    assert evening.pictures == []
    shown = evening.keeper.picture
    (counted,) = evening.do(ChooseJoker(6, evening.now))
    assert isinstance(counted, news.TurnCounted)
    assert evening.pictures == [shown]
    assert evening.umpire.accepted is not None


def test_a_token_across_a_line_is_asked_about_with_its_own_picture(evening: Evening) -> None:
    evening.lay(OPENING)
    evening.press()
    evening.lay(SECOND)
    evening.room.table.shift("I8", 0.0, 0.47)
    assert evening.press() == (news.Asked("reading"),)
    question = evening.view.question
    assert question is not None and question.across
    assert all(evening.keeper.snapshot(cell) is not None for cell in question.cells)
    right = next(choice for choice in question.choices if choice.moves == (SECOND,))
    (counted,) = evening.do(ChooseReading(right.number, evening.now))
    assert isinstance(counted, news.TurnCounted)
    assert len(evening.pictures) == 2


def test_a_press_while_the_table_is_read_is_declined_and_not_kept_for_later(evening: Evening) -> None:
    evening.lay(OPENING)
    assert evening.keeper.end_turn(evening.now) is None
    declined = evening.keeper.end_turn(evening.now)
    assert declined is not None and declined.say() == "The table is being read: wait a moment"
    (counted,) = evening.go_on()
    assert isinstance(counted, news.TurnCounted)
    assert evening.view.phase == "to-lay"


def test_a_dismissed_press_is_not_read_any_more(evening: Evening) -> None:
    evening.lay(OPENING)
    asked = evening.umpire.asked
    evening.keeper.preview = False
    assert evening.keeper.end_turn(evening.now) is None
    assert evening.do(Dismiss(evening.now)) == ()
    assert (evening.view.phase, evening.umpire.asked) == ("to-lay", asked)


def test_no_two_presses_have_the_same_name() -> None:
    one, other = name_presses(), name_presses()
    assert len({next(names) for names in (one, other) for _ in range(100)}) == 200


# Faults -----------------------------------------------------------------------------------------------------


def test_a_camera_that_is_pulled_out_while_reading_costs_no_turn(evening: Evening) -> None:
    evening.lay(OPENING)
    evening.room.table.unplug()
    assert evening.press() == (news.CameraLost("The camera is not plugged in: check its cable."),)
    assert evening.view.phase == "reading" and evening.must_enter()
    evening.room.table.plug_in()
    evening.clock.now += 1
    back, counted = evening.go_on()
    assert back == news.CameraBack() and isinstance(counted, news.TurnCounted)
    assert evening.view.scores == (25, 0) and evening.keeper.has_camera


def test_without_a_camera_the_move_is_entered_and_read_by_nobody_afterwards(evening: Evening) -> None:
    evening.lay(OPENING)
    evening.room.table.unplug()
    evening.press()
    (counted,) = evening.do(EnterMove(OPENING, evening.now))
    assert isinstance(counted, news.TurnCounted)
    assert not evening.must_enter()
    evening.room.table.plug_in()
    evening.clock.now += 1
    assert evening.go_on() == (news.CameraBack(),)
    assert len(evening.view.lines) == 1
    evening.lay(SECOND)
    evening.press()
    assert evening.view.scores == (25, 15)


def test_a_reading_that_stumbles_can_be_pressed_again(evening: Evening) -> None:
    evening.lay(OPENING)
    evening.umpire.stumbles = True
    evening.keeper.preview = False
    assert evening.press() == (news.ReadingFailed(),)
    assert evening.view.phase == "to-lay"
    evening.umpire.stumbles = False
    evening.press()
    assert evening.view.scores == (25, 0)


def test_a_game_that_nobody_can_read_is_entered_after_the_press(room: Room, tmp_path: Path) -> None:
    evening = Evening(room, tmp_path / "journal.db", TRIOMINOS)
    assert evening.press() == (news.CannotRead(),)
    assert evening.must_enter() and evening.view.hindrances == ()
    (counted,) = evening.do(EnterMove(tile(0, 0, 5, 5, 5), evening.now))
    assert isinstance(counted, news.TurnCounted)
    assert not evening.must_enter() and evening.view.phase == "to-lay"
    evening.close()


def test_a_full_disk_is_told_and_that_there_is_room_again_too(evening: Evening) -> None:
    evening.lay(OPENING)
    evening.connector.leave_no_room()
    counted, full = evening.press()
    assert isinstance(counted, news.TurnCounted)
    assert full == news.DiskFull(
        "The disk is full: play goes on, and everything is written once there is room."
    )
    assert evening.go_on() == ()
    evening.connector.make_room()
    evening.clock.now += 10
    assert evening.go_on() == (news.RoomAgain(),)
    with Journal.open(evening.path, read_only=True) as reader:
        assert reader.events(1)[-1].event["event"] == "turn-played"


# Putting right ----------------------------------------------------------------------------------------------


def test_after_an_undo_the_next_turn_is_read_right(evening: Evening) -> None:
    evening.lay(OPENING)
    evening.press()
    evening.lay(SECOND)
    evening.press()
    assert evening.view.scores == (25, 15)
    assert evening.do(Undo(evening.now)) == ()
    assert evening.umpire.accepted is None
    evening.room.table.take("I8")
    evening.lay(triolet.Move.parse({"G8": "2"}))
    (counted,) = evening.press()
    assert isinstance(counted, news.TurnCounted)
    assert counted.lines[0].move == triolet.Move.parse({"G8": "2"})


def test_an_undo_while_the_table_is_read_ends_the_reading(evening: Evening) -> None:
    evening.lay(OPENING)
    evening.press()
    evening.lay(SECOND)
    assert evening.keeper.end_turn(evening.now) is None
    assert evening.do(Undo(evening.now)) == ()
    assert (evening.view.scores, evening.view.phase) == ((0, 0), "to-lay")


def test_what_is_kept_on_the_table_is_read_again_for_the_same_press(evening: Evening) -> None:
    evening.lay(OPENING)
    evening.press()
    evening.room.table.take("H9")
    evening.lay(SECOND)
    assert evening.press() == (news.Asked("changed"),)
    (counted,) = evening.do(KeepTable(evening.now))
    assert isinstance(counted, news.TurnCounted) and counted.lines[0].move == SECOND
    assert [line.move for line in evening.view.lines] == [triolet.Move.parse({"H8": "11"}), SECOND]


def test_what_is_put_back_is_looked_at_again(evening: Evening) -> None:
    evening.lay(OPENING)
    evening.press()
    evening.room.table.take("H9")
    assert evening.press() == (news.Asked("changed"),)
    evening.room.table.lay("H9", "3")
    assert evening.do(PutBack(evening.now)) == (news.NothingNew(),)


def test_players_who_say_that_it_lies_there_are_believed(evening: Evening) -> None:
    """A token that the camera cannot make out is asked about once, not at every press."""
    evening.lay(OPENING)
    evening.press()
    evening.room.table.take("H9")  # as far as the camera sees
    evening.lay(SECOND)
    assert evening.press() == (news.Asked("changed"),)
    (counted,) = evening.do(PutBack(evening.now))
    assert isinstance(counted, news.TurnCounted) and counted.lines[0].move == SECOND
    evening.lay(triolet.Move.parse({"I7": "5"}))
    (counted,) = evening.press()
    assert isinstance(counted, news.TurnCounted)
    assert [line.move for line in evening.view.lines][:2] == [OPENING, SECOND]


def test_a_correction_forgets_how_the_table_looked(evening: Evening) -> None:
    evening.lay(OPENING)
    evening.press()
    evening.do(CorrectSquare("H9", "4", evening.now))
    assert evening.umpire.accepted is None


# The sand and the end ---------------------------------------------------------------------------------------


def test_the_sand_runs_out_by_itself(room: Room, tmp_path: Path) -> None:
    setup = Setup(mg.Rules(challenge=True), seats("Anna", "Ben"), seconds=30.0)
    evening = Evening(room, tmp_path / "journal.db", setup)
    assert evening.press() == ()  # it starts the first sand
    evening.clock.now += 29
    assert evening.go_on() == ()
    evening.clock.now += 2
    (ran_out,) = evening.go_on()
    assert isinstance(ran_out, news.TimeRanOut)
    assert [(line.player, line.turn) for line in ran_out.lines] == [(0, "time-out")]
    evening.keeper.leave()
    assert evening.keeper.view() is None
    later = evening.restart()
    assert later.keeper.resume()
    assert later.view.sand is not None and later.view.sand.left_s == pytest.approx(30.0)
    later.close()


def test_the_end_is_told_and_the_next_game_of_the_match_begins(room: Room, tmp_path: Path) -> None:
    setup = Setup(mg.Rules(), seats("Anna", "Ben"), target=400)
    evening = Evening(room, tmp_path / "journal.db", setup)
    assert evening.do(EndGame(evening.now)) == (news.GameOver(is_final=False),)
    assert evening.do(CountRack(0, 12, evening.now)) == ()
    assert evening.do(CountRack(1, 20, evening.now)) == (news.GameOver(is_final=True),)
    later = evening.restart()
    assert later.keeper.resume()
    assert later.view.can_go_on and not later.is_held()
    later.do(NextGame(later.now))
    assert later.view.phase == "to-lay"
    later.close()


# After a power cut ------------------------------------------------------------------------------------------


def test_with_nothing_to_go_on_with_there_is_no_game(room: Room, tmp_path: Path) -> None:
    evening = Evening(room, tmp_path / "journal.db", setup=None)
    assert not evening.keeper.resume()
    declined = evening.keeper.end_turn(100.0)
    assert declined is not None and declined.say("fr") == "Aucune partie n’est en cours"
    evening.close()


def test_the_same_table_is_found_and_play_goes_on(later: Evening) -> None:
    assert later.keeper.resume()
    assert later.comparison() is None and later.is_held()
    declined = later.keeper.end_turn(later.now)
    assert declined is not None
    assert declined.say() == "The table is being compared with the game: wait a moment"
    assert later.go_on() == ()
    assert later.comparison() == SAME and not later.is_held()
    later.lay(SECOND)
    later.press()
    assert later.view.scores == (25, 15)


def test_a_token_that_was_moved_holds_play_until_it_is_back(later: Evening) -> None:
    later.room.table.move("H9", "H10")
    assert later.keeper.resume()
    moved = Comparison("differs", missing=("H9",), extra=("H10",))
    assert later.go_on() == (news.TableDiffers(moved),)
    assert later.comparison() == moved
    declined = later.keeper.end_turn(later.now)
    assert declined is not None
    assert declined.say() == "The table is not as the game has it: put it right, or choose to play on"
    assert later.keeper.snapshot("H10") is not None
    later.room.table.move("H10", "H9")
    later.keeper.look_again()
    assert later.go_on() == ()
    assert later.comparison() == SAME
    assert isinstance(later.press()[0], news.NothingNew)


def test_the_players_may_play_on_with_what_lies_there(later: Evening) -> None:
    later.room.table.take("H9")
    assert later.keeper.resume()
    later.go_on()
    later.keeper.play_on()
    assert not later.is_held()
    assert later.press() == (news.Asked("changed"),)


@pytest.mark.parametrize(
    "intent",
    [
        pytest.param(lambda at: CorrectTurn(1, tg.Pass(), at), id="correct"),
        pytest.param(Pause, id="pause"),
        pytest.param(EndGame, id="end"),
    ],
)
def test_putting_right_need_not_wait_for_the_comparison(later: Evening, intent: type[Pause]) -> None:
    later.room.table.take("H9")
    later.keeper.resume()
    later.go_on()
    assert not isinstance(later.keeper.hear(intent(later.now)), Declined)
    later.keeper.leave()
    assert later.keeper.game is None


def test_an_undo_that_puts_the_game_right_is_compared_at_once(later: Evening) -> None:
    later.room.clear()
    assert later.keeper.resume()
    (differs,) = later.go_on()
    assert isinstance(differs, news.TableDiffers) and differs.comparison.missing == ("H8", "H9")
    assert later.do(Undo(later.now)) == ()
    assert later.comparison() == SAME and not later.is_held()


def test_a_hand_over_the_table_only_delays_the_comparison(later: Evening) -> None:
    later.room.reach_in()
    later.keeper.resume()
    later.go_on()
    assert later.comparison() == Comparison("hindered", hindrances=("hand",))
    assert later.is_held()
    later.room.table.clear_hands()
    later.go_on()
    assert later.comparison() == SAME


def test_without_a_camera_nothing_is_held_up(later: Evening) -> None:
    later.room.table.unplug()
    assert later.keeper.resume()
    assert [type(one) for one in later.go_on()] == [news.CameraLost]
    assert later.comparison() == CANNOT_SEE and not later.is_held()
    later.do(EnterMove(SECOND, later.now))
    assert later.view.scores == (25, 15)
    later.room.table.plug_in()
    later.clock.now += 1
    assert later.go_on() == (news.CameraBack(),)  # play has gone on: nothing is compared any more
    assert later.comparison() == CANNOT_SEE and not later.is_held()


def test_a_camera_that_comes_back_in_time_compares_after_all(later: Evening) -> None:
    later.room.table.unplug()
    later.keeper.resume()
    later.go_on()
    later.room.table.plug_in()
    later.clock.now += 1
    later.go_on()
    assert later.comparison() == SAME


def test_a_game_that_nobody_can_read_is_not_held_up(room: Room, tmp_path: Path) -> None:
    evening = Evening(room, tmp_path / "journal.db", TRIOMINOS)
    evening.do(EnterMove(tile(0, 0, 5, 5, 5), evening.now))
    later = evening.restart()
    assert later.keeper.resume()
    later.go_on()
    assert later.comparison() == CANNOT_SEE and not later.is_held()
    later.close()


def test_a_press_that_was_cut_off_counts_once(evening: Evening) -> None:
    evening.lay(OPENING)
    assert evening.keeper.end_turn(evening.now) is None
    evening.work()  # read, but nobody has taken the ruling in yet
    later = evening.restart()
    assert later.keeper.resume()
    assert later.view.phase == "to-lay" and later.view.scores == (0, 0)
    (differs,) = later.go_on()
    assert isinstance(differs, news.TableDiffers) and differs.comparison.extra == ("H8", "H9")
    later.keeper.play_on()
    later.press()
    assert (later.view.scores, len(later.view.lines)) == ((25, 0), 1)
    later.close()


def test_a_ruling_that_comes_after_the_game_was_left_counts_nothing(evening: Evening) -> None:
    evening.lay(OPENING)
    assert evening.keeper.end_turn(evening.now) is None
    evening.work()
    evening.keeper.leave()
    assert evening.keeper.resume()
    evening.keeper.play_on()
    assert evening.go_on() == ()  # the worker had read it, and nobody waits for that any more
    assert (evening.view.phase, evening.view.scores) == ("to-lay", (0, 0))
    evening.press()
    assert (evening.view.scores, len(evening.view.lines)) == ((25, 0), 1)


def test_a_question_that_was_cut_off_is_asked_again_and_its_tokens_are_no_difference(
    evening: Evening,
) -> None:
    evening.lay(triolet.Move.parse({"H8": "4", "H9": "joker"}))
    evening.press()
    later = evening.restart()
    assert later.keeper.resume()
    later.go_on()
    assert later.comparison() == SAME and later.view.phase == "asked"
    (counted,) = later.do(ChooseJoker(6, later.now))
    assert isinstance(counted, news.TurnCounted)
    later.lay(triolet.Move.parse({"H10": "5"}))
    later.press()
    assert len(later.view.lines) == 2
    later.close()


# Unpressed pieces -------------------------------------------------------------------------------------------


def test_what_lies_there_unpressed_is_shown_with_its_score(evening: Evening) -> None:
    assert evening.pending() is None
    evening.lay(OPENING)
    assert evening.go_on() == ()
    pending = evening.pending()
    assert pending is not None and pending.points == 25
    assert evening.view.scores == (0, 0) and evening.view.phase == "to-lay"
    evening.room.table.take("H9")
    evening.room.table.lay("H9", "12")
    evening.go_on()
    pending = evening.pending()
    assert pending is not None and pending.points is None
    assert pending.question is not None and pending.question.kind == "refused"
    evening.room.clear()
    evening.go_on()
    assert evening.pending() is None


def test_a_pressed_turn_is_not_pending_any_more(evening: Evening) -> None:
    evening.lay(OPENING)
    evening.go_on()
    assert evening.pending() is not None
    evening.press()
    assert evening.pending() is None
    asked = evening.umpire.asked
    evening.go_on(rounds=10)
    assert evening.umpire.asked == asked  # nothing changed since it was counted: nothing is read


def test_nothing_is_looked_at_unpressed_if_the_players_do_not_want_it(evening: Evening) -> None:
    evening.keeper.preview = False
    evening.go_on()
    asked = evening.umpire.asked
    evening.lay(OPENING)
    evening.go_on()
    assert evening.pending() is None and evening.umpire.asked == asked


def test_the_live_picture_comes_in_while_it_is_asked_for(evening: Evening) -> None:
    evening.keeper.show_live(True)
    evening.go_on()
    assert evening.keeper.live is not None and evening.keeper.live.small.shape[1] == 640
    evening.keeper.show_live(False)
    evening.go_on()
    assert evening.keeper.live is None
