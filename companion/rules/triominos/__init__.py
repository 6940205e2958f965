"""Triominos: `judge` a `Move` on a `Position`, list the `legal_moves`, follow a `Game`."""

from typing import TYPE_CHECKING

from companion.rules.triominos.judge import Legal, Verdict, judge
from companion.rules.triominos.position import Move, Position, parse_scoring
from companion.rules.triominos.tiles import BOX, parse_corners, tile_of
from companion.rules.verdict import Illegal, Violation

if TYPE_CHECKING:
    from companion.rules.scored import ScoredMove
    from companion.rules.triominos.moves import any_legal_move, legal_moves

__all__ = [
    "BOX",
    "Illegal",
    "Legal",
    "Move",
    "Position",
    "ScoredMove",
    "Verdict",
    "Violation",
    "any_legal_move",
    "judge",
    "legal_moves",
    "parse_corners",
    "parse_scoring",
    "tile_of",
]


def __getattr__(name: str) -> object:
    """Listing moves is loaded when it is first asked for, so that a single judgement starts quickly."""
    if name in ("ScoredMove", "any_legal_move", "legal_moves"):
        from companion.rules.triominos import moves

        return getattr(moves, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
