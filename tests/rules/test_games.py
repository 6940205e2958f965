"""Whole games: counts that nobody sees, turns that are not possible, and every kind of end."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.players import triolet as triolet_players
from companion.players import triominos as triominos_players
from companion.players.style import STYLES, Style
from companion.rules import triolet, triominos
from companion.rules.ending import End, final_scores, winners
from companion.rules.errors import Malformed, TurnRefused
from companion.rules.match import Match
from companion.rules.sentences import say_refusal
from companion.rules.triolet import game as tg
from companion.rules.triolet import ledger as tl
from companion.rules.triominos import game as mg
from companion.rules.triominos import ledger as ml
from companion.rules.triominos.lattice import places_around, vertices
from companion.rules.triominos.moves import open_places


def lay(**tokens: str) -> tg.Lay:
    return tg.Lay(triolet.Move.parse(tokens))


def triolet_game(
    board: dict[str, str], bag: int, racks: tuple[int, ...], rules: triolet.Rules | None = None
) -> tg.Game:
    """A game in progress with these counts; the first player's turn."""
    rules = rules or triolet.Rules()
    position = triolet.Position.parse(board, rules)
    return tg.Game(position, tl.Ledger(rules.edition, bag, racks), player=0)


def triominos_game(
    tiles: dict[tuple[int, int], tuple[int, int, int]],
    pool: int,
    hands: tuple[int, ...],
    rules: mg.Rules = mg.Rules(),
) -> mg.Game:
    return mg.Game(rules, triominos.Position(tiles, rules.scoring), ml.Ledger(pool, hands), player=0)


# Counts ---------------------------------------------------------------------------------------------------


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 4), st.sampled_from(["fr", "uk"]), st.sampled_from(STYLES))
def test_triolet_counts_always_add_up_to_the_box(seed: int, players: int, edition: str, style: Style) -> None:
    rules = triolet.Rules.parse({"edition": edition})
    for step in triolet_players.play(random.Random(seed), players, rules, style):
        ledger, position = step.game.ledger, step.game.position
        assert ledger.racks == tuple(map(len, step.racks))
        assert len(position.board) + ledger.bag + sum(ledger.racks) + rules.edition.set_aside == 83
        unseen = ledger.unseen(position)
        if edition == "fr":
            assert unseen.total() == 83 - len(position.board)
        held = Counter(face for rack in step.racks for face in rack)
        assert held <= unseen or edition == "uk"
        assert held.keys() <= unseen.keys()
    assert step.game.end is not None


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 4), st.sampled_from(STYLES))
def test_triominos_counts_always_add_up_to_the_box(seed: int, players: int, style: Style) -> None:
    for step in triominos_players.play(random.Random(seed), players, mg.Rules(challenge=True), style):
        ledger, position = step.game.ledger, step.game.position
        assert ledger.hands == tuple(map(len, step.hands))
        assert len(position.tiles) + ledger.pool + sum(ledger.hands) == 56
        assert {tile for hand in step.hands for tile in hand} <= ledger.unseen(position)
    assert step.game.end is not None


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 4), st.sampled_from(["own", "lowest"]))
def test_a_settled_triominos_game_knows_what_follows_without_counting(
    seed: int, players: int, blocked: str
) -> None:
    rules = mg.Rules(blocked="lowest" if blocked == "lowest" else "own")
    *_, last = triominos_players.play(random.Random(seed), players, rules)
    counted = last.game.settle(last.rests())
    assert counted.doubtful == ()
    assert counted.missing == ()
    alone = last.game.settle()
    for known, bonus in zip(alone.bonuses, counted.bonuses, strict=True):
        assert known is None or known == bonus
    assert (None in alone.bonuses) == bool(alone.missing)
    if last.game.end == End("out", last.game.player) and last.game.ledger.pool == 0:
        assert alone == counted


@pytest.mark.parametrize(
    ("edition", "players", "bag"), [("fr", 2, 74), ("fr", 4, 68), ("uk", 2, 77), ("uk", 4, 71)]
)
def test_a_triolet_deal(edition: str, players: int, bag: int) -> None:
    ledger = tl.Ledger.deal(triolet.EDITIONS[edition], players)
    assert (ledger.bag, ledger.racks) == (bag, (3,) * players)


@pytest.mark.parametrize(("players", "hand", "pool"), [(1, 9, 47), (2, 9, 38), (3, 7, 35), (4, 7, 28)])
def test_a_triominos_deal(players: int, hand: int, pool: int) -> None:
    ledger = ml.Ledger.deal(players, challenge=True)
    assert (ledger.pool, ledger.hands) == (pool, (hand,) * players)


@pytest.mark.parametrize(
    ("edition", "bag", "allowed"), [("fr", 5, 1), ("fr", 4, 0), ("uk", 6, 1), ("uk", 5, 0)]
)
def test_an_exchange_needs_enough_tokens_in_the_bag(edition: str, bag: int, allowed: bool) -> None:
    game = triolet_game({"H8": "1"}, bag, (3, 3), triolet.Rules.parse({"edition": edition}))
    assert game.ledger.may_exchange == allowed
    if allowed:
        after = game.play(tg.Exchange(2))
        assert (after.player, after.ledger, after.scores) == (1, game.ledger, (0, 0))
    else:
        with pytest.raises(
            TurnRefused, match=f"Only {bag} tokens are left in the bag: an exchange needs at least"
        ):
            game.play(tg.Exchange(2))


def test_who_starts() -> None:
    assert tl.who_starts(triolet.EDITIONS["fr"], 3) == (0, 1, 2)  # by lot
    assert tl.who_starts(triolet.EDITIONS["uk"], 3, ["4", "joker", "9"]) == (2,)
    assert tl.who_starts(triolet.EDITIONS["uk"], 3, ["9", "joker", "9"]) == (0, 2)  # they draw again
    assert tl.who_starts(triolet.EDITIONS["uk"], 2, ["joker", "0"]) == (0, 1)
    assert ml.who_starts([(0, 1, 2), (4, 4, 4), (2, 5, 5)]) == (1, 2)


# Turns ----------------------------------------------------------------------------------------------------


def test_a_replay_square_keeps_the_turn() -> None:
    game = triolet_game({"H2": "4"}, 20, (3, 3)).play(lay(H1="5"))
    assert (game.player, game.scores, game.ledger.bag) == (0, (9, 0), 19)
    assert game.play(lay(G1="2")).player == 1


def test_with_an_empty_bag_the_replay_goes_on_with_what_is_left_or_ends_the_game() -> None:
    going_on = triolet_game({"H2": "4"}, 0, (2, 3)).play(lay(H1="5"))
    assert (going_on.player, going_on.ledger.racks, going_on.end) == (0, (1, 3), None)
    over = triolet_game({"H2": "4"}, 0, (1, 3)).play(lay(H1="5"))
    assert over.end == End("out", 0)


def test_an_inferred_joker_keeps_its_number() -> None:
    game = triolet_game({"H8": "4", "H9": "8"}, 20, (3, 3)).play(lay(H10="joker"))
    assert game.position.to_json()["H10"] == "joker:3"
    assert game.entries[-1].turn == lay(H10="joker:3")


@pytest.mark.parametrize(
    ("turn", "sentence"),
    [
        pytest.param(lay(I8="15"), "11 + 15 = 26: two side by side may make at most 15", id="illegal"),
        pytest.param(
            lay(G8="0", G9="4", G10="11"),
            "3 tokens were laid, but this rack held only 2",
            id="more than the rack holds",
        ),
        pytest.param(tg.Exchange(3), "3 tokens cannot be exchanged: choose 1 to 2", id="exchange too many"),
        pytest.param(tg.Exchange(0), "0 tokens cannot be exchanged: choose 1 to 2", id="exchange none"),
    ],
)
def test_a_triolet_turn_that_is_not_possible_changes_nothing(turn: tg.Turn, sentence: str) -> None:
    game = triolet_game({"H8": "11", "H9": "3"}, 9, (2, 3))
    with pytest.raises(TurnRefused) as refused:
        game.play(turn)
    assert str(refused.value) == sentence
    assert say_refusal(refused.value, "fr") != sentence


def test_nothing_is_played_after_the_end() -> None:
    over = triolet_game({"H8": "4"}, 0, (1, 3)).play(lay(H9="5"))
    with pytest.raises(TurnRefused, match="The game is over: start a new one"):
        over.play(tg.Pass())
    finished = triominos_game({(0, 0): (5, 5, 5)}, 0, (1, 3)).play(mg.Lay(triominos.Move((0, 1), (5, 5, 2))))
    with pytest.raises(TurnRefused, match="The game is over: start a new one"):
        finished.play(mg.Pass())


def test_drawing_costs_five_each_and_three_without_laying_ten_more() -> None:
    game = mg.Game.start(players=2)
    for drawn in range(3):
        assert game.drawn == drawn
        with pytest.raises(TurnRefused, match="Lay a tile or draw one"):
            game.play(mg.Pass())
        game = game.play(mg.Draw())
    with pytest.raises(TurnRefused, match="3 tiles are drawn already: lay one or end the turn"):
        game.play(mg.Draw())
    assert game.scores == (-15, 0)
    assert (game.ledger.hands, game.ledger.pool) == ((12, 9), 35)
    game = game.play(mg.Pass())
    assert (game.scores, game.player, game.drawn, game.passes) == ((-25, 0), 1, 0, 0)


def test_a_drawn_tile_may_be_laid_at_once() -> None:
    game = mg.Game.start(players=2).play(mg.Draw()).play(mg.Lay(triominos.Move((0, 0), (3, 4, 5))))
    assert (game.scores, game.player) == ((7, 0), 1)


def test_an_empty_pool_costs_nothing_more() -> None:
    game = triominos_game({(0, 0): (5, 5, 5)}, 1, (3, 3)).play(mg.Draw())
    with pytest.raises(TurnRefused, match="The pool is empty: lay a tile or pass"):
        game.play(mg.Draw())
    game = game.play(mg.Pass())
    assert (game.scores, game.player) == ((-5, 0), 1)


@pytest.mark.parametrize(("pool", "hand"), [(4, 4), (0, 3)])
def test_out_of_time_takes_a_tile_if_there_is_one_and_costs_fifteen(pool: int, hand: int) -> None:
    game = triominos_game({(0, 0): (5, 5, 5)}, pool, (3, 3), mg.Rules(challenge=True)).play(mg.TimeOut())
    assert (game.scores, game.ledger.hands[0], game.player, game.end) == ((-15, 0), hand, 1, None)


def test_tiles_drawn_before_the_time_ran_out_keep_their_cost() -> None:
    game = triominos_game({(0, 0): (5, 5, 5)}, 9, (3, 3), mg.Rules(challenge=True))
    game = game.play(mg.Draw()).play(mg.TimeOut())
    assert (game.scores, game.ledger.hands, game.ledger.pool) == ((-20, 0), (5, 3), 7)


def test_an_illegal_tile_is_refused_with_every_rule_that_it_breaks() -> None:
    with pytest.raises(TurnRefused) as refused:
        triominos_game({(0, 0): (5, 5, 5)}, 9, (3, 3)).play(mg.Lay(triominos.Move((0, 1), (5, 4, 3))))
    assert str(refused.value) == (
        "The side 5-4 lies against 5-5: numbers that meet must be the same; There is no tile 5-4-3 in the box"
    )


def test_there_is_no_timer_outside_challenge() -> None:
    with pytest.raises(TurnRefused, match="Only Challenge is played against the sand timer"):
        mg.Game.start(players=2).play(mg.TimeOut())


@pytest.mark.parametrize("scoring", ["junior", "none"])
def test_children_pay_no_penalties(scoring: str) -> None:
    rules = mg.Rules("junior" if scoring == "junior" else "none", challenge=True)
    game = mg.Game.start(2, rules)
    for _ in range(3):
        game = game.play(mg.Draw())
    assert game.play(mg.Pass()).play(mg.TimeOut()).scores == (0, 0)


@pytest.mark.parametrize(
    ("start", "sentence"),
    [
        (lambda: mg.Game.start(1), "players: 1 player is not possible here: 2 to 4"),
        (
            lambda: mg.Game.start(5, mg.Rules(challenge=True)),
            "players: 5 players are not possible here: 1 to 4",
        ),
        (lambda: tg.Game.start(0), "players: 0 players are not possible here: 1 to 4"),
        (lambda: tg.Game.start(2, first=2), "first: there is no player 2 among 2"),
        (lambda: mg.Game.start(2, first=-1), "first: there is no player -1 among 2"),
        (lambda: Match(0), "target: a target is a whole number above 0"),
    ],
)
def test_a_game_that_cannot_start_says_why(start: object, sentence: str) -> None:
    assert callable(start)
    with pytest.raises(Malformed) as fault:
        start()
    assert str(fault.value) == sentence


# Ends -----------------------------------------------------------------------------------------------------


def test_the_printed_end_of_a_game_is_27() -> None:
    # Three others hold 8 5, 9 1 and 4: the fourth player lays the last token and adds them all.
    game = triolet_game({"H8": "4"}, 0, (1, 2, 2, 1)).play(lay(H9="5"))
    assert game.end == End("out", 0)
    unknown = game.settle()
    assert (unknown.bonuses, unknown.missing) == ((None, 0, 0, 0), (1, 2, 3))
    assert final_scores(game.scores, unknown) is None
    settled = game.settle({1: 8 + 5, 2: 9 + 1, 3: 4})
    assert (settled.bonuses, settled.missing, settled.doubtful) == ((27, 0, 0, 0), (), ())
    assert final_scores(game.scores, settled) == (9 + 27, 0, 0, 0)


def test_everyone_passing_blocks_triolet_once_nobody_may_exchange() -> None:
    game = triolet_game({"H8": "4"}, 4, (3, 3)).play(tg.Pass())
    assert game.end is None
    game = game.play(tg.Pass())
    assert game.end == End("blocked")
    assert game.settle({0: 12, 1: 30}).bonuses == (-12, -30)
    assert game.settle({0: 12}).missing == (1,)


def test_passing_does_not_end_triolet_while_an_exchange_is_allowed() -> None:
    game = triolet_game({"H8": "4"}, 5, (3, 3)).play(tg.Pass()).play(tg.Pass())
    assert game.end is None


def test_a_move_between_two_passes_keeps_the_game_alive() -> None:
    game = triolet_game({"H8": "4"}, 4, (3, 3)).play(tg.Pass()).play(lay(H9="5")).play(tg.Pass())
    assert game.end is None
    assert game.play(tg.Pass()).end == End("blocked")


@pytest.mark.parametrize(
    ("certain", "end"),
    [
        pytest.param(frozenset({"7", "8", "9"}), End("blocked"), id="only 9s are unseen, and none fits"),
        pytest.param(frozenset[str](), None, id="the counts are not certain: a 7 may still come"),
    ],
)
def test_triolet_is_blocked_when_no_unseen_token_fits(certain: frozenset[str], end: End | None) -> None:
    edition = replace(triolet.EDITIONS["fr"], counts={"7": 1, "8": 1, "9": 6}, certain=certain, set_aside=0)
    game = triolet_game({"H8": "7"}, 0, (4, 3), triolet.Rules(edition)).play(lay(H9="8"))
    assert game.end == end


def test_the_last_tile_brings_25_and_the_tiles_that_were_never_laid() -> None:
    tiles = {(0, 0): (5, 5, 5)}
    game = triominos_game(tiles, 0, (1, 54)).play(mg.Lay(triominos.Move((0, 1), (5, 5, 2))))
    assert game.end == End("out", 0)
    everything = sum(sum(tile) for tile in triominos.BOX)
    settlement = game.settle()  # the pool is empty: nobody needs to count
    assert settlement.bonuses == (25 + everything - 15 - 12, 0)
    assert (settlement.missing, settlement.doubtful) == ((), ())


def test_with_tiles_in_the_pool_the_other_hands_are_counted() -> None:
    game = triominos_game({(0, 0): (5, 5, 5)}, 50, (1, 2, 3)).play(mg.Lay(triominos.Move((0, 1), (5, 5, 2))))
    assert game.settle().missing == (1, 2)
    assert game.settle({1: 6}).missing == (2,)
    assert game.settle({1: 6, 2: 20}).bonuses == (25 + 26, 0, 0)


def test_a_count_that_cannot_be_right_is_doubted() -> None:
    game = triominos_game({(0, 0): (5, 5, 5)}, 50, (1, 2, 3)).play(mg.Lay(triominos.Move((0, 1), (5, 5, 2))))
    assert game.settle({1: 29, 2: 20}).doubtful == (1,)  # two tiles without the 5-5-5 make 28 at most
    assert game.settle({1: 6, 2: -1}).doubtful == (2,)
    solved = triominos_game({(0, 0): (5, 5, 5)}, 0, (1, 27, 27)).play(
        mg.Lay(triominos.Move((0, 1), (5, 5, 2)))
    )
    left = sum(sum(tile) for tile in triominos.BOX) - 15 - 12
    assert solved.settle({1: 200, 2: left - 200}).doubtful == ()
    assert solved.settle({1: 200, 2: left - 199}).doubtful == (1, 2)


def test_a_rest_that_cannot_follow_stays_missing() -> None:
    # All tiles are in two hands, and 7 is told for 54 of them: the other tile would be worth hundreds.
    game = triominos_game({(0, 0): (5, 5, 5)}, 0, (54, 1)).play(mg.Stop())
    settlement = game.settle({0: 7})
    assert (settlement.bonuses, settlement.missing, settlement.doubtful) == ((-7, None), (1,), (0,))


def test_counts_that_are_not_certain_still_have_their_limits() -> None:
    game = triolet_game({"H8": "4"}, 0, (1, 2, 1), triolet.Rules.parse({"edition": "uk"})).play(lay(H9="5"))
    assert game.settle({1: 30, 2: 15}).doubtful == ()  # two 15s: who knows this printing?
    assert game.settle({1: 31, 2: 15}).doubtful == (1,)
    assert game.settle({1: 30, 2: -1}).doubtful == (2,)
    assert game.settle({0: 1, 1: 30, 2: 15}).doubtful == (0,)  # the empty rack


def test_counts_that_cannot_be_right_together_are_doubted() -> None:
    game = triolet_game({"H8": "4"}, 0, (1, 1, 1)).play(lay(H9="5"))
    assert game.settle({1: 14, 2: 15}).doubtful == ()
    assert game.settle({1: 14, 2: 14}).doubtful == (1, 2)  # the box has one 14


@pytest.mark.parametrize("over", [True, False], ids=["after the end", "before it"])
def test_a_rest_told_for_nobody_is_malformed(over: bool) -> None:
    game = triolet_game({"H8": "4"}, 9, (3, 3))
    other = triominos_game({(0, 0): (5, 5, 5)}, 0, (54, 1))
    for started, stop in ((game, tg.Stop()), (other, mg.Stop())):
        ended = started.play(stop) if over else started  # type: ignore[arg-type]  # each its own
        with pytest.raises(Malformed) as fault:
            ended.settle({2: 7})
        assert str(fault.value) == "told: there is no player 2 among 2"


def blocked_triominos(blocked: str, hands: tuple[int, ...], scoring: str = "standard") -> mg.Game:
    rules = mg.Rules(
        "junior" if scoring == "junior" else "none" if scoring == "none" else "standard",
        "lowest" if blocked == "lowest" else "own",
    )
    game = triominos_game({(0, 0): (5, 5, 5)}, 0, hands, rules)
    for _ in hands:
        assert game.end is None
        game = game.play(mg.Pass())
    assert game.end == End("blocked")
    return game


def test_blocked_each_subtracts_the_own_rest() -> None:
    game = blocked_triominos("own", (2, 2, 51))
    assert game.settle({0: 5, 1: 9}).bonuses == (-5, -9, -(sum(map(sum, triominos.BOX)) - 15 - 14))
    assert game.settle({0: 5}).missing == (1, 2)


def test_blocked_the_lowest_rest_takes_what_the_others_hold() -> None:
    game = blocked_triominos("lowest", (3, 3, 3))
    assert game.settle({0: 20, 1: 7, 2: 30}).bonuses == (0, 50 - 7, 0)
    assert game.settle({0: 7, 1: 7, 2: 30}).bonuses == (-7, -7, 0)  # a tie: nobody adds
    assert game.settle({0: 7}).bonuses == (None, None, None)


@pytest.mark.parametrize("scoring", ["junior", "none"])
def test_blocked_children_lose_nothing(scoring: str) -> None:
    assert blocked_triominos("own", (3, 3), scoring).settle().bonuses == (0, 0)


@pytest.mark.parametrize(("scoring", "bonus"), [("junior", 5), ("none", 0)])
def test_the_last_tile_of_the_simple_games(scoring: str, bonus: int) -> None:
    rules = mg.Rules("junior" if scoring == "junior" else "none")
    game = triominos_game({(0, 0): (5, 5, 5)}, 9, (1, 3), rules)
    game = game.play(mg.Lay(triominos.Move((0, 1), (5, 5, 2))))
    assert game.settle().bonuses == (bonus, 0)
    assert game.winners() == (0,)


def test_one_player_alone_can_be_blocked() -> None:
    game = triominos_game({(0, 0): (5, 5, 5)}, 0, (55,), mg.Rules(challenge=True)).play(mg.Pass())
    assert game.end == End("blocked")
    assert game.settle().bonuses == (-(sum(map(sum, triominos.BOX)) - 15),)


def test_passes_count_only_in_a_row_and_with_an_empty_pool() -> None:
    game = triominos_game({(0, 0): (5, 5, 5)}, 3, (3, 3))
    for _ in range(3):
        game = game.play(mg.Draw())
    game = game.play(mg.Pass())  # three drawn; the pool is empty now
    assert (game.passes, game.end) == (1, None)
    game = game.play(mg.Lay(triominos.Move((0, 1), (5, 5, 2)))).play(mg.Pass())
    assert (game.passes, game.end) == (1, None)


def test_triominos_is_blocked_when_no_unseen_tile_fits() -> None:
    # Five hexagons, overruled, with 1 to 5 in the middle and 0 all around: their open sides are all 0-0, and
    # the only tile left with two 0s is 0-0-0. Once it is laid, nothing fits.
    tiles: dict[tuple[int, int], tuple[int, int, int]] = {}
    for number in range(1, 6):
        middle = (40 * number, 0)
        for place in places_around(middle):
            a, b, c = (number if vertex == middle else 0 for vertex in vertices(place))
            tiles[place] = (a, b, c)
    game = triominos_game(tiles, 3, (5, 5))
    assert game.play(mg.Draw()).end is None
    place = next(place for place in open_places(game.position))
    assert game.play(mg.Lay(triominos.Move(place, (0, 0, 0)))).end == End("blocked")


def test_the_players_may_stop_when_they_see_that_nobody_can_go_on() -> None:
    game = triolet_game({"H8": "4"}, 9, (3, 3)).play(tg.Stop())
    assert (game.end, game.settle({0: 12, 1: 30}).bonuses) == (End("blocked"), (-12, -30))
    other = triominos_game({(0, 0): (5, 5, 5)}, 0, (54, 1)).play(mg.Stop())
    assert (other.end, other.settle({1: 7}).missing) == (End("blocked"), ())


def test_equal_totals_share_the_win() -> None:
    assert winners((12, 30, 30)) == (1, 2)
    game = triolet_game({"H8": "4"}, 4, (3, 3)).play(tg.Pass()).play(tg.Pass())
    assert game.winners({0: 12}) is None  # not known yet
    assert game.winners({0: 12, 1: 12}) == (0, 1)
    assert game.winners({0: 12, 1: 11}) == (1,)


def test_nobody_has_won_before_the_end() -> None:
    assert triolet_game({"H8": "4"}, 9, (3, 3)).play(lay(H9="5")).winners() is None
    going_on = triominos_game({(0, 0): (5, 5, 5)}, 9, (3, 3))
    assert going_on.play(mg.Lay(triominos.Move((0, 1), (5, 5, 2)))).winners() is None


def test_without_points_the_first_to_lay_the_last_tile_wins() -> None:
    blocked = blocked_triominos("own", (3, 3), "none")
    assert blocked.winners() == (0, 1)
    standard = triominos_game({(0, 0): (5, 5, 5)}, 9, (1, 3))
    assert (
        standard.play(mg.Lay(triominos.Move((0, 1), (5, 5, 2)))).winners() is None
    )  # a hand must be counted


# A match --------------------------------------------------------------------------------------------------


def test_a_match_is_won_by_the_first_to_reach_the_target() -> None:
    match = Match(400).after((250, 100)).after((100, 299))
    assert (match.totals, match.super_winners) == ((350, 399), ())
    assert match.after((60, 30)).super_winners == (1,)  # both reach it in the same game: the highest
    assert match.after((79, 30)).super_winners == (0, 1)
    # Once reached, later games change nothing, even if the total falls again.
    assert match.after((60, 0)).after((-100, 200)).super_winners == (0,)


def test_a_match_without_games_has_no_winner() -> None:
    assert Match(400).super_winners == ()
