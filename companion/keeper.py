"""The keeper: the one on the main thread who holds the journal, the session and the near end of the worker.

keeper = Keeper(journal, worker)
keeper.resume() or keeper.begin(setup)
keeper.end_turn(pressed_at)             # Declined with a sentence, or None
for one in keeper.poll(): …             # in every round of the main loop: what just happened
keeper.view(clock(), "fr")              # what to draw
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from time import monotonic

from companion import jobs
from companion.disk_watch import DiskWatch
from companion.following import follow_look, starts_reading, trusted_places
from companion.jobs import Bytes, Port, Result, TableRead, Umpire
from companion.journal import Journal
from companion.piece_show import PieceShow
from companion.pool_watch import PoolWatch
from companion.press_names import name_presses
from companion.record import RecordedGame
from companion.rules.verdict import Cell, Language
from companion.session import news
from companion.session.comparing import Comparison, NotNow, why_held
from companion.session.declined import Declined
from companion.session.events import GameStarted
from companion.session.forms import Kind
from companion.session.games import Game
from companion.session.intents import Dismiss, EndTurn, Input, Intent, Pause, Ruled, Tick
from companion.session.pending import Pending, foresee
from companion.session.phases import BeingRead, ToLay
from companion.session.rulings import NotYet
from companion.session.setup import Setup
from companion.session.state import State
from companion.session.timing import GRACE_S
from companion.session.views import SandView, TableView, see_sand
from companion.table_check import TableCheck

logger = logging.getLogger(__name__)

TICK_S = 0.1  # between two ticks of the sand


class Keeper:
    """Keeps one game at a time. Nobody else touches the journal or the session while it does."""

    def __init__(
        self,
        journal: Journal,
        port: Port,
        clock: Callable[[], float] = monotonic,
        *,
        language: Language = "en",
        preview: bool = True,
    ) -> None:
        self.language, self.preview = language, preview  # of the news; whether unpressed pieces are looked at
        self.game: RecordedGame | None = None
        self.pending: Pending | None = None  # what lies there unpressed, and what it would score
        self.live: jobs.LivePicture | None = None  # the table now, while it is shown live
        self.has_camera = True  # as far as is known
        self.pressing_since: float | None = None  # End turn is down since then, and that was not told yet
        self.journal, self._port, self._clock = journal, port, clock
        self._names = name_presses()
        self._check = TableCheck(port, self._names)
        self.pieces = PieceShow(port, clock)  # what is laid to be told, not played
        self._news: list[news.News] = []
        self._reading: str | None = None  # the press that the worker reads
        self._is_unreadable = False  # nobody can read the press that waits
        self._look: TableRead | None = None  # the latest that concerned this game
        self._watched: Game | None = None
        self._disk, self._pool = DiskWatch(journal), PoolWatch()
        self._ticked_at = float("-inf")

    # A game --------------------------------------------------------------------------------------------

    def begin(self, setup: Setup) -> None:
        """A new game; `Malformed` or `NotRecordable` if there can be none like that, and nothing changes."""
        self._take(RecordedGame.begin(self.journal, setup, self._clock()), is_new=True)

    def resume(self) -> bool:
        """Go on with the game that was cut off, or with the match whose next game can begin; whether there is
        one. `NotResumable` if it cannot be read."""
        at = self._clock()
        game = RecordedGame.resume(self.journal, at) or RecordedGame.resume_match(self.journal, at)
        if game is not None:
            self._take(game)
        return game is not None

    def take_up(self, game: int) -> None:
        """Go on with any game of the journal; `NotResumable` if it cannot be read."""
        self._take(RecordedGame.take_up(self.journal, game, self._clock()))

    def leave(self) -> None:
        """Put the game aside; `resume` finds it as it is."""
        if self.game is not None and (sand := self.game.session.state.sand) is not None and sand.runs:
            self._hear(Pause(self._clock()))
        self.game = None
        self._let_go()
        self._keep_watch()

    # What people do ------------------------------------------------------------------------------------

    def hear(self, intent: Intent) -> Declined | None:
        """Do what was asked for, all of it on disk when this returns; or why it is not possible.

        An `EndTurn` without a name gets one.
        """
        if self.game is None:
            return NotNow("no-game")
        if self.is_held and (why := why_held(intent, self.comparison)) is not None:
            return why
        if isinstance(intent, EndTurn) and not intent.press:
            intent = replace(intent, press=next(self._names))
        return self._hear(intent)

    def end_turn(self, pressed_at: float) -> Declined | None:
        """The button went down at that moment."""
        return self.hear(EndTurn("", pressed_at, self._clock()))

    def look_again(self) -> None:
        """Compare the table with the game once more."""
        if self.game is not None and not self.game.session.state.is_over:
            self._check.begin(self.game.session.state.game, self._clock(), self.has_camera)

    def play_on(self) -> None:
        """Go on with what lies there, whether it is as the game has it or not."""
        self._check.stop()

    def use_umpires(self, umpires: Mapping[Kind, Umpire]) -> None:
        """Have others read from now on: after a change of profile."""
        self._port.send(jobs.UseUmpires(umpires))

    def show_live(self, is_on: bool) -> None:
        """Let the camera's picture come in as `live`, for setting up."""
        self.live = None
        self._port.send(jobs.ShowLive(is_on))

    # What is seen --------------------------------------------------------------------------------------

    @property
    def comparison(self) -> Comparison | None:
        """How the table differs from the game that was taken up; `None` while that is not known."""
        return self._check.comparison

    @property
    def is_held(self) -> bool:
        """Whether nothing can be played until the table is as it was, or `play_on`."""
        return self._check.is_held

    @property
    def must_enter(self) -> bool:
        """Whether a press waits that cannot be read now: its move can be entered on the screen, or dismissed.

        Without an umpire that is for good; without a camera it is read when the camera is back.
        """
        is_waiting = self.game is not None and isinstance(self.game.session.state.phase, BeingRead)
        return is_waiting and (self._is_unreadable or not self.has_camera)

    @property
    def picture(self) -> bytes | None:
        """The table at the latest reading, a small JPEG."""
        return None if self._look is None else self._look.jpeg

    def snapshot(self, cell: Cell) -> Bytes | None:
        """The camera's own picture of a square at the latest reading (BGR); `None` if there is none."""
        if self._look is None or self._look.snapshot is None:
            return None
        return self._look.snapshot.crop(cell)

    def view(self, at: float | None = None, language: Language | None = None) -> TableView | None:
        """What to draw of the game; `None` if there is none."""
        if self.game is None:
            return None
        return self.game.session.view(self._clock() if at is None else at, language or self.language)

    def sand(self, at: float) -> SandView | None:
        """The sand alone at this moment; `None` where none runs or could."""
        return None if self.game is None else see_sand(self.game.session.state, at)

    # The main loop -------------------------------------------------------------------------------------

    def poll(self) -> tuple[news.News, ...]:
        """Take in what the worker found and the time that passed; what happened since the last call."""
        at = self._clock()
        for result in self._port.results():
            self._take_in(result, at)
        self._tick(at)
        self._keep_watch()
        self.pieces.mind(at)
        self._news += self._disk.mind(at, self.language)
        told, self._news = tuple(self._news), []
        return told

    def _take_in(self, result: Result, at: float) -> None:
        match result:
            case TableRead():
                self._take_look(result, at)
            case jobs.NotReadable(name) | jobs.Failed(name) if self._check.owns(name):
                self._check.give_up()
            case jobs.NotReadable(name) if name == self._reading:
                self._reading, self._is_unreadable = None, True
                self._news.append(news.CannotRead())
            case jobs.Failed(name) if name is not None and name == self._reading:
                self._reading = None
                self._hear(Dismiss(at))  # so that it can be pressed again
                self._news.append(news.ReadingFailed())
            case jobs.CameraGone(cause):
                self.has_camera, self.pending = False, None
                self._check.miss_camera()
                self.pieces.lose()
                self._news.append(news.CameraLost(cause))
            case jobs.CameraHere():
                self.has_camera = True
                self._news.append(news.CameraBack())
            case jobs.Previewed(game, ruling, drawn):
                if self.game is not None and game is self._watched:
                    state = self.game.session.state
                    self.pending = foresee(self.game.session, ruling, at, self.language)
                    self._news += self._pool.see(drawn, state, state, self.language)
            case jobs.PiecesSeen():
                self.pieces.hear(result)
            case jobs.LivePicture():
                self.live = result

    def _take_look(self, look: TableRead, at: float) -> None:
        if self.game is None:
            return
        if self._check.owns(look.name):
            self._look = look
            differs = self._check.hear(look.ruling, self.game.session.state.phase)
            if differs is not None:
                self._news.append(news.TableDiffers(differs))
        elif look.name == self._reading:
            self._look = look
            if not isinstance(look.ruling, NotYet):
                self._reading = None  # the worker has done with it
            before = self.game.session.state
            declined = self._hear(Ruled(look.name, look.ruling, at))
            self._news += self._pool.see(look.drawn, before, self.game.session.state, self.language)
            if declined is not None:
                logger.warning("the reading of %s came to nothing: %s", look.name, declined.say())

    def _tick(self, at: float) -> None:
        if self.pressing_since is not None:
            at = min(at, self.pressing_since)  # in time, it must be told before the sand runs out
        sand = None if self.game is None else self.game.session.state.sand
        if sand is None or not sand.runs:
            return
        # The end of the sand is told at once: the next player's has begun with it.
        if at - self._ticked_at >= TICK_S or sand.has_run_out(at - GRACE_S):
            self._ticked_at = at
            self._hear(Tick(at))

    def _keep_watch(self) -> None:
        """Have unpressed pieces looked at only while somebody lays, and nothing else waits for a look."""
        state = None if self.game is None else self.game.session.state
        is_laying = state is not None and state.phase == ToLay() and not state.is_paused and not state.is_over
        is_free = self.preview and not self._check.is_going_on
        wanted = state.game if state is not None and is_laying and is_free else None
        if wanted is not self._watched:
            self._watched, self.pending = wanted, None
            self._port.send(jobs.Watch(wanted))

    # What follows --------------------------------------------------------------------------------------

    def _take(self, game: RecordedGame, is_new: bool = False) -> None:
        """Hold this game from now on."""
        self.game = game
        self._let_go()
        if is_new:
            self._check.glance(game.session.state.game, self._clock())
        else:
            self.look_again()
        self._keep_watch()

    def _let_go(self) -> None:
        """Nothing that was under way concerns anybody any more."""
        self._check.stop()
        self.pieces.stop()
        self._check.comparison = None
        self._reading, self._look, self.pending, self._is_unreadable = None, None, None, False
        self._port.send(jobs.Cancel())
        self._port.send(jobs.Forget())

    def _hear(self, heard: Input) -> Declined | None:
        assert self.game is not None  # whoever calls has looked
        before, look = self.game.session.state, self._look
        # The picture goes with what was read from it, also if a question was answered in between.
        is_shown = look is not None and look.name == before.phase.press
        after = self.game.hear(heard, look.jpeg if look is not None and is_shown else None)
        if isinstance(after, Declined):
            return after
        self.game = after
        self._news += news.tell(before, after.session, self.language)
        if any(isinstance(event, GameStarted) for event in after.session.news):
            self._take(after, is_new=True)
        elif after.session.news:
            self._follow(before, after)
        return None

    def _follow(self, before: State, game: RecordedGame) -> None:
        """Let the worker do what now must be done, and nothing that nobody waits for any more."""
        state, events = game.session.state, game.session.news
        told = follow_look(before.phase, events)
        if told is not None:
            self._port.send(told)
        reads = isinstance(state.phase, BeingRead) and starts_reading(events)
        if self._check.is_going_on and (reads or state.game is not before.game):
            was_held = self.is_held
            self._check.stop()
            if was_held:
                self.look_again()
        if isinstance(state.phase, BeingRead) and reads:
            self._reading, self._is_unreadable = state.phase.press, False
            trusted = trusted_places(before.phase, events)
            self._port.send(jobs.Read(state.phase.press, state.game, state.latest, trusted))
        elif not isinstance(state.phase, BeingRead):
            if self._reading is not None:
                self._port.send(jobs.Cancel())
            self._reading, self._is_unreadable = None, False
        self._keep_watch()
