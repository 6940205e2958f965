"""What the players of the virtual table hold: nobody else sees it, so it is dealt here.

It follows from the game as far as the game knows: a rack is as large as the ledger says, and holds only what
does not lie on the table. The rest is drawn at random, as from a bag. Pieces are in the text forms: the face
of a token (`"11"`, `"joker"`), the numbers of a tile clockwise from the smallest (`"2-5-5"`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from companion.rules.triolet import game as triolet
from companion.rules.triolet.tokens import FACE_VALUES
from companion.rules.triominos import game as triominos
from companion.rules.triominos.tiles import Corners, tile_of
from companion.session.forms import Turn
from companion.session.games import Game

Entry = triolet.Entry | triominos.Entry
Racks = tuple[tuple[str, ...], ...]


class HiddenRacks:
    """Deals, and draws again as the game goes on. After an undo everybody has what they had."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._game: Game | None = None
        self._dealt: list[tuple[tuple[Entry, ...], Racks]] = []  # the racks after these turns

    def forget(self) -> None:
        """Another game: everything is shuffled."""
        self._game, self._dealt = None, []

    def follow(self, game: Game) -> None:
        """The game is like this now."""
        if game is self._game:
            return
        self._game, entries = game, tuple[Entry, ...](game.entries)
        while self._dealt and entries[: len(self._dealt[-1][0])] != self._dealt[-1][0]:
            self._dealt.pop()  # taken back, or corrected
        before, racks = self._dealt[-1] if self._dealt else ((), ((),) * game.players)
        held = [list(rack) for rack in racks]
        returned: list[str] = []
        for entry in entries[len(before) :]:
            returned += _spend(held[entry.player], entry.turn)
        self._fill(held, game, returned)
        if len(before) < len(entries) or not self._dealt:
            self._dealt.append((entries, tuple(map(tuple, held))))

    def of(self, player: int) -> tuple[str, ...]:
        """What this player holds, in the order in which it was drawn."""
        return self._dealt[-1][1][player] if self._dealt else ()

    def rest(self, player: int) -> int:
        """What it would be counted for at the end."""
        return sum(worth(piece) for piece in self.of(player))

    def _fill(self, held: list[list[str]], game: Game, returned: Sequence[str]) -> None:
        """Everybody draws up to what the ledger says; what was exchanged goes back after that."""
        unseen = unseen_pieces(game)
        sizes = game.ledger.racks if isinstance(game, triolet.Game) else game.ledger.hands
        for rack, size in zip(held, sizes, strict=True):
            kept: list[str] = []
            for piece in rack:
                if unseen[piece] and len(kept) < size:
                    unseen[piece] -= 1
                    kept.append(piece)
            rack[:] = kept
        aside = unseen & Counter(returned)
        for seat in range(game.players):  # whoever's turn it is draws first
            player = (game.player + seat) % game.players
            rack, size = held[player], sizes[player]
            while len(rack) < size and unseen.total():
                piece = self._rng.choice(sorted((unseen - aside or unseen).elements()))
                unseen[piece] -= 1
                rack.append(piece)


def unseen_pieces(game: Game) -> Counter[str]:
    """What does not lie on the table: in the bag or the pool, on racks, or set aside."""
    if isinstance(game, triolet.Game):
        return game.ledger.unseen(game.position)
    return Counter(tile_text(tile) for tile in game.ledger.unseen(game.position))


def worth(piece: str) -> int:
    """What a piece counts for when the racks are counted."""
    return sum(corners_of(piece)) if "-" in piece else FACE_VALUES[piece]


def tile_text(corners: Corners) -> str:
    """The tile, however it lies."""
    return "-".join(map(str, tile_of(corners)))


def corners_of(piece: str) -> Corners:
    """The numbers of a tile as its text form has them."""
    first, second, third = map(int, piece.split("-"))
    return first, second, third


def _spend(rack: list[str], turn: Turn) -> list[str]:
    """Take from the rack what this turn laid or gave back; what was given back."""
    match turn:
        case triolet.Lay(move):
            gone = [token.face for token in move.tokens.values()]
        case triominos.Lay(tile):
            gone = [tile_text(tile.corners)]
        case triolet.Exchange(count):
            returned, rack[:] = rack[:count], rack[count:]
            return returned
        case _:
            gone = []
    for piece in gone:
        if piece in rack:  # a family may overrule, and a turn may be corrected
            rack.remove(piece)
    return []
