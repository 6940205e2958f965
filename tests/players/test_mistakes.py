"""How often mistakes are made, and what the players tell."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from companion.players.mistakes import FAMILY, NONE, TRIOLET_MISTAKES, Mistakes
from companion.players.presses import Told


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Mistakes(knock=-0.1), "knock is -0.1: a rate lies between 0 and 1"),
        (lambda: Mistakes(press_twice=1.5), "press_twice is 1.5: a rate lies between 0 and 1"),
        (
            lambda: Mistakes(time_out=1),
            "time_out is 1: a game in which everyone is always late never ends",
        ),
        (
            lambda: Mistakes(illegal_sum=0.6, knock=0.6),
            "illegal_sum, press_twice, forget_press, take_back, knock together are over 1: "
            "a turn has one mistake at most",
        ),
    ],
)
def test_rates_that_cannot_be_say_why(make: Callable[[], Mistakes], sentence: str) -> None:
    with pytest.raises(ValueError) as fault:
        make()
    assert str(fault.value) == sentence


def test_mistakes_of_different_games_are_not_added_up() -> None:
    assert Mistakes(illegal_sum=0.9, mismatch=0.9).rates()["mismatch"] == 0.9


def test_a_mistake_is_drawn_as_often_as_its_rate_says() -> None:
    rng, mistakes = random.Random(3), Mistakes(illegal_sum=0.3, forget_press=0.1, knock=0.05, mismatch=0.8)
    drawn = Counter(mistakes.draw(rng, TRIOLET_MISTAKES) for _ in range(20_000))
    shares = {kind: drawn[kind] / 20_000 for kind in drawn}
    expected = {"illegal_sum": 0.3, "forget_press": 0.1, "knock": 0.05, None: 0.55}
    assert shares == pytest.approx(expected, abs=0.015)


def test_a_family_makes_every_mistake_and_none_makes_none() -> None:
    assert all(0 < rate <= 0.1 for rate in FAMILY.rates().values())
    assert not any(NONE.rates().values())


@pytest.mark.parametrize(
    ("told", "form"),
    [
        pytest.param(Told(), {}, id="nothing to tell"),
        pytest.param(Told(joker=0), {"joker": 0}, id="a joker may stand for 0"),
        pytest.param(Told(drawn=2, timeout=True), {"drawn": 2, "timeout": True}, id="too late after drawing"),
        pytest.param(Told(exchanged=1), {"exchanged": 1}, id="an exchange"),
    ],
)
def test_what_is_told_is_written_as_in_turns_json(told: Told, form: dict[str, int]) -> None:
    assert told.to_json() == form
