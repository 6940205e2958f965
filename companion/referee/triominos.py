"""The referee of Triominos."""

from __future__ import annotations

from collections.abc import Collection

from companion.referee.decide import Candidate, decide
from companion.referee.hypotheses import Option, combine
from companion.referee.priors import STANDARD, Priors
from companion.referee.triominos_look import look_at
from companion.referee.turns import order_tiles
from companion.rules.triominos.game import Game
from companion.rules.triominos.judge import judge
from companion.rules.triominos.position import Move, Position
from companion.rules.verdict import Cell, Illegal
from companion.session.rulings import ChangedBefore, Hindrance, NotYet, Ruling, Unsure
from vision.tiles import TableObservation

# They may hide anything. Glare or things lying about only count if the table cannot be read because of them.
BLINDING: frozenset[Hindrance] = frozenset({"hand", "blur", "dark"})
DOES_NOT_EXIST = {"no-such-tile", "duplicate-tile"}


def rule_triominos(
    observation: TableObservation,
    game: Game,
    before: TableObservation | None = None,
    priors: Priors = STANDARD,
    trusted: Collection[Cell] = (),
) -> Ruling:
    """What the table shows after a press, `game` being as last accepted.

    `before` is the observation that the accepted position was read from; it may be absent. The camera's
    lattice may be shifted and turned by 60 degrees against the game's, differently in each observation. In
    `trusted` places the players say that the accepted tiles lie, whatever is seen.
    """
    if observation.problem is not None:
        return NotYet((observation.problem,))
    hindrances: tuple[Hindrance, ...] = tuple(sorted(observation.in_the_way))
    if observation.in_the_way & BLINDING:
        return NotYet(hindrances)
    look = look_at(observation, game.position.tiles, before, priors)
    missing = tuple(place for place in look.missing if place not in trusted)
    different = tuple((place, numbers) for place, numbers in look.different if place not in trusted)
    if missing or different:
        # What is missing may only be under the glare.
        changed = ChangedBefore(missing, different, look.new)
        return NotYet(hindrances) if hindrances and missing else changed
    ruling = decide([_judge(game, option, priors) for option in combine(look.tiles)], priors, look.across)
    return NotYet(hindrances) if hindrances and isinstance(ruling, Unsure) and not look.across else ruling


def _judge(game: Game, option: Option[Move], priors: Priors) -> Candidate:
    """What the rules say to one way of seeing the table."""
    moves, camera, position = option.pieces, option.camera, game.position
    if not moves:
        return Candidate("nothing", camera)
    move, verdict = _first_wrong(position, moves)
    if verdict is None:
        is_one = len(moves) == 1
        return Candidate(
            "move" if is_one else "turns", camera, (moves,) if is_one else order_tiles(game, moves)
        )
    exists = DOES_NOT_EXIST.isdisjoint(verdict.rules)
    return Candidate("illegal", camera, ((move,),), 1.0 if exists else priors.out_of_stock, verdict)


def _first_wrong(position: Position, moves: tuple[Move, ...]) -> tuple[Move, Illegal | None]:
    """The first tile that cannot be laid once all that can be are, and why not; no reason if all can be."""
    left = list(moves)
    while True:
        verdicts = [(move, judge(position, move)) for move in left]
        legal = next((move for move, verdict in verdicts if not isinstance(verdict, Illegal)), None)
        if legal is None:
            move, verdict = verdicts[0]
            return move, verdict if isinstance(verdict, Illegal) else None
        left.remove(legal)
        if not left:
            return legal, None
        position = position.after(legal)
