"""A camera that answers in time or is lost: a driver that hangs holds up nobody.

    supervisor = CameraSupervisor(lambda: PiCamera(wished))
    camera = supervisor.open()          # as often as the camera was lost
    camera.frame()

Each camera that is opened has a thread of its own, and only that thread talks to the driver. Whoever asks
waits for the answer, but no longer than the limit. A thread cannot be ended from outside: one that hangs is
left alone, and if it ever comes back, it closes its camera and ends.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError, wait
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, TypeVar

from hardware.interfaces import Camera, CameraLost, Frame

logger = logging.getLogger(__name__)

T = TypeVar("T")

# So many threads may hang before no more are begun: by then only switching off helps.
MOST_HANGING = 3

# A driver that stands still hands out one picture again and again, always with the same stamp. No other
# picture has the stamp of the one before, so that a few are proof enough.
MOST_REPEATS = 3

HANGS = "The camera does not answer: check its cable. It is tried again by itself."
BROKEN = "The camera stopped working: check its cable. It is tried again by itself."
STANDS_STILL = "The camera stands still on one picture: check its cable. It is tried again by itself."
HANGS_FOR_GOOD = "The camera hangs and does not come back: switch the box off, and on again."
CLOSED = "The camera is closed."


@dataclass(frozen=True, slots=True)
class Limits:
    """How long anybody waits, in seconds."""

    open_s: float = 20.0  # a Pi that has just started, a lens that looks for its focus
    frame_s: float = 4.0
    close_s: float = 3.0


class CameraSupervisor:
    """Opens a camera, again and again if need be, and never waits longer than the limits."""

    def __init__(self, open_camera: Callable[[], Camera], limits: Limits = Limits()) -> None:
        self._open_camera, self._limits = open_camera, limits
        self._cameras: list[SupervisedCamera] = []

    @property
    def hanging(self) -> int:
        """How many cameras were given up and have not come back."""
        self._cameras = [camera for camera in self._cameras if camera.is_busy]
        return sum(camera.is_given_up for camera in self._cameras)

    def open(self) -> SupervisedCamera:
        """The camera; `CameraLost` if it does not open in time, or not at all."""
        if self.hanging >= MOST_HANGING:
            raise CameraLost(HANGS_FOR_GOOD)
        camera = SupervisedCamera(self._limits)
        self._cameras.append(camera)
        camera.begin(self._open_camera)
        return camera


class SupervisedCamera:
    """A camera behind a thread; `CameraSupervisor` opens it."""

    def __init__(self, limits: Limits) -> None:
        self.is_given_up = False
        self._limits = limits
        self._camera: Camera | None = None  # only its thread touches it
        self._size = (0, 0)
        self._taken_s, self._repeats = float("-inf"), 0  # of the latest frame: its stamp, how often it came
        self._calls: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._awaited: Future[Any] | None = None
        self._lock = Lock()  # or something could be asked after the end, and waited for in vain
        self._thread = Thread(target=self._run, name="camera", daemon=True)

    @property
    def is_busy(self) -> bool:
        """Whether its thread is still there."""
        return self._thread.is_alive()

    @property
    def size(self) -> tuple[int, int]:
        """Of the latest frame."""
        return self._size

    def begin(self, open_camera: Callable[[], Camera]) -> None:
        """Open the camera."""

        def open_it() -> tuple[int, int]:
            self._camera = open_camera()
            return self._camera.size

        self._thread.start()
        try:
            self._size = self._ask(open_it, self._limits.open_s)
        except CameraLost:
            self.close()
            raise

    def frame(self) -> Frame:
        """A picture exposed after this call."""
        return self.burst(1)[0]

    def burst(self, count: int) -> list[Frame]:
        def take() -> list[Frame]:
            if self._camera is None:
                raise CameraLost(CLOSED)
            return [self._camera.frame()] if count == 1 else self._camera.burst(count)

        frames = self._ask(take, self._limits.frame_s * max(1, count))
        for frame in frames:
            self._repeats = self._repeats + 1 if frame.taken_s == self._taken_s else 0
            self._taken_s = frame.taken_s
        if self._repeats >= MOST_REPEATS:
            raise CameraLost(STANDS_STILL)
        if frames:
            height, width = frames[-1].pixels.shape[:2]
            self._size = width, height
        return frames

    def close(self) -> None:
        """Let go of the camera, from any thread; who waits for a picture gets `CameraLost` at once."""
        if not self._leave():
            return
        if self._awaited is not None:
            with suppress(InvalidStateError):  # answered already
                self._awaited.set_exception(CameraLost(CLOSED))
        self._thread.join(self._limits.close_s)
        if self._thread.is_alive():
            logger.warning("the camera does not close: it is left alone")

    def _ask(self, do: Callable[[], T], limit_s: float) -> T:
        """Have the thread do something; what comes of it, or `CameraLost` after the limit."""
        answer: Future[T] = Future()
        with self._lock:
            if self.is_given_up:
                raise CameraLost(CLOSED)
            self._awaited = answer
            self._calls.put(lambda: _answer(answer, do))
        wait([answer], limit_s)
        if not answer.done():
            self._leave()
            raise CameraLost(HANGS)
        try:
            return answer.result()
        except CameraLost:
            raise
        except Exception as fault:  # a driver may raise anything: none of it is worth more than a new start
            raise CameraLost(BROKEN) from fault

    def _leave(self) -> bool:
        """Ask nothing more of the thread than to close its camera and end; whether that is new."""
        with self._lock:
            was_given_up, self.is_given_up = self.is_given_up, True
            if not was_given_up:
                self._calls.put(None)
            return not was_given_up

    def _run(self) -> None:
        while (call := self._calls.get()) is not None:
            call()
        camera, self._camera = self._camera, None
        if camera is not None:
            try:
                camera.close()
            except Exception:  # it is gone already
                logger.warning("the camera did not close", exc_info=True)


def _answer(answer: Future[T], do: Callable[[], T]) -> None:
    try:
        result = do()
    except BaseException as fault:
        with suppress(InvalidStateError):  # nobody waits any more
            answer.set_exception(fault)
    else:
        with suppress(InvalidStateError):
            answer.set_result(result)
