"""How long the camera looks after a press: a burst of frames, and longer before anybody is asked.

    ruling, frames = rule_longer(umpire, frames, game, take)

Fifteen frames have less than half of the noise of three, and what a lens blurred can be made sharp again in
them (`fuse_burst`): many a question answers itself. Half a second of looking is less than a question takes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.jobs import Bytes, Umpire
from companion.session.games import Game
from companion.session.rulings import Accepted, NothingNew, NotYet, Ruling
from hardware.interfaces import Frame

BURST = 3
LONGER = 12  # more frames


def pixels_of(frames: Sequence[Frame]) -> list[Bytes]:
    return [frame.pixels for frame in frames]


def rule_longer(
    umpire: Umpire, frames: list[Bytes], game: Game, take: Callable[[int], Sequence[Frame]]
) -> tuple[Ruling, list[Bytes]]:
    """The ruling on these frames, or where that would ask or refuse, the one on more of them, which `take`
    takes; and the frames that it was made on."""
    ruling = umpire.rule(frames, game)
    if isinstance(ruling, Accepted | NothingNew | NotYet):
        return ruling, frames
    frames = [*frames, *pixels_of(take(LONGER))]
    return umpire.rule(frames, game), frames
