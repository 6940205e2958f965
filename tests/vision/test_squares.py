"""A close look at the board: doubts are settled by a second look, and nothing else is touched."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np

from companion.positions import draw_position
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.table import VirtualTable
from vision.observation import EMPTY, OTHER, TOKEN, place_of
from vision.squares import CloseLook, is_in_doubt, look_in_mirror
from vision.triolet import FoundBoard, find_board


@cache
def a_look() -> tuple[CloseLook, frozenset[tuple[int, int]]]:
    """A close look at a board with tokens, and the squares that hold one."""
    table = VirtualTable.draw("triolet", 5, "easy")
    for spot, piece in draw_position("triolet", 5).items():
        table.lay(str(spot), str(piece))
    found = find_board(VirtualCamera(table).frame().pixels)
    assert isinstance(found, FoundBoard)
    return found.look, frozenset(place_of(str(spot)) for spot in draw_position("triolet", 5))


def with_states(look: CloseLook, place: tuple[int, int], likely: tuple[float, float, float]) -> CloseLook:
    states = np.zeros_like(look.states)
    states[..., EMPTY] = 1.0
    states[place] = likely
    return replace(look, states=states)


def test_a_token_that_one_look_doubts_is_seen_in_a_mirror() -> None:
    look, tokens = a_look()
    place = next(iter(sorted(tokens)))
    doubted = with_states(look, place, (0.6, 0.35, 0.05))
    assert doubted.states[place].argmax() == EMPTY
    assert look_in_mirror(doubted).states[place].argmax() == TOKEN


def test_an_empty_square_that_one_look_doubts_is_empty_in_a_mirror() -> None:
    look, tokens = a_look()
    place = next((r, c) for r in range(15) for c in range(15) if (r, c) not in tokens)
    assert look_in_mirror(with_states(look, place, (0.4, 0.55, 0.05))).states[place].argmax() == EMPTY


def test_one_unclear_square_is_worth_a_second_look() -> None:
    look, _ = a_look()
    assert not is_in_doubt(with_states(look, (0, 0), (0.0, 0.99, 0.01)).states)
    assert is_in_doubt(with_states(look, (0, 0), (0.2, 0.8, 0.0)).states)


def test_what_two_looks_say_are_probabilities() -> None:
    look, _ = a_look()
    noisy = replace(look, patch=np.asarray(cv2.blur(look.patch, (9, 9)), np.uint8))
    settled = look_in_mirror(with_states(noisy, (3, 3), (0.5, 0.3, 0.2)))
    assert np.allclose(settled.states.sum(axis=2), 1, atol=1e-5)
    assert settled.states.shape[2] == OTHER + 1
