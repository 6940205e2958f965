"""Combining what squares may hold."""

from __future__ import annotations

from companion.referee.hypotheses import Option, combine
from companion.referee.priors import temper


def test_nothing_on_no_square_is_certain() -> None:
    assert combine([]) == [Option((), 1.0)]


def test_the_likeliest_combination_comes_first() -> None:
    squares = [[Option(("a",), 0.4), Option(("b",), 0.6)], [Option(("c",), 0.9), Option((), 0.1)]]
    found = combine(squares)
    assert [option.pieces for option in found] == [("b", "c"), ("a", "c"), ("b",), ("a",)]
    assert abs(sum(option.camera for option in found) - 1) < 1e-9


def test_only_the_likeliest_are_followed_up() -> None:
    squares = [[Option((number,), 1 / 17) for number in range(17)] for _ in range(6)]
    assert len(combine(squares, most=50)) == 50


def test_what_looked_as_odd_before_is_no_news() -> None:
    assert temper(300.0, 300.0, usual=0.01) == 0.01


def test_what_looked_right_before_and_odd_now_is_news() -> None:
    assert temper(300.0, 0.001, usual=0.01) == temper(300.0, None, usual=0.01) == 300.0
