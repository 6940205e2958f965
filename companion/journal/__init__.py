"""The journal: one SQLite file that holds every game, through power cuts."""

from companion.journal.errors import (
    JournalDamaged,
    JournalError,
    JournalMissing,
    JournalReadOnly,
    JournalUnusable,
    JournalVersion,
    NoSuchGame,
    NotRecordable,
    OutOfOrder,
)
from companion.journal.journal import PICTURE_BUDGET_BYTES, Journal
from companion.journal.records import KINDS, GameRecord, Kind, MatchRecord, Player, StoredEvent
from companion.journal.sentences import Notice

__all__ = [
    "KINDS",
    "PICTURE_BUDGET_BYTES",
    "GameRecord",
    "Journal",
    "JournalDamaged",
    "JournalError",
    "JournalMissing",
    "JournalReadOnly",
    "JournalUnusable",
    "JournalVersion",
    "Kind",
    "MatchRecord",
    "NoSuchGame",
    "NotRecordable",
    "Notice",
    "OutOfOrder",
    "Player",
    "StoredEvent",
]
