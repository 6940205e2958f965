"""Special squares are found by colour and print, on any printing."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.specials import USUAL, find_specials
from companion.rules.triolet import EDITIONS

SIDE = 30
Bytes = NDArray[np.uint8]


def board(
    specials: dict[str, tuple[str, ...]], plain: tuple[int, int, int], seed: int, chequered: int = 0
) -> Bytes:
    """A flat board in uneven light, with noise."""
    rng = np.random.default_rng(seed)
    picture = np.empty((15 * SIDE, 15 * SIDE, 3), np.float64)
    picture[:] = plain
    for row in range(15):
        for column in range(15):
            if chequered and (row + column) % 2:
                picture[row * SIDE : (row + 1) * SIDE, column * SIDE : (column + 1) * SIDE] += chequered
    colours = {"double": (40, 190, 235), "triple": (80, 160, 60), "replay": (60, 60, 215)}
    for kind, cells in specials.items():
        for cell in cells:
            row, column = "ABCDEFGHIJKLMNO".index(cell[0]), int(cell[1:]) - 1
            picture[row * SIDE : (row + 1) * SIDE, column * SIDE : (column + 1) * SIDE] = colours[kind]
    picture[::SIDE] = picture[:, ::SIDE] = 230
    light = np.linspace(1.0, 0.55, 15 * SIDE)[:, None] * np.linspace(0.8, 1.0, 15 * SIDE)[None]
    picture = picture * light[..., None] + rng.normal(0, 6, picture.shape)
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 1), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("plain", [(181, 111, 47), (60, 20, 20), (240, 240, 244), (76, 122, 31)])
@pytest.mark.parametrize("chequered", [0, 25])
def test_the_usual_printing_is_known(plain: tuple[int, int, int], chequered: int) -> None:
    found = find_specials(board(USUAL, plain, 1, chequered))
    assert found.is_usual
    assert found.cells == USUAL


def under_window_bars(straight: Bytes) -> Bytes:
    """The board with broad bars of shadow across it."""
    y, x = np.mgrid[0 : len(straight), 0 : len(straight)]
    shade = np.where((x + 2 * y) % 300 < 120, 0.6, 1.0)
    return (straight * cv2.GaussianBlur(shade, (0, 0), 4)[..., None]).astype(np.uint8)


@pytest.mark.parametrize("plain", [(240, 240, 244), (151, 211, 245), (181, 111, 47), (80, 60, 50)])
def test_bars_of_shadow_do_not_hide_the_usual_printing(plain: tuple[int, int, int]) -> None:
    assert find_specials(under_window_bars(board(USUAL, plain, 3))).cells == USUAL


@pytest.mark.parametrize("has_bars", [False, True])
def test_another_printing_is_grouped_by_colour(has_bars: bool) -> None:
    other = {
        "double": ("C3", "C13", "H8", "M3", "M13"),
        "triple": ("A4", "A12", "D1", "D15", "L1", "L15", "O4", "O12"),
        "replay": ("F6", "F10", "J6", "J10"),
    }
    straight = board(other, (181, 111, 47), 2)
    found = find_specials(under_window_bars(straight) if has_bars else straight)
    assert not found.is_usual
    # The centre's colour is the double's; which of the others is which, somebody must say.
    assert set(found.cells["double"]) == set(other["double"])
    assert {frozenset(found.cells["triple"]), frozenset(found.cells["replay"])} == {
        frozenset(other["triple"]),
        frozenset(other["replay"]),
    }


def test_a_board_without_special_squares_has_none() -> None:
    found = find_specials(board({}, (181, 111, 47), 3))
    assert not found.is_usual
    assert dict(found.cells) == {"double": ("H8",), "triple": (), "replay": ()}  # the centre always is one


def test_a_printing_with_more_special_squares_is_not_the_usual_one() -> None:
    more = {**USUAL, "triple": (*USUAL["triple"], "C3", "C13", "M3", "M13", "F6", "J10")}
    found = find_specials(board(more, (181, 111, 47), 4))
    assert not found.is_usual
    assert {cell for cells in found.cells.values() for cell in cells} == {
        c for cells in more.values() for c in cells
    }


def test_the_usual_printing_is_that_of_the_rules() -> None:
    layout = EDITIONS["fr"].layout
    assert {kind: frozenset(cells) for kind, cells in USUAL.items()} == {
        "double": layout.double,
        "triple": layout.triple,
        "replay": layout.replay,
    }
