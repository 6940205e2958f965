"""The hands at the virtual table, where no real ones are: they lay, take back, draw, and keep the table tidy.

They lay whatever they are told, right or wrong. What lies there, only the camera tells the game: nothing here
is ever asked what a move is. Cells are the game's; where they lie on the table, `virtual_lie` knows.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from companion.rules.triolet import game as triolet
from companion.rules.triolet.cells import CELLS
from companion.rules.triominos import game as triominos
from companion.rules.triominos.lattice import Place
from companion.rules.triominos.ledger import Ledger
from companion.rules.triominos.position import Tiles
from companion.rules.triominos.tiles import Corners
from companion.rules.verdict import Cell
from companion.session.forms import Kind
from companion.session.games import Game
from companion.virtual_camera import QueuedCamera
from companion.virtual_lie import Lie
from companion.virtual_moves import choose_turn
from companion.virtual_racks import HiddenRacks, corners_of
from hardware.virtual.table import VirtualTable
from hardware.virtual.triolet_scene import TrioletScene
from hardware.virtual.triominos_scene import LooseTile, TriominosScene

_Held = tuple[str | Place, str | Corners | None]  # a spot of the table, and what it is to hold


class VirtualGuest:
    """Lays pieces on the virtual table, and knows which of them lie there and who holds the others."""

    def __init__(self, camera: QueuedCamera, rng: random.Random) -> None:
        self.camera, self.rng, self.racks, self.lie = camera, rng, HiddenRacks(rng), Lie()
        self.version = 0  # counts what changed here
        self._kind: Kind = "triolet"
        self._laid: dict[Cell, str] = {}  # by the game's cells, as the game would read it
        self._shown: tuple[Cell, ...] = ()  # where pieces lie that are not played, only shown
        self._last: dict[Cell, int] = {}  # at which change a cell was changed last
        self._game: Game | None = None
        self._pool = _Pool()

    # What lies there --------------------------------------------------------------------------------------

    @property
    def lying(self) -> Mapping[Cell, str]:
        """Every piece on the table: `"11"`, `"joker"`, `"5-5-2"`."""
        return self._laid

    @property
    def loose(self) -> dict[Cell, str]:
        """The pieces that do not count yet."""
        game = self._game
        return {} if game is None else {c: piece for c, piece in self._laid.items() if not _has(game, c)}

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every cell that the camera sees."""
        return CELLS if self._kind == "triolet" else tuple(self.lie.places)

    @property
    def has_game(self) -> bool:
        """Whether the table shows a game, if only its first position."""
        return self._game is not None

    def changed_at(self, cell: Cell) -> int:
        """The number of the camera's change that made this cell what it is."""
        return self._last.get(cell, 0)

    # A game goes on ---------------------------------------------------------------------------------------

    def begin(self, kind: Kind) -> None:
        """Another game: an empty table, everything shuffled."""
        self.racks.forget()
        self._put(dict.fromkeys(self._laid))
        self._shown = ()
        self._game, self.lie, self._kind = None, Lie(), kind
        self.camera.use(kind)
        self._pool.drawn = 0
        self.camera.change(lambda table: self._pool.leave(table, 0))
        self.version += 1

    def set_out(self, game: Game) -> None:
        """Make the table show this game's position and nothing else."""
        kind: Kind = "triolet" if isinstance(game, triolet.Game) else "triominos"
        if kind != self._kind:
            self.begin(kind)
        self._game = game
        self.racks.follow(game)
        if isinstance(game, triominos.Game):
            if not self.lie.sees_all(game.position.tiles) or not game.position.tiles:
                self._push(self.lie.pushed_to_middle(game.position.tiles))
            self._take_from_pool(game)
        wanted: dict[Cell, str | None] = {**dict.fromkeys(self._laid), **wanted_pieces(game)}
        self._put({cell: piece for cell, piece in wanted.items() if self._laid.get(cell) != piece})

    def follow(self, game: Game) -> None:
        """The game went on: whoever's turn it was takes back what does not count."""
        if game is self._game:
            return
        before, self._game = self._game, game
        self.racks.follow(game)
        if isinstance(game, triominos.Game):
            self._take_from_pool(game)
            is_first = not isinstance(before, triominos.Game) or not before.position.tiles
            if is_first and len(self._laid) == 1 and game.position.tiles:
                self._name_first(game.position.tiles)
        self._put(dict.fromkeys(self.loose))
        if isinstance(game, triominos.Game):
            tiles = game.position.tiles
            better = self.lie.pushed_to_middle(tiles)
            if not self.lie.sees_all(tiles) and better.shows_more(tiles, self.lie):
                self._push(better)
        self.version += 1

    # What people do ---------------------------------------------------------------------------------------

    def lay(self, cell: Cell, piece: str) -> None:
        """Lay a piece where the camera sees it; what lies there unaccepted is taken back first."""
        if cell in self.cells and (cell not in self._laid or cell in self.loose):
            self._put({cell: piece})

    def take(self, cell: Cell) -> None:
        """Take a piece back that does not count yet."""
        if cell in self.loose:
            self._put({cell: None})

    def lay_for(self, game: Game) -> bool:
        """Lay a good move for whoever's turn it is; whether what they hold allows one."""
        self.follow(game)
        laid: dict[Cell, str] = {}
        match choose_turn(game, self.racks.of(game.player), self.cells):
            case triolet.Lay(move):
                laid.update((cell, token.face) for cell, token in move.tokens.items())
            case triominos.Lay(tile):
                laid[tile.at] = "-".join(map(str, tile.corners))
        self._put({**dict.fromkeys(self.loose), **laid})
        return bool(laid)

    def show(self, pieces: Mapping[Cell, str]) -> None:
        """Lay these out beside the game, in place of what was shown before."""
        game = self._game
        back = [cell for cell in self._shown if cell in self._laid and (game is None or not _has(game, cell))]
        self._put({**dict.fromkeys(back), **pieces})
        self._shown = tuple(pieces)

    # Inside -----------------------------------------------------------------------------------------------

    def _put(self, cells: Mapping[Cell, str | None]) -> None:
        """Have these cells hold these pieces and nothing else, all at once: no picture shows a part of it."""
        if cells:
            self._change(self._holds(cells))

    def _holds(self, cells: Mapping[Cell, str | None]) -> list[_Held]:
        """Note what these cells hold after the next change; what that is on the table."""
        holds: list[_Held] = []
        for cell, piece in cells.items():
            if piece is None:
                self._laid.pop(cell, None)
            else:
                self._laid[cell] = piece
            self._last[cell] = self.camera.asked + 1
            if isinstance(cell, str):
                holds.append((cell, piece))
            elif (spot := self.lie.on_table(cell)) is not None:  # else it lies where the camera does not look
                holds.append((spot, piece and self.lie.to_table(cell, corners_of(piece))))
        return holds

    def _change(self, holds: list[_Held]) -> None:
        def change(table: VirtualTable) -> None:
            for spot, piece in holds:
                _hold(table, spot, piece)

        self.version += 1
        self.camera.change(change)

    def _name_first(self, tiles: Tiles) -> None:
        """The first tile counts: the game calls its place (0, 0), whatever the table calls it."""
        ((cell, piece),) = self._laid.items()
        assert isinstance(cell, tuple)  # Triominos
        self.lie = Lie.of_first(cell, corners_of(piece), tiles)
        for place in self.lie.places:
            if self.lie.on_table(place) == cell:
                order, corners = self.lie.order_at(place), corners_of(piece)
                self._laid = {place: "-".join(str(corners[corner]) for corner in order)}
                self._last[place] = self._last.pop(cell, 0)
                return

    def _push(self, lie: Lie) -> None:
        """Push the whole group to another place of the table."""
        if lie == self.lie:
            return
        pieces = dict(self._laid)
        holds = self._holds(dict.fromkeys(pieces))
        self.lie = lie
        self._change(holds + self._holds(pieces))

    def _take_from_pool(self, game: triominos.Game) -> None:
        pool = game.ledger.pool
        drawn = Ledger.deal(game.players, game.rules.challenge).pool - pool
        if self._pool.drawn != drawn:
            self._pool.drawn = drawn
            self.camera.change(lambda table: self._pool.leave(table, drawn))


class _Pool:
    """The face-down tiles beside the game. `leave` is for the camera's thread alone."""

    def __init__(self) -> None:
        self.drawn = 0  # as the game has it
        self._all: list[LooseTile] | None = None

    def leave(self, table: VirtualTable, drawn: int) -> None:
        """Have so many tiles drawn, as far as they lie in view; after an undo they lie there again."""
        scene = table.scene
        if not isinstance(scene, TriominosScene):
            return
        if self._all is None:
            self._all = list(scene.loose)
        left = max(0, len(self._all) - drawn)
        if len(scene.loose) > left:
            table.take_from_pool(len(scene.loose) - left)
        elif len(scene.loose) < left:
            scene.loose[:] = self._all[len(self._all) - left :]
            table.version += 1


def wanted_pieces(game: Game) -> dict[Cell, str]:
    """The pieces of the game's position in their text forms."""
    if isinstance(game, triolet.Game):
        return {cell: token.face for cell, token in game.position.board.items()}
    return {place: "-".join(map(str, corners)) for place, corners in game.position.tiles.items()}


def _has(game: Game, cell: Cell) -> bool:
    """Whether something counts on this cell."""
    if isinstance(game, triolet.Game):
        return cell in game.position.board
    return cell in game.position.tiles


def _hold(table: VirtualTable, spot: str | Place, piece: str | Corners | None) -> None:
    """Have a spot of the table hold this piece and nothing else."""
    scene = table.scene
    is_token = isinstance(scene, TrioletScene) and spot in scene.tokens
    if is_token or (isinstance(scene, TriominosScene) and spot in scene.tiles):
        table.take(spot)
    if piece is not None:
        table.lay(spot, piece)
