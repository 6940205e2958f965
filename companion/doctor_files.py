"""Room for games, and the journal that holds them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from companion.doctor_findings import Finding, Teller
from companion.journal.errors import JournalDamaged, JournalError, JournalMissing
from companion.journal.journal import Journal
from companion.journal.salvage import look

MB = 1_000_000
LITTLE_MB, FULL_MB = 1_000, 100


def check_disk(tell: Teller, folder: Path, free_bytes: Callable[[Path], int]) -> Finding:
    """Whether there is room where the journal is kept."""
    free_mb = free_bytes(nearest(folder)) // MB
    if free_mb < FULL_MB:
        return tell("disk", "bad", "disk-full", free_mb=free_mb)
    if free_mb < LITTLE_MB:
        return tell("disk", "warn", "disk-low", free_mb=free_mb)
    return tell("disk", "ok", "disk-ok", free_mb=free_mb)


def check_journal(tell: Teller, path: Path) -> Finding:
    """Whether every game can be read and the next one written; nothing is changed."""
    if not os.access(nearest(path.parent), os.W_OK):
        return tell("journal", "bad", "journal-locked", folder=str(path.parent))
    try:
        found = look(path)
    except JournalMissing:
        return tell("journal", "ok", "journal-none")
    except JournalDamaged:
        return tell("journal", "bad", "journal-damaged", games=0)
    except JournalError as fault:
        return tell("journal", "bad", "journal-unreadable", why=fault.say(tell.language))
    if not found.is_healthy:
        return tell("journal", "bad", "journal-damaged", games=found.games)
    set_aside = sorted(path.parent.glob(f"{path.name}.damaged-*[0-9]"))
    if set_aside:
        return tell("journal", "warn", "journal-set-aside", file=str(set_aside[-1]))
    return tell("journal", "ok", "journal-ok", games=found.games, events=found.events)


def last_game_s(path: Path) -> float | None:
    """When the newest game was begun or ended, by the clock of that day; `None` if nobody knows."""
    try:
        with Journal.open(path, read_only=True) as journal:
            return max((game.ended_s or game.started_s for game in journal.games()), default=None)
    except JournalError:
        return None


def nearest(folder: Path) -> Path:
    """The folder, or the first one above it that is there."""
    return next(one for one in (folder, *folder.parents) if one.is_dir())
