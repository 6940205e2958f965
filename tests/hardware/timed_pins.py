"""gpiozero's mock pins with a clock that a test sets: edges carry its time, and may be told late."""

from __future__ import annotations

from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin


class Clock:
    """Says what it was set to."""

    def __init__(self, now: float = 100.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class TimedPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """Stamps its edges by the factory's clock. One that is tied to ground stays low when pulled up."""

    is_grounded = False

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        if self.is_grounded:
            self.drive_low()

    def _call_when_changed(self) -> None:
        super(MockPin, self)._call_when_changed(self.factory.stamp_s, self._state)


class TimedFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """`late_s`: how long after an edge it is told. `is_other_clock`: stamps are of the time of day."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(pin_class=TimedPin)
        self.clock, self.late_s, self.is_other_clock = clock, 0.0, False

    @property
    def stamp_s(self) -> float:
        return self.clock.now - self.late_s + (1.7e9 if self.is_other_clock else 0.0)

    def ticks(self) -> float:
        return self.clock.now

    def ticks_diff(self, later: float, earlier: float) -> float:
        return later - earlier
