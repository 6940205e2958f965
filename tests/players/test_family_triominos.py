"""Families at Triominos: what their hands do is what the true game says, and mistakes are what they claim."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.players import family_triominos
from companion.players.family_triominos import Press
from companion.players.mistakes import (
    CHALLENGE_MISTAKES,
    FAMILY,
    NONE,
    TRIOMINOS_MISTAKES,
    Mistake,
    Mistakes,
)
from companion.players.presses import NOTHING_TOLD, Accepted, ChangedBefore, NothingNew, Refused, TwoTurns
from companion.players.style import STYLES, Style
from companion.players.triominos import count_rests
from companion.players.triominos_table import (
    LayTile,
    ShiftTile,
    Table,
    TableChange,
    TakeTile,
    hang_together,
    put_right,
    way_out,
)
from companion.rules.ending import final_scores
from companion.rules.triominos import game as mg
from companion.rules.triominos.judge import Legal, judge
from companion.rules.triominos.lattice import Place
from companion.rules.triominos.position import Move
from companion.rules.triominos.tiles import Corners
from companion.rules.verdict import Illegal

CLUMSY = Mistakes(mismatch=0.2, press_twice=0.1, forget_press=0.2, take_back=0.2, knock=0.15, time_out=0.1)
CHALLENGE = mg.Rules(challenge=True)
SEEDS = st.integers(0, 2**32)


def clumsy_game(
    seed: int, players: int = 2, style: Style = "random", rules: mg.Rules = CHALLENGE
) -> Iterator[Press]:
    return family_triominos.play(random.Random(seed), players, rules, style, CLUMSY)


def with_tables(game: Iterator[Press]) -> Iterator[tuple[Press, Table]]:
    """Each press with the table as only the changes have made it."""
    table = Table()
    for press in game:
        table = table.after(press.changes)
        yield press, table


def new_tiles(press: Press, table: Table) -> list[Move]:
    accepted = press.game_before.position.tiles
    return [Move(at, corners) for at, corners in table.tiles.items() if at not in accepted]


# Truth ----------------------------------------------------------------------------------------------------


@settings(max_examples=12, deadline=None)
@given(SEEDS, st.integers(1, 4), st.sampled_from(STYLES))
def test_the_changes_alone_make_the_position_of_the_true_game(seed: int, players: int, style: Style) -> None:
    for press, table in with_tables(clumsy_game(seed, players, style)):
        if isinstance(press.expected, (Accepted, NothingNew, TwoTurns)):
            assert table == Table(press.game_after.position.tiles)
        else:
            assert table.tiles != press.game_after.position.tiles
        assert hang_together(table.tiles)
    assert press.game_after.end is not None
    assert (
        final_scores(press.game_after.scores, press.game_after.settle(count_rests(press.racks))) is not None
    )


@settings(max_examples=10, deadline=None)
@given(SEEDS, st.integers(2, 4), st.sampled_from(STYLES), st.booleans())
def test_presses_follow_each_other_and_their_turns_make_the_game(
    seed: int, players: int, style: Style, challenge: bool
) -> None:
    rules = mg.Rules(challenge=challenge)
    presses = list(clumsy_game(seed, players, style, rules))
    assert presses[0].game_before == mg.Game.start(players, rules)
    for before, after in pairwise(presses):
        assert before.game_after == after.game_before
    for press in presses:
        game = press.game_before
        assert game.drawn == 0
        for turn in press.turns:
            game = game.play(turn)
        assert game == press.game_after
        assert game.ledger.hands == tuple(map(len, press.racks))
        assert press.told.drawn == press.turns.count(mg.Draw())
        assert press.told.timeout == (press.turn == mg.TimeOut())
        assert challenge or not press.told.timeout


@settings(max_examples=10, deadline=None)
@given(SEEDS, st.sampled_from(STYLES))
def test_nobody_lays_what_they_do_not_hold(seed: int, style: Style) -> None:
    for before, press in pairwise(clumsy_game(seed, 3, style)):
        hand, expected = before.racks[press.player], press.expected
        if isinstance(expected, Refused):
            assert expected.move.tile in hand
        if isinstance(expected, Accepted):
            assert expected.move.tile in hand or press.told.drawn
        if not press.turns:
            assert press.racks == before.racks


# Rulings --------------------------------------------------------------------------------------------------


@settings(max_examples=12, deadline=None)
@given(SEEDS, st.integers(1, 4), st.sampled_from(STYLES))
def test_each_press_is_ruled_as_the_rules_say(seed: int, players: int, style: Style) -> None:
    for press, table in with_tables(clumsy_game(seed, players, style)):
        moves = new_tiles(press, table)
        match press.expected:
            case Accepted():
                check_accepted(press, moves)
            case Refused():
                check_refused(press, moves)
            case NothingNew():
                assert not moves
            case ChangedBefore():
                check_changed_before(press, table)
            case TwoTurns():
                check_two_turns(press, moves)


def check_accepted(press: Press, moves: list[Move]) -> None:
    """Legal as it is seen, with the points claimed, less what was drawn."""
    assert isinstance(press.expected, Accepted)
    (move,) = moves
    verdict = judge(press.game_before.position, move)
    assert isinstance(verdict, Legal)
    assert (move, verdict) == (press.expected.move, press.expected.verdict)
    gain = press.game_after.scores[press.player] - press.game_before.scores[press.player]
    assert gain == verdict.points - 5 * press.told.drawn


def check_refused(press: Press, moves: list[Move]) -> None:
    assert isinstance(press.expected, Refused)
    (move,) = moves
    verdict = judge(press.game_before.position, move)
    assert press.expected.move == move
    assert isinstance(verdict, Illegal)
    assert (verdict.rules, verdict) == (press.expected.rules, press.expected.verdict)
    assert set(verdict.rules) <= {"side-mismatch", "corner-mismatch"}
    assert (press.turns, press.told, press.mistake) == ((), NOTHING_TOLD, "mismatch")


def check_changed_before(press: Press, table: Table) -> None:
    assert isinstance(press.expected, ChangedBefore)
    accepted = press.game_before.position.tiles
    assert set(press.expected.missing) == accepted.keys() - table.tiles.keys() != set()
    assert set(press.expected.extra) == table.tiles.keys() - accepted.keys()
    assert press.mistake in ("take_back", "knock")
    assert press.turns == ()


def check_two_turns(press: Press, moves: list[Move]) -> None:
    assert isinstance(press.expected, TwoTurns)
    first, second = press.turns
    assert isinstance(first, mg.Lay) and isinstance(second, mg.Lay)
    assert (first.move, second.move) in press.expected.ways
    for one, other in press.expected.ways:
        assert {one, other} == set(moves)
        assert press.game_before.play(mg.Lay(one)).play(mg.Lay(other)).position == press.game_after.position
    assert press.expected.is_certain == (len(set(press.expected.ways)) == 1)
    assert press.mistake == "forget_press"


def test_what_is_refused_or_disturbed_is_put_right_by_the_same_player() -> None:
    wrong = 0
    for seed in range(12):
        for press, following in pairwise(clumsy_game(seed)):
            if isinstance(press.expected, (Refused, ChangedBefore)):
                wrong += 1
                assert following.player == press.player
                assert isinstance(following.expected, (Accepted, NothingNew))
                assert following.turns and following.changes and following.mistake is None
    assert wrong > 50


def test_a_turn_that_lays_nothing_is_told_and_a_second_press_is_not() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(20):
        for press in clumsy_game(seed):
            if isinstance(press.expected, NothingNew):
                kinds[type(press.turn).__name__] += 1
                if press.turn is None:
                    assert (press.changes, press.mistake) == ((), "press_twice")
                    assert (press.told, press.game_after) == (NOTHING_TOLD, press.game_before)
    assert kinds["Pass"] and kinds["TimeOut"] and kinds["NoneType"]


def test_every_kind_of_mismatch_comes_up() -> None:
    rules: Counter[tuple[str, ...]] = Counter()
    for seed in range(5):
        for press in family_triominos.play(random.Random(seed), mistakes=Mistakes(mismatch=1)):
            if isinstance(press.expected, Refused):
                rules[press.expected.rules] += 1
    assert rules["side-mismatch",] > rules["corner-mismatch",] > 0
    assert any(len(broken) > 1 for broken in rules)


def test_a_knock_leaves_a_tile_in_its_place_or_pushes_it_right_out() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(12):
        for press in family_triominos.play(random.Random(seed), mistakes=Mistakes(knock=0.8)):
            if press.mistake == "knock":
                shifts = [change for change in press.changes if isinstance(change, ShiftTile)]
                far = [hypot(shift.dx_mm, shift.dy_mm) for shift in shifts]
                kinds[type(press.expected).__name__] += 1
                pushed_out = isinstance(press.expected, ChangedBefore)
                assert shifts and all((14 < mm < 26) if pushed_out else mm < 3 for mm in far)
    assert kinds["Accepted"] > kinds["ChangedBefore"] > 20


# Rates ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", STYLES)
def test_without_mistakes_every_press_is_a_turn_and_lays_what_it_must(style: Style) -> None:
    for seed in range(6):
        for press in family_triominos.play(random.Random(seed), 2, CHALLENGE, style, NONE):
            assert press.mistake is None
            assert [turn for turn in press.turns if turn != mg.Draw()] == [press.turn]
            assert isinstance(press.expected, (Accepted, NothingNew))
            assert all(isinstance(change, LayTile) for change in press.changes)


@pytest.mark.parametrize("style", STYLES)
def test_mistakes_are_about_as_frequent_as_set(style: Style) -> None:
    made, turns = Counter[Mistake | None](), 0
    for seed in range(24):
        for press in clumsy_game(seed, 2 + seed % 3, style):
            made[press.mistake] += 1
            turns += len([turn for turn in press.turns if turn != mg.Draw()])
    rates = CLUMSY.rates()
    for kind in CHALLENGE_MISTAKES:
        # Two moves at once need two players in a row who can lay without drawing.
        least = 0.3 if kind == "forget_press" else 0.6
        assert least * rates[kind] < made[kind] / turns < 1.3 * rates[kind], kind
    assert made.keys() <= {None, *CHALLENGE_MISTAKES}


@pytest.mark.parametrize("kind", TRIOMINOS_MISTAKES)
@pytest.mark.parametrize("style", STYLES)
def test_games_end_even_if_everyone_always_errs(kind: str, style: Style) -> None:
    for seed in range(3):
        *_, last = family_triominos.play(
            random.Random(seed), 2 + seed, style=style, mistakes=Mistakes(**{kind: 1.0})
        )
        assert last.game_after.end is not None


def test_games_end_even_if_everyone_is_nearly_always_late() -> None:
    *_, last = family_triominos.play(random.Random(1), 4, CHALLENGE, mistakes=Mistakes(time_out=0.9))
    assert last.game_after.end is not None


def test_a_game_follows_from_its_seed() -> None:
    def play(seed: int) -> list[Press]:
        return list(family_triominos.play(random.Random(seed), 3, style="random", mistakes=FAMILY))

    assert play(7) == play(7) != play(8)


# The table ------------------------------------------------------------------------------------------------

FIVES: Corners = (5, 5, 5)
TWO: Corners = (5, 5, 2)


def test_hands_move_tiles() -> None:
    table = Table().after([LayTile((0, 0), FIVES), LayTile((0, 1), TWO), ShiftTile((0, 0), 1.5, -1, 3)])
    assert table == Table({(0, 0): FIVES, (0, 1): TWO})
    pushed = table.after([ShiftTile((0, 1), 15, 8, 20)])
    assert pushed == Table({(0, 0): FIVES}, {(0, 1): TWO})
    assert pushed.after([ShiftTile((0, 1), 0.5, 0, 0)]) == table
    assert put_right(pushed, table.tiles) == (TakeTile((0, 1)), LayTile((0, 1), TWO))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (LayTile((0, 0), TWO), "(0, 0) holds a tile already"),
        (TakeTile((4, 4)), "(4, 4) is free: there is nothing to take or push"),
        (ShiftTile((4, 4), 1, 0, 0), "(4, 4) is free: there is nothing to take or push"),
    ],
)
def test_what_hands_cannot_do_is_refused(change: TableChange, sentence: str) -> None:
    with pytest.raises(ValueError) as fault:
        Table({(0, 0): FIVES}).after([change])
    assert str(fault.value) == sentence


@pytest.mark.parametrize(
    ("others", "direction"),
    [
        pytest.param([], None, id="alone"),
        pytest.param([(1, 0)], (0, -1), id="one below: up"),
        pytest.param([(0, -1)], (3**0.5 / 2, 0.5), id="one to the left: down and right"),
        pytest.param([(0, -1), (0, 1)], (0, 1), id="in a notch: down, out of it"),
        pytest.param([(0, -1), (0, 1), (1, 0)], None, id="shut in"),
        pytest.param([(1, 0), (-1, 0)], None, id="a bridge"),
    ],
)
def test_a_tile_is_pushed_away_from_those_beside_it(
    others: list[Place], direction: tuple[float, float] | None
) -> None:
    way = way_out(dict.fromkeys([(0, 0), *others], FIVES), (0, 0))
    assert way == (direction and pytest.approx(direction))


def test_places_hang_together_across_sides_not_points() -> None:
    assert hang_together([]) and hang_together([(0, 0)]) and hang_together([(0, 0), (0, 1), (0, 2)])
    assert not hang_together([(0, 0), (0, 2)])
