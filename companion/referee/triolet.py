"""The referee of Triolet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from companion.referee.decide import Candidate, decide
from companion.referee.hypotheses import Option, combine
from companion.referee.priors import STANDARD, Priors
from companion.referee.triolet_look import Laid, look_at
from companion.referee.turns import split_tokens
from companion.rules.triolet.game import Game
from companion.rules.triolet.judge import judge
from companion.rules.triolet.position import Move, Position, Tokens
from companion.rules.triolet.scoring import Legal
from companion.rules.triolet.tokens import JOKERS
from companion.rules.verdict import Cell, Illegal
from companion.session.rulings import ChangedBefore, Hindrance, NotYet, Ruling
from vision.observation import BoardObservation, NoBoard

UNREADABLE: frozenset[Hindrance] = frozenset({"blur", "dark"})  # they spoil every square
WORTH_SPLITTING = 0.005  # a reading less likely than this is not taken apart into turns


def rule_triolet(
    observation: BoardObservation | NoBoard,
    game: Game,
    before: BoardObservation | None = None,
    priors: Priors = STANDARD,
    trusted: Collection[Cell] = (),
) -> Ruling:
    """What the board shows after a press, `game` being as last accepted.

    `before` is the observation that the accepted position was read from, or that of the empty board; it may
    be absent (after a restart or an undo). What looked odd then and looks the same now has not changed. On
    `trusted` squares the players say that the accepted tokens lie, whatever is seen.
    """
    if isinstance(observation, NoBoard):
        return NotYet((observation.problem,))
    hindrances: tuple[Hindrance, ...] = tuple(sorted(observation.in_the_way))
    if observation.in_the_way & UNREADABLE:
        return NotYet(hindrances)
    board = game.position.board
    look = look_at(observation, board, before, priors)
    if look.hidden:
        return NotYet(hindrances or ("other",))
    missing = tuple(cell for cell in look.missing if cell not in trusted)
    different = tuple((cell, face) for cell, face in look.different if cell not in trusted)
    if missing or different:
        return ChangedBefore(missing, different, look.new)
    candidates = [_judge(game, option, priors) for option in combine(look.squares)]
    return decide(candidates, priors, look.across)


def _judge(game: Game, option: Option[Laid], priors: Priors) -> Candidate:
    """What the rules say to one way of seeing the board."""
    tokens, camera, position = dict(option.pieces), option.camera, game.position
    if not tokens:
        return Candidate("nothing", camera)
    move = Move(tokens)
    verdict = judge(position, move)
    stock = _stock(position, tokens, priors)
    fits = len(tokens) <= game.ledger.racks[game.player]
    if isinstance(verdict, Legal) and fits:
        return Candidate("move", camera, ((_named(move, verdict),),), stock)
    options = _open_options(verdict) if isinstance(verdict, Illegal) else ()
    if options and fits:
        return Candidate("move", camera, ((move,),), stock, joker_options=options)
    ways, options = split_tokens(game, tokens) if camera >= WORTH_SPLITTING else ((), ())
    if ways:
        return Candidate("turns", camera, ways, stock, joker_options=options)
    if isinstance(verdict, Legal):  # more tokens than this rack held: that is not the board's fault
        return Candidate("move", camera, ((_named(move, verdict),),), stock)
    return Candidate("illegal", camera, ((move,),), stock, verdict)


def _named(move: Move, verdict: Legal) -> Move:
    """The move with its jokers as the rules force them."""
    return Move({**move.tokens, **{cell: JOKERS[value] for cell, value in verdict.jokers.items()}})


def _open_options(verdict: Illegal) -> tuple[int, ...]:
    """The numbers to choose from, if an open joker is all that is wrong."""
    if len(verdict.violations) != 1:
        return ()
    return verdict.violations[0].options or ()


def _stock(position: Position, tokens: Tokens, priors: Priors) -> float:
    """How much of the box is left to lay these tokens from, against the full box that a camera expects."""
    share, edition = 1.0, position.rules.edition
    for face, count in Counter(token.face for token in tokens.values()).items():
        left = edition.counts[face] - position.count(face)
        scarce = priors.out_of_stock if face in edition.certain else priors.uncertain_stock
        for already in range(count):
            share *= max((left - already) / edition.counts[face], scarce)
    return share
