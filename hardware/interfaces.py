"""What the program asks of its devices. Real ones and virtual ones look the same from here.

Colour is BGR everywhere. Times are seconds of the monotonic clock: a Pi has no battery clock.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

ButtonName = Literal["end-turn", "draw", "undo", "menu"]
LightName = Literal["green", "amber", "red"]


class CameraLost(OSError):
    """The camera gives no picture: unplugged, hung or closed."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """How a picture was taken, as far as the camera tells: it explains most pictures that are read badly."""

    time_s: float | None = None
    gain: float | None = None
    colour_gains: tuple[float, float] | None = None  # red, blue
    lens_dioptres: float | None = None  # one over the distance in metres that is sharp
    lux: float | None = None


@dataclass(frozen=True, slots=True, eq=False)  # eq: arrays have no single truth value
class Frame:
    """One picture and the moment its exposure began."""

    pixels: NDArray[np.uint8]  # (height, width, 3), BGR
    taken_s: float
    exposure: Exposure | None = None  # `None`: the camera does not tell


class Camera(Protocol):
    """Looks at the table from above."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""

    def frame(self) -> Frame:
        """A picture exposed after this call; `CameraLost` if there is none."""

    def burst(self, count: int) -> list[Frame]:
        """So many pictures, one right after the other."""

    def close(self) -> None:
        """Let go of the device; a closed camera gives `CameraLost`."""


@dataclass(frozen=True, slots=True)
class Press:
    """A button went down. Held for long, it is told when that is clear, with the time it went down."""

    button: ButtonName
    at_s: float
    is_long: bool = False


@dataclass(frozen=True, slots=True)
class ButtonFault:
    """A button that is down and should not be: held when the program started, or for far too long."""

    button: ButtonName
    kind: Literal["pressed-at-start", "stuck"]
    since_s: float  # when it went down, or was found down


class Buttons(Protocol):
    """The push buttons. `on_press` is called from any thread with every press."""

    on_press: Callable[[Press], object] | None

    @property
    def faults(self) -> tuple[ButtonFault, ...]:
        """Buttons that are down and should not be."""

    def tick(self, now: float) -> None:
        """Once a round of the main loop: a button that is held is told by the clock."""

    def close(self) -> None: ...


class Lights(Protocol):
    """The three lights."""

    def show(self, lit: frozenset[LightName]) -> None:
        """Light these and no others."""

    def close(self) -> None: ...


class Lamps(Protocol):
    """What a box may have besides: a lamp in each button, and a light at each player's place."""

    def show_lamps(self, lit: frozenset[ButtonName]) -> None:
        """Light the lamps of these buttons and no others."""

    def show_player(self, number: int | None) -> None:
        """Light the light of this player, counted from 1, and no other's; `None`: nobody's."""

    def close(self) -> None: ...


class Buzzer(Protocol):
    """The buzzer."""

    def sound(self, seconds: float) -> None:
        """Sound for a while, without waiting for it to end."""

    def close(self) -> None: ...
