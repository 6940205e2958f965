"""A game of Triolet as the fold of its turns: whose turn, the counts, the score sheet, the end.

    game = Game.start(players=2)
    game = game.play(Lay(Move.parse({"H8": "11", "H9": "3"})))
    game.scores, game.player                                         # ((25, 0), 1)

A game is a frozen value: undoing a turn is going back to the value before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.rules.ending import End, Settlement, add_up, decide, settle_out
from companion.rules.errors import Malformed, TurnRefused
from companion.rules.rests import Rests
from companion.rules.triolet.editions import STANDARD, Rules
from companion.rules.triolet.judge import judge
from companion.rules.triolet.ledger import Ledger
from companion.rules.triolet.moves import any_legal_move
from companion.rules.triolet.position import Move, Position
from companion.rules.triolet.scoring import NOTHING, Legal, score_anyway
from companion.rules.triolet.tokens import HIGHEST, JOKERS
from companion.rules.verdict import Illegal


@dataclass(frozen=True, slots=True)
class Lay:
    """Tokens laid on the board."""

    move: Move


@dataclass(frozen=True, slots=True)
class Exchange:
    """Tokens exchanged with the bag, instead of laying any."""

    count: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing laid, nothing exchanged."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The players agree that nobody can go on, as they see on their racks and nobody else does."""


Turn = Lay | Exchange | Pass | Stop


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the score sheet."""

    player: int
    turn: Turn
    points: int = 0
    verdict: Legal | None = None
    overruled: bool = False  # the rules refuse it, and it was counted anyway


@dataclass(frozen=True, slots=True)
class Game:
    """A game after some turns."""

    position: Position
    ledger: Ledger
    player: int  # whose turn it is
    entries: tuple[Entry, ...] = ()
    passes: int = 0  # in a row
    end: End | None = None

    @classmethod
    def start(cls, players: int, rules: Rules = STANDARD, first: int = 0) -> Game:
        """A new game that player number `first` begins."""
        ledger = Ledger.deal(rules.edition, players)
        if first not in range(players):
            raise Malformed("first", "no-such-player", player=first, players=players)
        return cls(Position(rules=rules), ledger, first)

    @property
    def players(self) -> int:
        return len(self.ledger.racks)

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each player, without the end's."""
        return add_up(self.entries, self.players)

    def play(self, turn: Turn) -> Game:
        """The game after one more turn; `TurnRefused` if that turn is not possible now."""
        if self.end is not None:
            raise TurnRefused("game-over")
        match turn:
            case Lay(move):
                return self._lay(move)
            case Exchange(count):
                return self._exchange(count)
            case Pass():
                return self._pass()
            case Stop():
                return replace(self, entries=(*self.entries, Entry(self.player, turn)), end=End("blocked"))

    def overrule(self, turn: Turn) -> Game:
        """The game after one more turn, counted anyway if the rules refuse it; its jokers have their values.

        What is laid lies on the board from then on, and scores as if it were allowed. What comes after the
        end counts nothing, and no turn passes on.
        """
        try:
            return self.play(turn)
        except TurnRefused:
            if self.end is not None:
                position = self.position.after(turn.move) if isinstance(turn, Lay) else self.position
                verdict = NOTHING if isinstance(turn, Lay) else None
                entry = Entry(self.player, turn, 0, verdict, overruled=True)
                return replace(self, position=position, entries=(*self.entries, entry))
            if isinstance(turn, Lay):
                return self._laid(turn.move, score_anyway(self.position, turn.move), overruled=True)
            entry = Entry(self.player, turn, overruled=True)
            return replace(self, entries=(*self.entries, entry), passes=0)._next()

    def settle(self, told: Mapping[int, int] | None = None) -> Settlement:
        """What the end adds, given the totals left on the racks as far as they were `told`."""
        rests = Rests(self.ledger.racks, dict(told or {}), self.ledger.unseen_values(self.position), HIGHEST)
        if self.end is None:
            return Settlement((0,) * self.players)
        if self.end.player is not None:
            return settle_out(rests, self.end.player)
        left = [rests.rest(player) for player in range(self.players)]
        bonuses = tuple(None if rest is None else -rest for rest in left)
        return Settlement(bonuses, rests.missing(range(self.players)), rests.doubtful())

    def winners(self, told: Mapping[int, int] | None = None) -> tuple[int, ...] | None:
        """Who has won, equal totals sharing; `None` before the end, and while a count is missing."""
        return decide(self.end, self.scores, self.settle(told))

    def _lay(self, move: Move) -> Game:
        verdict = judge(self.position, move)
        if isinstance(verdict, Illegal):
            raise TurnRefused("illegal-move", verdict=verdict)
        count, rack = len(move.tokens), self.ledger.racks[self.player]
        if count > rack:
            raise TurnRefused("rack-too-small", count=count, rack=rack)
        named = Move({**move.tokens, **{cell: JOKERS[value] for cell, value in verdict.jokers.items()}})
        return self._laid(named, verdict)

    def _laid(self, move: Move, verdict: Legal, overruled: bool = False) -> Game:
        ledger = self.ledger.after_laying(self.player, len(move.tokens))
        entry = Entry(self.player, Lay(move), verdict.points, verdict, overruled)
        laid = replace(
            self,
            position=self.position.after(move),
            ledger=ledger,
            entries=(*self.entries, entry),
            passes=0,
        )
        if not ledger.racks[self.player]:
            return replace(laid, end=End("out", self.player))
        if not any_legal_move(laid.position, ledger.unseen(laid.position)):
            return replace(laid, end=End("blocked"))
        return laid if verdict.replay else laid._next()

    def _exchange(self, count: int) -> Game:
        if not self.ledger.may_exchange:
            raise TurnRefused("exchange-closed", bag=self.ledger.bag, least=self.ledger.edition.exchange_from)
        if not 1 <= count <= self.ledger.racks[self.player]:
            raise TurnRefused("exchange-count", count=count, rack=self.ledger.racks[self.player])
        return replace(self, entries=(*self.entries, Entry(self.player, Exchange(count))), passes=0)._next()

    def _pass(self) -> Game:
        passed = replace(self, entries=(*self.entries, Entry(self.player, Pass())), passes=self.passes + 1)
        if passed.passes >= self.players and not self.ledger.may_exchange:
            return replace(passed, end=End("blocked"))
        return passed._next()

    def _next(self) -> Game:
        return replace(self, player=(self.player + 1) % self.players)
