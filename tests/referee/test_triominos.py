"""The referee of Triominos, on tables made by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.referee import rule_triominos
from companion.rules.triominos.game import Game
from companion.rules.triominos.lattice import Place
from companion.rules.triominos.position import Move, Position
from companion.rules.triominos.tiles import Corners
from companion.session.rulings import Accepted, ChangedBefore, NothingNew, NotYet, Refused, Unsure
from tests.referee.boards import table_seen, tile_seen, turn_back, vertices_px
from vision.tiles import SeenTile, TableObservation

BASE: Mapping[Place, Corners] = {(0, 0): (5, 5, 5), (0, 1): (5, 5, 2)}
NEW = Move((0, -1), (5, 0, 5))
BESIDE: Mapping[Place, Corners] = {**BASE, NEW.at: NEW.corners}


def game_with(tiles: Mapping[Place, Corners] = BASE) -> Game:
    return replace(Game.start(2), position=Position(tiles))


def turned(seen: TableObservation, turns: int, right: int, along: int) -> TableObservation:
    """The same table on another lattice."""
    tiles = []
    for tile in seen.tiles:
        assert tile.at is not None
        at, order = turn_back(tile.at, turns, right, along)
        tiles.append(SeenTile(at, tile.corners[list(order)], tile.presence))
    return replace(seen, tiles=tuple(tiles))


# One tile -------------------------------------------------------------------------------------------------


def test_a_clearly_read_legal_tile_is_accepted() -> None:
    assert rule_triominos(table_seen(BESIDE), game_with()) == Accepted((NEW,))


def test_the_table_as_it_was_is_nothing_new() -> None:
    assert rule_triominos(table_seen(BASE), game_with()) == NothingNew()


def test_the_first_tile_defines_the_first_place() -> None:
    assert rule_triominos(table_seen({(4, 2): (1, 2, 3)}), Game.start(2)) == Accepted(
        (Move((0, 0), (1, 2, 3)),)
    )


def test_the_first_tile_defines_up_even_if_the_picture_shows_it_pointing_down() -> None:
    assert rule_triominos(table_seen({(0, 1): (1, 2, 3)}), Game.start(2)) == Accepted(
        (Move((0, 0), (1, 2, 3)),)
    )


def test_a_clearly_read_tile_that_does_not_match_is_refused() -> None:
    ruling = rule_triominos(table_seen(BASE, tile_seen((0, -1), 4, 0, 5)), game_with())
    assert isinstance(ruling, Refused)
    assert (ruling.move, ruling.verdict.rules[0]) == (Move((0, -1), (4, 0, 5)), "side-mismatch")


def test_a_clearly_read_tile_that_does_not_exist_stays_what_it_is() -> None:
    ruling = rule_triominos(table_seen({(0, 0): (0, 2, 1)}), Game.start(2))
    assert isinstance(ruling, Refused)
    assert (ruling.move, ruling.verdict.rules) == (Move((0, 0), (0, 2, 1)), ("no-such-tile",))


def test_a_clearly_read_tile_that_lies_there_already_is_refused() -> None:
    ruling = rule_triominos(table_seen(BASE, tile_seen((0, -1), 5, 5, 5)), game_with())
    assert isinstance(ruling, Refused)
    assert ruling.verdict.rules == ("duplicate-tile",)


def test_that_only_one_of_the_readings_exists_settles_a_small_doubt() -> None:
    seen = table_seen({}, tile_seen((0, 0), 0, {1: 0.95, 3: 0.05}, 2))
    assert rule_triominos(seen, Game.start(2)) == Accepted((Move((0, 0), (0, 1, 2)),))


def test_that_only_one_of_the_readings_matches_settles_a_small_doubt() -> None:
    seen = table_seen(BASE, tile_seen((0, -1), {5: 0.96, 3: 0.04}, 0, 5))
    assert rule_triominos(seen, game_with()) == Accepted((NEW,))


def test_between_a_tile_that_matches_and_one_that_does_not_it_asks() -> None:
    ruling = rule_triominos(table_seen(BASE, tile_seen((0, -1), {3: 0.9, 5: 0.1}, 0, 5)), game_with())
    assert isinstance(ruling, Unsure)
    assert [reading.moves for reading in ruling.readings] == [(NEW,), (Move((0, -1), (3, 0, 5)),)]


def test_two_legal_readings_are_asked_about() -> None:
    ruling = rule_triominos(table_seen(BASE, tile_seen((0, -1), 5, {0: 0.98, 3: 0.02}, 5)), game_with())
    assert isinstance(ruling, Unsure)
    assert [reading.moves for reading in ruling.readings] == [(NEW,), (Move((0, -1), (5, 3, 5)),)]
    assert ruling.cells == ((0, -1),)


def test_what_a_family_overruled_is_taken_as_it_is() -> None:
    wrong: Mapping[Place, Corners] = {(0, 0): (5, 5, 5), (0, 1): (1, 1, 2)}
    assert rule_triominos(table_seen({**wrong, NEW.at: NEW.corners}), game_with(wrong)) == Accepted((NEW,))


# The camera's lattice -------------------------------------------------------------------------------------


@pytest.mark.parametrize("turns", range(6))
def test_the_camera_s_lattice_may_be_shifted_and_turned(turns: int) -> None:
    board: Mapping[Place, Corners] = {(0, 0): (3, 4, 5), (0, 1): (4, 3, 3)}
    new = Move((0, -1), (5, 5, 3))
    seen = turned(table_seen({**board, new.at: new.corners}), turns, 3, -2)
    assert rule_triominos(seen, game_with(board)) == Accepted((new,))


def test_a_lone_tile_that_is_read_badly_still_shows_the_lattice() -> None:
    board: Mapping[Place, Corners] = {(0, 0): (1, 2, 2)}
    doubtful = tile_seen((4, 2), {1: 0.4, 4: 0.6}, 2, 2)
    seen = table_seen({}, doubtful, tile_seen((5, 2), 3, 2, 2))
    assert rule_triominos(seen, game_with(board)) == Accepted((Move((1, 0), (3, 2, 2)),))


# What was accepted before ---------------------------------------------------------------------------------


def test_a_tile_that_is_gone_is_told() -> None:
    assert rule_triominos(table_seen({(0, 0): (5, 5, 5)}), game_with()) == ChangedBefore(((0, 1),))


def test_a_tile_that_reads_differently_is_told_with_what_it_reads() -> None:
    seen = table_seen({(0, 0): (5, 5, 5), (0, 1): (5, 5, 1)})
    assert rule_triominos(seen, game_with()) == ChangedBefore(different=(((0, 1), "5-5-1"),))


def test_a_tile_that_reads_as_wrongly_as_when_it_was_accepted_has_not_changed() -> None:
    seen = table_seen({(0, 0): (5, 5, 5), (0, 1): (5, 5, 1)})
    assert rule_triominos(seen, game_with(), before=seen) == NothingNew()


def test_a_tile_that_was_always_hard_to_read_can_still_be_taken_away() -> None:
    before = table_seen({(0, 0): (5, 5, 5)}, tile_seen((0, 1), 5, 5, {1: 0.7, 2: 0.3}))
    seen = table_seen({(0, 0): (5, 5, 5)})
    assert rule_triominos(seen, game_with(), before) == ChangedBefore(((0, 1),))


def test_what_looked_like_a_tile_when_none_lay_there_is_not_asked_about_again() -> None:
    hole = tile_seen((1, 1), 0, 0, 0, presence=0.8)
    before = table_seen(BASE, hole)
    assert isinstance(rule_triominos(before, game_with(), table_seen(BASE)), Unsure)
    assert rule_triominos(before, game_with(), before) == NothingNew()


def test_a_tile_laid_where_something_looked_like_one_is_new() -> None:
    before = table_seen(BASE, tile_seen((0, 2), 5, 2, 1, presence=0.8))
    laid = table_seen(BASE, tile_seen((0, 2), 5, 2, 1))
    assert rule_triominos(laid, game_with(), before) == rule_triominos(laid, game_with(), table_seen(BASE))


def test_a_tile_that_was_denied_by_mistake_is_not_overlooked_for_ever() -> None:
    seen = table_seen(BESIDE)
    assert rule_triominos(seen, game_with(), before=seen) == rule_triominos(
        seen, game_with(), table_seen(BASE)
    )


def test_a_new_tile_beside_a_change_is_told_too() -> None:
    seen = table_seen({(0, 0): (5, 5, 5), NEW.at: NEW.corners})
    assert rule_triominos(seen, game_with()) == ChangedBefore(((0, 1),), extra=((0, -1),))


# In the way, or in no place -------------------------------------------------------------------------------


def test_a_hand_is_waited_for() -> None:
    assert rule_triominos(table_seen(BESIDE, in_the_way=["hand"]), game_with()) == NotYet(("hand",))


def test_glare_that_hides_nothing_does_not_matter() -> None:
    assert rule_triominos(table_seen(BESIDE, in_the_way=["glare"]), game_with()) == Accepted((NEW,))


def test_a_tile_that_may_lie_under_the_glare_is_waited_for() -> None:
    seen = table_seen({(0, 0): (5, 5, 5)}, in_the_way=["glare"])
    assert rule_triominos(seen, game_with()) == NotYet(("glare",))


def test_a_picture_that_shows_nothing_is_not_yet_and_says_why() -> None:
    assert rule_triominos(TableObservation(problem="dark"), game_with()) == NotYet(("dark",))


def test_a_tile_between_two_places_is_asked_about() -> None:
    loose = replace(tile_seen(None, 5, 0, 5), vertices=vertices_px((0, -1), (-14.0, 6.0)))
    ruling = rule_triominos(table_seen(BASE, loose), game_with())
    assert isinstance(ruling, Unsure)
    ((first, second),) = ruling.across
    assert first == (0, -1)
    assert {move.at for reading in ruling.readings for move in reading.moves} == {first, second}  # type: ignore[union-attr]


def test_a_tile_far_from_the_others_is_somebody_s_own() -> None:
    own = replace(tile_seen(None, 5, 0, 5), vertices=vertices_px((5, -1)))
    assert rule_triominos(table_seen(BESIDE, own), game_with()) == Accepted((NEW,))


# Somebody forgot to press ---------------------------------------------------------------------------------


def test_a_forgotten_press_is_split_into_the_only_turns_it_can_have_been() -> None:
    onto = Move((0, -2), (0, 5, 0))
    seen = table_seen({**BESIDE, onto.at: onto.corners})
    assert rule_triominos(seen, game_with()) == Accepted((NEW, onto))


def test_a_forgotten_press_that_can_be_seen_in_two_ways_is_asked_about() -> None:
    other = Move((1, 0), (3, 5, 5))
    ruling = rule_triominos(table_seen({**BESIDE, other.at: other.corners}), game_with())
    assert isinstance(ruling, Unsure)
    assert {reading.moves for reading in ruling.readings} == {(NEW, other), (other, NEW)}


def test_the_tile_that_is_wrong_among_several_is_named() -> None:
    ruling = rule_triominos(table_seen(BESIDE, tile_seen((1, 0), 3, 4, 5)), game_with())
    assert isinstance(ruling, Refused)
    assert ruling.move == Move((1, 0), (3, 4, 5))


def test_more_than_three_new_tiles_are_never_ordered_by_guess() -> None:
    more: Mapping[Place, Corners] = {**BESIDE, (1, 0): (3, 5, 5), (0, -2): (0, 5, 0), (0, 2): (5, 1, 2)}
    ruling = rule_triominos(table_seen(more), game_with())
    assert isinstance(ruling, Unsure | Refused)
