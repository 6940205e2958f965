"""A virtual table with its camera and a worker without a thread: nothing happens until a test says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from calibration.calibrate import calibrate_board
from companion.jobs import Result
from companion.rules.triolet.position import Move
from companion.session.games import Game
from companion.session.rulings import Ruling
from companion.umpire import Bytes, TrioletUmpire
from companion.worker import Worker
from hardware.interfaces import Camera, Frame
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.table import VirtualTable
from hardware.virtual.triolet_scene import TrioletScene
from tests.journal.helpers import HandClock
from vision.known import KnownBoard

SMALL = ((820, 616),)  # drawn faster, and read as well
MOST_STEPS = 60


class Room:
    """A table that is drawn and calibrated once; `clear` it before each use."""

    def __init__(self, seed: int = 11) -> None:
        self.table = VirtualTable.draw("triolet", seed, sizes=SMALL)
        self.known: KnownBoard = calibrate_board(VirtualCamera(self.table).frame().pixels)[0].known

    def clear(self) -> None:
        scene = self.table.scene
        assert isinstance(scene, TrioletScene)
        for cell in list(scene.tokens):
            self.table.take(cell)
        self.table.clear_hands()
        self.table.plug_in()

    def lay(self, move: Move) -> None:
        for cell, face in move.to_json().items():
            self.table.lay(cell, face)

    def reach_in(self) -> None:
        self.table.reach_in(0.5, 0.5, 200.0, 12)


class CountingUmpire(TrioletUmpire):
    """Counts how often it is asked, and stumbles if it is told to."""

    __slots__ = ("asked", "stumbles")

    def __init__(self, known: KnownBoard | None) -> None:
        super().__init__(known)
        self.asked, self.stumbles = 0, False

    def rule(self, frames: Sequence[Bytes], game: Game) -> Ruling:
        self.asked += 1
        if self.stumbles:
            raise ZeroDivisionError("a picture like no other")
        return super().rule(frames, game)


class Desk:
    """A worker over a room's table, its umpire, and a clock that both go by."""

    def __init__(self, room: Room, now: float = 100.0) -> None:
        room.clear()
        self.room, self.clock = room, HandClock(now)
        self.umpire = CountingUmpire(room.known)
        self.cameras: list[ScriptedCamera] = []
        self.on_frame: Callable[[int], object] = lambda number: None
        self.worker = Worker(self.open_camera, {"triolet": self.umpire}, self.clock)

    def open_camera(self) -> Camera:
        camera = ScriptedCamera(self)
        self.cameras.append(camera)
        return camera

    def work(self) -> float | None:
        """Let the worker do all it can do now; how long it would rest then."""
        for _ in range(MOST_STEPS):
            rest_s = self.worker.step()
            if rest_s != 0:
                return rest_s
        raise AssertionError("the worker does not come to rest")

    def results(self) -> list[Result]:
        self.work()
        return self.worker.results()


class ScriptedCamera(VirtualCamera):
    """Tells before each frame which one it is, so that a test can move something between two of them."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.room.table, desk.clock)
        self._desk, self.taken = desk, 0

    def frame(self) -> Frame:
        self._desk.on_frame(self.taken)
        self.taken += 1
        return super().frame()
