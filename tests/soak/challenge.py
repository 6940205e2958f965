"""A family that plays Triominos Challenge at a real kiosk, and knows every turn that must be counted.

It lays, presses, lets the sand run out now and then, presses again when the camera saw nothing, and takes its
tile back when it was too late. What it does not know is what fails meanwhile.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count

import numpy as np
from numpy.typing import NDArray

from companion.app import House
from companion.rules.triominos import game as mg
from companion.rules.triominos.moves import legal_moves
from companion.rules.triominos.position import Move
from companion.session.forms import Turn
from companion.session.games import Game
from companion.session.intents import CountRack, Dismiss
from companion.session.phases import BeingRead, NothingLaid, ToLay
from companion.session.rulings import Accepted, NothingNew, NotYet, Ruling
from companion.session.setup import Setup
from companion.session.state import State
from tests.recorded import seats
from tests.soak.faulty_camera import FaultyDriver, read_number

Bytes = NDArray[np.uint8]

RESTS = 10  # what a player says to have left
RUNS_OUT = 0.12  # of the turns
LATE = 0.15  # of the turns are pressed at the last moment
LAST_MOMENT_S = 0.05
LAY_S = 0.1  # from the tile to the button
AGAIN_S = 0.4  # until somebody presses again
KEPT_STATES = 100
EDGE_S = 0.02  # between a finger's own clock and the button's, on a machine that has much to do
FEW_TILES = 6  # are tried: no family lays the best of all tiles


TellEdge = Callable[[float], object]


class NumberUmpire:
    """Stands in for the reader: it knows which move each state of the table is, and reads the state."""

    latest: object = None
    drawn = 0

    def __init__(self, think: Callable[[], object] = lambda: None) -> None:
        self.moves: dict[int, Move] = {}
        self._think = think

    def rule(self, frames: Sequence[Bytes], game: Game) -> Ruling:
        self._think()
        numbers = {read_number(frame) for frame in frames}
        if None in numbers or len(numbers) > 1:
            return NotYet(("dark",))
        move = self.moves.get(numbers.pop() or 0)
        if move is None or not isinstance(game, mg.Game) or move.at in game.position.tiles:
            return NothingNew()
        return Accepted((move,))

    def accept(self) -> None: ...

    def forget(self) -> None: ...


@dataclass(slots=True)
class Plan:
    """One turn as it is meant to be."""

    move: Move | None  # None: nobody finds one
    lay_at: float
    press_at: float
    end_at: float  # of the sand
    before: int  # the state of the table without the tile
    is_laid: bool = False
    pressed_at: float | None = None  # the first time
    was_troubled: bool = False  # the camera failed since

    def press(self, at: float) -> None:
        self.pressed_at = self.pressed_at or at


@dataclass(slots=True)
class Family:
    """Call `act` once a round of the main loop."""

    driver: FaultyDriver
    umpire: NumberUmpire
    press: Callable[[TellEdge], object]  # the button; it tells when it went down
    rng: random.Random
    seconds: float
    played: dict[int, list[Turn]] = field(default_factory=dict)  # by the game's number in the journal
    turns: int = 0
    time_outs: int = 0
    presses: int = 0
    states: Iterator[int] = field(default_factory=lambda: count(1))  # 0 is before the first game
    plan: Plan | None = None
    counted: int = 0  # turns of this game that are on its sheet
    moved_at: float = 0.0  # when something last went on

    def act(self, house: House, now: float) -> None:
        game = house.stagehand.keeper.game
        if game is None:
            self._begin(house, now)
            return
        state = game.session.state
        self._see_counted(game.game, state, now)
        if self.plan is not None and self.plan.pressed_at is not None:
            self.plan.was_troubled |= self.driver.fault != "none"
        if state.is_over:
            self._settle(house, state, now)
        elif isinstance(state.phase, NothingLaid):
            house.kiosk.send(Dismiss)
            if self.plan is not None:
                self.plan.press_at = now + AGAIN_S
        elif state.is_paused:
            if house.kiosk.screen.name == "paused" and now >= self.moved_at + AGAIN_S:
                self.moved_at = now
                self._press(lambda at: None)
        elif isinstance(state.phase, ToLay):
            self._play(house, state, now)
        else:
            assert isinstance(state.phase, BeingRead), f"a legal move led to {state.phase}"

    def _begin(self, house: House, now: float) -> None:
        names = ("Anna", "Ben", "Cleo", "Dan")[: self.rng.randint(2, 4)]
        self.driver.state = self._next_state(None)
        self.counted, self.plan, self.moved_at = 0, None, now
        trouble = house.stagehand.begin(Setup(mg.Rules(challenge=True), seats(*names), seconds=self.seconds))
        assert trouble is None, trouble
        house.kiosk.to_table()

    def _settle(self, house: House, state: State, now: float) -> None:
        """Tell what is left on the racks, and begin the next game."""
        for player in state.settlement.missing:
            house.kiosk.send(partial(CountRack, player, RESTS))
        self._begin(house, now)

    def _play(self, house: House, state: State, now: float) -> None:
        plan = self.plan = self.plan or self._plan(state, now)
        if plan.move is None:
            return
        if not plan.is_laid and now >= plan.lay_at:
            plan.is_laid = True
            self.driver.state = self._next_state(plan.move)
        if plan.is_laid and now >= plan.press_at and house.kiosk.screen.name == "game":
            plan.press_at = now + 10 * AGAIN_S  # nobody waits longer for an answer
            self._press(plan.press)
            plan.was_troubled |= self.driver.fault != "none"

    def _press(self, tell: TellEdge) -> None:
        self.presses += 1
        self.press(tell)

    def _plan(self, state: State, now: float) -> Plan:
        assert state.sand is not None and isinstance(state.game, mg.Game)
        end = now + state.sand.left(now)
        late = self.rng.random()
        if late < RUNS_OUT:
            press_at = end + 1.0
        elif late < RUNS_OUT + LATE:
            press_at = end - LAST_MOMENT_S
        else:
            press_at = now + self.rng.uniform(0.1, 0.8) * (end - now)
        move = self._choose(state.game)
        lay_at = press_at - LAY_S if late >= RUNS_OUT else now + self.rng.random() * (end - now)
        return Plan(move, lay_at, press_at, end, self.driver.state)

    def _choose(self, game: mg.Game) -> Move | None:
        unseen = sorted(game.ledger.unseen(game.position))
        for _ in range(len(unseen)):
            hand = self.rng.sample(unseen, min(FEW_TILES, len(unseen)))
            if moves := legal_moves(game.position, hand):
                return self.rng.choice(moves[:3]).move
        return None

    def _next_state(self, move: Move | None) -> int:
        """A new state of the table; only the moves of the latest ones are kept."""
        number = next(self.states)
        self.umpire.moves.pop(number - KEPT_STATES, None)
        if move is not None:
            self.umpire.moves[number] = move
        return number

    def _see_counted(self, number: int, state: State, now: float) -> None:
        """What was counted must be what was played."""
        turns = [one.turn for one in state.sheet.turns]
        for turn in turns[self.counted :]:
            self.counted += 1
            self.turns += 1
            self.moved_at = now
            plan, self.plan = self.plan, None
            self.played.setdefault(number, []).append(turn)
            if isinstance(turn, mg.TimeOut):
                self.time_outs += 1
                if plan is not None and plan.is_laid:
                    is_late = plan.pressed_at is None or plan.pressed_at > plan.end_at - EDGE_S
                    is_fair = is_late or plan.was_troubled
                    assert is_fair, f"pressed at {plan.pressed_at}, in time ({plan.end_at}), and yet too late"
                    self.driver.state = plan.before  # the tile goes back to the rack
            else:
                laid = None if plan is None else plan.move
                assert isinstance(turn, mg.Lay) and turn.move == laid, f"{turn} was counted, {laid} was laid"
