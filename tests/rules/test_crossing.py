"""Several open jokers at once: which trios no numbers satisfy together."""

from __future__ import annotations

import time

import pytest

from companion.rules import triolet
from companion.rules.triolet.cells import CELLS


def judge(board: dict[str, str], move: dict[str, str]) -> list[tuple[str, tuple[object, ...]]]:
    verdict = triolet.judge(triolet.Position.parse(board), triolet.Move.parse(move))
    assert isinstance(verdict, triolet.Illegal)
    return [(v.rule, v.cells) for v in verdict.violations if v.rule == "trio-sum"]


CROSSED = {"H8": "4", "H9": "8", "G10": "1", "F10": "1"}  # H10 would have to be 3 and 13


@pytest.mark.parametrize(
    "more",
    [
        pytest.param({}, id="one joker"),
        pytest.param({"A1": "joker"}, id="two"),
        pytest.param({"A1": "joker", "A3": "joker"}, id="three"),
        pytest.param(dict.fromkeys(CELLS[:60:2], "joker"), id="thirty"),
    ],
)
def test_trios_that_pull_at_a_joker_are_named_however_many_others_lie_elsewhere(more: dict[str, str]) -> None:
    assert judge(CROSSED, {"H10": "joker", **more}) == [
        ("trio-sum", ("H8", "H9", "H10")),
        ("trio-sum", ("F10", "G10", "H10")),
    ]


def test_a_clash_is_named_even_when_another_trio_is_wrong() -> None:
    board = {**CROSSED, "A1": "9", "A2": "8"}
    assert [cells for _, cells in judge(board, {"H10": "joker", "A3": "joker"})] == [
        ("A1", "A2", "A3"),
        ("H8", "H9", "H10"),
        ("F10", "G10", "H10"),
    ]


def test_trios_that_agree_are_not_named() -> None:
    # H10 is 3 by its row and by its column; A3 is wanted by one trio only.
    board = {"H8": "4", "H9": "8", "G10": "11", "F10": "1", "A1": "1", "A2": "1"}
    assert judge(board, {"H10": "joker", "A3": "joker", "O15": "joker"}) == []


def test_trios_clash_over_two_jokers() -> None:
    # A1 is 1 and A2 is 2 by their columns, so that A3 makes no 15 with them.
    board = {"A3": "3", "B1": "10", "C1": "4", "B2": "10", "C2": "3"}
    assert [cells for _, cells in judge(board, {"A1": "joker", "A2": "joker"})] == [
        ("A1", "A2", "A3"),
        ("A1", "B1", "C1"),
        ("A2", "B2", "C2"),
    ]


@pytest.mark.parametrize(
    "cells",
    [
        pytest.param(CELLS[:60], id="four full rows"),
        pytest.param(CELLS, id="the whole board"),
        pytest.param(
            [
                f"{row}{column}"
                for row in "ABCEFGIJKMNO"
                for column in (1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15)
            ],
            id="blocks of nine",
        ),
        pytest.param(
            [cell for cell in CELLS if (ord(cell[0]) + int(cell[1:])) % 4 < 3 and int(cell[1:]) % 4],
            id="stairs",
        ),
    ],
)
def test_any_number_of_jokers_is_judged_at_once(cells: list[str]) -> None:
    board = {"H8": "9"}
    move = triolet.Move.parse({cell: "joker" for cell in cells if cell not in board})
    position = triolet.Position.parse(board)
    start = time.perf_counter()
    assert not triolet.judge(position, move).legal
    assert time.perf_counter() - start < 2
