"""A family playing Triominos: whole games, press by press, with the mistakes that families make."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from companion.players import presses
from companion.players.forgotten import order_tiles
from companion.players.mistakes import CHALLENGE_MISTAKES, FAMILY, TRIOMINOS_MISTAKES, Mistake, Mistakes
from companion.players.presses import (
    NOTHING_TOLD,
    Accepted,
    ChangedBefore,
    NothingNew,
    Refused,
    Told,
    TwoTurns,
)
from companion.players.slips import slip_with_tile
from companion.players.style import Style
from companion.players.triominos import Hands
from companion.players.triominos_table import (
    LayTile,
    ShiftTile,
    Table,
    TableChange,
    TakeTile,
    hang_together,
    put_right,
    way_out,
)
from companion.rules.triominos.game import Draw, Game, Lay, Pass, Rules, TimeOut, Turn
from companion.rules.triominos.judge import Legal
from companion.rules.triominos.lattice import Place, neighbours
from companion.rules.triominos.moves import legal_moves
from companion.rules.triominos.position import Move, Tiles
from companion.rules.triominos.tiles import Tile

Ruling = Accepted[Move, Legal] | Refused[Move] | NothingNew | ChangedBefore[Place] | TwoTurns[Move]
Press = presses.Press[Game, Turn, TableChange, Tile, Ruling]

GIVE_UP = 0.1  # so often the player of a refused move draws and passes instead of laying another
OUT_OF_PLACE = 0.35  # so many knocks push a tile right out of its place
MOST_KNOCKED = 3
FEWEST_LEFT = 2  # a tile is taken or pushed out only if so many others still show the lattice
ASKEW_MM, ASKEW_DEG = (0.8, 2.5), 4.0
PUSHED_OUT_MM, PUSHED_OUT_DEG = (15.0, 25.0), 25.0


def play(
    rng: random.Random,
    players: int = 2,
    rules: Rules = Rules(),
    style: Style = "greedy",
    mistakes: Mistakes = FAMILY,
) -> Iterator[Press]:
    """A whole game, press by press, from an empty table; `rng` shuffles the pool, picks and errs."""
    family = _Family(rng, players, rules, style, mistakes)
    while family.game.end is None:
        yield from family.take_turn()


@dataclass(frozen=True, slots=True)
class _Go:
    """All turns of a player up to the press, decided, and what the game and the hands are after them."""

    turns: tuple[Turn, ...]  # any tiles drawn, then what ends the turn
    game: Game
    hands: tuple[tuple[Tile, ...], ...]

    @property
    def move(self) -> Move | None:
        """The move that ends the turn, if it is one."""
        last = self.turns[-1]
        return last.move if isinstance(last, Lay) else None

    @property
    def plain_move(self) -> Move | None:
        """The move, if it is all there is to the turn."""
        return self.move if len(self.turns) == 1 else None

    @property
    def told(self) -> Told:
        """What the players must tell about it."""
        return Told(drawn=self.turns.count(Draw()), timeout=TimeOut() in self.turns)


class _Family:
    """The game as it truly is, the hands, and what lies on the table."""

    def __init__(
        self, rng: random.Random, players: int, rules: Rules, style: Style, mistakes: Mistakes
    ) -> None:
        self.game = Game.start(players, rules)
        self._rng, self._style, self._mistakes = rng, style, mistakes
        self._kinds = CHALLENGE_MISTAKES if rules.challenge else TRIOMINOS_MISTAKES
        self._hands = Hands(rng, self.game.ledger.hands)
        self._held = self._hands.held  # as of the last press; `_hands` may be ahead of it
        self._table = Table()

    def take_turn(self) -> Iterator[Press]:
        """One turn, with its mistake if there is one: all presses until the next player's turn."""
        match self._mistakes.draw(self._rng, self._kinds):
            case "mismatch":
                yield from self._lay_wrongly()
            case "press_twice":
                yield from self._press_twice()
            case "forget_press":
                yield from self._forget_press()
            case "take_back":
                yield from self._take_back()
            case "knock":
                yield from self._knock()
            case "time_out":
                yield from self._run_out_of_time()
            case _:
                yield self._end_turn(self._decide(self.game))

    # The mistakes ---------------------------------------------------------------------------------------

    def _lay_wrongly(self) -> Iterator[Press]:
        """Lay a tile that does not match, be refused, take it back; then lay another, or give up."""
        slip = slip_with_tile(self.game.position, self._hands.held[self.game.player], self._rng)
        if slip is None:
            yield self._end_turn(self._decide(self.game))
            return
        yield self._press((LayTile(slip.move.at, slip.move.corners),), slip, mistake="mismatch")
        yield self._end_turn(self._decide(self.game, gives_up=self._rng.random() < GIVE_UP))

    def _press_twice(self) -> Iterator[Press]:
        yield self._end_turn(self._decide(self.game))
        if self.game.end is None:
            yield self._press((), NothingNew(), mistake="press_twice")

    def _forget_press(self) -> Iterator[Press]:
        """Lay two tiles before anybody presses, if nothing has to be told about them."""
        first = self._decide(self.game)
        if first.plain_move is None or first.game.end is not None:
            yield self._end_turn(first)
            return
        second = self._decide(first.game)
        if second.plain_move is None:
            yield self._end_turn(first)
            yield self._end_turn(second)
            return
        ways = tuple(
            (one, other) for one, other in order_tiles(self.game, (first.plain_move, second.plain_move))
        )
        changes = put_right(self._table, second.game.position.tiles)
        yield self._press(changes, TwoTurns(ways), (first, second), mistake="forget_press")

    def _take_back(self) -> Iterator[Press]:
        """Take an accepted tile, noticed after or before the press; or lay the own one elsewhere first."""
        hand, before = self._hands.held[self.game.player], self.game.position
        go = self._decide(self.game)
        loose = self._loose(go)
        ways = ["accepted, pressed", "accepted, noticed"] if loose else []
        ways += ["own"] if go.move is not None else []
        if not ways:
            yield self._end_turn(go)
            return
        way = self._rng.choice(ways)
        if way == "own" and go.move is not None:
            moves = [scored.move for scored in legal_moves(before, hand)]
            other = self._rng.choice([move for move in moves if move != go.move] or [go.move])
            yield self._end_turn(go, (LayTile(other.at, other.corners), TakeTile(other.at)), "take_back")
            return
        at = self._rng.choice(loose)
        if way == "accepted, noticed":
            yield self._end_turn(go, (TakeTile(at), LayTile(at, self._table.tiles[at])), "take_back")
            return
        yield self._disturb(go, TakeTile(at), "take_back")
        yield self._end_turn(go)

    def _knock(self) -> Iterator[Press]:
        """Push accepted tiles: some a little, or one out of its place."""
        go = self._decide(self.game)
        table = go.game.position.tiles
        free = [at for at in sorted(self._table.tiles) if way_out(table, at) is not None]
        ends = [at for at in self._loose(go) if at in free and _sides(table, at) == 1]
        if ends and self._rng.random() < OUT_OF_PLACE:
            at = self._rng.choice(ends)
            yield self._disturb(go, self._shift(table, at, PUSHED_OUT_MM, PUSHED_OUT_DEG), "knock")
            yield self._end_turn(go, (self._shift(table, at, ASKEW_MM, ASKEW_DEG),))
            return
        count = min(len(free), self._rng.randint(1, MOST_KNOCKED))
        askew = tuple(self._shift(table, at, ASKEW_MM, ASKEW_DEG) for at in self._rng.sample(free, count))
        yield self._end_turn(go, askew, "knock" if askew else None)

    def _run_out_of_time(self) -> Iterator[Press]:
        """Think too long about a tile that could be laid."""
        go = self._decide(self.game, is_late=True)
        yield self._end_turn(go, mistake="time_out" if TimeOut() in go.turns else None)

    # How they are done ----------------------------------------------------------------------------------

    def _decide(self, game: Game, gives_up: bool = False, is_late: bool = False) -> _Go:
        """Everything that the player does in this turn; tiles leave and enter the hand."""
        player, turns = game.player, list[Turn]()
        while not turns or isinstance(turns[-1], Draw):
            turn = self._give_up(game) if gives_up else self._hands.choose(game, self._style)
            turn = TimeOut() if is_late and isinstance(turn, Lay) else turn
            self._hands.play(player, turn)
            game = game.play(turn)
            turns.append(turn)
        return _Go(tuple(turns), game, self._hands.held)

    def _give_up(self, game: Game) -> Turn:
        return Draw() if game.may_draw else Pass()

    def _loose(self, go: _Go) -> list[Place]:
        """The accepted tiles without which the others still hang together, with the own move and before."""
        return [
            at
            for at in sorted(self._table.tiles)
            if len(self._table.tiles) > FEWEST_LEFT
            and hang_together(self._table.tiles.keys() - {at})
            and hang_together(go.game.position.tiles.keys() - {at})
        ]

    def _end_turn(
        self, go: _Go, first: tuple[TableChange, ...] = (), mistake: Mistake | None = None
    ) -> Press:
        """Do `first`, make the table what it should be after the turn, and press."""
        changes = (*first, *put_right(self._table.after(first), go.game.position.tiles))
        verdict = go.game.entries[-1].verdict
        ruling: Ruling = NothingNew()
        if go.move is not None and verdict is not None:
            ruling = Accepted(go.move, verdict)
        return self._press(changes, ruling, (go,), go.told, mistake)

    def _disturb(self, go: _Go, change: TakeTile | ShiftTile, mistake: Mistake) -> Press:
        """Change something accepted and press, with the own move laid already or not yet."""
        own = put_right(self._table, go.game.position.tiles) if self._rng.random() < 0.5 else ()
        extra = tuple(lay.at for lay in own if isinstance(lay, LayTile))
        return self._press((*own, change), ChangedBefore((change.at,), extra), mistake=mistake)

    def _shift(self, tiles: Tiles, at: Place, reach_mm: tuple[float, float], most_deg: float) -> ShiftTile:
        """A push so far away from the tiles beside it."""
        x, y = way_out(tiles, at) or (0.0, 0.0)
        far = self._rng.uniform(*reach_mm)
        return ShiftTile(
            at, round(far * x, 1), round(far * y, 1), round(self._rng.uniform(-most_deg, most_deg), 1)
        )

    def _press(
        self,
        changes: tuple[TableChange, ...],
        ruling: Ruling,
        goes: tuple[_Go, ...] = (),
        told: Told = NOTHING_TOLD,
        mistake: Mistake | None = None,
    ) -> Press:
        """Press End turn: the table and the game are then what they are after these changes and turns."""
        before, turns = self.game, tuple(turn for go in goes for turn in go.turns)
        self._table = self._table.after(changes)
        if goes:
            self.game, self._held = goes[-1].game, goes[-1].hands
        return presses.Press(changes, before, self.game, turns, ruling, self._held, told, mistake)


def _sides(tiles: Tiles, at: Place) -> int:
    """How many tiles lie beside this place."""
    return sum(other in tiles for other in neighbours(at))
