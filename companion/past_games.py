"""The games of a journal to look back at: each as far as its events can be read. Nothing is changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from companion.journal import GameRecord, JournalDamaged
from companion.journal.readable import ReadableJournal
from companion.rules.errors import Malformed
from companion.rules.triominos import game as triominos
from companion.session.events import Event, GameStarted, TurnCorrected, event_from_json
from companion.session.games import Game
from companion.session.setup import Player, Setup
from companion.session.state import State, apply, start


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game as the journal holds it.

    `state` is None if not even its beginning can be read; `is_whole` says whether everything could be.
    `corrected` are the numbers, from 1, of the turns that the players put right later.
    """

    record: GameRecord
    state: State | None
    corrected: frozenset[int] = frozenset()
    is_whole: bool = True

    @property
    def players(self) -> tuple[Player, ...]:
        """Who played, in the colours they had then."""
        if self.state is not None:
            return self.state.setup.players
        return tuple(Player(player.name, player.colour) for player in self.record.players)

    @property
    def scores(self) -> tuple[int, ...]:
        """The final scores, or those so far."""
        if self.state is None:
            return (0,) * len(self.players)
        return self.state.final_scores or self.state.game.scores

    @property
    def is_finished(self) -> bool:
        return self.state is not None and self.state.final_scores is not None

    @property
    def winners(self) -> tuple[int, ...] | None:
        """Who has won; None before that is known."""
        return None if self.state is None else self.state.game.winners(dict(self.state.sheet.told))


def look_back(journal: ReadableJournal, record: GameRecord) -> PastGame:
    """One game, as far as it goes."""
    events, is_whole = _read_events(journal, record)
    if not events or not isinstance(events[0], GameStarted):
        # The power may have gone between the game and its first event.
        state = _start_from_settings(record)
        return PastGame(record, state, is_whole=is_whole and not events and state is not None)
    state = start(events[0].setup, events[0].at)
    marks = [frozenset[int]()]  # the corrected turns after each deed that was not undone
    for event in events[1:]:
        before, state = state, apply(state, event)
        if len(state.past) > len(before.past):
            marks.append(marks[-1] | ({event.number} if isinstance(event, TurnCorrected) else set()))
        elif len(state.past) < len(before.past):
            marks.pop()
    return PastGame(record, state, marks[-1], is_whole)


def look_back_at_all(journal: ReadableJournal, records: Iterable[GameRecord]) -> Iterator[PastGame]:
    """Several games, one after the other: each takes some hundredths of a second to judge again."""
    return (look_back(journal, record) for record in records)


def turns_of_lines(game: Game) -> list[range]:
    """The numbers, from 1, of the turns that each line of the score sheet holds: drawn tiles stand with the
    turn that they led to."""
    numbers = range(1, len(game.entries) + 1)
    if not isinstance(game, triominos.Game):
        return [range(number, number + 1) for number in numbers]
    ends = [
        n for n in numbers if n == numbers[-1] or not isinstance(game.entries[n - 1].turn, triominos.Draw)
    ]
    return [range(before + 1, end + 1) for before, end in pairwise([0, *ends])]


def _read_events(journal: ReadableJournal, record: GameRecord) -> tuple[list[Event], bool]:
    """The events before the first that cannot be read, and whether that is all of them."""
    events: list[Event] = []
    try:
        stored, is_whole = journal.events_as_far(record.id)
        for one in stored:
            events.append(event_from_json(dict(one.event)))
    except (Malformed, JournalDamaged):
        return events, False
    return events, is_whole


def _start_from_settings(record: GameRecord) -> State | None:
    try:
        return start(Setup.from_json(dict(record.settings)), 0.0)
    except Malformed:
        return None
