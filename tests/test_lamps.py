"""What the lamps in the buttons and the lights at the places say of a game."""

from __future__ import annotations

from dataclasses import replace

from companion.lamps import EVERY, lamps_of, player_of
from companion.rules.triolet.editions import STANDARD
from companion.rules.triominos.game import Rules as TriominosRules
from companion.session.intents import DrawTile, EndGame, EndTurn, Input, PassTurn, Ruled
from companion.session.rulings import NothingNew
from companion.session.session import Session
from companion.session.setup import Setup
from tests.recorded import seats

TRIOLET = Setup(STANDARD, seats("Anna", "Ben"))
CHALLENGE = Setup(TriominosRules(challenge=True), seats("Anna", "Ben", "Cleo"))


def after(setup: Setup, *heard: Input) -> Session:
    session = Session.start(setup, 0.0)
    for one in heard:
        told = session.hear(one)
        assert isinstance(told, Session), told
        session = told
    return session


def test_without_a_game_every_button_leads_through_the_screens() -> None:
    assert (lamps_of(None), player_of(None)) == (EVERY, None)


def test_there_is_nothing_to_take_back_at_the_beginning() -> None:
    state = after(TRIOLET).state
    assert (lamps_of(state), player_of(state)) == (EVERY - {"undo"}, 1)


def test_after_a_pass_it_is_the_next_player_s_turn_and_can_be_taken_back() -> None:
    state = after(TRIOLET, PassTurn(1.0)).state
    assert (lamps_of(state), player_of(state)) == (EVERY, 2)


def test_while_the_table_is_read_only_what_acts_is_lit() -> None:
    state = after(TRIOLET, PassTurn(1.0), EndTurn("one", 2.0, 2.0)).state
    assert lamps_of(state) == {"menu", "undo"}


def test_a_question_is_answered_with_all_four() -> None:
    state = after(TRIOLET, EndTurn("one", 2.0, 2.0), Ruled("one", NothingNew(), 3.0)).state
    assert lamps_of(state) == EVERY


def test_sand_that_waits_is_started_with_end_turn_and_nothing_can_be_drawn() -> None:
    state = after(CHALLENGE).state
    assert state.is_paused
    assert lamps_of(state) == {"end-turn", "menu"}
    running = after(CHALLENGE, EndTurn("one", 1.0, 1.0))
    assert lamps_of(running.state) == {"end-turn", "draw", "menu"}
    drawn = running.hear(DrawTile(2.0))
    assert isinstance(drawn, Session)
    assert (lamps_of(drawn.state), player_of(drawn.state)) == (EVERY, 1)


def test_after_the_end_it_is_nobody_s_turn() -> None:
    state = after(replace(TRIOLET, first=1)).state
    assert player_of(state) == 2
    over = after(TRIOLET, EndGame(1.0)).state
    assert (lamps_of(over), player_of(over)) == (EVERY, None)
