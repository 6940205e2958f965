"""The virtual table as the screens see it: the camera's picture, where its places are in it, and a rack."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.kiosk.backstage import RackPiece, Spot, VirtualLook
from companion.rules.triolet.cells import AROUND, CENTRE
from companion.rules.triominos import game as triominos
from companion.rules.triominos.lattice import neighbours
from companion.rules.verdict import Cell
from companion.session.forms import Kind
from companion.session.games import Game
from companion.session.state import State
from companion.virtual_camera import Seen
from companion.virtual_guest import VirtualGuest
from companion.virtual_mount import Outline
from companion.virtual_racks import corners_of, tile_text
from companion.virtual_watch import Watch

FIRST_ROWS, FIRST_COLUMNS = 1, 3  # the first tile goes anywhere about the middle: so far from it


class VirtualSeat:
    """What the kiosk calls `VirtualTable`. `current` is the game as it is now; on the main thread only."""

    def __init__(self, guest: VirtualGuest, current: Callable[[], State | None], watch: Watch) -> None:
        self.is_open = False
        self._guest, self._current, self._watch = guest, current, watch
        self._key: tuple[object, ...] = ()
        self._look: VirtualLook | None = None

    @property
    def is_watched(self) -> bool:
        return self._watch.is_on

    @property
    def wants_picture(self) -> bool:
        """Whether the table is looked at, and was changed since the camera's last look."""
        seen = self._guest.camera.seen
        return self.is_open and (seen is None or seen.changes < self._guest.camera.asked)

    def look(self) -> VirtualLook:
        state, seen = self._current(), self._guest.camera.seen
        game = None if state is None else state.game
        key = (seen, self._guest.version, game)
        if self._look is None or any(a is not b for a, b in zip(key, self._key, strict=True)):
            self._key, self._look = key, self._see(game, seen)
        return self._look

    def lay(self, piece: str, cell: Cell) -> None:
        self._guest.lay(cell, piece)

    def take(self, cell: Cell) -> None:
        self._guest.take(cell)

    def watch(self, is_on: bool) -> None:
        self._watch.turn(is_on)

    def _see(self, game: Game | None, seen: Seen | None) -> VirtualLook:
        kind: Kind = "triominos" if isinstance(game, triominos.Game) else "triolet"
        rack = () if game is None else tuple(self._rack(game))
        if game is None or seen is None or seen.kind != kind:
            return VirtualLook(kind, None, (), rack)
        return VirtualLook(kind, seen.picture, tuple(self._spots(seen)), rack)

    def _spots(self, seen: Seen) -> Iterator[Spot]:
        lying, loose = self._guest.lying, self._guest.loose
        for cell in self._guest.cells:
            outline = self._outline(seen, cell)
            if outline is None:
                continue
            piece, is_shown = lying.get(cell, ""), self._guest.changed_at(cell) <= seen.changes
            is_likely = not piece and self._is_likely(cell)
            if isinstance(cell, str) or piece or is_likely or not is_shown:
                yield Spot(cell, outline, piece, cell in loose, is_shown, is_likely)

    def _outline(self, seen: Seen, cell: Cell) -> Outline | None:
        """Where a cell lies in the picture, a place's corners as the game counts them."""
        if isinstance(cell, str):
            return seen.places.get(cell)
        lie = self._guest.lie
        spot = lie.on_table(cell)
        corners = None if spot is None else seen.places.get(spot)
        return None if corners is None else tuple(corners[corner] for corner in lie.order_at(cell))

    def _is_likely(self, cell: Cell) -> bool:
        lying = self._guest.lying
        if isinstance(cell, str):
            return any(near in lying for near in AROUND[cell]) if lying else cell == CENTRE
        if not lying:
            return abs(cell[0]) <= FIRST_ROWS and abs(cell[1]) <= FIRST_COLUMNS
        return any(near in lying for near in neighbours(cell))

    def _rack(self, game: Game) -> Iterator[RackPiece]:
        """What the player holds, and where that lies of it which does not count yet."""
        loose = {cell: _plain(piece) for cell, piece in self._guest.loose.items()}
        for piece in self._guest.racks.of(game.player):
            cell = next((cell for cell, laid in loose.items() if laid == piece), None)
            if cell is not None:
                del loose[cell]
            yield RackPiece(piece, cell)


def _plain(piece: str) -> str:
    """A piece as it is on a rack, however it lies on the table."""
    return tile_text(corners_of(piece)) if "-" in piece else piece
