"""The virtual buzzer: it makes no noise and remembers what it should have sounded."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

# Enough for a screen and a test; a box that runs for months must not remember every beep.
REMEMBERED = 100


@dataclass(frozen=True, slots=True)
class Buzz:
    """One sound: when it began, and for how long it was asked."""

    at_s: float
    seconds: float


class VirtualBuzzer:
    """Stand in for the buzzer. A new sound takes the place of one that still sounds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._sounds: deque[Buzz] = deque(maxlen=REMEMBERED)
        self._is_open = True

    @property
    def sounds(self) -> tuple[Buzz, ...]:
        """The latest sounds, oldest first."""
        return tuple(self._sounds)

    @property
    def is_sounding(self) -> bool:
        """Whether it would be heard now."""
        if not self._is_open or not self._sounds:
            return False
        latest = self._sounds[-1]
        return self._clock() < latest.at_s + latest.seconds

    def sound(self, seconds: float) -> None:
        if self._is_open:
            self._sounds.append(Buzz(self._clock(), seconds))

    def close(self) -> None:
        """Fall silent for good; what was sounded can still be seen."""
        self._is_open = False
