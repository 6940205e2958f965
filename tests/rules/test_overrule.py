"""What is counted although the rules refuse it: where it lies, what it scores, whose turn comes next."""

from __future__ import annotations

import pytest

from companion.rules import triolet, triominos
from companion.rules.ending import End
from companion.rules.errors import Malformed
from companion.rules.forms import read_number, read_text, read_truth
from companion.rules.triolet import game as tg
from companion.rules.triolet import ledger as tl
from companion.rules.triominos import game as mg
from companion.rules.triominos import ledger as ml


def triolet_game(board: dict[str, str], bag: int = 20, racks: tuple[int, ...] = (3, 3)) -> tg.Game:
    position = triolet.Position.parse(board)
    return tg.Game(position, tl.Ledger(position.rules.edition, bag, racks), player=0)


def triominos_game(pool: int, hands: tuple[int, ...], rules: mg.Rules = mg.Rules()) -> mg.Game:
    tiles = {(0, 0): (5, 5, 5)}
    return mg.Game(rules, triominos.Position(tiles, rules.scoring), ml.Ledger(pool, hands), player=0)


@pytest.mark.parametrize(
    ("board", "move", "points"),
    [
        pytest.param({"H8": "11"}, {"H9": "9"}, 20, id="a pair over 15 counts its sum"),
        pytest.param({"H8": "7", "H9": "6"}, {"H10": "3"}, 30, id="a trio is 30 whatever it makes"),
        pytest.param({"H7": "5", "H8": "5", "H9": "5"}, {"H10": "2"}, 0, id="four in a row have no price"),
        pytest.param({"H8": "5"}, {"A1": "9"}, 0, id="alone, far away"),
        pytest.param({"H8": "5"}, {"D8": "9"}, 0, id="alone on a double square"),
        pytest.param({"H8": "5"}, {"H9": "4", "D8": "9"}, 9, id="one alone on a double, one beside another"),
        pytest.param({}, {"A1": "9"}, 18, id="an opening beside the centre"),
        pytest.param({}, {"A1": "9", "A3": "2"}, 0, id="an opening of two that make no set"),
        pytest.param({"H8": "5", "H9": "2"}, {"H8": "7"}, 9, id="laid on another: the double is spent"),
        pytest.param(
            {"H8": "5"}, {"J1": "5", "J2": "4", "J3": "6"}, 80, id="a trio of one's own that touches nothing"
        ),
        pytest.param({"H8": "5"}, {"I8": "5", "I9": "4", "J1": "6"}, 19, id="three that are no trio"),
        pytest.param({"H8": "5"}, {"J1": "5", "J2": "joker:4", "J3": "6"}, 30, id="a joker: no bonus"),
    ],
)
def test_a_triolet_move_counts_as_if_it_were_allowed(
    board: dict[str, str], move: dict[str, str], points: int
) -> None:
    game = triolet_game(board).overrule(tg.Lay(triolet.Move.parse(move)))
    entry = game.entries[-1]
    assert (entry.points, entry.overruled, game.player) == (points, True, 1)
    assert game.position.to_json() == triolet.Position.parse({**board, **move}).to_json()
    assert entry.verdict is not None and entry.verdict.points == points


def test_what_the_rules_allow_is_not_overruled() -> None:
    turn = tg.Lay(triolet.Move.parse({"H9": "4"}))
    assert triolet_game({"H8": "5"}).overrule(turn) == triolet_game({"H8": "5"}).play(turn)
    draw = mg.Draw()
    assert triominos_game(5, (3, 3)).overrule(draw) == triominos_game(5, (3, 3)).play(draw)


def test_more_tokens_than_the_rack_held_came_from_the_bag() -> None:
    four = tg.Lay(triolet.Move.parse({"H9": "1", "H10": "2", "H11": "3", "H12": "4"}))
    game = triolet_game({"H8": "5"}).overrule(four)
    assert (game.ledger.bag, game.ledger.racks) == (16, (3, 3))
    game = triolet_game({"H8": "5"}, bag=0, racks=(2, 3)).overrule(four)
    assert (game.ledger.racks, game.end) == ((0, 3), End("out", 0))


def test_a_replay_square_counts_for_an_overruled_move_too() -> None:
    game = triolet_game({"H8": "5"}).overrule(tg.Lay(triolet.Move.parse({"A8": "9"})))
    assert game.player == 0


def test_an_exchange_that_is_closed_can_be_counted_anyway() -> None:
    game = triolet_game({"H8": "5"}, bag=2).overrule(tg.Exchange(2))
    assert (game.player, game.scores, game.entries[-1].overruled) == (1, (0, 0), True)


def test_after_the_end_pieces_lie_on_the_table_and_nothing_counts() -> None:
    over = triolet_game({"H8": "5"}).play(tg.Stop())
    late = over.overrule(tg.Lay(triolet.Move.parse({"H9": "4"}))).overrule(tg.Pass())
    assert late.position.to_json() == {"H8": "5", "H9": "4"}
    assert (late.scores, late.player, late.end, late.ledger) == ((0, 0), 0, over.end, over.ledger)
    done = triominos_game(9, (3, 3)).play(mg.Stop())
    later = done.overrule(mg.Lay(triominos.Move((0, 1), (5, 5, 2)))).overrule(mg.Draw())
    assert later.position.tiles == {(0, 0): (5, 5, 5), (0, 1): (5, 5, 2)}
    assert (later.scores, later.player, later.end, later.ledger) == ((0, 0), 0, done.end, done.ledger)


def test_a_tile_counts_as_if_it_were_allowed() -> None:
    game = triominos_game(9, (3, 3)).overrule(mg.Lay(triominos.Move((0, 1), (5, 4, 2))))
    assert (game.scores, game.player, game.ledger.hands) == ((11, 0), 1, (2, 3))
    assert game.entries[-1].overruled
    out = triominos_game(9, (1, 3)).overrule(mg.Lay(triominos.Move((0, 0), (0, 0, 0))))
    assert (out.end, out.position.tiles) == (End("out", 0), {(0, 0): (0, 0, 0)})


def test_a_fourth_tile_is_drawn_and_costs_as_the_others() -> None:
    game = triominos_game(9, (3, 3))
    for _ in range(3):
        game = game.play(mg.Draw())
    game = game.overrule(mg.Draw())
    assert (game.scores, game.ledger.hands, game.player) == ((-20, 0), (7, 3), 0)
    assert game.play(mg.Pass()).scores == (-30, 0)
    empty = triominos_game(0, (3, 3)).overrule(mg.Draw())
    assert (empty.scores, empty.ledger.hands, empty.player) == ((0, 0), (3, 3), 0)


@pytest.mark.parametrize("turn", [mg.Pass(), mg.TimeOut()])
def test_a_turn_given_up_too_early_costs_nothing(turn: mg.Turn) -> None:
    game = triominos_game(9, (3, 3)).overrule(turn)
    assert (game.scores, game.player, game.passes) == ((0, 0), 1, 0)


def test_numbers_texts_and_truths_are_read() -> None:
    assert (read_number(3, "at"), read_number(0.5, "at")) == (3.0, 0.5)
    assert (read_text("Anna", "name"), read_truth(False, "overruled")) == ("Anna", False)
    for read, wrong in (
        (read_number, True),
        (read_number, float("nan")),
        (read_number, float("inf")),
        (read_text, 3),
        (read_truth, 1),
    ):
        with pytest.raises(Malformed):
            read(wrong, "there")
