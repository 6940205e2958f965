"""A look at the Triolet board with the last accepted position in mind: what changed, what is new, what is in
the way. No rules but who lies next to whom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.referee.hypotheses import Option
from companion.referee.priors import ChangeOdds, Priors, is_changed
from companion.rules.triolet.cells import ABOVE, AROUND, BELOW, CENTRE, LEFT, ORDER, RIGHT
from companion.rules.triolet.position import Tokens
from companion.rules.triolet.tokens import FACES as RULE_FACES
from companion.rules.triolet.tokens import MOVE_TOKENS, Token
from vision.observation import EMPTY, FACES, OTHER, SQUARES, TOKEN, BoardObservation, cell_at, place_of

Laid = tuple[str, Token]  # a token on its cell
Pair = tuple[str, str]

assert FACES == RULE_FACES  # both list them in the order of the numbers
TINY = 1e-9
MOST_FACES = 8  # readings of one token that are followed up
CLEARLY = 50.0  # odds: a special square that looks like a token does not look it more than this
HALF = 0.5  # of a square: a token whose middle is farther off lies on the next one


@dataclass(frozen=True, slots=True)
class Look:
    """What a board shows, square by square."""

    missing: tuple[str, ...]  # accepted cells whose token is gone
    different: tuple[tuple[str, str], ...]  # accepted cells with another face, and which
    new: tuple[str, ...]  # where a token lies that was not accepted, rather than not
    across: tuple[Pair, ...]  # new tokens that lie across a line
    squares: tuple[tuple[Option[Laid], ...], ...]  # what each square that may hold a new token may hold
    hidden: tuple[str, ...]  # covered cells that matter


def look_at(seen: BoardObservation, board: Tokens, before: BoardObservation | None, priors: Priors) -> Look:
    """What `seen` shows where `board` was accepted, when `before` was seen."""
    askew, moved, across = _sort_pairs(seen, board)
    odds = _token_odds(seen, before, priors)
    ours = {half for pair in (*askew, *moved) for half in pair} | {other for _, other in across}
    likely = [
        cell_at(row, column) for row, column in np.argwhere(odds > priors.faint / (1 - priors.faint)).tolist()
    ]
    likely = [cell for cell in likely if cell not in board and cell not in ours]
    new = [cell for cell in likely if odds[place_of(cell)] > 1]
    first = dict(across)
    squares = tuple(
        _across_options(seen, cell, first[cell], priors)
        if cell in first
        else _options(seen, cell, float(odds[place_of(cell)]), priors)
        for cell in likely
    )
    extra = [other for _, other in moved]
    missing, different = _changes(seen, board, before, priors, {cell for cell, _ in moved})
    covered = set(seen.covered)
    matter = _matter(board, new) | {cell for cell in covered if cell in board} if covered else set()
    return Look(
        missing,
        different,
        tuple(sorted([*new, *extra], key=ORDER.__getitem__)),
        tuple(pair for pair in across if pair[0] in likely),
        squares,
        tuple(sorted(covered & matter, key=ORDER.__getitem__)),
    )


def _sort_pairs(seen: BoardObservation, board: Tokens) -> tuple[list[Pair], list[Pair], list[Pair]]:
    """Tokens across a line: accepted ones still in their squares, accepted ones that left them (from, to),
    and new ones."""
    askew: list[Pair] = []
    moved: list[Pair] = []
    across: list[Pair] = []
    for cell, other in seen.between():
        if cell in board and other not in board:
            is_out = float(np.abs(seen.offsets[place_of(cell)]).max()) > HALF
            (moved if is_out else askew).append((cell, other))
        elif cell not in board and other in board:
            moved.append((other, cell))
        elif cell not in board:
            across.append((cell, other))
    return askew, moved, across


def _token_odds(
    seen: BoardObservation, before: BoardObservation | None, priors: Priors
) -> NDArray[np.float64]:
    """(15, 15): the odds that a square holds a token and not nothing, against how it looked when empty."""
    now = _odds(seen)
    if before is None:
        return now
    then = _odds(before)
    # A square that clearly held a token then was accepted with it, and the turn undone since.
    then[then > CLEARLY] = 0
    return np.asarray(now * priors.usual / np.maximum(then, priors.usual))


def _odds(seen: BoardObservation) -> NDArray[np.float64]:
    states = seen.states.astype(np.float64)
    return np.asarray(states[..., TOKEN] / np.maximum(states[..., EMPTY] + states[..., OTHER], TINY))


def _options(seen: BoardObservation, cell: str, odds: float, priors: Priors) -> tuple[Option[Laid], ...]:
    """What a square may hold: one of several tokens, or nothing if that is not out of the question."""
    there = odds / (1 + odds)
    options = [Option(((cell, token),), there * chance) for token, chance in _faces(seen, cell, priors)]
    if there < 1 - priors.faint:
        options.append(Option((), 1 - there))
    return tuple(options)


def _across_options(
    seen: BoardObservation, cell: str, other: str, priors: Priors
) -> tuple[Option[Laid], ...]:
    """A token across a line: on the square that holds its middle, or on the other one."""
    off = min(float(np.abs(seen.offsets[place_of(cell)]).max()), HALF)
    return tuple(
        Option(((place, token),), chance * share)
        for token, chance in _faces(seen, cell, priors)
        for place, share in ((cell, 1 - off), (other, off))
    )


def _faces(seen: BoardObservation, cell: str, priors: Priors) -> list[tuple[Token, float]]:
    chances = seen.faces[place_of(cell)].astype(np.float64)
    chances = chances / max(float(chances.sum()), TINY)
    best = np.argsort(-chances)[:MOST_FACES]
    return [
        (MOVE_TOKENS[FACES[face]], float(chances[face]))
        for face in best.tolist()
        if chances[face] >= priors.faint_face
    ]


def _changes(
    seen: BoardObservation,
    board: Tokens,
    before: BoardObservation | None,
    priors: Priors,
    moved: set[str],
) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """The accepted cells that no longer hold their token, and those that hold another."""
    if not board:
        return (), ()
    missing, different = [], []
    cells = sorted(board, key=ORDER.__getitem__)
    rows, columns = np.array([divmod(ORDER[cell], SQUARES) for cell in cells]).T
    accepted = np.array([FACES.index(board[cell].face) for cell in cells])
    now = _change_odds(seen, rows, columns, accepted)
    then = None if before is None else _change_odds(before, rows, columns, accepted)
    for index, cell in enumerate(cells):
        if cell not in moved and not is_changed(now[index], None if then is None else then[index], priors):
            continue
        states = seen.states[place_of(cell)]
        if cell in moved or states[EMPTY] >= states[TOKEN]:
            missing.append(cell)
        else:
            faces = seen.faces[place_of(cell)].copy()
            faces[accepted[index]] = 0
            different.append((cell, FACES[int(faces.argmax())]))
    return tuple(missing), tuple(different)


def _change_odds(
    seen: BoardObservation, rows: NDArray[np.int64], columns: NDArray[np.int64], faces: NDArray[np.int64]
) -> list[ChangeOdds]:
    """The odds that these squares no longer hold these faces; a covered square says nothing."""
    states = seen.states[rows, columns].astype(np.float64)
    same = seen.faces[rows, columns, faces].astype(np.float64)
    gone = states[:, EMPTY] / np.maximum(states[:, TOKEN], TINY)
    swapped = np.maximum(1 - same, 0) / np.maximum(same, TINY)
    return [ChangeOdds(*odds) for odds in zip(gone.tolist(), swapped.tolist(), strict=True)]


def _matter(board: Tokens, new: Iterable[str]) -> set[str]:
    """Where a hidden token would change the ruling: in line with the new ones with no gap between; if none is
    new, wherever a move may lie."""
    there = {*board, *new}
    starts = list(new) or list(board) or [CENTRE]
    near = {cell for start in starts for cell in _reach(start, there)}
    return near | (set() if board else {CENTRE})


def _reach(start: str, there: set[str]) -> Iterable[str]:
    """The squares around `start`, and the first one without a token in every direction."""
    yield from AROUND[start]
    for step in (ABOVE, LEFT, RIGHT, BELOW):
        cell = start
        while cell in there:
            cell = step[cell]
        yield cell  # or "", beyond the edge, where nothing is hidden
