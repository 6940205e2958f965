"""A session: one value to hold while a game is played. What it heard makes a new one, with the news.

session = Session.start(setup, at=clock())
journal.append(session.news)
…
heard = session.hear(EndTurn("press 17", pressed_at, at=clock()))
if isinstance(heard, Declined):
    say(heard.say(language))
else:
    journal.append(heard.news)      # on disk before anybody sees it
    session = heard
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules.verdict import Language
from companion.session.decide import decide
from companion.session.declined import Declined
from companion.session.events import Event, GameStarted
from companion.session.intents import Input, Wake
from companion.session.setup import Setup
from companion.session.state import State, apply, fold
from companion.session.state import start as start_state
from companion.session.views import TableView, see


@dataclass(frozen=True, slots=True)
class Session:
    """The state, and the events that the last thing heard has led to."""

    state: State
    news: tuple[Event, ...] = ()

    @classmethod
    def start(cls, setup: Setup, at: float) -> Session:
        """A new game; `Malformed` if it cannot be played like that (five players, nobody's turn, …)."""
        return cls(start_state(setup, at), (GameStarted(setup, at),))

    @classmethod
    def from_events(cls, events: Iterable[Event]) -> Session:
        """The game that these events are, exactly as it was; `NoGame` if they do not begin with one."""
        return cls(fold(events))

    @classmethod
    def resume(cls, events: Iterable[Event], at: float) -> Session:
        """The game that these events are, taken up by a process whose clock says `at`; `news` tells it."""
        woken = cls.from_events(events).hear(Wake(at))
        assert isinstance(woken, Session)  # waking is always possible at a time
        return woken

    def hear(self, heard: Input) -> Session | Declined:
        """The session after something came in, or why nothing follows from it."""
        news = decide(self.state, heard)
        if isinstance(news, Declined):
            return news
        state = self.state
        for event in news:
            state = apply(state, event)
        return Session(state, news)

    def view(self, at: float, language: Language = "en") -> TableView:
        """What a screen needs to draw it at this moment."""
        return see(self.state, at, language)
