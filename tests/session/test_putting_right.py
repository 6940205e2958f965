"""Undo and corrections: nothing is deleted, and everything after is judged again."""

from __future__ import annotations

from companion.rules import triolet
from companion.rules.triolet import game as tg
from companion.rules.triominos import game as mg
from companion.session.events import Undone
from companion.session.intents import (
    CorrectSquare,
    CorrectTurn,
    CountRack,
    DrawTile,
    EndGame,
    ExchangeTokens,
    Input,
    KeepTable,
    Overrule,
    PassTurn,
    PutBack,
    Ruled,
    Undo,
)
from companion.session.rulings import Accepted, ChangedBefore
from companion.session.session import Session
from tests.session.table import Table, setup_for, tile, tokens

TRIOLET = triolet.Rules()


def test_everything_can_be_undone_back_to_the_start() -> None:
    table = Table(setup_for(TRIOLET))
    start = table.view()
    table.lay(tokens(H8="11", H9="3"))
    table.do(ExchangeTokens(1, table.now))
    table.do(CorrectTurn(2, tg.Pass(), table.now))
    table.do(EndGame(table.now))
    table.do(CountRack(0, 5, table.now))
    done = len(table.events)
    for undone in range(5):
        assert table.view().can_undo, undone
        table.do(Undo(table.now))
    assert table.view() == start
    declined = table.hear(Undo(table.now))
    assert declined is not None and declined.say() == "There is nothing to take back"
    assert table.events[done:] == [Undone(table.now)] * 5  # what was done is still written down
    assert Session.from_events(table.events).state == table.state


def test_a_correction_judges_everything_after_it_again() -> None:
    table = Table(setup_for(TRIOLET))
    table.lay(tokens(H8="6", H9="3"))  # 12 + 3; it was a 9
    table.lay(tokens(H10="6"))
    assert table.view().scores == (15, 30)
    table.do(CorrectSquare("H8", "9", table.now))
    view = table.view()
    assert view.scores == (21, 30)
    assert [line.mark for line in view.lines] == [None, "illegal"]
    assert view.lines[1].why == "9 + 3 + 6 = 18: three in a row must make exactly 15"
    table.do(CorrectSquare("H10", "3", table.now))
    assert ([line.mark for line in table.view().lines], table.view().scores) == ([None, None], (21, 30))
    table.do(Undo(table.now))
    table.do(Undo(table.now))
    assert table.view().scores == (15, 30)


def test_a_corrected_turn_that_breaks_rules_counts_as_overruled() -> None:
    table = Table(setup_for(TRIOLET))
    table.lay(tokens(H8="6", H9="3"))
    table.do(CorrectTurn(1, tg.Lay(tokens(H8="9", H9="8")), table.now))
    assert (table.view().lines[0].mark, table.view().scores) == ("overruled", (26, 0))


def test_a_correction_that_ends_the_game_keeps_the_later_turns() -> None:
    table = Table(setup_for(TRIOLET))
    table.do(PassTurn(table.now))
    table.lay(tokens(H8="6", H9="3"))
    table.do(CorrectTurn(1, tg.Stop(), table.now))
    view = table.view()
    assert (view.phase, view.scores) == ("counting", (0, 0))
    assert (view.lines[1].mark, view.lines[1].why) == ("illegal", "The game is over: start a new one")
    assert table.board() == {"H8": "6", "H9": "3"}


def test_corrections_that_say_nothing_are_declined() -> None:
    table = Table(setup_for(TRIOLET))
    table.lay(tokens(H8="6", H9="3"))
    corrections: list[Input] = [
        CorrectTurn(0, tg.Pass(), table.now),
        CorrectTurn(2, tg.Pass(), table.now),
        CorrectTurn(1, tg.Lay(tokens(H9="3", H8="6")), table.now),
        CorrectTurn(1, tg.Lay(tokens()), table.now),
        CorrectTurn(1, mg.Pass(), table.now),
        CorrectTurn(1, tg.Lay(tokens(H8="joker")), table.now),
        CorrectSquare("H10", "3", table.now),
        CorrectSquare((0, 0), "3", table.now),
        CorrectSquare("H8", "16", table.now),
    ]
    said = [table.hear(one) for one in corrections]
    assert [declined.reason for declined in said if declined is not None] == [
        "no-such-turn",
        "no-such-turn",
        "nothing-changed",
        "nothing-laid",
        "not-in-this-game",
        "joker-open",
        "nothing-there",
        "nothing-there",
        "no-such-piece",
    ]


def test_a_corrected_joker_takes_the_number_that_the_rules_force() -> None:
    table = Table(setup_for(TRIOLET))
    table.lay(tokens(H8="4", H9="8"))
    table.lay(tokens(H10="3"))
    table.do(CorrectSquare("H10", "joker", table.now))
    assert table.board()["H10"] == "joker:3"


def test_that_is_right_now_corrects_the_turns_that_laid_it() -> None:
    table = Table(setup_for(TRIOLET))
    table.lay(tokens(H8="6", H9="3"))
    table.lay(tokens(I8="2"))
    press = table.rule(ChangedBefore(missing=("I8",), different=(("H8", "9"),), extra=("H10",)))
    assert table.view().phase == "changed"
    table.do(KeepTable(table.now))
    assert table.board() == {"H8": "9", "H9": "3"}
    assert [line.turn for line in table.view().lines] == ["lay", "pass"]
    assert table.view().phase == "reading"  # the same press, against the table as it is now
    table.do(Ruled(press, Accepted((tokens(H10="3"),)), table.now))
    assert table.view().scores == (51, 0)


def test_put_back_looks_again() -> None:
    table = Table(setup_for(mg.Rules()))
    table.lay(tile(0, 0, 5, 5, 5))
    press = table.rule(ChangedBefore(missing=((0, 0),), extra=((0, 1),)))
    table.do(PutBack(table.now))
    table.do(Ruled(press, Accepted((tile(0, 1, 5, 5, 2),)), table.now))
    assert table.view().scores == (15, 12)


def test_a_wrong_tile_is_corrected_and_a_vanished_one_was_a_pass() -> None:
    table = Table(setup_for(mg.Rules()))
    table.lay(tile(0, 0, 5, 5, 5))
    table.do(DrawTile(table.now))
    table.lay(tile(0, 1, 5, 5, 2))
    table.do(CorrectSquare((0, 1), "5-5-3", table.now))
    assert table.view().scores == (15, 8)
    for wrong in ("5-5", "5-5-x", "5-5-9"):
        declined = table.hear(CorrectSquare((0, 1), wrong, table.now))
        assert declined is not None and declined.reason == "no-such-piece"
    table.do(CorrectSquare((0, 1), None, table.now))
    assert ([line.mark for line in table.view().lines], table.view().scores) == (
        [None, None, "overruled"],
        (15, -5),
    )


def test_an_overruled_move_stays_overruled_when_something_before_is_corrected() -> None:
    table = Table(setup_for(mg.Rules()))
    table.lay(tile(0, 0, 5, 5, 5))
    table.lay_wrongly(tile(0, 1, 5, 4, 2))
    table.do(Overrule(table.now))
    table.do(CorrectSquare((0, 0), "4-4-4", table.now))
    assert [line.mark for line in table.view().lines] == [None, "overruled"]
