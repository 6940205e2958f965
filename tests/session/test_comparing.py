"""Is the table as the game has it, and what would a press lead to: both asked without anything happening."""

from __future__ import annotations

import pytest

from companion.rules import triolet
from companion.rules.triominos import game as mg
from companion.session.comparing import SAME, Comparison, NotNow, compare_table
from companion.session.intents import EndTurn
from companion.session.pending import foresee
from companion.session.phases import ChangeAsked, JokerAsked, Phase, ToLay
from companion.session.rulings import (
    Accepted,
    ChangedBefore,
    NothingNew,
    NotYet,
    Reading,
    Ruling,
    Unsure,
)
from tests.session.table import Table, setup_for, tile, tokens

NOTHING = Reading((), True, 0.6)
SOMETHING = Reading((tokens(H9="3"),), True, 0.4)
JOKER = tokens(H8="4", H9="joker")


@pytest.mark.parametrize(
    ("ruling", "phase", "comparison"),
    [
        pytest.param(NothingNew(), ToLay(), SAME, id="as it was"),
        pytest.param(
            NotYet(("hand",)), ToLay(), Comparison("hindered", hindrances=("hand",)), id="a hand over it"
        ),
        pytest.param(
            ChangedBefore(("H8",), (("H9", "4"),), ("I1",)),
            ToLay(),
            Comparison("differs", ("H8",), (("H9", "4"),), ("I1",)),
            id="everything that differs",
        ),
        pytest.param(
            Accepted((tokens(H8="4", H9="6"),)),
            ToLay(),
            Comparison("differs", extra=("H8", "H9")),
            id="tokens that were being laid",
        ),
        pytest.param(
            Accepted((tile(0, 0, 5, 5, 5),)), ToLay(), Comparison("differs", extra=((0, 0),)), id="a tile"
        ),
        pytest.param(
            Unsure((NOTHING, SOMETHING), ("H9",)), ToLay(), SAME, id="if anything, the likeliest is there"
        ),
        pytest.param(
            Accepted((JOKER,), (6,)),
            JokerAsked("one", (JOKER,), "H9", (6,)),
            SAME,
            id="tokens that are asked about",
        ),
        pytest.param(
            ChangedBefore(("H8",), (), ("I1", "O15")),
            ChangeAsked("one", ("H8",), (), ("I1",)),
            Comparison("differs", extra=("O15",)),
            id="more than what is asked about",
        ),
    ],
)
def test_a_look_is_compared_with_the_game(ruling: Ruling, phase: Phase, comparison: Comparison) -> None:
    assert compare_table(ruling, phase) == comparison


@pytest.mark.parametrize("reason", ["no-game", "being-compared", "table-differs"])
def test_what_must_wait_says_so_in_both_languages(reason: str) -> None:
    english, french = NotNow(reason).say(), NotNow(reason).say("fr")
    assert english and french and english != french


def test_what_a_press_would_score_is_known_without_a_press() -> None:
    table = Table(setup_for(triolet.Rules()))
    before = table.session
    pending = foresee(table.session, Accepted((tokens(H8="11", H9="3"),)), table.now)
    assert pending is not None and pending.points == 25
    assert table.session is before and table.view().scores == (0, 0)


def test_what_a_press_would_ask_is_known_too() -> None:
    table = Table(setup_for(triolet.Rules()))
    pending = foresee(table.session, Accepted((JOKER,), tuple(range(12))), table.now, "fr")
    assert pending is not None and pending.points is None
    assert pending.question is not None and pending.question.kind == "joker"


def test_nothing_is_foreseen_where_nothing_new_lies_or_nobody_can_press() -> None:
    table = Table(setup_for(triolet.Rules()))
    assert foresee(table.session, NothingNew(), table.now) is None
    assert foresee(table.session, NotYet(("hand",)), table.now) is None
    challenge = Table(setup_for(mg.Rules(challenge=True)))  # it waits for the press that starts the sand
    assert foresee(challenge.session, Accepted((tile(0, 0, 5, 5, 5),)), challenge.now) is None
    table.hear(EndTurn("one", table.now, table.now))
    assert foresee(table.session, Accepted((tokens(H8="11"),)), table.now) is None
