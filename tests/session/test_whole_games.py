"""Whole games from the first press to the last count, written down turn by turn."""

from __future__ import annotations

from companion.rules import triolet
from companion.rules.triominos import game as mg
from companion.session.intents import (
    ChooseJoker,
    CountRack,
    DrawTile,
    EndGame,
    ExchangeTokens,
    Overrule,
    PassTurn,
    Ruled,
    Tick,
    Undo,
)
from companion.session.rulings import Accepted, NothingNew, NotYet
from companion.session.session import Session
from tests.session.table import CHALLENGE, Table, setup_for, tile, tokens


def test_a_game_of_triolet() -> None:
    table = Table(setup_for(triolet.Rules(), players=3, first=1))
    table.lay(tokens(H8="11", H9="3"))  # Ben: 11 × 2 + 3
    table.rule(NothingNew())
    table.do(ExchangeTokens(3, table.now))  # Cleo
    table.lay_wrongly(tokens(I8="5"))  # Anna: 11 + 5
    table.lay(tokens(I8="4", I7="8"))  # 15 + 12
    table.lay(tokens(H10="1"))  # Ben: 11 + 3 + 1
    table.lay(tokens(J7="joker"))  # Cleo: 8 + joker, up to 7
    table.do(ChooseJoker(2, table.now))
    table.lay_wrongly(tokens(I9="4"))  # Anna: 8 + 4 + 4, and 3 + 4
    table.do(Overrule(table.now))
    table.do(Undo(table.now))
    table.lay(tokens(I9="3"))  # 8 + 4 + 3 and 3 + 3
    table.do(PassTurn(table.now))  # Ben
    table.do(EndGame(table.now))  # they see that nobody can go on
    for player, total in enumerate((7, 12, 30)):
        table.do(CountRack(player, total, table.now))
    view = table.view()
    assert [(line.player, line.turn, line.points, line.total, line.sums) for line in view.lines] == [
        (1, "lay", 25, 25, ("11 × 2 + 3 = 25",)),
        (2, "exchange", 0, 0, ()),
        (0, "lay", 27, 27, ("8 + 4 = 12", "11 + 4 = 15")),
        (1, "lay", 30, 55, ("trio 11 + 3 + 1 = 30",)),
        (2, "lay", 8, 8, ("8 + joker = 8",)),
        (0, "lay", 36, 63, ("trio 8 + 4 + 3 = 30", "3 + 3 = 6")),
        (1, "pass", 0, 55, ()),
        (2, "stop", 0, 8, ()),
    ]
    assert view.end is not None
    assert (view.end.bonuses, view.end.totals, view.end.winners) == ((-7, -12, -30), (56, 43, -22), (0,))
    assert Session.from_events(table.events).state == table.state


def test_a_game_of_triominos_challenge() -> None:
    table = Table(setup_for(CHALLENGE, seconds=30))
    table.press()  # the first sand
    table.now += 10
    table.lay(tile(0, 0, 5, 5, 5))  # Anna: 15
    table.now += 8
    table.do(DrawTile(table.now))  # Ben: -5
    table.now += 8
    press = table.press()
    table.do(Ruled(press, NotYet(("hand",)), table.now + 1))
    table.do(Ruled(press, Accepted((tile(0, 1, 5, 5, 2),)), table.now + 2))  # 12
    table.now += 2
    for _ in range(31):  # Anna: too late, -15
        table.now += 1
        table.do(Tick(table.now))
    table.lay_wrongly(tile(0, 2, 2, 5, 5))  # Ben: it is 5-5-2 again
    table.now += 31
    table.do(Tick(table.now))  # too late, too
    table.lay(tile(0, -1, 5, 4, 5))  # Anna: 14
    table.do(EndGame(table.now))
    view = table.view()
    assert view.scores == (14, -8)
    assert (view.racks, view.stock) == ((9 - 2 + 1, 9 - 1 + 2), 56 - 18 - 3)
    assert [(line.player, line.turn, line.points) for line in view.lines] == [
        (0, "lay", 15),
        (1, "draw", -5),
        (1, "lay", 12),
        (0, "time-out", -15),
        (1, "time-out", -15),
        (0, "lay", 14),
        (1, "stop", 0),
    ]
    table.do(CountRack(0, 40, table.now))
    table.do(CountRack(1, 60, table.now))
    assert (table.end().totals, table.end().winners) == ((-26, -68), (0,))
    assert Session.from_events(table.events).state == table.state


def test_a_game_of_triominos_without_points() -> None:
    table = Table(setup_for(mg.Rules("none")))
    table.lay(tile(0, 0, 5, 5, 5))
    table.do(EndGame(table.now))
    assert (table.view().phase, table.end().totals) == ("over", (0, 0))
