"""The virtual table under a real mouse, in the whole house without threads: laid, pressed, read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import monotonic

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from companion.app import House, Wishes, build, open_window
from companion.jobs import Umpire
from companion.kiosk.backstage import VirtualLook
from companion.kiosk.virtual_window import Window
from companion.rules.triolet.editions import STANDARD
from companion.rules.triominos import game as triominos
from companion.rules.verdict import Cell
from companion.session.forms import Kind
from companion.session.setup import Player, Setup
from companion.settings import Settings
from companion.tile_umpire import TriominosUmpire
from companion.umpire import TrioletUmpire
from vision.tiles import SeenTile, TableObservation
from vision.triominos import KnownTable

PLAYERS = (Player("Ada", "red"), Player("Blaise", "blue"))
TRIOLET, TRIOMINOS = Setup(STANDARD, PLAYERS), Setup(triominos.Rules(), PLAYERS)
ROUNDS = 200


class Table:
    """A house with the virtual table in front, and a mouse."""

    def __init__(self, house: House, setup: Setup) -> None:
        self.house, self.kiosk = house, house.kiosk
        assert house.stagehand.begin(setup) is None
        house.kiosk.to_table()
        self.touch("table")
        assert self.kiosk.screen.name == "virtual-table"
        self.run_until(self.is_shown)

    @property
    def look(self) -> VirtualLook:
        assert self.house.stagehand.virtual is not None
        return self.house.stagehand.virtual.look()

    @property
    def scores(self) -> tuple[int, ...]:
        assert self.kiosk.view is not None
        return self.kiosk.view.scores

    @property
    def phase(self) -> str:
        assert self.kiosk.view is not None
        return self.kiosk.view.phase

    def is_shown(self) -> bool:
        """Whether the camera's picture shows everything as it is."""
        return self.look.picture is not None and all(spot.is_shown for spot in self.look.spots)

    def run_until(self, is_done: Callable[[], bool]) -> None:
        for _ in range(ROUNDS):
            self.step()
            if is_done():
                return
            self.house.worker.step()
            self.house.stagehand.archive.step()
            self.house.stagehand.desk.step()
        raise AssertionError("it never came to that")

    def step(self) -> None:
        self.kiosk.step()
        assert self.kiosk.fault is None

    def touch(self, name: str) -> None:
        self.drag(self.middle(name), self.middle(name))

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=start))
        if start != end:
            pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=end, rel=(0, 0), buttons=(1, 0, 0)))
            self.step()
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=end))
        self.step()

    def middle(self, name: str) -> tuple[int, int]:
        (target,) = (target for target in self.kiosk.page.targets if target.name == name)
        return target.rect.center

    def place(self, cell: Cell) -> tuple[int, int]:
        """Where on the screen a cell is."""
        (target,) = (target for target in self.kiosk.page.targets if target.name == "table")
        window = Window.fit(self.look, target.rect)
        assert window is not None
        (spot,) = (spot for spot in self.look.spots if spot.cell == cell)
        x, y = window.middle(spot)
        return round(x), round(y)

    def lay(self, piece: str, cell: Cell) -> None:
        """Drag a piece of the rack to a cell."""
        numbers = (
            number for number, one in enumerate(self.look.rack, 1) if one.piece == piece and not one.cell
        )
        self.drag(self.middle(f"piece-{next(numbers)}"), self.place(cell))

    def end_turn(self) -> None:
        self.touch("end-turn")
        self.run_until(lambda: self.phase != "reading")

    def lies(self) -> dict[Cell, str]:
        return {spot.cell: spot.piece for spot in self.look.spots if spot.piece}


@pytest.fixture
def sit_down(tmp_path: Path) -> Iterator[Callable[[Setup], Table]]:
    houses: list[House] = []

    def open_one(setup: Setup) -> Table:
        wishes = Wishes(Settings.load(environ={"HOME": str(tmp_path)}), (800, 480), may_be_unseen=True)
        surface = open_window(wishes)
        assert surface is not None
        pygame.event.clear()
        houses.append(build(wishes, surface))
        if setup is TRIOMINOS:
            read_truth(houses[-1])
        return Table(houses[-1], setup)

    yield open_one
    for house in houses:
        house.close()


def read_truth(house: House) -> None:
    """Have a stand-in read Triominos: it sees every tile that lies on the table, and is sure of it."""
    guest = house.fittings.guest
    assert guest is not None

    def read(
        frames: Sequence[NDArray[np.uint8]], known: KnownTable | None, before: TableObservation | None
    ) -> TableObservation:
        return observe(guest.camera._tables["triominos"].table.truth())

    umpires: dict[Kind, Umpire] = {"triolet": TrioletUmpire(), "triominos": TriominosUmpire(read=read)}
    house.stagehand.keeper.use_umpires(umpires)


def observe(truth: dict[str, object]) -> TableObservation:
    tiles = []
    assert isinstance(truth["tiles"], list) and isinstance(truth["face_down"], int)
    for tile in truth["tiles"]:
        at = None if tile["at"] is None else (tile["at"][0], tile["at"][1])
        corners = np.eye(6, dtype=np.float32)[tile["corners"]] * 0.99994 + 0.00001
        tiles.append(SeenTile(at, corners.astype(np.float32), 1.0, np.array(tile["vertices"], np.float64)))
    return TableObservation(tuple(tiles), truth["face_down"])


def test_tokens_that_are_dragged_are_read_from_frames_and_a_wrong_move_is_refused(
    sit_down: Callable[[Setup], Table],
) -> None:
    table = sit_down(TRIOLET)
    low, *_ = sorted((one.piece for one in table.look.rack if one.piece != "joker"), key=int)
    table.lay(low, "H8")
    assert table.lies() == {"H8": low}
    (spot,) = (spot for spot in table.look.spots if spot.piece)
    assert spot.is_loose and not spot.is_shown  # seen at once, and before the camera has seen it
    table.end_turn()
    assert table.scores == (2 * int(low), 0)  # the centre doubles
    assert table.kiosk.screen.name == "virtual-table"
    assert not any(spot.is_loose for spot in table.look.spots)

    table.run_until(table.is_shown)
    other = next(one.piece for one in table.look.rack if one.piece != "joker")
    table.lay(other, "A1")
    table.end_turn()
    assert (table.phase, table.kiosk.screen.name) == ("refused", "virtual-table")
    assert table.scores == (2 * int(low), 0)
    assert table.lies() == {"H8": low, "A1": other}

    table.drag(table.place("A1"), table.middle("back"))  # beside the table: back on the rack
    assert table.lies() == {"H8": low}
    assert all(one.cell is None for one in table.look.rack)


def test_tiles_are_turned_laid_moved_and_refused_where_numbers_differ(
    sit_down: Callable[[Setup], Table],
) -> None:
    table = sit_down(TRIOMINOS)
    first = next(one.piece for one in table.look.rack if len(set(one.piece.split("-"))) > 1)
    down = (0, 1)  # a place that points down: the game will call it (0, 0) all the same
    table.lay(first, down)
    a, b, c = first.split("-")
    x, y = table.place(down)
    table.drag((x, y), (x, y))  # a touch turns it by a third
    assert table.lies() == {down: f"{c}-{a}-{b}"}
    table.end_turn()
    assert table.phase == "to-lay" and table.scores[0] >= sum(map(int, (a, b, c)))
    assert list(table.lies()) == [(0, 0)]
    assert table.lies()[0, 0] in {f"{a}-{b}-{c}", f"{b}-{c}-{a}", f"{c}-{a}-{b}"}

    table.run_until(table.is_shown)
    lying = set(first.split("-"))
    stranger = next(one.piece for one in table.look.rack if not lying & set(one.piece.split("-")))
    spots = [spot.cell for spot in table.look.spots if spot.is_likely]
    table.lay(stranger, spots[0])
    table.drag(table.place(spots[0]), table.place(spots[1]))
    assert set(table.lies()) == {(0, 0), spots[1]}
    table.end_turn()
    assert table.phase == "refused" and table.kiosk.screen.name == "virtual-table"


def test_virtual_players_lay_and_press_by_themselves_until_they_are_stopped(
    sit_down: Callable[[Setup], Table],
) -> None:
    table = sit_down(TRIOMINOS)
    clock = [monotonic()]
    for part in (table.house.stagehand, table.house.stagehand.keeper, table.kiosk):
        part._clock = lambda: clock[0]  # one for all, and it does not wait
    table.touch("watch")
    turns = 0

    def are_three() -> bool:
        nonlocal turns
        clock[0] += 1.0
        turns = 0 if table.kiosk.view is None else len(table.kiosk.view.lines)
        return turns >= 3

    table.run_until(are_three)
    assert sum(table.scores) > 0
    assert table.house.stagehand.virtual is not None and table.house.stagehand.virtual.is_watched
    table.run_until(lambda: table.phase == "to-lay")
    table.touch("watch")
    for _ in range(9):
        are_three()
        table.step()
    assert table.phase == "to-lay" and turns >= 3
    assert not table.house.stagehand.virtual.is_watched
