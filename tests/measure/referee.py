"""Ten thousand virtual turns with family mistakes through the referee, observed as noisily as a reader does.

    python -m tests.measure.referee --turns 10000 --game triolet --noise measured
    python -m tests.measure.referee --turns 10000 --game triominos --vary illegal 0.001 0.01 0.03 0.1 0.3

Printed, and that for each value of what is varied, such as the prior for an illegal move:

- *wrong*: turns taken for something else with nobody asked: another move accepted, a move or a change not
  noticed (although "nothing new" asks what the turn was), an illegal move accepted. Bar: 0.
- *refused*: legal moves, or presses with nothing new, that were refused. Bar: 1 in 1,000 turns.
- *not yet*: the table is always clear and still here. Bar: 0.
- *questions*: choices between readings because the camera doubts, and "something moved" that did not. Bar: 1
  in 60 turns. Of these *unhelpful*: the truth was not among the answers, and is entered by hand.
- *order*: a forgotten press that the rules allow several ways to see. No camera can tell: it is always asked.

Something that truly moved, an open joker, a pass, an exchange or a draw is no question. Turns are those of
the true game; a forgotten press ends two. Same seed, same figures, whatever the number of jobs.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import Pool
from typing import Self

import numpy as np

from companion.referee import STANDARD, Priors
from tests.referee.families import Outcome, Ruled, triolet_game, triominos_game
from tests.referee.noise import CORNER_PRESETS, PRESETS, ReaderNoise, expected_doubt

GAME_SEEDS = 1_000_003  # apart: games of one seed are not those of the next


@dataclass(slots=True)
class Tally:
    """What became of the presses of some games, for each of the priors."""

    priors: int
    turns: int = 0
    presses: int = 0
    outcomes: list[Counter[Outcome]] = field(default_factory=list)
    took_s: list[float] = field(default_factory=list)
    slips: list[str] = field(default_factory=list)  # what went wrong with the first of the priors

    def __post_init__(self) -> None:
        self.outcomes = self.outcomes or [Counter() for _ in range(self.priors)]

    def add(self, seed: int, ruled: Ruled) -> None:
        self.turns += ruled.turns
        self.presses += 1
        self.took_s += ruled.took_s
        for counter, outcome in zip(self.outcomes, ruled.outcomes, strict=True):
            counter[outcome] += 1
        if ruled.outcomes[0] not in ("right", "order"):
            self.slips.append(
                f"game {seed}, press {self.presses}: {ruled.outcomes[0]}: "
                f"{ruled.press.expected} was ruled {ruled.rulings[0]}"
            )

    def __iadd__(self, other: Tally) -> Self:
        self.turns, self.presses = self.turns + other.turns, self.presses + other.presses
        self.took_s, self.slips = self.took_s + other.took_s, self.slips + other.slips
        for mine, theirs in zip(self.outcomes, other.outcomes, strict=True):
            mine.update(theirs)
        return self


def play(seed: int, game: str, noise: ReaderNoise, priors: Sequence[Priors]) -> Tally:
    """One whole game."""
    tally = Tally(len(priors))
    games: dict[str, Callable[..., Iterator[Ruled]]] = {"triolet": triolet_game, "triominos": triominos_game}
    for ruled in games[game](seed, noise, priors):
        tally.add(seed, ruled)
    return tally


def play_many(turns: int, seed: int, jobs: int, one: Callable[[int], Tally], priors: int) -> Tally:
    """Games until there are so many turns."""
    whole = Tally(priors)
    seeds = iter(range(seed * GAME_SEEDS, (seed + 1) * GAME_SEEDS))
    with Pool(jobs) if jobs > 1 else _Alone() as pool:
        for tally in pool.imap(one, seeds):
            whole += tally
            if whole.turns >= turns:
                return whole
    return whole


class _Alone:
    """A pool of none but this process."""

    imap = staticmethod(map)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fault: object) -> None:
        pass


def main() -> None:
    parser = argparse.ArgumentParser(description="What the referee makes of noisy tables.")
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--game", choices=["triolet", "triominos"], default="triolet")
    parser.add_argument("--noise", choices=sorted({*PRESETS, *CORNER_PRESETS}), default="measured")
    parser.add_argument("--doubt", type=float, help="the middle of log10(1 - confidence), instead")
    parser.add_argument("--hard", type=float, help="the share of doubtful pieces, instead")
    parser.add_argument("--vary", nargs="+", metavar=("PRIOR", "VALUE"), help="compare values of a prior")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--slips", action="store_true", help="tell of everything that went wrong")
    told = parser.parse_args()
    presets = PRESETS if told.game == "triolet" else CORNER_PRESETS
    if told.noise not in presets:
        parser.error(f"{told.game} has {', '.join(presets)}")
    noise = presets[told.noise]
    noise = noise if told.doubt is None else replace(noise, doubt=told.doubt)
    noise = noise if told.hard is None else replace(noise, hard=told.hard)
    name, *values = told.vary or ["illegal", STANDARD.illegal]
    if not values:
        parser.error("--vary wants the name of a prior, and its values")
    priors = [replace(STANDARD, **{name: float(value)}) for value in values]
    one = partial(play, game=told.game, noise=noise, priors=priors)
    tally = play_many(told.turns, told.seed, told.jobs, one, len(priors))
    accuracy = _accuracy(told.game, noise)
    print(f"{told.game}, {told.noise}: {tally.turns} turns, {tally.presses} presses, {accuracy}")
    took_ms = np.array(tally.took_s) * 1000
    print(
        f"a ruling takes {took_ms.mean():.2f} ms, 95 of 100 under {np.percentile(took_ms, 95):.2f} ms, "
        f"at most {took_ms.max():.1f} ms"
    )
    print(f"{name:8}  wrong  refused  not yet  questions (1 in)  unhelpful  order")
    for value, counts in zip(values, tally.outcomes, strict=True):
        asked = counts["question"] + counts["unhelpful"] + counts["false alarm"]
        rate = f"(1 in {tally.turns / asked:.0f})" if asked else ""
        print(
            f"{value!s:<8}  {counts['wrong']:5}  {counts['refused']:7}  {counts['not yet']:7}  "
            f"{asked:5} {rate:>11}  {counts['unhelpful']:9}  {counts['order']:5}   "
            f"false alarms {counts['false alarm']}"
        )
    if told.slips:
        print("\n".join(tally.slips))


def _accuracy(game: str, noise: ReaderNoise) -> str:
    """How often a face, or the number in a corner, is read right with this noise, by its own confidences."""
    what = "faces" if game == "triolet" else "corners"
    return f"{1 - expected_doubt(noise):.2%} of the {what} read right"


if __name__ == "__main__":
    main()
