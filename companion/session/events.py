"""What happened: the values that the journal keeps and that the state is the fold of.

Every event has the monotonic time at which it happened; what the sand had left follows from these times.
Scores, ends and winners follow too: no event holds them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.forms import (
    read_choice,
    read_fields,
    read_number,
    read_object,
    read_text,
    read_truth,
    read_whole_number,
)
from companion.session.forms import Turn, turn_from_json, turn_to_json
from companion.session.phase_forms import phase_from_json, phase_to_json
from companion.session.phases import Phase
from companion.session.setup import Setup


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game began: everything before it belongs to another game."""

    NAME: ClassVar = "game-started"
    setup: Setup
    at: float

    def to_json(self) -> dict[str, object]:
        return {"event": self.NAME, "at": self.at, "setup": self.setup.to_json()}


@dataclass(frozen=True, slots=True)
class TurnPlayed:
    """A turn was counted, by the press `press` if there was one; jokers have their numbers.

    `overruled`: the rules refused it, and the players counted it anyway.
    """

    NAME: ClassVar = "turn-played"
    turn: Turn
    press: str | None
    overruled: bool
    at: float

    def to_json(self) -> dict[str, object]:
        turn = turn_to_json(self.turn)
        return {
            "event": self.NAME,
            "at": self.at,
            "turn": turn,
            "press": self.press,
            "overruled": self.overruled,
        }


@dataclass(frozen=True, slots=True)
class TurnCorrected:
    """Turn number `number`, counted from 1, was another one; everything after it is judged again."""

    NAME: ClassVar = "turn-corrected"
    number: int
    turn: Turn
    at: float

    def to_json(self) -> dict[str, object]:
        return {"event": self.NAME, "at": self.at, "number": self.number, "turn": turn_to_json(self.turn)}


@dataclass(frozen=True, slots=True)
class RackCounted:
    """A player told what was left on the rack at the end; a later count replaces it."""

    NAME: ClassVar = "rack-counted"
    player: int
    total: int
    at: float

    def to_json(self) -> dict[str, object]:
        return {"event": self.NAME, "at": self.at, "player": self.player, "total": self.total}


@dataclass(frozen=True, slots=True)
class Undone:
    """The last turn, correction or count that was not yet taken back was taken back."""

    NAME: ClassVar = "undone"
    at: float

    def to_json(self) -> dict[str, object]:
        return {"event": self.NAME, "at": self.at}


@dataclass(frozen=True, slots=True)
class PhaseEntered:
    """The turn came to another phase: pressed, asked, refused, or back to laying."""

    NAME: ClassVar = "phase-entered"
    phase: Phase
    at: float

    def to_json(self) -> dict[str, object]:
        return {"event": self.NAME, "at": self.at, "phase": phase_to_json(self.phase)}


@dataclass(frozen=True, slots=True)
class Paused:
    """The game stands still."""

    NAME: ClassVar = "paused"
    at: float

    def to_json(self) -> dict[str, object]:
        return {"event": self.NAME, "at": self.at}


@dataclass(frozen=True, slots=True)
class Resumed:
    """The game goes on, or the first sand starts, by the press `press` if it was one."""

    NAME: ClassVar = "resumed"
    press: str | None
    at: float

    def to_json(self) -> dict[str, object]:
        return {"event": self.NAME, "at": self.at, "press": self.press}


@dataclass(frozen=True, slots=True)
class SandMarked:
    """The sand was still running then. Of no use once anything came after it: the times of the others
    say the same."""

    NAME: ClassVar = "sand-marked"
    at: float

    def to_json(self) -> dict[str, object]:
        return {"event": self.NAME, "at": self.at}


@dataclass(frozen=True, slots=True)
class Woken:
    """The game was taken up again by another process, whose clock is another one: `at` is its time."""

    NAME: ClassVar = "woken"
    at: float

    def to_json(self) -> dict[str, object]:
        return {"event": self.NAME, "at": self.at}


Event = (
    GameStarted
    | TurnPlayed
    | TurnCorrected
    | RackCounted
    | Undone
    | PhaseEntered
    | Paused
    | Resumed
    | SandMarked
    | Woken
)


def event_from_json(form: object) -> Event:
    """The event that `to_json` wrote; `Malformed` says where and why it is none."""
    name = read_choice(read_object(form, "").get("event"), "event", _READERS)
    keys, read = _READERS[name]
    fields = read_fields(form, "", required=("event", "at", *keys))
    return read(fields, read_number(fields["at"], "at"))


def _press(fields: Mapping[str, object]) -> str | None:
    return None if fields["press"] is None else read_text(fields["press"], "press")


def _turn_played(fields: Mapping[str, object], at: float) -> Event:
    turn = turn_from_json(fields["turn"], "turn")
    return TurnPlayed(turn, _press(fields), read_truth(fields["overruled"], "overruled"), at)


def _turn_corrected(fields: Mapping[str, object], at: float) -> Event:
    number = read_whole_number(fields["number"], "number")
    return TurnCorrected(number, turn_from_json(fields["turn"], "turn"), at)


def _rack_counted(fields: Mapping[str, object], at: float) -> Event:
    player = read_whole_number(fields["player"], "player")
    return RackCounted(player, read_whole_number(fields["total"], "total"), at)


_READERS: dict[str, tuple[tuple[str, ...], Callable[[Mapping[str, object], float], Event]]] = {
    GameStarted.NAME: (
        ("setup",),
        lambda fields, at: GameStarted(Setup.from_json(fields["setup"], "setup"), at),
    ),
    TurnPlayed.NAME: (("turn", "press", "overruled"), _turn_played),
    TurnCorrected.NAME: (("number", "turn"), _turn_corrected),
    RackCounted.NAME: (("player", "total"), _rack_counted),
    Undone.NAME: ((), lambda fields, at: Undone(at)),
    PhaseEntered.NAME: (
        ("phase",),
        lambda fields, at: PhaseEntered(phase_from_json(fields["phase"], "phase"), at),
    ),
    Paused.NAME: ((), lambda fields, at: Paused(at)),
    Resumed.NAME: (("press",), lambda fields, at: Resumed(_press(fields), at)),
    SandMarked.NAME: ((), lambda fields, at: SandMarked(at)),
    Woken.NAME: ((), lambda fields, at: Woken(at)),
}
