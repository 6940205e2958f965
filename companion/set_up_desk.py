"""The set-up desk: what the set-up screens want of the camera's pictures, done on a thread of its own.

    desk = SetUpDesk(settings.camera.profile, "fr")
    desk.start()
    desk.see(keeper.live)               # in every round of the main loop while pictures come
    desk.look                           # the latest of them that was looked at
    desk.calibrate()                    # answers at once; `poll` tells later how it went
    for sentence in desk.poll(): …
    known = desk.profile_changed()      # once after every change: it is read with from now on
    known = desk.table_changed()        # the same for the Triominos table

It can be used without its thread too: `step` does one thing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from typing import TypeVar

import numpy as np

from calibration.calibrate import CalibrationFault
from calibration.profile import Profile, load_profile, save_profile
from calibration.table_profile import TableProfile, load_table_profile, save_table_profile
from calibration.tiles import calibrate_tiles
from companion.jobs import LivePicture
from companion.kiosk.backstage import LiveLook
from companion.live_looks import Looker
from companion.queues import take, take_all
from companion.rules.verdict import Language
from companion.set_up_jobs import Close, Job, Load, Look, PutSpecials, Wish, Work
from companion.set_up_shelf import Shelf
from companion.set_up_tasks import (
    CalibrateTable,
    Done,
    learn_tokens,
    put_specials,
    set_up_board,
    set_up_table,
)
from companion.set_up_words import Said
from vision.known import KnownBoard
from vision.known_table import KnownTable

logger = logging.getLogger(__name__)

P = TypeVar("P")
K = TypeVar("K")
WAIT_S = 5.0  # for a picture
JOIN_S = 5.0


def table_profile_path(profile_path: Path) -> Path:
    """Where the profile for Triominos is kept: beside the one for Triolet."""
    return profile_path.with_name("triominos-" + profile_path.name)


class SetUpDesk:
    """Looks at live pictures, calibrates, keeps the profile. `language` may be changed at any time."""

    def __init__(
        self,
        profile_path: Path,
        language: Language = "en",
        clock: Callable[[], float] = monotonic,
        table_path: Path | None = None,
        calibrate_table: CalibrateTable = calibrate_tiles,
    ) -> None:
        self.language: Language = language
        self._clock, self._calibrate_table = clock, calibrate_table
        # The board of Triolet, and the table of Triominos: the same mount sees both, each in its own way.
        self._board: Shelf[Profile, KnownBoard] = Shelf(
            profile_path, load_profile, save_profile, lambda profile: profile.known
        )
        self._table: Shelf[TableProfile, KnownTable] = Shelf(
            table_path or table_profile_path(profile_path),
            load_table_profile,
            save_table_profile,
            lambda profile: profile.known,
        )
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self._outcomes: SimpleQueue[tuple[Said, ...]] = SimpleQueue()
        # The caller's own.
        self._wish: Wish | None = None
        self._taken: list[LivePicture] = []  # for the wish
        self._waits_since = 0.0
        self._thread: Thread | None = None
        # Read by both, each written by one of them and always as a whole.
        self._showing = 0  # counts the times that pictures were shown
        self._newest: tuple[int, LivePicture | None] = 0, None
        self._shown: tuple[int, LiveLook | None] = 0, None
        self._is_closed = False
        # The thread's own.
        self._looker = Looker()
        self._looked_at: LivePicture | None = None
        self._jobs.put(Load())

    # Pictures ------------------------------------------------------------------------------------------

    def see(self, picture: LivePicture | None) -> None:
        """The latest live picture; the same one again is passed over. `None`: no more are shown."""
        if picture is self._newest[1]:
            return
        self._showing += picture is None
        self._newest = self._showing, picture
        if picture is None:
            return
        if self._wish is not None:
            self._taken.append(picture)
            self._waits_since = self._clock()
            if len(self._taken) == self._wish.pictures:
                self._jobs.put(Work(self._wish, tuple(self._taken)))
                self._wish = None
        self._jobs.put(Look())

    @property
    def look(self) -> LiveLook | None:
        """The latest picture that was looked at; `None` before the first of those that are shown now."""
        showing, look = self._shown
        return look if showing == self._showing else None

    @property
    def wants_picture(self) -> bool:
        """Whether something waits for the next picture, so that one must come, whatever the screen shows."""
        return self._wish is not None

    # The profile ---------------------------------------------------------------------------------------

    @property
    def profile(self) -> Profile | None:
        """The profile in force; `None` before one is saved, and until the saved one was read."""
        return self._board.profile

    @property
    def known(self) -> KnownBoard | None:
        """What the reader needs of the profile."""
        return self._board.known

    @property
    def profile_name(self) -> str:
        """The name of its file; empty without a profile."""
        return self._board.name

    @property
    def is_enrolled(self) -> bool:
        """Whether the family's own tokens were learned."""
        return self.profile is not None and self.profile.tokens is not None

    def profile_changed(self) -> KnownBoard | None:
        """What to read with from now on; told once, also for the profile that was saved before."""
        return self._board.changed()

    @property
    def table_name(self) -> str:
        """The name of the file with the Triominos table's profile; empty without one."""
        return self._table.name

    def table_changed(self) -> KnownTable | None:
        """The same as `profile_changed` for the Triominos table."""
        return self._table.changed()

    def specials(self) -> dict[str, str]:
        """The kind of each special square, by cell; empty without a profile."""
        if self.profile is None:
            return {}
        return {cell: kind for kind, cells in self.profile.specials.items() for cell in cells}

    # What people ask for: each is answered at once ------------------------------------------------------

    def calibrate(self) -> str:
        """Calibrate from what the camera sees next."""
        return self._want(Wish("set-up"))

    def set_corners(self, corners: Sequence[tuple[float, float]]) -> str:
        """Calibrate with these corners of A1, A15, O15 and O1, in pixels of the look's picture."""
        return self._want(Wish("set-up", np.array(corners, np.float64).reshape(4, 2)))

    def calibrate_table(self) -> str:
        """Calibrate for Triominos from what the camera sees next: one tile on the table, or a few."""
        return self._want(Wish("table"))

    def enrol(self) -> str:
        """Learn the tokens that lie on the board: one of each, row by row from 0 to 15, the joker last."""
        if self.profile is None:
            return Said("no-profile").say(self.language)
        return self._want(Wish("learn"))

    def confirm_specials(self, specials: Mapping[str, str]) -> str:
        """Keep these special squares, the kind of each by its cell."""
        if self.profile is None:
            return Said("no-profile").say(self.language)
        self._jobs.put(PutSpecials(dict(specials)))
        return Said("keeping").say(self.language)

    def poll(self) -> list[str]:
        """How things went that were asked for, one text each, in the language set now."""
        if self._wish is not None and self._clock() - self._waits_since > WAIT_S:
            self._wish = None
            self._outcomes.put((Said("no-picture"),))
        outcomes = take_all(self._outcomes)
        return [" ".join(said.say(self.language) for said in outcome) for outcome in outcomes]

    def _want(self, wish: Wish) -> str:
        self._wish = wish  # in place of any that has no picture yet: the last touch counts
        self._taken, self._waits_since = [], self._clock()
        return Said("looking").say(self.language)

    # The thread ----------------------------------------------------------------------------------------

    def start(self) -> None:
        """Work on a thread of its own from now on."""
        self._thread = Thread(target=self.run, name="set-up desk", daemon=True)
        self._thread.start()

    def close(self, timeout_s: float = JOIN_S) -> bool:
        """End the thread; whether it did so in time."""
        self._jobs.put(Close())
        if self._thread is None:
            self.run()
        else:
            self._thread.join(timeout_s)
        return self._is_closed

    def run(self) -> None:
        """Work until it is closed."""
        while not self._is_closed:
            self._do(take(self._jobs, None))

    def step(self) -> float | None:
        """Do one thing; `None` if there was nothing to do."""
        return self._do(take(self._jobs, 0.0))

    def _do(self, job: Job | None) -> float | None:
        try:
            match job:
                case None:
                    return None
                case Load():
                    self._load()
                case Look():
                    self._look()
                case Work(wish, pictures):
                    self._work(wish, pictures)
                case PutSpecials(kinds) if self.profile is not None:
                    self._keep(self._board, put_specials(self.profile, kinds))
                case PutSpecials():
                    self._outcomes.put((Said("no-profile"),))
                case Close():
                    self._is_closed = True
        except CalibrationFault as fault:
            self._outcomes.put((Said(fault.reason, fault.details),))
        except Exception:  # whatever it was, the thread goes on, and people can try again
            logger.exception("the set-up desk stumbled")
            if not isinstance(job, Look):
                self._outcomes.put((Said("stumbled"),))
        return 0.0

    def _load(self) -> None:
        if not self._board.load():
            self._outcomes.put((Said("bad-profile"),))
        if not self._table.load():
            self._outcomes.put((Said("bad-table-profile"),))

    def _look(self) -> None:
        showing, picture = self._newest
        if picture is None or picture is self._looked_at:
            return  # older pictures are passed over: the newest was looked at in place of one of them
        self._looked_at = picture
        self._shown = showing, self._looker.look(picture, self.language)

    def _work(self, wish: Wish, pictures: Sequence[LivePicture]) -> None:
        picture = pictures[-1]
        if wish.what == "table":
            self._keep(self._table, set_up_table(picture, self._table.profile, self._calibrate_table))
        elif wish.what == "set-up":
            self._keep(self._board, set_up_board(picture, wish.corners, self.profile))
        elif self.profile is not None:
            self._keep(self._board, learn_tokens(pictures, self.profile))

    def _keep(self, shelf: Shelf[P, K], done: Done[P]) -> None:
        is_saved = shelf.keep(done.profile)
        self._outcomes.put(done.said if is_saved else (*done.said, Said("not-saved")))
