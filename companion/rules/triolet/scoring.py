"""What a legal Triolet move is worth: every new pair and trio, special squares, and the Triolet bonus."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Literal

from companion.rules.triolet.cells import LINES
from companion.rules.triolet.editions import DOUBLE, Rules
from companion.rules.triolet.position import Move, Position, Tokens
from companion.rules.triolet.tokens import Token
from companion.rules.verdict import Language

TRIO_POINTS = 30  # 15 for its sum and a bonus of 15
TRIOLET_BONUS = 50
LONGEST_RUN = 3

Run = tuple[str, ...]  # cells side by side, left to right or top to bottom


@dataclass(frozen=True, slots=True)
class TokenSet:
    """One new set: where it lies, its tokens, what multiplies each of them, and its points."""

    cells: Run
    tokens: tuple[Token, ...]
    factors: tuple[int, ...]
    kind: Literal["single", "pair", "trio"]
    points: int

    @property
    def multiplier(self) -> int:
        return prod(self.factors)

    def to_json(self) -> dict[str, object]:
        return {
            "cells": list(self.cells),
            "kind": self.kind,
            "multiplier": self.multiplier,
            "points": self.points,
        }


@dataclass(frozen=True, slots=True)
class Legal:
    """The verdict on a legal move: its points, how they add up, and whether the player goes again."""

    points: int
    replay: bool
    sets: tuple[TokenSet, ...]
    bonus: int
    jokers: dict[str, int]  # the value of each joker in the move, by cell
    legal: Literal[True] = True

    def to_json(self, language: Language = "en") -> dict[str, object]:
        return {
            "legal": True,
            "points": self.points,
            "replay": self.replay,
            "sets": [new_set.to_json() for new_set in self.sets],
            "bonus": self.bonus,
            "jokers": self.jokers,
        }

    def __hash__(self) -> int:
        return hash((self.points, self.sets))


NOTHING = Legal(0, False, (), 0, {})  # what comes after the end counts


def find_runs(table: Tokens, laid: Iterable[str]) -> list[Run]:
    """Every run of two tokens or more that holds a cell of `laid`, the horizontal ones first."""
    runs: list[Run] = []
    for before, after in LINES:
        seen: set[str] = set()
        for cell in laid:
            if cell in seen:
                continue
            start = cell
            while before[start] in table:
                start = before[start]
            run = [start]
            while after[run[-1]] in table:
                run.append(after[run[-1]])
            if len(run) > 1:
                seen.update(run)
                runs.append(tuple(run))
    return runs


def score(rules: Rules, table: Tokens, laid: Tokens, runs: Sequence[Run]) -> Legal:
    """The verdict on a legal move. `table` holds the board and `laid`; `runs` are its new runs."""
    special = {cell: factor for cell, factor in rules.layout.factors.items() if cell in laid}
    sets = _best_sets(table, runs, special) if runs else (_score_single(rules, laid),)
    jokers = {cell: token.value for cell, token in laid.items() if token.is_joker and token.value is not None}
    bonus = TRIOLET_BONUS if len(laid) == LONGEST_RUN and not jokers else 0
    points = sum([new_set.points for new_set in sets]) + bonus
    return Legal(points, not rules.layout.replay.isdisjoint(laid), sets, bonus, jokers)


def score_anyway(position: Position, move: Move) -> Legal:
    """What a move counts that breaks rules, if the family counts it anyway: as if they allowed it.

    Pairs and trios have their price whatever they sum to, and so has a lone opening token. A run of more than
    three has none, nor has a token that stands alone later on. A token laid on another covers it: the
    special square below is spent.
    """
    rules, laid = position.rules, move.tokens
    table = {**position.board, **laid}
    runs = [run for run in find_runs(table, laid) if len(run) <= LONGEST_RUN]
    factors = rules.layout.factors
    special = {
        cell: factors[cell]
        for cell in laid
        if cell in factors and cell not in position.board and any(cell in run for run in runs)
    }
    sets = _best_sets(table, runs, special) if runs else ()
    if len(laid) == 1 and not position.board:
        sets = (_score_single(rules, laid),)
    jokers = {cell: token.value for cell, token in laid.items() if token.is_joker and token.value is not None}
    is_triolet = not jokers and any(len(run) == LONGEST_RUN and laid.keys() == set(run) for run in runs)
    bonus = TRIOLET_BONUS if is_triolet else 0
    points = sum(new_set.points for new_set in sets) + bonus
    return Legal(points, not rules.layout.replay.isdisjoint(laid), sets, bonus, jokers)


def _best_sets(table: Tokens, runs: Sequence[Run], special: dict[str, int]) -> tuple[TokenSet, ...]:
    """Each special square serves one of its sets: the choice worth most, on a tie the horizontal one."""
    choices = [[(cell, run) for run in runs if cell in run] for cell in special]
    best: tuple[TokenSet, ...] = ()
    best_points = -1
    # Together, not one by one: two squares on the same trio multiply each other. Horizontal sets come first
    # in `runs`, so the first of equals is the one that the tie rule asks for.
    for choice in product(*choices):
        sets = tuple([_score_set(table, run, special, choice) for run in runs])
        points = sum([new_set.points for new_set in sets])
        if points > best_points:
            best, best_points = sets, points
    return best


def _score_set(
    table: Tokens, run: Run, special: dict[str, int], choice: Sequence[tuple[str, Run]]
) -> TokenSet:
    tokens = tuple([table[cell] for cell in run])
    factors = (
        tuple([special[cell] if (cell, run) in choice else 1 for cell in run]) if choice else _ONES[len(run)]
    )
    if len(run) == LONGEST_RUN:
        return TokenSet(run, tokens, factors, "trio", TRIO_POINTS * prod(factors))
    points = tokens[0].points * factors[0] + tokens[1].points * factors[1]
    return TokenSet(run, tokens, factors, "pair", points)


_ONES = {length: (1,) * length for length in (2, 3)}


def _score_single(rules: Rules, laid: Tokens) -> TokenSet:
    """A lone opening token makes no set; by the setting the centre doubles it or it counts nothing."""
    ((cell, token),) = laid.items()
    if rules.lone_opening == "zero":
        return TokenSet((cell,), (token,), (1,), "single", 0)
    return TokenSet((cell,), (token,), (DOUBLE,), "single", DOUBLE * token.points)
