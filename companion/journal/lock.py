"""Who may write: the one process that holds the lock on the file beside the journal."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path


class WriterLock:
    """Held by one process at a time.

    The kernel lets go of an flock when its process ends, however it ends, so a kill or a power cut leaves no
    stale lock behind. The file itself stays: removing it would let two processes lock two files of one name.
    SQLite's own locks are no help: they guard one transaction, and here one game must not have two writers.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor: int | None = descriptor

    @classmethod
    def take(cls, journal: Path) -> WriterLock | None:
        """The lock, or None if another process (or another journal of this one) has it."""
        descriptor = os.open(lock_path(journal), os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return None
        except BaseException:
            os.close(descriptor)
            raise
        return cls(descriptor)

    def release(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def lock_path(journal: Path) -> Path:
    return journal.with_name(journal.name + ".lock")
