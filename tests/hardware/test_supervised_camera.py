"""A camera behind a thread: drivers that hang, and the limits that nobody waits longer than."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread, get_ident

import numpy as np
import pytest

from hardware.interfaces import Camera, CameraLost, Frame
from hardware.supervised_camera import MOST_HANGING, MOST_REPEATS, CameraSupervisor, Limits

LONG_S = 30.0  # never reached: who waits so long in a test is stuck
SHORT_S = 0.02
PATIENT = Limits(open_s=LONG_S, frame_s=LONG_S, close_s=LONG_S)
OPEN_SOON = Limits(open_s=SHORT_S, frame_s=LONG_S, close_s=LONG_S)
FRAME_SOON = Limits(open_s=LONG_S, frame_s=SHORT_S, close_s=LONG_S)
CLOSE_SOON = Limits(open_s=LONG_S, frame_s=LONG_S, close_s=SHORT_S)


class Driver:
    """A camera whose calls hang, fail or answer as it is told."""

    def __init__(self, size: tuple[int, int] = (40, 30)) -> None:
        self.size = size
        self.go_on = Event()  # what hangs, hangs until this is set
        self.is_asked = Event()
        self.is_closed = Event()
        self.hangs: set[str] = set()
        self.fault: Exception | None = None
        self.frames = 0
        self.is_frozen = False

    def open(self) -> Driver:
        self._call("open")
        return self

    def frame(self) -> Frame:
        self._call("frame")
        self.frames += not self.is_frozen
        return Frame(np.full((self.size[1], self.size[0], 3), self.frames, np.uint8), float(self.frames))

    def burst(self, count: int) -> list[Frame]:
        return [self.frame() for _ in range(count)]

    def close(self) -> None:
        self._call("close")
        self.is_closed.set()

    def _call(self, name: str) -> None:
        self.is_asked.set()
        if name in self.hangs:
            assert self.go_on.wait(LONG_S)
        if self.fault is not None:
            raise self.fault


def lost(call: Callable[[], object]) -> str:
    with pytest.raises(CameraLost) as told:
        call()
    return str(told.value)


def test_it_gives_what_the_camera_gives() -> None:
    driver = Driver()
    camera: Camera = CameraSupervisor(driver.open, PATIENT).open()
    assert camera.size == (40, 30)
    assert camera.frame().taken_s == 1.0
    assert [frame.taken_s for frame in camera.burst(3)] == [2.0, 3.0, 4.0]
    driver.size = (64, 48)
    camera.frame()
    assert camera.size == (64, 48)
    camera.close()
    assert driver.is_closed.is_set()
    assert lost(camera.frame) == "The camera is closed."
    camera.close()


def test_only_one_thread_ever_talks_to_the_driver() -> None:
    class Watched(Driver):
        threads: set[int] = set()  # noqa: RUF012  for this test alone

        def _call(self, name: str) -> None:
            self.threads.add(get_ident())

    driver = Watched()
    camera = CameraSupervisor(driver.open, PATIENT).open()
    camera.frame()
    camera.close()
    assert len(driver.threads) == 1
    assert get_ident() not in driver.threads


def test_a_driver_that_hangs_is_a_lost_camera_and_is_closed_if_it_comes_back() -> None:
    driver = Driver()
    supervisor = CameraSupervisor(driver.open, FRAME_SOON)
    camera = supervisor.open()
    driver.hangs = {"frame"}
    assert lost(camera.frame) == "The camera does not answer: check its cable. It is tried again by itself."
    assert supervisor.hanging == 1
    assert lost(camera.frame) == "The camera is closed."
    camera.close()  # nothing to wait for
    assert not driver.is_closed.is_set()
    driver.go_on.set()
    assert driver.is_closed.wait(LONG_S)


def test_a_driver_that_hangs_while_it_opens_is_a_lost_camera_and_closed_later() -> None:
    driver = Driver()
    driver.hangs = {"open"}
    supervisor = CameraSupervisor(driver.open, OPEN_SOON)
    assert "does not answer" in lost(supervisor.open)
    driver.go_on.set()
    assert driver.is_closed.wait(LONG_S)


def test_a_driver_that_hangs_while_it_closes_holds_up_nobody() -> None:
    driver = Driver()
    supervisor = CameraSupervisor(driver.open, CLOSE_SOON)
    camera = supervisor.open()
    driver.hangs = {"close"}
    camera.close()
    assert supervisor.hanging == 1
    driver.go_on.set()
    assert driver.is_closed.wait(LONG_S)


def test_another_camera_can_be_opened_while_one_hangs() -> None:
    stuck, well = Driver(), Driver()
    stuck.hangs = {"frame"}
    drivers = iter([stuck, well])
    supervisor = CameraSupervisor(lambda: next(drivers).open(), FRAME_SOON)
    lost(supervisor.open().frame)
    camera = supervisor.open()
    assert (camera.size, supervisor.hanging) == ((40, 30), 1)
    camera.close()
    assert well.is_closed.is_set()
    stuck.go_on.set()


def test_threads_do_not_pile_up_when_every_try_hangs() -> None:
    driver = Driver()
    driver.hangs = {"open"}
    supervisor = CameraSupervisor(driver.open, OPEN_SOON)
    for _ in range(MOST_HANGING):
        assert "does not answer" in lost(supervisor.open)
    assert supervisor.hanging == MOST_HANGING
    assert lost(supervisor.open) == (
        "The camera hangs and does not come back: switch the box off, and on again."
    )
    assert supervisor.hanging == MOST_HANGING
    driver.go_on.set()


def test_closed_while_somebody_waits_the_one_who_waits_is_told_at_once() -> None:
    driver, told = Driver(), list[str]()
    camera = CameraSupervisor(driver.open, CLOSE_SOON).open()
    driver.hangs = {"frame"}
    driver.is_asked.clear()
    waiting = Thread(target=lambda: told.append(lost(camera.frame)))
    waiting.start()
    assert driver.is_asked.wait(LONG_S)
    camera.close()
    waiting.join(LONG_S)
    assert told == ["The camera is closed."]
    driver.go_on.set()
    assert driver.is_closed.wait(LONG_S)


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        pytest.param(CameraLost("No camera was found."), "No camera was found.", id="a lost camera"),
        pytest.param(
            TimeoutError(),
            "The camera stopped working: check its cable. It is tried again by itself.",
            id="the driver's own limit",
        ),
        pytest.param(
            RuntimeError("queue"),
            "The camera stopped working: check its cable. It is tried again by itself.",
            id="anything else",
        ),
    ],
)
def test_what_a_driver_raises_is_a_lost_camera(fault: Exception, sentence: str) -> None:
    driver = Driver()
    supervisor = CameraSupervisor(driver.open, PATIENT)
    camera = supervisor.open()
    driver.fault = fault
    assert lost(camera.frame) == sentence
    assert lost(supervisor.open) == sentence
    camera.close()
    assert supervisor.hanging == 0


def test_a_driver_that_stands_still_on_one_picture_is_lost() -> None:
    driver = Driver()
    camera = CameraSupervisor(driver.open, PATIENT).open()
    camera.frame()
    driver.is_frozen = True
    camera.burst(MOST_REPEATS - 1)  # it may only be slow
    assert lost(camera.frame) == (
        "The camera stands still on one picture: check its cable. It is tried again by itself."
    )
    driver.is_frozen = False
    assert camera.frame().taken_s == 2.0  # whoever holds it may still close it, or ask again
    camera.close()


def test_frames_that_go_on_after_a_repeat_are_counted_anew() -> None:
    driver = Driver()
    camera = CameraSupervisor(driver.open, PATIENT).open()
    for _ in range(5):
        driver.is_frozen = False
        camera.frame()
        driver.is_frozen = True
        camera.burst(MOST_REPEATS - 1)
    camera.close()
