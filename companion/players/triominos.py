"""Virtual players of Triominos."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from companion.players.style import Style, pick
from companion.rules.triominos.game import Draw, Game, Lay, Pass, Rules, TimeOut, Turn
from companion.rules.triominos.moves import legal_moves
from companion.rules.triominos.tiles import BOX, Tile, total


@dataclass(frozen=True, slots=True)
class Step:
    """The game after one turn, and the hands that only their players see."""

    game: Game
    hands: tuple[tuple[Tile, ...], ...]

    def rests(self) -> dict[int, int]:
        """What is left in each hand, as it would be counted at the end."""
        return count_rests(self.hands)


def play(
    rng: random.Random, players: int = 2, rules: Rules = Rules(), style: Style = "greedy"
) -> Iterator[Step]:
    """A whole game, turn by turn; `rng` shuffles the pool and picks."""
    game = Game.start(players, rules)
    hands = Hands(rng, game.ledger.hands)
    while game.end is None:
        turn = hands.choose(game, style)
        hands.play(game.player, turn)
        game = game.play(turn)
        yield Step(game, hands.held)


def count_rests(hands: tuple[tuple[Tile, ...], ...]) -> dict[int, int]:
    """The totals of the tiles left in these hands."""
    return {player: total(hand) for player, hand in enumerate(hands)}


class Hands:
    """The pool and the hands, which only their players see."""

    def __init__(self, rng: random.Random, sizes: tuple[int, ...]) -> None:
        self._rng = rng
        self._pool = sorted(BOX)
        rng.shuffle(self._pool)
        self._hands = [[self._pool.pop() for _ in range(size)] for size in sizes]

    @property
    def held(self) -> tuple[tuple[Tile, ...], ...]:
        """The tiles in each player's hand."""
        return tuple(map(tuple, self._hands))

    def choose(self, game: Game, style: Style) -> Turn:
        """What the player whose turn it is does next with the own hand."""
        moves = legal_moves(game.position, self._hands[game.player])
        if moves:
            return Lay(pick(moves, style, self._rng).move)
        return Draw() if game.may_draw else Pass()

    def play(self, player: int, turn: Turn) -> None:
        """Move the tile that this turn moves between table, hand and pool."""
        hand = self._hands[player]
        if isinstance(turn, Lay):
            hand.remove(turn.move.tile)
        elif isinstance(turn, Draw) or (isinstance(turn, TimeOut) and self._pool):
            hand.append(self._pool.pop())
