"""The whole program in a real window: clicked with a real pointer, reading frames, on a display in memory."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import pytest

from companion.journal import Journal
from companion.session.events import event_from_json
from companion.session.session import Session
from companion.settings import Settings
from tests.kiosk.display import open_display
from tests.kiosk.window_runner import SIZE

MISSING = [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"not installed here: {' and '.join(MISSING)}")

WINDOW_CLASS = "trioscope-test"  # by which xdotool finds the window, whatever the locale
ROOT = Path(__file__).parents[2]

# A machine may be busy with other things: this is only so that nothing waits for ever.
LIMIT_S = 60.0


@dataclass(frozen=True, slots=True)
class Shown:
    """What the window shows, as the runner tells it."""

    screen: str
    targets: dict[str, tuple[int, int]]
    turns: int
    scores: tuple[int, ...]

    @classmethod
    def parse(cls, line: str) -> Shown:
        told = json.loads(line)
        targets = {name: (x, y) for name, (x, y) in told["targets"].items()}
        return cls(told["screen"], targets, told["turns"], tuple(told["scores"]))


class Window:
    """The program in its window, and the pointer of the display."""

    def __init__(self, program: subprocess.Popen[bytes], environ: dict[str, str]) -> None:
        self._program, self._environ = program, environ
        self._unread = b""
        self.shown = Shown("", {}, 0, ())

    def wait(self, is_so: Callable[[Shown], bool]) -> None:
        """Until the window shows this."""
        until = monotonic() + LIMIT_S
        while not is_so(self.shown):
            self.shown = Shown.parse(self._read_line(until))

    def wait_for(self, screen: str) -> None:
        self.wait(lambda shown: shown.screen == screen)

    def click(self, *names: str) -> None:
        """A click in the middle of each of these, which are all on the page."""
        left, top = self._corner()
        for name in names:
            assert name in self.shown.targets, f"no {name} on {self.shown}"
            x, y = self.shown.targets[name]
            self._point("mousemove", str(left + x), str(top + y), "click", "1")

    def _corner(self) -> tuple[int, int]:
        """Where the window is on the display: nobody places it, so SDL does."""
        told = self._point("search", "--class", WINDOW_CLASS, "getwindowgeometry", "--shell")
        found = dict(line.split("=") for line in told.split())
        assert (int(found["WIDTH"]), int(found["HEIGHT"])) == SIZE
        return int(found["X"]), int(found["Y"])

    def _point(self, *orders: str) -> str:
        done = subprocess.run(
            ["xdotool", *orders],
            env=self._environ,
            check=True,
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
        )
        return done.stdout

    def _read_line(self, until: float) -> str:
        assert self._program.stdout is not None
        while b"\n" not in self._unread:
            ready, _, _ = select.select([self._program.stdout], [], [], max(0.0, until - monotonic()))
            assert ready, f"nothing new in {LIMIT_S:.0f} s; last seen: {self.shown}"
            told = os.read(self._program.stdout.fileno(), 65536)
            assert told, f"the program has ended; last seen: {self.shown}"
            self._unread += told
        line, self._unread = self._unread.split(b"\n", 1)
        return line.decode()


@contextmanager
def _program(environ: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """The runner; what it logs is shown if the test fails."""
    command = [sys.executable, "-m", "tests.kiosk.window_runner"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environ, cwd=ROOT) as program:
        try:
            yield program
        finally:
            if program.poll() is None:
                program.kill()


@pytest.fixture
def environ(tmp_path: Path) -> Iterator[dict[str, str]]:
    """A home of its own, on a display of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "TRIOSCOPE_"))}
    with open_display(1024, 600) as display:
        yield {
            **kept,
            "HOME": str(tmp_path),
            "DISPLAY": display,
            "SDL_VIDEODRIVER": "x11",
            "SDL_VIDEO_X11_WMCLASS": WINDOW_CLASS,
            "SDL_AUDIODRIVER": "dummy",
        }


def begin_triolet(window: Window) -> None:
    """From the first screen to the table, with two players typed in on the screen."""
    window.wait_for("home")
    window.click("new-game")
    window.wait_for("choose-game")
    window.click("triolet")
    window.wait_for("rules")
    window.click("go-on")
    for seat, keys in enumerate((["key-a", "key-d", "key-a"], ["key-b", "key-e", "key-n"]), start=1):
        window.wait_for("players")
        window.click("new-name")
        window.wait_for("name")
        window.click(*keys, "done")
        window.wait(lambda shown, seat=f"seat-{seat}": seat in shown.targets)  # type: ignore[misc]  # bound at once
    window.click("go-on")
    window.wait_for("who-starts")
    window.click("player-2")
    window.wait(lambda shown: "player-2" not in shown.targets)
    window.click("go-on")
    window.wait_for("game")


def play_turn(window: Window) -> tuple[int, ...]:
    """Have a move laid on the virtual table, and press; the scores when it was counted from frames."""
    before = window.shown.turns
    window.wait(lambda shown: {"lay", "end-turn"} <= shown.targets.keys())
    window.click("lay", "end-turn")
    window.wait(lambda shown: shown.turns > before)
    return window.shown.scores


def test_a_game_is_played_in_a_real_window_and_kept(environ: dict[str, str], tmp_path: Path) -> None:
    with _program(environ) as program:
        window = Window(program, environ)
        begin_triolet(window)
        first = play_turn(window)
        second = play_turn(window)
        assert 0 < sum(first) < sum(second)

        window.click("undo")
        window.wait_for("confirm")
        window.click("yes")
        window.wait(lambda shown: shown.screen == "game" and shown.turns == 1)
        assert window.shown.scores == first

        window.click("menu")
        window.wait_for("menu")
        window.click("home")
        window.wait_for("home")
        assert "go-on" in window.shown.targets  # the game can be continued
        program.terminate()
        assert program.wait(LIMIT_S) == 0

    path = Settings.load(environ=environ).general.journal
    assert tmp_path in path.parents
    with Journal.open(path, read_only=True) as journal:
        (record,) = journal.games()
        events = [event_from_json(stored.event) for stored in journal.events(record.id)]
    state = Session.from_events(events).state
    assert [player.name for player in state.setup.players] == ["Ada", "Ben"]
    assert (len(state.game.entries), state.game.scores) == (1, first)


def test_after_a_power_cut_in_the_middle_of_a_reading_the_game_goes_on(environ: dict[str, str]) -> None:
    with _program(environ) as program:
        window = Window(program, environ)
        begin_triolet(window)
        scores = play_turn(window)
        window.wait(lambda shown: {"lay", "end-turn"} <= shown.targets.keys())
        window.click("lay", "end-turn")
        window.wait(lambda shown: "end-turn" not in shown.targets)  # the table is being read
        program.kill()
        program.wait(LIMIT_S)
    with _program(environ) as program:
        window = Window(program, environ)
        window.wait_for("home")
        window.click("go-on")
        window.wait(lambda shown: shown.screen == "game")
        assert window.shown.turns in (1, 2)  # counted before the cut or not at all
        if window.shown.turns == 1:
            assert window.shown.scores == scores
        play_turn(window)
