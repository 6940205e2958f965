"""The virtual camera of the kiosk: over a table that is changed from another thread.

The camera draws the table on the worker's thread. So changes are not made there and then: they wait in a
queue that the camera empties before its next frame, and nobody waits for a drawing. With each frame that
shows another table comes a `Seen`: the picture for the screen, and where the places of the table lie in it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.kiosk.backstage import Picture
from companion.rules.verdict import Cell
from companion.session.forms import Kind
from companion.virtual_mount import Mount, Outline, draw_table, mount_of
from hardware.interfaces import Frame
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.table import VirtualTable

Change = Callable[[VirtualTable], object]


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A table as the camera saw it."""

    kind: Kind
    changes: int  # so many had been made, counted from the start
    picture: Picture
    places: Mapping[Cell, Outline]  # in the picture's pixels, by the table's own names


@dataclass(frozen=True, slots=True, eq=False)
class _Mounted:
    """A table, its camera, and where everything lies in the picture."""

    table: VirtualTable
    camera: VirtualCamera
    mount: Mount


class QueuedCamera:
    """Sees one virtual table for each game; `use` chooses which of them lies there."""

    def __init__(self, seed: int, draw: Callable[[Kind, int], VirtualTable] = draw_table) -> None:
        self._seed, self._draw = seed, draw
        self._tables: dict[Kind, _Mounted] = {}
        self._kind: Kind = "triolet"
        self._changes: deque[Kind | Change] = deque()
        self._asked = self._made = 0
        # Written by the camera's thread, always as a whole.
        self._seen: Seen | None = None

    @property
    def size(self) -> tuple[int, int]:
        return self._mounted().camera.size

    # For whoever changes the table ------------------------------------------------------------------------

    def use(self, kind: Kind) -> None:
        """Have this game's table lie there from the next frame on."""
        self._asked += 1
        self._changes.append(kind)

    def change(self, change: Change) -> None:
        """Have the table changed before the next frame."""
        self._asked += 1
        self._changes.append(change)

    @property
    def asked(self) -> int:
        """How many changes were asked for; a `Seen` with as many shows them all."""
        return self._asked

    @property
    def seen(self) -> Seen | None:
        """The table as it was last seen; `None` before the first frame."""
        return self._seen

    # The camera -------------------------------------------------------------------------------------------

    def frame(self) -> Frame:
        while self._changes:
            change = self._changes.popleft()
            if isinstance(change, str):
                self._kind = change
            else:
                change(self._mounted().table)
            self._made += 1
        mounted = self._mounted()
        frame = mounted.camera.frame()
        if self._seen is None or self._seen.changes != self._made:
            picture = mounted.mount.picture(frame.pixels)
            self._seen = Seen(self._kind, self._made, picture, mounted.mount.places)
        return frame

    def burst(self, count: int) -> list[Frame]:
        """So many pictures of one table: nobody lays between two of them."""
        first = self.frame()
        return [first, *(self._mounted().camera.frame() for _ in range(count - 1))]

    def close(self) -> None:
        """The tables outlive their camera: they can be looked at again."""

    def _mounted(self) -> _Mounted:
        if self._kind not in self._tables:
            table = self._draw(self._kind, self._seed)
            self._tables[self._kind] = _Mounted(table, VirtualCamera(table), mount_of(table))
        return self._tables[self._kind]
