"""What both games' scenes have in common: pieces that are laid, drawn and known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from hardware.virtual.optics import Optics, Points
from hardware.virtual.painter import Painter, Standing


class CannotLay(ValueError):
    """Something that cannot be laid on, or taken from, the virtual table; the message is for a person."""


class Scene(Protocol):
    """A game on the table. A spot is a cell or a place, a piece the face of a token or a tile's corners."""

    x_mm: float  # where the board or the group lies, and how it is turned
    y_mm: float
    turn_deg: float

    def lay(self, spot: object, piece: object) -> None: ...

    def take(self, spot: object) -> object:
        """Take a piece away; what it was."""

    def shift(self, spot: object, dx: float, dy: float, turn_deg: float) -> None: ...

    def points_mm(self) -> Points:
        """What must be in the picture."""

    @property
    def top_mm(self) -> float:
        """The height of those points above the table."""

    @property
    def ground_key(self) -> object:
        """What the ground's drawing depends on."""

    def draw_ground(self, painter: Painter) -> None: ...

    def standings(self, painter: Painter, glare_share: float) -> list[Standing]: ...

    def loose_px(self, optics: Optics) -> Points:
        """Where loose pieces lie in the picture: clutter keeps away from them."""

    def truth(self, optics: Optics, is_hidden: Callable[[Points], bool] | None = None) -> dict[str, object]:
        """What `trioscope read` should say; with a hand in view, `is_hidden` tells what it hides."""
