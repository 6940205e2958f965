"""A stand-in for the virtual table: its picture is painted as the kiosk paints tables, and comes late."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from companion.kiosk.backstage import Picture, RackPiece, Spot, VirtualLook
from companion.kiosk.paint_marks import Marks
from companion.kiosk.paint_triolet import TrioletBoard
from companion.kiosk.paint_triominos import TriominosTable
from companion.rules.triolet import game as triolet
from companion.rules.triolet.cells import AROUND, CELLS, CENTRE
from companion.rules.triominos.lattice import neighbours
from companion.rules.triominos.moves import open_places
from companion.rules.triominos.tiles import tile_of
from companion.rules.verdict import Cell
from companion.session.forms import Kind
from companion.session.games import Game
from tests.kiosk.stage import Stage

SIZES = {"triolet": (720, 720), "triominos": (960, 720)}


class FakeVirtual:
    """Lays what it is told; `see` is a new look of the camera."""

    def __init__(self, stage: Stage, rack: tuple[str, ...], is_open: bool = True) -> None:
        self.is_open, self.is_watched = is_open, False
        self.rack = rack
        self.loose: dict[Cell, str] = {}
        self.late: set[Cell] = set()
        self.has_seen = True
        self._stage = stage
        self._look: VirtualLook | None = None
        self._game: Game | None = None

    def look(self) -> VirtualLook:
        game = self._current
        if self._look is None or game is not self._game:
            self._game, self._look = game, self._see(game)
        return self._look

    def lay(self, piece: str, cell: Cell) -> None:
        self.loose[cell] = piece
        self.late.add(cell)
        self._look = None

    def take(self, cell: Cell) -> None:
        del self.loose[cell]
        self.late.add(cell)
        self._look = None

    def watch(self, is_on: bool) -> None:
        self.is_watched = is_on
        self._look = None

    def see(self) -> None:
        """The camera looks: its picture shows everything as it is."""
        self.late.clear()
        self._look = None

    @property
    def _current(self) -> Game:
        assert self._stage.backstage.session is not None
        return self._stage.backstage.session.state.game

    def _see(self, game: Game) -> VirtualLook:
        kind = game_kind(game)
        surface = pygame.Surface(SIZES[kind])
        spots = tuple(self._tokens(game, surface) if kind == "triolet" else self._tiles(game, surface))
        picture = Picture(surface.get_size(), pygame.image.tostring(surface, "RGB"))
        rack = tuple(self._rack())
        if not self.has_seen:
            return VirtualLook(kind, None, (), rack)
        return VirtualLook(kind, picture, spots, rack)

    def _tokens(self, game: Game, surface: pygame.Surface) -> Iterator[Spot]:
        assert isinstance(game, triolet.Game)
        board = TrioletBoard(surface.get_rect(), game.position.rules.layout)
        board.paint(surface, game.position, Marks())
        lying: dict[Cell, str] = {cell: token.face for cell, token in game.position.board.items()}
        lying.update(self.loose)
        for cell in CELLS:
            rect = board.rect_of(cell)
            outline = (rect.topleft, rect.topright, rect.bottomright, rect.bottomleft)
            near = any(other in lying for other in AROUND[cell]) if lying else cell == CENTRE
            yield self._spot(cell, outline, lying.get(cell, ""), near)

    def _tiles(self, game: Game, surface: pygame.Surface) -> Iterator[Spot]:
        assert not isinstance(game, triolet.Game)
        table, tiles = TriominosTable(surface.get_rect()), game.position.tiles
        table.paint(surface, game.position, Marks(free=tuple(open_places(game.position))))
        lying: dict[Cell, str] = {place: "-".join(map(str, corners)) for place, corners in tiles.items()}
        lying.update(self.loose)
        places = {*tiles, *open_places(game.position), *self.loose, *self.late}
        for place in sorted(place for place in places if isinstance(place, tuple)):
            outline = tuple(table.outline_of(place))
            is_near = not tiles or any(other in lying for other in neighbours(place))
            yield self._spot(place, outline, lying.get(place, ""), is_near)

    def _spot(self, cell: Cell, outline: tuple[tuple[float, float], ...], piece: str, is_near: bool) -> Spot:
        is_likely = is_near and not piece
        return Spot(cell, outline, piece, cell in self.loose, cell not in self.late, is_likely)

    def _rack(self) -> Iterator[RackPiece]:
        loose = {cell: _plain(piece) for cell, piece in self.loose.items()}
        for piece in self.rack:
            cell = next((cell for cell, laid in loose.items() if laid == piece), None)
            if cell is not None:
                del loose[cell]
            yield RackPiece(piece, cell)


def game_kind(game: Game) -> Kind:
    return "triolet" if isinstance(game, triolet.Game) else "triominos"


def _plain(piece: str) -> str:
    if "-" not in piece:
        return piece
    a, b, c = map(int, piece.split("-"))
    return "-".join(map(str, tile_of((a, b, c))))
