"""What the lamps in the buttons and the lights at the places show: what can be pressed, and by whom."""

from __future__ import annotations

from companion.session.phases import BeingRead, ToLay
from companion.session.questions import instead_of_laying
from companion.session.state import State
from hardware.interfaces import ButtonName

EVERY: frozenset[ButtonName] = frozenset({"end-turn", "draw", "undo", "menu"})


def lamps_of(state: State | None) -> frozenset[ButtonName]:
    """The buttons that do something now. Where no turn is played, all four lead through the screens."""
    if state is None or state.is_over or not isinstance(state.phase, ToLay | BeingRead):
        return EVERY
    lit: set[ButtonName] = {"menu"}
    if state.past:
        lit.add("undo")
    if isinstance(state.phase, ToLay) or state.phase.hindrances:
        lit.add("end-turn")
    if isinstance(state.phase, ToLay) and not state.is_paused and instead_of_laying(state.game):
        lit.add("draw")
    return frozenset(lit)


def player_of(state: State | None) -> int | None:
    """Whose turn it is, counted from 1; `None` if it is nobody's."""
    return None if state is None or state.is_over else state.game.player + 1
