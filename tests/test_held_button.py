"""End turn that goes down in time and is let go after the last grain: the press counts, not the sand."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.jobs import Job, Result
from companion.journal import Journal
from companion.keeper import Keeper
from companion.rules.triominos import game as mg
from companion.session.phases import BeingRead
from companion.session.setup import Setup
from companion.session.timing import GRACE_S
from hardware.gpio_buttons import GpioButtons
from tests.hardware.timed_pins import Clock, TimedFactory
from tests.recorded import seats

SAND_S = 10.0
SETUP = Setup(mg.Rules(challenge=True), seats("Anna", "Ben"), seconds=SAND_S)


class NoWorker:
    """A worker that never has anything to say."""

    def send(self, job: Job) -> None: ...

    def results(self) -> list[Result]:
        return []


@pytest.mark.parametrize(
    ("down_s", "held_s", "is_in_time"),
    [
        pytest.param(SAND_S - 0.05, 0.1, True, id="a short press"),
        pytest.param(SAND_S - 0.05, 0.7, True, id="held far beyond the last grain"),
        pytest.param(SAND_S + 0.05, 0.7, False, id="too late, held or not"),
    ],
)
def test_what_counts_is_when_the_button_went_down(
    tmp_path: Path, down_s: float, held_s: float, is_in_time: bool
) -> None:
    clock = Clock(100.0)
    pins = TimedFactory(clock)
    buttons = GpioButtons({"end-turn": 17}, clock=clock, pin_factory=pins)
    with Journal.open(tmp_path / "journal.db") as journal:
        keeper = Keeper(journal, NoWorker(), clock)
        buttons.on_press = lambda press: keeper.end_turn(press.at_s)
        keeper.begin(SETUP)
        assert keeper.end_turn(clock.now) is None  # the first press starts the sand
        began_s = clock.now

        def go_on(until_s: float) -> None:
            while clock.now < until_s - 0.01:
                clock.now = min(clock.now + 0.03, until_s)
                buttons.tick(clock.now)
                keeper.pressing_since = buttons.down_since("end-turn")
                keeper.poll()

        go_on(began_s + down_s)
        pins.pin(17).drive_low()
        go_on(began_s + down_s + held_s)
        pins.pin(17).drive_high()
        go_on(began_s + down_s + held_s + GRACE_S + 0.2)
        assert keeper.game is not None
        state = keeper.game.session.state
        assert isinstance(state.phase, BeingRead) is is_in_time
        assert [type(one.turn) for one in state.sheet.turns] == ([] if is_in_time else [mg.TimeOut])
    buttons.close()
