"""Triolet: `judge` a `Move` on a `Position`, list the `legal_moves`, follow a `Game`."""

from typing import TYPE_CHECKING

from companion.rules.triolet.editions import EDITIONS, Edition, Layout, Rules
from companion.rules.triolet.judge import Verdict, judge
from companion.rules.triolet.position import Move, Position, parse_rack
from companion.rules.triolet.scoring import Legal, TokenSet
from companion.rules.triolet.tokens import Token
from companion.rules.verdict import Illegal, Violation

if TYPE_CHECKING:
    from companion.rules.scored import ScoredMove
    from companion.rules.triolet.moves import any_legal_move, legal_moves

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


def __getattr__(name: str) -> object:
    """Listing moves is loaded when it is first asked for, so that a single judgement starts quickly."""
    if name in ("ScoredMove", "any_legal_move", "legal_moves"):
        from companion.rules.triolet import moves

        return getattr(moves, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
