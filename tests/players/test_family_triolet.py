"""Families at Triolet: what their hands do is what the true game says, and mistakes are what they claim."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.players import family_triolet
from companion.players.family_triolet import Press
from companion.players.forgotten import could_be_turns
from companion.players.mistakes import FAMILY, NONE, TRIOLET_MISTAKES, Mistake, Mistakes
from companion.players.presses import NOTHING_TOLD, Accepted, ChangedBefore, NothingNew, Refused, TwoTurns
from companion.players.style import STYLES, Style
from companion.players.triolet import count_rests
from companion.players.triolet_table import Lay, Shift, TableChange, Take, apply, faces_of, put_right
from companion.rules.ending import final_scores
from companion.rules.triolet import game as tg
from companion.rules.triolet.editions import Rules
from companion.rules.triolet.judge import judge
from companion.rules.triolet.position import Move
from companion.rules.triolet.scoring import Legal
from companion.rules.triolet.tokens import JOKERS, MOVE_TOKENS
from companion.rules.verdict import Illegal

CLUMSY = Mistakes(illegal_sum=0.25, press_twice=0.1, forget_press=0.25, take_back=0.2, knock=0.2)
SEEDS = st.integers(0, 2**32)


def clumsy_game(seed: int, players: int = 2, style: Style = "random", edition: str = "fr") -> Iterator[Press]:
    rules = Rules.parse({"edition": edition})
    return family_triolet.play(random.Random(seed), players, rules, style, CLUMSY)


def with_tables(game: Iterator[Press]) -> Iterator[tuple[Press, dict[str, str]]]:
    """Each press with the table as only the changes have made it."""
    table: dict[str, str] = {}
    for press in game:
        table = apply(table, press.changes)
        yield press, table


def new_faces(press: Press, table: dict[str, str]) -> dict[str, str]:
    return {cell: face for cell, face in table.items() if cell not in press.game_before.position.board}


def as_seen(faces: dict[str, str]) -> Move:
    return Move({cell: MOVE_TOKENS[face] for cell, face in faces.items()})


# Truth ----------------------------------------------------------------------------------------------------


@settings(max_examples=8, deadline=None)
@given(SEEDS, st.integers(1, 4), st.sampled_from(STYLES), st.sampled_from(["fr", "uk"]))
def test_the_changes_alone_make_the_position_of_the_true_game(
    seed: int, players: int, style: Style, edition: str
) -> None:
    for press, table in with_tables(clumsy_game(seed, players, style, edition)):
        if isinstance(press.expected, (Accepted, NothingNew, TwoTurns)):
            assert table == faces_of(press.game_after.position.board)
        else:
            assert table != faces_of(press.game_after.position.board)
    assert press.game_after.end is not None
    assert (
        final_scores(press.game_after.scores, press.game_after.settle(count_rests(press.racks))) is not None
    )


@settings(max_examples=5, deadline=None)
@given(SEEDS, st.integers(1, 4), st.sampled_from(STYLES))
def test_presses_follow_each_other_and_their_turns_make_the_game(
    seed: int, players: int, style: Style
) -> None:
    presses = list(clumsy_game(seed, players, style))
    assert presses[0].game_before == tg.Game.start(players)
    for before, after in pairwise(presses):
        assert before.game_after == after.game_before
    for press in presses:
        game = press.game_before
        for turn in press.turns:
            game = game.play(turn)
        assert game == press.game_after
        assert game.ledger.racks == tuple(map(len, press.racks))
        assert press.player == press.game_before.player
        assert press.turn == (press.turns[-1] if press.turns else None)


@settings(max_examples=5, deadline=None)
@given(SEEDS, st.sampled_from(STYLES))
def test_nobody_lays_what_they_do_not_hold(seed: int, style: Style) -> None:
    presses = list(clumsy_game(seed, 3, style))
    for before, press in pairwise(presses):
        rack, expected = Counter(before.racks[press.player]), press.expected
        if isinstance(expected, (Accepted, Refused)):
            assert Counter(token.face for token in expected.move.tokens.values()) <= rack
        if not press.turns:
            assert press.racks == before.racks


# Rulings --------------------------------------------------------------------------------------------------


@settings(max_examples=8, deadline=None)
@given(SEEDS, st.sampled_from(STYLES), st.sampled_from(["fr", "uk"]))
def test_each_press_is_ruled_as_the_rules_say(seed: int, style: Style, edition: str) -> None:
    for press, table in with_tables(clumsy_game(seed, 2, style, edition)):
        move = as_seen(new_faces(press, table))
        match press.expected:
            case Accepted():
                check_accepted(press, move)
            case Refused():
                check_refused(press, move)
            case NothingNew():
                assert not move.tokens
            case ChangedBefore():
                check_changed_before(press, table)
            case TwoTurns():
                check_two_turns(press, move)


def check_accepted(press: Press, seen: Move) -> None:
    """Legal as it is seen, with the points claimed; a joker's number is told exactly if it is open."""
    assert isinstance(press.expected, Accepted)
    verdict = judge(press.game_before.position, seen)
    if press.told.joker is not None:
        assert isinstance(verdict, Illegal)
        assert verdict.rules == ("joker-value",)
        assert press.told.joker in (verdict.violations[0].options or ())
        joker = JOKERS[press.told.joker]
        seen = Move({cell: joker if token.is_joker else token for cell, token in seen.tokens.items()})
        verdict = judge(press.game_before.position, seen)
    assert isinstance(verdict, Legal)
    assert (verdict.points, verdict.replay, verdict.bonus, verdict.jokers, set(verdict.sets)) == (
        press.expected.verdict.points,
        press.expected.verdict.replay,
        press.expected.verdict.bonus,
        press.expected.verdict.jokers,
        set(press.expected.verdict.sets),  # in any order
    )
    assert press.turns == (tg.Lay(press.expected.move),)
    gain = press.game_after.scores[press.player] - press.game_before.scores[press.player]
    assert gain == verdict.points


def check_refused(press: Press, seen: Move) -> None:
    assert isinstance(press.expected, Refused)
    verdict = judge(press.game_before.position, seen)
    assert press.expected.move == seen
    assert isinstance(verdict, Illegal)
    assert (verdict.rules, verdict) == (press.expected.rules, press.expected.verdict)
    assert not any(violation.options for violation in verdict.violations)
    assert not could_be_turns(press.game_before, seen.tokens)
    assert (press.turns, press.told, press.mistake) == ((), NOTHING_TOLD, "illegal_sum")


def check_changed_before(press: Press, table: dict[str, str]) -> None:
    assert isinstance(press.expected, ChangedBefore)
    accepted = faces_of(press.game_before.position.board)
    assert set(press.expected.missing) == accepted.keys() - table.keys() != set()
    assert set(press.expected.extra) == table.keys() - accepted.keys()
    assert press.mistake in ("take_back", "knock")
    assert press.turns == ()


def check_two_turns(press: Press, seen: Move) -> None:
    """Not one legal move, but two in each of the ways, the true one among them."""
    assert isinstance(press.expected, TwoTurns)
    assert isinstance(judge(press.game_before.position, seen), Illegal)
    first, second = press.turns
    assert isinstance(first, tg.Lay) and isinstance(second, tg.Lay)
    assert (first.move, second.move) in press.expected.ways
    for one, other in press.expected.ways:
        assert {**one.tokens, **other.tokens} == seen.tokens
        assert press.game_before.play(tg.Lay(one)).play(tg.Lay(other)).position == press.game_after.position
    assert press.expected.is_certain == (len(set(press.expected.ways)) == 1)
    assert press.mistake == "forget_press"


def test_what_is_refused_or_disturbed_is_put_right_by_the_same_player() -> None:
    wrong = 0
    for seed in range(5):
        for press, following in pairwise(clumsy_game(seed)):
            if isinstance(press.expected, (Refused, ChangedBefore)):
                wrong += 1
                assert following.player == press.player
                assert isinstance(following.expected, (Accepted, NothingNew))
                assert following.turns and following.changes and following.mistake is None
    assert wrong > 50


def test_a_turn_that_lays_nothing_is_told_and_a_second_press_is_not() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(8):
        for press in clumsy_game(seed):
            if not isinstance(press.expected, NothingNew):
                continue
            turn = press.turn
            kinds[type(turn).__name__] += 1
            assert press.told.exchanged == (turn.count if isinstance(turn, tg.Exchange) else 0)
            if turn is None:
                assert (press.changes, press.mistake) == ((), "press_twice")
                assert press.game_after == press.game_before
    assert kinds["Exchange"] and kinds["Pass"] and kinds["NoneType"]


def test_every_kind_of_slip_comes_up() -> None:
    rules: Counter[str] = Counter()
    for seed in range(8):
        for press in family_triolet.play(random.Random(seed), mistakes=Mistakes(illegal_sum=1)):
            if isinstance(press.expected, Refused):
                rules.update(set(press.expected.rules))
    wanted = {"pair-sum", "trio-sum", "too-long", "gap", "not-in-line", "not-touching"}
    assert wanted <= rules.keys()
    assert rules["trio-sum"] + rules["pair-sum"] > rules.total() / 2
    assert "occupied" not in rules and "token-count" not in rules


def test_an_opening_goes_wrong_too() -> None:
    rules: Counter[str] = Counter()
    for seed in range(80):
        press = next(family_triolet.play(random.Random(seed), mistakes=Mistakes(illegal_sum=1)))
        if isinstance(press.expected, Refused):
            rules.update(set(press.expected.rules))
    assert {"pair-sum", "trio-sum", "gap", "centre"} <= rules.keys()


def test_a_knock_leaves_a_token_in_its_square_or_pushes_it_into_the_next() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(8):
        for press in family_triolet.play(random.Random(seed), mistakes=Mistakes(knock=0.8)):
            if press.mistake == "knock":
                shifts = [change for change in press.changes if isinstance(change, Shift)]
                pushed = [shift for shift in shifts if shift.target != shift.cell]
                kinds[type(press.expected).__name__] += 1
                assert shifts and bool(pushed) == isinstance(press.expected, ChangedBefore)
                assert all(abs(shift.turn_deg) <= 18 for shift in shifts)
    assert kinds["Accepted"] > kinds["ChangedBefore"] > 20


# Rates ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", STYLES)
def test_without_mistakes_every_press_is_a_turn_and_lays_what_it_must(style: Style) -> None:
    for seed in range(3):
        for press in family_triolet.play(random.Random(seed), style=style, mistakes=NONE):
            assert press.mistake is None
            assert len(press.turns) == 1
            assert isinstance(press.expected, (Accepted, NothingNew))
            assert all(isinstance(change, Lay) for change in press.changes)


@pytest.mark.parametrize("style", STYLES)
def test_mistakes_are_about_as_frequent_as_set(style: Style) -> None:
    made, turns = Counter[Mistake | None](), 0
    for seed in range(12):
        for press in family_triolet.play(random.Random(seed), 2 + seed % 3, style=style, mistakes=CLUMSY):
            made[press.mistake] += 1
            turns += len(press.turns)
    rates = CLUMSY.rates()
    for kind in TRIOLET_MISTAKES:
        assert 0.5 * rates[kind] < made[kind] / turns < 1.3 * rates[kind], kind
    assert made.keys() <= {None, *TRIOLET_MISTAKES}


@pytest.mark.parametrize("kind", TRIOLET_MISTAKES)
@pytest.mark.parametrize("style", STYLES)
def test_games_end_even_if_everyone_always_errs(kind: str, style: Style) -> None:
    for seed in range(2):
        *_, last = family_triolet.play(
            random.Random(seed), 1 + seed, style=style, mistakes=Mistakes(**{kind: 1.0})
        )
        assert last.game_after.end is not None


def test_a_game_follows_from_its_seed() -> None:
    def play(seed: int) -> list[Press]:
        return list(family_triolet.play(random.Random(seed), 3, style="random", mistakes=FAMILY))

    assert play(7) == play(7) != play(8)


# The table ------------------------------------------------------------------------------------------------


def test_hands_move_tokens() -> None:
    table = apply({"H8": "11"}, [Lay("H9", "joker"), Shift("H8", 0.1, -0.2, 9), Shift("H9", 0.1, -0.9, 0)])
    assert table == {"H8": "11", "G9": "joker"}
    assert put_right(table, {"H8": "3", "G9": "joker"}) == (Take("H8"), Lay("H8", "3"))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (Lay("H8", "3"), "H8 holds a token already"),
        (Shift("H9", -1, 0, 0), "H8 holds a token already"),
        (Take("A1"), "A1 is empty: there is nothing to take or push"),
    ],
)
def test_what_hands_cannot_do_is_refused(change: TableChange, sentence: str) -> None:
    with pytest.raises(ValueError) as fault:
        apply({"H8": "11", "H9": "4"}, [change])
    assert str(fault.value) == sentence
