"""A longer look before anybody is asked: what it is taken for, and which ruling counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from companion.looks import BURST, LOTS, rule_longer
from companion.rules.triolet.game import Game as TrioletGame
from companion.rules.triolet.position import Move
from companion.session.games import Game
from companion.session.rulings import Accepted, ChangedBefore, NothingNew, NotYet, Reading, Ruling, Unsure
from companion.umpire import Bytes
from hardware.interfaces import Frame

GAME = TrioletGame.start(2)
MOVE, OTHER = Move.parse({"H8": "11", "H9": "3"}), Move.parse({"H8": "11", "H9": "8"})
LAID = Accepted((MOVE,))
DOUBT = Unsure((Reading((MOVE,), True, 0.6), Reading((OTHER,), True, 0.4)), ("H9",))


@dataclass
class Scripted:
    """An umpire that rules what it was told to, look by look."""

    rulings: Iterator[Ruling]
    saw: list[int] = field(default_factory=list)  # so many frames each time
    latest: object = None
    drawn: int = 0

    def rule(self, frames: Sequence[Bytes], game: Game) -> Ruling:
        self.saw.append(len(frames))
        return next(self.rulings)

    def accept(self) -> None: ...

    def forget(self) -> None: ...


def frames(count: int) -> list[Frame]:
    return [Frame(np.zeros((12, 16, 3), np.uint8), 0.0) for _ in range(count)]


def rule(*rulings: Ruling) -> tuple[Ruling, list[int], int]:
    """What was ruled, on how many pictures each time, and how many frames were taken for it."""
    umpire, taken = Scripted(iter(rulings)), 0

    def take(count: int) -> list[Frame]:
        nonlocal taken
        taken += count
        return frames(count)

    ruling, _ = rule_longer(umpire, [frame.pixels for frame in frames(BURST)], GAME, take)
    return ruling, umpire.saw, taken


@pytest.mark.parametrize("ruling", [LAID, NothingNew(), NotYet(("hand",))])
def test_what_asks_nobody_is_looked_at_once(ruling: Ruling) -> None:
    assert rule(ruling) == (ruling, [BURST], 0)


@pytest.mark.parametrize("first", [DOUBT, ChangedBefore(("H8",))])
def test_before_a_question_the_camera_looks_longer(first: Ruling) -> None:
    assert rule(first, LAID) == (LAID, [BURST, 1 + LOTS], LOTS * BURST)


def test_what_is_doubtful_after_the_longer_look_is_asked() -> None:
    assert rule(DOUBT, DOUBT)[0] == DOUBT
