"""What a soak found out, and the words to tell it with."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

WATCHDOG_S = 2.0  # as systemd would wait; the unit has 30
MOST_LATE_S = 0.1
# The kiosk keeps what it has drawn: 512 lines, and tiles and marks of 16 sizes. After some thirty games it
# keeps as much as it ever will (13 MB in the first 600 turns, 2 in the next 1,400): only what is added then
# grows without end.
WARM_UP = 1000  # turns
SAMPLE = 100  # turns between two looks at the memory
MOST_GROWTH_MB = 3.0
QUEUED = Path("/proc/thread-self/schedstat")  # ns on a processor, ns of waiting for one, how often


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
    queued_s: float = 0.0  # so much of that the main loop waited for a processor
    latest_press_s: float = 0.0  # its time, after the edge
    memory_mb: list[float] = field(default_factory=list)  # after every `SAMPLE` turns

    @property
    def growth_mb(self) -> float:
        """Since the warm-up; none in a run that is no longer than that."""
        after = self.memory_mb[WARM_UP // SAMPLE - 1 :]
        return after[-1] - after[0] if after else 0.0

    def see_time_out(self, late_s: float, queued_s: float) -> None:
        """A time-out was told so late; meanwhile the loop waited so long for a processor."""
        if late_s > self.latest_time_out_s:
            self.latest_time_out_s, self.queued_s = late_s, queued_s

    def faults(self) -> list[str]:
        """What is not as it must be."""
        found = {
            "the heartbeat was missed": self.longest_silence_s >= WATCHDOG_S,
            "memory grows": self.growth_mb > MOST_GROWTH_MB,
            "the end of the sand was told late": self.latest_time_out_s > MOST_LATE_S,
            "a press was timed late": self.latest_press_s > MOST_LATE_S,
        }
        return [fault for fault, is_so in found.items() if is_so]


def queued_so_far_s() -> float:
    """How long this thread was ready to run and did not, because the machine had something else to do."""
    try:
        return int(QUEUED.read_text().split()[1]) / 1e9
    except (OSError, IndexError):  # not Linux, or one that does not count it
        return 0.0


def tell(title: str, figures: Figures) -> None:
    troubles = ", ".join(f"{what} {number}" for what, number in sorted(figures.troubles.items()))
    print(
        f"{title}: {figures.turns} turns of {figures.games} games, {figures.time_outs} of them out of time, "
        f"{figures.presses} presses; none lost, none counted twice"
    )
    print(f"  troubles: {troubles}")
    print(
        f"  longest round {1000 * figures.longest_round_s:.0f} ms, longest silence of the heartbeat "
        f"{figures.longest_silence_s:.2f} s of {WATCHDOG_S:g}; load of the machine {os.getloadavg()[0]:.1f} "
        f"on {os.cpu_count()} cores",
        flush=True,
    )


def tell_memory(figures: Figures) -> None:
    samples = ", ".join(f"{mb:.0f}" for mb in figures.memory_mb)
    print(f"  resident memory every {SAMPLE} turns, in MB: {samples}")
    print(f"  {figures.growth_mb:+.1f} MB since turn {WARM_UP} (at most {MOST_GROWTH_MB:g})", flush=True)


def tell_times(figures: Figures) -> None:
    print(
        f"  a time-out was told at most {1000 * figures.latest_time_out_s:.0f} ms late (at most "
        f"{1000 * MOST_LATE_S:.0f}), {1000 * figures.queued_s:.0f} of them waiting for a processor; a press "
        f"was timed at most {1000 * figures.latest_press_s:.0f} ms after the finger",
        flush=True,
    )
