"""The set-up desk: what the set-up screens want of the camera's pictures, done on a thread of its own.

    desk = SetUpDesk(settings.camera.profile, "fr")
    desk.start()
    desk.see(keeper.live)               # in every round of the main loop while pictures come
    desk.look                           # the latest of them that was looked at
    desk.calibrate()                    # answers at once; `poll` tells later how it went
    for sentence in desk.poll(): …
    known = desk.profile_changed()      # once after every change: it is read with from now on

It can be used without its thread too: `step` does one thing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from typing import Literal

import numpy as np

from calibration.calibrate import CalibrationFault
from calibration.profile import Profile, ProfileFault, load_profile, save_profile
from companion.jobs import LivePicture
from companion.kiosk.backstage import LiveLook
from companion.live_looks import Looker
from companion.queues import take, take_all
from companion.rules.verdict import Language
from companion.set_up_tasks import Done, learn_tokens, put_specials, set_up_board
from companion.set_up_words import Said
from vision.grid import Points
from vision.known import KnownBoard

logger = logging.getLogger(__name__)

WAIT_S = 5.0  # for a picture
JOIN_S = 5.0


@dataclass(frozen=True, slots=True, eq=False)
class _Wish:
    """To be done with the next picture: whatever was laid out before the touch is in that one for sure."""

    what: Literal["set-up", "learn"]
    asked_at: float
    corners: Points | None = None  # in pixels of the small picture


@dataclass(frozen=True, slots=True, eq=False)
class _Work:
    """A wish that has its picture."""

    wish: _Wish
    picture: LivePicture


@dataclass(frozen=True, slots=True)
class _Look:
    """There is a newer picture."""


@dataclass(frozen=True, slots=True)
class _PutSpecials:
    kinds: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Load:
    """Read the profile that was saved."""


@dataclass(frozen=True, slots=True)
class _Close:
    """End."""


_Job = _Work | _Look | _PutSpecials | _Load | _Close


class SetUpDesk:
    """Looks at live pictures, calibrates, keeps the profile. `language` may be changed at any time."""

    def __init__(
        self, profile_path: Path, language: Language = "en", clock: Callable[[], float] = monotonic
    ) -> None:
        self.language: Language = language
        self._path, self._clock = profile_path, clock
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._outcomes: SimpleQueue[tuple[Said, ...]] = SimpleQueue()
        self._changes: SimpleQueue[KnownBoard] = SimpleQueue()
        # The caller's own.
        self._wish: _Wish | None = None
        self._thread: Thread | None = None
        # Read by both, each written by one of them and always as a whole.
        self._showing = 0  # counts the times that pictures were shown
        self._newest: tuple[int, LivePicture | None] = 0, None
        self._shown: tuple[int, LiveLook | None] = 0, None
        self._profile: Profile | None = None
        self._known: KnownBoard | None = None
        self._is_closed = False
        # The thread's own.
        self._looker = Looker()
        self._looked_at: LivePicture | None = None
        self._jobs.put(_Load())

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
            self._jobs.put(_Work(self._wish, picture))
            self._wish = None
        self._jobs.put(_Look())

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
        return self._profile

    @property
    def known(self) -> KnownBoard | None:
        """What the reader needs of the profile."""
        return self._known

    @property
    def profile_name(self) -> str:
        """The name of its file; empty without a profile."""
        return "" if self._profile is None else self._path.stem

    @property
    def is_enrolled(self) -> bool:
        """Whether the family's own tokens were learned."""
        return self._profile is not None and self._profile.tokens is not None

    def profile_changed(self) -> KnownBoard | None:
        """What to read with from now on; told once, also for the profile that was saved before."""
        changes = take_all(self._changes)
        return changes[-1] if changes else None

    def specials(self) -> dict[str, str]:
        """The kind of each special square, by cell; empty without a profile."""
        if self._profile is None:
            return {}
        return {cell: kind for kind, cells in self._profile.specials.items() for cell in cells}

    # What people ask for: each is answered at once ------------------------------------------------------

    def calibrate(self) -> str:
        """Calibrate from what the camera sees next."""
        return self._want(_Wish("set-up", self._clock()))

    def set_corners(self, corners: Sequence[tuple[float, float]]) -> str:
        """Calibrate with these corners of A1, A15, O15 and O1, in pixels of the look's picture."""
        return self._want(_Wish("set-up", self._clock(), np.array(corners, np.float64).reshape(4, 2)))

    def enrol(self) -> str:
        """Learn the tokens that lie on the board: one of each, row by row from 0 to 15, the joker last."""
        if self._profile is None:
            return Said("no-profile").say(self.language)
        return self._want(_Wish("learn", self._clock()))

    def confirm_specials(self, specials: Mapping[str, str]) -> str:
        """Keep these special squares, the kind of each by its cell."""
        if self._profile is None:
            return Said("no-profile").say(self.language)
        self._jobs.put(_PutSpecials(dict(specials)))
        return Said("keeping").say(self.language)

    def count_rack(self, player: int) -> int | None:
        """What lies in front of a player. `None`: there is no reader for tokens beside the board."""
        return None

    def drawn_values(self) -> tuple[int, ...] | None:
        """What was drawn to find who starts. `None`: there is no reader for tokens beside the board."""
        return None

    def poll(self) -> list[str]:
        """How things went that were asked for, one text each, in the language set now."""
        if self._wish is not None and self._clock() - self._wish.asked_at > WAIT_S:
            self._wish = None
            self._outcomes.put((Said("no-picture"),))
        outcomes = take_all(self._outcomes)
        return [" ".join(said.say(self.language) for said in outcome) for outcome in outcomes]

    def _want(self, wish: _Wish) -> str:
        self._wish = wish  # in place of any that has no picture yet: the last touch counts
        return Said("looking").say(self.language)

    # The thread ----------------------------------------------------------------------------------------

    def start(self) -> None:
        """Work on a thread of its own from now on."""
        self._thread = Thread(target=self.run, name="set-up desk", daemon=True)
        self._thread.start()

    def close(self, timeout_s: float = JOIN_S) -> bool:
        """End the thread; whether it did so in time."""
        self._jobs.put(_Close())
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

    def _do(self, job: _Job | None) -> float | None:
        try:
            match job:
                case None:
                    return None
                case _Load():
                    self._load()
                case _Look():
                    self._look()
                case _Work(wish, picture):
                    self._work(wish, picture)
                case _PutSpecials(kinds) if self._profile is not None:
                    self._keep(put_specials(self._profile, kinds))
                case _PutSpecials():
                    self._outcomes.put((Said("no-profile"),))
                case _Close():
                    self._is_closed = True
        except CalibrationFault as fault:
            self._outcomes.put((Said(fault.reason, fault.details),))
        except Exception:  # whatever it was, the thread goes on, and people can try again
            logger.exception("the set-up desk stumbled")
            if not isinstance(job, _Look):
                self._outcomes.put((Said("stumbled"),))
        return 0.0

    def _load(self) -> None:
        if not self._path.exists():
            return
        try:
            self._use(load_profile(self._path))
        except ProfileFault as fault:
            logger.warning("%s", fault)
            self._outcomes.put((Said("bad-profile"),))

    def _look(self) -> None:
        showing, picture = self._newest
        if picture is None or picture is self._looked_at:
            return  # older pictures are passed over: the newest was looked at in place of one of them
        self._looked_at = picture
        self._shown = showing, self._looker.look(picture, self.language)

    def _work(self, wish: _Wish, picture: LivePicture) -> None:
        if wish.what == "set-up":
            self._keep(set_up_board(picture, wish.corners, self._profile))
        elif self._profile is not None:
            self._keep(learn_tokens(picture, self._profile))

    def _keep(self, done: Done) -> None:
        said = done.said
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            save_profile(done.profile, self._path)
        except OSError as fault:
            logger.warning("the profile cannot be saved: %s", fault)
            said = (*said, Said("not-saved"))
        self._use(done.profile)
        self._outcomes.put(said)

    def _use(self, profile: Profile) -> None:
        known = profile.known  # the network sees the learned tokens: not for the caller to wait for
        self._profile, self._known = profile, known
        self._changes.put(known)
