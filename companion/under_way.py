"""What the worker has under way: a table that is read, one that is watched, pieces that are told."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.jobs import Bytes, PieceReader, Read
from companion.session.games import Game
from companion.session.shown import Wanted
from companion.snapshots import Floats, is_changed, thumbnail
from vision.stillness import Stillness

PATIENCE_S = 2.0  # a table that does not come to rest is read all the same: the burst knows what moved
TELL_S = 4.0  # pieces to be told are read again after that: one that was only straightened looks the same


@dataclass(slots=True, eq=False)
class Reading:
    """A reading after a press."""

    job: Read
    since: float  # when it began to wait for a still table
    stillness: Stillness = field(default_factory=Stillness)
    hindered: Floats | None = None  # the table when something was in the way: no use to read that again

    def is_due(self, frame: Bytes, now: float) -> bool:
        """Whether, with this frame, it is time to read."""
        is_still = self.stillness.see(frame)
        is_other = self.hindered is None or is_changed(self.hindered, thumbnail(frame))
        return (is_still and is_other) or now - self.since >= PATIENCE_S

    def wait_again(self, now: float) -> None:
        self.since, self.stillness = now, Stillness()


@dataclass(slots=True, eq=False)
class Watching:
    """An unpressed table that is watched."""

    game: Game
    known: Floats | None  # the table whose ruling is known
    stillness: Stillness = field(default_factory=lambda: Stillness(frames=2))


@dataclass(slots=True, eq=False)
class Telling:
    """Pieces that are laid to be told."""

    wanted: Wanted
    reader: PieceReader
    game: Game | None
    known: Floats | None = None  # the table that was told
    told_at: float = float("-inf")
    stillness: Stillness = field(default_factory=Stillness)

    def is_old(self, frame: Bytes, now: float) -> bool:
        """Whether this frame shows what was told just now."""
        is_same = self.known is not None and not is_changed(self.known, thumbnail(frame))
        return is_same and now - self.told_at < TELL_S
