"""Where a profile is kept between set-up and reading: in a file, in memory, and as news for who reads."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import Generic, TypeVar

from calibration.profile_file import ProfileFault
from companion.queues import take_all

logger = logging.getLogger(__name__)

P = TypeVar("P")
K = TypeVar("K")


@dataclass(slots=True, eq=False)
class Shelf(Generic[P, K]):
    """One profile. One thread loads and keeps it; any other may look at it, and is told once of a change."""

    path: Path
    read: Callable[[Path], P]
    write: Callable[[P, Path], None]
    know: Callable[[P], K]  # what the reader needs: the network sees what was learned, so it may take long
    profile: P | None = field(default=None, init=False)
    known: K | None = field(default=None, init=False)
    _changes: SimpleQueue[K] = field(default_factory=SimpleQueue, init=False)

    @property
    def name(self) -> str:
        """The name of its file; empty without a profile."""
        return "" if self.profile is None else self.path.stem

    def changed(self) -> K | None:
        """What to read with from now on; told once, also for the profile that was saved before."""
        changes = take_all(self._changes)
        return changes[-1] if changes else None

    def load(self) -> bool:
        """Take the saved profile, if there is one; whether it can be used."""
        if not self.path.exists():
            return True
        try:
            self._use(self.read(self.path))
        except ProfileFault as fault:
            logger.warning("%s", fault)
            return False
        return True

    def keep(self, profile: P) -> bool:
        """Use this one from now on; whether it could be saved, too."""
        is_saved = True
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.write(profile, self.path)
        except OSError as fault:
            logger.warning("the profile cannot be saved: %s", fault)
            is_saved = False
        self._use(profile)
        return is_saved

    def _use(self, profile: P) -> None:
        known = self.know(profile)
        self.profile, self.known = profile, known
        self._changes.put(known)
