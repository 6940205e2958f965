"""The turns that new pieces must have been if somebody forgot to press.

The fewest turns that explain them count: forgetting twice in a row is rarer than once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from companion.rules.errors import TurnRefused
from companion.rules.triolet import game as triolet
from companion.rules.triolet.judge import MOST_TOKENS, judge
from companion.rules.triolet.position import Move as TokenMove
from companion.rules.triolet.position import Tokens
from companion.rules.triolet.tokens import JOKERS, OPEN_JOKER
from companion.rules.triominos import game as triominos
from companion.rules.triominos.judge import judge as judge_tile
from companion.rules.triominos.position import Move as TileMove
from companion.rules.triominos.position import Position
from companion.rules.verdict import Illegal

MOST_TURNS = 3

TokenTurns = tuple[TokenMove, ...]
TileTurns = tuple[TileMove, ...]


def split_tokens(game: triolet.Game, tokens: Tokens) -> tuple[tuple[TokenTurns, ...], tuple[int, ...]]:
    """Every way to see these tokens as two turns, or else as three; and what an open joker may then be.

    A joker is named where all ways agree on its number. If the ways differ in nothing but that, they are one
    way, its joker is open and the numbers are its options.
    """
    open_cells = [cell for cell, token in tokens.items() if token is OPEN_JOKER]
    if not 2 <= len(tokens) <= MOST_TURNS * MOST_TOKENS or len(open_cells) > 1:
        return (), ()
    for turns in range(2, MOST_TURNS + 1):
        if not open_cells:
            ways = tuple(_split(game, tokens, turns))
        else:
            (cell,) = open_cells
            named = {
                value: tuple(_split(game, {**tokens, cell: joker}, turns))
                for value, joker in enumerate(JOKERS)
            }
            options = tuple(value for value, ways in named.items() if ways)
            opened = dict.fromkeys(_open(way, cell) for ways in named.values() for way in ways)
            if len(opened) == 1 and len(options) > 1:
                return tuple(opened), options
            ways = tuple(way for ways in named.values() for way in ways)
        if ways:
            return ways, ()
    return (), ()


def order_tiles(game: triominos.Game, tiles: Sequence[TileMove]) -> tuple[TileTurns, ...]:
    """Every order in which these tiles can have been laid, one a turn; two of many if there are more than
    three. All of them fit somehow."""
    if len(tiles) > MOST_TURNS:
        orders = (_any_order(game.position, tiles), _any_order(game.position, tiles[::-1]))
        return tuple(dict.fromkeys(orders))
    played = tuple(order for order in permutations(tiles) if _can_be_laid(game, order))
    # If the game would be over before the last of them, that is for the players to see.
    return played or (_any_order(game.position, tiles),)


def _split(game: triolet.Game, tokens: Tokens, turns: int) -> Iterator[TokenTurns]:
    if turns * MOST_TOKENS < len(tokens):
        return
    if turns == 1:
        if _after(game, TokenMove(tokens)) is not None:
            yield (TokenMove(tokens),)
        return
    for count in range(1, min(MOST_TOKENS, len(tokens) - turns + 1) + 1):
        for cells in combinations(tokens, count):
            first = TokenMove({cell: tokens[cell] for cell in cells})
            after = _after(game, first)
            if after is not None:
                rest = {cell: token for cell, token in tokens.items() if cell not in cells}
                for others in _split(after, rest, turns - 1):
                    yield (first, *others)


def _after(game: triolet.Game, move: TokenMove) -> triolet.Game | None:
    # Judged first: most are illegal, and playing also asks whether the game is over.
    if isinstance(judge(game.position, move), Illegal):
        return None
    try:
        return game.play(triolet.Lay(move))
    except TurnRefused:
        return None


def _can_be_laid(game: triominos.Game, order: TileTurns) -> bool:
    try:
        for move in order:
            game = game.play(triominos.Lay(move))
    except TurnRefused:
        return False
    return True


def _any_order(position: Position, tiles: Sequence[TileMove]) -> TileTurns:
    """An order in which each tile fits to those before it, taking what comes first whenever it does."""
    left, order = list(tiles), list[TileMove]()
    while left:
        fits = (move for move in left if not isinstance(judge_tile(position, move), Illegal))
        order.append(next(fits, left[0]))
        left.remove(order[-1])
        position = position.after(order[-1])
    return tuple(order)


def _open(way: TokenTurns, cell: str) -> TokenTurns:
    """The same turns with the joker on `cell` not yet named."""
    return tuple(
        TokenMove({**move.tokens, cell: OPEN_JOKER}) if cell in move.tokens else move for move in way
    )
