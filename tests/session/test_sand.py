"""The sand of Challenge, as the rules have it."""

from __future__ import annotations

import pytest

from companion.session.events import SandMarked, Woken
from companion.session.intents import (
    CorrectSquare,
    DrawTile,
    EndGame,
    EndTurn,
    PassTurn,
    Pause,
    Resume,
    Ruled,
    Tick,
    Undo,
)
from companion.session.rulings import Accepted, ChangedBefore, NothingNew, NotYet, Reading, Unsure
from companion.session.sand import Colour, colour_of
from companion.session.session import Session
from tests.session.table import CHALLENGE, Table, setup_for, tile

FIVES, TWO = tile(0, 0, 5, 5, 5), tile(0, 1, 5, 5, 2)


def started(players: int = 2, seconds: float = 60.0) -> Table:
    """A table at which the first sand has just started."""
    table = Table(setup_for(CHALLENGE, players, seconds=seconds))
    table.press()
    return table


def test_the_first_sand_starts_with_a_press() -> None:
    table = Table(setup_for(CHALLENGE))
    table.now += 500
    table.do(Tick(table.now))
    assert (table.left_s, table.view().phase) == (60, "paused")
    press = table.press(pressed_at=table.now - 0.5)
    table.now += 4.5
    assert (table.left_s, table.view().phase) == (55, "to-lay")
    declined = table.hear(EndTurn(press, table.now, table.now))
    assert declined is not None and declined.reason == "press-counted"


def test_the_next_sand_starts_when_a_move_is_accepted() -> None:
    table = started()
    table.now += 30
    press = table.press()
    table.now += 2
    assert table.left_s == 30  # it stands while the move is read
    table.do(Ruled(press, Accepted((FIVES,)), table.now))
    assert (table.left_s, table.view().player) == (60, 1)
    table.now += 1
    assert table.left_s == 59


def test_what_counts_is_when_the_button_went_down() -> None:
    table = started()
    table.now += 60.15  # the press was in time, and is heard late
    table.do(Tick(table.now))
    press = table.press(pressed_at=table.now - 0.2)
    table.now += 3
    table.do(Tick(table.now))
    table.do(Ruled(press, Accepted((FIVES,)), table.now))
    assert (table.view().scores, table.view().player) == ((15, 0), 1)


def test_a_press_after_the_last_grain_is_too_late() -> None:
    table = started()
    table.now += 60.1
    table.press()
    assert (table.view().scores, table.view().player, table.view().phase) == ((-15, 0), 1, "to-lay")
    assert table.left_s == 60


def test_time_alone_ends_the_turn_and_starts_the_next() -> None:
    table = started()
    for _ in range(62):
        table.now += 1
        table.do(Tick(table.now))
    view = table.view()
    assert (view.scores, view.player, view.racks, view.stock) == ((-15, 0), 1, (10, 9), 37)
    assert table.left_s == pytest.approx(59)  # called out with the tick at 61 s


def test_a_press_of_the_turn_that_ran_out_is_not_the_next_players() -> None:
    table = started()
    table.now += 61
    table.do(Tick(table.now))
    declined = table.hear(EndTurn("late", table.now - 0.5, table.now + 0.1))
    assert declined is not None and declined.reason == "pressed-before"


def test_a_refused_move_runs_on_from_the_time_it_had_at_the_press() -> None:
    table = started()
    table.lay(FIVES)
    table.now += 20
    press = table.press()
    table.now += 5  # reading costs nothing
    table.do(Ruled(press, Accepted((tile(0, 1, 4, 4, 2),)), table.now))
    assert (table.view().phase, table.left_s) == ("refused", 40)
    table.now += 10
    assert table.left_s == 30
    table.now += 31
    table.do(Tick(table.now))
    assert table.view().scores == (15, -15)


def test_a_hand_in_the_way_lets_it_run_on_and_out() -> None:
    table = started()
    table.now += 50
    press = table.press()
    table.now += 1
    table.do(Ruled(press, NotYet(("hand",)), table.now))
    table.now += 4
    assert table.left_s == 6
    table.now += 7
    table.do(Ruled(press, Accepted((FIVES,)), table.now))
    assert table.view().scores == (-15, 0)


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(Unsure((Reading((FIVES,), True, 0.5), Reading((), True, 0.5)), ((0, 0),)), id="unsure"),
        pytest.param(ChangedBefore(extra=((0, 0),)), id="something moved"),
    ],
)
def test_it_stands_while_the_players_are_asked(asked: Unsure | ChangedBefore) -> None:
    table = started()
    table.now += 50
    table.rule(asked)
    table.now += 100
    table.do(Tick(table.now))
    assert table.left_s == 10


def test_a_press_on_an_untouched_table_is_no_pause() -> None:
    table = started()
    table.now += 50
    table.rule(NothingNew())
    table.now += 5
    assert (table.view().phase, table.left_s) == ("nothing-laid", 5)


def test_drawing_does_not_start_it_again_and_passing_does() -> None:
    table = started()
    for _ in range(3):
        table.now += 10
        table.do(DrawTile(table.now))
    assert table.left_s == 30
    table.do(PassTurn(table.now))
    assert (table.left_s, table.view().scores) == (60, (-25, 0))


def test_a_draw_after_the_last_grain_is_a_time_out() -> None:
    table = started()
    table.now += 61
    table.do(DrawTile(table.now))
    assert (table.view().scores, table.view().lines[0].turn) == ((-15, 0), "time-out")


def test_it_stands_while_the_game_is_paused() -> None:
    table = started()
    table.now += 15
    table.do(Pause(table.now))
    table.now += 1000
    table.do(Tick(table.now))
    assert table.left_s == 45
    table.do(Resume(table.now))
    table.now += 5
    assert table.left_s == 40


def test_undoing_gives_back_the_sand_of_the_turn_and_waits_for_a_press() -> None:
    table = started()
    table.now += 20
    table.lay(FIVES)
    table.now += 7
    table.do(Undo(table.now))
    table.now += 100
    assert (table.left_s, table.view().phase, table.view().player) == (40, "paused", 0)
    table.press()
    table.now += 61
    table.do(Tick(table.now))
    table.do(Undo(table.now))
    assert table.left_s == 60  # a turn that had run out gets a full one


def test_a_correction_costs_nobody_time() -> None:
    table = started()
    table.lay(FIVES)
    table.now += 30
    table.do(CorrectSquare((0, 0), "4-4-4", table.now))
    table.now += 30
    assert (table.left_s, table.view().phase) == (30, "paused")


def test_it_stops_when_the_game_is_over() -> None:
    table = started()
    table.do(EndGame(table.now))
    table.now += 100
    table.do(Tick(table.now))
    assert (table.left_s, len(table.view().lines)) == (60, 1)


@pytest.mark.parametrize("cut_after_s", [0.0, 0.7, 1.3, 1.7, 30.0, 44.4])
def test_after_a_power_cut_it_has_the_time_it_had(cut_after_s: float) -> None:
    table = started()
    table.lay(FIVES)
    began, ticks = table.now, int(cut_after_s * 10)
    for tick in range(1, ticks + 1):
        table.now = began + tick / 10
        table.do(Tick(table.now))
    marks = [event for event in table.events if isinstance(event, SandMarked)]
    assert len(marks) <= cut_after_s
    had = table.left_s
    session = Session.resume(table.events, at=3.25)
    assert session.news == (Woken(3.25),)
    view = session.view(at=1000.0)
    assert view.sand is not None and view.phase == "paused"
    assert abs(view.sand.left_s - had) <= 1
    assert isinstance(session.hear(EndTurn("go on", 1001.0, 1001.0)), Session)


def test_a_reading_that_was_cut_off_is_pressed_again() -> None:
    table = started()
    table.now += 20
    table.press()
    session = Session.resume(table.events, at=1.0)
    view = session.view(1.0)
    assert view.sand is not None
    assert (view.phase, view.sand.left_s) == ("paused", 40)


def test_marks_that_something_followed_may_be_left_out() -> None:
    table = started()
    for _ in range(40):
        table.now += 0.5
        table.do(Tick(table.now))
    table.lay(FIVES)
    without = [event for event in table.events if not isinstance(event, SandMarked)]
    assert len(without) < len(table.events)
    assert Session.from_events(without).state == table.state


@pytest.mark.parametrize(
    ("left_s", "seconds", "colour"),
    [
        (60, 60, "green"),
        (20.1, 60, "green"),
        (20, 60, "amber"),
        (10.1, 60, "amber"),
        (10, 60, "red"),
        (0, 60, "red"),
        (9, 15, "red"),
        (30, 90, "amber"),
    ],
)
def test_the_colour_of_the_sand(left_s: float, seconds: float, colour: Colour) -> None:
    assert colour_of(left_s, seconds) == colour
