"""The real kiosk over a virtual table, without a screen and on a clock that is set.

Everything is as `trioscope kiosk` builds it; only the camera looks at a table of ours, and the threads work
in turns, so that a game is played as fast as its pictures are drawn and read.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")  # else SDL makes window events of Ctrl-C and kill

import numpy as np
import pygame
from numpy.typing import NDArray

from calibration.calibrate import CalibrationFault, calibrate_board
from calibration.enrol_tiles import TRIPLES
from calibration.tiles import calibrate_tiles
from companion.app import Wishes, build, open_window
from companion.fittings import Fittings
from companion.jobs import LivePicture
from companion.rules.triominos.lattice import Place
from companion.session.intents import Intent
from companion.session.phases import BeingRead
from companion.session.setup import Setup
from companion.session.state import State
from companion.set_up_jobs import LEARNED_FROM
from companion.set_up_tasks import learn_tokens, set_up_table
from companion.settings import Settings
from hardware.interfaces import Camera
from hardware.virtual.buttons import VirtualButtons
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.table import VirtualTable
from hardware.virtual.triominos_scene import TriominosScene
from tests.journal.helpers import HandClock
from vision.observation import FACES, cell_at

Bytes = NDArray[np.uint8]

SIZE = (800, 480)
# As the screen shows them: three rows, a free square between two.
ENROL_CELLS = tuple(cell_at(row, 2 + 2 * column) for row in (3, 6, 9) for column in range(6))[: len(FACES)]
ROUND_S = 0.04  # of the set clock: an idle round of the main loop
MOST_ROUNDS = 400  # until something must have happened
HINDERED_LOOKS = 3  # so often something may be in the way of a table that nobody touches


class KioskStuck(AssertionError):
    """It never came to what was waited for, or something is not on the screen that was to be touched."""


class KioskTable:
    """Hands and eyes at the kiosk. `folder` is the home it keeps its journal in."""

    def __init__(self, table: VirtualTable, folder: Path, camera: Camera | None = None) -> None:
        self.clock = HandClock(1_000.0)
        wishes = Wishes(Settings.load(environ={"HOME": str(folder)}), SIZE, may_be_unseen=True)
        surface = open_window(wishes)
        assert surface is not None
        pygame.event.clear()
        self._table, self._camera = table, camera or VirtualCamera(table, self.clock)
        self._buttons = VirtualButtons(self.clock)
        fittings = Fittings(lambda: self._camera, "usb", buttons=self._buttons)
        self.house = build(wishes, surface, fittings, self.clock)

    def calibrate_board(self) -> bool:
        """Learn the empty board, and one token of each face laid out on it, as somebody does once; whether it
        was found."""
        try:
            profile = calibrate_board(self._look())[0]
        except CalibrationFault:
            return False
        for cell, face in zip(ENROL_CELLS, FACES, strict=True):
            self._table.lay(cell, face)
        shown = [self._look() for _ in range(LEARNED_FROM)]
        for cell in ENROL_CELLS:
            self._table.take(cell)
        with suppress(CalibrationFault):  # a set that is too hard to see is not learned
            profile = learn_tokens([LivePicture(one, one) for one in shown], profile).profile
        self.house.stagehand.use_board(profile.known)
        return True

    def calibrate_table(self, room: Iterable[Place]) -> bool:
        """Set the table up with the six tiles that have three equal numbers, in any places where tiles of
        the game will lie, and nothing else; whether they were learned."""
        scene, places = self._table.scene, _apart(room, len(TRIPLES))
        assert isinstance(scene, TriominosScene)
        lies_about, scene.loose = scene.loose, []
        for place, tile in zip(places, TRIPLES, strict=True):
            self._table.lay(place, tile)
        shown = self._look()
        scene.loose = lies_about
        for place in places:
            self._table.take(place)
        try:
            profile = set_up_table(LivePicture(shown, shown), None, calibrate_tiles).profile
        except CalibrationFault:
            return False
        self.house.stagehand.use_table(profile.known)
        return profile.tiles is not None

    def begin(self, setup: Setup) -> None:
        """The game begins, and the camera has looked at the table before the first turn."""
        trouble = self.house.stagehand.begin(setup)
        assert trouble is None, trouble
        self.house.kiosk.to_table()
        check = self.house.stagehand.keeper._check
        self.run_until(lambda: not check.is_going_on)
        if self.screen == "paused":  # the first sand waits for somebody
            self.choose("go-on")

    def close(self) -> None:
        self.house.close()

    # What is seen ---------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        game = self.house.stagehand.keeper.game
        assert game is not None
        return game.session.state

    @property
    def screen(self) -> str:
        return self.house.kiosk.screen.name

    # What people do -------------------------------------------------------------------------------------

    def end_turn(self) -> bool:
        """Push the button, and wait until the table was read; whether it could be."""
        self._buttons.press("end-turn")
        self.step()
        return self._await_reading()

    def put_back(self) -> bool:
        """Say that everything lies as it did, and wait as after a press."""
        self.choose("put-back")
        return self._await_reading()

    def _await_reading(self) -> bool:
        looks = [0]

        def is_read() -> bool:
            phase = self.state.phase
            looks[0] += isinstance(phase, BeingRead) and bool(phase.hindrances)
            return not isinstance(phase, BeingRead) or looks[0] > HINDERED_LOOKS

        self.run_until(is_read)
        return not isinstance(self.state.phase, BeingRead)

    def choose(self, name: str) -> None:
        """Touch whatever has this name on the page."""
        found = [target for target in self.house.kiosk.page.targets if target.name == name]
        if not found or not found[0].is_enabled:
            raise KioskStuck(f"{name} cannot be touched on the screen {self.screen}")
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, button=1, pos=found[0].rect.center))
        self.step()

    def has(self, name: str) -> bool:
        """Whether this can be touched now."""
        return any(target.name == name and target.is_enabled for target in self.house.kiosk.page.targets)

    def send(self, make: Callable[[float], Intent]) -> bool:
        """What takes many touches on a screen of its own; whether it was possible."""
        done = self.house.kiosk.send(make)
        self.step()
        return done

    def wait_for_the_sand(self) -> None:
        """Think until it has run out."""
        turns = len(self.state.sheet.turns)
        for _ in range(MOST_ROUNDS):
            self.clock.now += 0.5
            self.house.kiosk.step()
            if len(self.state.sheet.turns) > turns:
                return
        raise KioskStuck("the sand does not run out")

    def _look(self) -> Bytes:
        return self._camera.burst(1)[0].pixels

    # Working in turns -----------------------------------------------------------------------------------

    def step(self) -> None:
        """One round of the main loop."""
        self.clock.now += ROUND_S
        self.house.kiosk.step()
        if self.house.kiosk.fault is not None:
            raise self.house.kiosk.fault

    def run_until(self, is_done: Callable[[], bool]) -> None:
        for _ in range(MOST_ROUNDS):
            self.step()
            if is_done():
                return
            self.house.worker.step()
        raise KioskStuck(f"the screen {self.screen} stays, with {type(self.state.phase).__name__}")


def _apart(room: Iterable[Place], count: int) -> list[Place]:
    """So many of these places, as far apart as they go: each is the farthest from those chosen before."""
    first, *others = room
    chosen = [first]
    while len(chosen) < count:
        chosen.append(max(others, key=lambda place: min(math.dist(place, one) for one in chosen)))
    return chosen
