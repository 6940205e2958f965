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
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from threading import Timer
from time import monotonic, sleep

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")  # or SIGTERM would only be an event that nobody takes

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.journal import Journal
from companion.past_games import look_back
from companion.session.phases import BeingRead
from companion.session.timing import GRACE_S
from companion.watchdog import Watchdog
from hardware.supervised_camera import Limits
from tests.hardware.timed_pins import Clock, TimedFactory
from tests.soak.around import BOUNCES_S, HELD_S, Fingers, Listener, SetTimers
from tests.soak.challenge import Family, Plan, TellEdge
from tests.soak.faulty_house import BUTTONS, FaultyHouse, Troubles, build_house
from tests.soak.figures import (
    SAMPLE,
    WATCHDOG_S,
    Figures,
    queued_so_far_s,
    tell,
    tell_memory,
    tell_times,
)
from tests.soak.memory import resident_mb

ROUND_S = 0.2  # of the set clock
WORK = 6  # looks of the worker in a round
SET_SAND_S, REAL_SAND_S = 6.0, 2.0
SET_LIMITS = Limits(open_s=0.3, frame_s=0.3, close_s=0.3)
REAL_LIMITS = Limits(open_s=0.6, frame_s=0.4, close_s=0.4)
STUCK_S = 120.0  # without a turn: nobody plays any more
REAL_STUCK_S = 30.0
FRAME_S = 0.02
THINK_S = 0.25  # a reader keeps a processor and Python to itself for so long


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

    beaten_s = clock.now

    def beat(message: str) -> bool:
        nonlocal beaten_s
        figures.longest_silence_s = max(figures.longest_silence_s, clock.now - beaten_s)
        beaten_s = clock.now
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
            for one in pins.pins.values():
                one.clear_states()  # mock pins remember everything that they ever were
            figures.memory_mb.append(resident_mb())
    finish(faulty, troubles, family, clock.now, figures)
    return figures


def think() -> None:
    """As a reader does that is written in Python: nobody else gets Python unless it is taken away."""
    until = monotonic() + THINK_S
    while monotonic() < until:
        pass


def play_on_the_real_clock(folder: Path, turns: int, seed: int) -> Figures:
    """All threads, a real socket, real seconds."""
    rng, figures, pins = random.Random(seed), Figures(), MockFactory(pin_class=MockPWMPin)
    faulty = build_house(folder, monotonic, pins, REAL_LIMITS, Timer, lambda: sleep(FRAME_S), think)
    house, troubles = faulty.house, Troubles(faulty, rng, most_s=REAL_SAND_S)
    fingers, listener = Fingers(pins, random.Random(seed)), Listener(folder / "notify")
    environ = {"NOTIFY_SOCKET": str(folder / "notify"), "WATCHDOG_USEC": str(round(WATCHDOG_S * 1e6))}
    watchdog = Watchdog.from_environment(environ, monotonic)
    family = Family(faulty.driver, faulty.umpire, fingers.press, rng, REAL_SAND_S)
    family.moved_at = last = monotonic()
    due_s, time_outs, queued_s = float("inf"), 0, 0.0
    heard: Plan | None = None  # whose press was measured

    def end_round() -> None:
        nonlocal last, due_s, time_outs, heard, queued_s
        watchdog()
        now, queued_before_s, queued_s = monotonic(), queued_s, queued_so_far_s()
        figures.longest_round_s, last = max(figures.longest_round_s, now - last), now
        house.fittings.buttons.tick(now)
        house.stagehand.keeper.pressing_since = house.fittings.pressing_since()
        family.act(house, now)
        if family.time_outs > time_outs:
            time_outs = family.time_outs
            figures.see_time_out(now - due_s - GRACE_S, queued_s - queued_before_s)
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
        tell_memory(figures)
        faults += figures.faults()
    if options.real_turns:
        with tempfile.TemporaryDirectory() as folder:
            figures = play_on_the_real_clock(Path(folder), options.real_turns, options.seed)
        tell("real clock", figures)
        tell_times(figures)
        faults += figures.faults()
    if faults:
        sys.exit(f"FAILED: {', '.join(faults)}")


if __name__ == "__main__":
    main()
