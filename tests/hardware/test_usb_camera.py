"""The USB camera, with a capture that queues pictures as a driver does."""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.interfaces import Camera, CameraLost, Frame
from hardware.usb_camera import Device, UsbCamera, open_capture
from tests.hardware.timed_pins import Clock

PERIOD_S = 0.04
EXPOSED_S = 0.03  # before it comes


class Webcam:
    """Takes a picture every 40 ms into a queue of four places. Each picture holds its number."""

    def __init__(
        self, clock: Clock, has_stamps: bool = True, sizes: tuple[tuple[int, int], ...] = ()
    ) -> None:
        self.clock, self.has_stamps, self.sizes = clock, has_stamps, sizes
        self.queue: deque[int] = deque()
        self.next, self.first_s = 0, clock.now + PERIOD_S
        self.taken: int | None = None
        self.settings: dict[int, float] = {}
        self.is_plugged_in = self.is_open = True
        self.is_broken = False
        self.stamp_offset_s = 0.0  # how far the driver's clock is off
        self.fault: cv2.error | None = None

    def came_s(self, number: int) -> float:
        return self.first_s + number * PERIOD_S

    def began_s(self, number: int) -> float:
        return self.came_s(number) - EXPOSED_S

    def run(self) -> None:
        """Queue what came up to now; with a full queue, what comes is dropped."""
        while self.came_s(self.next) <= self.clock.now:
            if len(self.queue) < 4:
                self.queue.append(self.next)
            self.next += 1

    def isOpened(self) -> bool:  # noqa: N802  OpenCV's name
        return self.is_open

    def set(self, prop: int, value: float, /) -> bool:
        self.settings[prop] = value
        return True

    def get(self, prop: int, /) -> float:
        assert prop == cv2.CAP_PROP_POS_MSEC
        if not self.has_stamps or self.taken is None:
            return 0.0
        return (self.came_s(self.taken) + self.stamp_offset_s) * 1000

    def grab(self) -> bool:
        if self.fault is not None:
            raise self.fault
        if not self.is_plugged_in:
            return False
        self.run()
        if not self.queue:
            self.clock.now = self.came_s(self.next)
            self.run()
        self.taken = self.queue.popleft()
        self.clock.now += 0.0005
        return True

    def retrieve(self) -> tuple[bool, NDArray[np.uint8]]:
        width = int(self.settings.get(cv2.CAP_PROP_FRAME_WIDTH, 640))
        height = int(self.settings.get(cv2.CAP_PROP_FRAME_HEIGHT, 480))
        if self.sizes and (width, height) not in self.sizes:
            width, height = self.sizes[0]
        assert self.taken is not None
        return not self.is_broken, np.full((height // 10, width // 10, 3), self.taken % 256, np.uint8)

    def release(self) -> None:
        self.is_open = False


def number_of(frame: Frame) -> int:
    return int(frame.pixels[0, 0, 0])


def plug_in(webcam: Webcam, settle_s: float = 0.2) -> UsbCamera:
    return UsbCamera(0, (1280, 720), settle_s=settle_s, clock=webcam.clock, capture=lambda device: webcam)


@pytest.mark.parametrize("has_stamps", [True, False])
@pytest.mark.parametrize("pause_s", [0.0, 0.013, 0.05, 0.11, 3.0])
def test_a_frame_is_exposed_after_it_was_asked_for(has_stamps: bool, pause_s: float) -> None:
    webcam = Webcam(Clock(), has_stamps)
    camera: Camera = plug_in(webcam)
    webcam.clock.now += pause_s
    asked_s = webcam.clock.now
    frame = camera.frame()
    assert webcam.began_s(number_of(frame)) >= asked_s
    assert frame.taken_s == pytest.approx(webcam.began_s(number_of(frame)), abs=PERIOD_S)
    assert frame.taken_s >= asked_s
    assert webcam.clock.now - asked_s < 4 * PERIOD_S


def test_the_frames_of_a_burst_follow_each_other() -> None:
    webcam = Webcam(Clock())
    camera = plug_in(webcam)
    webcam.clock.now += 1.0
    frames = camera.burst(3)
    first = number_of(frames[0])
    assert [number_of(frame) for frame in frames] == [first, first + 1, first + 2]
    assert frames[0].taken_s < frames[1].taken_s < frames[2].taken_s


def test_stamps_that_never_get_late_enough_do_not_hold_it_up() -> None:
    webcam = Webcam(Clock())
    camera = plug_in(webcam)
    webcam.stamp_offset_s = -30.0
    asked_s = webcam.clock.now
    camera.frame()
    assert webcam.clock.now - asked_s < 0.5


def test_size_and_focus_are_set_and_the_size_is_what_the_camera_gives() -> None:
    webcam = Webcam(Clock(), sizes=((800, 600),))
    camera = plug_in(webcam)
    assert webcam.settings[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    assert webcam.settings[cv2.CAP_PROP_FRAME_HEIGHT] == 720
    assert webcam.settings[cv2.CAP_PROP_AUTOFOCUS] == 0
    assert camera.size == (80, 60)


def test_it_lets_the_automatics_settle() -> None:
    webcam = Webcam(Clock(100.0))
    plug_in(webcam, settle_s=1.0)
    assert webcam.clock.now >= 101.0


def test_without_a_camera_it_says_so_and_lets_go() -> None:
    webcam, asked = Webcam(Clock()), list[Device]()
    webcam.is_open = False

    def capture(device: Device) -> Webcam:
        asked.append(device)
        return webcam

    with pytest.raises(CameraLost) as told:
        UsbCamera("/dev/video7", capture=capture, clock=webcam.clock)
    assert str(told.value) == (
        "There is no USB camera /dev/video7, or another program uses it: check its cable."
    )
    assert asked == ["/dev/video7"]


def test_a_camera_that_opens_and_gives_nothing_is_let_go() -> None:
    webcam = Webcam(Clock())
    webcam.is_plugged_in = False
    with pytest.raises(CameraLost, match="gives no picture"):
        plug_in(webcam)
    assert not webcam.is_open


def test_an_unplugged_camera_is_lost() -> None:
    webcam = Webcam(Clock())
    camera = plug_in(webcam)
    webcam.is_plugged_in = False
    with pytest.raises(CameraLost) as told:
        camera.frame()
    assert str(told.value) == "The USB camera gives no picture: check its cable."


def test_broken_pictures_are_a_lost_camera() -> None:
    webcam = Webcam(Clock())
    camera = plug_in(webcam)
    webcam.is_broken = True
    with pytest.raises(CameraLost, match="broken pictures"):
        camera.frame()


def test_what_opencv_raises_is_a_lost_camera() -> None:
    webcam = Webcam(Clock())
    camera = plug_in(webcam)
    webcam.fault = cv2.error("VIDIOC_DQBUF")
    with pytest.raises(CameraLost):
        camera.burst(2)


def test_a_closed_camera_is_let_go_and_gives_no_frames() -> None:
    webcam = Webcam(Clock())
    camera = plug_in(webcam)
    camera.close()
    camera.close()
    assert not webcam.is_open
    with pytest.raises(CameraLost, match="closed"):
        camera.frame()


@pytest.mark.parametrize("device", [99, "/dev/no-such-camera"])
def test_opencv_itself_takes_a_number_and_a_path(device: Device) -> None:
    capture = open_capture(device)
    assert capture.isOpened() is False
    capture.release()
