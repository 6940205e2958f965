"""Kills, cuts, and a sync for each event; `python -m tests.soak.journal` does the same for longer."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.soak.journal import ROOT, cut_often, kill_often


def test_a_killed_writer_leaves_every_event_it_acknowledged(tmp_path: Path) -> None:
    assert kill_often(tmp_path, 15, random.Random(5)) >= 15


def test_a_wal_that_was_cut_anywhere_opens_to_a_prefix_of_the_events(tmp_path: Path) -> None:
    assert cut_often(tmp_path, 60, random.Random(6)) >= 20


APPEND = """
import sys
from pathlib import Path
from companion.journal import Journal
journal = Journal.open(Path(sys.argv[1]))
game = journal.begin_game("triolet", {}, [("Anna", "red")])
for number in range(20):
    print(f"before {number}\\n", end="", flush=True)
    journal.append(game, {"n": number}, picture=b"jpeg")
    print(f"after {number}\\n", end="", flush=True)
"""


@pytest.mark.skipif(
    shutil.which("strace") is None, reason="strace is not installed: nobody can see the syncs"
)
def test_there_is_a_sync_between_an_event_and_its_acknowledgement(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    seen = ["strace", "-f", "-y", "-e", "trace=write,fsync,fdatasync", "-o", str(trace)]
    journal = [sys.executable, "-c", APPEND, str(tmp_path / "journal.db")]
    run = subprocess.run([*seen, *journal], cwd=ROOT, capture_output=True, check=False)
    if b"ptrace" in run.stderr and b"not permitted" in run.stderr:
        pytest.skip("this machine lets nobody trace a process")
    assert run.returncode == 0, run.stderr
    text = trace.read_text()
    for number in range(20):
        between = text.split(f'"before {number}\\n"')[1].split(f'"after {number}\\n"')[0]
        assert re.search(r"f(data)?sync\(\d+<[^>]*-wal>\) += 0", between), f"event {number} was not synced"
