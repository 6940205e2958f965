"""Events as JSON: what is written is read back the same, and anything else is refused with its place."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

from companion.rules import triolet
from companion.rules.catalogue import REFUSALS
from companion.rules.errors import Malformed
from companion.rules.triolet import game as tg
from companion.rules.triominos import game as mg
from companion.rules.verdict import Illegal, Violation
from companion.session.declined import REASONS, Declined
from companion.session.events import (
    Event,
    GameStarted,
    Paused,
    PhaseEntered,
    RackCounted,
    Resumed,
    SandMarked,
    TurnCorrected,
    TurnPlayed,
    Undone,
    Woken,
    event_from_json,
)
from companion.session.phases import (
    BeingRead,
    ChangeAsked,
    JokerAsked,
    MoveRefused,
    NothingLaid,
    ReadingAsked,
    ToLay,
)
from companion.session.rulings import Reading
from companion.session.state import apply, start
from tests.session.table import setup_for, tile, tokens

SESSION = Path(__file__).parents[2] / "companion" / "session"
BROKEN = Illegal(
    (Violation("trio-sum", ("H7", "H8", "H9"), (7, None, 3)), Violation("joker-value", ("H8",), (), (1, 2)))
)
LAYOUT = triolet.Layout(double=frozenset({"A1"}), replay=frozenset({"B2"}))
SPOILT = Declined("illegal-move", verdict=BROKEN)

EVENTS: list[Event] = [
    GameStarted(setup_for(triolet.Rules.parse({"edition": "uk"}).with_layout(LAYOUT), 4, first=2), 1.5),
    GameStarted(setup_for(mg.Rules("junior", "lowest", True), 1, seconds=45.5), 2.0),
    GameStarted(setup_for(mg.Rules(), 2, seconds=None, target=400, games=((12, -7), (30, 1))), 0.1),
    TurnPlayed(tg.Lay(tokens(H8="11", I8="joker:4")), "press 1", False, 3.0),
    TurnPlayed(mg.Lay(tile(-3, 4, 5, 0, 2)), None, True, 3.25),
    TurnPlayed(tg.Exchange(2), None, False, 4.0),
    *(TurnPlayed(turn, "p", False, 5.0) for turn in (tg.Pass(), tg.Stop(), mg.Pass(), mg.Stop(), mg.Draw())),
    TurnCorrected(7, mg.TimeOut(), 6.0),
    RackCounted(3, 17, 7.0),
    Undone(8.0),
    Paused(9.0),
    Resumed(None, 10.0),
    Resumed("press 9", 10.0),
    SandMarked(1 / 3),
    Woken(12.0),
    PhaseEntered(ToLay(), 13.0),
    PhaseEntered(BeingRead("p", ("hand", "glare")), 13.0),
    PhaseEntered(JokerAsked(None, (tokens(H8="joker"),), "H8", (0, 15), True), 13.0),
    PhaseEntered(
        ReadingAsked(
            "p",
            (Reading((tile(0, 0, 1, 2, 3), tile(0, 1, 1, 2, 2)), True, 0.625), Reading((), False, 0.375)),
            ((0, 1),),
            (("H8", "H9"),),
        ),
        14.0,
    ),
    PhaseEntered(ChangeAsked("p", ("H8",), (((0, 1), "5-5-2"),), ()), 14.0),
    PhaseEntered(NothingLaid("p"), 15.0),
    PhaseEntered(MoveRefused("p", (tokens(H8="joker"),), SPOILT), 16.0),
    PhaseEntered(MoveRefused(None, (), Declined("rack-too-small", (("count", 3), ("rack", 2)))), 16.0),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_survives_being_written(event: Event) -> None:
    written = json.dumps(event.to_json(), allow_nan=False)
    assert event_from_json(json.loads(written)) == event


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ([], "[…] must be an object in braces"),
        ({"event": "undone"}, "at: this key is missing"),
        ({"event": "undone", "at": 1, "x": 1}, "x: there is no such key here, only event and at"),
        ({"event": "undone", "at": "now"}, 'at: "now" is not a number'),
        ({"event": "resumed", "at": 1, "press": 7}, "press: 7 is not a text in quotes"),
        (
            {"event": "turn-corrected", "at": 1, "number": 1, "turn": {"game": "triolet", "turn": "draw"}},
            'turn.turn: "draw" is not one of lay, exchange, pass and stop',
        ),
        (
            {
                "event": "turn-corrected",
                "at": 1,
                "number": 1,
                "turn": {"game": "triolet", "turn": "lay", "move": {"H8": "joker"}},
            },
            'turn.move: a joker on the table has a number: "joker:4"',
        ),
        (
            {"event": "phase-entered", "at": 1, "phase": {"phase": "lunch"}},
            'phase.phase: "lunch" is not one of to-lay, being-read, joker-asked, reading-asked, '
            "change-asked, nothing-laid and move-refused",
        ),
    ],
)
def test_what_is_no_event_is_refused_with_its_place(form: object, sentence: str) -> None:
    with pytest.raises(Malformed) as fault:
        event_from_json(form)
    assert str(fault.value) == sentence


def test_an_event_that_does_not_fit_changes_nothing_but_the_time() -> None:
    state = start(setup_for(triolet.Rules()), 1.0)
    for event in (
        Undone(1.0),
        TurnCorrected(1, tg.Pass(), 1.0),
        TurnPlayed(mg.Draw(), None, False, 1.0),
        RackCounted(2, 5, 1.0),
    ):
        assert apply(state, event) == state


def test_every_reason_has_its_sentence_in_both_languages() -> None:
    assert REASONS["en"].keys() == REASONS["fr"].keys()
    named = {
        node.args[0].value
        for path in SESSION.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Declined"
        if isinstance(node.args[0], ast.Constant)
    }
    assert named - REFUSALS["en"].keys() == REASONS["en"].keys()
    for sentence in REASONS["fr"].values():
        assert "'" not in sentence
        assert not re.search(r"(?<!\N{NO-BREAK SPACE})[:;?!](\s|$)", sentence), sentence


def test_a_refused_move_is_said_in_the_words_of_the_rules() -> None:
    assert SPOILT.say() == (
        "7 + joker + 3: three in a row must make exactly 15, and no number does that everywhere; "
        "The joker could be 1 or 2: say which number it is"
    )
