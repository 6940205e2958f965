"""A game that nothing can lose: a session whose events are in the journal before anybody sees their effect.

    game = RecordedGame.resume(journal, at=clock()) or RecordedGame.begin(journal, setup, at=clock())
    heard = game.hear(EndTurn("press 17", pressed_at, at=clock()), picture=jpeg)
    if isinstance(heard, Declined): …
    else: game = heard              # and only now show game.session.view(…)

A game whose end is written in the journal is not resumed any more. So it is written after the event that ends
the game, and taken away before the one that takes the end back: a power cut in between leaves a game that is
looked at once more, never one that is forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.journal import GameRecord, Journal, JournalError, NotRecordable
from companion.journal.records import name_key, tidy_name
from companion.rules.errors import Malformed
from companion.session.declined import Declined
from companion.session.events import Event, GameStarted, TurnPlayed, event_from_json
from companion.session.intents import Input
from companion.session.session import Session
from companion.session.setup import Setup
from companion.session.state import NoGame, State


class NotResumable(JournalError, ValueError):
    """The events of a game cannot be read, so it cannot go on; what is readable can still be looked at."""


@dataclass(frozen=True, slots=True, eq=False)
class RecordedGame:
    """The session, and where the journal keeps it."""

    journal: Journal
    game: int  # its number in the journal
    session: Session

    @classmethod
    def begin(cls, journal: Journal, setup: Setup, at: float) -> RecordedGame:
        """A new game, the first of a match if there is a target; one that was still going on is given up.

        `Malformed` or `NotRecordable` if it cannot be played or written down like that; nothing is written
        then. A game that was given up can be taken up again.
        """
        setup = _with_known_names(journal, setup)
        session = Session.start(setup, at)
        _give_up_others(journal)
        match = None if setup.target is None else journal.begin_match(setup.target)
        return _begin(journal, session, setup, match)

    @classmethod
    def resume(cls, journal: Journal, at: float) -> RecordedGame | None:
        """The game that was going on when the last process ended, taken up by one whose clock says `at`."""
        unfinished = journal.unfinished()
        return None if unfinished is None else cls.take_up(journal, unfinished.id, at)

    @classmethod
    def resume_match(cls, journal: Journal, at: float) -> RecordedGame | None:
        """The last game, if it is over but another one of its match can follow; `hear(NextGame(…))` then."""
        latest = next(iter(journal.games()), None)
        if latest is None or latest.match is None:
            return None
        events = _events(journal, latest)
        can_go_on = bool(events) and Session.from_events(events).view(at).can_go_on
        return cls.take_up(journal, latest.id, at) if can_go_on else None

    @classmethod
    def take_up(cls, journal: Journal, game: int, at: float) -> RecordedGame:
        """Any game of the journal, to go on with; `NotResumable` if its events cannot be read."""
        record = journal.game(game)
        events = _events(journal, record)
        # Without events the power went before the first one: the game began all the same.
        session = Session.resume(events, at) if events else Session.start(_setup_of(record), at)
        _give_up_others(journal, game)
        if record.ended_s is not None and not is_finished(session.state):
            journal.reopen_game(game)
        _append(journal, game, session.news)
        if record.ended_s is None and is_finished(session.state):
            journal.end_game(game)
        return cls(journal, game, session)

    def hear(self, heard: Input, picture: bytes | None = None) -> RecordedGame | Declined:
        """The game after something came in, all of it on disk; or why nothing follows from it.

        `picture` is a JPEG of the table at that moment; it is kept if a turn is counted.
        """
        after = self.session.hear(heard)
        if isinstance(after, Declined):
            return after
        if any(isinstance(event, GameStarted) for event in after.news):
            match = self.journal.game(self.game).match
            return _begin(self.journal, after, after.state.setup, match)
        was_finished, finished = is_finished(self.session.state), is_finished(after.state)
        if was_finished and not finished:
            self.journal.reopen_game(self.game)
        _append(self.journal, self.game, after.news, picture)
        if finished and not was_finished:
            self.journal.end_game(self.game)
        return replace(self, session=after)


def is_finished(state: State) -> bool:
    """Whether the game is over and nothing is left to be counted."""
    return state.final_scores is not None


def _begin(journal: Journal, session: Session, setup: Setup, match: int | None) -> RecordedGame:
    players = [(player.name, player.colour) for player in setup.players]
    game = journal.begin_game(setup.kind, setup.to_json(), players, match)
    _append(journal, game, session.news)
    return RecordedGame(journal, game, session)


def _append(journal: Journal, game: int, news: Sequence[Event], picture: bytes | None = None) -> None:
    """All events at once: what one press led to is never half there."""
    turns = [place for place, event in enumerate(news) if isinstance(event, TurnPlayed)]
    pictures = {turns[-1]: picture} if turns and picture is not None else {}
    if news:
        journal.append_all(game, [event.to_json() for event in news], pictures)


def _give_up_others(journal: Journal, game: int | None = None) -> None:
    """Only one game goes on at a time, so that an old one does not come back when this one has ended."""
    while (other := journal.unfinished()) is not None and other.id != game:
        journal.end_game(other.id)


def _events(journal: Journal, record: GameRecord) -> list[Event]:
    try:
        events = [event_from_json(dict(stored.event)) for stored in journal.events(record.id)]
        if events and not isinstance(events[0], GameStarted):
            raise NoGame
    except (Malformed, NoGame) as fault:
        raise NotResumable("not-resumable", game=record.id, cause=fault) from fault
    return events


def _setup_of(record: GameRecord) -> Setup:
    try:
        return Setup.from_json(dict(record.settings))
    except Malformed as fault:
        raise NotResumable("not-resumable", game=record.id, cause=fault) from fault


def _with_known_names(journal: Journal, setup: Setup) -> Setup:
    """The setup under the names by which the journal knows its players."""
    known = {name_key(player.name): player.name for player in journal.players()}
    names: dict[str, str] = {}
    for player in setup.players:
        key = name_key(player.name)
        if not key:
            raise NotRecordable("no-name")
        if key in names:
            raise NotRecordable("same-name", name=names[key])
        names[key] = known.get(key, tidy_name(player.name))
    players = zip(setup.players, names.values(), strict=True)
    return replace(setup, players=tuple(replace(player, name=name) for player, name in players))
