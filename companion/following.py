"""What the worker must be told after something happened in the game."""

from __future__ import annotations

from collections.abc import Sequence

from companion.jobs import Accept, Forget, Skip
from companion.rules.triolet import game as triolet
from companion.rules.triominos import game as triominos
from companion.rules.verdict import Cell
from companion.session.events import Event, GameStarted, PhaseEntered, TurnCorrected, TurnPlayed, Undone
from companion.session.phases import BeingRead, ChangeAsked, NothingLaid, Phase


def follow_look(phase: Phase, events: Sequence[Event]) -> Accept | Forget | Skip | None:
    """What these events make of the looks so far; `phase` is the one before them.

    A turn that was read is what the next look is compared with. After an undo or a correction no look shows
    the accepted table, and none shows a move that was entered by hand. A turn that lays nothing leaves it as
    it was; but if that was seen, the newest look is the better one.
    """
    if any(isinstance(event, GameStarted | Undone | TurnCorrected) for event in events):
        return Forget()
    played = [event for event in events if isinstance(event, TurnPlayed)]
    if not played:
        return None
    laid = any(isinstance(event.turn, triolet.Lay | triominos.Lay) for event in played)
    press = played[-1].press
    if laid:
        return Skip() if press is None else Accept(press)
    return Accept(press) if press is not None and isinstance(phase, NothingLaid) else None


def trusted_places(phase: Phase, events: Sequence[Event]) -> tuple[Cell, ...]:
    """Where the players say that everything lies as it did: they were asked, and changed nothing."""
    if not isinstance(phase, ChangeAsked) or any(isinstance(event, TurnCorrected) for event in events):
        return ()
    return (*phase.missing, *(place for place, _ in phase.different))


def starts_reading(events: Sequence[Event]) -> bool:
    """Whether somebody waits for a new look: a press, or something put back or kept."""
    return any(
        isinstance(event, PhaseEntered) and isinstance(event.phase, BeingRead) and not event.phase.hindrances
        for event in events
    )
