"""A family that plays games into a journal, says what it does before and after, and can be killed."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count

from companion.journal import Journal
from companion.players import presses
from companion.record import RecordedGame, is_finished
from companion.rules.triolet import game as tg
from companion.rules.triolet.position import Move as TokenMove
from companion.rules.triolet.tokens import OPEN_JOKER
from companion.rules.triominos import game as mg
from companion.session.declined import Declined
from companion.session.events import Event, GameStarted
from companion.session.forms import Turn
from companion.session.intents import (
    ChooseJoker,
    ChooseReading,
    CountRack,
    Dismiss,
    DrawTile,
    EndGame,
    EndTurn,
    ExchangeTokens,
    Input,
    NextGame,
    PassTurn,
    Ruled,
    TellTimeOut,
    Tick,
    Undo,
)
from companion.session.phases import BeingRead, ChangeAsked, JokerAsked, ReadingAsked
from companion.session.rulings import (
    Accepted,
    ChangedBefore,
    Move,
    NothingNew,
    Reading,
    Refused,
    Ruling,
    Unsure,
)
from companion.session.session import Session
from companion.session.state import State
from tests.soak.script import Press, Script, fingerprint, setup_of

Say = Callable[[Mapping[str, object]], object]  # one message to whoever watches

STEP_S = 0.25  # between two things heard: the sand must not run out by itself
UNDO, UNDO_END, AGAIN = 0.04, 0.2, 0.05  # how often a turn, an end is taken back, and a press is sent again
PICTURE_BYTES = 2_000


@dataclass(slots=True)
class Family:
    """Plays for ever, from wherever the journal is. `life` makes the names of its presses its own."""

    journal: Journal
    seed: int
    life: int
    say: Say
    scripts: dict[int, Script]
    last: tuple[int, str] | None  # the game and the name of the press that was sent last, by whomever
    rng: random.Random = field(init=False)
    now: float = field(init=False)
    game: RecordedGame = field(init=False)
    script: Script = field(init=False)
    place: tuple[int, int] | None = field(init=False, default=None)  # as Script.find says it
    names: count[int] = field(init=False, default_factory=count)

    def __post_init__(self) -> None:
        self.rng = random.Random(f"{self.seed} life {self.life}")
        self.now = self.rng.uniform(0, 10_000)  # every process has a clock of its own

    @property
    def state(self) -> State:
        return self.game.session.state

    def play(self) -> None:
        """Take up what is there, or begin; then game after game."""
        self._resume()
        if self.last is not None and self.last[0] == self.game.game:
            self._send_again(self.last[1])
        while True:
            if is_finished(self.state):
                if self.rng.random() < UNDO_END:
                    self._undo()
                else:
                    self._go_on()
            elif self.state.is_over:
                missing = self.state.settlement.missing[0]
                self._do(CountRack(missing, self.script.rests[missing], self.now))
            else:
                self._press_once()

    # One game after the other ---------------------------------------------------------------------------

    def _resume(self) -> None:
        latest = self.journal.unfinished() or next(iter(self.journal.games()), None)
        if latest is not None:
            self.say({"resume": latest.id, "at": self.now})
            resume = RecordedGame.resume if latest.ended_s is None else RecordedGame.resume_match
            game = resume(self.journal, self.now)
            if game is not None:
                self._take(game)
                return
            self.say({"nothing": latest.id})
        self._begin()

    def _begin(self) -> None:
        latest = next(iter(self.journal.games()), None)
        setup = setup_of(self.seed, 1 if latest is None else latest.id + 1)
        self._announce(Session.start(setup, self.now).news, None)
        self._take(RecordedGame.begin(self.journal, setup, self.now))

    def _go_on(self) -> None:
        """The next game of the match, or a new one."""
        view = self.game.session.view(self.now)
        if self.state.setup.target is not None and view.can_go_on:
            self._do(NextGame(self.now, first=0))
        else:
            self._begin()

    def _take(self, game: RecordedGame) -> None:
        """Go on with this game, which everybody may see now."""
        if game.game not in self.scripts:
            self.scripts[game.game] = Script.write(game.session.state.setup, self.seed, game.game)
        self.game, self.script, self.place = game, self.scripts[game.game], None
        self._acknowledge()

    # One press ------------------------------------------------------------------------------------------

    def _press_once(self) -> None:
        """Everything up to the end of the next press, and what impatient people do then."""
        index, done = self.place or self.script.find(len(self.state.sheet.turns))
        self._play(self.script.presses[index], done)
        self.place = (index + 1, 0)
        if self.rng.random() < AGAIN and self.last is not None:
            self._send_again(self.last[1])
        if self.rng.random() < UNDO and self.state.past:
            self._undo()

    def _play(self, press: Press, done: int) -> None:
        """As the family does, without the `done` turns of this press that are counted already."""
        told = press.told
        if self.state.is_paused:
            self._press()
        drawn = min(done, told.drawn)
        if drawn < told.drawn or told.timeout:
            self._clear()
        for _ in range(told.drawn - drawn):
            self._do(DrawTile(self.now))
        if told.timeout:
            self._run_out()
            return
        moves = [turn.move for turn in press.turns if isinstance(turn, tg.Lay | mg.Lay)]
        match press.expected:
            case presses.Accepted(move, _):
                self._rule(Accepted((as_seen(move),)))
                if told.joker is not None:
                    self._do(ChooseJoker(told.joker, self.now))
            case presses.Refused(move, verdict):
                self._rule(Refused(move, verdict))
            case presses.ChangedBefore(missing, extra):
                self._rule(ChangedBefore(missing, (), extra))
                self._do(Dismiss(self.now))
            case presses.TwoTurns(ways):
                if done > told.drawn:  # the second of them was taken back
                    self._rule(Accepted((moves[-1],)))
                elif len(ways) == 1:
                    self._rule(Accepted(ways[0]))
                else:
                    self._rule(Unsure(tuple(Reading(way, True, 1 / len(ways)) for way in ways), ()))
                    self._do(ChooseReading(ways.index(tuple(moves)), self.now))
            case presses.NothingNew():
                self._rule(NothingNew())
                self._do(self._instead_of_laying(press.turn))

    def _instead_of_laying(self, turn: Turn | None) -> Input:
        match turn:
            case tg.Exchange(tokens):
                return ExchangeTokens(tokens, self.now)
            case tg.Pass() | mg.Pass():
                return PassTurn(self.now)
            case tg.Stop() | mg.Stop():
                return EndGame(self.now)
            case _:
                return Dismiss(self.now)

    def _run_out(self) -> None:
        """Let the sand run out, or say that it has."""
        if self.state.sand is None:
            self._do(TellTimeOut(self.now))
            return
        turns = len(self.state.sheet.turns)
        while len(self.state.sheet.turns) == turns:
            self.now += 0.5
            self._do(Tick(self.now))

    def _clear(self) -> None:
        """Away with what was being read or asked when the process before was killed."""
        if isinstance(self.state.phase, BeingRead | JokerAsked | ReadingAsked | ChangeAsked):
            self._do(Dismiss(self.now))

    def _rule(self, ruling: Ruling) -> None:
        """Press, unless a press is being read already, and rule."""
        phase = self.state.phase
        name = phase.press if isinstance(phase, BeingRead) else self._press()
        self._do(Ruled(name, ruling, self.now), name)

    def _press(self) -> str:
        name = f"{self.life}.{next(self.names)}"
        self._do(EndTurn(name, self.now, self.now), name)
        return name

    def _send_again(self, name: str) -> None:
        """The same press once more; if it has counted, it must not count again."""
        has_counted = name in self.state.presses
        declined = self._hear(EndTurn(name, self.now, self.now), name)
        assert declined is not None or not has_counted, f"press {name} was heard twice"
        self.say({"again": name, "declined": declined is not None})

    def _undo(self) -> None:
        self._do(Undo(self.now))
        self.place = None

    # What is heard, and who is told ---------------------------------------------------------------------

    def _do(self, heard: Input, press: str | None = None) -> None:
        """Send something in that must be possible."""
        declined = self._hear(heard, press)
        assert declined is None, f"{heard} was declined: {declined}"

    def _hear(self, heard: Input, press: str | None = None) -> Declined | None:
        ahead = self.game.session.hear(heard)
        news = () if isinstance(ahead, Declined) else ahead.news
        self._announce(news, press)
        after = self.game.hear(heard, None if press is None else press.encode() * PICTURE_BYTES)
        self.now += STEP_S
        if isinstance(after, Declined):
            self._acknowledge()
            return after
        if after.game != self.game.game:
            self._take(after)
        else:
            self.game = after
            self._acknowledge()
        return None

    def _announce(self, news: tuple[Event, ...], press: str | None) -> None:
        """What is written next; a new game has no number yet."""
        is_new = any(isinstance(event, GameStarted) for event in news)
        game = None if is_new else self.game.game
        if press is not None and game is not None:
            self.last = (game, press)
        self.say({"will": [event.to_json() for event in news], "game": game, "press": press})

    def _acknowledge(self) -> None:
        """Everything is on disk, and may be seen."""
        self.say({"did": self.game.game, "seen": fingerprint(self.state)})


def as_seen(move: Move) -> Move:
    """The move as a camera sees it: a joker has no number."""
    if not isinstance(move, TokenMove):
        return move
    return TokenMove({cell: OPEN_JOKER if t.is_joker else t for cell, t in move.tokens.items()})
