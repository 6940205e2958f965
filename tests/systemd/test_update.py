"""Updates: the new version, or the one before if the new one does not come up."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.systemd.box import Box


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Box:
    box = Box.make(tmp_path_factory.mktemp("installed"))
    box.run_systemd()
    assert box.run("install.sh").code == 0
    box.forget_calls()
    return box


@pytest.fixture
def box(installed: Box, tmp_path: Path) -> Box:
    """Version 1.0 is installed and running."""
    box = installed.copy(tmp_path / "box")
    assert box.is_active and (box.version, box.current) == ("1.0", "a")
    return box


def test_a_new_version_takes_over_and_the_old_one_stays_as_the_way_back(box: Box) -> None:
    box.write_version("2.0")
    said = box.run("update.sh")
    assert (said.code, said.err) == (0, "")
    assert box.is_active and (box.version, box.current) == ("2.0", "b")
    assert (box.root / "opt/trioscope/a/bin/trioscope").exists()
    box.write_version("3.0")
    assert box.run("update.sh").code == 0
    assert (box.version, box.current) == ("3.0", "a")


@pytest.mark.parametrize(
    "fate", ["a fault of ours", "falls-over"], ids=["it never starts", "it starts and dies"]
)
def test_a_version_that_does_not_come_up_gives_way_to_the_one_before(box: Box, fate: str) -> None:
    box.write_version("2.0", fate)
    unit = box.source / "systemd/trioscope.service"
    old_unit = unit.read_text()
    unit.write_text(old_unit.replace("WatchdogSec=30", "WatchdogSec=31"))
    said = box.run("update.sh")
    assert said.code == 1
    assert said.err == "The version before is running again (1.0). Nothing of your games is lost.\n"
    assert box.is_active and (box.version, box.current) == ("1.0", "a")
    assert (box.root / "etc/systemd/system/trioscope.service").read_text() == old_unit
    assert box.calls("journalctl -u trioscope.service")  # why, for whoever reads the screen
    assert not list((box.root / "var/lib/trioscope").iterdir())


def test_after_the_way_back_the_next_version_is_tried_again(box: Box) -> None:
    box.write_version("2.0", fate="a fault of ours")
    assert box.run("update.sh").code == 1
    box.write_version("2.1")
    assert box.run("update.sh").code == 0
    assert box.is_active and box.version == "2.1"


def test_a_version_that_does_not_even_run_is_never_used(box: Box) -> None:
    (box.source / "companion/cli.py").write_text("raise SystemExit(1)")
    said = box.run("update.sh")
    assert said.code == 1
    assert box.is_active and box.version == "1.0"
    assert not box.calls("systemctl stop")


def test_the_journal_of_a_newer_version_gives_way_to_the_copy_that_the_old_one_reads(box: Box) -> None:
    journal = box.start_journal(schema=3, text="every game")
    before = journal.read_bytes()
    box.write_version("2.0", fate="a fault after the newer journal")
    assert box.run("update.sh").code == 1
    assert journal.read_bytes() == before
    assert journal.with_name("journal.db.newer").read_bytes().endswith(b"newer")
    assert not journal.with_name("journal.db.before-update").exists()


def test_a_journal_that_is_still_written_as_before_is_not_touched(box: Box) -> None:
    journal = box.start_journal(schema=3, text="every game")
    before = journal.read_bytes()
    box.write_version("2.0", fate="a fault of ours")
    assert box.run("update.sh").code == 1
    assert [path.name for path in journal.parent.iterdir()] == ["journal.db"]
    assert journal.read_bytes() == before


def test_no_copy_is_left_after_an_update_that_went_well(box: Box) -> None:
    journal = box.start_journal(schema=3, text="every game")
    box.write_version("2.0")
    assert box.run("update.sh").code == 0
    assert [path.name for path in journal.parent.iterdir()] == ["journal.db"]


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=Nobody", "-c", "user.email=nobody@example.org")
    subprocess.run(["git", *who, "-C", folder, *words], check=True, capture_output=True)


@pytest.fixture
def upstream(box: Box, tmp_path: Path) -> Path:
    """Where the checkout gets new versions from."""
    upstream = tmp_path / "upstream"
    git(box.source, "init", "-q", "-b", "main")
    git(box.source, "add", ".")
    git(box.source, "commit", "-q", "-m", "1.0")
    git(tmp_path, "clone", "-q", str(box.source), str(upstream))
    git(box.source, "remote", "add", "origin", str(upstream))
    git(box.source, "fetch", "-q")
    git(box.source, "branch", "-u", "origin/main")
    return upstream


def test_the_newest_version_is_fetched_first(box: Box, upstream: Path) -> None:
    program = upstream / "companion/cli.py"
    program.write_text(program.read_text().replace("1.0", "1.1"))
    git(upstream, "commit", "-q", "-a", "-m", "1.1")
    assert box.run("update.sh").code == 0
    assert box.is_active and box.version == "1.1"


def test_what_cannot_be_fetched_changes_nothing(box: Box, upstream: Path) -> None:
    upstream.rename(upstream.with_name("gone"))
    said = box.run("update.sh")
    assert said.code == 1
    assert said.err.endswith("The newest version could not be fetched (see above). Nothing was changed.\n")
    assert box.calls() == []
