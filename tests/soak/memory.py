"""Memory over many games: `python -m tests.soak.memory --games 500`.

One process plays them all into one journal, as a machine does that is never switched off. Every ninth game,
of one kind and the other in turn, is played to its end; the players end the others after 12 turns, so that
most of the time does not go by waiting for the disk.
"""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
from pathlib import Path

from companion.journal import Journal
from companion.record import is_finished
from companion.rules.triolet.editions import Rules as TrioletRules
from companion.rules.triominos.game import Rules as TriominosRules
from companion.session.intents import CountRack, EndGame
from companion.session.setup import Setup
from tests.recorded import play_some, say, seats, true_game

WARM_UP = 50  # games after which everything that is made once has been made
WHOLE_EVERY, SHORT_TURNS, ALL_TURNS = 9, 12, 10_000
MOST_GROWTH_MB = 4.0  # SQLite's own cache of pages takes 2 of them while the file grows to that size
SETUPS = (
    Setup(TrioletRules(), seats("Anna", "Ben")),
    Setup(TriominosRules(), seats("Anna", "Ben", "Cleo")),
)


def play_game(journal: Journal, number: int) -> None:
    """One game of its own, from its beginning to the racks that are counted."""
    setup = SETUPS[number % len(SETUPS)]
    turns = ALL_TURNS if number % WHOLE_EVERY == 0 else SHORT_TURNS
    game = play_some(journal, setup, seed=number, turns=turns)
    if not game.session.state.is_over:
        game = say(game, EndGame(5_000.0))
    _, rests = true_game(setup, number, turns)
    for player in game.session.state.settlement.missing:
        game = say(game, CountRack(player, rests[player], 6_000.0))
    assert is_finished(game.session.state)


def resident_mb() -> float:
    """What this process holds in memory now, as Linux counts it; rubbish that nobody took away is none."""
    gc.collect()
    status = Path("/proc/self/status").read_text()
    (line,) = (line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "memory.db") as journal:
        at_first = 0.0
        for number in range(options.games):
            if number == WARM_UP:
                at_first = resident_mb()
            play_game(journal, number)
        in_the_end = resident_mb()
    growth = in_the_end - at_first
    print(
        f"resident memory: {at_first:.1f} MB after {WARM_UP} games, {in_the_end:.1f} MB after "
        f"{options.games}: {growth:+.1f} MB (at most {MOST_GROWTH_MB:g})"
    )
    sys.exit(growth > MOST_GROWTH_MB)


if __name__ == "__main__":
    main()
