"""Quiet hours: the part of the day in which the buzzer is silent, as the settings write it: `22:00-07:00`.

By the wall clock and local time, as people mean it. A Pi without a network may have the wrong hour: then the
buzzer is silent at the wrong time, and nothing else happens.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass

NONE = "none"  # how the settings say that there are none
DAY_MINUTES = 24 * 60
WRITTEN = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])-([01][0-9]|2[0-3]):([0-5][0-9])", re.ASCII)


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From one minute of the day until another, over midnight if the end comes first; the end is loud."""

    begin: int  # minutes after midnight
    end: int

    @classmethod
    def parse(cls, text: str) -> QuietHours | None:
        """`22:00-07:00`, or `None` for `none`; `ValueError` for anything else, and for no time at all."""
        if text == NONE:
            return None
        found = WRITTEN.fullmatch(text)
        if found is None:
            raise ValueError(f"{text} is not written as 22:00-07:00.")
        first, second, third, fourth = (int(part) for part in found.groups())
        hours = cls(60 * first + second, 60 * third + fourth)
        if hours.begin == hours.end:
            raise ValueError(f"{text} begins when it ends: nobody can tell whether that is never or always.")
        return hours

    def hold(self, minute: int) -> bool:
        """Whether it is to be quiet in this minute of the day."""
        return (minute - self.begin) % DAY_MINUTES < (self.end - self.begin) % DAY_MINUTES


def local_minute(now_s: Callable[[], float] = time.time) -> int:
    """The minute of the day by the wall clock, in local time, summer time included."""
    now = time.localtime(now_s())
    return 60 * now.tm_hour + now.tm_min
