"""Triominos: `judge` a `Move` on a `Position`, list the `legal_moves`, follow a `Game`."""

from companion.rules.triominos.judge import Legal, Verdict, judge
from companion.rules.triominos.moves import any_legal_move, legal_moves
from companion.rules.triominos.position import Move, Position, parse_scoring
from companion.rules.triominos.tiles import BOX, parse_corners, tile_of
from companion.rules.verdict import Illegal, ScoredMove, Violation

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
