"""The printed rule sheets' own examples."""

from __future__ import annotations

import pytest

from companion.requests import answer_judge
from companion.rules.triolet.game import Game, Lay
from companion.rules.triolet.position import Move
from tests.rules.sheet_examples import (
    ENGLISH_SCORING,
    FIVE_TURN_GAME,
    FRENCH_COUNTING,
    TRIOMINOS_FIGURES,
    Example,
    ExpectedSet,
    Figure,
)

TRIOLET = (*FIVE_TURN_GAME, *FRENCH_COUNTING, *ENGLISH_SCORING)


@pytest.mark.parametrize("example", [pytest.param(example, id=example.id) for example in TRIOLET])
def test_triolet_examples_give_the_printed_sums(example: Example) -> None:
    answer = answer_judge(example.request)
    assert answer["legal"], answer
    assert answer["points"] == example.points
    assert answer["bonus"] == example.bonus
    assert answer["jokers"] == example.jokers
    sets = answer["sets"]
    assert isinstance(sets, list)
    found = [(s["kind"], tuple(s["cells"]), s["multiplier"], s["points"]) for s in sets]
    assert sorted(found) == sorted(_as_listed(expected) for expected in example.sets)


@pytest.mark.parametrize("figure", [pytest.param(figure, id=figure.id) for figure in TRIOMINOS_FIGURES])
def test_triominos_figures_give_the_printed_sums(figure: Figure) -> None:
    answer = answer_judge(figure.request)
    if figure.violations:
        violations = answer["violations"]
        assert isinstance(violations, list)
        assert [violation["rule"] for violation in violations] == list(figure.violations)
    else:
        assert answer == {"legal": True, "points": figure.points, "parts": figure.parts}


def test_the_printed_game_adds_up_over_five_turns() -> None:
    game = Game.start(players=2)
    for example in FIVE_TURN_GAME:
        game = game.play(Lay(Move.parse(example.request["move"])))
    assert game.scores == (25 + 37 + 60, 27 + 52)
    assert game.player == 1
    assert game.ledger.bag == 83 - 3 - 6 - 9  # nine tokens were laid and drawn again
    assert game.ledger.racks == (3, 3)


def _as_listed(expected: ExpectedSet) -> tuple[str, tuple[str, ...], int, int]:
    return expected.kind, expected.cells, expected.multiplier, expected.points
