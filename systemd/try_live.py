"""What systemd does with the kiosk, tried on a system that is running, as root.

    try_live.py first     # install, play, stop, kill, hang and update
    try_live.py second    # after a boot: the kiosk is there; uninstall it
    try_live.py kms       # after a boot with a graphics card: draw on it, stop, kill and hang

The first two are for test_live.sh, in a container with a screen in memory; the last is for test_kms.sh. One
line for each thing that was seen; exit code 1 at the first that is not as it should be.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

SOURCE = Path(__file__).parent.parent
UNIT = "trioscope.service"
STATE = Path("/var/lib/trioscope")
PROGRAM = Path("/opt/trioscope")
UP_S = 120.0  # as long as the unit has; an emulated computer takes half a minute
TURN_S = 60.0  # reading frames there
BROKEN = '\n\ndef run_kiosk(options):\n    raise SystemExit("broken on purpose")\n'
A_GAME = """
from pathlib import Path
from companion.journal import Journal
from companion.rules.triolet.editions import Rules
from companion.session.setup import Setup
from tests.recorded import play_some, seats
with Journal.open(Path("/var/lib/trioscope/journal.db")) as journal:
    play_some(journal, Setup(Rules(), seats("Ada", "Ben")), turns=5)
"""


class Wrong(Exception):
    """Something is not as it should be."""


def main() -> int:
    parts = {"first": try_first_boot, "second": try_second_boot, "kms": try_kms}
    try:
        parts[sys.argv[1]]()
    except Wrong as fault:
        say(f"WRONG: {fault}")
        say(run("journalctl", "--no-pager", "-b", "-o", "short-monotonic", "-n", "60", "-u", UNIT))
        return 1
    say("All is well.")
    return 0


def try_first_boot() -> None:
    check_install()
    check_sandbox()
    begin_game()
    play_turn()
    check_heartbeat()
    check_stop()
    check_kill()
    check_hang()
    play_turn()
    check_update()
    check_way_back()
    keep_sheet()


def try_second_boot() -> None:
    check_start_with_power()
    check_uninstall()


def try_kms() -> None:
    wait_until(is_active, UP_S, "after a boot it does not come up")
    check_screen()
    begin_game()
    check_heartbeat()
    check_stop()
    check_kill()
    check_hang()
    check_screen()


# What is tried ------------------------------------------------------------------------------------------


def check_install() -> None:
    """It comes up by itself, and installing again leaves it alone."""
    begun_s = time.monotonic()
    said = make("install")
    claim("skipped: python3-picamera2" in said, "the installer does not say that it skipped picamera2")
    claim("does not come up" not in said, "the installer says that the kiosk does not come up")
    claim(is_active(), f"after the installation the unit is {ask('ActiveState')}")
    claim(ask("NRestarts") == "0", f"it was restarted {ask('NRestarts')} times before it came up")
    ready_s = seconds(ask("ActiveEnterTimestampMonotonic")) - seconds(ask("ExecMainStartTimestampMonotonic"))
    say(f"installed in {time.monotonic() - begun_s:.0f} s; ready {ready_s:.1f} s after its start")
    before = pid()
    make("install")
    claim(pid() == before, "installing again has restarted the kiosk")
    say("installed again: the same process goes on")


def check_sandbox() -> None:
    """What the unit takes away is gone."""
    told = Path(f"/proc/{pid()}/status").read_text()
    status = dict(line.split(":\t", 1) for line in told.splitlines())
    claim(int(status["Uid"].split()[0]) != 0, "it runs as root")
    claim(int(status["CapBnd"], 16) == 0, f"it may have capabilities: {status['CapBnd']}")
    claim(status["NoNewPrivs"] == "1" and status["Seccomp"] == "2", "it may call everything")
    say("runs as a user of its own, without capabilities, its system calls filtered")


def check_screen() -> None:
    """The graphics card is in its hands, and so is the first console."""
    held = {str(file.readlink()) for file in Path(f"/proc/{pid()}/fd").iterdir()}
    claim("/dev/dri/card0" in held, f"it does not draw on the graphics card: {sorted(held)}")
    claim("/dev/tty1" in held, f"it does not have the first console: {sorted(held)}")
    ready_s = seconds(ask("ActiveEnterTimestampMonotonic")) - seconds(ask("ExecMainStartTimestampMonotonic"))
    say(f"ready {ready_s:.1f} s after its start; draws on /dev/dri/card0, on the first console")


def begin_game() -> None:
    """A game of five turns lies in the journal when the kiosk starts."""
    systemctl("stop")
    run(str(PROGRAM / "current/venv/bin/python"), "-c", A_GAME)
    run("chown", "-R", "trioscope:", str(STATE))
    systemctl("start")


def play_turn() -> None:
    """Go on with the game, have a move laid on the virtual table, and end the turn, all by keys."""
    before = sheet()
    begun_s = time.monotonic()
    for key in ("Return", "Return", "v", "space"):  # the first shows the ring, the second chooses
        run("xdotool", "key", key)
        time.sleep(2)  # no message tells what is on the screen
    wait_until(lambda: sheet() != before, TURN_S, "the turn that was played is not in the journal")
    say(f"a turn was played by keys and written down, {time.monotonic() - begun_s:.0f} s in all")


def check_heartbeat() -> None:
    """Signs of life arrive, and it lives on beyond the time that systemd waits for one."""
    patience_s = watchdog_s() + 5
    before, beats = pid(), set()
    until = time.monotonic() + patience_s
    while time.monotonic() < until:
        beats.add(ask("WatchdogTimestampMonotonic"))
        time.sleep(0.5)
    claim(pid() == before and is_active(), "it did not live on")
    claim(len(beats) > 2, f"only {len(beats)} signs of life in {patience_s:.0f} s")
    wait = f"systemd waits {watchdog_s():.0f} s for one"
    say(f"alive for {patience_s:.0f} s, with {len(beats)} signs of life; {wait}")


def check_stop() -> None:
    """SIGTERM ends it with exit code 0, soon, and the game goes on at the next start."""
    game = sheet()
    begun_s = time.monotonic()
    systemctl("stop")
    took_s = time.monotonic() - begun_s
    ended = (ask("Result"), ask("ExecMainCode"), ask("ExecMainStatus"))
    claim(ended == ("success", "1", "0"), f"it did not end by itself with exit code 0: {ended}")
    claim(not list(STATE.glob("journal.db-*")), "the journal was not closed")
    check_journal()
    claim(sheet() == game, "stopping has lost something of the game")
    systemctl("start")
    say(f"stopped in {took_s:.1f} s with exit code 0, the journal closed; started again")


def check_kill() -> None:
    """Killed, it is started again, and the game is there."""
    check_comes_back("killed", signal.SIGKILL, UP_S)


def check_hang() -> None:
    """Hanging, it is ended and started again, and says where it hung."""
    check_comes_back("hanging", signal.SIGSTOP, watchdog_s() + 15 + UP_S)
    said = run("journalctl", "--no-pager", "-b", "-u", UNIT)
    claim("Watchdog timeout" in said, "systemd does not say that the heartbeat was missing")
    claim("Fatal Python error: Aborted" in said, "it does not say where it hung")
    say("and it said where it hung")


def check_comes_back(how: str, number: signal.Signals, limit_s: float) -> None:
    """Another process is active after this signal, without a start by anybody, and has the same game."""
    before, game, restarts = pid(), sheet(), int(ask("NRestarts"))
    begun_s = time.monotonic()
    os.kill(before, number)
    wait_until(lambda: pid() not in (0, before) and is_active(), limit_s, f"{how}, it stays away")
    claim(int(ask("NRestarts")) == restarts + 1, f"{how}, it was restarted more than once")
    claim(sheet() == game, f"{how}, it has lost something of the game")
    check_journal()
    say(f"{how}: back after {time.monotonic() - begun_s:.1f} s, with the same game")


def check_update() -> None:
    """A new version takes over and goes on with the game."""
    before, game = current(), sheet()
    change(SOURCE / "README.md", "\nAnother version.\n")
    make("update")
    claim(current() != before and is_active(), "the new version is not the one in use")
    claim(sheet() == game, "the new version has lost something of the game")
    say("updated: the new version goes on with the game")


def check_way_back() -> None:
    """A new version that does not come up is left for the one before."""
    before, game, file = current(), sheet(), SOURCE / "companion" / "kiosk_command.py"
    whole = change(file, BROKEN)
    said = make("update", is_good=False)
    file.write_text(whole)
    claim("The version before is running again" in said, f"it does not say that it went back:\n{said}")
    claim(current() == before and is_active(), "the version before is not running")
    claim(sheet() == game, "going back has lost something of the game")
    claim(not (STATE / "journal.db.before-update").exists(), "a copy of the journal was left behind")
    say("a version that does not come up: back to the one before, with the game")


def keep_sheet() -> None:
    """For the second boot to compare."""
    Path("/root/sheet").write_text(sheet())


def check_start_with_power() -> None:
    """It is there after a boot; the shutdown before had ended it cleanly."""
    wait_until(is_active, UP_S, "after a boot it does not come up")
    up_s = seconds(ask("ActiveEnterTimestampMonotonic")) - seconds(ask_manager("UserspaceTimestampMonotonic"))
    ending = run("journalctl", "--no-pager", "-b", "-1", "-n", "4", "-u", UNIT)
    claim("Deactivated successfully" in ending, f"the shutdown before was not clean:\n{ending}")
    claim(sheet() == Path("/root/sheet").read_text(), "the boot has lost something of the game")
    say(f"there {up_s:.1f} s after the boot, with the same game; the shutdown had been clean")


def check_uninstall() -> None:
    """Program and unit are gone, the games are not."""
    game, was = sheet(), pid()
    make("uninstall")
    claim(not Path(f"/proc/{was}").exists(), "the kiosk still runs")
    claim(ask("LoadState") == "not-found" or ask("FragmentPath") == "", "the unit is still there")
    claim(not PROGRAM.exists(), "the program is still there")
    left = run("python3", "-m", "companion.cli", "show", "1", "--journal", str(STATE / "journal.db"))
    claim(left == game, "uninstalling has changed the game")
    say("uninstalled: the journal is there, with the same game")


# How it is asked ----------------------------------------------------------------------------------------


def say(line: str) -> None:
    sys.stdout.write(f"  {line}\n")


def claim(is_so: bool, fault: str) -> None:
    if not is_so:
        raise Wrong(fault)


def run(*words: str, is_good: bool = True) -> str:
    """What a command says. It must end well, or, if not `is_good`, badly."""
    home = {"HOME": "/root", "LC_ALL": "C.UTF-8", "DISPLAY": ":7"}
    ran = subprocess.run(
        words,
        cwd=SOURCE,
        env=os.environ | home,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    claim((ran.returncode == 0) == is_good, f"{' '.join(words)} ended with {ran.returncode}:\n{ran.stdout}")
    return ran.stdout


def make(target: str, is_good: bool = True) -> str:
    return run("make", "-f", "systemd/install.mk", target, is_good=is_good)


def systemctl(order: str) -> None:
    run("systemctl", order, UNIT)


def ask(name: str) -> str:
    """A property of the unit."""
    return run("systemctl", "show", "-P", name, UNIT).strip()


def is_active() -> bool:
    return ask("ActiveState") == "active"


def ask_manager(name: str) -> str:
    return run("systemctl", "show", "-P", name).strip()


def seconds(stamp: str) -> float:
    """systemd counts in millionths."""
    return int(stamp) / 1e6


def pid() -> int:
    """Of the kiosk; 0 while there is none."""
    return int(ask("MainPID"))


def watchdog_s() -> float:
    return float(ask("WatchdogUSec").removesuffix("s"))


def sheet() -> str:
    """The game as the installed program tells it, every turn."""
    return run("trioscope", "show", "1")


def check_journal() -> None:
    run("trioscope", "journal", "check")


def current() -> str:
    return str((PROGRAM / "current").readlink())


def change(file: Path, more: str) -> str:
    """Put more at the end of a file; what it was before."""
    before = file.read_text()
    file.write_text(before + more)
    return before


def wait_until(is_so: Callable[[], bool], limit_s: float, fault: str) -> None:
    until = time.monotonic() + limit_s
    while not is_so():
        claim(time.monotonic() < until, fault)
        time.sleep(0.2)


if __name__ == "__main__":
    sys.exit(main())
