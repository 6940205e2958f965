"""The virtual camera: the stand-in for the one on the arm."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from hardware.interfaces import CameraLost, Frame
from hardware.virtual.sensor import encode, read_out, through_jpeg
from hardware.virtual.table import VirtualTable
from hardware.virtual.world import stream


class VirtualCamera:
    """Sees a `VirtualTable`: fresh noise in every frame, everything else drawn again only when it changed."""

    def __init__(self, table: VirtualTable, clock: Callable[[], float] = monotonic) -> None:
        self.table, self._clock = table, clock
        self._rng = stream(table.seed, "noise")
        self._is_open = True

    @property
    def size(self) -> tuple[int, int]:
        return self.table.optics.size

    def frame(self) -> Frame:
        """The table as it is now."""
        taken_s = self._clock()
        pixels = self._read_out()
        quality = self.table.world.sensor.jpeg_quality
        return Frame(pixels if quality is None else through_jpeg(pixels, quality), taken_s)

    def burst(self, count: int) -> list[Frame]:
        return [self.frame() for _ in range(count)]

    def jpeg(self) -> bytes:
        """A frame as the camera would save it."""
        return encode(self._read_out(), self.table.world.sensor.jpeg_quality or 95)

    def close(self) -> None:
        self._is_open = False

    def _read_out(self) -> NDArray[np.uint8]:
        if not self._is_open:
            raise CameraLost("The camera is closed.")
        if not self.table.is_plugged_in:
            raise CameraLost("The camera is not plugged in: check its cable.")
        return read_out(self.table.look(), self.table.world.sensor, self._rng)
