"""What a virtual player does with the pieces on the rack."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.rules.triolet import game as triolet
from companion.rules.triolet.moves import any_legal_move
from companion.rules.triolet.moves import legal_moves as token_moves
from companion.rules.triominos import game as triominos
from companion.rules.triominos.moves import legal_moves as tile_moves
from companion.rules.verdict import Cell
from companion.session.forms import Turn
from companion.session.games import Game
from companion.virtual_racks import corners_of, unseen_pieces


def choose_turn(game: Game, rack: Sequence[str], in_view: Collection[Cell]) -> Turn:
    """The move with most points; without one, whatever the rules have for that.

    `in_view` are the cells that the camera sees: nobody lays where it does not look.
    """
    if isinstance(game, triolet.Game):
        moves = token_moves(game.position, rack)
        if moves:
            return triolet.Lay(moves[0].move)
        if not any_legal_move(game.position, unseen_pieces(game).elements()):
            return triolet.Stop()
        return triolet.Exchange(len(rack)) if rack and game.ledger.may_exchange else triolet.Pass()
    tiles = tile_moves(game.position, map(corners_of, rack))
    seen = [scored.move for scored in tiles if scored.move.at in in_view]
    if seen:
        return triominos.Lay(seen[0])
    return triominos.Draw() if game.may_draw else triominos.Pass()
