"""A USB camera, through OpenCV.

A USB camera fills its driver's queue with pictures that nobody asked for, so the next one to be had may be
seconds old. It is not taken: see `UsbCamera._wait_for_now`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from math import inf, isfinite
from pathlib import Path
from time import monotonic
from typing import Protocol, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.interfaces import CameraLost, Frame

SETTLE_S = 1.0  # until its automatic exposure, colours and focus have settled
WAITED_S = 0.004  # a picture that took so long to come was not in the queue: those come within a millisecond
MOST_QUEUED = 10  # OpenCV's queue on Linux has 4 places, other systems' no more than this
STAMP_WITHIN_S = 60.0  # a stamp further from now is of another clock

Device = int | str | Path


class Capture(Protocol):
    """What is asked of `cv2.VideoCapture`."""

    def isOpened(self) -> bool: ...  # noqa: N802  OpenCV's name

    def set(self, prop: int, value: float, /) -> bool: ...

    def get(self, prop: int, /) -> float: ...

    def grab(self) -> bool: ...

    def retrieve(self) -> tuple[bool, NDArray[np.uint8]]: ...

    def release(self) -> None: ...


def open_capture(device: Device) -> Capture:
    """OpenCV's capture; on Linux by V4L2, which stamps pictures and takes a path."""
    name = device if isinstance(device, int) else str(device)
    return cast(Capture, cv2.VideoCapture(name, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY))


class UsbCamera:
    """Exposure and colours are the camera's own affair; its focus is found once and then held."""

    def __init__(
        self,
        device: Device = 0,
        wished: tuple[int, int] = (1920, 1080),
        *,
        settle_s: float = SETTLE_S,
        clock: Callable[[], float] = monotonic,
        capture: Callable[[Device], Capture] = open_capture,
    ) -> None:
        """Open a camera by number or path (`/dev/video0`); `CameraLost` if there is none.

        `wished`: width and height; the camera gives what it can that is near.
        """
        self._clock = clock
        self._capture: Capture | None = capture(device)
        try:
            if not self._capture.isOpened():
                raise CameraLost(
                    f"There is no USB camera {device}, or another program uses it: check its cable."
                )
            self._size = self._set_up(self._capture, wished, settle_s)
        except BaseException:
            self.close()
            raise

    @property
    def size(self) -> tuple[int, int]:
        return self._size

    def frame(self) -> Frame:
        """A picture exposed after this call."""
        return self.burst(1)[0]

    def burst(self, count: int) -> list[Frame]:
        capture = self._opened()
        began_s = self._wait_for_now(capture)
        frames = []
        for _ in range(count):
            came_s, pixels = self._next(capture)
            frames.append(Frame(pixels, began_s))
            began_s = came_s if isfinite(came_s) else self._clock()
        return frames

    def close(self) -> None:
        capture, self._capture = self._capture, None
        if capture is not None:
            capture.release()

    def _wait_for_now(self, capture: Capture) -> float:
        """Drop pictures until one came after this call, that one too; when it came.

        Its exposure may have begun before the call. The next one's begins about when this one came.
        """
        asked_s = self._clock()
        for _ in range(MOST_QUEUED):
            came_s = self._grab(capture)
            if came_s >= asked_s:
                return came_s
        return self._clock()  # nothing says when they came, but no queue is as long as this

    def _set_up(self, capture: Capture, wished: tuple[int, int], settle_s: float) -> tuple[int, int]:
        """Ask for size and settled pictures; the size that it gives."""
        # Uncompressed, large pictures come five a second or not at all. What a camera cannot do it ignores.
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, wished[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, wished[1])
        settled_s = self._clock() + settle_s
        _, pixels = self._next(capture)
        while self._clock() < settled_s:
            _, pixels = self._next(capture)
        # Or it would hunt whenever a hand comes near. Switched off, the lens stays where it is. Exposure and
        # white balance do not: without their automatics, most cameras jump to values of their own.
        capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)
        return pixels.shape[1], pixels.shape[0]

    def _opened(self) -> Capture:
        if self._capture is None:
            raise CameraLost("The camera is closed.")
        return self._capture

    def _next(self, capture: Capture) -> tuple[float, NDArray[np.uint8]]:
        """When the next picture came, and the picture."""
        came_s = self._grab(capture)
        with suppress(cv2.error):
            is_read, pixels = capture.retrieve()
            if is_read and pixels is not None and pixels.ndim == 3:
                return came_s, pixels
        raise CameraLost("The USB camera gives broken pictures: check its cable, or try another socket.")

    def _grab(self, capture: Capture) -> float:
        """Take the next picture off the queue; when it came, as far as that can be known, else -inf."""
        before_s = self._clock()
        is_grabbed = False
        with suppress(cv2.error):
            is_grabbed = capture.grab()
        if not is_grabbed:
            raise CameraLost("The USB camera gives no picture: check its cable.")
        now = self._clock()
        stamp_s = _stamp_s(capture, now)
        if stamp_s is not None:
            return stamp_s
        return now if now - before_s >= WAITED_S else -inf


def _stamp_s(capture: Capture, now: float) -> float | None:
    """When the driver says that the picture came; `None` if it does not say it by the monotonic clock."""
    with suppress(cv2.error):
        stamp_s = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        if stamp_s > 0 and abs(now - stamp_s) <= STAMP_WITHIN_S:
            return stamp_s
    return None
