"""Virtual players that play by themselves: they lay, press, answer, and wait a moment, as people do.

They go the way that everybody goes. The table is laid, the button pressed, and the camera reads; what they
know is only used to answer what players are asked.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Literal, Protocol

from companion.rules.triolet import game as triolet
from companion.rules.triolet.position import Move as TokenMove
from companion.rules.triolet.tokens import JOKER
from companion.rules.triominos import game as triominos
from companion.rules.triominos.position import Move as TileMove
from companion.rules.verdict import Cell
from companion.session.declined import Declined
from companion.session.forms import Turn
from companion.session.intents import (
    ChooseJoker,
    ChooseReading,
    CountRack,
    Dismiss,
    DrawTile,
    EndGame,
    ExchangeTokens,
    Intent,
    PassTurn,
    PutBack,
    Resume,
)
from companion.session.phases import (
    BeingRead,
    ChangeAsked,
    JokerAsked,
    MoveRefused,
    NothingLaid,
    ReadingAsked,
    ToLay,
)
from companion.session.state import State
from companion.virtual_guest import VirtualGuest
from companion.virtual_moves import choose_turn

logger = logging.getLogger(__name__)

FIRST_S = 4.0  # before the first piece: the camera looks at the empty table until then
THINK_S = 2.0  # before somebody lays
PRESS_S = 1.5  # from laying to pressing
MOST_TRIES = 3  # then somebody who sits here must help

Step = Literal["acted", "gave-up"]


class Seated(Protocol):
    """What virtual players do besides laying: what everybody at the table can do."""

    def press(self, pressed_at: float) -> Declined | str | None: ...

    def hear(self, intent: Intent) -> Declined | str | None: ...


class Watch:
    """Plays on while it is on. `step` is called in every round of the main loop, and never waits."""

    def __init__(self, guest: VirtualGuest, seated: Seated, is_held: Callable[[], bool]) -> None:
        self.is_on = False
        self._guest, self._seated, self._is_held = guest, seated, is_held
        self._due: float | None = None
        self._joker: int | None = None  # the number that the joker just laid stands for
        self._tries = 0  # without a turn that counted
        self._turns = -1

    def turn(self, is_on: bool) -> None:
        """Let them play, or stop them."""
        self.is_on, self._due, self._tries = is_on, None, 0

    def step(self, state: State, now: float) -> Step | None:
        """The next thing that is due; `None` while nothing is."""
        if not self.is_on:
            return None
        if state.final_scores is not None:
            self.turn(False)
            return "acted"
        if len(state.sheet.turns) != self._turns:
            self._turns, self._tries = len(state.sheet.turns), 0
        if self._is_held() or isinstance(state.phase, BeingRead):
            self._due = None  # the camera is at work
            return None
        if self._due is None:
            self._due = now + self._pause_s(state)
        if now < self._due:
            return None
        self._due = None
        if self._tries > MOST_TRIES:
            logger.info("the virtual players gave up: %s", type(state.phase).__name__)
            self.turn(False)
            return "gave-up"
        self._act(state, now)
        return "acted"

    def _pause_s(self, state: State) -> float:
        if state.phase == ToLay() and self._guest.loose:
            return PRESS_S
        return THINK_S if self._guest.lying else FIRST_S

    def _act(self, state: State, now: float) -> None:
        if state.game.end is not None:
            player = state.settlement.missing[0] if state.settlement.missing else state.game.player
            self._seated.hear(CountRack(player, self._guest.racks.rest(player), now))
            return
        if state.is_paused and state.sheet.turns:
            self.turn(False)  # somebody wants everything to stand still
            return
        if state.is_paused:
            self._seated.hear(Resume(now))
            return
        match state.phase:
            case ToLay() if self._guest.loose:
                self._tries += 1
                self._seated.press(now)
            case ToLay():
                self._play(state, now)
            case JokerAsked(_, _, _, options):
                number = self._joker if self._joker in options else options[0]
                self._seated.hear(ChooseJoker(number, now))
            case ReadingAsked(_, readings):
                right = [index for index, one in enumerate(readings) if self._is_laid(one.moves)]
                self._tries += not right
                self._seated.hear(ChooseReading(right[0], now) if right else Dismiss(now))
            case ChangeAsked():
                self._tries += 1
                self._guest.set_out(state.game)
                self._seated.hear(PutBack(now))
            case NothingLaid() | MoveRefused():
                self._tries += 1
                self._seated.hear(Dismiss(now))

    def _play(self, state: State, now: float) -> None:
        game = state.game
        turn = choose_turn(game, self._guest.racks.of(game.player), self._guest.cells)
        if isinstance(turn, triolet.Lay | triominos.Lay):
            self._joker = _joker_of(turn)
            self._guest.lay_for(game)
            return
        self._tries += 1
        self._seated.hear(_instead(turn, now))

    def _is_laid(self, moves: tuple[object, ...]) -> bool:
        """Whether these moves are what lies there unaccepted."""
        seen: dict[Cell, str] = {}
        for move in moves:
            if isinstance(move, TokenMove):
                seen.update({cell: token.face for cell, token in move.tokens.items()})
            elif isinstance(move, TileMove):
                seen[move.at] = "-".join(map(str, move.corners))
        return seen == self._guest.loose


def _instead(turn: Turn, now: float) -> Intent:
    match turn:
        case triolet.Exchange(count):
            return ExchangeTokens(count, now)
        case triominos.Draw():
            return DrawTile(now)
        case triolet.Stop() | triominos.Stop():
            return EndGame(now)
        case _:
            return PassTurn(now)


def _joker_of(turn: Turn) -> int | None:
    if not isinstance(turn, triolet.Lay):
        return None
    values = [token.value for token in turn.move.tokens.values() if token.face == JOKER]
    return values[0] if values else None
