"""The virtual buttons: pressed by keys or by a test."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from hardware.interfaces import ButtonFault, ButtonName, Press


class VirtualButtons:
    """Stand in for the push buttons; whoever has them can press them."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.on_press: Callable[[Press], object] | None = None
        self._clock = clock
        self._is_open = True

    def press(self, name: ButtonName, at: float | None = None, is_long: bool = False) -> None:
        """Press and let go. `at`: when the button went down; now, unless told. Closed ones do nothing."""
        if self._is_open and self.on_press is not None:
            self.on_press(Press(name, self._clock() if at is None else at, is_long))

    @property
    def faults(self) -> tuple[ButtonFault, ...]:
        return ()  # nothing here can stick

    def tick(self, now: float) -> None:
        """Nothing is held here: a press says by itself how long it was."""

    def close(self) -> None:
        self._is_open = False
