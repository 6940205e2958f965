"""The true games that are played under kills: each follows from a seed and its number in the journal.

So whoever takes a game up finds the place from the turns that were counted, and anybody can say what must be
there.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Mapping
from dataclasses import dataclass

from companion.players import family_triolet, family_triominos
from companion.players.style import STYLES
from companion.players.triolet import count_rests as count_tokens
from companion.players.triominos import count_rests as count_tiles
from companion.rules.triolet.editions import Rules as TrioletRules
from companion.rules.triominos import game as mg
from companion.session.forms import Turn, turn_to_json
from companion.session.games import Game
from companion.session.phase_forms import phase_to_json
from companion.session.setup import Setup
from companion.session.state import State
from tests.recorded import seats

Press = family_triolet.Press | family_triominos.Press

NAMES = ("Anna", "Ben", "Cleo", "Dan")


@dataclass(frozen=True, slots=True)
class Script:
    """One whole game as it is truly played: every press, and what the racks hold at the end."""

    opening: Game
    presses: tuple[Press, ...]
    turns: tuple[Turn, ...]
    rests: Mapping[int, int]

    @classmethod
    def write(cls, setup: Setup, seed: int, game: int) -> Script:
        rng, players = random.Random(f"{seed} {game}"), len(setup.players)
        style, written = rng.choice(STYLES), list[Press]()
        if isinstance(setup.rules, TrioletRules):
            written += (tokens := list(family_triolet.play(rng, players, setup.rules, style)))
            rests = count_tokens(tokens[-1].racks)
        else:
            written += (tiles := list(family_triominos.play(rng, players, setup.rules, style)))
            rests = count_tiles(tiles[-1].racks)
        turns = tuple(turn for press in written for turn in press.turns)
        return cls(written[0].game_before, tuple(written), turns, rests)

    def find(self, counted: int) -> tuple[int, int]:
        """The press to go on with after so many turns, and how many turns of it are counted already."""
        before = 0
        for index, press in enumerate(self.presses):
            if press.turns and before + len(press.turns) > counted:
                while index and before == counted and not self.presses[index - 1].turns:
                    index -= 1  # presses that counted nothing are pressed again: nobody knows any more
                return index, counted - before
            before += len(press.turns)
        raise AssertionError(f"{counted} turns, and the game is not over")


def setup_of(seed: int, game: int) -> Setup:
    """How game `game` is played, if it is not the next one of a match."""
    rng = random.Random(f"{seed} {game} setup")
    players, target = rng.randint(1, 4), rng.choice((None, None, 150))
    if game % 2:
        edition = TrioletRules.parse({"edition": rng.choice(("fr", "uk"))})
        return Setup(edition, seats(*NAMES[:players]), target=target)
    rules = mg.Rules(blocked=rng.choice(("own", "lowest")), challenge=players == 1 or rng.random() < 0.7)
    return Setup(rules, seats(*NAMES[:players]), seconds=rng.choice((60.0, None)), target=target)


def fingerprint(state: State) -> str:
    """What anybody can see of a state and what decides how it goes on, as a short text."""
    sheet = state.sheet
    form = {
        "turns": [(turn_to_json(one.turn), one.press, one.overruled) for one in sheet.turns],
        "told": sheet.told,
        "scores": (state.game.scores, state.final_scores),
        "player": state.game.player,
        "past": len(state.past),
        "phase": phase_to_json(state.phase),
        "paused": state.is_paused,
        "sand": None if state.sand is None else (state.sand.left_s, state.sand.since),
        "times": (state.began, state.latest),
        "presses": sorted(state.presses),
    }
    return hashlib.sha256(json.dumps(form, sort_keys=True).encode()).hexdigest()
