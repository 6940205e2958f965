"""Whole games under a few kills; `python -m tests.soak.games` does the same for longer."""

from __future__ import annotations

import subprocess
import sys

from tests.soak.journal import ROOT


def test_games_whose_process_is_killed_lose_nothing_and_count_nothing_twice() -> None:
    # In a process of its own: it forks, which is not for one that may have threads.
    command = [sys.executable, "-m", "tests.soak.games", "--kills", "12", "--seed", "5"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[1].startswith("12 kills, ")
    assert "none counted twice" in done.stdout
