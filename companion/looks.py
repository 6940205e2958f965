"""How long the camera looks after a press: a burst of frames, and longer before anybody is asked.

    ruling, picture = rule_longer(umpire, frames, game, take)

Fifteen frames have less than half of the noise of three, and what a lens blurred can be made sharp again in
them (`fuse_burst`): many a question answers itself. Half a second of looking is less than a question takes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from companion.jobs import Bytes, Glancer, Umpire
from companion.session.games import Game
from companion.session.rulings import Accepted, NothingNew, NotYet, Ruling
from hardware.interfaces import Frame
from vision.stillness import fuse_burst

BURST = 3
LOTS = 4  # more of them

Take = Callable[[int], Sequence[Frame]]  # so many frames, exposed after the call


def pixels_of(frames: Sequence[Frame]) -> list[Bytes]:
    return [frame.pixels for frame in frames]


def take_after(frame: Bytes, umpire: object, take: Take, lots: int = 1) -> list[Bytes]:
    """A burst; or the means of so many. While the camera takes its time, the umpire glances at the frame
    before, and what was taken is made one."""
    with ThreadPoolExecutor(1, "glance") as aside:
        glancing = aside.submit(umpire.glance, frame) if isinstance(umpire, Glancer) else None
        if lots == 1:
            frames = pixels_of(take(BURST))
        else:
            frames = [fuse_burst(pixels_of(take(BURST))).picture for _ in range(lots)]
        if glancing is not None:
            glancing.result()
    return frames


def rule_longer(umpire: Umpire, frames: list[Bytes], game: Game, take: Take) -> tuple[Ruling, Bytes]:
    """The ruling on these frames, or where that would ask or refuse, the one on more of them; and the last of
    the pictures that it was made on."""
    ruling = umpire.rule(frames, game)
    if not isinstance(ruling, Accepted | NothingNew | NotYet):
        more = take_after(frames[-1], umpire, take, LOTS)
        frames = [fuse_burst(frames).picture, *more]
        ruling = umpire.rule(frames, game)
    return ruling, frames[-1]
