"""The unit, judged by systemd itself where it is installed, and what it must promise everywhere."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.systemd.box import SYSTEMD

UNITS = sorted(SYSTEMD.glob("*.service"))
MOST_EXPOSED = 25  # ten times the figure
needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed (Debian: systemd)"
)


def keys(unit: Path) -> dict[str, list[str]]:
    """Every key with its values, in order."""
    found: dict[str, list[str]] = {}
    for line in unit.read_text().splitlines():
        if "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


@pytest.fixture(params=UNITS, ids=lambda unit: unit.name)
def unit(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy that starts a program which is there: systemd-analyze insists on that."""
    original: Path = request.param
    copy = tmp_path / original.name
    copy.write_text(re.sub(r"(?m)^ExecStart=\S+", "ExecStart=/bin/true", original.read_text()))
    return copy


def analyse(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *map(str, words)], capture_output=True, text=True, check=False, timeout=60
    )


@needs_systemd
def test_systemd_finds_nothing_to_say_about_a_unit(unit: Path) -> None:
    ran = analyse("verify", "--man=no", unit)
    assert (ran.returncode, ran.stderr) == (0, "")  # a mistyped key is only said, with exit code 0


@needs_systemd
def test_systemd_says_something_about_a_mistyped_key(unit: Path) -> None:
    unit.write_text(unit.read_text().replace("WatchdogSec", "WatchDogSecs"))
    assert "WatchDogSecs" in analyse("verify", "--man=no", unit).stderr


@needs_systemd
def test_a_unit_is_little_exposed(unit: Path) -> None:
    ran = analyse("security", "--offline=true", f"--threshold={MOST_EXPOSED}", "--no-pager", unit)
    assert ran.returncode == 0, ran.stdout.splitlines()[-1]


def test_the_kiosk_always_comes_back() -> None:
    found = keys(SYSTEMD / "trioscope.service")
    assert (found["Restart"], found["StartLimitIntervalSec"]) == (["always"], ["0"])
    assert (found["Type"], found["NotifyAccess"]) == (["notify"], ["main"])
    assert float(found["WatchdogSec"][0]) >= 20  # an SD card may take ten seconds over one write
    assert found["WantedBy"] == ["multi-user.target"]


def test_the_kiosk_draws_without_a_desktop_as_its_own_user() -> None:
    found = keys(SYSTEMD / "trioscope.service")
    assert found["ExecStart"] == ["/opt/trioscope/current/bin/trioscope kiosk --fullscreen"]
    assert found["User"] == ["trioscope"]
    assert {"video", "render", "input", "gpio"} <= set(found["SupplementaryGroups"][0].split())
    assert "SDL_VIDEODRIVER=kmsdrm" in " ".join(found["Environment"]).split()
    assert "PrivateDevices" not in found
    assert "PrivateNetwork" not in found  # it would cut udev off, which tells of cameras that come and go


def test_the_installer_makes_every_group_that_the_unit_names() -> None:
    (line,) = re.findall(r'^GROUPS_WANTED="(.*)"', (SYSTEMD / "lib/kiosk.sh").read_text(), re.MULTILINE)
    assert line.split() == keys(SYSTEMD / "trioscope.service")["SupplementaryGroups"][0].split()


def test_what_the_kiosk_keeps_is_in_its_state_folder() -> None:
    """The one that the installer and the command for people mean, too."""
    found = keys(SYSTEMD / "trioscope.service")
    environ = dict(word.split("=", 1) for line in found["Environment"] for word in line.split())
    assert found["StateDirectory"] == ["trioscope"]
    assert environ["XDG_DATA_HOME"] == environ["XDG_CONFIG_HOME"] == "%S"
    assert environ["HOME"] == "%S/trioscope"
    command = (SYSTEMD / "command.sh").read_text()
    assert "HOME=/var/lib/trioscope XDG_DATA_HOME=/var/lib XDG_CONFIG_HOME=/var/lib" in command
    # lgpio makes a pipe in the folder it runs in, and needs to be told the same one.
    assert found["WorkingDirectory"] == [environ["LG_WD"]] == ["%t/trioscope"]


APT_NAMES = {"opencv-python": "python3-opencv", "pillow": "python3-pil"}


def test_every_dependency_has_a_package_or_is_fetched() -> None:
    project = tomllib.loads((SYSTEMD.parent / "pyproject.toml").read_text())["project"]
    names = {
        re.split(r"[<>=;]", one)[0]
        for one in project["dependencies"] + project["optional-dependencies"]["pi"]
    }
    listed = {line.split()[0] for line in (SYSTEMD / "packages.txt").read_text().splitlines() if line}
    fetched = set(re.findall(r"^ +fetch (\S+) ", (SYSTEMD / "lib" / "release.sh").read_text(), re.MULTILINE))
    assert {APT_NAMES.get(name, f"python3-{name}") for name in names - fetched} <= listed


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed")
def test_shellcheck_finds_nothing_to_say_about_the_scripts() -> None:
    scripts = sorted(SYSTEMD.rglob("*.sh"))
    ran = subprocess.run(["shellcheck", "-x", *scripts], capture_output=True, text=True, check=False)
    assert ran.stdout == ""
