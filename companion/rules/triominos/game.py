"""A game of Triominos as the fold of its turns: whose turn, the counts, the score sheet, the end.

    game = Game.start(players=2)
    game = game.play(Lay(Move(at=(0, 0), corners=(5, 5, 5))))
    game.scores, game.player                                         # ((15, 0), 1)

A game is a frozen value: undoing a turn is going back to the value before it. The sand timer runs elsewhere;
here a `TimeOut` is just a turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.rules.ending import End, Settlement, add_up, decide, settle_out
from companion.rules.errors import Malformed, TurnRefused
from companion.rules.rests import Rests
from companion.rules.triominos.judge import NOTHING, Legal, judge, score
from companion.rules.triominos.ledger import Ledger
from companion.rules.triominos.moves import any_legal_move
from companion.rules.triominos.position import Move, Position, Scoring
from companion.rules.triominos.tiles import HIGHEST_TOTAL
from companion.rules.verdict import Illegal

MOST_DRAWN = 3


@dataclass(frozen=True, slots=True)
class Penalties:
    """What a scoring takes away, and what it gives for the last tile."""

    drawing: int
    giving_up: int  # three drawn and none laid
    time_out: int
    last_tile: int
    rests_count: bool  # whether what is left in the hands is scored


PENALTIES: dict[Scoring, Penalties] = {
    "standard": Penalties(drawing=-5, giving_up=-10, time_out=-15, last_tile=25, rests_count=True),
    "junior": Penalties(drawing=0, giving_up=0, time_out=0, last_tile=5, rests_count=False),
    "none": Penalties(drawing=0, giving_up=0, time_out=0, last_tile=0, rests_count=False),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules a family plays Triominos by."""

    scoring: Scoring = "standard"
    blocked: Literal["own", "lowest"] = "own"
    challenge: bool = False


@dataclass(frozen=True, slots=True)
class Lay:
    """A tile laid on the table."""

    move: Move


@dataclass(frozen=True, slots=True)
class Draw:
    """One tile taken from the pool; the same player goes on."""


@dataclass(frozen=True, slots=True)
class Pass:
    """The turn given up: three tiles are drawn, or there is none to draw."""


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The sand ran out (Challenge)."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The players agree that nobody can go on, as they see in their hands and nobody else does."""


Turn = Lay | Draw | Pass | TimeOut | Stop


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

    rules: Rules
    position: Position
    ledger: Ledger
    player: int  # whose turn it is
    entries: tuple[Entry, ...] = ()
    drawn: int = 0  # tiles drawn in this turn
    passes: int = 0  # in a row, with the pool empty
    end: End | None = None

    @classmethod
    def start(cls, players: int, rules: Rules = Rules(), first: int = 0) -> Game:
        """A new game that player number `first` begins."""
        ledger = Ledger.deal(players, rules.challenge)
        if first not in range(players):
            raise Malformed("first", "no-such-player", player=first, players=players)
        return cls(rules, Position(scoring=rules.scoring), ledger, first)

    @property
    def players(self) -> int:
        return len(self.ledger.hands)

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each player, without the end's."""
        return add_up(self.entries, self.players)

    @property
    def may_draw(self) -> bool:
        return self.end is None and self.drawn < MOST_DRAWN and self.ledger.pool > 0

    @property
    def may_pass(self) -> bool:
        """Whoever cannot lay draws, so a turn is given up only when there is nothing more to draw."""
        return self.end is None and not self.may_draw

    def play(self, turn: Turn) -> Game:
        """The game after one more turn; `TurnRefused` if that turn is not possible now."""
        if self.end is not None:
            raise TurnRefused("game-over")
        match turn:
            case Lay(move):
                return self._lay(move)
            case Draw():
                return self._draw()
            case Pass():
                return self._pass()
            case TimeOut():
                return self._time_out()
            case Stop():
                return replace(self._entered(turn), end=End("blocked"))

    def overrule(self, turn: Turn) -> Game:
        """The game after one more turn, counted anyway if the rules refuse it.

        A tile lies on the table from then on, and scores as if it were allowed. What comes after the end
        counts nothing, and no turn passes on.
        """
        try:
            return self.play(turn)
        except TurnRefused:
            if self.end is not None:
                return self._overrule_end(turn)
            match turn:
                case Lay(move):
                    return self._laid(move, score(self.position, move), overruled=True)
                case Draw() if self.ledger.pool:  # a fourth tile
                    points = PENALTIES[self.rules.scoring].drawing
                    ledger = self.ledger.after_drawing(self.player)
                    return replace(self._entered(turn, points, overruled=True), ledger=ledger)
                case Draw():
                    return self._entered(turn, overruled=True)
                case _:
                    return self._entered(turn, overruled=True)._next(passes=0)

    def settle(self, told: Mapping[int, int] | None = None) -> Settlement:
        """What the end adds, given the totals left in the hands as far as they were `told`."""
        everyone, penalties = range(self.players), PENALTIES[self.rules.scoring]
        values = tuple(sum(tile) for tile in self.ledger.unseen(self.position))
        rests = Rests(self.ledger.hands, dict(told or {}), values, HIGHEST_TOTAL)
        if self.end is None:
            return Settlement((0,) * self.players)
        if not penalties.rests_count:
            last = penalties.last_tile
            return Settlement(tuple(last if player == self.end.player else 0 for player in everyone))
        if self.end.player is not None:
            return settle_out(rests, self.end.player, penalties.last_tile)
        bonuses = self._settle_blocked([rests.rest(player) for player in everyone])
        return Settlement(bonuses, rests.missing(everyone), rests.doubtful())

    def winners(self, told: Mapping[int, int] | None = None) -> tuple[int, ...] | None:
        """Who has won, equal totals sharing; `None` before the end, and while a count is missing.

        Without points, whoever laid the last tile first wins.
        """
        if self.rules.scoring == "none" and self.end is not None and self.end.player is not None:
            return (self.end.player,)
        return decide(self.end, self.scores, self.settle(told))

    def _settle_blocked(self, rests: list[int | None]) -> tuple[int | None, ...]:
        if self.rules.blocked == "own":
            return tuple(None if rest is None else -rest for rest in rests)
        known = [rest for rest in rests if rest is not None]
        if len(known) < len(rests):
            return (None,) * len(rests)
        lowest = min(known)
        alone = known.count(lowest) == 1
        gain = sum(known) - lowest if alone else 0
        return tuple(gain - lowest if rest == lowest else 0 for rest in known)

    def _lay(self, move: Move) -> Game:
        verdict = judge(self.position, move)
        if isinstance(verdict, Illegal):
            raise TurnRefused("illegal-move", verdict=verdict)
        return self._laid(move, verdict)

    def _laid(self, move: Move, verdict: Legal, overruled: bool = False) -> Game:
        ledger = self.ledger.after_laying(self.player)
        laid = replace(
            self._entered(Lay(move), verdict.points, verdict, overruled),
            position=self.position.after(move),
            ledger=ledger,
        )
        if not ledger.hands[self.player]:
            return replace(laid, end=End("out", self.player))
        if not any_legal_move(laid.position, ledger.unseen(laid.position)):
            return replace(laid, end=End("blocked"))
        return laid._next(passes=0)

    def _draw(self) -> Game:
        if self.drawn == MOST_DRAWN:
            raise TurnRefused("draw-limit", most=MOST_DRAWN)
        if not self.ledger.pool:
            raise TurnRefused("pool-empty")
        points = PENALTIES[self.rules.scoring].drawing
        ledger = self.ledger.after_drawing(self.player)
        return replace(self._entered(Draw(), points), ledger=ledger, drawn=self.drawn + 1)

    def _pass(self) -> Game:
        if not self.may_pass:
            raise TurnRefused("must-draw")
        points = PENALTIES[self.rules.scoring].giving_up if self.drawn == MOST_DRAWN else 0
        passes = 0 if self.ledger.pool else self.passes + 1
        passed = self._entered(Pass(), points)
        if passes == self.players:
            return replace(passed, end=End("blocked"), passes=passes)
        return passed._next(passes)

    def _time_out(self) -> Game:
        """One extra tile from the pool, if there is one, and the penalty.

        It does not count as passing: whoever was too slow may well have had a tile that fits.
        """
        if not self.rules.challenge:
            raise TurnRefused("no-timer")
        late = self._entered(TimeOut(), PENALTIES[self.rules.scoring].time_out)
        if self.ledger.pool:
            late = replace(late, ledger=self.ledger.after_drawing(self.player))
        return late._next(passes=0)

    def _overrule_end(self, turn: Turn) -> Game:
        if not isinstance(turn, Lay):
            return self._entered(turn, overruled=True)
        laid = self._entered(turn, 0, NOTHING, overruled=True)
        return replace(laid, position=self.position.after(turn.move))

    def _entered(
        self, turn: Turn, points: int = 0, verdict: Legal | None = None, overruled: bool = False
    ) -> Game:
        return replace(self, entries=(*self.entries, Entry(self.player, turn, points, verdict, overruled)))

    def _next(self, passes: int) -> Game:
        return replace(self, player=(self.player + 1) % self.players, drawn=0, passes=passes)
