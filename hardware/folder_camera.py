"""A folder of pictures as a camera: to try the program with pictures of one's own."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.interfaces import CameraLost, Frame

logger = logging.getLogger(__name__)

ENDINGS = (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff")


class FolderCamera:
    """Shows the pictures in the order of their names and stays on the last, until a later one is added."""

    def __init__(
        self, folder: Path, *, seconds_each: float = 0.0, clock: Callable[[], float] = monotonic
    ) -> None:
        """`CameraLost` if there is no picture. `seconds_each`: how long each is shown; 0: for one frame."""
        self._folder, self._seconds_each, self._clock = folder, seconds_each, clock
        self._is_open = True
        self._name = ""  # of the picture that is shown; the empty name comes before all others
        self._pixels: NDArray[np.uint8] | None = None
        self._until_s: float | None = None  # how long it is shown; `None`: nobody has looked yet
        self._unreadable: set[str] = set()
        self._show_next()

    @property
    def size(self) -> tuple[int, int]:
        """Of the picture that is shown: a folder may hold pictures of several sizes."""
        height, width = self._shown().shape[:2]
        return width, height

    def frame(self) -> Frame:
        """The picture that lies there now."""
        if not self._is_open:
            raise CameraLost("The camera is closed.")
        now = self._clock()
        if self._until_s is not None and now >= self._until_s:
            self._show_next()
        if self._until_s is None or now >= self._until_s:
            self._until_s = now + self._seconds_each
        return Frame(self._shown().copy(), now)

    def burst(self, count: int) -> list[Frame]:
        return [self.frame() for _ in range(count)]

    def close(self) -> None:
        self._is_open = False

    def _shown(self) -> NDArray[np.uint8]:
        if self._pixels is None:
            raise CameraLost(f"There is no picture in {self._folder}: put JPEG or PNG files there.")
        return self._pixels

    def _show_next(self) -> None:
        """Read the next picture that can be read; without one, the last stays."""
        for path in self._later():
            pixels = _read(path)
            if pixels is not None:
                self._name, self._pixels = path.name, pixels
                return
            if path.name not in self._unreadable:  # it may still be on its way here: it is tried again
                self._unreadable.add(path.name)
                logger.warning("%s cannot be read as a picture: it is left out", path)
        self._shown()

    def _later(self) -> list[Path]:
        """The pictures after the one that is shown. Looked up each time: some may be added meanwhile."""
        try:
            paths = [path for path in self._folder.iterdir() if path.suffix.lower() in ENDINGS]
        except OSError as fault:
            raise CameraLost(f"The folder {self._folder} cannot be read: check its name.") from fault
        return sorted((path for path in paths if path.name > self._name), key=lambda path: path.name)


def _read(path: Path) -> NDArray[np.uint8] | None:
    """The picture, BGR and turned upright; `None` if it is none."""
    try:
        pixels = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    except (OSError, cv2.error):  # gone meanwhile, or empty
        return None
    return None if pixels is None else np.asarray(pixels, np.uint8)
