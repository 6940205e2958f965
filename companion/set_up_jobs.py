"""What the set-up desk has to do, one thing after the other: frozen values, all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.jobs import LivePicture
from vision.grid import Points

LEARNED_FROM = 9  # pictures


@dataclass(frozen=True, slots=True, eq=False)
class Wish:
    """To be done with the next picture or the next few: whatever was laid out before the touch is in them."""

    what: Literal["set-up", "learn", "table"]
    corners: Points | None = None  # in pixels of the small picture

    @property
    def pictures(self) -> int:
        """How many it needs: print is learned once, and as clearly as the camera can see it."""
        return LEARNED_FROM if self.what == "learn" else 1


@dataclass(frozen=True, slots=True, eq=False)
class Work:
    """A wish that has its pictures."""

    wish: Wish
    pictures: tuple[LivePicture, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """There is a newer picture."""


@dataclass(frozen=True, slots=True)
class PutSpecials:
    kinds: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Load:
    """Read the profiles that were saved."""


@dataclass(frozen=True, slots=True)
class Close:
    """End."""


Job = Work | Look | PutSpecials | Load | Close
