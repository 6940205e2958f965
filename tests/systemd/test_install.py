"""The installer below a folder: real files, real environments, commands that only write down their calls."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.systemd.box import SYSTEMD, Box

DEBIAN_LACKS = ("python3-picamera2",)
NOBODY = 65534


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box.make(tmp_path)


def test_a_first_installation_puts_program_user_and_unit_in_place(box: Box) -> None:
    said = box.run("install.sh")
    assert (said.code, said.err) == (0, "")
    assert box.version == "1.0"
    assert (box.root / "etc/systemd/system/trioscope.service").read_text() == (
        SYSTEMD / "trioscope.service"
    ).read_text()
    assert os.access(box.root / "usr/local/bin/trioscope", os.X_OK)
    (installed,) = box.calls("apt-get install")
    assert "python3-picamera2" in installed and "python3-pygame" in installed
    (user,) = box.calls("useradd")
    assert user.endswith("--home-dir /var/lib/trioscope --shell /usr/sbin/nologin trioscope")
    groups = [call.split()[3] for call in box.calls("usermod")]
    assert groups == ["video", "render", "input", "gpio", "audio"]
    assert box.calls("systemctl enable") == ["systemctl enable -q trioscope.service"]
    assert "Trioscope 1.0 is installed. The games are kept in /var/lib/trioscope." in said.out
    assert "Left out" not in said.out


def test_installed_twice_it_is_the_same(box: Box) -> None:
    assert box.run("install.sh").code == 0
    first = box.contents()
    box.forget_calls()
    said = box.run("install.sh")
    assert (said.code, said.err) == (0, "")
    assert box.contents() == first
    assert not box.calls("useradd", "groupadd")
    assert "This version is in place already." in said.out


def test_a_running_kiosk_is_not_disturbed_by_the_same_version(box: Box) -> None:
    box.run_systemd()
    assert box.run("install.sh").code == 0
    assert box.is_active
    box.forget_calls()
    assert box.run("install.sh").code == 0
    assert not box.calls("systemctl start", "systemctl stop", "systemctl daemon-reload")


def test_plain_debian_is_told_what_was_skipped(box: Box) -> None:
    box.lack_packages(*DEBIAN_LACKS)
    said = box.run("install.sh")
    assert said.code == 0
    assert "skipped: python3-picamera2, which this system does not have" in said.out
    assert (
        "- python3-picamera2 is not in this system's package lists. Lost by that: "
        "the Raspberry Pi's own camera (a USB camera works)."
    ) in said.out
    assert "not here: simplejpeg, picamera2" in said.out
    (installed,) = box.calls("apt-get install")
    assert "python3-picamera2" not in installed


def test_without_a_package_that_it_needs_nothing_is_installed(box: Box) -> None:
    box.lack_packages("python3-pygame")
    said = box.run("install.sh")
    assert said.code == 1
    assert said.err.startswith("This system has no package python3-pygame: ")
    assert box.contents() == {}


def test_libraries_that_do_not_fit_together_are_found_before_anything_is_changed(box: Box) -> None:
    assert box.run("install.sh").code == 0
    box.write_version("2.0")
    box.write_library("simplejpeg", "raise ValueError('numpy.dtype size changed')")
    said = box.run("install.sh")
    assert said.code == 1
    assert "cannot be loaded: simplejpeg (ValueError: numpy.dtype size changed)" in said.err
    assert said.err.endswith("The version before, if there was one, is still in use.\n")
    assert box.version == "1.0"


def test_an_installation_that_failed_is_built_anew(box: Box) -> None:
    box.write_library("simplejpeg", "raise ValueError('numpy.dtype size changed')")
    assert box.run("install.sh").code == 1
    box.write_library("simplejpeg", "")
    said = box.run("install.sh")
    assert said.code == 0
    assert "Building in" in said.out
    assert box.version == "1.0"


@pytest.mark.parametrize(
    ("name", "too_old", "wanted"),
    [("gpiozero", "1.6.2", "gpiozero 2"), ("onnxruntime", "0.9", "onnxruntime 1")],
)
def test_what_is_too_old_is_replaced_with_pip_or_left_out(
    box: Box, name: str, too_old: str, wanted: str
) -> None:
    box.write_package(name, too_old)
    box.write_library("ensurepip", "raise SystemExit('no network')")
    said = box.run("install.sh")
    assert said.code == 0
    assert f"This system has no {wanted}: fetching it with pip" in said.out
    assert f"- {wanted} could not be fetched (no network?)." in said.out


def test_what_is_installed_is_readable_for_the_kiosk_and_holds_no_rubbish(box: Box) -> None:
    (box.source / "vision" / "secret.py").write_text("")
    (box.source / "vision" / "secret.py").chmod(0o600)
    (box.source / "vision" / "__pycache__").mkdir()
    (box.source / "vision" / "__pycache__" / "old.cpython-39.pyc").write_text("")
    assert box.run("install.sh").code == 0
    app = box.root / "opt/trioscope/current/app"
    assert (app / "vision" / "secret.py").stat().st_mode & 0o777 == 0o644
    assert [path.name for path in (app / "vision").rglob("old*")] == []
    assert list((app / "companion" / "__pycache__").glob("cli.*.pyc"))  # the kiosk cannot write them later


def test_the_program_runs_from_any_folder_and_takes_no_code_from_it(box: Box, tmp_path: Path) -> None:
    assert box.run("install.sh").code == 0
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion" / "cli.py").write_text("raise SystemExit('somebody else’s code')")
    moved = tmp_path / "moved"
    (box.root / "opt/trioscope").rename(moved)
    ran = subprocess.run(
        [moved / "current/bin/trioscope", "--version"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.stdout, ran.stderr) == ("trioscope 1.0\n", "")


def test_a_kiosk_without_a_screen_is_installed_all_the_same(box: Box) -> None:
    box.run_systemd()
    box.write_version("1.0", fate="There is no screen here")
    said = box.run("install.sh")
    assert said.code == 0
    assert "the kiosk does not come up yet. Is a screen connected?" in said.out
    assert box.version == "1.0"


def test_a_desktop_is_mentioned(box: Box) -> None:
    folder = box.root / "etc/systemd/system"
    folder.mkdir(parents=True)
    (folder / "display-manager.service").symlink_to("/lib/systemd/system/lightdm.service")
    assert "sudo systemctl set-default multi-user.target" in box.run("install.sh").out


def test_below_a_folder_the_systems_commands_are_only_named(box: Box) -> None:
    said = box.run_plainly("install.sh", "--root", str(box.root))
    assert said.code == 0
    assert box.calls() == []
    assert "not run: apt-get update -q" in said.out
    assert "not run: useradd --system" in said.out
    assert box.version == "1.0"


def test_an_option_that_there_is_not_is_refused(box: Box) -> None:
    said = box.run("install.sh", "--rot", "x")
    assert said.code == 1
    assert said.err.startswith("There is no option --rot: ")
    assert box.calls() == []


@pytest.mark.skipif(os.geteuid() != 0, reason="becomes another user, which only root may")
@pytest.mark.parametrize("script", ["install.sh", "uninstall.sh", "update.sh"])
def test_only_root_changes_this_machine(script: str) -> None:
    environ = {"PATH": "/bin:/usr/bin"}
    try:
        ran = subprocess.run(
            [SYSTEMD / script], user=NOBODY, env=environ, cwd="/", capture_output=True, text=True, check=False
        )
    except PermissionError:
        pytest.skip("this checkout is closed to other users")
    assert (ran.returncode, ran.stderr) == (1, "This changes the system: please type sudo before it.\n")


def test_uninstalling_leaves_the_games_and_can_be_done_twice(box: Box) -> None:
    box.run_systemd()
    assert box.run("install.sh").code == 0
    journal = box.start_journal(schema=3, text="every game")
    for _ in range(2):
        said = box.run("uninstall.sh")
        assert (said.code, said.err) == (0, "")
        assert "Your games are still there, in /var/lib/trioscope" in said.out
    assert box.contents() == {"var/lib/trioscope/journal.db": journal.read_text()}
    assert not box.is_active
    assert box.calls("systemctl disable") == ["systemctl disable -q trioscope.service"]
    assert not box.calls("userdel")


def test_installed_again_the_games_are_still_there(box: Box) -> None:
    assert box.run("install.sh").code == 0
    journal = box.start_journal(schema=3, text="every game")
    before = journal.read_bytes()
    assert box.run("uninstall.sh").code == 0
    assert box.run("install.sh").code == 0
    assert journal.read_bytes() == before
