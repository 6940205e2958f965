"""The sand of Challenge: how much is left, and whether it runs. All times are monotonic seconds.

The clock of another process is another clock: only `left_s` has a meaning there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Colour = Literal["green", "amber", "red"]

RED_S = 10.0
AMBER_SHARE = 1 / 3

# While the sand runs, a mark is made so often that a power cut costs nobody more than a second: marks lie
# MARK_S and one tick apart at most, and after a cut half of that is taken off, so that the sand is at most
# a second too full or too empty (for ticks up to a tenth of a second). Half the marks of one each second.
MARK_S = 1.8
LOST_S = 0.9


@dataclass(frozen=True, slots=True)
class Sand:
    """`left_s` at the moment `since`, from which it runs; it stands still where that is `None`."""

    left_s: float
    since: float | None = None

    @property
    def runs(self) -> bool:
        return self.since is not None

    def left(self, at: float) -> float:
        """Seconds left at this moment, never less than none. Before `since` nothing had run yet."""
        if self.since is None:
            return self.left_s
        return max(0.0, self.left_s - max(0.0, at - self.since))

    def has_run_out(self, at: float) -> bool:
        """Whether it ran out before this moment; the very last grain still counts as in time."""
        return self.since is not None and at - self.since > self.left_s

    def run(self, at: float) -> Sand:
        return self if self.runs else Sand(self.left_s, at)

    def stand(self, at: float) -> Sand:
        return Sand(self.left(at)) if self.runs else self

    def after_a_cut(self, last_seen: float) -> Sand:
        """What is left after a power cut at an unknown moment after `last_seen`; it stands still."""
        lost = LOST_S if self.runs else 0.0
        return Sand(max(0.0, self.left(last_seen) - lost))


def colour_of(left_s: float, seconds: float) -> Colour:
    """Amber in the last third, red in the last ten seconds; red wins."""
    if left_s <= RED_S:
        return "red"
    return "amber" if left_s <= seconds * AMBER_SHARE else "green"
