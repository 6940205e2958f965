"""The virtual buzzer, as the program sees it."""

from __future__ import annotations

from hardware.interfaces import Buzzer
from hardware.virtual.buzzer import REMEMBERED, Buzz, VirtualBuzzer


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_the_buzzer_remembers_what_it_sounded() -> None:
    clock = Clock()
    buzzer = VirtualBuzzer(clock)
    device: Buzzer = buzzer
    device.sound(0.06)
    clock.now = 2.0
    device.sound(1.0)
    assert buzzer.sounds == (Buzz(0.0, 0.06), Buzz(2.0, 1.0))


def test_it_sounds_for_as_long_as_it_was_asked() -> None:
    clock = Clock()
    buzzer = VirtualBuzzer(clock)
    heard = [buzzer.is_sounding]  # nothing yet
    buzzer.sound(1.0)
    for clock.now in (0.0, 0.9, 1.0):
        heard.append(buzzer.is_sounding)
    assert heard == [False, True, True, False]


def test_a_new_sound_takes_the_place_of_the_one_before() -> None:
    clock = Clock()
    buzzer = VirtualBuzzer(clock)
    buzzer.sound(1.0)
    clock.now = 0.1
    buzzer.sound(0.1)
    clock.now = 0.5
    assert not buzzer.is_sounding


def test_a_box_that_runs_for_months_forgets_old_beeps() -> None:
    clock = Clock()
    buzzer = VirtualBuzzer(clock)
    for clock.now in range(REMEMBERED + 50):
        buzzer.sound(0.1)
    assert [buzz.at_s for buzz in buzzer.sounds] == list(range(50, REMEMBERED + 50))


def test_a_closed_buzzer_is_silent() -> None:
    buzzer = VirtualBuzzer(Clock())
    buzzer.sound(1.0)
    buzzer.close()
    assert not buzzer.is_sounding
    buzzer.sound(2.0)
    buzzer.close()
    assert buzzer.sounds == (Buzz(0.0, 1.0),)
