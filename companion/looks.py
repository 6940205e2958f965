"""How long the camera looks after a press: a burst of frames, and longer before anybody is asked.

    ruling, picture = rule_longer(umpire, frames, game, burst)

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


def pixels_of(frames: Sequence[Frame]) -> list[Bytes]:
    return [frame.pixels for frame in frames]


def glance_meanwhile(umpire: object, frame: Bytes, take: Callable[[], list[Bytes]]) -> list[Bytes]:
    """What `take` takes of the camera; while that takes its time, the umpire glances at the frame before."""
    if not isinstance(umpire, Glancer):
        return take()
    with ThreadPoolExecutor(1, "glance") as aside:
        glancing = aside.submit(umpire.glance, frame)
        taken = take()
        glancing.result()
    return taken


def rule_longer(
    umpire: Umpire, frames: list[Bytes], game: Game, burst: Callable[[int], Sequence[Frame]]
) -> tuple[Ruling, Bytes]:
    """The ruling on these frames, or where that would ask or refuse, the one on more of them; and the last of
    the pictures that it was made on. `burst` takes so many frames, exposed after the call."""
    ruling = umpire.rule(frames, game)
    if isinstance(ruling, Accepted | NothingNew | NotYet):
        return ruling, frames[-1]

    def take() -> list[Bytes]:
        # Each lot is made one while the camera takes the next.
        return [fuse_burst(pixels_of(burst(BURST))).picture for _ in range(LOTS)]

    pictures = [fuse_burst(frames).picture, *glance_meanwhile(umpire, frames[-1], take)]
    return umpire.rule(pictures, game), pictures[-1]
