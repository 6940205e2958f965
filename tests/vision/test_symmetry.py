"""Print that looks like a token is told from tokens by its mirror images."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.observation import EMPTY, TOKEN, place_of
from vision.squares import MARGIN, SQUARE_PX
from vision.symmetry import weigh_symmetry

SIDE = (15 + 2 * MARGIN) * SQUARE_PX
FIGURE = ("C7", "C9", "G3", "G13", "I3", "I13", "M7", "M9")  # one square and all its mirror images


STRAIGHT = np.zeros((15, 15, 2), np.float32)  # every token in the middle of its square


def board(marks: tuple[str, ...], tokens: tuple[str, ...]) -> NDArray[np.uint8]:
    """A board in light from one side, with dark marks and pale tokens."""
    picture = np.full((SIDE, SIDE, 3), 130.0)
    for cells, colour in ((marks, (40, 30, 45)), (tokens, (190, 215, 225))):
        for cell in cells:
            row, column = place_of(cell)
            y, x = (MARGIN + row) * SQUARE_PX, (MARGIN + column) * SQUARE_PX
            picture[y : y + SQUARE_PX, x : x + SQUARE_PX] = colour
    picture *= np.linspace(1.1, 0.6, SIDE)[None, :, None]
    picture += np.random.default_rng(1).normal(0, 3, picture.shape)
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def states(**likely: float) -> NDArray[np.float32]:
    """Empty squares, and some that are tokens with this probability."""
    found = np.zeros((15, 15, 3), np.float32)
    found[..., EMPTY] = 1
    for cell, share in likely.items():
        found[place_of(cell)] = (1 - share, share, 0)
    return found


def test_a_mark_whose_mirror_images_are_empty_is_empty() -> None:
    weighed = weigh_symmetry(states(C7=0.9), board(FIGURE, ()), STRAIGHT)
    assert weighed[place_of("C7")][EMPTY] > 0.7


def test_a_figure_of_marks_is_print_even_if_all_look_like_tokens() -> None:
    doubtful = dict.fromkeys(FIGURE, 0.8)
    weighed = weigh_symmetry(states(**doubtful), board(FIGURE, ()), STRAIGHT)
    assert all(weighed[place_of(cell)][EMPTY] > 0.5 for cell in FIGURE)


def test_a_token_that_differs_from_its_mirror_images_stays_one() -> None:
    weighed = weigh_symmetry(states(C7=0.7, F4=0.6), board(FIGURE, ("C7", "F4")), STRAIGHT)
    assert weighed[place_of("C7")][TOKEN] > 0.6
    assert weighed[place_of("F4")][TOKEN] > 0.5


def test_clear_tokens_that_happen_to_form_a_figure_stay() -> None:
    cross = ("G8", "H7", "H9", "I8")
    weighed = weigh_symmetry(states(**dict.fromkeys(cross, 0.999)), board((), cross), STRAIGHT)
    assert all(weighed[place_of(cell)][TOKEN] > 0.95 for cell in cross)


def test_a_board_full_of_tokens_has_nothing_to_compare_with() -> None:
    full = np.zeros((15, 15, 3), np.float32)
    full[..., TOKEN] = 1
    everywhere = tuple(f"{row}{column}" for row in "ABCDEFGHIJKLMNO" for column in range(1, 16))
    assert np.array_equal(weigh_symmetry(full, board((), everywhere), STRAIGHT), full)


def test_a_square_unlike_its_images_is_hardly_empty_unless_a_neighbour_reaches_into_it() -> None:
    seen = states(C7=0.3, C8=0.9)
    patch = board(FIGURE, ("C7",))
    assert weigh_symmetry(seen, patch, STRAIGHT)[2, 6, TOKEN] > 0.7
    leaning = STRAIGHT.copy()
    leaning[2, 7] = -0.45, 0.0
    assert weigh_symmetry(seen, patch, leaning)[2, 6, TOKEN] < 0.5


def test_a_mark_that_a_window_lights_is_still_like_its_images() -> None:
    lit = board(FIGURE, ()).astype(np.float32)
    row, column = place_of("C7")
    y, x = (MARGIN + row) * SQUARE_PX, (MARGIN + column) * SQUARE_PX
    lit[y : y + SQUARE_PX, x : x + SQUARE_PX] *= 1.28
    weighed = weigh_symmetry(states(C7=0.3), lit.astype(np.uint8), STRAIGHT)
    assert weighed[place_of("C7")][EMPTY] > 0.95
