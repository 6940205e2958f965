"""What nobody sees in Triolet: how many tokens are in the bag and on each rack, and which may still come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.rules.ending import highest_starts
from companion.rules.errors import Malformed
from companion.rules.triolet.editions import Edition
from companion.rules.triolet.position import RACK, Position
from companion.rules.triolet.tokens import FACE_VALUES

FEWEST_PLAYERS, MOST_PLAYERS = 1, 4


@dataclass(frozen=True, slots=True)
class Ledger:
    """The counts: they follow from what was laid, since everyone draws up to three while the bag lasts."""

    edition: Edition
    bag: int
    racks: tuple[int, ...]

    @classmethod
    def deal(cls, edition: Edition, players: int) -> Ledger:
        """The counts after everyone has drawn the first tokens."""
        if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
            raise Malformed("players", "players", count=players, least=FEWEST_PLAYERS, most=MOST_PLAYERS)
        return cls(edition, edition.box - edition.set_aside - RACK * players, (RACK,) * players)

    @property
    def may_exchange(self) -> bool:
        """Whether the bag still holds enough tokens for an exchange."""
        return self.bag >= self.edition.exchange_from

    def after_laying(self, player: int, count: int) -> Ledger:
        """The counts after `player` laid so many tokens and drew again.

        More than the rack held (a family may overrule) can only have come from the bag.
        """
        left = self.racks[player] - count
        drawn = min(RACK - left, self.bag)
        racks = (*self.racks[:player], max(0, left + drawn), *self.racks[player + 1 :])
        return replace(self, bag=self.bag - drawn, racks=racks)

    def unseen(self, position: Position) -> Counter[str]:
        """The tokens that are not on the board, by face: in the bag, on racks, or set aside.

        Where the edition's counts are not certain, every face may still come, and is listed once at least.
        """
        faces: Counter[str] = Counter()
        for face, count in self.edition.counts.items():
            left = count - position.count(face)
            faces[face] = max(left, 0 if face in self.edition.certain else 1)
        return +faces

    def unseen_values(self, position: Position) -> tuple[int, ...] | None:
        """The values of the unseen tokens, a joker being 0; `None` where the counts are not certain."""
        if self.edition.certain < self.edition.counts.keys():
            return None
        return tuple(FACE_VALUES[face] for face in self.unseen(position).elements())


def who_starts(edition: Edition, players: int, drawn: Sequence[str] | None = None) -> tuple[int, ...]:
    """Who may start: one player, or several between whom the lot or another draw decides.

    `drawn` are the faces that everyone drew for it, where the edition asks for that.
    """
    if edition.starts == "lot" or drawn is None:
        return tuple(range(players))
    return highest_starts([FACE_VALUES[face] for face in drawn])
