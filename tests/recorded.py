"""Whole games of virtual players, played through the session into a journal."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice

from companion.journal import Journal
from companion.players import triolet as triolet_players
from companion.players import triominos as triominos_players
from companion.record import RecordedGame
from companion.rules.triolet import game as tg
from companion.rules.triolet.editions import Rules as TrioletRules
from companion.rules.triominos import game as mg
from companion.session.declined import Declined
from companion.session.forms import Turn
from companion.session.intents import (
    CountRack,
    DrawTile,
    EndGame,
    EnterMove,
    ExchangeTokens,
    Input,
    PassTurn,
)
from companion.session.setup import Player, Setup

COLOURS = ("red", "blue", "green", "yellow")


def seats(*names: str) -> tuple[Player, ...]:
    return tuple(Player(name, colour) for name, colour in zip(names, COLOURS, strict=False))


def intent_of(turn: Turn, at: float) -> Input:
    """What people do to play this turn without a camera."""
    match turn:
        case tg.Lay(move):
            return EnterMove(move, at)
        case mg.Lay(tile):
            return EnterMove(tile, at)
        case tg.Exchange(count):
            return ExchangeTokens(count, at)
        case mg.Draw():
            return DrawTile(at)
        case tg.Stop() | mg.Stop():
            return EndGame(at)
        case _:
            return PassTurn(at)


def say(game: RecordedGame, heard: Input, picture: bytes | None = None) -> RecordedGame:
    """The game after something that must be possible."""
    after = game.hear(heard, picture)
    assert not isinstance(after, Declined), after.say()
    return after


def play_turns(game: RecordedGame, turns: Sequence[Turn], at: float = 10.0) -> RecordedGame:
    for number, turn in enumerate(turns):
        game = say(game, intent_of(turn, at + number))
    return game


def true_game(setup: Setup, seed: int, turns: int) -> tuple[tg.Game | mg.Game, dict[int, int]]:
    """The first turns of a game as the rules have them, and what the racks hold then."""
    rng, players = random.Random(seed), len(setup.players)
    if isinstance(setup.rules, TrioletRules):
        *_, step = islice(triolet_players.play(rng, players, setup.rules), turns)
        return step.game, step.rests()
    *_, last = islice(triominos_players.play(rng, players, setup.rules), turns)
    return last.game, last.rests()


def play_some(journal: Journal, setup: Setup, seed: int = 1, turns: int = 5) -> RecordedGame:
    """A game in the journal that goes on after so many turns."""
    game = RecordedGame.begin(journal, setup, at=1.0)
    truth, _ = true_game(setup, seed, turns)
    return play_turns(game, [entry.turn for entry in truth.entries])


def play_whole(journal: Journal, setup: Setup, seed: int = 1, turns: int = 5) -> RecordedGame:
    """A game in the journal that the players ended after so many turns, their racks counted."""
    game = say(play_some(journal, setup, seed, turns), EndGame(900.0))
    _, rests = true_game(setup, seed, turns)
    for player in game.session.state.settlement.missing:
        game = say(game, CountRack(player, rests[player], 1000.0))
    return game
