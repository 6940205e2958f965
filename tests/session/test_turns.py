"""Turns: pressed, read, asked about, refused, counted anyway, several at once."""

from __future__ import annotations

import pytest

from companion.rules import triolet
from companion.rules.ending import End
from companion.rules.errors import Malformed
from companion.rules.triominos import game as mg
from companion.session.events import TurnPlayed
from companion.session.intents import (
    ChooseJoker,
    ChooseReading,
    CountRack,
    Dismiss,
    DrawTile,
    EndGame,
    EndTurn,
    EnterMove,
    ExchangeTokens,
    Intent,
    KeepTable,
    NextGame,
    Overrule,
    PassTurn,
    Pause,
    PutBack,
    Resume,
    Ruled,
    TellTimeOut,
    Tick,
    Undo,
)
from companion.session.questions import Choice
from companion.session.rulings import Accepted, NothingNew, NotYet, Reading, Unsure
from companion.session.session import Session
from companion.session.state import NoGame
from tests.session.table import CHALLENGE, Table, setup_for, tile, tokens

TRIOLET = triolet.Rules()
OPENING = tokens(H8="11", H9="3")


def test_an_accepted_move_scores_and_the_next_name_comes_up() -> None:
    table = Table(setup_for(TRIOLET))
    table.lay(OPENING)
    view = table.view()
    assert (view.scores, view.player, view.phase) == ((25, 0), 1, "to-lay")
    assert view.last is not None
    assert (view.last.sums, view.last.total, view.last.move) == (("11 × 2 + 3 = 25",), 25, OPENING)
    assert (view.stock, view.racks) == (72, (3, 3))


def test_the_same_press_never_counts_twice() -> None:
    table = Table(setup_for(TRIOLET))
    press = table.lay(OPENING)
    again = EndTurn(press, table.now + 1, table.now + 1)
    resumed = Session.resume(table.events, at=7.0).hear(EndTurn(press, 8.0, 8.0))
    for declined in (table.hear(again), resumed):
        assert declined is not None and not isinstance(declined, Session)
        assert declined.say() == "This press has counted already"
        assert declined.say("fr") == "Cet appui a déjà compté"


def test_a_ruling_nobody_waits_for_changes_nothing() -> None:
    table = Table(setup_for(TRIOLET))
    press = table.press()
    assert table.view().phase == "reading"
    assert not table.view().can_end_turn
    for stale in (Ruled("another", NothingNew(), table.now), EndTurn("second", table.now, table.now)):
        assert table.hear(stale) is not None
    table.do(Ruled(press, Accepted((OPENING,)), table.now))
    declined = table.hear(Ruled(press, Accepted((tokens(I8="4"),)), table.now))
    assert declined is not None and declined.reason == "not-being-read"


def test_a_press_from_before_the_turn_is_not_the_next_players() -> None:
    table = Table(setup_for(TRIOLET))
    press = table.press()
    table.now += 0.8
    table.do(Ruled(press, Accepted((OPENING,)), table.now))
    declined = table.hear(EndTurn("bounced", table.now - 0.3, table.now + 0.1))
    assert declined is not None and declined.reason == "pressed-before"


def test_a_refused_move_keeps_the_turn_and_says_why() -> None:
    table = Table(setup_for(TRIOLET))
    table.lay(OPENING)
    table.lay_wrongly(tokens(I8="15"))
    view = table.view()
    assert (view.phase, view.player, view.scores) == ("refused", 1, (25, 0))
    assert view.question is not None
    assert view.question.sentence == "11 + 15 = 26: two side by side may make at most 15"
    assert view.question.cells == ("H8", "I8")
    table.lay(tokens(I8="4"))
    assert table.view().scores == (25, 15)


def test_a_refused_move_can_be_counted_anyway_and_is_marked() -> None:
    table = Table(setup_for(TRIOLET))
    table.lay(OPENING)
    table.lay_wrongly(tokens(I8="15"))
    table.do(Overrule(table.now))
    line = table.view().lines[-1]
    assert (line.points, line.mark, line.why) == (
        26,
        "overruled",
        "11 + 15 = 26: two side by side may make at most 15",
    )
    assert table.board()["I8"] == "15"
    assert table.view().player == 0


def test_more_tokens_than_the_rack_holds_are_refused_with_a_sentence() -> None:
    table = Table(setup_for(TRIOLET))
    declined = table.hear(Overrule(table.now))
    assert declined is not None and declined.reason == "nothing-refused"
    table.lay(OPENING)
    table.lay(tokens(A1="3"))  # the referee saw it as legal; the rules do not
    assert table.view().phase == "refused"


def test_an_open_joker_is_asked_for() -> None:
    table = Table(setup_for(TRIOLET))
    table.lay(tokens(H8="11"))
    table.lay(tokens(I8="joker"))
    view = table.view()
    assert view.phase == "asked" and view.question is not None
    assert [choice.number for choice in view.question.choices if choice.answer == "joker"] == [0, 1, 2, 3, 4]
    declined = table.hear(ChooseJoker(9, table.now))
    assert declined is not None and declined.say() == "That is not one of the choices"
    table.do(view.question.choices[4].intent(table.now))
    assert table.board()["I8"] == "joker:4"
    assert table.view().scores == (22, 11)


def test_a_joker_that_the_rules_force_is_not_asked_for() -> None:
    table = Table(setup_for(TRIOLET))
    table.lay(tokens(H8="4", H9="8"))
    table.lay(tokens(H10="joker"))
    assert isinstance(table.events[-1], TurnPlayed)
    assert table.events[-1].turn.move.to_json() == {"H10": "joker:3"}  # type: ignore[union-attr]  # a Lay


def test_an_overruled_joker_is_asked_for_any_number() -> None:
    table = Table(setup_for(TRIOLET))
    table.lay(tokens(H8="4", H9="8"))
    table.lay_wrongly(tokens(A1="joker", A3="joker"))
    table.do(Overrule(table.now))
    table.do(ChooseJoker(15, table.now))
    table.do(ChooseJoker(0, table.now))
    line = table.view().lines[-1]
    assert (line.points, line.mark) == (0, "overruled")
    assert table.board()["A3"] == "joker:0"


def test_unsure_players_choose_between_readings() -> None:
    table = Table(setup_for(TRIOLET))
    six, nine = tokens(H8="6"), tokens(H8="9")
    readings = (Reading((six,), True, 0.6), Reading((nine,), True, 0.4), Reading((), True, 0.0))
    table.rule(Unsure(readings, ("H8",)))
    assert table.view().phase == "asked"
    assert table.hear(ChooseReading(3, table.now)) is not None
    assert table.hear(ExchangeTokens(1, table.now)) is not None  # a question is open
    table.do(ChooseReading(1, table.now))
    assert table.view().scores == (18, 0)
    table.rule(Unsure(readings, ("H8",)))
    table.do(ChooseReading(2, table.now))
    assert table.view().phase == "nothing-laid"


def test_nothing_new_offers_what_is_possible() -> None:
    table = Table(setup_for(TRIOLET))
    table.rule(NothingNew())
    question = table.view().question
    assert question is not None
    assert [(choice.answer, choice.number) for choice in question.choices] == [
        ("exchange", 1),
        ("exchange", 2),
        ("exchange", 3),
        ("pass", 0),
        ("dismiss", 0),
    ]
    table.do(ExchangeTokens(2, table.now))
    assert (table.view().player, table.view().lines[0].turn, table.view().lines[0].count) == (
        1,
        "exchange",
        2,
    )
    table.rule(NothingNew())
    table.do(Dismiss(table.now))
    assert (table.view().player, table.view().phase) == (1, "to-lay")
    other = Table(setup_for(mg.Rules()))
    assert [choice.answer for choice in other.view().instead] == ["draw"]


def test_a_reading_that_was_denied_is_not_counted_because_it_is_read_again() -> None:
    table = Table(setup_for(TRIOLET))
    one, seven, four = tokens(H8="1"), tokens(H8="7"), tokens(H8="4")
    table.rule(Unsure((Reading((one,), True, 0.9), Reading((seven,), True, 0.1)), ("H8",)))
    table.do(Dismiss(table.now))  # none of these
    table.rule(Accepted((one,)))
    assert (table.view().phase, table.view().scores) == ("asked", (0, 0))
    table.do(Dismiss(table.now))
    table.rule(Accepted((four,)))
    assert table.view().scores == (8, 0)
    table.do(Undo(table.now))
    table.rule(Accepted((one,)))  # another turn, as far as anybody knows
    assert table.view().scores == (2, 0)


def test_a_hand_in_the_way_is_shown_and_the_reading_goes_on() -> None:
    table = Table(setup_for(TRIOLET))
    press = table.press()
    for _ in range(5):
        table.do(Ruled(press, NotYet(("hand",)), table.now))
    assert (table.view().phase, table.view().hindrances) == ("reading", ("hand",))
    assert len(table.events) == 3  # the same again is no event
    table.do(Ruled(press, Accepted((OPENING,)), table.now))
    assert table.view().scores == (25, 0)


def test_a_forgotten_press_is_a_turn_for_each() -> None:
    table = Table(setup_for(mg.Rules()))
    table.lay(tile(0, 0, 5, 5, 5), tile(0, 1, 5, 5, 2))
    assert (table.view().scores, table.view().player) == ((15, 12), 0)


def test_a_replay_square_keeps_the_turn() -> None:
    layout = triolet.Layout(replay=frozenset({"H9"}))
    table = Table(setup_for(TRIOLET.with_layout(layout)))
    table.lay(OPENING)
    assert (table.view().player, table.view().lines[0].goes_again) == (0, True)


def test_moves_can_be_entered_by_hand() -> None:
    table = Table(setup_for(TRIOLET))
    table.press()  # the camera hangs
    table.do(EnterMove(OPENING, table.now))
    assert table.view().scores == (25, 0)
    table.do(EnterMove(tokens(I8="15"), table.now))
    assert table.view().phase == "refused"
    declined = table.hear(EnterMove(tile(0, 0, 5, 5, 5), table.now))
    assert declined is not None and declined.say() == "That is not part of this game"


@pytest.mark.parametrize(
    ("choice", "intent"),
    [
        (Choice("joker", 4), ChooseJoker(4, 1.0)),
        (Choice("reading", 1), ChooseReading(1, 1.0)),
        (Choice("exchange", 2), ExchangeTokens(2, 1.0)),
        (Choice("overrule"), Overrule(1.0)),
        (Choice("put-back"), PutBack(1.0)),
        (Choice("keep-table"), KeepTable(1.0)),
        (Choice("draw"), DrawTile(1.0)),
        (Choice("pass"), PassTurn(1.0)),
        (Choice("dismiss"), Dismiss(1.0)),
    ],
)
def test_a_button_stands_for_one_intent(choice: Choice, intent: Intent) -> None:
    assert choice.intent(1.0) == intent


def test_a_paused_game_waits() -> None:
    table = Table(setup_for(TRIOLET))
    table.do(Pause(table.now))
    assert table.view().phase == "paused"
    declined = table.hear(PassTurn(table.now))
    assert declined is not None and declined.say() == "The game stands still: press End turn to go on"
    table.do(Resume(table.now))
    declined = table.hear(Resume(table.now))
    assert declined is not None and declined.reason == "not-paused"
    table.do(Pause(table.now))
    table.press()
    assert table.view().phase == "to-lay"  # the press went on, nothing is read


def test_what_the_other_game_has_is_declined() -> None:
    table, other = Table(setup_for(TRIOLET)), Table(setup_for(mg.Rules()))
    for declined in (
        table.hear(DrawTile(table.now)),
        table.hear(TellTimeOut(table.now)),
        other.hear(ExchangeTokens(1, other.now)),
    ):
        assert declined is not None and declined.reason == "not-in-this-game"
    declined = other.hear(TellTimeOut(other.now))
    assert declined is not None and declined.reason == "no-timer"
    assert table.hear(Tick(float("nan"))) is not None


def test_drawing_and_giving_up() -> None:
    table = Table(setup_for(mg.Rules()))
    declined = table.hear(PassTurn(table.now))
    assert declined is not None and declined.reason == "must-draw"
    for _ in range(3):
        table.do(DrawTile(table.now))
    table.do(PassTurn(table.now))
    assert (table.view().scores, table.view().player) == ((-25, 0), 1)
    table.do(PassTurn(table.now, anyway=True))
    assert (table.view().scores, table.view().player, table.view().lines[-1].mark) == (
        (-25, 0),
        0,
        "overruled",
    )


def test_the_players_own_timer_can_be_told() -> None:
    table = Table(setup_for(CHALLENGE, seconds=None))
    assert table.view().sand is None and table.view().phase == "to-lay"
    table.do(TellTimeOut(table.now))
    assert table.view().scores == (-15, 0)


# The end, and the match -------------------------------------------------------------------------------------


def test_the_end_asks_for_the_racks_that_are_missing() -> None:
    table = Table(setup_for(TRIOLET))
    table.lay(OPENING)
    declined = table.hear(CountRack(0, 3, table.now))
    assert declined is not None and declined.say() == "The game is not over yet"
    table.do(EndGame(table.now))
    view = table.view()
    assert (view.phase, view.can_go_on) == ("counting", False)
    assert view.end is not None and (view.end.end, view.end.missing) == (End("blocked"), (0, 1))
    table.do(CountRack(0, 12, table.now))
    assert table.end().missing == (1,)
    for wrong in (CountRack(2, 5, table.now), CountRack(1, -1, table.now), NextGame(table.now)):
        assert table.hear(wrong) is not None
    table.do(CountRack(1, 99, table.now))
    assert table.end().doubtful == (1,)
    table.do(CountRack(1, 30, table.now))
    view = table.view()
    assert view.end is not None
    assert (view.phase, view.end.totals, view.end.winners, view.end.doubtful) == ("over", (13, -30), (0,), ())


def test_nothing_is_played_after_the_end() -> None:
    table = Table(setup_for(TRIOLET))
    table.do(EndGame(table.now))
    for late in (
        EndTurn("late", table.now, table.now),
        PassTurn(table.now),
        EndGame(table.now),
        EnterMove(OPENING, table.now),
        Pause(table.now),
    ):
        declined = table.hear(late)
        assert declined is not None and declined.say() == "The game is over: start a new one"


def test_a_match_goes_on_until_somebody_reaches_the_target() -> None:
    table = Table(setup_for(mg.Rules(scoring="junior"), target=2))
    started = table.view().match
    assert started is not None and started.totals == (0, 0)
    assert table.hear(NextGame(table.now)) is not None
    table.lay(tile(0, 0, 5, 5, 5))
    table.do(EndGame(table.now))
    assert table.view().can_go_on
    assert table.hear(NextGame(table.now, first=2)) is not None
    table.do(NextGame(table.now))
    assert (table.view().player, table.view().scores, table.view().lines) == (1, (0, 0), ())
    table.lay(tile(0, 0, 5, 5, 5))
    table.lay(tile(0, 1, 5, 5, 2))
    table.do(EndGame(table.now))
    view = table.view()
    assert view.match is not None
    assert (view.match.games, view.match.totals) == (((1, 0), (1, 1)), (2, 1))
    assert (view.match.super_winners, view.can_go_on) == ((0,), False)
    declined = table.hear(NextGame(table.now))
    assert declined is not None and declined.say() == "The match is over: start a new one"
    assert Session.from_events(table.events).state == table.state


def test_a_game_that_cannot_be_played_does_not_start() -> None:
    with pytest.raises(Malformed):
        Session.start(setup_for(mg.Rules(), players=1), 0.0)
    with pytest.raises(NoGame):
        Session.from_events([])
