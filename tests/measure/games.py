"""Whole virtual games, read from the camera's frames in looks never trained on.

    python -m tests.measure.games --games 30 --level medium --jobs 2
    python -m tests.measure.games --game triominos --games 30 --level medium --jobs 2
    python -m tests.measure.games --game challenge --games 30 --level medium --jobs 2

A family that makes mistakes plays; frames go through reader, referee and session. Printed for each game and
all: turns, questions that a better camera would not have had to ask, moves refused that were legal, and turns
scored wrong without anybody being asked. A game that goes wrong is stopped there.
"""

from __future__ import annotations

import argparse
import random
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields
from multiprocessing import get_context

import cv2

from calibration.calibrate import CalibrationFault
from companion.players import family_triolet, family_triominos, presses
from companion.rules.triolet.editions import STANDARD
from companion.rules.triominos.game import Rules as TriominosRules
from companion.session.phases import ChangeAsked
from companion.session.rulings import NotYet, Refused
from companion.session.session import Session
from companion.session.setup import Player, Rules, Setup
from companion.virtual_game import Heard, Press, VirtualGame, room_for
from hardware.virtual.difficulty import Level
from hardware.virtual.fonts import SHIPPED_FONTS, FontBook, default_font_folder
from hardware.virtual.table import VirtualTable

FIRST_SEED = 40_000
GAMES: dict[str, Rules] = {
    "triolet": STANDARD,
    "triominos": TriominosRules(),
    "challenge": TriominosRules(challenge=True),
}


@dataclass(slots=True)
class Tally:
    """What came of a game, or of several."""

    presses: int = 0
    turns: int = 0
    questions: int = 0
    legal_refused: int = 0
    not_yet: int = 0
    wrong: int = 0  # scored wrong, and nobody was asked
    stuck: int = 0  # games that could not go on: asked, and the right answer was not among the choices

    def add(self, other: Tally) -> None:
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))

    def __str__(self) -> str:
        return ", ".join(f"{field.name} {getattr(self, field.name)}" for field in fields(self))


def play(seed: int, level: Level, game: str = "triolet") -> tuple[Tally, str]:
    """One game; what came of it, and what went wrong first."""
    cv2.setNumThreads(1)
    fetched = default_font_folder()
    fonts = FontBook([SHIPPED_FONTS, fetched] if fetched.is_dir() else [SHIPPED_FONTS])
    rules, rng = GAMES[game], random.Random(seed)
    family: list[Press]
    if isinstance(rules, TriominosRules):
        family = list(family_triominos.play(rng, 2, rules))
    else:
        family = list(family_triolet.play(rng, 2))
    # Pictures know no time: in Challenge the family tells when the sand ran out.
    setup = Setup(rules, (Player("Ada", ""), Player("Blaise", "")), seconds=None)
    table = VirtualTable.draw(setup.kind, seed, level, "held-out", fonts, room_for=room_for(family))
    played = VirtualGame(table, Session.start(setup, 0.0))
    tally = Tally()
    try:
        played.calibrate()
    except CalibrationFault as fault:
        tally.stuck = 1
        return tally, str(fault)
    for heard in played.play(family):
        _count(tally, heard)
        true = heard.press.game_after
        if heard.session.state.game.scores != true.scores or heard.session.state.game.player != true.player:
            if heard.asked is not None or isinstance(heard.ruling, Refused | NotYet):
                tally.stuck += 1
            else:
                tally.wrong += 1
            return tally, f"press {tally.presses}: {heard.ruling!r}, truly {heard.press.expected!r}"
    return tally, ""


def _count(tally: Tally, heard: Heard) -> None:
    tally.presses += 1
    tally.turns += len(heard.counted)
    expected = heard.press.expected
    # A token that really moved is not a question, nor are two turns that the rules allow in several ways.
    is_fair = isinstance(expected, presses.ChangedBefore) and isinstance(heard.asked, ChangeAsked)
    is_fair = is_fair or (isinstance(expected, presses.TwoTurns) and not expected.is_certain)
    tally.questions += heard.asked is not None and not is_fair
    tally.legal_refused += isinstance(heard.ruling, Refused) and not isinstance(expected, presses.Refused)
    tally.not_yet += isinstance(heard.ruling, NotYet)


def main() -> None:
    parser = argparse.ArgumentParser(description="Whole virtual games, read from frames.")
    parser.add_argument("--game", choices=tuple(GAMES), default="triolet")
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--seed", type=int, default=FIRST_SEED, help="of the first game")
    parser.add_argument("--level", choices=("easy", "medium", "hard"), default="medium")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.games)
    whole = Tally()
    count = len(seeds)
    with ProcessPoolExecutor(options.jobs, mp_context=get_context("spawn")) as pool:
        for seed, (tally, trouble) in zip(
            seeds, pool.map(play, seeds, [options.level] * count, [options.game] * count), strict=True
        ):
            print(f"game {seed}: {tally}{'; ' + trouble if trouble else ''}", flush=True)
            whole.add(tally)
    rate = whole.turns / whole.questions if whole.questions else float("inf")
    print(f"{count} {options.level} {options.game} games: {whole}; one question in {rate:.0f} turns")


if __name__ == "__main__":
    main()
