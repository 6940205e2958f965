"""Positions to draw: read from JSON, or grown at random into what a family might have laid."""

from __future__ import annotations

import random
from collections.abc import Container, Iterator, Mapping

from companion.requests import read_json
from companion.rules import triolet, triominos
from companion.rules.errors import Malformed
from companion.rules.forms import read_fields
from companion.rules.triolet.cells import COLUMNS, ROWS
from hardware.virtual.table import Game, Piece, Spot

Pieces = Mapping[Spot, Piece]

TOKENS = (20, 45)  # on a Triolet board
TILES = (10, 40)  # in a Triominos layout


def read_position(text: bytes, game: Game) -> Pieces:
    """The pieces of a position in the form of `trioscope judge`, without a move."""
    request = read_json(text)
    optional = ("game", "board") if game == "triolet" else ("game", "tiles")
    fields = read_fields(request, "", optional=optional)
    if fields.get("game", game) != game:
        raise Malformed("game", "not-a-choice", value=fields["game"], choices=(game,))
    if game == "triolet":
        board = triolet.Position.parse(fields.get("board", {})).board
        return {cell: token.face for cell, token in board.items()}
    tiles = triominos.Position.parse(fields.get("tiles", [])).tiles
    return {place: corners for place, corners in tiles.items()}  # noqa: C416  # a wider type


def draw_position(game: Game, seed: int) -> Pieces:
    """A position at random: what a family might have laid, though nobody judged it."""
    rng = random.Random(f"position {seed}")
    if game == "triolet":
        return dict(_grow_board(rng, rng.randint(*TOKENS)))
    return dict(_grow_layout(rng, rng.randint(*TILES)))


def draw_disorder(seed: int) -> Pieces:
    """Triolet tokens as no game would have them: from none to half the board, anywhere, every face as likely.

    A reader must not learn where tokens usually lie, nor that a 15 is rare.
    """
    rng = random.Random(f"disorder {seed}")
    cells = [f"{row}{column}" for row in ROWS for column in COLUMNS]
    faces = list(triolet.EDITIONS["fr"].counts)
    return {cell: rng.choice(faces) for cell in rng.sample(cells, rng.randint(0, len(cells) // 2))}


def _grow_board(rng: random.Random, count: int) -> Iterator[tuple[str, str]]:
    """Tokens grown square by square around the centre, at most three in a row, as the box has them."""
    box = [face for face, number in triolet.EDITIONS["fr"].counts.items() for _ in range(number)]
    rng.shuffle(box)
    cells = _grow_cells(rng, count)
    while len(cells) < count:  # a full square leaves nowhere to go: begin again
        cells = _grow_cells(rng, count)
    for row, column in cells:
        yield f"{ROWS[row]}{column + 1}", box.pop()


def _grow_cells(rng: random.Random, count: int) -> list[tuple[int, int]]:
    """Squares next to each other, from the centre on; fewer than `count` where it came to a dead end."""
    filled: dict[tuple[int, int], None] = {}
    free = {(len(ROWS) // 2, len(COLUMNS) // 2)}
    while len(filled) < count:
        # Sorted, so that the same seed grows the same board everywhere.
        candidates = sorted(cell for cell in free if _longest_run(filled, *cell) <= 3)
        if not candidates:
            break
        row, column = rng.choice(candidates)
        filled[row, column] = None
        near = ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))
        free |= {(r, c) for r, c in near if r in range(len(ROWS)) and c in range(len(COLUMNS))}
        free -= filled.keys()
    return list(filled)


def _longest_run(filled: Container[tuple[int, int]], row: int, column: int) -> int:
    """The longer of the two runs that a token here would stand in."""
    longest = 0
    for down, right in ((0, 1), (1, 0)):
        length = 1
        for sign in (1, -1):
            step = 1
            while (row + sign * step * down, column + sign * step * right) in filled:
                step += 1
            length += step - 1
        longest = max(longest, length)
    return longest


def _grow_layout(rng: random.Random, count: int) -> Iterator[tuple[tuple[int, int], tuple[int, int, int]]]:
    """Tiles grown by legal moves, rather close together so that the camera sees them all."""
    position = triominos.Position()
    box = sorted(triominos.BOX)
    for _ in range(count):
        hand = rng.sample(box, min(12, len(box)))
        moves = [scored.move for scored in triominos.legal_moves(position, hand)]
        if not moves:
            moves = [scored.move for scored in triominos.legal_moves(position, box)]
        if not moves:
            return
        near = rng.sample(moves, min(4, len(moves)))
        move = min(near, key=lambda move: 3 * move.at[0] ** 2 + move.at[1] ** 2)
        position = position.after(move)
        box.remove(move.tile)
        yield move.at, move.corners
