"""Pieces that were laid to be told: what they count for, and when they cannot be taken as they are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.session.shown import ShownPiece, ShownPieces, Trouble


def read(*pieces: str, unsure: str = "") -> ShownPieces:
    return ShownPieces(tuple(ShownPiece(piece, piece != unsure) for piece in pieces))


@pytest.mark.parametrize(
    ("piece", "value"),
    [
        pytest.param("11", 11, id="a token"),
        pytest.param("joker", 0, id="a joker left over is nothing"),
        pytest.param("2-5-5", 12, id="a tile is its sum"),
        pytest.param("0-0-0", 0, id="the lowest tile"),
    ],
)
def test_a_piece_counts_for_what_the_rules_say(piece: str, value: int) -> None:
    assert ShownPiece(piece).value == value


def test_pieces_add_up() -> None:
    seen = read("7", "joker", "13", unsure="13")
    assert (seen.values, seen.total, seen.unsure) == ((7, 0, 13), 20, ("13",))


@pytest.mark.parametrize(
    ("seen", "trouble"),
    [
        pytest.param(read("7", "2", "3"), None, id="as it should be"),
        pytest.param(read(), "nothing", id="nothing laid yet"),
        pytest.param(read("7", "2"), "count", id="one too few"),
        pytest.param(read("7", "2", "3", "4"), "count", id="one too many"),
        pytest.param(read("7", "2", "3", unsure="7"), "unsure", id="one hard to read"),
        pytest.param(read("1", "9", "5"), "known", id="another player's, in another order"),
        pytest.param(replace(read("7", "2", "3"), not_left=("7",)), "not-left", id="not in the box"),
        pytest.param(ShownPieces(hindrance="blind"), "blind", id="a hand"),
        pytest.param(ShownPieces(hindrance="changed"), "changed", id="the game was touched"),
        pytest.param(replace(read("7", "2", "3"), is_in_order=False), None, id="any order will do"),
    ],
)
def test_a_rest_of_three_is_offered_only_if_nothing_speaks_against_it(
    seen: ShownPieces, trouble: Trouble | None
) -> None:
    assert seen.trouble(3, known=[("5", "1", "9")]) == trouble


def test_where_the_order_matters_pieces_must_lie_side_by_side() -> None:
    assert replace(read("7", "2"), is_in_order=False).trouble(2, is_ordered=True) == "order"
    assert read("7", "2").trouble(2, is_ordered=True) is None


def test_a_doubt_is_only_mentioned_where_it_is_all_that_is_wrong() -> None:
    assert read("7", "2", unsure="2").trouble(3) == "count"
