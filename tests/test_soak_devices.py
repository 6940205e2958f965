"""Challenge on devices that fail, for a few turns; `python -m tests.soak.devices` plays on for longer."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.soak.faulty_camera import FaultyDriver, paint, read_number
from tests.soak.figures import MOST_GROWTH_MB, MOST_LATE_S, SAMPLE, WARM_UP, WATCHDOG_S, Figures
from tests.soak.journal import ROOT


def test_no_turn_is_lost_while_camera_disk_and_clock_fail() -> None:
    # In a process of its own: it leaves threads behind that hang, as cameras do.
    command = [sys.executable, "-m", "tests.soak.devices", "--turns", "8", "--real-turns", "0", "--seed", "7"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[1].startswith("set clock: 8 turns of ")
    assert "none lost, none counted twice" in done.stdout
    assert "disk full" in done.stdout and "wall clock jumps" in done.stdout


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


def test_memory_may_grow_while_it_warms_up_and_not_after() -> None:
    warming = [100.0 + 5 * sample for sample in range(WARM_UP // SAMPLE)]
    assert Figures(memory_mb=warming).growth_mb == 0.0
    assert Figures(memory_mb=[*warming, warming[-1] + MOST_GROWTH_MB]).faults() == []
    assert Figures(memory_mb=[*warming, warming[-1] + MOST_GROWTH_MB + 0.1]).faults() == ["memory grows"]


def test_the_latest_of_all_time_outs_counts_with_what_held_it_up() -> None:
    figures = Figures()
    for late_s, queued_s in ((0.04, 0.01), (0.09, 0.05), (0.06, 0.06)):
        figures.see_time_out(late_s, queued_s)
    assert (figures.latest_time_out_s, figures.queued_s) == (0.09, 0.05)
    assert figures.faults() == []


def test_what_is_late_or_silent_is_a_fault() -> None:
    late = Figures(latest_time_out_s=MOST_LATE_S + 0.01, latest_press_s=MOST_LATE_S + 0.01)
    assert late.faults() == ["the end of the sand was told late", "a press was timed late"]
    assert Figures(longest_silence_s=WATCHDOG_S).faults() == ["the heartbeat was missed"]
