"""What nobody sees in Triominos: how many tiles the pool and each hand hold, and which may still come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.rules.ending import highest_starts
from companion.rules.errors import Malformed
from companion.rules.triominos.position import Position
from companion.rules.triominos.tiles import BOX, Corners, Tile, tile_of

HANDS = {1: 9, 2: 9, 3: 7, 4: 7}  # tiles dealt to each, by the number of players


@dataclass(frozen=True, slots=True)
class Ledger:
    """The counts: they follow from what was laid and drawn."""

    pool: int
    hands: tuple[int, ...]

    @classmethod
    def deal(cls, players: int, challenge: bool = False) -> Ledger:
        """The counts after the deal. One player alone plays Challenge only."""
        least, most = (1 if challenge else 2), max(HANDS)
        if not least <= players <= most:
            raise Malformed("players", "players", count=players, least=least, most=most)
        return cls(len(BOX) - players * HANDS[players], (HANDS[players],) * players)

    def after_laying(self, player: int) -> Ledger:
        return self._with_hand(player, -1)

    def after_drawing(self, player: int) -> Ledger:
        return replace(self._with_hand(player, +1), pool=self.pool - 1)

    def unseen(self, position: Position) -> frozenset[Tile]:
        """The tiles that are not on the table: in the pool or in hands."""
        return BOX - {tile_of(corners) for corners in position.tiles.values()}

    def _with_hand(self, player: int, more: int) -> Ledger:
        hands = (*self.hands[:player], self.hands[player] + more, *self.hands[player + 1 :])
        return replace(self, hands=hands)


def who_starts(drawn: Sequence[Corners]) -> tuple[int, ...]:
    """Who may start after everyone has drawn one of these tiles: one player, or those who draw again."""
    return highest_starts([sum(corners) for corners in drawn])
