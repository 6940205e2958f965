"""Challenge on devices that fail, for a few turns; `python -m tests.soak.devices` plays on for longer."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.soak.faulty_camera import FaultyDriver, paint, read_number
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
