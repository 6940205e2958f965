"""A table to try the session at: it presses, rules and answers, and keeps every event."""

from __future__ import annotations

from companion.rules import triolet, triominos
from companion.rules.triominos import game as mg
from companion.session.declined import Declined
from companion.session.events import Event
from companion.session.intents import EndTurn, Input, Ruled
from companion.session.rulings import Accepted, Refused, Ruling
from companion.session.session import Session
from companion.session.setup import Player, Rules, Setup
from companion.session.state import State
from companion.session.views import EndView, TableView

ANNA, BEN, CLEO, DAN = (
    Player("Anna", "red"),
    Player("Ben", "blue"),
    Player("Cleo", "green"),
    Player("Dan", "yellow"),
)
EVERYONE = (ANNA, BEN, CLEO, DAN)
CHALLENGE = mg.Rules(challenge=True)


def setup_for(rules: Rules, players: int = 2, **more: object) -> Setup:
    return Setup(rules, EVERYONE[:players], **more)  # type: ignore[arg-type]  # tests name real fields


def tokens(**faces: str) -> triolet.Move:
    return triolet.Move.parse(faces)


def tile(row: int, column: int, *corners: int) -> triominos.Move:
    return triominos.Move.parse({"at": [row, column], "corners": list(corners)})


class Table:
    """A session, a clock that is set by hand, and all events so far."""

    def __init__(self, setup: Setup, now: float = 100.0) -> None:
        self.now = now
        self.session = Session.start(setup, now)
        self.events: list[Event] = list(self.session.news)
        self.presses = 0

    @property
    def state(self) -> State:
        return self.session.state

    def view(self) -> TableView:
        return self.session.view(self.now)

    def board(self) -> dict[str, str]:
        """The Triolet board as accepted."""
        position = self.state.game.position
        assert isinstance(position, triolet.Position)
        return position.to_json()

    def end(self) -> EndView:
        """How the game ended; it must have."""
        end = self.view().end
        assert end is not None
        return end

    @property
    def left_s(self) -> float:
        sand = self.view().sand
        assert sand is not None
        return sand.left_s

    def hear(self, heard: Input) -> Declined | None:
        """Send something in; why it was declined, if it was."""
        after = self.session.hear(heard)
        if isinstance(after, Declined):
            return after
        self.session = after
        self.events += after.news
        return None

    def do(self, heard: Input) -> None:
        """Send something in that must be possible."""
        assert self.hear(heard) is None

    def press(self, pressed_at: float | None = None) -> str:
        """Press End turn; the name of the press."""
        self.presses += 1
        name = f"press {self.presses}"
        self.do(EndTurn(name, self.now if pressed_at is None else pressed_at, self.now))
        return name

    def rule(self, ruling: Ruling) -> str:
        """Press, and let the referee rule at once."""
        name = self.press()
        self.do(Ruled(name, ruling, self.now))
        return name

    def lay(self, *moves: triolet.Move | triominos.Move) -> str:
        return self.rule(Accepted(moves))

    def lay_wrongly(self, move: triolet.Move | triominos.Move) -> str:
        """Lay something illegal and press."""
        position = self.state.game.position
        if isinstance(move, triolet.Move):
            assert isinstance(position, triolet.Position)
            verdict: object = triolet.judge(position, move)
        else:
            assert isinstance(position, triominos.Position)
            verdict = triominos.judge(position, move)
        assert isinstance(verdict, triolet.Illegal)
        return self.rule(Refused(move, verdict))
