"""The umpire at a virtual table: what families do to it, ruled on from the frames alone."""

from __future__ import annotations

import random
from itertools import islice

import numpy as np
import pytest

from calibration.calibrate import calibrate_board
from companion.players import family_triolet
from companion.rules.triolet.editions import STANDARD
from companion.rules.triolet.game import Game, Lay
from companion.rules.triolet.position import Move
from companion.session.rulings import Accepted, ChangedBefore, NothingNew, NotYet, Refused, Ruling
from companion.session.session import Session
from companion.session.setup import Player, Setup
from companion.umpire import TrioletUmpire
from companion.virtual_game import VirtualGame
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.table import VirtualTable
from vision.observation import BoardObservation

OPENING = Move.parse({"H8": "11", "H9": "3"})


class Evening:
    """A table, its umpire, and the game as last accepted."""

    def __init__(self, seed: int) -> None:
        self.table = VirtualTable.draw("triolet", seed)
        self.camera, self.game = VirtualCamera(self.table), Game.start(2)
        empty = self.camera.frame().pixels
        self.umpire = TrioletUmpire(calibrate_board(empty)[0].known)
        self.umpire.look([empty])
        self.umpire.accept()

    def lay(self, move: Move) -> None:
        for cell, face in move.to_json().items():
            self.table.lay(cell, face)

    def press(self) -> Ruling:
        return self.umpire.rule([self.camera.frame().pixels], self.game)

    def count(self, move: Move) -> None:
        self.game = self.game.play(Lay(move))
        self.umpire.accept()


@pytest.fixture
def evening() -> Evening:
    """The opening has been laid and counted."""
    evening = Evening(11)
    evening.lay(OPENING)
    assert evening.press() == Accepted((OPENING,))
    evening.count(OPENING)
    return evening


def test_a_hand_over_the_board_is_waited_for() -> None:
    evening = Evening(12)
    evening.lay(OPENING)
    evening.table.reach_in(0.5, 0.5, 200.0, 12)
    assert evening.press() == NotYet(("hand",))
    evening.table.clear_hands()
    assert evening.press() == Accepted((OPENING,))


def test_a_wrong_sum_is_refused_and_can_be_put_right(evening: Evening) -> None:
    evening.table.lay("I8", "12")
    ruling = evening.press()
    assert isinstance(ruling, Refused) and ruling.verdict.rules == ("pair-sum",)
    evening.table.take("I8")
    evening.table.lay("I8", "4")
    assert evening.press() == Accepted((Move.parse({"I8": "4"}),))


def test_a_token_that_was_taken_is_missed(evening: Evening) -> None:
    evening.table.take("H9")
    assert evening.press() == ChangedBefore(missing=("H9",))


def test_a_second_press_finds_nothing_new_even_if_the_board_was_pushed(evening: Evening) -> None:
    assert evening.press() == NothingNew()
    evening.table.nudge(8, -6, 2.0)
    assert evening.press() == NothingNew()
    latest = evening.umpire.latest
    assert isinstance(latest, BoardObservation) and latest.moved is not None and latest.moved > 0.3


def test_after_an_undo_the_table_is_compared_with_nothing(evening: Evening) -> None:
    evening.game = Game.start(2)
    evening.umpire.forget()
    assert evening.press() == Accepted((OPENING,))


def test_an_umpire_is_told_another_game_only_by_mistake() -> None:
    from companion.rules.triominos.game import Game as OtherGame

    with pytest.raises(TypeError, match="Triolet only"):
        TrioletUmpire().rule([np.zeros((40, 40, 3), np.uint8)], OtherGame.start(2))


def test_a_family_at_the_virtual_table_gets_its_true_scores() -> None:
    setup = Setup(STANDARD, (Player("Ada", ""), Player("Blaise", "")))
    played = VirtualGame(VirtualTable.draw("triolet", 2017), Session.start(setup, 0.0))
    played.calibrate()
    for heard in islice(played.play(family_triolet.play(random.Random(2017), 2)), 8):
        assert heard.session.state.game.scores == heard.press.game_after.scores
