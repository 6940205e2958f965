"""What the set-up desk has to do, one thing after the other: frozen values, all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.jobs import LivePicture
from vision.grid import Points


@dataclass(frozen=True, slots=True, eq=False)
class Wish:
    """To be done with the next picture: whatever was laid out before the touch is in that one for sure."""

    what: Literal["set-up", "learn", "table"]
    asked_at: float
    corners: Points | None = None  # in pixels of the small picture


@dataclass(frozen=True, slots=True, eq=False)
class Work:
    """A wish that has its picture."""

    wish: Wish
    picture: LivePicture


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
