"""The buzzer on a mock pin with pulses; the timers ring when a test lets them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.gpio_buzzer import GpioBuzzer
from hardware.interfaces import Buzzer


class HandTimer:
    """As `threading.Timer`, but it rings when told to, even if it was cancelled too late."""

    def __init__(self, seconds: float, ring: Callable[[], None]) -> None:
        self.seconds, self.ring = seconds, ring
        self.daemon = self.is_started = self.is_cancelled = False

    def start(self) -> None:
        self.is_started = True

    def cancel(self) -> None:
        self.is_cancelled = True


class Bench:
    def __init__(self, has_own_tone: bool = False) -> None:
        self.pins = MockFactory(pin_class=MockPWMPin)
        self.timers: list[HandTimer] = []
        self.buzzer = GpioBuzzer(
            19, has_own_tone=has_own_tone, make_timer=self._make_timer, pin_factory=self.pins
        )

    def _make_timer(self, seconds: float, ring: Callable[[], None]) -> HandTimer:
        self.timers.append(HandTimer(seconds, ring))
        return self.timers[-1]

    @property
    def pin(self) -> Any:
        return self.pins.pin(19)

    def is_sounding(self) -> bool:
        return bool(self.pin.frequency) and self.pin.state == 0.5


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_it_is_silent_at_first(bench: Bench) -> None:
    assert not bench.is_sounding()
    assert bench.pin.frequency is None


def test_it_sounds_until_its_time_is_over(bench: Bench) -> None:
    buzzer: Buzzer = bench.buzzer
    buzzer.sound(0.06)
    assert bench.is_sounding()
    assert bench.pin.frequency == pytest.approx(2093, abs=1)
    (timer,) = bench.timers
    assert (timer.seconds, timer.daemon, timer.is_started) == (0.06, True, True)
    timer.ring()
    assert not bench.is_sounding()
    assert bench.pin.frequency is None


def test_a_new_sound_takes_the_place_of_the_old_one(bench: Bench) -> None:
    bench.buzzer.sound(0.06)
    bench.buzzer.sound(1.0)
    first, second = bench.timers
    assert first.is_cancelled
    first.ring()  # it was cancelled too late
    assert bench.is_sounding()
    second.ring()
    assert not bench.is_sounding()


def test_it_sounds_again_after_a_sound(bench: Bench) -> None:
    for _ in range(3):
        bench.buzzer.sound(0.06)
        assert bench.is_sounding()
        bench.timers[-1].ring()
        assert not bench.is_sounding()


@pytest.mark.parametrize("seconds", [0.0, -1.0])
def test_a_sound_of_no_length_is_none(bench: Bench, seconds: float) -> None:
    bench.buzzer.sound(seconds)
    assert (bench.is_sounding(), bench.timers) == (False, [])


def test_closed_it_is_silent_for_good(bench: Bench) -> None:
    bench.buzzer.sound(1.0)
    bench.buzzer.close()
    assert not bench.is_sounding()
    assert bench.timers[0].is_cancelled
    bench.timers[0].ring()
    bench.buzzer.sound(1.0)
    bench.buzzer.close()
    assert (bench.is_sounding(), len(bench.timers)) == (False, 1)
    GpioBuzzer(19, pin_factory=bench.pins).close()  # its pin is free


def test_a_buzzer_with_its_own_tone_is_given_steady_current() -> None:
    bench = Bench(has_own_tone=True)
    bench.buzzer.sound(0.5)
    assert (bench.pin.state, bench.pin.frequency) == (1, None)
    bench.timers[0].ring()
    assert bench.pin.state == 0


def test_the_timer_of_the_standard_library_will_do() -> None:
    pins = MockFactory(pin_class=MockPWMPin)
    buzzer = GpioBuzzer(19, pin_factory=pins)
    buzzer.sound(60.0)
    assert pins.pin(19).state == 0.5
    buzzer.close()
    assert pins.pin(19).state == 0
