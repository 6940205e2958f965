"""Moves that break a rule, as people lay them: with pieces they hold, mostly only just wrong."""

from __future__ import annotations

import random
from collections.abc import Sequence

from companion.players.forgotten import could_be_turns
from companion.players.presses import Refused
from companion.rules.triolet import game as triolet
from companion.rules.triolet.cells import AROUND, CENTRE, LINES
from companion.rules.triolet.judge import TOTAL
from companion.rules.triolet.judge import judge as judge_tokens
from companion.rules.triolet.position import Move as TokenMove
from companion.rules.triolet.position import Tokens
from companion.rules.triolet.tokens import MOVE_TOKENS
from companion.rules.triominos.judge import judge as judge_tile
from companion.rules.triominos.moves import open_places
from companion.rules.triominos.position import Move as TileMove
from companion.rules.triominos.position import Position
from companion.rules.triominos.tiles import Tile, turned
from companion.rules.verdict import Illegal, Violation

TRIES = 50  # token moves looked at: enough to find a near miss, and a slip of some kind nearly always
MISPLACED = 0.25  # so many Triolet slips are not about a sum: a gap, a corner, tokens that touch nothing
CORNER_ONLY = 0.3  # so many Triominos slips, where it is possible, are only about a point that tiles share
NEAR_MISS = 0.7  # so many slips are the least wrong of those found, the hardest to tell from a legal move

SUM_RULES = {"pair-sum", "trio-sum", "joker-value"}


def slip_with_tokens(
    game: triolet.Game, rack: Sequence[str], rng: random.Random
) -> Refused[TokenMove] | None:
    """An illegal move with tokens of `rack`; `None` if none was found.

    Never one that could also be two or three legal moves that nobody pressed for.
    """
    misplaced = rng.random() < MISPLACED
    found: list[Refused[TokenMove]] = []
    for _ in range(TRIES):
        cells = _token_cells(game.position.board, rng.randint(1, len(rack)), misplaced, rng)
        faces = rng.sample(rack, len(cells))
        move = TokenMove({cell: MOVE_TOKENS[face] for cell, face in zip(cells, faces, strict=True)})
        verdict = judge_tokens(game.position, move)
        if (
            isinstance(verdict, Illegal)
            and not any(violation.options for violation in verdict.violations)  # it would only be asked about
            and (misplaced or set(verdict.rules) <= SUM_RULES)
        ):
            found.append(Refused(move, verdict))
    rng.shuffle(found)
    if misplaced and found:  # each combination of rules is as likely, so that the rare ones come up too
        rules = rng.choice(sorted({slip.rules for slip in found}))
        found.sort(key=lambda slip: slip.rules != rules)
    elif rng.random() < NEAR_MISS:
        found.sort(key=_excess)
    return next((slip for slip in found if not could_be_turns(game, slip.move.tokens)), None)


def slip_with_tile(position: Position, hand: Sequence[Tile], rng: random.Random) -> Refused[TileMove] | None:
    """A tile of `hand` whose numbers do not match; `None` on an empty table, where everything does."""
    found: list[Refused[TileMove]] = []
    for place in open_places(position):
        for tile in hand:
            for corners in sorted(set(turned(tile))):
                verdict = judge_tile(position, TileMove(place, corners))
                if isinstance(verdict, Illegal):
                    found.append(Refused(TileMove(place, corners), verdict))
    at_corners = [slip for slip in found if set(slip.rules) == {"corner-mismatch"}]
    if at_corners and rng.random() < CORNER_ONLY:
        return rng.choice(at_corners)
    if found and rng.random() < NEAR_MISS:
        least = min(map(_wrong_numbers, found))
        found = [slip for slip in found if _wrong_numbers(slip) == least]
    return rng.choice(found) if found else None


def _token_cells(board: Tokens, count: int, misplaced: bool, rng: random.Random) -> list[str]:
    """Up to `count` empty squares: side by side next to what lies there, or `misplaced` by some steps."""
    near = [cell for filled in board for cell in AROUND[filled] if cell not in board] or [CENTRE]
    cell = rng.choice(near)
    if misplaced and rng.random() < 0.4:
        cell = rng.choice([other for other in AROUND[cell] if other not in board] or [cell])
    cells, step = [cell], rng.choice(rng.choice(LINES))
    while len(cells) < count:
        cell = step[cell]
        if misplaced and rng.random() < 0.3:  # over a square, or round the corner
            step = rng.choice((step, *rng.choice(LINES)))
            cell = step[cell]
        while cell in board:
            cell = step[cell]
        if not cell or cell in cells:
            break
        cells.append(cell)
    return cells


def _excess(slip: Refused[TokenMove]) -> int:
    """By how much the sums are wrong."""
    return sum(map(_off, slip.verdict.violations))


def _off(violation: Violation) -> int:
    return abs(sum(value or 0 for value in violation.values) - TOTAL)


def _wrong_numbers(slip: Refused[TileMove]) -> int:
    """How many numbers differ from what they meet."""
    wrong = 0
    for violation in slip.verdict.violations:
        values = violation.values
        if violation.rule == "side-mismatch":
            wrong += sum(mine != theirs for mine, theirs in zip(values[:2], values[2:], strict=True))
        else:
            wrong += len(values) - 1
    return wrong
