"""The whole house on devices that fail: real parts from the worker to the watchdog, on any clock.

Only the reader is a stand-in, and what is outside the program: the camera's driver, the pins and the room on
the disk.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.app import House, Wishes, open_window
from companion.archive import Archive
from companion.choices_file import load_choices
from companion.fittings import Fittings
from companion.journal import Journal
from companion.keeper import Keeper
from companion.kiosk.kiosk import Kiosk
from companion.kiosk.sounds import Sounds
from companion.quiet_hours import DAY_MINUTES, QuietHours
from companion.set_up_desk import SetUpDesk
from companion.settings import Settings
from companion.signals import Signals
from companion.stagehand import Stagehand
from companion.worker import Worker
from hardware.gpio_buttons import GpioButtons
from hardware.gpio_buzzer import Act, GpioBuzzer, StartedTimer
from hardware.gpio_lights import GpioLights
from hardware.interfaces import ButtonName
from hardware.supervised_camera import CameraSupervisor, Limits
from tests.journal.helpers import Connector
from tests.soak.challenge import NumberUmpire
from tests.soak.faulty_camera import FAULTS, FaultyDriver

BUTTONS: dict[ButtonName, int] = {"end-turn": 17, "undo": 27, "draw": 22, "menu": 23}
SIZE = (800, 480)
PICTURES_BYTES = 2_000_000
NOON_S = 1_794_830_400.0
JUMPS_S = (-86_400 * 400.0, -3_600.0, -1.0, 2.0, 3_600.0, 86_400 * 90.0)  # what a network may bring a Pi


class SteppedWorker(Worker):
    """A worker that may do without its thread: it rests as long as the thread would, by the same clock."""

    _rests_until = float("-inf")

    def work(self, now: float) -> None:
        """One job or look, if there is one."""
        if now >= self._rests_until or not self._jobs.empty():
            wait_s = self.step()
            self._rests_until = float("inf") if wait_s is None else now + wait_s


class WallClock:
    """The time of day, which jumps."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._ahead_s = clock, NOON_S - clock()

    def __call__(self) -> float:
        return self._clock() + self._ahead_s

    def jump(self, seconds: float) -> None:
        self._ahead_s += seconds

    def minute(self) -> int:
        return int(self() // 60) % DAY_MINUTES


@dataclass(slots=True)
class Disk:
    """The room that the journal has."""

    connector: Connector = field(default_factory=Connector)
    is_full: bool = False

    def fill(self, is_full: bool) -> None:
        if is_full != self.is_full:
            self.is_full = is_full
            if is_full:
                self.connector.leave_no_room()
            else:
                self.connector.make_room()


@dataclass(slots=True, eq=False)
class FaultyHouse:
    """The house and everything that can fail in it."""

    house: House
    worker: SteppedWorker
    driver: FaultyDriver
    umpire: NumberUmpire
    supervisor: CameraSupervisor
    disk: Disk
    wall: WallClock
    lights: GpioLights


def build_house(
    folder: Path,
    clock: Callable[[], float],
    pins: Any,
    limits: Limits,
    make_timer: Callable[[float, Act], StartedTimer],
    picture_takes: Callable[[], object] = lambda: None,
    think: Callable[[], object] = lambda: None,
) -> FaultyHouse:
    """As `companion.app.build` joins it; `pins` is a factory of gpiozero's mock pins.

    `picture_takes` is called before every picture, and `think` before every ruling.
    """
    settings = Settings.load(environ={"HOME": str(folder)})
    journal_path = settings.general.journal
    journal_path.parent.mkdir(parents=True, exist_ok=True)
    choices_path = journal_path.with_name("choices.json")
    choices = load_choices(choices_path, settings)
    wishes = Wishes(settings, SIZE, may_be_unseen=True)
    surface = open_window(wishes)
    assert surface is not None
    wall, disk = WallClock(clock), Disk()
    journal = Journal.open(journal_path, wall, PICTURES_BYTES, connect=disk.connector)
    driver, umpire = FaultyDriver(clock, picture_takes), NumberUmpire(think)
    supervisor = CameraSupervisor(driver.open, limits)
    lights = GpioLights(
        {"green": 5, "amber": 6, "red": 13},
        lamps={"end-turn": 24, "undo": 25, "draw": 12, "menu": 16},
        players=(26, 20, 21, 18),
        pin_factory=pins,
    )
    buttons = GpioButtons(BUTTONS, clock=clock, pin_factory=pins)
    fittings = Fittings(
        supervisor.open,
        "usb",
        buttons=buttons,
        pressing_since=lambda: buttons.down_since("end-turn"),
        lights=lights,
        buzzer=GpioBuzzer(19, make_timer=make_timer, pin_factory=pins),
        lamps=lights,
        has_buttons=True,
        has_lights=True,
    )
    worker = SteppedWorker(fittings.open_camera, {"triominos": umpire}, clock)
    keeper = Keeper(journal, worker, clock, preview=choices.preview)
    signals = Signals(
        lights,
        fittings.buzzer,
        Sounds(),
        lamps=lights,
        quiet=QuietHours.parse("22:00-07:00"),
        minute=wall.minute,
    )
    stagehand = Stagehand(
        keeper,
        Archive(journal.path),
        SetUpDesk(settings.camera.profile, choices.language),
        fittings,
        signals,
        choices,
        choices_path,
        settings,
        clock,
    )
    kiosk = Kiosk(stagehand, surface, clock)
    fittings.buttons.on_press = lambda press: kiosk.inputs.push(press.button, press.is_long, press.at_s)
    return FaultyHouse(
        House(kiosk, stagehand, worker, fittings), worker, driver, umpire, supervisor, disk, wall, lights
    )


@dataclass(slots=True)
class Troubles:
    """Lets something fail for a while, now and then. `most_s`: how long a camera fails at most."""

    faulty: FaultyHouse
    rng: random.Random
    most_s: float
    happened: dict[str, int] = field(default_factory=dict)
    _camera_at: float = 0.0  # when the camera fails next, or works again
    _disk_at: float = 0.0
    _wall_at: float = 0.0

    def mind(self, now: float) -> None:
        """Once a round."""
        if now >= self._camera_at:
            self._camera_at = now + self.rng.uniform(0.1, self.most_s)
            if self.faulty.driver.fault == "none":
                self.faulty.driver.fail(fault := self.rng.choice(FAULTS))
                self._count(fault)
            else:
                self.end_camera(now)
        if now >= self._disk_at:
            self._disk_at = now + self.rng.uniform(1.0, 8 * self.most_s)
            self.faulty.disk.fill(not self.faulty.disk.is_full)
            self._count("disk full" if self.faulty.disk.is_full else "disk has room")
        if now >= self._wall_at:
            self._wall_at = now + self.rng.uniform(1.0, 8 * self.most_s)
            self.faulty.wall.jump(self.rng.choice(JUMPS_S))
            self._count("wall clock jumps")

    def end_camera(self, now: float) -> None:
        """The camera works, for longer than it failed: most of the time families can play."""
        self.faulty.driver.fail("none")
        self._camera_at = now + self.rng.uniform(0.5, 4 * self.most_s)

    def end(self, now: float) -> None:
        """Everything works again, so that everything can be looked at."""
        self.faulty.driver.fail("none")
        self.faulty.disk.fill(False)
        self._camera_at = self._disk_at = self._wall_at = float("inf")

    def _count(self, what: str) -> None:
        self.happened[what] = self.happened.get(what, 0) + 1
