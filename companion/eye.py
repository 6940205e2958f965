"""The camera, for as long as there is one: opened when it is needed, and again after it was lost."""

from __future__ import annotations

import logging
from collections.abc import Callable

from hardware.interfaces import Camera, CameraLost, Frame

logger = logging.getLogger(__name__)

# Seconds until the next try: a cable that was only loose is found at once, a missing camera costs little.
BACK_OFF_S = (0.5, 1.0, 2.0, 4.0)


class Eye:
    """A camera that may go and come: after `CameraLost` it is closed, and can be opened after `wait_s`."""

    def __init__(self, open_camera: Callable[[], Camera], clock: Callable[[], float]) -> None:
        self._open_camera, self._clock = open_camera, clock
        self._camera: Camera | None = None
        self._failures = 0
        self._due = float("-inf")

    @property
    def is_open(self) -> bool:
        return self._camera is not None

    @property
    def wait_s(self) -> float:
        """How long it makes no sense to open it."""
        return max(0.0, self._due - self._clock())

    def open(self) -> None:
        """Open the camera; `CameraLost` if there is none, or none that gives a picture."""
        self.close()
        try:
            self._camera = self._open_camera()
        except CameraLost:
            self._put_off()
            raise
        except Exception as fault:  # a driver may raise anything, and the screen must go on without it
            logger.exception("the camera could not be opened")
            self._put_off()
            raise CameraLost(str(fault)) from fault
        self.burst(1)  # a camera that hangs can often be opened: only its picture proves it
        self._failures = 0

    def burst(self, count: int) -> list[Frame]:
        """So many pictures, exposed after this call."""
        if self._camera is None:
            raise CameraLost("The camera is closed.")
        try:
            return [self._camera.frame()] if count == 1 else self._camera.burst(count)
        except CameraLost:
            self.close()
            self._put_off()
            raise

    def close(self) -> None:
        """Let go of the camera, if there is one."""
        camera, self._camera = self._camera, None
        if camera is None:
            return
        try:
            camera.close()
        except Exception:  # it is gone already: there is nothing more to let go of
            logger.warning("the camera did not close", exc_info=True)

    def _put_off(self) -> None:
        self._due = self._clock() + BACK_OFF_S[min(self._failures, len(BACK_OFF_S) - 1)]
        self._failures += 1
