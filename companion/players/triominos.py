"""Virtual players of Triominos."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from companion.players.style import Style, pick
from companion.rules.triominos.game import Draw, Game, Lay, Pass, Rules, Turn
from companion.rules.triominos.moves import legal_moves
from companion.rules.triominos.tiles import BOX, Tile, total


@dataclass(frozen=True, slots=True)
class Step:
    """The game after one turn, and the hands that only their players see."""

    game: Game
    hands: tuple[tuple[Tile, ...], ...]

    def rests(self) -> dict[int, int]:
        """What is left in each hand, as it would be counted at the end."""
        return {player: total(hand) for player, hand in enumerate(self.hands)}


def play(
    rng: random.Random, players: int = 2, rules: Rules = Rules(), style: Style = "greedy"
) -> Iterator[Step]:
    """A whole game, turn by turn; `rng` shuffles the pool and picks."""
    game = Game.start(players, rules)
    pool = sorted(BOX)
    rng.shuffle(pool)
    hands = [[pool.pop() for _ in range(size)] for size in game.ledger.hands]
    while game.end is None:
        hand = hands[game.player]
        turn = _choose(game, hand, style, rng)
        if isinstance(turn, Lay):
            hand.remove(turn.move.tile)
        elif isinstance(turn, Draw):
            hand.append(pool.pop())
        game = game.play(turn)
        yield Step(game, tuple(map(tuple, hands)))


def _choose(game: Game, hand: list[Tile], style: Style, rng: random.Random) -> Turn:
    moves = legal_moves(game.position, hand)
    if moves:
        return Lay(pick(moves, style, rng).move)
    return Draw() if game.may_draw else Pass()
