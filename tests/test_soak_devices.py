"""Challenge on devices that fail, for a few turns; `python -m tests.soak.devices` plays on for longer."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.soak.devices import WATCHDOG_S, play_on_a_set_clock
from tests.soak.faulty_camera import FaultyDriver, paint, read_number


def test_no_turn_is_lost_while_camera_disk_and_clock_fail(tmp_path: Path) -> None:
    figures = play_on_a_set_clock(tmp_path, turns=8, seed=7)
    assert (figures.turns, figures.longest_silence_s < WATCHDOG_S) == (8, True)
    assert figures.presses >= figures.turns - figures.time_outs > 0
    assert {"disk full", "wall clock jumps"} <= figures.troubles.keys()


@pytest.mark.parametrize("number", [0, 1, 2, 77, 4_095, 65_535])
def test_the_stand_in_reads_what_was_painted(number: int) -> None:
    assert read_number(paint(number)) == number


@pytest.mark.parametrize("fault", ["black", "torn"])
def test_the_stand_in_reads_nothing_in_a_bad_picture(fault: str) -> None:
    driver = FaultyDriver(lambda: 5.0)
    driver.state = 1_234
    assert read_number(driver.frame().pixels) == 1_234
    driver.fail("black" if fault == "black" else "torn")
    assert read_number(driver.frame().pixels) is None


def test_a_frozen_camera_gives_its_last_picture_again() -> None:
    driver = FaultyDriver(lambda: 5.0)
    driver.state = 1
    before = driver.frame()
    driver.fail("frozen")
    driver.state = 2
    assert driver.frame().taken_s == before.taken_s
    driver.fail("none")
    assert read_number(driver.frame().pixels) == 2
