"""Is there room for the journal? It plays on in memory without; somebody must try again, and say so."""

from __future__ import annotations

from companion.journal import Journal
from companion.rules.verdict import Language
from companion.session.news import DiskFull, News, RoomAgain

RETRY_S = 5.0  # between two tries to write what waits


class DiskWatch:
    """Tries by itself to write what waits, and tells when it begins to wait and when it is written."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._was_full = False
        self._retried_at = float("-inf")

    def mind(self, at: float, language: Language) -> tuple[News, ...]:
        """What changed since the last call."""
        if self._journal.is_full and at - self._retried_at >= RETRY_S:
            self._retried_at = at
            self._journal.retry()
        if self._journal.is_full == self._was_full:
            return ()
        self._was_full = self._journal.is_full
        trouble = self._journal.trouble
        return (RoomAgain() if trouble is None else DiskFull(trouble.say(language)),)
