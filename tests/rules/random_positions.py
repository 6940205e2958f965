"""Random requests for both judges, so that two implementations can be compared on many thousands of them.

Every request is well formed; about half of the moves are legal, the others break every rule there is, alone
and together. The same random generator gives the same requests. What fits is only estimated here, with a
cheap filter: which moves are legal is for the judges to say.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

Json = dict[str, Any]


def random_triolet_request(rng: random.Random) -> Json:
    """Return one request for `trioscope judge`, game Triolet."""
    if rng.random() < 0.12:
        board, move = _square_case(rng)
    else:
        board = _random_board(rng)
        move = _random_move(rng, board)
    if rng.random() < 0.05:
        _use_up_a_face(rng, board, move)
    faces = _with_jokers(rng, move)
    request: Json = {"game": "triolet"}
    if rng.random() < 0.6:
        request["rules"] = _some_of(rng, {"edition": ["fr", "uk"], "lone_opening": ["doubled", "zero"]})
    if board or rng.random() < 0.5:
        request["board"] = {_cell(square): _old_face(rng, value) for square, value in board.items()}
    if rng.random() < 0.45:
        request["layout"] = _random_layout(rng, move)
    request["move"] = {_cell(square): face for square, face in faces.items()}
    return request


def random_triominos_request(rng: random.Random) -> Json:
    """Return one request for `trioscope judge`, game Triominos."""
    table, reserved = _random_table(rng)
    at, corners = _random_tile_move(rng, table, reserved)
    if rng.random() < 0.15:
        _overrule_tiles(rng, table)
    rows, columns = _shift(rng)
    placed = [{"at": [r + rows, c + columns], "corners": list(numbers)} for (r, c), numbers in table.items()]
    rng.shuffle(placed)
    request: Json = {"game": "triominos"}
    if rng.random() < 0.6:
        request["rules"] = _some_of(rng, {"scoring": ["standard", "junior", "none"]})
    if placed or rng.random() < 0.5:
        request["tiles"] = placed
    request["move"] = {"at": [at[0] + rows, at[1] + columns], "corners": list(corners)}
    return request


def _some_of(rng: random.Random, choices: dict[str, list[str]]) -> Json:
    return {key: rng.choice(values) for key, values in choices.items() if rng.random() < 0.8}


# Triolet -------------------------------------------------------------------------------------------------

Square = tuple[int, int]
Board = dict[Square, int]  # values only: which of them are jokers is decided at the end

SIZE = 15
CENTRE: Square = (7, 7)
DIRECTIONS: list[Square] = [(0, 1), (1, 0), (0, -1), (-1, 0)]
BOX = [9, 9, 8, 8, 7, 8, 6, 6, 4, 4, 3, 3, 2, 2, 1, 1]  # tokens of each value; two jokers besides
USUAL_SPECIALS: list[Square] = [
    *[(3, 7), (4, 4), (4, 10), (7, 3), (7, 11), (10, 4), (10, 10), (11, 7)],  # double
    *[(1, 4), (1, 10), (4, 1), (4, 13), (10, 1), (10, 13), (13, 4), (13, 10)],  # triple
    *[(0, 7), (1, 1), (1, 13), (7, 0), (7, 14), (13, 1), (13, 13), (14, 7)],  # replay
]


def _cell(square: Square) -> str:
    return f"{chr(ord('A') + square[0])}{square[1] + 1}"


def _is_free(board: Board, square: Square) -> bool:
    return 0 <= square[0] < SIZE and 0 <= square[1] < SIZE and square not in board


def _step(square: Square, direction: Square, count: int = 1) -> Square:
    return square[0] + count * direction[0], square[1] + count * direction[1]


def _fitting_values(board: Board, square: Square) -> list[int]:
    """Return the values with which a token here breaks no sum, going by what lies in line with it."""
    low, high = 0, 15
    for axis in ((0, 1), (1, 0)):
        count = total = 0
        for sign in (1, -1):
            near = _step(square, axis, sign)
            while near in board:
                count, total = count + 1, total + board[near]
                near = _step(near, axis, sign)
        if count == 1:
            high = min(high, 15 - total)
        elif count == 2:
            low, high = max(low, 15 - total), min(high, 15 - total)
        elif count > 2:
            return []
    return list(range(low, high + 1))


def _random_squares(rng: random.Random, board: Board, count: int) -> list[Square]:
    """Return squares in line that touch the board (opening: hold the centre); they may not be free."""
    line = rng.choice(DIRECTIONS)
    if not board:
        first = _step(CENTRE, line, -rng.randrange(count))
        return [_step(first, line, i) for i in range(count)]
    old = rng.choice(list(board))
    side = rng.choice(DIRECTIONS)
    first = _step(old, side)
    if count == 2 and rng.random() < 0.25:
        return [first, _step(old, side, -1)]
    back = rng.randrange(count)
    return [_step(first, line, i - back) for i in range(count)]


def _fitting_move(rng: random.Random, board: Board, count: int, tries: int = 24) -> Board:
    """Return a move that should be legal, later with fewer tokens, or an empty one if all tries fail."""
    for attempt in range(tries):
        if attempt % 8 == 7:
            count = max(1, count - 1)
        squares = _random_squares(rng, board, count)
        if not all(_is_free(board, square) for square in squares):
            continue
        after, left = dict(board), list(BOX)
        for value in board.values():
            left[value] -= 1
        for square in squares:
            values = [value for value in _fitting_values(after, square) if left[value] > 0]
            if not values:
                break
            value = after[square] = rng.choice(values)
            left[value] -= 1
        else:
            return {square: after[square] for square in squares}
    return {}


def _random_board(rng: random.Random) -> Board:
    """Return an empty board, one grown by fitting moves, or one with tokens that break the rules."""
    kind = rng.random()
    if kind < 0.12:
        return {}
    start = CENTRE if rng.random() < 0.6 else _random_start(rng)
    board = {start: rng.randrange(11)}
    size = (
        rng.choice((1, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 17, 20)) if kind < 0.97 else rng.randrange(81)
    )
    for _ in range(3 * size):  # a crowded board may not take them all
        if len(board) >= size:
            break
        board |= _fitting_move(rng, board, rng.choice((1, 1, 2, 2, 3)), tries=1)
    if rng.random() < 0.18:
        for _ in range(rng.randint(1, 4)):
            square = _random_squares(rng, board, 1)[0] if rng.random() < 0.8 else _random_start(rng)
            if _is_free(board, square):
                board[square] = rng.randrange(16)
    return board


def _random_start(rng: random.Random) -> Square:
    """Return a square that is often next to, or on, a usual special square."""
    if rng.random() < 0.7:
        square = rng.choice(USUAL_SPECIALS)
        near = _step(square, rng.choice(DIRECTIONS))
        return near if _is_free({}, near) and rng.random() < 0.7 else square
    return rng.randrange(SIZE), rng.randrange(SIZE)


def _random_move(rng: random.Random, board: Board) -> Board:
    """Return a fitting move, or one that should break a rule or two."""
    move = _fitting_move(rng, board, rng.choice((1, 1, 2, 2, 2, 3, 3)))
    kind = rng.random()
    if kind < 0.52 and move:
        return move
    if kind > 0.98:
        return {}
    breakers = (_wrong_sums, _overlong, _with_gap, _scattered, _on_occupied, _far_off, _too_many, _anywhere)
    move = rng.choice(breakers)(rng, board, move)
    if rng.random() < 0.1:
        move = rng.choice(breakers)(rng, board, move)
    return dict(list(move.items())[:5]) or _anywhere(rng, board, move)


def _wrong_sums(rng: random.Random, board: Board, move: Board) -> Board:
    return {square: rng.randrange(16) for square in move}


def _overlong(rng: random.Random, board: Board, move: Board) -> Board:
    """Lengthen a run that is already there, as far as the move goes."""
    if not board:
        return move
    square, direction = rng.choice(list(board)), rng.choice(DIRECTIONS)
    after: Board = {}
    for value in list(move.values()) or [rng.randrange(8)]:
        while square in board or square in after:
            square = _step(square, direction)
        if _is_free(board, square):
            after[square] = value
    return after


def _with_gap(rng: random.Random, board: Board, move: Board) -> Board:
    """Lay a token a few squares further on in the same line."""
    if not move:
        return move
    after = dict(move)
    last = list(move)[-1]
    line = _line_of(rng, list(move))
    if len(after) == 3:
        del after[last]
    further = _step(last, line, rng.choice((-4, -3, -2, 2, 3, 4)))
    if _is_free(board, further):
        values = _fitting_values(board | after, further)
        after[further] = rng.choice(values) if values else rng.randrange(16)
    return after


def _line_of(rng: random.Random, squares: Sequence[Square]) -> Square:
    if len(squares) < 2:
        return rng.choice(DIRECTIONS)
    return (0, 1) if squares[0][0] == squares[1][0] else (1, 0)


def _scattered(rng: random.Random, board: Board, move: Board) -> Board:
    """Add a second fitting move of one token, mostly out of line with the first."""
    after = dict(move)
    if len(after) == 3:
        del after[rng.choice(list(after))]
    return after | _fitting_move(rng, board | after, 1)


def _on_occupied(rng: random.Random, board: Board, move: Board) -> Board:
    """Lay a token, or the whole move, on what is already there."""
    if not board:
        return move
    after = dict(move) if rng.random() < 0.7 else {}
    near = [_step(square, direction) for square in move for direction in DIRECTIONS]
    below = [square for square in near if square in board]
    square = rng.choice(below) if below and rng.random() < 0.6 else rng.choice(list(board))
    after[square] = board[square] if rng.random() < 0.2 else rng.randrange(16)
    return after


def _far_off(rng: random.Random, board: Board, move: Board) -> Board:
    """Move everything, or one token, somewhere else."""
    rows, columns = rng.randint(-4, 4), rng.randint(-4, 4)
    moved = {(r + rows, c + columns): value for (r, c), value in move.items()}
    return {square: value for square, value in moved.items() if _is_free(board, square)} or move


def _too_many(rng: random.Random, board: Board, move: Board) -> Board:
    """Go on in the line of the move until there are four or five tokens."""
    if not move:
        return move
    after = dict(move)
    line = _line_of(rng, list(move))
    square = next(iter(move))
    count = rng.choice((4, 4, 5))
    for _ in range(12):
        square = _step(square, line)
        if len(after) < count and _is_free(board | after, square):
            after[square] = rng.randrange(8)
    return after


def _anywhere(rng: random.Random, board: Board, move: Board) -> Board:
    """Lay up to four tokens on random squares in the middle of things."""
    row, column = rng.choice(list(board)) if board else CENTRE
    after: Board = {}
    for _ in range(rng.randint(1, 4)):
        square = row + rng.randint(-2, 2), column + rng.randint(-2, 2)
        if 0 <= square[0] < SIZE and 0 <= square[1] < SIZE:
            after[square] = rng.randrange(16)
    return after


def _square_case(rng: random.Random) -> tuple[Board, Board]:
    """Return a board and a move that together are a full 2 x 2 or 3 x 3, or miss it by a little."""
    side = rng.choice((2, 2, 3))
    if side == 2:
        rows = [[rng.randrange(8) for _ in range(2)] for _ in range(2)]
    else:
        a = rng.randrange(1, 13)
        b = rng.randrange(0, 15 - a)
        c = 15 - a - b
        rows = rng.choice(([[a, b, c], [b, c, a], [c, a, b]], [[a, b, c], [c, a, b], [b, c, a]]))
    top, left = 7 - rng.randrange(side), 7 - rng.randrange(side)
    if rng.random() < 0.1:
        top, left = rng.randrange(13), rng.randrange(13)
    full = {(top + r, left + c): rows[r][c] for r in range(side) for c in range(side)}
    row, column, across = top + rng.randrange(side), left + rng.randrange(side), rng.random() < 0.5
    line = [(r, c) for r, c in full if (r == row if across else c == column)]
    move = {square: full[square] for square in rng.sample(line, rng.randint(1, len(line)))}
    board = {square: value for square, value in full.items() if square not in move}
    change = rng.random()
    if change < 0.25:
        board |= _fitting_move(rng, full, 1)  # one more token: the shape is fine
    elif change < 0.35 and len(board) > 1:
        del board[rng.choice(list(board))]
    elif change < 0.45:
        board, move = {}, full  # all at once
    elif change < 0.5:
        board, move = full, _fitting_move(rng, full, 1)
    elif change < 0.55:
        board, move = full, {rng.choice(list(full)): rng.randrange(8)}
    return board, dict(list(move.items())[:5])


def _use_up_a_face(rng: random.Random, board: Board, move: Board) -> None:
    """Put so many tokens of a laid face on the board that the move lays one too many, or just the last."""
    if not move or not board:
        return
    value = rng.choice(list(move.values()))
    wanted = BOX[value] - rng.randrange(2)
    near = {_step(square, direction) for square in move for direction in DIRECTIONS}
    for _ in range(4 * wanted):
        if list(board.values()).count(value) >= wanted:
            break
        square = rng.randrange(SIZE), rng.randrange(SIZE)
        if square not in board and square not in move and square not in near:
            board[square] = value


def _with_jokers(rng: random.Random, move: Board) -> dict[Square, str]:
    """Write the move's faces, in any order, some as jokers with or without a value."""
    squares = rng.sample(list(move), len(move))
    kind = rng.random()
    jokers = len(move) if kind < 0.004 else 2 if kind < 0.05 else 1 if kind < 0.22 else 0
    faces: dict[Square, str] = {}
    for i, square in enumerate(squares):
        if i >= jokers:
            faces[square] = str(move[square])
        elif rng.random() < 0.6:
            faces[square] = "joker"
        else:
            faces[square] = f"joker:{move[square] if rng.random() < 0.8 else rng.randrange(16)}"
    return faces


def _old_face(rng: random.Random, value: int) -> str:
    return f"joker:{value}" if rng.random() < 0.03 else str(value)


def _random_layout(rng: random.Random, move: Iterable[Square]) -> dict[str, list[str]]:
    """Return special squares: few or many, often under the move and next to each other."""
    squares = [square for square in move if rng.random() < 0.6]
    squares += [(rng.randrange(SIZE), rng.randrange(SIZE)) for _ in range(rng.choice((0, 1, 5, 30)))]
    if rng.random() < 0.3:
        squares += [(r, c) for r in range(5, 10) for c in range(5, 10)]
    layout: dict[str, list[str]] = {"double": [], "triple": [], "replay": []}
    for square in dict.fromkeys(squares):
        kind = rng.choice(("double", "double", "triple", "triple", "replay"))
        layout["double" if square == CENTRE else kind].append(_cell(square))
    return {kind: cells for kind, cells in layout.items() if cells or rng.random() < 0.5}


# Triominos -----------------------------------------------------------------------------------------------

Place = tuple[int, int]
Point = tuple[int, int]  # x in half tile sides, vertex line
Corners = tuple[int, int, int]
Pattern = tuple[int | None, ...]
Table = dict[Place, Corners]

BOX_TILES = [(a, b, c) for a in range(6) for b in range(a, 6) for c in range(b, 6)]


def _turns(corners: Corners) -> list[Corners]:
    a, b, c = corners
    return [(a, b, c), (b, c, a), (c, a, b)]


TURNED_TILES = sorted({turned for tile in BOX_TILES for turned in _turns(tile)})


@cache
def _points(at: Place) -> tuple[Point, Point, Point]:
    r, c = at
    if (r + c) % 2 == 0:
        return (c, r), (c + 1, r + 1), (c - 1, r + 1)
    return (c, r + 1), (c - 1, r), (c + 1, r)


@cache
def _touching(at: Place, least: int) -> list[Place]:
    """Return the other places that have at least so many points in common with this one."""
    r, c = at
    mine = set(_points(at))
    around = [(r + dr, c + dc) for dr in range(-2, 3) for dc in range(-4, 5) if (dr, dc) != (0, 0)]
    return [place for place in around if len(mine & set(_points(place))) >= least]


@cache
def _fitting_tiles(pattern: Pattern) -> list[Corners]:
    """Return the turned tiles of the box that agree with the numbers already known."""
    return [
        tile
        for tile in TURNED_TILES
        if all(known is None or known == number for known, number in zip(pattern, tile, strict=True))
    ]


def _known_points(table: Table) -> dict[Point, int]:
    return {
        point: number
        for at, corners in table.items()
        for point, number in zip(_points(at), corners, strict=True)
    }


def _pattern(known: dict[Point, int], at: Place) -> Pattern:
    return tuple(known.get(point) for point in _points(at))


def _used(table: Table) -> set[Corners]:
    return {turned for corners in table.values() for turned in _turns(corners)}


def _pick_tile(rng: random.Random, known: dict[Point, int], used: set[Corners], at: Place) -> Corners | None:
    free = [tile for tile in _fitting_tiles(_pattern(known, at)) if tile not in used]
    return rng.choice(free) if free else None


def _random_table(rng: random.Random) -> tuple[Table, Place | None]:
    """Return a table, and the place that was left free so that the next tile closes hexagons there."""
    kind = rng.random()
    if kind < 0.06:
        return {}, None
    if kind < 0.32:
        return _ring_table(rng)
    table = {(0, 0): rng.choice(TURNED_TILES)}
    size = rng.choice((1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20)) if kind < 0.98 else rng.randrange(56)
    _grow(rng, table, size, None, narrow=rng.choice((0.0, 0.0, 0.6, 0.9)))
    return table, None


def _grow(rng: random.Random, table: Table, size: int, reserved: Place | None, narrow: float) -> None:
    """Lay fitting tiles until there are `size`; `narrow` is how often rather into corners than outwards."""
    known, used = _known_points(table), _used(table)
    for _ in range(3 * size):
        if len(table) >= size:
            break
        free = [
            place
            for place in _touching(rng.choice(list(table)), 2)
            if place not in table and place != reserved
        ]
        if not free:
            continue
        rng.shuffle(free)
        met = [sum(point in known for point in _points(place)) for place in free]
        at = free[met.index(max(met) if rng.random() < narrow else min(met))]
        tile = _pick_tile(rng, known, used, at)
        if tile is not None:
            table[at] = tile
            used.update(_turns(tile))
            known.update(zip(_points(at), tile, strict=True))


def _ring_table(rng: random.Random) -> tuple[Table, Place]:
    """Surround one, two or three corners of a free place, so that its tile closes hexagons.

    The tile in the middle is chosen first and taken away at the end, so that one surely fits. Where no tile
    of the box fits into the ring, the numbers are put there all the same, as if somebody had overruled.
    """
    middle = rng.choice(((0, 0), (0, 1), (-2, 3)))
    centres = rng.sample(_points(middle), rng.choice((1, 2, 2, 3, 3)))
    ring = [place for place in _touching(middle, 1) if any(point in centres for point in _points(place))]
    table = {middle: rng.choice(TURNED_TILES)}
    known, used = _known_points(table), _used(table)
    for place in sorted(ring, key=lambda place: (place not in _touching(middle, 2), rng.random())):
        tile = _pick_tile(rng, known, used, place)
        if tile is None:
            a, b, c = (rng.randrange(6) if n is None else n for n in _pattern(known, place))
            tile = (a, b, c)
        table[place] = tile
        used.update(_turns(tile))
        known.update(zip(_points(place), tile, strict=True))
    change = rng.random()
    if change < 0.15:  # a near miss
        del table[rng.choice(ring)]
    elif change < 0.5 and len(centres) > 1:  # a bridge between two parts, or nothing of the kind
        sides = [place for place in ring if place in _touching(middle, 2)]
        for place in rng.sample(sides, len(sides) - 1):
            del table[place]
    _grow(rng, table, len(table) + rng.choice((0, 0, 1, 4)), middle, narrow=0.6)
    del table[middle]
    return table, middle


def _random_tile_move(rng: random.Random, table: Table, reserved: Place | None) -> tuple[Place, Corners]:
    """Return a fitting tile, or one that should break a rule or two."""
    known, used = _known_points(table), _used(table)
    if not table:
        some: Corners = (rng.randrange(6), rng.randrange(6), rng.randrange(6))
        at = (0, 0) if rng.random() < 0.6 else (rng.randint(-3, 3), rng.randint(-3, 3))
        return at, some if rng.random() < 0.2 else rng.choice(TURNED_TILES)
    at, tile = _fitting_tile_move(rng, table, reserved, known, used)
    if rng.random() < 0.58:
        return at, tile
    return _broken_tile_move(rng, table, known, at, tile)


def _fitting_tile_move(
    rng: random.Random, table: Table, reserved: Place | None, known: dict[Point, int], used: set[Corners]
) -> tuple[Place, Corners]:
    """Return a tile that should be legal, often a bridge or one in a narrow place."""
    free = list(dict.fromkeys(p for old in table for p in _touching(old, 2) if p not in table))
    wanted = rng.random()
    bridges = [place for place in free if wanted < 0.35 and _would_be_bridge(table, known, place)]
    if bridges:
        free = bridges
    elif 0.35 <= wanted < 0.55:
        most = max(_sides(table, place) for place in free)
        free = [place for place in free if _sides(table, place) == most]
    rng.shuffle(free)
    if reserved is not None and rng.random() < 0.85:
        free.insert(0, reserved)
    for at in free:
        tile = _pick_tile(rng, known, used, at)
        if tile is not None:
            return at, tile
    return free[0], rng.choice(TURNED_TILES)


def _sides(table: Table, at: Place) -> int:
    return sum(place in table for place in _touching(at, 2))


def _would_be_bridge(table: Table, known: dict[Point, int], at: Place) -> bool:
    return _sides(table, at) == 1 and all(point in known for point in _points(at))


def _broken_tile_move(
    rng: random.Random, table: Table, known: dict[Point, int], at: Place, tile: Corners
) -> tuple[Place, Corners]:
    """Spoil a fitting move in one of many ways."""
    kind = rng.randrange(9)
    if kind == 0:  # any tile of the box
        return at, rng.choice(TURNED_TILES)
    if kind in (1, 2):  # one number is wrong
        numbers = list(tile)
        numbers[rng.randrange(3)] = rng.randrange(6)
        a, b, c = numbers
        return at, (a, b, c)
    if kind == 3:  # a tile that fits but is already there, or the first best one
        pattern = _pattern(known, at)
        old = [t for t in _used(table) if all(k in (None, n) for k, n in zip(pattern, t, strict=True))]
        return at, rng.choice(sorted(old) or _turns(rng.choice(list(table.values()))))
    if kind == 4:  # numbers that fit, but rarely on a tile of the box
        numbers = [rng.randrange(6) if n is None else n for n in _pattern(known, at)]
        a, b, c = numbers if rng.random() < 0.5 else sorted(numbers, reverse=True)
        return at, (a, b, c)
    if kind == 5:  # on a tile
        below = rng.choice(list(table))
        return below, table[below] if rng.random() < 0.3 else tile
    if kind == 6:  # near, but at a corner only or not at all
        corner = [p for p in _touching(rng.choice(list(table)), 1) if p not in table and not _sides(table, p)]
        if corner and rng.random() < 0.7:
            apart = rng.choice(corner)
            return apart, _pick_tile(rng, known, _used(table), apart) or tile
        return (rng.randint(-9, 9), rng.randint(-9, 9)), tile
    if kind == 7:  # a wrong number where only a point is shared
        return _wrong_point(rng, table, known, at, tile)
    numbers = [rng.randrange(6) for _ in range(3)]  # anything anywhere
    r, c = rng.choice(list(table))
    return (r + rng.randint(-2, 2), c + rng.randint(-2, 2)), (numbers[0], numbers[1], numbers[2])


def _wrong_point(
    rng: random.Random, table: Table, known: dict[Point, int], at: Place, tile: Corners
) -> tuple[Place, Corners]:
    """Return a tile that fits its neighbours, but not what it touches at a point only."""
    places = [p for old in table for p in _touching(old, 2) if p not in table]
    places = [place for place in places if _would_be_bridge(table, known, place)]
    if not places:
        return at, tile
    at = rng.choice(places)
    [beside] = [place for place in _touching(at, 2) if place in table]
    sides_only = _known_points({beside: table[beside]})
    return at, _pick_tile(rng, sides_only, _used(table), at) or tile


def _overrule_tiles(rng: random.Random, table: Table) -> None:
    """Spoil what already lies there: wrong numbers, tiles twice, a tile that hangs in the air."""
    for at in rng.sample(list(table), min(len(table), rng.randint(1, 3))):
        numbers = list(table[at])
        numbers[rng.randrange(3)] = rng.randrange(6)
        table[at] = (numbers[0], numbers[1], numbers[2])
    if table and rng.random() < 0.3:
        apart = rng.randint(-7, 7), rng.randint(-7, 7)
        table.setdefault(apart, rng.choice(list(table.values())))


def _shift(rng: random.Random) -> tuple[int, int]:
    """Return a shift of the whole table that leaves every triangle pointing as it did."""
    if rng.random() < 0.5:
        return 0, 0
    rows, columns = rng.randint(-9, 9), rng.randint(-9, 9)
    return rows, columns + (rows + columns) % 2
