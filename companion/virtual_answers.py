"""How a virtual family answers a question: it knows what it laid, and nothing of what the camera saw."""

from __future__ import annotations

from collections.abc import Sequence

from companion.players import family_triolet, family_triominos
from companion.referee.lattice_fit import same_layout
from companion.rules.triolet import game as triolet
from companion.rules.triolet.position import Move as TokenMove
from companion.rules.triolet.tokens import OPEN_JOKER
from companion.rules.triominos import game as triominos
from companion.rules.triominos.position import Move as TileMove
from companion.session.games import Game
from companion.session.phases import ReadingAsked

Press = family_triolet.Press | family_triominos.Press


def right_reading(asked: ReadingAsked, game: Game, press: Press) -> int | None:
    """Which of the readings is what this family laid beside the accepted `game`; `None` if none is."""
    for index, reading in enumerate(asked.readings):
        if isinstance(game, triominos.Game):
            tiles = [move for move in reading.moves if isinstance(move, TileMove)]
            is_right = _is_same_tiles(game, tiles, press)
        else:
            tokens = [move for move in reading.moves if isinstance(move, TokenMove)]
            is_right = _as_seen(tokens) == _as_seen(_laid_tokens(press))
        if is_right:
            return index
    return None


def joker_laid(press: Press) -> int | None:
    """The number that the family's joker stands for."""
    tokens = [token for move in _laid_tokens(press) for token in move.tokens.values() if token.is_joker]
    return tokens[0].value if tokens else None


def _laid_tokens(press: Press) -> list[TokenMove]:
    return [turn.move for turn in press.turns if isinstance(turn, triolet.Lay)]


def _as_seen(moves: Sequence[TokenMove]) -> list[dict[str, str]]:
    """The moves as the table shows them: a joker has no number."""
    return [
        {cell: (OPEN_JOKER if token.is_joker else token).text for cell, token in move.tokens.items()}
        for move in moves
    ]


def _is_same_tiles(game: triominos.Game, moves: Sequence[TileMove], press: Press) -> bool:
    """Whether the same tiles in the same order make the same table. The camera may call up what the family
    calls down: its lattice begins with how the first tile lay in its picture."""
    laid = [turn.move for turn in press.turns if isinstance(turn, triominos.Lay)]
    if [move.tile for move in moves] != [move.tile for move in laid]:
        return False
    assert isinstance(press.game_before, triominos.Game)  # as the other game is
    seen = {**game.position.tiles, **{move.at: move.corners for move in moves}}
    truth = {**press.game_before.position.tiles, **{move.at: move.corners for move in laid}}
    return same_layout(seen, truth) is not None
