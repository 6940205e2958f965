"""What the sand decides: when a turn has run out of time, and when that is written down."""

from __future__ import annotations

from companion.rules.triominos import game as triominos
from companion.session.declined import Declined
from companion.session.events import Event, SandMarked, TurnPlayed
from companion.session.sand import MARK_S
from companion.session.state import State

Outcome = tuple[Event, ...] | Declined

# A press travels through a queue. The sand is called out only so long after the last grain, so that a press
# which was in time is heard before.
GRACE_S = 0.2


def has_run_out(state: State, at: float) -> bool:
    """Whether the turn ran out of time before this moment."""
    return state.sand is not None and state.sand.has_run_out(at)


def time_out(state: State, at: float, press: str | None = None) -> Outcome:
    """The turn is over. It takes up the press that came too late, so that this does not count again."""
    return (TurnPlayed(triominos.TimeOut(), press or state.phase.press, False, at),)


def tick(state: State, at: float) -> Outcome:
    """What follows from time alone."""
    if state.sand is None or not state.sand.runs:
        return ()
    if has_run_out(state, at - GRACE_S):
        return time_out(state, at)
    if at - state.latest >= MARK_S and not has_run_out(state, at):
        return (SandMarked(at),)
    return ()
