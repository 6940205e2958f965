"""Challenge on devices that fail: `python -m tests.soak.devices --turns 2000 --real-turns 60`.

A family plays at the whole house while the camera hangs, is unplugged, breaks, goes black, stands still or
tears its pictures, buttons bounce, the disk fills and the wall clock jumps. First on a clock that is set, as
fast as it goes; then with 2 s of sand on the real one, with all threads, where the heartbeat is listened to
and the time is measured. No turn may be lost or counted twice, nothing may stand still, memory must not grow.
"""

from __future__ import annotations

import argparse
import os
import random
import socket
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from threading import Thread, Timer
from time import monotonic, sleep

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.journal import Journal
from companion.past_games import look_back
from companion.session.phases import BeingRead
from companion.session.timing import GRACE_S
from companion.watchdog import ALIVE, Watchdog
from hardware.gpio_buzzer import Act
from hardware.supervised_camera import Limits
from tests.hardware.timed_pins import Clock, TimedFactory
from tests.soak.challenge import Family, Plan, TellEdge
from tests.soak.faulty_house import BUTTONS, FaultyHouse, Troubles, build_house
from tests.soak.memory import resident_mb

ROUND_S = 0.2  # of the set clock
WORK = 6  # looks of the worker in a round
SET_SAND_S, REAL_SAND_S = 6.0, 2.0
SET_LIMITS = Limits(open_s=0.3, frame_s=0.3, close_s=0.3)
REAL_LIMITS = Limits(open_s=0.6, frame_s=0.4, close_s=0.4)
STUCK_S = 120.0  # without a turn: nobody plays any more
REAL_STUCK_S = 30.0
BOUNCES_S = (0.0005, 0.001, 0.0015, 0.001)
HELD_S = (0.03, 0.6)  # some fingers are slow: what counts is when the button went down
FRAME_S = 0.02
WATCHDOG_S = 2.0  # as systemd would wait; the unit has 30
MOST_LATE_S = 0.1
# The kiosk keeps what it has drawn, up to 1,500 texts and a few hundred pieces of several sizes: it takes a
# thousand turns or so until all there can be is kept, and only what is added then grows without end.
WARM_UP = 1_000
SAMPLE = 100  # turns between two looks at the memory
MOST_GROWTH_MB = 6.0


class SetTimers:
    """`threading.Timer` by the set clock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._due: list[tuple[float, SetTimer]] = []

    def make(self, seconds: float, act: Act) -> SetTimer:
        timer = SetTimer(act)
        self._due.append((self._clock.now + seconds, timer))
        return timer

    def run(self) -> None:
        late = [timer for due, timer in self._due if due <= self._clock.now]
        self._due = [one for one in self._due if one[0] > self._clock.now and not one[1].is_over]
        for timer in late:
            timer.run()


class SetTimer:
    daemon = False

    def __init__(self, act: Act) -> None:
        self._act, self.is_over = act, False

    def start(self) -> None: ...

    def cancel(self) -> None:
        self.is_over = True

    def run(self) -> None:
        if not self.is_over:
            self.is_over = True
            self._act()


@dataclass(slots=True)
class Figures:
    """What came out."""

    turns: int = 0
    time_outs: int = 0
    presses: int = 0
    games: int = 0
    troubles: dict[str, int] = field(default_factory=dict)
    longest_round_s: float = 0.0  # of the main loop, by the real clock
    longest_silence_s: float = 0.0  # of the heartbeat
    latest_time_out_s: float = 0.0  # after it was due
    latest_press_s: float = 0.0  # its time, after the edge
    memory_mb: list[float] = field(default_factory=list)  # after every `SAMPLE` turns

    @property
    def growth_mb(self) -> float:
        """Since the warm-up; none in a run that is no longer than that."""
        after = self.memory_mb[WARM_UP // SAMPLE - 1 :]
        return after[-1] - after[0] if after else 0.0


def play_on_a_set_clock(folder: Path, turns: int, seed: int) -> Figures:
    """As many turns, as fast as the machine goes."""
    rng, clock = random.Random(seed), Clock(1_000.0)
    pins, timers, figures = TimedFactory(clock), SetTimers(clock), Figures()
    faulty = build_house(folder, clock, pins, SET_LIMITS, timers.make)
    house, troubles = faulty.house, Troubles(faulty, rng, most_s=SET_SAND_S)
    pin = pins.pin(BUTTONS["end-turn"])
    release_at = [float("inf")]

    def press(tell: TellEdge) -> None:
        tell(clock.now)
        for gap_s in BOUNCES_S:
            pin.drive_low()
            clock.now += gap_s
            pin.drive_high()
            clock.now += gap_s
        pin.drive_low()
        release_at[0] = clock.now + rng.uniform(*HELD_S)

    beats: list[float] = []

    def beat(message: str) -> bool:
        beats.append(clock.now)
        return True

    watchdog = Watchdog(beat, WATCHDOG_S, clock)
    family = Family(faulty.driver, faulty.umpire, press, rng, SET_SAND_S)
    while family.turns < turns:
        clock.now += ROUND_S
        timers.run()
        troubles.mind(clock.now)
        if clock.now >= release_at[0]:
            release_at[0] = float("inf")
            pin.drive_high()
        began_s = monotonic()
        house.kiosk.step()
        figures.longest_round_s = max(figures.longest_round_s, monotonic() - began_s)
        assert house.kiosk.fault is None, house.kiosk.fault
        watchdog()
        house.fittings.buttons.tick(clock.now)
        house.stagehand.keeper.pressing_since = house.fittings.pressing_since()
        family.act(house, clock.now)
        for _ in range(WORK):
            faulty.worker.work(clock.now)
        assert clock.now - family.moved_at < STUCK_S, f"nothing goes on: {faulty.driver.fault}"
        if family.turns >= SAMPLE * (len(figures.memory_mb) + 1):
            figures.memory_mb.append(resident_mb())
    gaps = [later - earlier for earlier, later in pairwise(beats)]
    figures.longest_silence_s = max(gaps)
    finish(faulty, troubles, family, clock.now, figures)
    return figures


class Fingers(Thread):
    """Somebody's hand at the button, on a thread of its own, as gpiozero calls from one."""

    def __init__(self, pins: MockFactory, rng: random.Random) -> None:
        super().__init__(name="fingers", daemon=True)
        self._rng = rng
        self._pin = pins.pin(BUTTONS["end-turn"])
        self._wanted: TellEdge | None = None
        self._is_open = True

    def press(self, tell: TellEdge) -> None:
        self._wanted = tell

    def close(self) -> None:
        self._is_open = False
        self.join()

    def run(self) -> None:
        while self._is_open:
            sleep(0.005)
            if self._wanted is not None:
                tell, self._wanted = self._wanted, None
                tell(monotonic())
                self._bounce(self._pin.drive_low, self._pin.drive_high)
                sleep(self._rng.uniform(*HELD_S))
                self._bounce(self._pin.drive_high, self._pin.drive_low)

    def _bounce(self, go: Callable[[], None], back: Callable[[], None]) -> None:
        for gap_s in BOUNCES_S:
            go()
            sleep(gap_s)
            back()
            sleep(gap_s)
        go()


class Listener(Thread):
    """Listens to the heartbeat as systemd does."""

    def __init__(self, path: Path) -> None:
        super().__init__(name="systemd", daemon=True)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.settimeout(0.2)
        self.beats: list[float] = []
        self._is_open = True

    def run(self) -> None:
        while self._is_open:
            try:
                message = self._socket.recv(100)
            except TimeoutError:
                continue
            if message.decode() == ALIVE:
                self.beats.append(monotonic())
        self._socket.close()

    def close(self) -> None:
        self._is_open = False
        self.join()


def play_on_the_real_clock(folder: Path, turns: int, seed: int) -> Figures:
    """All threads, a real socket, real seconds."""
    rng, figures, pins = random.Random(seed), Figures(), MockFactory(pin_class=MockPWMPin)
    faulty = build_house(folder, monotonic, pins, REAL_LIMITS, Timer, lambda: sleep(FRAME_S))
    house, troubles = faulty.house, Troubles(faulty, rng, most_s=REAL_SAND_S)
    fingers, listener = Fingers(pins, random.Random(seed)), Listener(folder / "notify")
    environ = {"NOTIFY_SOCKET": str(folder / "notify"), "WATCHDOG_USEC": str(round(WATCHDOG_S * 1e6))}
    watchdog = Watchdog.from_environment(environ, monotonic)
    family = Family(faulty.driver, faulty.umpire, fingers.press, rng, REAL_SAND_S)
    family.moved_at = last = monotonic()
    due_s, time_outs = float("inf"), 0
    heard: Plan | None = None  # whose press was measured

    def end_round() -> None:
        nonlocal last, due_s, time_outs, heard
        watchdog()
        now = monotonic()
        figures.longest_round_s, last = max(figures.longest_round_s, now - last), now
        house.fittings.buttons.tick(now)
        house.stagehand.keeper.pressing_since = house.fittings.pressing_since()
        family.act(house, now)
        if family.time_outs > time_outs:
            time_outs = family.time_outs
            figures.latest_time_out_s = max(figures.latest_time_out_s, now - due_s - GRACE_S)
        game, plan = house.stagehand.keeper.game, family.plan
        sand = None if game is None else game.session.state.sand
        due_s = sand.since + sand.left_s if sand is not None and sand.since is not None else float("inf")
        is_read = game is not None and isinstance(game.session.state.phase, BeingRead)
        if game is not None and is_read and plan is not heard and plan is not None and plan.pressed_at:
            heard = plan
            late_s = game.session.state.latest - plan.pressed_at
            figures.latest_press_s = max(figures.latest_press_s, late_s)
        troubles.mind(now)
        assert house.kiosk.fault is None, house.kiosk.fault
        assert now - family.moved_at < REAL_STUCK_S, f"nothing goes on: {faulty.driver.fault}"
        if family.turns >= turns:
            house.kiosk.close()

    house.start()
    for thread in (listener, fingers):
        thread.start()
    house.kiosk.run(end_round)
    fingers.close()
    listener.close()
    beats = listener.beats
    figures.longest_silence_s = max(later - at for at, later in pairwise(beats))
    finish(faulty, troubles, family, monotonic(), figures)
    return figures


def finish(faulty: FaultyHouse, troubles: Troubles, family: Family, now: float, figures: Figures) -> None:
    """Close the house, and see that its journal holds every turn that was played, and no other."""
    troubles.end(now)
    path = faulty.house.stagehand.keeper.journal.path
    faulty.house.close()
    figures.turns, figures.time_outs, figures.presses = family.turns, family.time_outs, family.presses
    figures.games, figures.troubles = len(family.played), troubles.happened
    with Journal.open(path, read_only=True) as journal:
        assert journal.notices == (), journal.notices
        for record in journal.games():
            state = look_back(journal, record).state
            assert state is not None
            written = [one.turn for one in state.sheet.turns]
            played = family.played.get(record.id, [])
            assert written == played, (
                f"game {record.id}: {len(written)} turns are written, {len(played)} played"
            )
        assert {record.id for record in journal.games()} >= family.played.keys()


def tell(title: str, figures: Figures) -> None:
    troubles = ", ".join(f"{what} {number}" for what, number in sorted(figures.troubles.items()))
    print(
        f"{title}: {figures.turns} turns of {figures.games} games, {figures.time_outs} of them out of time, "
        f"{figures.presses} presses; none lost, none counted twice"
    )
    print(f"  troubles: {troubles}")
    print(
        f"  longest round {1000 * figures.longest_round_s:.0f} ms, longest silence of the heartbeat "
        f"{figures.longest_silence_s:.2f} s of {WATCHDOG_S:g}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=2_000, help="on a set clock")
    parser.add_argument("--real-turns", type=int, default=60, help="of 2 s on the real clock")
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    faults = []
    if options.turns:
        with tempfile.TemporaryDirectory() as folder:
            figures = play_on_a_set_clock(Path(folder), options.turns, options.seed)
        tell("set clock", figures)
        if figures.longest_silence_s >= WATCHDOG_S:
            faults.append("the heartbeat was missed on the set clock")
        samples = ", ".join(f"{mb:.0f}" for mb in figures.memory_mb)
        print(f"  resident memory every {SAMPLE} turns, in MB: {samples}")
        print(f"  {figures.growth_mb:+.1f} MB since turn {WARM_UP} (at most {MOST_GROWTH_MB:g})")
        if figures.growth_mb > MOST_GROWTH_MB:
            faults.append("memory grows")
    if options.real_turns:
        with tempfile.TemporaryDirectory() as folder:
            figures = play_on_the_real_clock(Path(folder), options.real_turns, options.seed)
        tell("real clock", figures)
        print(
            f"  a time-out was told at most {1000 * figures.latest_time_out_s:.0f} ms late; "
            f"a press was timed at most {1000 * figures.latest_press_s:.0f} ms after the finger"
        )
        if max(figures.latest_time_out_s, figures.latest_press_s) > MOST_LATE_S:
            faults.append("the sand was told late, or a press was timed late")
        if figures.longest_silence_s >= WATCHDOG_S:
            faults.append("the heartbeat was missed")
    if faults:
        sys.exit(f"FAILED: {', '.join(faults)}")


if __name__ == "__main__":
    main()
