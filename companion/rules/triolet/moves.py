"""Every legal Triolet move for a rack, and whether any is left for the tokens nobody has seen.

For each empty square the sums of the run through it leave a set of numbers that fit; held as the bits of
one whole number (bit 5 is set: a 5 fits), so that both directions are joined by `&`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.rules.scored import ScoredMove
from companion.rules.triolet.cells import AROUND, CELLS, CENTRE, LINES, ORDER
from companion.rules.triolet.judge import MOST_TOKENS, TOTAL, is_square
from companion.rules.triolet.position import Move, Position, Tokens
from companion.rules.triolet.scoring import LONGEST_RUN, Legal, find_runs, score
from companion.rules.triolet.tokens import FACES, JOKER, JOKERS, NUMBERED, NUMBERS, Token

ANY_NUMBER = (1 << len(NUMBERS)) - 1


def legal_moves(position: Position, faces: Iterable[str]) -> list[ScoredMove[Move, Legal]]:
    """All legal moves with tokens of these `faces`, most points first, ties by cell.

    A joker appears once for each number that is legal. More than three faces may be given.
    """
    board, rules = position.board, position.rules
    found = []
    for laid in _placements(position, faces):
        table = {**board, **laid}
        found.append(ScoredMove(Move(laid), score(rules, table, laid, find_runs(table, laid))))
    found.sort(key=_rank)
    return found


def any_legal_move(position: Position, faces: Iterable[str]) -> bool:
    """Whether tokens of these `faces`, in one hand or several, allow any legal move at all."""
    return next(_placements(position, faces), None) is not None


def _rank(scored: ScoredMove[Move, Legal]) -> tuple[object, ...]:
    tokens = scored.move.tokens
    return (
        -scored.verdict.points,
        [ORDER[cell] for cell in tokens],
        [(token.is_joker, token.value) for token in tokens.values()],
    )


def _placements(position: Position, faces: Iterable[str]) -> Iterator[Tokens]:
    """The legal moves, each once, its cells in reading order; those of one token first."""
    board = position.board
    stock = _stock(position, faces)
    anchors = _anchors(board)
    across, down = ({cell: _fitting(board, cell, line) for cell in _reach(board, anchors)} for line in LINES)
    for cell in anchors:
        for (token,) in _fillings([across[cell] & down[cell]], TOTAL, False, stock):
            yield from _unless_square(board, {cell: token})
    for (before, after), cross in zip(LINES, (down, across), strict=True):
        for first in cross:
            yield from _lines_from(board, first, before, after, cross, anchors, stock)


def _lines_from(
    board: Tokens,
    first: str,
    before: dict[str, str],
    after: dict[str, str],
    cross: dict[str, int],
    anchors: dict[str, None],
    stock: Counter[str],
) -> Iterator[Tokens]:
    """The moves of two tokens and more in one direction whose first token lies on `first`."""
    run = [first]  # the run that the move would make
    while before[run[0]] in board:
        run.insert(0, before[run[0]])
    cells = [first]
    while len(cells) < MOST_TOKENS:
        cell = after[run[-1]]
        if cell not in cross and cell not in board:
            return
        run.append(cell)
        if cell in board:
            continue
        cells.append(cell)
        whole = run[:]
        while after[whole[-1]] in board:
            whole.append(after[whole[-1]])
        if len(run) > LONGEST_RUN:
            return
        if len(whole) > LONGEST_RUN or not any(cell in anchors for cell in cells):
            continue
        room = TOTAL - sum(board[cell].value or 0 for cell in whole if cell in board)
        fits = [cross[cell] for cell in cells]
        for tokens in _fillings(fits, room, len(whole) == LONGEST_RUN, stock):
            yield from _unless_square(board, dict(zip(cells, tokens, strict=True)))


def _fillings(fits: list[int], room: int, exact: bool, stock: Counter[str]) -> Iterator[tuple[Token, ...]]:
    """Tokens for squares that `fits` allows, together making `room`, or at most that if not `exact`."""
    last = len(fits) == 1
    for face, left in stock.items():
        if not left:
            continue
        if face == JOKER:
            options = JOKERS[room : room + 1] if last and exact else JOKERS[: room + 1]
        else:
            options = NUMBERED[int(face) : int(face) + 1]
        for token in options:
            value = token.value or 0
            if not fits[0] >> value & 1 or value > room or (last and exact and value != room):
                continue
            if last:
                yield (token,)
                continue
            # One joker a move: once one is laid, none of the rest may be.
            rest = Counter(stock)
            rest[face] = 0 if face == JOKER else left - 1
            for others in _fillings(fits[1:], room - value, exact, rest):
                yield (token, *others)


def _stock(position: Position, faces: Iterable[str]) -> Counter[str]:
    """The faces to lay, less what the box cannot hold any more, in a fixed order."""
    edition, wanted = position.rules.edition, Counter(faces)
    stock: Counter[str] = Counter()
    for face in FACES:
        if wanted[face]:
            left = edition.counts[face] - position.count(face) if face in edition.certain else MOST_TOKENS
            stock[face] = max(0, min(wanted[face], left))
    return stock


def _anchors(board: Tokens) -> dict[str, None]:
    """The empty squares of which a move must cover one: next to a token, or the centre."""
    if not board:
        return {CENTRE: None}
    near = {cell for filled in board for cell in AROUND[filled] if cell not in board}
    return dict.fromkeys(cell for cell in CELLS if cell in near)


def _reach(board: Tokens, anchors: Iterable[str]) -> list[str]:
    """The empty squares that a move may cover: the anchors, and what lies within a move's length of one."""
    reach: set[str] = set()
    for anchor in anchors:
        for before, after in LINES:
            for step in (before, after):
                cell = anchor
                for _ in range(MOST_TOKENS):
                    reach.add(cell)
                    cell = step[cell]
    return [cell for cell in CELLS if cell in reach and cell not in board]


def _fitting(board: Tokens, cell: str, line: tuple[dict[str, str], dict[str, str]]) -> int:
    """The numbers that may lie on `cell` by the run in one direction alone, as bits."""
    length, total = 1, 0
    for step in line:
        other = step[cell]
        while other in board:
            length, total = length + 1, total + (board[other].value or 0)
            other = step[other]
    if length == 1:
        return ANY_NUMBER
    if length > LONGEST_RUN or total > TOTAL:
        return 0
    if length == LONGEST_RUN:
        return 1 << TOTAL - total
    return (2 << TOTAL - total) - 1


def _unless_square(board: Tokens, laid: Tokens) -> Iterator[Tokens]:
    """`laid`, unless the board would be nothing but a full square of 2 x 2 or 3 x 3."""
    side = {4: 2, 9: 3}.get(len(board) + len(laid))
    if side is None or not is_square({**board, **laid}, side):
        yield laid
