"""The worker: one thread that owns the camera and the umpires. Jobs go in, results come out.

    worker = Worker(open_camera, {"triolet": TrioletUmpire(profile.known)})
    worker.start()
    worker.send(Read("press 17", game, pressed_at))
    for result in worker.results(): …       # in the main loop, which never waits
    worker.close()

It can be used without its thread too: `step` does one job, or else takes one look.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import TypeVar

from companion.eye import Eye
from companion.jobs import (
    Accept,
    Believer,
    CameraGone,
    CameraHere,
    Cancel,
    Close,
    Failed,
    Forget,
    Job,
    LivePicture,
    NotReadable,
    PieceReader,
    PiecesSeen,
    Previewed,
    Read,
    Result,
    ShowLive,
    Skip,
    TableRead,
    Umpire,
    UseUmpires,
    Watch,
    WatchPieces,
)
from companion.looks import BURST, glance_meanwhile, pixels_of, rule_longer
from companion.rules.triolet import game as triolet
from companion.session.forms import Kind
from companion.session.games import Game
from companion.session.rulings import NotYet
from companion.snapshots import Floats, is_changed, reduce, snapshot_of, thumbnail, to_jpeg
from companion.under_way import Reading, Telling, Watching
from hardware.interfaces import Camera, CameraLost

logger = logging.getLogger(__name__)

HINDERED_S = 0.1  # between two frames while something is in the way
WATCH_S = 0.3  # between two looks at an unpressed table
LIVE_S = 0.15
JOIN_S = 5.0
T = TypeVar("T")


class Worker:
    """Reads the table on a thread of its own."""

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        umpires: Mapping[Kind, Umpire],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._eye, self._umpires, self._clock = Eye(open_camera, clock), dict(umpires), clock
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self._results: SimpleQueue[Result] = SimpleQueue()
        self._reading: Reading | None = None
        self._watching: Watching | None = None
        self._telling: Telling | None = None
        self._looked: tuple[str, Umpire, Floats] | None = None  # the reading that an umpire looked at last
        self._accepted: Floats | None = None  # the table as accepted
        self._is_live = self._is_lost = self._is_closed = False
        self._thread: Thread | None = None

    # For the main loop ---------------------------------------------------------------------------------

    def send(self, job: Job) -> None:
        """Give it something to do."""
        self._jobs.put(job)

    def results(self) -> list[Result]:
        """Everything that came out since the last call, in order; it does not wait."""
        taken = []
        while (result := self.take_result(0.0)) is not None:
            taken.append(result)
        return taken

    def take_result(self, wait_s: float) -> Result | None:
        """The next result; `None` if none comes in time."""
        return _take(self._results, wait_s)

    def start(self) -> None:
        """Work on a thread of its own from now on."""
        self._thread = Thread(target=self.run, name="worker", daemon=True)
        self._thread.start()

    def close(self, timeout_s: float = JOIN_S) -> bool:
        """End the thread and let go of the camera; whether it did so in time."""
        self.send(Close())
        if self._thread is None:
            self.run()
        else:
            self._thread.join(timeout_s)
        return self._is_closed

    # The work ------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Work until `Close` comes."""
        wait_s: float | None = 0.0
        while not self._is_closed:
            wait_s = self._do(_take(self._jobs, wait_s))

    def step(self) -> float | None:
        """Do one job, or else take one look; how long it may rest then. `None`: until the next job."""
        return self._do(_take(self._jobs, 0.0))

    def _do(self, job: Job | None) -> float | None:
        try:
            if job is None:
                return self._look()
            self._begin(job)
        except CameraLost as fault:
            if not self._is_lost:
                logger.warning("the camera is lost: %s", fault)
                self._results.put(CameraGone(str(fault)))
            self._is_lost = True
        except Exception:  # whatever it was, the thread goes on, and people can enter moves by hand
            logger.exception("the worker stumbled")
            self._results.put(Failed(None if self._reading is None else self._reading.job.name))
            # What was going on would stumble again.
            self._reading, self._watching, self._telling, self._is_live = None, None, None, False
        return 0.0

    def _begin(self, job: Job) -> None:
        match job:
            case Read(name, game):
                is_readable = _kind(game) in self._umpires
                self._reading = Reading(job, self._clock()) if is_readable else None
                if not is_readable:
                    self._results.put(NotReadable(name))
            case Cancel():
                self._reading = None
            case Accept(name):
                self._accept(name)
            case Forget():
                self._forget()
            case Skip():
                self._skip()
            case Watch(game):
                is_readable = game is not None and _kind(game) in self._umpires
                self._watching = Watching(game, self._accepted) if game is not None and is_readable else None
            case WatchPieces():
                self._begin_telling(job)
            case ShowLive(is_on):
                self._is_live = is_on
            case UseUmpires(umpires):
                self._umpires = dict(umpires)
                self._looked = self._accepted = None
            case Close():
                self._eye.close()
                self._is_closed = True

    def _begin_telling(self, job: WatchPieces) -> None:
        self._telling = None
        reader: object = self._umpires.get(job.kind)
        if job.wanted is not None and isinstance(reader, PieceReader):
            self._telling = Telling(job.wanted, reader, job.game)

    def _accept(self, name: str) -> None:
        if self._looked is None or self._looked[0] != name:
            self._forget()
            return
        _, umpire, self._accepted = self._looked
        umpire.accept()

    def _forget(self) -> None:
        self._looked = self._accepted = None
        for umpire in self._umpires.values():
            umpire.forget()

    def _skip(self) -> None:
        self._looked = None
        for umpire in self._umpires.values():
            trusting: object = umpire
            if isinstance(trusting, Believer):
                trusting.skip()
            else:
                umpire.forget()

    def _look(self) -> float | None:
        """One look at the table, for whatever most needs one."""
        if not self._eye.is_open:
            return self._eye.wait_s or self._open()
        if self._reading is not None:
            return self._read(self._reading)
        if self._is_live:
            return self._show()
        if self._telling is not None:
            return self._tell(self._telling)
        if self._watching is not None:
            return self._watch(self._watching)
        return None

    def _open(self) -> float:
        self._eye.open()
        if self._is_lost:
            logger.info("the camera is back")
            self._results.put(CameraHere())
        self._is_lost = False
        if self._reading is not None:
            self._reading.wait_again(self._clock())
        if self._watching is not None:
            self._watching.known = self._accepted  # who knows what was laid meanwhile
        if self._telling is not None:
            self._telling.known = None
        return 0.0

    def _read(self, reading: Reading) -> float:
        (frame,) = self._eye.burst(1)
        if not reading.is_due(frame.pixels, self._clock()):
            return 0.0 if reading.hindered is None else HINDERED_S
        job, umpire = reading.job, self._umpires[_kind(reading.job.game)]
        self._looked = None  # in case the umpire stumbles
        trusting: object = umpire
        if job.trusted and isinstance(trusting, Believer):
            trusting.trust(job.trusted)
        frames = glance_meanwhile(umpire, frame.pixels, lambda: pixels_of(self._eye.burst(BURST)))
        ruling, last = rule_longer(umpire, frames, job.game, self._eye.burst)
        now, thumb = self._clock(), thumbnail(last)
        took_s = now - job.asked_at
        logger.info("%s: %s after %.2f s", job.name, type(ruling).__name__, took_s)
        snapshot = snapshot_of(last, umpire.latest)
        self._looked = job.name, umpire, thumb
        self._results.put(TableRead(job.name, ruling, to_jpeg(last), took_s, snapshot, umpire.drawn))
        if not isinstance(ruling, NotYet):
            self._reading = None
            return 0.0
        reading.hindered = thumb
        reading.wait_again(now)
        return HINDERED_S

    def _watch(self, watching: Watching) -> float:
        """Rule on an unpressed table, but only if it is another one and still."""
        (frame,) = self._eye.burst(1)
        thumb = thumbnail(frame.pixels)
        if watching.known is not None and not is_changed(watching.known, thumb):
            return WATCH_S
        if watching.stillness.see(frame.pixels):
            self._looked = None  # this look is nobody's
            umpire = self._umpires[_kind(watching.game)]
            ruling = umpire.rule([frame.pixels], watching.game)
            watching.known = thumb
            self._results.put(Previewed(watching.game, ruling, umpire.drawn))
        return WATCH_S

    def _tell(self, telling: Telling) -> float:
        """Tell the pieces that lie there once they are still, when they are others and once in a while."""
        (frame,) = self._eye.burst(1)
        if telling.is_old(frame.pixels, self._clock()):
            return WATCH_S
        if not telling.stillness.see(frame.pixels):
            return 0.0
        frames = pixels_of(self._eye.burst(BURST))
        self._results.put(PiecesSeen(telling.wanted, telling.reader.show(frames, telling.game)))
        telling.known, telling.told_at = thumbnail(frames[-1]), self._clock()
        return WATCH_S

    def _show(self) -> float:
        (frame,) = self._eye.burst(1)
        if self._results.empty():  # else nobody has looked at the last one yet
            self._results.put(LivePicture(frame.pixels, reduce(frame.pixels)))
        return LIVE_S


def _kind(game: Game) -> Kind:
    return "triolet" if isinstance(game, triolet.Game) else "triominos"


def _take(queue: SimpleQueue[T], wait_s: float | None) -> T | None:
    """The next of a queue; `None` if none comes in time. Without a time it waits for as long as it takes."""
    try:
        return queue.get(wait_s != 0, wait_s)
    except Empty:
        return None
