"""Whole games of virtual players for the screens of the end: in a session, and as past games."""

from __future__ import annotations

import random
from functools import lru_cache

from companion.kiosk.backstage import GameStory, PastGame
from companion.kiosk.frames import frames_of
from companion.players import triolet as triolet_players
from companion.players import triominos as triominos_players
from companion.rules.triolet import game as triolet
from companion.rules.triolet.editions import Rules as TrioletRules
from companion.rules.triominos import game as triominos
from companion.session.declined import Declined
from companion.session.events import Event, GameStarted, TurnPlayed
from companion.session.intents import CountRack
from companion.session.session import Session
from companion.session.setup import Setup
from tests.kiosk.stage import Stage

AT = 1000.0  # when the stage's clock begins


@lru_cache(maxsize=32)
def stopped(setup: Setup, turns: int | None = None, seed: int = 3) -> tuple[Session, dict[int, int]]:
    """A game played to its own end, or one that the players ended after so many turns; and what is left."""
    rng, count = random.Random(seed), len(setup.players)
    events: list[Event] = [GameStarted(setup, AT)]
    stop: triolet.Stop | triominos.Stop
    steps: list[triolet_players.Step] | list[triominos_players.Step]
    if isinstance(setup.rules, TrioletRules):
        steps, stop = list(triolet_players.play(rng, count, setup.rules)), triolet.Stop()
    else:
        steps, stop = list(triominos_players.play(rng, count, setup.rules)), triominos.Stop()
    if turns is None:
        last = steps[-1]
        events += [TurnPlayed(entry.turn, None, False, AT) for entry in last.game.entries]
    else:
        last = steps[max(0, turns - 1)]
        events += [TurnPlayed(entry.turn, None, False, AT) for entry in last.game.entries[:turns]]
        events.append(TurnPlayed(stop, None, False, AT))
    return Session.from_events(events), last.rests()


def count(session: Session, rests: dict[int, int]) -> Session:
    """The game after these racks were told, as far as they are asked for."""
    for player in session.state.settlement.missing:
        after = session.hear(CountRack(player, rests[player], AT))
        assert not isinstance(after, Declined), after.say()
        session = after
    return session


def show(stage: Stage, session: Session) -> None:
    """This game, with the screen that it asks for in front."""
    stage.backstage.session = session
    stage.kiosk.to_table()
    stage.step()


def show_finished(stage: Stage, setup: Setup, turns: int | None = None, seed: int = 3) -> None:
    """The end of a game, everything counted."""
    show(stage, count(*stopped(setup, turns, seed)))


def story_of(
    stage: Stage, setup: Setup, number: int = 7, turns: int | None = None, seed: int = 3
) -> PastGame:
    """A past game, put behind the scenes."""
    view = count(*stopped(setup, turns, seed)).view(AT, stage.kiosk.language)
    assert view.end is not None
    date = "14 nov. 2026, 20\xa0h\xa015" if stage.kiosk.language == "fr" else "14 Nov 2026, 20:15"
    game = PastGame(number, view.kind, date, view.players, view.end.totals, view.end.winners or ())
    stage.backstage.games.append(game)
    stage.backstage.stories[number] = GameStory(game, view.lines, frames_of(view))
    return game
