"""The buttons on mock pins, against a set clock."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Thread

import pytest

from hardware.gpio_buttons import ButtonTiming, GpioButtons
from hardware.interfaces import ButtonFault, ButtonName, Buttons, Press
from tests.hardware.timed_pins import Clock, TimedFactory

PINS: dict[ButtonName, int] = {"end-turn": 17, "undo": 27, "draw": 22, "menu": 23}
MS = 0.001


class Panel:
    """Four buttons, fingers for them, and what was told."""

    def __init__(self, grounded: tuple[int, ...] = ()) -> None:
        self.clock = Clock(100.0)
        self.pins = TimedFactory(self.clock)
        for number in grounded:
            self.pins.pin(number).is_grounded = True
        self.buttons = GpioButtons(PINS, clock=self.clock, pin_factory=self.pins)
        self.pressed: list[Press] = []
        self.faults: list[ButtonFault] = []
        self.buttons.on_press, self.buttons.on_fault = self.pressed.append, self.faults.append
        self.clock.now += 1.0

    def down(self, name: ButtonName = "end-turn") -> None:
        self.pins.pin(PINS[name]).drive_low()  # pulled up: low is pressed

    def up(self, name: ButtonName = "end-turn") -> None:
        self.pins.pin(PINS[name]).drive_high()

    def wait(self, seconds: float) -> None:
        self.clock.now += seconds

    def wait_and_tick(self, seconds: float) -> None:
        self.wait(seconds)
        self.buttons.tick(self.clock.now)


@pytest.fixture
def panel() -> Iterator[Panel]:
    panel = Panel()
    yield panel
    panel.buttons.close()


@pytest.mark.parametrize("name", PINS)
def test_a_press_is_told_at_release_with_the_time_it_went_down(panel: Panel, name: ButtonName) -> None:
    panel.down(name)
    panel.wait_and_tick(0.15)
    assert panel.pressed == []
    panel.up(name)
    assert panel.pressed == [Press(name, 101.0)]


def test_the_buttons_are_what_the_program_asks_for(panel: Panel) -> None:
    buttons: Buttons = panel.buttons
    assert buttons.on_press is not None


@pytest.mark.parametrize("bounces_ms", [(1,), (1, 1, 2, 0.5), (5, 5), (3,) * 20], ids=str)
def test_a_bouncing_contact_is_one_press_at_its_first_touch(
    panel: Panel, bounces_ms: tuple[float, ...]
) -> None:
    def bounce(then_down: bool) -> None:
        for gap_ms in bounces_ms:
            (panel.down if then_down else panel.up)()
            panel.wait(gap_ms * MS)
            (panel.up if then_down else panel.down)()
            panel.wait(gap_ms * MS)
        (panel.down if then_down else panel.up)()

    bounce(then_down=True)
    panel.wait_and_tick(0.1)
    bounce(then_down=False)
    panel.wait_and_tick(0.1)
    assert panel.pressed == [Press("end-turn", 101.0)]


def test_a_chattering_switch_counts_once(panel: Panel) -> None:
    for at_s in (101.000, 101.002, 101.005):  # one finger, two bounces, each shorter than can be measured
        panel.clock.now = at_s
        panel.down()
        panel.up()
    panel.wait_and_tick(0.1)
    assert panel.pressed == [Press("end-turn", 101.0)]


def test_a_contact_that_opens_while_held_counts_as_let_go_and_pressed_again(panel: Panel) -> None:
    panel.down()
    panel.wait_and_tick(0.4)
    panel.up()  # out of the quiet: not to be told from a finger that lets go
    panel.wait_and_tick(2 * MS)
    panel.down()
    panel.wait_and_tick(0.7)
    panel.up()
    assert [press.at_s for press in panel.pressed] == [101.0, pytest.approx(101.402)]


def test_fifty_presses_a_second_are_fifty_presses(panel: Panel) -> None:
    for _ in range(50):
        panel.down()
        panel.wait(10 * MS)
        panel.up()
        panel.wait(10 * MS)
    assert [press.at_s for press in panel.pressed] == [pytest.approx(101 + k * 0.02) for k in range(50)]
    assert not any(press.is_long for press in panel.pressed)


def test_a_tap_as_short_as_a_bounce_is_told_by_the_next_tick(panel: Panel) -> None:
    panel.down()
    panel.wait(5 * MS)
    panel.up()
    assert panel.pressed == []
    panel.wait_and_tick(16 * MS)
    assert panel.pressed == [Press("end-turn", 101.0)]


def test_a_tap_as_short_as_a_bounce_is_told_by_the_next_press_if_nobody_ticked(panel: Panel) -> None:
    panel.down()
    panel.wait(5 * MS)
    panel.up()
    panel.wait(2.0)
    panel.down()
    assert panel.pressed == [Press("end-turn", 101.0)]


def test_endless_chatter_is_never_a_long_press_but_a_stuck_button(panel: Panel) -> None:
    for _ in range(11_000):
        panel.down()
        panel.wait_and_tick(1 * MS)
        panel.up()
        panel.wait_and_tick(1 * MS)
    assert panel.pressed == []
    assert panel.faults == [ButtonFault("end-turn", "stuck", 101.0)]


def test_a_long_press_is_told_as_soon_as_it_is_long_and_only_once(panel: Panel) -> None:
    panel.down("menu")
    panel.wait_and_tick(0.99)
    assert panel.pressed == []
    panel.wait_and_tick(0.02)
    assert panel.pressed == [Press("menu", 101.0, is_long=True)]
    panel.wait_and_tick(3.0)
    panel.up("menu")
    panel.wait_and_tick(0.1)
    assert panel.pressed == [Press("menu", 101.0, is_long=True)]


def test_a_long_press_that_began_with_bounces_is_long(panel: Panel) -> None:
    for _ in range(4):
        panel.down()
        panel.wait(1 * MS)
        panel.up()
        panel.wait(1 * MS)
    panel.down()
    panel.wait_and_tick(1.0)
    assert panel.pressed == [Press("end-turn", 101.0, is_long=True)]


def test_a_long_press_is_told_at_release_if_nobody_ticked(panel: Panel) -> None:
    panel.down()
    panel.wait(1.5)
    panel.up()
    assert panel.pressed == [Press("end-turn", 101.0, is_long=True)]


def test_two_buttons_at_once_are_two_presses(panel: Panel) -> None:
    panel.down("end-turn")
    panel.wait(20 * MS)
    panel.down("undo")
    panel.wait_and_tick(80 * MS)
    panel.up("end-turn")
    panel.wait_and_tick(1.0)
    panel.up("undo")
    assert panel.pressed == [Press("end-turn", 101.0), Press("undo", 101.02, is_long=True)]


def test_a_stuck_button_is_reported_once_and_works_again_when_it_is_freed(panel: Panel) -> None:
    panel.down("draw")
    for _ in range(50):
        panel.wait_and_tick(0.5)
    assert panel.pressed == [Press("draw", 101.0, is_long=True)]
    assert panel.faults == [ButtonFault("draw", "stuck", 101.0)]
    assert list(panel.buttons.faults) == [ButtonFault("draw", "stuck", 101.0)]
    panel.up("draw")
    assert list(panel.buttons.faults) == []
    panel.wait(1.0)
    panel.down("draw")
    panel.wait(0.1)
    panel.up("draw")
    assert panel.pressed[1:] == [Press("draw", 127.0)]
    assert len(panel.faults) == 1


def test_a_stuck_button_does_not_silence_the_others(panel: Panel) -> None:
    panel.down("draw")
    panel.wait_and_tick(30.0)
    panel.down("undo")
    panel.wait(0.1)
    panel.up("undo")
    assert panel.pressed == [Press("undo", 131.0)]


def test_a_button_pressed_at_start_is_reported_and_not_taken_for_a_press() -> None:
    panel = Panel(grounded=(22,))
    assert list(panel.buttons.faults) == [ButtonFault("draw", "pressed-at-start", 100.0)]
    panel.wait_and_tick(4.0)
    panel.wait_and_tick(0.1)
    assert panel.faults == [ButtonFault("draw", "pressed-at-start", 100.0)]
    panel.up("draw")
    panel.wait_and_tick(0.1)
    assert (panel.pressed, list(panel.buttons.faults)) == ([], [])
    panel.down("draw")
    panel.wait(0.1)
    panel.up("draw")
    assert [press.button for press in panel.pressed] == ["draw"]


def test_a_button_that_stays_down_from_the_start_is_stuck() -> None:
    panel = Panel(grounded=(22,))
    for _ in range(60):
        panel.wait_and_tick(0.5)
    assert [fault.kind for fault in panel.faults] == ["pressed-at-start", "stuck"]
    assert panel.pressed == []


def test_the_time_of_a_press_is_that_of_its_edge_even_if_it_is_told_late(panel: Panel) -> None:
    panel.pins.late_s = 0.12  # the machine was busy
    panel.clock.now = 105.12
    panel.down()
    panel.clock.now = 105.32
    panel.up()
    assert [press.at_s for press in panel.pressed] == [pytest.approx(105.0)]


def test_stamps_of_another_clock_are_not_believed(panel: Panel) -> None:
    panel.pins.is_other_clock = True
    panel.down()
    panel.wait(0.1)
    panel.up()
    assert panel.pressed == [Press("end-turn", 101.0)]


def test_other_timings_can_be_chosen() -> None:
    clock = Clock()
    pins, pressed = TimedFactory(clock), list[Press]()
    buttons = GpioButtons({"undo": 4}, timing=ButtonTiming(hold_s=0.3), clock=clock, pin_factory=pins)
    buttons.on_press = pressed.append
    clock.now += 1
    pins.pin(4).drive_low()
    clock.now += 0.31
    buttons.tick(clock.now)
    assert pressed == [Press("undo", 101.0, is_long=True)]


def test_a_listener_that_fails_does_not_end_the_thread_that_tells_it(
    panel: Panel, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(press: Press) -> None:
        raise RuntimeError("full")

    panel.buttons.on_press = fail
    panel.down()
    panel.wait(0.1)
    panel.up()
    assert "a press was not taken" in caplog.text


def test_closed_buttons_tell_nothing_and_let_go_of_their_pins(panel: Panel) -> None:
    panel.down()
    panel.wait(0.1)
    panel.buttons.close()
    panel.buttons.tick(110.0)
    assert panel.pressed == []
    GpioButtons(PINS, clock=panel.clock, pin_factory=panel.pins).close()
    panel.buttons.close()


def test_edges_and_ticks_from_two_threads_lose_nothing_and_tell_nothing_twice(panel: Panel) -> None:
    def press_often() -> None:
        for _ in range(300):
            panel.down()
            panel.wait(0.02)
            panel.up()
            panel.wait(0.02)

    thread = Thread(target=press_often)
    thread.start()
    while thread.is_alive():
        panel.buttons.tick(panel.clock.now)
    assert len(panel.pressed) == 300


def test_a_button_that_is_down_can_be_asked_for_before_it_is_told(panel: Panel) -> None:
    assert panel.buttons.down_since("end-turn") is None
    panel.down()
    panel.wait_and_tick(0.4)
    assert panel.buttons.down_since("end-turn") == 101.0
    assert panel.buttons.down_since("undo") is None
    panel.up()
    assert (panel.buttons.down_since("end-turn"), panel.pressed) == (None, [Press("end-turn", 101.0)])


def test_a_long_press_that_was_told_waits_for_nobody_any_more(panel: Panel) -> None:
    panel.down()
    panel.wait_and_tick(1.0)
    assert (panel.pressed[0].is_long, panel.buttons.down_since("end-turn")) == (True, None)
