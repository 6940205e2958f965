"""Pieces that were laid under the camera to be told: how sure each is, and whether the box can hold it.

    shown_tokens(observation, game, before)     # in `shown_triolet`
    shown_tiles(observation, game)              # in `shown_triominos`

Both are offered to the players, never taken silently.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from companion.referee.priors import Priors
from companion.session.shown import ShownPiece, ShownPieces

SIDE_BY_SIDE = 0.4  # of a piece: two that are less apart from left to right may be meant either way

Left = Mapping[str, int]  # how many there can be of each piece


def weigh(
    readings: Mapping[str, float], presence: float, left: Left | None, priors: Priors
) -> ShownPiece | None:
    """What a piece is, given how likely the camera finds each reading; `None` if it rather is none.

    What is not left is less likely, but what the camera clearly reads stays what it is. `left` of `None`:
    anything may lie there.
    """
    if presence <= 0.5 or not readings:
        return None
    scarce = {piece: 1.0 if left is None or left.get(piece) else priors.out_of_stock for piece in readings}
    weights = {piece: chance * scarce[piece] for piece, chance in readings.items()}
    seen = _best(readings)
    is_seen = readings[seen] > priors.seen  # the box may confirm what the camera reads, not replace it
    piece = seen if is_seen else _best(weights)
    sure = presence * weights[piece] / sum(weights.values())
    return ShownPiece(piece, is_seen and sure >= priors.accept)


def gather(
    found: Iterable[tuple[float, ShownPiece]], left: Left | None, uncertain: Sequence[str] = ()
) -> ShownPieces:
    """The pieces from left to right; each comes with where it lies, in widths of a piece.

    `uncertain` are faces of which nobody knows how many there are.
    """
    in_order = sorted(found, key=lambda one: one[0])
    pieces = tuple(piece for _, piece in in_order)
    apart = (right - before for (before, _), (right, _) in pairwise(in_order))
    counts = Counter(piece.piece for piece in pieces)
    gone = tuple(
        piece
        for piece, count in counts.items()
        if left is not None and piece not in uncertain and count > left.get(piece, 0)
    )
    return ShownPieces(pieces, None, gone, all(gap >= SIDE_BY_SIDE for gap in apart))


def _best(readings: Mapping[str, float]) -> str:
    return max(readings, key=readings.__getitem__)
