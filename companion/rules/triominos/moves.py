"""Every legal Triominos move for a hand, and whether any is left for the tiles nobody has seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.scored import ScoredMove
from companion.rules.triominos.judge import Legal, meeting, score
from companion.rules.triominos.lattice import Place, neighbours
from companion.rules.triominos.position import Move, Position
from companion.rules.triominos.tiles import BOX, Corners, tile_of, turned

FIRST_PLACE: Place = (0, 0)


def legal_moves(position: Position, hand: Iterable[Corners]) -> list[ScoredMove[Move, Legal]]:
    """All legal moves with the tiles of `hand`, most points first, ties by place.

    Turns of a tile that look the same are one move; an opening is listed in the first place only.
    """
    found = [ScoredMove(move, score(position, move)) for move in _placements(position, hand)]
    found.sort(key=lambda scored: (-scored.verdict.points, scored.move.at, scored.move.corners))
    return found


def any_legal_move(position: Position, hand: Iterable[Corners]) -> bool:
    """Whether any of these tiles can be laid anywhere."""
    return next(_placements(position, hand), None) is not None


def open_places(position: Position) -> list[Place]:
    """The free places that share a side with a tile; the first place of an empty table."""
    if not position.tiles:
        return [FIRST_PLACE]
    near = {other for place in position.tiles for other in neighbours(place)}
    return sorted(near - position.tiles.keys())


def _placements(position: Position, hand: Iterable[Corners]) -> Iterator[Move]:
    laid = {tile_of(corners) for corners in position.tiles.values()}
    tiles = {tile_of(corners) for corners in hand} & BOX - laid
    ways = sorted({corners for tile in tiles for corners in turned(tile)})
    for place in open_places(position):
        wanted = [{number for _, number in meeting(position.tiles, place, corner)} for corner in range(3)]
        for corners in ways:
            if all(wants <= {number} for wants, number in zip(wanted, corners, strict=True)):
                yield Move(place, corners)
