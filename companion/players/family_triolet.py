"""A family playing Triolet: whole games, press by press, with the mistakes that families make."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from companion.players import presses
from companion.players.forgotten import split_tokens
from companion.players.mistakes import FAMILY, TRIOLET_MISTAKES, Mistake, Mistakes
from companion.players.presses import (
    NOTHING_TOLD,
    Accepted,
    ChangedBefore,
    NothingNew,
    Refused,
    Told,
    TwoTurns,
)
from companion.players.slips import slip_with_tokens
from companion.players.style import Style
from companion.players.triolet import Racks
from companion.players.triolet_table import Lay, Shift, TableChange, Take, apply, faces_of, put_right
from companion.rules.triolet import game as rules_game
from companion.rules.triolet.cells import ABOVE, BELOW, LEFT, RIGHT
from companion.rules.triolet.editions import STANDARD, Rules
from companion.rules.triolet.game import Exchange, Game, Pass, Turn
from companion.rules.triolet.judge import judge
from companion.rules.triolet.moves import legal_moves
from companion.rules.triolet.position import Move, Position
from companion.rules.triolet.scoring import Legal
from companion.rules.triolet.tokens import OPEN_JOKER
from companion.rules.verdict import Illegal

Ruling = Accepted[Move, Legal] | Refused[Move] | NothingNew | ChangedBefore[str] | TwoTurns[Move]
Press = presses.Press[Game, Turn, TableChange, str, Ruling]

GIVE_UP = 0.2  # so often the player of a refused move exchanges or passes instead of laying another
OUT_OF_PLACE = 0.35  # so many knocks push a token into the next square
MOST_KNOCKED = 3
ASKEW_SQUARES, ASKEW_DEG = 0.2, 18.0  # a token lies up to a tenth off and 7 degrees turned without a knock
NEXT_SQUARE = ((LEFT, -1, 0), (RIGHT, 1, 0), (ABOVE, 0, -1), (BELOW, 0, 1))


def play(
    rng: random.Random,
    players: int = 2,
    rules: Rules = STANDARD,
    style: Style = "greedy",
    mistakes: Mistakes = FAMILY,
) -> Iterator[Press]:
    """A whole game, press by press, from an empty board; `rng` shuffles the bag, picks and errs."""
    family = _Family(rng, players, rules, style, mistakes)
    while family.game.end is None:
        yield from family.take_turn()


def told_with(position: Position, turn: Turn) -> Told:
    """What the players must tell about this turn: a count, or a joker's number that the rules leave open."""
    match turn:
        case Exchange(count):
            return Told(exchanged=count)
        case rules_game.Lay(move):
            bare = {cell: OPEN_JOKER if token.is_joker else token for cell, token in move.tokens.items()}
            jokers = [token.value for token in move.tokens.values() if token.is_joker]
            if jokers and isinstance(judge(position, Move(bare)), Illegal):
                return Told(joker=jokers[0])
    return NOTHING_TOLD


@dataclass(frozen=True, slots=True)
class _Go:
    """A turn that is decided, and what the game and the racks are after it."""

    turn: Turn
    game: Game
    racks: tuple[tuple[str, ...], ...]

    @property
    def faces(self) -> dict[str, str]:
        """The table as it should lie then."""
        return faces_of(self.game.position.board)

    @property
    def plain_move(self) -> Move | None:
        """The move, if it is one and there is no joker in it."""
        if isinstance(self.turn, rules_game.Lay):
            move = self.turn.move
            return None if any(token.is_joker for token in move.tokens.values()) else move
        return None


class _Family:
    """The game as it truly is, the racks, and what lies on the table."""

    def __init__(
        self, rng: random.Random, players: int, rules: Rules, style: Style, mistakes: Mistakes
    ) -> None:
        self.game = Game.start(players, rules)
        self._rng, self._style, self._mistakes = rng, style, mistakes
        self._racks = Racks(rng, players, rules)
        self._held = self._racks.held  # as of the last press; `_racks` may be ahead of it
        self._table: dict[str, str] = {}

    def take_turn(self) -> Iterator[Press]:
        """One turn, with its mistake if there is one: all presses until the next player's turn."""
        match self._mistakes.draw(self._rng, TRIOLET_MISTAKES):
            case "illegal_sum":
                yield from self._lay_wrongly()
            case "press_twice":
                yield from self._press_twice()
            case "forget_press":
                yield from self._forget_press()
            case "take_back":
                yield from self._take_back()
            case "knock":
                yield from self._knock()
            case _:
                yield self._end_turn(self._decide(self.game))

    # The mistakes ---------------------------------------------------------------------------------------

    def _lay_wrongly(self) -> Iterator[Press]:
        """Lay an illegal move, be refused, take it back; then lay another, or give up."""
        slip = slip_with_tokens(self.game, self._racks.held[self.game.player], self._rng)
        if slip is None:
            yield self._end_turn(self._decide(self.game))
            return
        wrong = put_right(self._table, {**self._table, **faces_of(slip.move.tokens)})
        yield self._press(wrong, slip, mistake="illegal_sum")
        yield self._end_turn(self._decide(self.game, gives_up=self._rng.random() < GIVE_UP))

    def _press_twice(self) -> Iterator[Press]:
        yield self._end_turn(self._decide(self.game))
        if self.game.end is None:
            yield self._press((), NothingNew(), mistake="press_twice")

    def _forget_press(self) -> Iterator[Press]:
        """Lay two moves before anybody presses, unless they would look like one legal move."""
        first = self._decide(self.game)
        if first.plain_move is None or first.game.end is not None:
            yield self._end_turn(first)
            return
        second = self._decide(first.game)
        both = {} if second.plain_move is None else {**first.plain_move.tokens, **second.plain_move.tokens}
        if not both or not isinstance(judge(self.game.position, Move(both)), Illegal):
            yield self._end_turn(first)
            yield self._end_turn(second)
            return
        ways = tuple((one, other) for one, other in split_tokens(self.game, both, 2))
        yield self._press(
            put_right(self._table, second.faces), TwoTurns(ways), (first, second), mistake="forget_press"
        )

    def _take_back(self) -> Iterator[Press]:
        """Take an accepted token, noticed after or before the press; or lay the own move elsewhere first."""
        rack = self._racks.held[self.game.player]
        before = self.game.position
        go = self._decide(self.game)
        ways = ["accepted, pressed", "accepted, noticed"] if self._table else []
        ways += ["own"] if isinstance(go.turn, rules_game.Lay) else []
        if not ways:
            yield self._end_turn(go)
            return
        way = self._rng.choice(ways)
        if way == "own":
            moves = [scored.move for scored in legal_moves(before, rack)]
            elsewhere = [move for move in moves if rules_game.Lay(move) != go.turn]
            other = faces_of(self._rng.choice(elsewhere or moves).tokens)
            lays = tuple(Lay(cell, face) for cell, face in other.items())
            yield self._end_turn(go, (*lays, *map(Take, other)), "take_back")
            return
        cell = self._rng.choice(sorted(self._table))
        if way == "accepted, noticed":
            yield self._end_turn(go, (Take(cell), Lay(cell, self._table[cell])), "take_back")
            return
        yield self._disturb(go, Take(cell), "take_back")
        yield self._end_turn(go)

    def _knock(self) -> Iterator[Press]:
        """Push accepted tokens: some askew in their squares, or one into the next square."""
        go = self._decide(self.game)
        accepted = sorted(self._table)
        pushes = [
            (cell, dx, dy)
            for cell in accepted
            for step, dx, dy in NEXT_SQUARE
            if step[cell] and step[cell] not in go.faces
        ]
        if pushes and self._rng.random() < OUT_OF_PLACE:
            cell, dx, dy = self._rng.choice(pushes)
            push = self._shift(cell, dx, dy)
            yield self._disturb(go, push, "knock")
            yield self._end_turn(go, (self._shift(push.target, -dx, -dy),))
            return
        count = min(len(accepted), self._rng.randint(1, MOST_KNOCKED))
        askew = tuple(self._shift(cell) for cell in self._rng.sample(accepted, count))
        yield self._end_turn(go, askew, "knock" if askew else None)

    # How they are done ----------------------------------------------------------------------------------

    def _decide(self, game: Game, gives_up: bool = False) -> _Go:
        """The turn that is played now; its tokens leave the rack, and others are drawn."""
        turn = self._give_up(game) if gives_up else self._racks.choose(game, self._style)
        self._racks.play(game.player, turn)
        return _Go(turn, game.play(turn), self._racks.held)

    def _give_up(self, game: Game) -> Turn:
        rack = self._racks.held[game.player]
        return Exchange(self._rng.randint(1, len(rack))) if game.ledger.may_exchange else Pass()

    def _end_turn(
        self, go: _Go, first: tuple[TableChange, ...] = (), mistake: Mistake | None = None
    ) -> Press:
        """Do `first`, make the table what it should be after the turn, and press."""
        changes = (*first, *put_right(apply(self._table, first), go.faces))
        verdict = go.game.entries[-1].verdict
        ruling: Ruling = NothingNew()
        if isinstance(go.turn, rules_game.Lay) and verdict is not None:
            ruling = Accepted(go.turn.move, verdict)
        return self._press(changes, ruling, (go,), told_with(self.game.position, go.turn), mistake)

    def _disturb(self, go: _Go, change: Take | Shift, mistake: Mistake) -> Press:
        """Change something accepted and press, with the own move laid already or not yet."""
        own = put_right(self._table, go.faces) if self._rng.random() < 0.5 else ()
        accepted, table = self._table, apply(self._table, (*own, change))
        missing = tuple(cell for cell in accepted if cell not in table)
        extra = tuple(cell for cell in table if cell not in accepted)
        return self._press((*own, change), ChangedBefore(missing, extra), mistake=mistake)

    def _shift(self, cell: str, dx: int = 0, dy: int = 0) -> Shift:
        """A push by whole squares, or none, that leaves the token askew."""
        off_x, off_y = (self._rng.uniform(-ASKEW_SQUARES, ASKEW_SQUARES) for _ in range(2))
        turn_deg = self._rng.uniform(-ASKEW_DEG, ASKEW_DEG)
        return Shift(cell, round(dx + off_x, 3), round(dy + off_y, 3), round(turn_deg, 1))

    def _press(
        self,
        changes: tuple[TableChange, ...],
        ruling: Ruling,
        goes: tuple[_Go, ...] = (),
        told: Told = NOTHING_TOLD,
        mistake: Mistake | None = None,
    ) -> Press:
        """Press End turn: the table and the game are then what they are after these changes and turns."""
        before, turns = self.game, tuple(go.turn for go in goes)
        self._table = apply(self._table, changes)
        if goes:
            self.game, self._held = goes[-1].game, goes[-1].racks
        return presses.Press(changes, before, self.game, turns, ruling, self._held, told, mistake)
