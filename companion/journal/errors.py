"""What the journal raises: one base class, each also the nearest built-in, each one sentence for people."""

from __future__ import annotations

from companion.journal.sentences import say
from companion.rules.verdict import Language


class JournalError(Exception):
    """Base of everything that the journal raises; `reason` names the sentence, `details` its words."""

    def __init__(self, reason: str, **details: object) -> None:
        super().__init__(reason, details)
        self.reason = reason
        self.details = details

    def say(self, language: Language = "en") -> str:
        return say(self.reason, language, **self.details)

    def __str__(self) -> str:
        return self.say()


class JournalUnusable(JournalError, OSError):
    """No journal can be kept in this place: a folder, no permission, another program's file."""


class JournalMissing(JournalUnusable, FileNotFoundError):
    """There is nothing to read in this place."""


class JournalReadOnly(JournalError, PermissionError):
    """Somebody wants to write, but another Trioscope keeps this journal (or only reading was asked for)."""


class JournalVersion(JournalError, ValueError):
    """The journal was written by another version of Trioscope and cannot be used by this one."""


class JournalDamaged(JournalError, ValueError):
    """Damage was met after the journal had been opened; the next opening looks through the whole file."""


class NoSuchGame(JournalError, LookupError):
    """A game, match or event that the journal does not hold."""


class OutOfOrder(JournalError, ValueError):
    """The event is not the next one of its game: it may have been written already."""


class NotRecordable(JournalError, ValueError):
    """Something that cannot be written down: no JSON, a name that is empty or there twice."""
