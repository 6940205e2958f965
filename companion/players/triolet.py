"""Virtual players of Triolet."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from companion.players.style import Style, pick
from companion.rules.triolet.editions import STANDARD, Rules
from companion.rules.triolet.game import Exchange, Game, Lay, Pass, Stop, Turn
from companion.rules.triolet.moves import any_legal_move, legal_moves
from companion.rules.triolet.position import RACK
from companion.rules.triolet.tokens import FACE_VALUES


@dataclass(frozen=True, slots=True)
class Step:
    """The game after one turn, and the racks that only their players see."""

    game: Game
    racks: tuple[tuple[str, ...], ...]

    def rests(self) -> dict[int, int]:
        """What is left on each rack, as it would be counted at the end."""
        return {player: sum(map(FACE_VALUES.__getitem__, rack)) for player, rack in enumerate(self.racks)}


def play(
    rng: random.Random, players: int = 2, rules: Rules = STANDARD, style: Style = "greedy"
) -> Iterator[Step]:
    """A whole game, turn by turn; `rng` shuffles the bag and picks."""
    bag = [face for face, count in rules.edition.counts.items() for _ in range(count)]
    rng.shuffle(bag)
    del bag[: rules.edition.set_aside]
    racks = [[bag.pop() for _ in range(RACK)] for _ in range(players)]
    game = Game.start(players, rules)
    while game.end is None:
        player, rack = game.player, racks[game.player]
        turn = _choose(game, racks, bag, style, rng)
        if isinstance(turn, Lay):
            for token in turn.move.tokens.values():
                rack.remove(token.face)
        elif isinstance(turn, Exchange):
            returned, rack[:] = rack[: turn.count], rack[turn.count :]
        rack += [bag.pop() for _ in range(min(RACK - len(rack), len(bag)))]
        if isinstance(turn, Exchange):
            bag += returned
            rng.shuffle(bag)
        game = game.play(turn)
        racks[player] = rack
        yield Step(game, tuple(map(tuple, racks)))


def _choose(game: Game, racks: list[list[str]], bag: list[str], style: Style, rng: random.Random) -> Turn:
    rack = racks[game.player]
    moves = legal_moves(game.position, rack)
    if moves:
        return Lay(pick(moves, style, rng).move)
    if not any_legal_move(game.position, [*bag, *(face for held in racks for face in held)]):
        return Stop()  # what would fit is set aside, or never was in this box: nobody else could know
    return Exchange(len(rack)) if game.ledger.may_exchange else Pass()
