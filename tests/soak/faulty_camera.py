"""A table as a picture that a stand-in can read, and a camera over it that fails as cameras do."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from hardware.interfaces import Camera, CameraLost, Frame

Bytes = NDArray[np.uint8]
Fault = Literal["none", "hang", "unplugged", "broken", "black", "frozen", "torn"]

FAULTS: tuple[Fault, ...] = tuple(fault for fault in get_args(Fault) if fault != "none")
WIDTH, HEIGHT = 320, 240
BITS, BIT_PX = 16, 20
EMPTY, ZERO, ONE = 90, 40, 200  # grey levels
HALVES = (slice(20, 100), slice(140, 220))  # the rows of both copies of the number
LEAST_APART_S = 1e-6
LONGEST_HANG_S = 120.0  # in case nobody lets it go


def paint(number: int) -> Bytes:
    """A picture (BGR) of a table in its state `number`, written twice, so that half a picture is noticed."""
    pixels = np.full((HEIGHT, WIDTH, 3), EMPTY, np.uint8)
    for rows in HALVES:
        for bit in range(BITS):
            pixels[rows, bit * BIT_PX : (bit + 1) * BIT_PX - 4] = ONE if number >> bit & 1 else ZERO
    return pixels


def read_number(pixels: Bytes) -> int | None:
    """The state that a picture shows; `None` if it shows none, or two at once."""
    if pixels.shape != (HEIGHT, WIDTH, 3) or pixels[4, 4, 0] != EMPTY or pixels[-4, 4, 0] != EMPTY:
        return None
    numbers = set()
    for rows in HALVES:
        row = pixels[(rows.start + rows.stop) // 2, :, 0]
        bits = [int(row[bit * BIT_PX + BIT_PX // 2]) for bit in range(BITS)]
        if not {ZERO, ONE}.issuperset(bits):
            return None
        numbers.add(sum(1 << place for place, grey in enumerate(bits) if grey == ONE))
    return numbers.pop() if len(numbers) == 1 else None


class FaultyDriver:
    """The camera's driver: `open` it as often as it is lost. `state` is what lies on the table."""

    def __init__(self, clock: Callable[[], float], wait: Callable[[], object] = lambda: None) -> None:
        """`wait` is called before every picture: how long one takes."""
        self.state = 0
        self.opened = 0
        self._clock, self._wait = clock, wait
        self._fault: Fault = "none"
        self._go_on = Event()
        self._taken_s = clock()
        self._before = self._frozen = Frame(paint(0), clock())

    @property
    def fault(self) -> Fault:
        return self._fault

    def fail(self, fault: Fault) -> None:
        """Fail like this from now on; "none": work again, and let go of whoever hangs."""
        if fault == "frozen":
            self._frozen = self._before
        self._fault = fault
        hung, self._go_on = self._go_on, Event()
        hung.set()

    def open(self) -> Camera:
        self.opened += 1
        self._hang()
        if self._fault == "unplugged":
            raise CameraLost("No camera was found: check its cable.")
        return FaultyCamera(self)

    def frame(self) -> Frame:
        """One picture, as good as it is at the moment."""
        self._hang()
        self._wait()
        # No two pictures are of the same moment, also by a clock that stands.
        self._taken_s = max(self._clock(), self._taken_s + LEAST_APART_S)
        fault, sharp = self._fault, Frame(paint(self.state), self._taken_s)
        if fault == "unplugged":
            raise CameraLost("The camera gives no picture: check its cable.")
        if fault == "broken":
            raise RuntimeError("VIDIOC_DQBUF: No such device")
        if fault == "frozen":
            return self._frozen
        if fault == "black":
            return Frame(np.zeros_like(sharp.pixels), sharp.taken_s)
        if fault == "torn":
            half = np.vstack([sharp.pixels[: HEIGHT // 2], np.roll(sharp.pixels[HEIGHT // 2 :], 30, axis=1)])
            return Frame(half, sharp.taken_s)
        self._before = sharp
        return sharp

    def _hang(self) -> None:
        if self._fault == "hang":
            self._go_on.wait(LONGEST_HANG_S)


class FaultyCamera:
    """The camera as the program has it open."""

    size = (WIDTH, HEIGHT)

    def __init__(self, driver: FaultyDriver) -> None:
        self._driver, self._is_open = driver, True

    def frame(self) -> Frame:
        if not self._is_open:
            raise CameraLost("The camera is closed.")
        return self._driver.frame()

    def burst(self, count: int) -> list[Frame]:
        return [self.frame() for _ in range(count)]

    def close(self) -> None:
        self._is_open = False
