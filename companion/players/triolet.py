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
        return count_rests(self.racks)


def play(
    rng: random.Random, players: int = 2, rules: Rules = STANDARD, style: Style = "greedy"
) -> Iterator[Step]:
    """A whole game, turn by turn; `rng` shuffles the bag and picks."""
    racks = Racks(rng, players, rules)
    game = Game.start(players, rules)
    while game.end is None:
        turn = racks.choose(game, style)
        racks.play(game.player, turn)
        game = game.play(turn)
        yield Step(game, racks.held)


def count_rests(racks: tuple[tuple[str, ...], ...]) -> dict[int, int]:
    """What each player would subtract, or give away, for the tokens left on these racks."""
    return {player: sum(map(FACE_VALUES.__getitem__, rack)) for player, rack in enumerate(racks)}


class Racks:
    """The bag and the racks, which only their players see."""

    def __init__(self, rng: random.Random, players: int, rules: Rules) -> None:
        self._rng = rng
        self._bag = [face for face, count in rules.edition.counts.items() for _ in range(count)]
        rng.shuffle(self._bag)
        del self._bag[: rules.edition.set_aside]
        self._racks = [[self._bag.pop() for _ in range(RACK)] for _ in range(players)]

    @property
    def held(self) -> tuple[tuple[str, ...], ...]:
        """The faces on each player's rack."""
        return tuple(map(tuple, self._racks))

    def choose(self, game: Game, style: Style) -> Turn:
        """What the player whose turn it is does with the own rack."""
        rack = self._racks[game.player]
        moves = legal_moves(game.position, rack)
        if moves:
            return Lay(pick(moves, style, self._rng).move)
        if not any_legal_move(game.position, [*self._bag, *(face for held in self._racks for face in held)]):
            return Stop()  # what would fit is set aside, or never was in this box: nobody else could know
        return Exchange(len(rack)) if game.ledger.may_exchange else Pass()

    def play(self, player: int, turn: Turn) -> None:
        """Move the tokens that this turn moves between board, rack and bag."""
        rack, returned = self._racks[player], list[str]()
        if isinstance(turn, Lay):
            for token in turn.move.tokens.values():
                rack.remove(token.face)
        elif isinstance(turn, Exchange):
            returned, rack[:] = rack[: turn.count], rack[turn.count :]
        rack += [self._bag.pop() for _ in range(min(RACK - len(rack), len(self._bag)))]
        if isinstance(turn, Exchange):
            self._bag += returned
            self._rng.shuffle(self._bag)
