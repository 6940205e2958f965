"""The buzzer on a GPIO pin: a piezo disc that is given its tone, or one that makes its own."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock, Timer
from typing import Any, Protocol

from hardware.gpio import opening

# Small piezo discs are loudest from 2 to 4 kHz. gpiozero's tones are notes: this one is 2,093 Hz.
NOTE = "C7"
MIDDLE_NOTE = "A6"  # gpiozero reaches one octave up and down from it

Act = Callable[[], None]


class StartedTimer(Protocol):
    """What is asked of a timer, as `threading.Timer` has it."""

    daemon: bool

    def start(self) -> None: ...

    def cancel(self) -> None: ...


class GpioBuzzer:
    """Sounds without being waited for. A new sound takes the place of one that still sounds."""

    def __init__(
        self,
        pin: int,
        *,
        has_own_tone: bool = False,
        make_timer: Callable[[float, Act], StartedTimer] = Timer,
        pin_factory: object | None = None,
    ) -> None:
        """Open the pin by its BCM number; `NoGpio` if that fails. No factory: gpiozero's own.

        `has_own_tone`: an active buzzer, which sounds by itself when it has current.
        """
        self._make_timer = make_timer
        self._lock = Lock()  # the end of a sound comes from the timer's thread
        self._timer: StartedTimer | None = None
        self._sounds = 0  # so that the end of an old sound does not cut a new one
        self._is_open = True
        with opening("the buzzer", pin):
            self._device, self._on, self._off = _open(pin, has_own_tone, pin_factory)

    def sound(self, seconds: float) -> None:
        """Sound for a while, without waiting for it to end."""
        with self._lock:
            if not self._is_open or seconds <= 0:
                return
            self._hush()
            self._sounds += 1
            number = self._sounds
            self._timer = self._make_timer(seconds, lambda: self._end(number))
            self._timer.daemon = True
            self._on()
            self._timer.start()

    def close(self) -> None:
        """Fall silent for good, at once."""
        with self._lock:
            if self._is_open:
                self._hush()
                self._device.close()
            self._is_open = False

    def _end(self, number: int) -> None:
        with self._lock:
            if self._is_open and number == self._sounds:
                self._hush()

    def _hush(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._off()


def _open(pin: int, has_own_tone: bool, pin_factory: object | None) -> tuple[Any, Act, Act]:
    """The device, how to make it sound, and how to stop it."""
    from gpiozero import Buzzer, TonalBuzzer

    if has_own_tone:
        plain = Buzzer(pin, pin_factory=pin_factory)
        return plain, plain.on, plain.off
    # Silent, a TonalBuzzer stops its pulses: with PWM at zero the driver would go on counting them.
    tonal = TonalBuzzer(pin, mid_tone=MIDDLE_NOTE, pin_factory=pin_factory)
    return tonal, lambda: tonal.play(NOTE), tonal.stop
