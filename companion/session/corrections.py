"""What must be said of earlier turns so that they are what lies on the table."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.errors import Malformed
from companion.rules.triolet import game as triolet
from companion.rules.triolet.position import Move as TokenMove
from companion.rules.triolet.tokens import MOVE_TOKENS, OPEN_JOKER
from companion.rules.triominos import game as triominos
from companion.rules.triominos.position import Move as TileMove
from companion.rules.triominos.tiles import Corners, parse_corners
from companion.rules.verdict import Cell
from companion.session.declined import Declined
from companion.session.events import TurnCorrected
from companion.session.forms import Turn
from companion.session.games import try_play
from companion.session.state import State

Change = tuple[Cell, str | None]  # where, and what lies there in its text form; None: nothing any more


def correct_turn(state: State, number: int, turn: Turn, at: float) -> tuple[TurnCorrected, ...] | Declined:
    """Turn `number` was this one."""
    turns = state.sheet.turns
    if not 1 <= number <= len(turns):
        return Declined("no-such-turn", (("number", number),))
    named = _name_jokers(state, number, turn)
    if isinstance(named, Declined):
        return named
    if isinstance(named, triolet.Lay) and not named.move.tokens:
        return Declined("nothing-laid")
    if named == turns[number - 1].turn:
        return Declined("nothing-changed")
    return (TurnCorrected(number, named, at),)


def correct_cells(state: State, changes: Iterable[Change], at: float) -> tuple[TurnCorrected, ...] | Declined:
    """Each changed cell is changed in the turn that laid it; a turn of which nothing is left was a pass."""
    changed: dict[int, Turn] = {}
    for cell, piece in changes:
        number = _who_laid(state, cell)
        if number is None:
            return Declined("nothing-there")
        turn = _with_piece(changed.get(number, state.sheet.turns[number - 1].turn), cell, piece)
        if isinstance(turn, Declined):
            return turn
        changed[number] = turn
    events: list[TurnCorrected] = []
    for number in sorted(changed):
        corrected = correct_turn(state, number, changed[number], at)
        if isinstance(corrected, Declined):
            return corrected
        events += corrected
    return tuple(events)


def _who_laid(state: State, cell: Cell) -> int | None:
    """The number of the turn whose piece lies there: the last one, where one was laid on another."""
    for number in range(len(state.sheet.turns), 0, -1):
        match state.sheet.turns[number - 1].turn:
            case triolet.Lay(move) if cell in move.tokens:
                return number
            case triominos.Lay(tile) if cell == tile.at:
                return number
    return None


def _with_piece(turn: Turn, cell: Cell, piece: str | None) -> Turn | Declined:
    """The turn with this piece there instead."""
    if isinstance(turn, triolet.Lay) and isinstance(cell, str):
        tokens = {other: token for other, token in turn.move.tokens.items() if other != cell}
        if piece is None:
            return triolet.Lay(TokenMove(tokens)) if tokens else triolet.Pass()
        if piece not in MOVE_TOKENS:
            return Declined("no-such-piece")
        return triolet.Lay(TokenMove({**tokens, cell: MOVE_TOKENS[piece]}))
    if isinstance(turn, triominos.Lay):
        if piece is None:
            return triominos.Pass()
        corners = _corners(piece)
        if corners is None:
            return Declined("no-such-piece")
        return triominos.Lay(TileMove(turn.move.at, corners))
    return Declined("nothing-there")


def _corners(text: str) -> Corners | None:
    """`5-5-2`, clockwise from the place's first corner."""
    try:
        return parse_corners([int(number) for number in text.split("-")], "")
    except (Malformed, ValueError):
        return None


def _name_jokers(state: State, number: int, turn: Turn) -> Turn | Declined:
    """The turn with a number for its joker, where the rules allow only one."""
    before = state.sheet.turns[number - 2].game if number > 1 else state.opening
    after = try_play(before, turn)
    if isinstance(after, Declined):
        if after.reason == "not-in-this-game":
            return after
        is_open = isinstance(turn, triolet.Lay) and OPEN_JOKER in turn.move.tokens.values()
        return Declined("joker-open") if is_open else turn
    return after.entries[-1].turn
