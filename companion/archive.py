"""The archive: the past games and the people, read on a thread of its own, for screens that never wait.

    archive = Archive(journal.path)
    archive.start()
    archive.games("fr")                 # what is known so far, the newest first
    archive.story(17, "fr")             # `None` until it is ready; ask again
    archive.refresh()                   # a game has ended, or the history is opened
    archive.close()

It can be used without its thread too: `step` does one thing. What waits in memory because the disk is full is
not in it.
"""

from __future__ import annotations

import logging
import sqlite3
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import monotonic

from companion.archive_pages import Kept, keep, know_people, tell_story
from companion.archive_reading import ArchiveReader, Mark
from companion.journal import GameRecord, JournalError
from companion.kiosk.backstage import GameStory, KnownPlayer, PastGame
from companion.queues import take, take_all
from companion.rules.verdict import LANGUAGES, Language

logger = logging.getLogger(__name__)

AT_ONCE = 20  # games that are read without a rest and shown one by one: those that a screen shows first
TOGETHER = 25  # after those, so many are shown at once
REST = 1.0  # times as long as a game took: Python's threads share one processor, and the screen needs it too
MOST_STORIES = 8
JOIN_S = 5.0


@dataclass(frozen=True, slots=True)
class _Refresh:
    """Look for games that are new or have changed."""


@dataclass(frozen=True, slots=True)
class _Tell:
    """Tell a game turn by turn."""

    number: int
    language: Language


@dataclass(frozen=True, slots=True)
class _Close:
    """Let go of the journal, and end."""


_Job = _Refresh | _Tell | _Close


@dataclass(frozen=True, slots=True)
class _Changed:
    """What was told of this game holds no more."""

    number: int


@dataclass(frozen=True, slots=True)
class _Shown:
    """All that is handed out at one moment. It is replaced as a whole, so nobody sees half of it."""

    games: Mapping[Language, tuple[PastGame, ...]] = field(default_factory=dict)
    people: tuple[KnownPlayer, ...] = ()


class Archive:
    """Past games, newest first. Whatever is asked is answered at once, with what is known by then."""

    def __init__(self, path: Path, clock: Callable[[], float] = monotonic) -> None:
        self._path, self._clock = path, clock
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._told: SimpleQueue[tuple[_Tell, GameStory] | _Changed] = SimpleQueue()
        # The caller's own.
        self._stories: OrderedDict[_Tell, GameStory] = OrderedDict()
        self._asked: set[_Tell] = set()
        self._thread: Thread | None = None
        # Written by the thread, read by the caller.
        self._shown = _Shown()
        self._is_reading = self._is_closed = False
        # The thread's own.
        self._reader: ArchiveReader | None = None
        self._kept: dict[int, tuple[Mark | None, Kept]] = {}
        self._to_read: deque[GameRecord] = deque()
        self._count = 0  # games looked through since the last refresh

    # For the main loop ---------------------------------------------------------------------------------

    @property
    def is_reading(self) -> bool:
        """Whether games may still be missing in the list."""
        return self._is_reading

    def games(self, language: Language = "en") -> Sequence[PastGame]:
        """The games that are over or were given up, as far as they are known; the newest first."""
        return self._shown.games.get(language, ())

    def people(self) -> Sequence[KnownPlayer]:
        """Everybody who has played here; what they won and scored as far as it is known."""
        return self._shown.people

    def story(self, number: int, language: Language = "en") -> GameStory | None:
        """A past game turn by turn; `None` until it is ready, and if there is none of this number."""
        self._take_stories()
        wanted = _Tell(number, language)
        if wanted in self._stories:
            self._stories.move_to_end(wanted)
            return self._stories[wanted]
        if wanted not in self._asked:
            self._asked.add(wanted)
            self._jobs.put(wanted)
        return None

    def refresh(self) -> None:
        """Look for games that are new or have changed; what is known stays meanwhile."""
        self._asked.clear()  # what was not there may be there now
        self._jobs.put(_Refresh())

    def start(self) -> None:
        """Read on a thread of its own from now on, all games to begin with."""
        self.refresh()
        self._thread = Thread(target=self.run, name="archive", daemon=True)
        self._thread.start()

    def close(self, timeout_s: float = JOIN_S) -> bool:
        """End the thread and let go of the journal; whether it did so in time."""
        self._jobs.put(_Close())
        if self._thread is None:
            self.run()
        else:
            self._thread.join(timeout_s)
        return self._is_closed

    def _take_stories(self) -> None:
        for told in take_all(self._told):
            if isinstance(told, _Changed):
                for language in LANGUAGES:
                    self._stories.pop(_Tell(told.number, language), None)
                continue
            wanted, story = told
            self._asked.discard(wanted)
            self._stories[wanted] = story
            while len(self._stories) > MOST_STORIES:
                self._stories.popitem(last=False)

    # The work ------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Work until it is closed."""
        wait_s: float | None = 0.0
        while not self._is_closed:
            wait_s = self._do(take(self._jobs, wait_s))

    def step(self) -> float | None:
        """Do what was asked, or else look through one game; how long it may rest then. `None`: until it is
        asked for something."""
        return self._do(take(self._jobs, 0.0))

    def _do(self, job: _Job | None) -> float | None:
        try:
            match job:
                case None:
                    return self._read_next()
                case _Refresh():
                    self._look_for_games()
                case _Tell():
                    self._tell(job)
                case _Close():
                    self._let_go()
                    self._is_closed = True
        except (JournalError, sqlite3.Error) as fault:
            logger.warning("past games cannot be read: %s", fault)
            self._let_go()
        except Exception:  # whatever it was, the thread goes on with the next game
            logger.exception("the archive stumbled")
        return 0.0

    def _look_for_games(self) -> None:
        if self._reader is None:
            self._reader = ArchiveReader.open(self._path)
        if self._reader is None or not self._reader.read_records():
            return
        self._to_read, self._count = deque(self._reader.records), 0
        self._is_reading = True
        self._show()  # the people are there before their games are

    def _read_next(self) -> float | None:
        """Look through the newest game that is not known as it is."""
        reader = self._reader
        while reader is not None and self._to_read:
            began = self._clock()
            record = self._to_read.popleft()
            mark, known = reader.mark(record), self._kept.get(record.id)
            if known is not None and mark is not None and known[0] == mark:
                continue
            self._kept[record.id] = mark, keep(reader.look_back(record))
            if known is not None:
                self._told.put(_Changed(record.id))
            self._count += 1
            if self._count <= AT_ONCE or self._count % TOGETHER == 0:
                self._show()
            return 0.0 if self._count < AT_ONCE else REST * (self._clock() - began)
        if self._is_reading:
            self._show()
            self._is_reading = False
        return None

    def _tell(self, wanted: _Tell) -> None:
        if self._reader is None:
            self._look_for_games()
        past = None if self._reader is None else self._reader.find(wanted.number)
        if past is not None:
            self._told.put((wanted, tell_story(past, wanted.language)))

    def _show(self) -> None:
        assert self._reader is not None  # there is something to show
        records = self._reader.records
        kept = [self._kept[record.id][1] for record in records if record.id in self._kept]
        games = {language: tuple(one.lines[language] for one in kept) for language in LANGUAGES}
        self._shown = _Shown(games, know_people(self._reader.players, records, kept))

    def _let_go(self) -> None:
        """Close the journal; it is opened again when something is asked for."""
        self._to_read.clear()
        self._is_reading = False
        reader, self._reader = self._reader, None
        if reader is not None:
            reader.close()
