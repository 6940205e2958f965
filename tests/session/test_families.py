"""Virtual families at the session: with a perfect referee it keeps exactly the game that was played."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from companion.players import family_triolet, family_triominos, presses
from companion.players.mistakes import FAMILY
from companion.players.style import STYLES
from companion.players.triolet import count_rests as count_tokens
from companion.players.triominos import count_rests as count_tiles
from companion.rules import triolet
from companion.rules.ending import final_scores
from companion.rules.triolet import game as tg
from companion.rules.triolet.position import Move as TokenMove
from companion.rules.triolet.tokens import OPEN_JOKER
from companion.rules.triominos import game as mg
from companion.session.intents import (
    ChooseJoker,
    ChooseReading,
    CountRack,
    Dismiss,
    DrawTile,
    EndGame,
    ExchangeTokens,
    PassTurn,
    TellTimeOut,
    Tick,
    Undo,
)
from companion.session.rulings import Accepted, ChangedBefore, Move, NothingNew, Reading, Refused, Unsure
from companion.session.session import Session
from tests.session.table import Table, setup_for

Press = family_triolet.Press | family_triominos.Press


def as_seen(move: Move) -> Move:
    """The move as a camera sees it: a joker has no number."""
    if not isinstance(move, TokenMove):
        return move
    return TokenMove({cell: OPEN_JOKER if t.is_joker else t for cell, t in move.tokens.items()})


def run_out(table: Table) -> None:
    """Let the sand run out, or say that it has."""
    if table.state.sand is None:
        table.do(TellTimeOut(table.now))
        return
    turns = len(table.state.sheet.turns)
    while len(table.state.sheet.turns) == turns:
        table.now += 0.5
        table.do(Tick(table.now))


def follow(table: Table, family: Iterable[Press]) -> Press:
    """Press, rule and answer as the family does; the last press."""
    if table.state.sand is not None:
        table.press()
    for press in family:
        table.now += 3
        told = press.told
        for _ in range(told.drawn):
            table.do(DrawTile(table.now))
        if told.timeout:
            run_out(table)
            assert table.view().scores == press.game_after.scores
            continue
        match press.expected:
            case presses.Accepted(move, _):
                table.rule(Accepted((as_seen(move),)))
                if told.joker is not None:
                    table.do(ChooseJoker(told.joker, table.now))
            case presses.Refused(move, verdict):
                table.rule(Refused(move, verdict))
                assert table.view().phase == "refused"
            case presses.ChangedBefore(missing, extra):
                table.rule(ChangedBefore(missing, (), extra))
                table.do(Dismiss(table.now))
            case presses.TwoTurns(ways):
                true = tuple(turn.move for turn in press.turns if isinstance(turn, tg.Lay | mg.Lay))
                if len(ways) == 1:
                    table.rule(Accepted(ways[0]))
                else:
                    readings = tuple(Reading(way, True, 1 / len(ways)) for way in ways)
                    table.rule(Unsure(readings, ()))
                    table.do(ChooseReading(ways.index(true), table.now))
            case presses.NothingNew():
                table.rule(NothingNew())
                match press.turn:
                    case tg.Exchange(count):
                        table.do(ExchangeTokens(count, table.now))
                    case tg.Pass() | mg.Pass():
                        table.do(PassTurn(table.now))
                    case tg.Stop() | mg.Stop():
                        table.do(EndGame(table.now))
                    case None:
                        table.do(Dismiss(table.now))
        assert (table.state.game.scores, table.state.game.player) == (
            press.game_after.scores,
            press.game_after.player,
        )
    return press


def check_end(table: Table, last: Press, rests: dict[int, int]) -> None:
    """The end, the racks that must be told, and now and then that the events are the game."""
    assert table.state.game == last.game_after
    while table.end().missing:
        missing = table.end().missing[0]
        table.do(CountRack(missing, rests[missing], table.now))
    truth = final_scores(last.game_after.scores, last.game_after.settle(rests))
    assert table.end().totals == truth
    if len(table.events) % 3:
        return
    folded = Session.from_events(table.events).state
    assert folded == table.state and folded.game == table.state.game


@pytest.mark.parametrize("seed", range(20))
def test_a_family_at_triolet_gets_its_true_scores(seed: int) -> None:
    players, rules = 1 + seed % 4, triolet.Rules.parse({"edition": ("fr", "uk")[seed % 2]})
    table = Table(setup_for(rules, players))
    family = family_triolet.play(random.Random(seed), players, rules, STYLES[seed % 2], FAMILY)
    last = follow(table, family)
    check_end(table, last, count_tokens(last.racks))  # type: ignore[arg-type]  # tokens


@pytest.mark.parametrize("seed", range(20))
def test_a_family_at_triominos_gets_its_true_scores(seed: int) -> None:
    players, rules = 1 + seed % 4, mg.Rules(blocked="lowest" if seed % 2 else "own", challenge=True)
    table = Table(setup_for(rules, players, seconds=60 if seed < 10 else None))
    family = family_triominos.play(random.Random(seed), players, rules, STYLES[seed % 2], FAMILY)
    last = follow(table, family)
    check_end(table, last, count_tiles(last.racks))  # type: ignore[arg-type]  # tiles


def test_a_whole_game_can_be_undone() -> None:
    table = Table(setup_for(triolet.Rules()))
    follow(table, family_triolet.play(random.Random(3), 2))
    while table.state.past:
        table.do(Undo(table.now))
    assert table.state.game == tg.Game.start(2)
