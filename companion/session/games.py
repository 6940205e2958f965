"""Both games behind one door: begin one, play a turn or count it anyway, weigh moves before that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.rules.errors import TurnRefused
from companion.rules.triolet import game as triolet
from companion.rules.triolet.cells import ORDER
from companion.rules.triolet.editions import Rules as TrioletRules
from companion.rules.triolet.position import Move as TokenMove
from companion.rules.triolet.tokens import JOKERS, NUMBERS, OPEN_JOKER
from companion.rules.triominos import game as triominos
from companion.session.declined import Declined
from companion.session.forms import Move, Turn
from companion.session.setup import Setup

Game = triolet.Game | triominos.Game


@dataclass(frozen=True, slots=True)
class Weighed:
    """A turn that can be counted; `overruled` if only because the players say so."""

    turn: Turn
    overruled: bool


@dataclass(frozen=True, slots=True)
class OpenJoker:
    """A joker whose number must be told first."""

    cell: str
    options: tuple[int, ...]


def start_game(setup: Setup) -> Game:
    """The game before its first turn; `Malformed` if it cannot be played like that."""
    if isinstance(setup.rules, TrioletRules):
        return triolet.Game.start(len(setup.players), setup.rules, setup.first)
    return triominos.Game.start(len(setup.players), setup.rules, setup.first)


def try_play(game: Game, turn: Turn) -> Game | Declined:
    """The game after a turn, or why it is not possible."""
    try:
        if isinstance(game, triolet.Game) and isinstance(turn, triolet.Turn):
            return game.play(turn)
        if isinstance(game, triominos.Game) and isinstance(turn, triominos.Turn):
            return game.play(turn)
    except TurnRefused as refused:
        return Declined.because(refused)
    return Declined("not-in-this-game")


def count_anyway(game: Game, turn: Turn) -> Game:
    """The game after a turn, whether the rules allow it or not. Another game's turn changes nothing."""
    if isinstance(game, triolet.Game) and isinstance(turn, triolet.Turn):
        return game.overrule(turn)
    if isinstance(game, triominos.Game) and isinstance(turn, triominos.Turn):
        return game.overrule(turn)
    return game


def lay(move: Move) -> Turn:
    return triolet.Lay(move) if isinstance(move, TokenMove) else triominos.Lay(move)


def is_of(game: Game, move: Move) -> bool:
    """Whether this is a move of this game."""
    return isinstance(game, triolet.Game) == isinstance(move, TokenMove)


def is_turn_of(game: Game, turn: Turn) -> bool:
    """Whether this is a turn of this game."""
    return isinstance(turn, triolet.Turn if isinstance(game, triolet.Game) else triominos.Turn)


def weigh(game: Game, moves: Iterable[Move], overruling: bool) -> tuple[Weighed, ...] | OpenJoker | Declined:
    """The turns that these moves are, one player after the other; or what stands against them.

    `overruling`: moves that break rules are turns all the same.
    """
    weighed: list[Weighed] = []
    for move in moves:
        after = try_play(game, lay(move))
        if isinstance(after, Declined):
            asked = _open_joker(move, after, overruling)
            if asked is not None:
                return asked
            if not overruling:
                return after
            if isinstance(move, TokenMove) and not move.tokens:
                return Declined("nothing-laid")
            after = count_anyway(game, lay(move))
        # As the game entered it: a joker that the rules force has its number now.
        entry = after.entries[-1]
        weighed.append(Weighed(entry.turn, entry.overruled))
        game = after
    return tuple(weighed)


def name_joker(moves: Sequence[Move], cell: str, value: int) -> tuple[Move, ...]:
    """The moves with a number for the open joker on `cell`."""
    return tuple(
        TokenMove({**move.tokens, cell: JOKERS[value]})
        if isinstance(move, TokenMove) and move.tokens.get(cell) == OPEN_JOKER
        else move
        for move in moves
    )


def _open_joker(move: Move, why: Declined, overruling: bool) -> OpenJoker | None:
    """What must be asked before the move can be judged, or counted anyway."""
    for violation in why.verdict.violations if why.verdict is not None else ():
        if violation.rule == "joker-value" and violation.options:
            return OpenJoker(str(violation.cells[0]), violation.options)
    if overruling and isinstance(move, TokenMove):
        jokers = sorted((c for c, token in move.tokens.items() if token == OPEN_JOKER), key=ORDER.__getitem__)
        if jokers:
            return OpenJoker(jokers[0], tuple(NUMBERS))
    return None
