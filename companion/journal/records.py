"""What the journal gives back: plain values, as they were written.

Times are wall-clock seconds since 1970 and only for people to read. A Pi has no battery clock, so they may
jump by years in either direction; order is in the numbers and ids alone.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

Kind = Literal["triolet", "triominos"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who plays here, and the colour they like."""

    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event of a game; numbers begin at 0 and leave none out."""

    number: int
    wall_s: float
    event: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """Several games to a target, or with `target` None just games after one another."""

    id: int
    target: int | None
    started_s: float


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game without its events.

    `ended_s` is None while it goes on; `position` counts the games of its match from 0. A player's colour is
    the one they had last.
    """

    id: int
    kind: Kind
    settings: Mapping[str, object]
    players: tuple[Player, ...]  # by seat
    started_s: float
    ended_s: float | None = None
    match: int | None = None
    position: int = 0


def tidy_name(name: str) -> str:
    """The name as it is kept: no blanks around it, accents in one form, nothing that no file could hold."""
    cleaned = name.encode("utf-8", "replace").decode()
    return unicodedata.normalize("NFC", " ".join(cleaned.split()))


def name_key(name: str) -> str:
    """What two spellings of one name share: Élodie is élodie (SQLite's NOCASE would know only A to Z)."""
    return tidy_name(name).casefold()
