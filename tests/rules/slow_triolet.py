"""Triolet judged a second time, slowly and obviously, so that tests can doubt the fast rules.

Written from RULES.md and FORMATS.md alone. Nothing here is shared with the product, nothing is clever:
runs are walked square by square, joker values and special squares are settled by trying everything.
Requests must be well formed; nothing is checked. Sentences for players (`message`) are left out.

A token laid on an occupied square still counts for what is asked of the move itself (how many, in line, one
joker); on the table it is not there: FORMATS.md says that the token already there counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, permutations, product
from typing import Any

Json = dict[str, Any]
Square = tuple[int, int]
Violation = tuple[str, tuple[str, ...]]  # rule, cells

SIZE = 15
ROWS = "ABCDEFGHIJKLMNO"
CENTRE = "H8"
TRIO_TOTAL = 15
TRIO_POINTS = 30
TRIOLET_BONUS = 50
JOKER_VALUES = range(16)
BOX = {"0": 9, "1": 9, "2": 8, "3": 8, "4": 7, "5": 8, "6": 6, "7": 6, "8": 4, "9": 4,
       "10": 3, "11": 3, "12": 2, "13": 2, "14": 1, "15": 1, "joker": 2}  # fmt: skip
USUAL_LAYOUT = {
    "double": ["D8", "E5", "E11", "H4", "H12", "K5", "K11", "L8"],
    "triple": ["B5", "B11", "E2", "E14", "K2", "K14", "N5", "N11"],
    "replay": ["A8", "B2", "B14", "H1", "H15", "N2", "N14", "O8"],
}
HORIZONTAL, VERTICAL = (0, 1), (1, 0)


def judge(request: Json) -> Json:
    """Answer as `trioscope judge` does, without `message`, and `values` only for sums."""
    board: dict[str, str] = request.get("board", {})
    move: dict[str, str] = request["move"]
    if not move:
        return _refuse([("empty-move", ())], board)
    laid = {cell: face for cell, face in move.items() if cell not in board}
    on_occupied = tuple(cell for cell in move if cell in board)
    broken: list[Violation] = [("occupied", on_occupied)] if on_occupied else []
    broken += _broken_by_the_move(board, move)
    broken += _broken_by_places(board, laid)
    broken += _broken_by_counts(board, laid, request.get("rules", {}).get("edition", "fr"))

    bare = [cell for cell, face in laid.items() if face == "joker"]
    if bare:
        return _judge_bare_jokers(request, board, laid, bare, broken)
    broken += _broken_sums(_touched_runs(board, laid), {**board, **laid})
    return _refuse(broken, {**board, **laid}) if broken else _score(request, board, laid)


def legal_moves(request: Json, cells: Iterable[str]) -> list[tuple[Json, int]]:
    """Return every legal move of the rack inside `cells` with its points, in no special order.

    Brute force; only choices of cells that do not share a row or column are skipped unjudged.
    """
    rack: list[str] = request["rack"]
    area = sorted(set(cells), key=_square)
    position = {key: value for key, value in request.items() if key != "rack"}
    found: dict[frozenset[tuple[str, str]], tuple[Json, int]] = {}
    for count in range(1, len(rack) + 1):
        for chosen in combinations(area, count):
            if not _in_line([_square(cell) for cell in chosen]):
                continue
            for faces in permutations(rack, count):
                for named in product(*(_names(face) for face in faces)):
                    move = dict(zip(chosen, named, strict=True))
                    key = frozenset(move.items())
                    if key in found:
                        continue
                    verdict = judge({**position, "move": move})
                    if verdict["legal"]:
                        found[key] = (move, verdict["points"])
    return list(found.values())


def _names(face: str) -> list[str]:
    return [f"joker:{value}" for value in JOKER_VALUES] if face == "joker" else [face]


def _judge_bare_jokers(
    request: Json, board: dict[str, str], laid: dict[str, str], bare: list[str], broken: list[Violation]
) -> Json:
    """Try every value of every bare joker; a value fits if the whole move is legal with it.

    `broken` holds what is wrong whatever the values are. More than two bare jokers are tried in full only
    if they stand in a trio: in a pair the lowest value is the best one, so 0 speaks for all.
    """
    runs = _touched_runs(board, laid)
    in_trio = {cell for run in runs if len(run) == 3 for cell in run}
    values_of = [JOKER_VALUES if len(bare) <= 2 or cell in in_trio else range(1) for cell in bare]
    fitting: list[dict[str, str]] = []
    wrong_sums: list[set[Violation]] = []
    for values in product(*values_of):
        named = laid | {cell: f"joker:{value}" for cell, value in zip(bare, values, strict=True)}
        wrong_sums.append(set(_broken_sums(runs, {**board, **named})))
        if not wrong_sums[-1] and not broken:
            fitting.append(named)
    if len(fitting) == 1:
        return _score(request, board, fitting[0])

    everywhere = broken + sorted(_broken_whatever_the_value(wrong_sums, bare))
    answer = _refuse(everywhere, {**board, **laid})
    for cell in bare:
        options = sorted({_value(named[cell]) for named in fitting})
        answer["violations"].append({"rule": "joker-value", "cells": [cell], "options": options})
    return answer


def _broken_whatever_the_value(trials: Sequence[set[Violation]], bare: Sequence[str]) -> set[Violation]:
    """Return what every trial breaks.

    Usually the same run is wrong in every trial. Where it is now this trio and now that one (a joker in
    two trios that need different values), the rule is broken all the same: all trios that hang together by
    bare jokers are named.
    """
    found = set.intersection(*trials)
    waiting = sorted(v for v in set.union(*trials) - found if v[0] == "trio-sum")
    while waiting:
        group = [waiting.pop()]
        for _, cells in group:
            near = [v for v in waiting if any(cell in cells and cell in v[1] for cell in bare)]
            group += near
            waiting = [v for v in waiting if v not in near]
        if all(any(v in trial for v in group) for trial in trials):
            found |= set(group)
    return found


# The rules of FORMATS.md's list, in its order ------------------------------------------------------------


def _broken_by_the_move(board: Mapping[str, str], move: Mapping[str, str]) -> list[Violation]:
    """Judge what is asked of the move itself, whatever its squares hold already."""
    broken: list[Violation] = []
    cells = tuple(move)
    squares = [_square(cell) for cell in move]
    grid = _grid(board, move)
    if len(move) > 3:
        broken.append(("too-many", cells))
    if not _in_line(squares):
        broken.append(("not-in-line", cells))
    else:
        holes = tuple(_cell((r, c)) for r, c in _between(squares) if grid[r][c] is None)
        if holes:
            broken.append(("gap", holes))
    jokers = tuple(cell for cell, face in move.items() if _print(face) == "joker")
    if len(jokers) > 1:
        broken.append(("two-jokers", jokers))
    return broken


def _broken_by_places(board: Mapping[str, str], laid: Mapping[str, str]) -> list[Violation]:
    """Judge everything on the table for which only the squares matter, not the faces."""
    if not laid:
        return []
    broken: list[Violation] = []
    squares = [_square(cell) for cell in laid]
    grid = _grid(board, laid)
    if not board and CENTRE not in laid:
        broken.append(("centre", (CENTRE,)))
    if board:
        for group in _groups(squares):
            if not any(_cell(near) in board for square in group for near in _neighbours(square)):
                broken.append(("not-touching", tuple(_cell(square) for square in group)))
    for run in _touched_runs(board, laid):
        if len(run) > 3:
            broken.append(("too-long", tuple(run)))
    for side, rule in ((2, "square-2x2"), (3, "square-3x3")):
        if _is_full_square(grid, side):
            filled = [(r, c) for r in range(SIZE) for c in range(SIZE) if grid[r][c] is not None]
            broken.append((rule, tuple(_cell(square) for square in filled)))
    return broken


def _broken_by_counts(board: Mapping[str, str], laid: Mapping[str, str], edition: str) -> list[Violation]:
    """Judge how many of a face are on the table; a joker is a joker here, whatever value it was given."""
    broken: list[Violation] = []
    on_table = Counter(_print(face) for face in [*board.values(), *laid.values()])
    for face in sorted({_print(face) for face in laid.values()}):
        if (edition == "fr" or face == "joker") and on_table[face] > BOX[face]:
            broken.append(("token-count", tuple(cell for cell in laid if _print(laid[cell]) == face)))
    return broken


def _broken_sums(runs: Iterable[Sequence[str]], table: Mapping[str, str]) -> list[Violation]:
    """Judge the sums of the runs that hold a laid token; every joker must have its value."""
    broken: list[Violation] = []
    for run in runs:
        if len(run) == 2 and sum(_value(table[cell]) for cell in run) > TRIO_TOTAL:
            broken.append(("pair-sum", tuple(run)))
        if len(run) == 3 and sum(_value(table[cell]) for cell in run) != TRIO_TOTAL:
            broken.append(("trio-sum", tuple(run)))
    return broken


def _refuse(broken: Iterable[Violation], table: Mapping[str, str]) -> Json:
    violations: list[Json] = []
    for rule, cells in broken:
        violations.append({"rule": rule, "cells": list(cells)})
        if rule in ("pair-sum", "trio-sum", "too-long"):
            violations[-1]["values"] = [
                None if table[cell] == "joker" else _value(table[cell]) for cell in cells
            ]
    return {"legal": False, "violations": violations}


# Points --------------------------------------------------------------------------------------------------


def _score(request: Json, board: Mapping[str, str], laid: Mapping[str, str]) -> Json:
    """Count a legal move whose jokers are all named."""
    layout: Mapping[str, list[str]] = request.get("layout", USUAL_LAYOUT)
    if not board and len(laid) == 1:
        sets = [_lone_opening_set(laid, request.get("rules", {}).get("lone_opening", "doubled"))]
    else:
        sets = _best_sets(board, laid, layout)
    jokers = {cell: _value(face) for cell, face in laid.items() if _print(face) == "joker"}
    bonus = TRIOLET_BONUS if len(laid) == 3 and not jokers else 0
    return {
        "legal": True,
        "points": sum(scored["points"] for scored in sets) + bonus,
        "replay": any(cell in layout.get("replay", []) for cell in laid),
        "sets": sets,
        "bonus": bonus,
        "jokers": jokers,
    }


def _lone_opening_set(laid: Mapping[str, str], lone_opening: str) -> Json:
    [(cell, face)] = laid.items()
    if lone_opening == "zero":
        return {"cells": [cell], "kind": "single", "multiplier": 1, "points": 0}
    return {"cells": [cell], "kind": "single", "multiplier": 2, "points": 2 * _worth(face)}


def _best_sets(
    board: Mapping[str, str], laid: Mapping[str, str], layout: Mapping[str, list[str]]
) -> list[Json]:
    """Try each special square in each of its sets; take most points, then most squares serving a row."""
    table = {**board, **laid}
    runs = _touched_runs(board, laid)
    factors = {cell: _factor(cell, layout) for cell in laid if _factor(cell, layout) > 1}
    choices = [[index for index, run in enumerate(runs) if cell in run] for cell in factors]
    best: list[Json] = []
    best_rank = (-1, -1)
    for chosen in product(*choices):
        serves = dict(zip(factors, chosen, strict=True))
        sets = [
            _scored(run, table, {cell: factors[cell] for cell in serves if serves[cell] == index})
            for index, run in enumerate(runs)
        ]
        in_rows = sum(runs[index][0][0] == runs[index][1][0] for index in chosen)
        rank = (sum(scored["points"] for scored in sets), in_rows)
        if rank > best_rank:
            best, best_rank = sets, rank
    return best


def _scored(run: Sequence[str], table: Mapping[str, str], factors: Mapping[str, int]) -> Json:
    """Count one pair or trio; `factors` are the special squares that serve it."""
    multiplier = 1
    for factor in factors.values():
        multiplier *= factor
    if len(run) == 3:
        points = TRIO_POINTS * multiplier
    else:
        points = sum(_worth(table[cell]) * factors.get(cell, 1) for cell in run)
    kind = "trio" if len(run) == 3 else "pair"
    return {"cells": list(run), "kind": kind, "multiplier": multiplier, "points": points}


def _factor(cell: str, layout: Mapping[str, list[str]]) -> int:
    if cell in layout.get("triple", []):
        return 3
    return 2 if cell == CENTRE or cell in layout.get("double", []) else 1


# Faces and squares ---------------------------------------------------------------------------------------


def _print(face: str) -> str:
    """Return what is printed on the token: the joker without its announced value."""
    return face.split(":")[0]


def _value(face: str) -> int:
    """Return what the token stands for in a sum; a joker its announced value."""
    return int(face.split(":")[-1])


def _worth(face: str) -> int:
    """Return what the token counts in a pair; a joker nothing."""
    return 0 if _print(face) == "joker" else _value(face)


def _square(cell: str) -> Square:
    return ROWS.index(cell[0]), int(cell[1:]) - 1


def _cell(square: Square) -> str:
    return f"{ROWS[square[0]]}{square[1] + 1}"


def _grid(board: Mapping[str, str], laid: Mapping[str, str]) -> list[list[str | None]]:
    grid: list[list[str | None]] = [[None] * SIZE for _ in range(SIZE)]
    for cell, face in [*board.items(), *laid.items()]:
        r, c = _square(cell)
        grid[r][c] = face
    return grid


def _is_on_board(r: int, c: int) -> bool:
    return 0 <= r < SIZE and 0 <= c < SIZE


def _touched_runs(board: Mapping[str, str], laid: Mapping[str, str]) -> list[list[str]]:
    """Return each run of two or more that holds a laid token once, rows before columns."""
    grid = _grid(board, laid)
    runs: list[list[str]] = []
    for direction in (HORIZONTAL, VERTICAL):
        for cell in laid:
            run = [_cell(square) for square in _run_through(grid, _square(cell), direction)]
            if len(run) > 1 and run not in runs:
                runs.append(run)
    return runs


def _run_through(grid: list[list[str | None]], square: Square, direction: Square) -> list[Square]:
    """Walk back to the first token of the run, then forward to its last."""
    r, c = square
    dr, dc = direction
    while _is_on_board(r - dr, c - dc) and grid[r - dr][c - dc] is not None:
        r, c = r - dr, c - dc
    run: list[Square] = []
    while _is_on_board(r, c) and grid[r][c] is not None:
        run.append((r, c))
        r, c = r + dr, c + dc
    return run


def _in_line(squares: Sequence[Square]) -> bool:
    return len({r for r, _ in squares}) == 1 or len({c for _, c in squares}) == 1


def _between(squares: Sequence[Square]) -> list[Square]:
    """Return all squares from the first to the last of some that are in line."""
    rows, columns = [r for r, _ in squares], [c for _, c in squares]
    return [(r, c) for r in range(min(rows), max(rows) + 1) for c in range(min(columns), max(columns) + 1)]


def _neighbours(square: Square) -> list[Square]:
    r, c = square
    near = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
    return [place for place in near if _is_on_board(*place)]


def _groups(squares: Sequence[Square]) -> list[list[Square]]:
    """Split laid squares into groups that hang together by their sides."""
    groups: list[list[Square]] = []
    for square in squares:
        joined = [group for group in groups if any(near in group for near in _neighbours(square))]
        groups = [group for group in groups if group not in joined]
        groups.append([square, *(other for group in joined for other in group)])
    return groups


def _is_full_square(grid: list[list[str | None]], side: int) -> bool:
    """Say whether the board holds exactly side x side tokens and they are one full square."""
    filled = [(r, c) for r in range(SIZE) for c in range(SIZE) if grid[r][c] is not None]
    if len(filled) != side * side:
        return False
    top, left = min(r for r, _ in filled), min(c for _, c in filled)
    return all(r < top + side and c < left + side for r, c in filled)
