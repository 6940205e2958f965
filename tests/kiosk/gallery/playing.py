"""The first screen and the game itself."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from companion.kiosk.backstage import Pending, Unfinished
from companion.players import triolet as triolet_players
from companion.players import triominos as triominos_players
from companion.rules.triolet.editions import Rules
from companion.session.events import GameStarted, TurnPlayed
from companion.session.forms import Turn
from companion.session.intents import Resume
from companion.session.session import Session
from companion.session.setup import Player, Setup
from tests.kiosk.stage import CHALLENGE, PLAYERS, TRIOLET, TRIOMINOS, Stage

HARD_NAMES = (
    Player("Maximiliane-Charlotte von Hohenstaufen-Z.", "yellow"),
    Player("🦊 Zoé 🎲", "purple"),
    Player("דוד בן־גוריון", "turquoise"),
    Player("Anna", "orange"),
)


def play_some(stage: Stage, setup: Setup, turns: int, seed: int = 3) -> None:
    """A game after so many turns, with its screen in front."""
    stage.backstage.session = played(setup, turns, seed, stage.clock())
    stage.kiosk.to_table()
    stage.step(0.4)


def played(setup: Setup, turns: int, seed: int = 3, at: float = 1000.0) -> Session:
    """A session in which virtual players have played so many turns."""
    return _session(json.dumps(setup.to_json()), turns, seed, at)


def forget_games() -> None:
    """Let go of the games that were kept for the next page."""
    _session.cache_clear()


@lru_cache(maxsize=64)
def _session(setup_form: str, turns: int, seed: int, at: float) -> Session:
    setup = Setup.from_json(json.loads(setup_form))
    played_turns = _turns(setup_form, seed)[:turns]
    return Session.from_events(
        [GameStarted(setup, at), *(TurnPlayed(turn, None, False, at) for turn in played_turns)]
    )


@lru_cache(maxsize=32)
def _turns(setup_form: str, seed: int) -> tuple[Turn, ...]:
    """A whole game; the same one serves many pages."""
    setup = Setup.from_json(json.loads(setup_form))
    rng, count = random.Random(seed), len(setup.players)
    if isinstance(setup.rules, Rules):
        *_, last = triolet_players.play(rng, count, setup.rules)
        return tuple(entry.turn for entry in last.game.entries)
    *_, end = triominos_players.play(rng, count, setup.rules)
    return tuple(entry.turn for entry in end.game.entries)


def _home(stage: Stage) -> None:
    stage.step()


def _home_continue(stage: Stage) -> None:
    stage.backstage.left = Unfinished("triolet", PLAYERS, (112, 97, 1204), 31, 86_400.0)
    stage.kiosk.refresh()
    stage.step()


def _game(setup: Setup, turns: int) -> Callable[[Stage], None]:
    return lambda stage: play_some(stage, setup, turns)


def _challenge(stage: Stage) -> None:
    stage.backstage.session = played(CHALLENGE, 11, 3, stage.clock())
    stage.kiosk.to_table()
    if stage.backstage.session.state.is_paused:
        assert stage.kiosk.send(Resume)
    stage.step(24.0)


def _reading(stage: Stage) -> None:
    play_some(stage, TRIOLET, 7)
    stage.touch("end-turn")


def _pending(stage: Stage) -> None:
    play_some(stage, TRIOLET, 6)
    after = played(TRIOLET, 9)
    move = next(line.move for line in after.view(0.0).lines[6:] if line.move is not None)
    stage.backstage.pending = Pending((move,), 24, "trio 3 + 8 + 4 = 30")
    stage.kiosk.refresh()


def _entered(stage: Stage) -> None:
    stage.backstage.reads = False
    play_some(stage, TRIOMINOS, 6)


def _left_handed(stage: Stage) -> None:
    stage.backstage.choices = replace(stage.backstage.choices, left_handed=True)
    play_some(stage, TRIOLET, 9)


def _said(stage: Stage) -> None:
    play_some(stage, TRIOLET, 9)
    stage.kiosk.say("La table est en cours de lecture : un instant, s’il vous plaît.")


SCENES: dict[str, Callable[[Stage], None]] = {
    "home": _home,
    "home-continue": _home_continue,
    "game-start": _game(TRIOLET, 0),
    "game-triolet": _game(TRIOLET, 14),
    "game-triominos": _game(TRIOMINOS, 18),
    "game-challenge": _challenge,
    "game-hard-names": _game(replace(TRIOLET, players=HARD_NAMES), 20),
    "game-long": _game(replace(TRIOMINOS, players=HARD_NAMES), 80),
    "game-alone": _game(replace(TRIOLET, players=PLAYERS[:1]), 12),
    "game-reading": _reading,
    "game-pending": _pending,
    "game-left-handed": _left_handed,
    "game-said": _said,
    "game-entered": _entered,
}
