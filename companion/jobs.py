"""What goes between the main loop and the worker: jobs in, results out, all of them frozen values."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from companion.rules.verdict import Cell
from companion.session.forms import Kind
from companion.session.games import Game
from companion.session.rulings import Ruling
from companion.session.shown import ShownPieces, Wanted
from companion.snapshots import Snapshot

Bytes = NDArray[np.uint8]


class Umpire(Protocol):
    """Whoever reads pictures of one game and rules on them, remembering how the table looked."""

    @property
    def latest(self) -> object:
        """What the latest look showed; an observation of a board or of tiles can be cut into crops."""

    @property
    def drawn(self) -> int:
        """How many tiles the latest look shows to have been drawn that nobody told."""

    def rule(self, frames: Sequence[Bytes], game: Game) -> Ruling:
        """Read the table and rule on it; `game` is as it was last accepted."""

    def accept(self) -> None:
        """The latest look shows the table as it is now accepted."""

    def forget(self) -> None:
        """What is accepted is no longer what was last seen."""


@runtime_checkable
class Glancer(Protocol):
    """An umpire that can begin to look while the frames of a burst are still being taken."""

    def glance(self, frame: Bytes) -> None:
        """Look at the last frame before the burst; whatever it finds makes the next ruling faster."""


@runtime_checkable
class Believer(Protocol):
    """An umpire that lets the players know better."""

    def trust(self, places: Collection[Cell]) -> None:
        """The players say that the accepted pieces lie in these places as they did, whatever is seen."""

    def skip(self) -> None:
        """A turn was counted that no look shows: it was entered by hand."""


@runtime_checkable
class PieceReader(Protocol):
    """An umpire that also tells pieces which were laid to be told, not played."""

    def show(self, frames: Sequence[Bytes], game: Game | None) -> ShownPieces:
        """What lies there beside this game; before a game, all there is. Nothing it remembers changes."""


class Port(Protocol):
    """The worker as the main loop sees it. Neither call waits."""

    def send(self, job: Job) -> None: ...

    def results(self) -> list[Result]:
        """Everything that came out since the last call, in order."""


# Jobs -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Read:
    """Read the table as soon as it is still, again and again while something is in the way. It takes the
    place of any reading before it. `name` is the press, or any other name that was not used yet."""

    name: str
    game: Game  # as accepted
    asked_at: float  # when the button went down
    trusted: tuple[Cell, ...] = ()  # where the players say that everything lies as it did


@dataclass(frozen=True, slots=True)
class Cancel:
    """Nobody waits for a reading any more."""


@dataclass(frozen=True, slots=True)
class Accept:
    """The look of this reading is how the accepted table looks. If it was not the latest, nothing is."""

    name: str


@dataclass(frozen=True, slots=True)
class Forget:
    """No look shows the accepted table: after an undo, a correction, a restart."""


@dataclass(frozen=True, slots=True)
class Skip:
    """A turn was counted that no look shows: a move that was entered by hand."""


@dataclass(frozen=True, slots=True)
class Watch:
    """While there is nothing else to do, rule on whatever is laid beside this game; `None`: do not."""

    game: Game | None


@dataclass(frozen=True, slots=True)
class WatchPieces:
    """While there is nothing else to do, tell what lies there beside this game, and again whenever that has
    changed; `None`: do not. Before a game there is none."""

    wanted: Wanted | None
    kind: Kind = "triolet"
    game: Game | None = None


@dataclass(frozen=True, slots=True)
class ShowLive:
    """Hand out picture after picture, or stop it."""

    is_on: bool


@dataclass(frozen=True, slots=True)
class UseUmpires:
    """Others read from now on: after a change of profile."""

    umpires: Mapping[Kind, Umpire]


@dataclass(frozen=True, slots=True)
class Close:
    """Let go of the camera, and end."""


Job = Read | Cancel | Accept | Forget | Skip | Watch | WatchPieces | ShowLive | UseUmpires | Close

# Results ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class TableRead:
    """What the table showed. After `NotYet` it is looked at again by itself."""

    name: str
    ruling: Ruling
    jpeg: bytes  # small
    took_s: float  # from the press on
    snapshot: Snapshot | None  # for crops of the pieces; `None` where nothing was found
    drawn: int = 0  # tiles gone from the pool that nobody told


@dataclass(frozen=True, slots=True)
class NotReadable:
    """There is no umpire for this game."""

    name: str


@dataclass(frozen=True, slots=True)
class Failed:
    """Something unexpected happened, and is in the log; `name` is the reading that it ended, if any."""

    name: str | None


@dataclass(frozen=True, slots=True)
class CameraGone:
    """No pictures any more. The worker tries by itself to get the camera back."""

    cause: str


@dataclass(frozen=True, slots=True)
class CameraHere:
    """Pictures again."""


@dataclass(frozen=True, slots=True)
class Previewed:
    """What lies there unpressed, `game` being what the watch was told."""

    game: Game
    ruling: Ruling
    drawn: int = 0  # tiles gone from the pool that nobody told


@dataclass(frozen=True, slots=True)
class PiecesSeen:
    """What lies there to be told, as it was asked for."""

    wanted: Wanted
    shown: ShownPieces


@dataclass(frozen=True, slots=True, eq=False)
class LivePicture:
    """The table now, as the camera gives it and small enough to show."""

    full: Bytes  # BGR
    small: Bytes  # BGR


Result = TableRead | NotReadable | Failed | CameraGone | CameraHere | Previewed | PiecesSeen | LivePicture
