"""Triolet: `judge` a `Move` on a `Position`, list the `legal_moves`, follow a `Game`."""

from companion.rules.triolet.editions import EDITIONS, Edition, Layout, Rules
from companion.rules.triolet.judge import Verdict, judge
from companion.rules.triolet.moves import any_legal_move, legal_moves
from companion.rules.triolet.position import Move, Position, parse_rack
from companion.rules.triolet.scoring import Legal, TokenSet
from companion.rules.triolet.tokens import Token
from companion.rules.verdict import Illegal, ScoredMove, Violation

__all__ = [
    "EDITIONS",
    "Edition",
    "Illegal",
    "Layout",
    "Legal",
    "Move",
    "Position",
    "Rules",
    "ScoredMove",
    "Token",
    "TokenSet",
    "Verdict",
    "Violation",
    "any_legal_move",
    "judge",
    "legal_moves",
    "parse_rack",
]
