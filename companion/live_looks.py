"""The camera's picture for the set-up: where the board is in it, and whether light and focus will do."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.advice import LEAST_BRIGHT, SOFT, burnt_share, find_advice, sharpness
from calibration.calibrate import FINE_SQUARE_PX
from companion.jobs import LivePicture
from companion.kiosk.backstage import LiveLook, Picture
from companion.rules.verdict import Language
from companion.set_up_words import Said
from vision.grid import Points, rectify
from vision.known import KnownBoard
from vision.observation import NoBoard
from vision.triolet import CONVINCING, find_board

Bytes = NDArray[np.uint8]

# Where on the screen's meters those limits stand that calibration advises by.
ENOUGH_SHARP, ENOUGH_BRIGHT, VERY_BRIGHT = 0.4, 0.25, 0.8


@dataclass(slots=True)
class Looker:
    """Looks at picture after picture, each time first where the board was: that is three times faster."""

    _known: KnownBoard | None = None

    def look(self, picture: LivePicture, language: Language) -> LiveLook:
        """What there is to see, with the most pressing advice in this language."""
        found = find_board(picture.full, self._known)
        shown = to_picture(picture.small)
        if isinstance(found, NoBoard):
            self._known = None
            return LiveLook(shown, None, *measure(picture.small), Said(found.problem).say(language))
        # A board that is not quite where its lines are may be another grid beside it: search again next time.
        is_sure = found.look.agreement > CONVINCING and not found.is_foreign
        self._known = KnownBoard(found.grid, found.look.patch) if is_sure else None
        board = rectify(picture.full, found.grid, FINE_SQUARE_PX, 0)
        advice = find_advice(board, found.grid)
        corners = rescale(found.grid.corners, picture.full, picture.small)
        said = Said(advice[0]).say(language) if advice else ""
        return LiveLook(shown, tuple((float(x), float(y)) for x, y in corners), *measure(board), said)


def measure(picture: Bytes) -> tuple[float, float, float]:
    """Sharpness and brightness as the meters show them, and the share that is burnt out, all 0 to 1."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    middle, high = (float(np.percentile(grey, share)) for share in (50, 98))
    # A dark board in good light is dark all the same: its brightest parts tell how much light there is, and
    # the others only when even they are nearly white.
    light = float(np.interp(high, (0, LEAST_BRIGHT, 255), (0, ENOUGH_BRIGHT, VERY_BRIGHT)))
    sharp = min(1.0, ENOUGH_SHARP * sharpness(picture) / SOFT)
    return sharp, max(light, middle / 255), burnt_share(picture)


def rescale(points: Points, picture: Bytes, other: Bytes) -> Points:
    """Points of a picture where they are in another size of it; pixel centres are at whole numbers."""
    factor = np.array(other.shape[1::-1]) / np.array(picture.shape[1::-1])
    return np.asarray((points + 0.5) * factor - 0.5, np.float64)


def to_picture(pixels: Bytes) -> Picture:
    """A camera's picture (BGR) as the screens take it."""
    rgb = cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB)
    return Picture((rgb.shape[1], rgb.shape[0]), rgb.tobytes())
