"""Who reads which game: one umpire for each kind, all of them of one camera."""

from __future__ import annotations

from companion.jobs import Umpire
from companion.session.forms import Kind
from companion.tile_umpire import TriominosUmpire
from companion.umpire import TrioletUmpire
from vision.known import KnownBoard
from vision.triominos import KnownTable


def make_umpires(board: KnownBoard | None = None, table: KnownTable | None = None) -> dict[Kind, Umpire]:
    """An umpire for every game that can be read, with what calibration knows of its board or table."""
    return {"triolet": TrioletUmpire(board), "triominos": TriominosUmpire(table)}
