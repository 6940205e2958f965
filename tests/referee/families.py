"""Families at a table with a noisy reader and the referee: each press with its ruling, and what it was worth.

The game goes on as it truly is: accepted turns are the family's own, questions are answered with the truth, a
refused press stays refused.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import thread_time  # of this thread: other programs do not count
from typing import Literal

from companion.players import family_triolet, family_triominos, presses
from companion.players.mistakes import FAMILY
from companion.players.triolet_table import Shift, apply
from companion.players.triominos_table import Table
from companion.referee import Priors, rule_triolet, rule_triominos
from companion.rules.triolet.editions import Rules
from companion.rules.triolet.position import Move as TokenMove
from companion.rules.triolet.tokens import OPEN_JOKER
from companion.rules.triominos import game as triominos
from companion.session import rulings
from companion.session.rulings import Move, Ruling
from tests.referee.noise import BoardNoise, ReaderNoise, TableNoise

Outcome = Literal[
    "right",
    "wrong",  # taken for something else, and nobody was asked
    "refused",  # a legal move, or nothing at all, was refused
    "not yet",
    "question",  # between readings, because of the camera's doubt
    "false alarm",  # "something moved" that did not
    "order",  # a forgotten press that the rules allow several ways to see
    "unhelpful",  # a question without the truth among its answers
]
Press = family_triolet.Press | family_triominos.Press


@dataclass(frozen=True, slots=True)
class Ruled:
    """One press, what was ruled on it with each of the priors, and the time each took to compute."""

    press: Press
    rulings: tuple[Ruling, ...]
    outcomes: tuple[Outcome, ...]
    took_s: tuple[float, ...]

    @property
    def turns(self) -> int:
        """How many turns the press ended."""
        if isinstance(self.press.expected, presses.TwoTurns):
            return 2
        return 1 if self.press.turns else 0


def triolet_game(seed: int, noise: ReaderNoise, priors: Sequence[Priors]) -> Iterator[Ruled]:
    """A whole game of Triolet; players, style and edition follow from the seed."""
    rules = Rules.parse({"edition": "uk" if seed % 5 == 4 else "fr"})
    style: Literal["greedy", "random"] = "greedy" if seed % 2 else "random"
    reader = BoardNoise(seed, noise)
    table: dict[str, str] = {}
    askew: dict[str, tuple[float, float]] = {}
    before = reader.observe(table)
    for press in family_triolet.play(random.Random(seed), 2 + seed % 3, rules, style, FAMILY):
        table = apply(table, press.changes)
        for change in press.changes:
            askew.pop(change.cell, None)
            if isinstance(change, Shift):
                askew[change.target] = (change.dx - round(change.dx), change.dy - round(change.dy))
        seen = reader.observe(table, askew)
        made, took = [], []
        for prior in priors:
            start = thread_time()
            made.append(rule_triolet(seen, press.game_before, before, prior))
            took.append(thread_time() - start)
        yield Ruled(press, tuple(made), tuple(weigh(press, ruling) for ruling in made), tuple(took))
        if press.turns:
            before = seen


def triominos_game(seed: int, noise: ReaderNoise, priors: Sequence[Priors]) -> Iterator[Ruled]:
    """A whole game of Triominos; players, style and whether it is Challenge follow from the seed."""
    style: Literal["greedy", "random"] = "greedy" if seed % 2 else "random"
    rules = triominos.Rules(challenge=seed % 5 == 4)
    reader = TableNoise(seed, noise)
    table = Table()
    before = reader.observe({})
    for press in family_triominos.play(random.Random(seed), 2 + seed % 3, rules, style, FAMILY):
        table = table.after(press.changes)
        seen = reader.observe(table.tiles, len(table.pushed_out))
        made, took = [], []
        for prior in priors:
            start = thread_time()
            made.append(rule_triominos(seen, press.game_before, before, prior))
            took.append(thread_time() - start)
        yield Ruled(press, tuple(made), tuple(weigh(press, ruling) for ruling in made), tuple(took))
        if press.turns:
            before = seen


def weigh(press: Press, ruling: Ruling) -> Outcome:
    """What a ruling is worth, the press being what it truly was."""
    truth = _true_moves(press)
    expected = press.expected
    match ruling:
        case rulings.NotYet():
            return "not yet"
        case rulings.ChangedBefore():
            return "right" if isinstance(expected, presses.ChangedBefore) else "false alarm"
        case rulings.NothingNew():
            return "right" if isinstance(expected, presses.NothingNew) else "wrong"
        case rulings.Refused(move):
            if isinstance(expected, presses.ChangedBefore):
                return "right"  # nothing is counted, and the table is looked at
            is_right = isinstance(expected, presses.Refused) and _is_same((move,), (expected.move,))
            # An illegal move that is refused for another number than it shows is still refused.
            return "right" if is_right or isinstance(expected, presses.Refused) else "refused"
        case rulings.Accepted(moves):
            is_only = not isinstance(expected, presses.TwoTurns) or expected.is_certain
            return "right" if truth is not None and _is_same(moves, truth) and is_only else "wrong"
        case rulings.Unsure(readings):
            if isinstance(expected, presses.TwoTurns) and not expected.is_certain:
                return "order"
            if isinstance(expected, presses.ChangedBefore):
                return "question"
            wanted = (expected.move,) if isinstance(expected, presses.Refused) else truth or ()
            return "question" if any(_is_same(r.moves, wanted) for r in readings) else "unhelpful"


def _true_moves(press: Press) -> tuple[Move, ...] | None:
    """The moves that the press truly ended with; `None` if it laid none that count."""
    expected = press.expected
    if isinstance(expected, presses.Accepted):
        return (expected.move,)
    if isinstance(expected, presses.TwoTurns):
        moves: list[Move] = [turn.move for turn in press.turns if hasattr(turn, "move")]
        return tuple(moves)
    return None


def _is_same(moves: Sequence[Move], truth: Sequence[Move]) -> bool:
    """Whether these are the true moves; an open joker may still become what it is."""
    return len(moves) == len(truth) and all(map(_is_same_move, moves, truth))


def _is_same_move(move: Move, truth: Move) -> bool:
    if not isinstance(move, TokenMove) or not isinstance(truth, TokenMove):
        return move == truth
    if move.tokens.keys() != truth.tokens.keys():
        return False
    return all(
        token == other or (token.is_joker and other.is_joker and OPEN_JOKER in (token, other))
        for token, other in ((token, truth.tokens[cell]) for cell, token in move.tokens.items())
    )
