"""The referee of Triolet, on boards made by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.referee import rule_triolet
from companion.rules.triolet.editions import Rules
from companion.rules.triolet.game import Game
from companion.rules.triolet.position import Move, Position
from companion.session.rulings import (
    Accepted,
    ChangedBefore,
    NothingNew,
    NotYet,
    Reading,
    Refused,
    Unsure,
)
from tests.referee.boards import Faces, board_seen
from vision.observation import NoBoard

BASE: dict[str, Faces] = {"H8": "5", "H9": "3"}


def game_with(board: dict[str, Faces] = BASE, edition: str = "fr") -> Game:
    game = Game.start(2, Rules.parse({"edition": edition}))
    return replace(game, position=Position.parse(board, game.position.rules))


def laid(**tokens: str) -> Move:
    return Move.parse(tokens)


def moves_of(readings: tuple[Reading, ...]) -> list[tuple[object, ...]]:
    return [reading.moves for reading in readings]


# One move -------------------------------------------------------------------------------------------------


def test_a_clearly_read_legal_move_is_accepted() -> None:
    assert rule_triolet(board_seen({**BASE, "H10": "7"}), game_with()) == Accepted((laid(H10="7"),))


def test_the_opening_is_accepted() -> None:
    seen = board_seen({"H8": "11", "H9": "3"})
    assert rule_triolet(seen, Game.start(2)) == Accepted((laid(H8="11", H9="3"),))


def test_the_table_as_it_was_is_nothing_new() -> None:
    assert rule_triolet(board_seen(BASE), game_with()) == NothingNew()


def test_a_clearly_read_illegal_move_is_refused_however_likely_a_legal_one_is() -> None:
    ruling = rule_triolet(board_seen({**BASE, "H10": {"6": 0.996, "7": 0.004}}), game_with())
    assert isinstance(ruling, Refused)
    assert (ruling.move, ruling.verdict.rules) == (laid(H10="6"), ("trio-sum",))


def test_between_an_illegal_and_a_legal_reading_it_asks_and_the_likelier_comes_first() -> None:
    ruling = rule_triolet(board_seen({**BASE, "H10": {"6": 0.9, "7": 0.1}}), game_with())
    assert isinstance(ruling, Unsure)
    assert moves_of(ruling.readings) == [(laid(H10="7"),), (laid(H10="6"),)]
    assert [reading.is_legal for reading in ruling.readings] == [True, False]
    assert ruling.cells == ("H10",)


def test_the_rules_confirm_a_doubtful_reading_that_alone_is_legal() -> None:
    seen = board_seen({**BASE, "H10": {"7": 0.96, "1": 0.04}})
    assert rule_triolet(seen, game_with()) == Accepted((laid(H10="7"),))


def test_the_rules_never_accept_what_the_camera_itself_finds_less_likely() -> None:
    ruling = rule_triolet(board_seen({**BASE, "H10": {"6": 0.55, "7": 0.45}}), game_with())
    assert isinstance(ruling, Unsure)


def test_two_legal_readings_are_asked_about_even_if_one_is_far_likelier() -> None:
    ruling = rule_triolet(board_seen({**BASE, "I8": {"1": 0.98, "7": 0.02}}), game_with())
    assert isinstance(ruling, Unsure)
    assert moves_of(ruling.readings) == [(laid(I8="1"),), (laid(I8="7"),)]


def test_a_move_that_is_illegal_whatever_it_reads_is_refused() -> None:
    ruling = rule_triolet(board_seen({**BASE, "C3": {"1": 0.6, "7": 0.4}}), game_with())
    assert isinstance(ruling, Refused)
    assert ruling.verdict.rules == ("not-touching",)


def test_three_readings_at_most_are_offered() -> None:
    blurred = dict.fromkeys(("1", "2", "3", "4", "7"), 0.2)
    ruling = rule_triolet(board_seen({**BASE, "I8": blurred}), game_with())
    assert isinstance(ruling, Unsure)
    assert len(ruling.readings) == 3


def test_what_may_be_a_token_or_nothing_is_asked_about() -> None:
    ruling = rule_triolet(board_seen({**BASE, "H10": "7"}, there={"H10": 0.6}), game_with())
    assert isinstance(ruling, Unsure)
    assert moves_of(ruling.readings) == [(laid(H10="7"),), ()]


def test_what_a_family_overruled_is_taken_as_it_is() -> None:
    board: dict[str, Faces] = {"H8": "9", "H9": "9"}
    assert rule_triolet(board_seen({**board, "I8": "1"}), game_with(board)) == Accepted((laid(I8="1"),))


# The box --------------------------------------------------------------------------------------------------


def test_a_clearly_read_token_of_which_there_is_no_more_is_refused() -> None:
    board: dict[str, Faces] = {"H8": "0", "H7": "15"}
    ruling = rule_triolet(board_seen({**board, "I8": "15"}), game_with(board))
    assert isinstance(ruling, Refused)
    assert ruling.verdict.rules == ("token-count",)


def test_where_counts_are_not_certain_it_may_be_another_box() -> None:
    board: dict[str, Faces] = {"H8": "0", "H7": "15"}
    seen = board_seen({**board, "I8": "15"})
    assert rule_triolet(seen, game_with(board, "uk")) == Accepted((laid(I8="15"),))


def test_a_token_of_which_there_is_no_more_is_no_rival_to_one_that_there_is() -> None:
    board: dict[str, Faces] = {"H8": "0", "H7": "15"}
    seen = board_seen({**board, "I8": {"13": 0.93, "15": 0.07}})
    assert rule_triolet(seen, game_with(board)) == Accepted((laid(I8="13"),))


# Jokers ---------------------------------------------------------------------------------------------------


def test_a_joker_that_the_rules_force_is_named() -> None:
    assert rule_triolet(board_seen({**BASE, "H10": "joker"}), game_with()) == Accepted((laid(H10="joker:7"),))


def test_a_joker_that_the_rules_leave_open_is_left_to_its_player() -> None:
    ruling = rule_triolet(board_seen({**BASE, "I8": "joker"}), game_with())
    assert ruling == Accepted((laid(I8="joker"),), tuple(range(11)))


def test_an_accepted_joker_shows_no_number() -> None:
    game = game_with({**BASE, "H10": "joker:7"})
    assert rule_triolet(board_seen({**BASE, "H10": "joker"}), game) == NothingNew()


# What was accepted before ---------------------------------------------------------------------------------


def test_a_token_that_is_gone_is_told() -> None:
    assert rule_triolet(board_seen({"H8": "5"}), game_with()) == ChangedBefore(("H9",))
    assert rule_triolet(board_seen({"H8": "5"}), game_with(), trusted={"H9"}) == NothingNew()


def test_a_token_that_reads_differently_is_told_with_what_it_reads() -> None:
    seen = board_seen({"H8": "5", "H9": {"8": 0.9999}})
    assert rule_triolet(seen, game_with()) == ChangedBefore(different=(("H9", "8"),))


def test_a_token_pushed_into_the_next_square_is_told_with_where_it_may_have_gone() -> None:
    assert rule_triolet(board_seen({"H8": "5", "H10": "3"}), game_with()) == ChangedBefore(
        ("H9",), extra=("H10",)
    )


def test_a_new_token_beside_a_change_is_told_too() -> None:
    assert rule_triolet(board_seen({"H9": "3", "H10": "7"}), game_with()) == ChangedBefore(
        ("H8",), extra=("H10",)
    )


def test_a_token_that_was_always_hard_to_read_has_not_changed() -> None:
    seen = board_seen({"H8": "5", "H9": {"8": 0.9, "3": 0.1}})
    assert rule_triolet(seen, game_with()) == NothingNew()


def test_a_token_that_reads_as_wrongly_as_when_it_was_accepted_has_not_changed() -> None:
    seen = board_seen({"H8": "5", "H9": "8"})
    assert rule_triolet(seen, game_with(), before=seen) == NothingNew()


def test_a_token_that_was_always_hard_to_read_can_still_be_taken_away() -> None:
    before = board_seen({"H8": "5", "H9": {"8": 0.9, "3": 0.1}})
    assert rule_triolet(board_seen({"H8": "5"}), game_with(), before) == ChangedBefore(("H9",))


def test_a_square_that_looked_like_a_token_when_it_was_empty_still_is_empty() -> None:
    seen = board_seen({**BASE, "E5": "4"}, there={"E5": 0.9})
    assert isinstance(rule_triolet(seen, game_with()), Unsure)
    assert rule_triolet(seen, game_with(), before=seen) == NothingNew()


def test_the_tokens_of_a_turn_that_was_undone_are_new_again() -> None:
    seen = board_seen({**BASE, "H10": "7"})
    assert rule_triolet(seen, game_with(), before=seen) == Accepted((laid(H10="7"),))


@pytest.mark.parametrize(
    "off", [pytest.param((0.2, 0.1), id="a little"), pytest.param((0.42, 0.0), id="over a line")]
)
def test_an_accepted_token_knocked_askew_is_no_question(off: tuple[float, float]) -> None:
    assert rule_triolet(board_seen(BASE, off={"H9": off}), game_with()) == NothingNew()


def test_an_accepted_token_whose_middle_lies_on_the_next_square_has_moved() -> None:
    ruling = rule_triolet(board_seen(BASE, off={"H9": (0.58, 0.0)}), game_with())
    assert ruling == ChangedBefore(("H9",), extra=("H10",))


# Across a line --------------------------------------------------------------------------------------------


def test_a_new_token_across_a_line_is_asked_about_though_only_one_square_is_legal() -> None:
    ruling = rule_triolet(board_seen({**BASE, "H10": "7"}, off={"H10": (0.45, 0.0)}), game_with())
    assert isinstance(ruling, Unsure)
    assert ruling.across == (("H10", "H11"),)
    assert moves_of(ruling.readings) == [(laid(H10="7"),), (laid(H11="7"),)]
    assert ruling.cells == ("H10", "H11")


def test_a_token_across_a_line_that_is_seen_from_both_squares_is_one_token() -> None:
    seen = board_seen({**BASE, "H10": "7", "H11": "7"}, off={"H10": (0.45, 0.0), "H11": (-0.55, 0.0)})
    ruling = rule_triolet(seen, game_with())
    assert isinstance(ruling, Unsure)
    assert moves_of(ruling.readings) == [(laid(H10="7"),), (laid(H11="7"),)]


# In the way -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "covered",
    [
        pytest.param("H8", id="an accepted token"),
        pytest.param("H11", id="beside a new token"),
        pytest.param("H7", id="in line with a new token"),
    ],
)
def test_a_hand_over_what_matters_is_waited_for(covered: str) -> None:
    seen = board_seen({**BASE, "H10": "7"}, covered=[covered], in_the_way=["hand"])
    assert rule_triolet(seen, game_with()) == NotYet(("hand",))


def test_a_hand_over_where_a_move_may_lie_is_waited_for_if_nothing_is_new() -> None:
    assert rule_triolet(board_seen(BASE, covered=["I9"]), game_with()) == NotYet(("other",))


def test_a_hand_over_the_centre_hides_an_opening() -> None:
    assert rule_triolet(board_seen({}, covered=["H8"], in_the_way=["hand"]), Game.start(2)) == NotYet(
        ("hand",)
    )


def test_a_hand_on_the_rim_does_not_matter() -> None:
    seen = board_seen({**BASE, "H10": "7"}, covered=["O1", "O2", "N1"], in_the_way=["hand"])
    assert rule_triolet(seen, game_with()) == Accepted((laid(H10="7"),))


def test_a_dark_picture_is_not_read() -> None:
    assert rule_triolet(board_seen(BASE, in_the_way=["dark"]), game_with()) == NotYet(("dark",))


def test_no_board_is_not_yet_and_says_why() -> None:
    assert rule_triolet(NoBoard("cut-off"), game_with()) == NotYet(("cut-off",))


# Somebody forgot to press ---------------------------------------------------------------------------------


def test_a_forgotten_press_is_split_into_the_only_turns_it_can_have_been() -> None:
    seen = board_seen({**BASE, "I9": "4", "I10": "6", "J10": "2", "J11": "5"})
    assert rule_triolet(seen, game_with()) == Accepted((laid(I9="4", I10="6"), laid(J10="2", J11="5")))


def test_a_forgotten_press_that_can_be_seen_in_two_ways_is_asked_about() -> None:
    ruling = rule_triolet(board_seen({**BASE, "H10": "7", "I8": "4"}), game_with())
    assert isinstance(ruling, Unsure)
    assert set(moves_of(ruling.readings)) == {
        (laid(H10="7"), laid(I8="4")),
        (laid(I8="4"), laid(H10="7")),
    }
    assert set(ruling.cells) == {"H10", "I8"}


def test_what_is_one_legal_move_is_one_move() -> None:
    seen = board_seen({**BASE, "H10": "7", "I10": "2"})
    assert rule_triolet(seen, game_with()) == Accepted((laid(H10="7", I10="2"),))


def test_three_forgotten_presses_are_found_where_two_turns_do_not_do() -> None:
    tokens: dict[str, Faces] = {"I9": "4", "I10": "6", "J10": "2", "J11": "5", "K11": "1", "K12": "3"}
    assert rule_triolet(board_seen({**BASE, **tokens}), game_with()) == Accepted(
        (laid(I9="4", I10="6"), laid(J10="2", J11="5"), laid(K11="1", K12="3"))
    )


def test_an_open_joker_among_forgotten_turns_is_still_asked_for() -> None:
    seen = board_seen({**BASE, "I9": "4", "I10": "6", "J10": "2", "J11": "joker"})
    ruling = rule_triolet(seen, game_with())
    assert ruling == Accepted((laid(I9="4", I10="6"), laid(J10="2", J11="joker")), tuple(range(14)))


def test_one_wrong_token_among_several_turns_is_refused() -> None:
    seen = board_seen({**BASE, "I9": "4", "I10": "6", "J10": "12", "J11": "5"})
    ruling = rule_triolet(seen, game_with())
    assert isinstance(ruling, Refused)
    assert "pair-sum" in ruling.verdict.rules
