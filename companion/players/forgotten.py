"""The turns that new pieces may have been if somebody forgot to press."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product

from companion.rules.errors import TurnRefused
from companion.rules.triolet import game as triolet
from companion.rules.triolet.position import Move as TokenMove
from companion.rules.triolet.position import Tokens
from companion.rules.triolet.tokens import JOKERS, OPEN_JOKER
from companion.rules.triominos import game as triominos
from companion.rules.triominos.position import Move as TileMove


def split_tokens(game: triolet.Game, tokens: Tokens, turns: int) -> Iterator[tuple[TokenMove, ...]]:
    """Every way in which these tokens are so many legal moves, one after the other. No joker is open."""
    if turns == 1:
        if _after(game, TokenMove(tokens)) is not None:
            yield (TokenMove(tokens),)
        return
    for count in range(1, len(tokens)):
        for cells in combinations(tokens, count):
            first = TokenMove({cell: tokens[cell] for cell in cells})
            after = _after(game, first)
            if after is not None:
                rest = {cell: token for cell, token in tokens.items() if cell not in cells}
                for others in split_tokens(after, rest, turns - 1):
                    yield (first, *others)


def could_be_turns(game: triolet.Game, tokens: Tokens) -> bool:
    """Whether these tokens could be several legal moves, whatever number their open jokers stand for."""
    open_cells = [cell for cell, token in tokens.items() if token is OPEN_JOKER]
    for jokers in product(JOKERS, repeat=len(open_cells)):
        named = {**tokens, **dict(zip(open_cells, jokers, strict=True))}
        for turns in range(2, len(tokens) + 1):
            if next(split_tokens(game, named, turns), None) is not None:
                return True
    return False


def order_tiles(game: triominos.Game, tiles: Sequence[TileMove]) -> Iterator[tuple[TileMove, ...]]:
    """Every order in which these tiles can have been laid, one a turn."""
    for order in permutations(tiles):
        after = game
        try:
            for move in order:
                after = after.play(triominos.Lay(move))
        except TurnRefused:
            continue
        yield order


def _after(game: triolet.Game, move: TokenMove) -> triolet.Game | None:
    try:
        return game.play(triolet.Lay(move))
    except TurnRefused:
        return None
