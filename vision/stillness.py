"""Is the table still? Decided from the frames themselves: no clock, no sleeping.

    still = Stillness()
    for frame in camera:
        if still.see(frame.pixels): read it

Frames are compared small and blurred. What counts as movement is measured against the camera's own noise, so
a dim room with a noisy picture becomes still too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reduce import reduce_picture
from vision.sharpness import as_if_focused

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

SMALL_PX = 160  # wide: enough to see a finger move, small enough to look at every frame
MOVED = 9.0  # grey levels, beyond the noise, that a place must change by to have moved
MOST_MOVING = 0.3  # of the picture: more is no hand
MANY = 5  # pictures, each a frame or the mean of some: their mean may be sharpened
LEAST_SHARE = 0.0008  # of the picture that must change: less than a fingertip


class Stillness:
    """Watches frames and says when nothing has moved for some of them."""

    def __init__(self, frames: int = 3) -> None:
        self._needed = frames
        self._last: Floats | None = None
        self._still = 0

    def see(self, picture: Bytes) -> bool:
        """Whether, with this frame, the table has been still for long enough."""
        small = _small(picture)
        if (
            self._last is None
            or self._last.shape != small.shape
            or moved_share(self._last, small) >= LEAST_SHARE
        ):
            self._still = 0
        else:
            self._still += 1
        self._last = small
        return self._still >= self._needed - 1


def moved_share(before: Floats, after: Floats) -> float:
    """The share of a small picture that changed by more than noise and light."""
    return float(_moved(before, after).mean())


def is_same_table(before: Bytes, after: Bytes) -> bool:
    """Whether nothing moved between two frames."""
    return before.shape == after.shape and moved_share(_small(before), _small(after)) < LEAST_SHARE


@dataclass(frozen=True, slots=True, eq=False)
class Fused:
    """A burst made one: less noise than any of its frames, and where they did not agree."""

    picture: Bytes
    moving: NDArray[np.bool_]  # small: where something moved while the burst was taken


def fuse_burst(frames: Sequence[Bytes]) -> Fused:
    """The mean of the frames; where something moved, the last frame alone. A mean of many has hardly any
    noise left: what the lens blurred is made sharper in it."""
    last = frames[-1]
    small = _small(last)
    moving = np.zeros(small.shape[:2], bool)
    if len(frames) == 1:
        return Fused(last, moving)
    agreeing = [frame for frame in frames[:-1] if frame.shape == last.shape]
    for frame in agreeing:
        moving |= _moved(_small(frame), small)
    if moving.mean() > MOST_MOVING:  # the camera itself was pushed: nothing to average
        return Fused(last, moving)
    total = last.astype(np.uint16)
    for frame in agreeing:
        total += frame
    mean = np.asarray(cv2.convertScaleAbs(total, alpha=1 / (len(agreeing) + 1)), np.uint8)
    if len(agreeing) + 1 >= MANY:
        mean = as_if_focused(mean)
    if moving.any():
        where = cv2.dilate(moving.astype(np.uint8), np.ones((5, 5), np.uint8))
        where = cv2.resize(where, last.shape[1::-1], interpolation=cv2.INTER_NEAREST)
        mean = np.where(where[..., None] > 0, last, mean)
    return Fused(mean, moving)


def _moved(before: Floats, after: Floats) -> NDArray[np.bool_]:
    # A cloud before the sun changes everything alike: that is no movement.
    gain = _median(after) / max(_median(before), 1.0)
    # A hand may be as bright as the table, but hardly of the same colour too.
    apart = np.abs(after - before * np.clip(gain, 0.7, 1.4)).max(axis=2)
    return np.asarray(apart > MOVED + 4 * _median(apart))


def _median(numbers: Floats) -> float:
    """The median of a ninth of a picture: that of all of it takes long and says the same."""
    return float(np.median(numbers[::3, ::3]))


def _small(picture: Bytes) -> Floats:
    height, width = picture.shape[:2]
    size = (SMALL_PX, max(1, round(SMALL_PX * height / width)))
    return np.asarray(cv2.GaussianBlur(reduce_picture(picture, size), (0, 0), 1.0), np.float32)
