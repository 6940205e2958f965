"""Is this Triolet move allowed, why not, and what is it worth?

Every broken rule is found, not only the first. Rules about the *move* (how many, in line, one joker) look
at all its tokens; rules about the *table* look at the board as it would then be, on which a token laid on
an occupied square is not there: the one that already lay there is. Only runs that hold a newly laid token
are judged; what lay there before is taken as it is, since a family may have overruled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from companion.rules.triolet.cells import AROUND, BELOW, CENTRE, COLUMNS, ORDER, RIGHT
from companion.rules.triolet.editions import Rules
from companion.rules.triolet.position import Move, Position, Tokens
from companion.rules.triolet.scoring import LONGEST_RUN, Legal, Run, find_runs, score
from companion.rules.triolet.tokens import JOKER, JOKERS, NUMBERS, OPEN_JOKER
from companion.rules.verdict import Illegal, Violation

MOST_TOKENS = 3
TOTAL = 15  # what a trio makes exactly and a pair at most

Verdict = Legal | Illegal


def judge(position: Position, move: Move) -> Verdict:
    """The verdict on laying `move` on `position`: its points, or every rule it breaks."""
    board, rules = position.board, position.rules
    laid = {cell: token for cell, token in move.tokens.items() if cell not in board}
    table = {**board, **laid}
    runs = find_runs(table, laid)
    violations = [
        *_check_move(board, move),
        *_check_place(board, laid, table, move),
        *_check_runs(table, runs),
        *_check_squares(table, laid),
        *_check_jokers(move),
    ]
    counts = list(_check_counts(rules, table, laid))
    if OPEN_JOKER in laid.values():
        open_cells = [cell for cell, token in laid.items() if token is OPEN_JOKER]
        options = () if violations or counts else joker_options(table, runs, open_cells[0])
        if len(options) != 1:
            if not options:
                violations += _check_crossing(table, runs, open_cells)
            asked = [Violation("joker-value", (cell,), (), options) for cell in _in_order(open_cells)]
            return Illegal((*violations, *asked, *counts))
        laid[open_cells[0]] = table[open_cells[0]] = JOKERS[options[0]]
    elif violations or counts:
        return Illegal((*violations, *counts))
    return score(rules, table, laid, runs)


def joker_options(table: Tokens, runs: Sequence[Run], cell: str) -> tuple[int, ...]:
    """The numbers that the open joker on `cell` may stand for, by the sums of its runs."""
    options = list(NUMBERS)
    for run in runs:
        if cell in run:
            room = TOTAL - sum([table[other].value or 0 for other in run])
            options = [
                value for value in options if value == room or (value < room and len(run) < LONGEST_RUN)
            ]
    return tuple(options)


def _check_move(board: Tokens, move: Move) -> Iterator[Violation]:
    """The rules about the move alone: how many tokens, on empty squares, in one line."""
    cells = move.tokens
    if not cells:
        yield Violation("empty-move")
    if len(cells) > MOST_TOKENS:
        yield Violation("too-many", _in_order(cells), (len(cells),))
    taken = _in_order([cell for cell in cells if cell in board])
    if taken:
        yield Violation("occupied", taken, tuple([board[cell].value for cell in taken]))
    if len(cells) > 1 and not _is_in_line(cells):
        yield Violation("not-in-line", _in_order(cells))


def _check_place(board: Tokens, laid: Tokens, table: Tokens, move: Move) -> Iterator[Violation]:
    """The rules about where the tokens lie: no gap, over the centre, touching what is there."""
    cells = _in_order(move.tokens)
    if len(cells) > 1 and _is_in_line(cells):
        after = RIGHT if cells[0][0] == cells[-1][0] else BELOW
        between, cell = [], after[cells[0]]
        while cell != cells[-1]:
            between.append(cell)
            cell = after[cell]
        empty = tuple(cell for cell in between if cell not in table)
        if empty:
            yield Violation("gap", empty)
    if not board:
        if laid and CENTRE not in laid:
            yield Violation("centre", (CENTRE,))
        return
    lonely = set(laid)
    for cell in laid:
        if cell in lonely and any(neighbour in board for neighbour in AROUND[cell]):
            lonely -= _group(cell, laid)
    while lonely:
        group = _group(min(lonely, key=ORDER.__getitem__), laid)
        yield Violation("not-touching", _in_order(group))
        lonely -= group


def _check_runs(table: Tokens, runs: Sequence[Run]) -> Iterator[Violation]:
    """Pairs make at most 15, trios exactly 15, nothing is longer; an open joker only breaks what it must."""
    for run in runs:
        values = tuple([table[cell].value for cell in run])
        known = sum([value for value in values if value is not None])
        if len(run) > LONGEST_RUN:
            yield Violation("too-long", run, values)
        elif len(run) == LONGEST_RUN:
            if known > TOTAL or (known < TOTAL and None not in values):
                yield Violation("trio-sum", run, values)
        elif known > TOTAL:
            yield Violation("pair-sum", run, values)


def _check_crossing(table: Tokens, runs: Sequence[Run], open_cells: Sequence[str]) -> Iterator[Violation]:
    """Trios that could each make 15, but not all with the same number for an open joker that they share."""
    lacks = {
        run: TOTAL - sum([table[cell].value or 0 for cell in run])
        for run in runs
        if len(run) == LONGEST_RUN and any(cell in run for cell in open_cells)
    }
    left = [run for run, lack in lacks.items() if lack >= 0]  # the others are wrong by themselves, and named
    while left:
        group = [left.pop(0)]
        for trio in group:  # and those that hang together with it by a joker
            near = [run for run in left if any(cell in trio and cell in run for cell in open_cells)]
            group += near
            left = [run for run in left if run not in near]
        jokers = [cell for cell in open_cells if any(cell in trio for trio in group)]
        if not _can_be_named(jokers, [(trio, lacks[trio]) for trio in group]):
            for trio in group:
                yield Violation("trio-sum", trio, tuple([table[cell].value for cell in trio]))


def _can_be_named(jokers: Sequence[str], trios: Sequence[tuple[Run, int]]) -> bool:
    """Whether some numbers for the jokers give each trio what it lacks.

    Three jokers that hang together are not looked into: they are too many anyway.
    """
    for numbers in product(NUMBERS, repeat=len(jokers)) if len(jokers) < 3 else ():
        named = dict(zip(jokers, numbers, strict=True))
        if all(sum([named.get(cell, 0) for cell in trio]) == lack for trio, lack in trios):
            return True
    return len(jokers) >= 3


def _check_squares(table: Tokens, laid: Tokens) -> Iterator[Violation]:
    """No board of just four tokens that are a square, nor of just nine: nothing could ever be laid again."""
    for side in (2, 3):
        if laid and len(table) == side * side and is_square(table, side):
            yield Violation(f"square-{side}x{side}", _in_order(table))


def is_square(table: Tokens, side: int) -> bool:
    """Whether the side x side tokens of `table` are a full square."""
    places = [divmod(ORDER[cell], len(COLUMNS)) for cell in table]
    return all(max(axis) - min(axis) == side - 1 for axis in zip(*places, strict=True))


def _check_jokers(move: Move) -> Iterator[Violation]:
    """At most one joker a move."""
    jokers = [cell for cell, token in move.tokens.items() if token.face == JOKER]
    if len(jokers) > 1:
        yield Violation("two-jokers", _in_order(jokers), (len(jokers),))


def _check_counts(rules: Rules, table: Tokens, laid: Tokens) -> Iterator[Violation]:
    """No face more often on the table than in the box, as far as the edition's counts are certain."""
    edition = rules.edition
    for face in dict.fromkeys(token.face for token in laid.values()):
        if face not in edition.certain:
            continue
        cells = [cell for cell, token in table.items() if token.face == face]
        if len(cells) > edition.counts[face]:
            number = None if face == JOKER else int(face)
            mine = _in_order([cell for cell in cells if cell in laid])
            yield Violation("token-count", mine, (number, len(cells), edition.counts[face]))


def _is_in_line(cells: Sequence[str] | Tokens) -> bool:
    return len({cell[0] for cell in cells}) == 1 or len({cell[1:] for cell in cells}) == 1


def _group(cell: str, laid: Tokens) -> set[str]:
    """The laid tokens that hang together with `cell`."""
    group, edge = {cell}, [cell]
    while edge:
        near = [other for other in AROUND[edge.pop()] if other in laid and other not in group]
        group.update(near)
        edge += near
    return group


def _in_order(cells: Sequence[str] | set[str] | Tokens) -> tuple[str, ...]:
    return tuple(sorted(cells, key=ORDER.__getitem__)) if len(cells) > 1 else tuple(cells)
