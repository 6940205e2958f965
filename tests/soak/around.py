"""What stands around the kiosk: timers by a set clock, somebody's finger, and systemd that listens."""

from __future__ import annotations

import random
import socket
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

from gpiozero.pins.mock import MockFactory

from companion.watchdog import ALIVE
from hardware.gpio_buzzer import Act
from tests.hardware.timed_pins import Clock
from tests.soak.challenge import TellEdge
from tests.soak.faulty_house import BUTTONS

BOUNCES_S = (0.0005, 0.001, 0.0015, 0.001)
HELD_S = (0.03, 0.6)  # some fingers are slow: what counts is when the button went down


class SetTimers:
    """`threading.Timer` by the set clock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._due: list[tuple[float, SetTimer]] = []

    def make(self, seconds: float, act: Act) -> SetTimer:
        timer = SetTimer(act)
        self._due.append((self._clock.now + seconds, timer))
        return timer

    def run(self) -> None:
        late = [timer for due, timer in self._due if due <= self._clock.now]
        self._due = [one for one in self._due if one[0] > self._clock.now and not one[1].is_over]
        for timer in late:
            timer.run()


class SetTimer:
    daemon = False

    def __init__(self, act: Act) -> None:
        self._act, self.is_over = act, False

    def start(self) -> None: ...

    def cancel(self) -> None:
        self.is_over = True

    def run(self) -> None:
        if not self.is_over:
            self.is_over = True
            self._act()


class Fingers(Thread):
    """Somebody's hand at the button, on a thread of its own, as gpiozero calls from one."""

    def __init__(self, pins: MockFactory, rng: random.Random) -> None:
        super().__init__(name="fingers", daemon=True)
        self._rng = rng
        self._pin = pins.pin(BUTTONS["end-turn"])
        self._wanted: TellEdge | None = None
        self._is_open = True

    def press(self, tell: TellEdge) -> None:
        self._wanted = tell

    def close(self) -> None:
        self._is_open = False
        self.join()

    def run(self) -> None:
        while self._is_open:
            sleep(0.005)
            if self._wanted is not None:
                tell, self._wanted = self._wanted, None
                tell(monotonic())
                self._bounce(self._pin.drive_low, self._pin.drive_high)
                sleep(self._rng.uniform(*HELD_S))
                self._bounce(self._pin.drive_high, self._pin.drive_low)

    def _bounce(self, go: Callable[[], None], back: Callable[[], None]) -> None:
        for gap_s in BOUNCES_S:
            go()
            sleep(gap_s)
            back()
            sleep(gap_s)
        go()


class Listener(Thread):
    """Listens to the heartbeat as systemd does."""

    def __init__(self, path: Path) -> None:
        super().__init__(name="systemd", daemon=True)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.settimeout(0.2)
        self.beats: list[float] = []
        self._is_open = True

    def run(self) -> None:
        while self._is_open:
            try:
                message = self._socket.recv(100)
            except TimeoutError:
                continue
            if message.decode() == ALIVE:
                self.beats.append(monotonic())
        self._socket.close()

    def close(self) -> None:
        self._is_open = False
        self.join()
