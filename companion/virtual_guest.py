"""A guest at the virtual table: lays a move for whoever's turn it is, where no real hands are.

The camera draws the table on the worker's thread. So changes are not made there and then: they wait in a
queue that the camera empties before its next frame, and nobody waits for a drawing.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable

from companion.rules.triolet import game as triolet
from companion.rules.triolet.moves import legal_moves
from companion.rules.triolet.position import RACK, Move, Position
from companion.session.games import Game
from hardware.interfaces import Frame
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.table import VirtualTable

TRIES = 60  # hands that are drawn until one of them can lay something


class QueuedCamera:
    """The virtual camera, for a table that is changed from another thread."""

    def __init__(self, table: VirtualTable) -> None:
        self._table, self._camera = table, VirtualCamera(table)
        self._changes: deque[Callable[[VirtualTable], object]] = deque()

    @property
    def size(self) -> tuple[int, int]:
        return self._camera.size

    def change(self, change: Callable[[VirtualTable], object]) -> None:
        """Have the table changed before the next frame."""
        self._changes.append(change)

    def frame(self) -> Frame:
        while self._changes:
            self._changes.popleft()(self._table)
        return self._camera.frame()

    def burst(self, count: int) -> list[Frame]:
        return [self.frame() for _ in range(count)]

    def close(self) -> None:
        """The table outlives its camera: it can be looked at again."""


class VirtualGuest:
    """Lays tokens on the virtual table, and knows which of them lie there."""

    def __init__(self, camera: QueuedCamera, rng: random.Random) -> None:
        self._camera, self._rng = camera, rng
        self._laid: dict[str, str] = {}

    def set_out(self, position: Position) -> None:
        """Make the table show this position and nothing else."""
        wanted = {cell: token.face for cell, token in position.board.items()}
        gone = [cell for cell, face in self._laid.items() if wanted.get(cell) != face]
        new = {cell: face for cell, face in wanted.items() if self._laid.get(cell) != face}

        def change(table: VirtualTable) -> None:
            for cell in gone:
                table.take(cell)
            for cell, face in new.items():
                table.lay(cell, face)

        if gone or new:
            self._camera.change(change)
        self._laid = wanted

    def lay_for(self, game: Game) -> bool:
        """Lay a legal move beside what is accepted; whether any hand could."""
        if not isinstance(game, triolet.Game):
            return False
        move = choose_move(game, self._rng)
        if move is None:
            return False
        self.set_out(game.position.after(move))
        return True


def choose_move(game: triolet.Game, rng: random.Random) -> Move | None:
    """A good move with tokens that nobody has seen yet, as a player might hold them."""
    unseen = sorted(game.ledger.unseen(game.position).elements())
    for _ in range(TRIES):
        hand = rng.sample(unseen, min(RACK, len(unseen)))
        moves = legal_moves(game.position, hand)
        if moves:
            return moves[0].move
    return None
