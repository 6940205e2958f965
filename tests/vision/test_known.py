"""What is known of a board: its empty picture, and how it looked last."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.grid import grid_from_corners, rectify
from vision.known import KnownBoard, LastSeen, likely_same, weigh_change
from vision.observation import BoardObservation, place_of
from vision.obstacles import find_obstacles, why_no_board
from vision.squares import MARGIN, SQUARE_PX

Bytes = NDArray[np.uint8]
SIDE = (15 + 2 * MARGIN) * SQUARE_PX
CORNERS = np.array([[100, 100], [700, 100], [700, 700], [100, 700]], np.float64)
BLUE, GREEN = (181, 111, 47), (76, 122, 31)
MARKED = ("C3", "C13", "E8", "M4")  # not the same from all sides


def board(
    plain: tuple[int, int, int], tokens: tuple[str, ...] = (), gain: float = 1.0, seed: int = 0
) -> Bytes:
    """A straightened board with four marked squares, tokens, noise, and light."""
    picture = np.full((SIDE, SIDE, 3), 90, np.float64)
    inner = slice(MARGIN * SQUARE_PX, (MARGIN + 15) * SQUARE_PX)
    picture[inner, inner] = plain
    for index in range(16):  # the lines
        at = (MARGIN + index) * SQUARE_PX
        picture[at - 1 : at + 1, inner] = picture[inner, at - 1 : at + 1] = (230, 230, 230)
    for cells, colour, inset in ((MARKED, (40, 60, 220), 0), (tokens, (200, 220, 230), 1)):
        for cell in cells:
            row, column = place_of(cell)
            y, x = (MARGIN + row) * SQUARE_PX, (MARGIN + column) * SQUARE_PX
            picture[y + inset : y + SQUARE_PX - inset, x + inset : x + SQUARE_PX - inset] = colour
    picture = picture * gain + np.random.default_rng(seed).normal(0, 4, picture.shape)
    return np.clip(picture, 0, 255).astype(np.uint8)


def holding(tokens: tuple[str, ...]) -> NDArray[np.float32]:
    """States that are sure of these tokens."""
    states = np.zeros((15, 15, 3), np.float32)
    states[..., 0] = 1
    for cell in tokens:
        states[place_of(cell)] = (0, 1, 0)
    return states


def known(picture: Bytes) -> KnownBoard:
    return KnownBoard(grid_from_corners(CORNERS, (800, 800)), picture)


@pytest.mark.parametrize("gain", [0.5, 1.0, 1.1])
def test_the_same_board_is_known_in_another_light_and_half_covered(gain: float) -> None:
    tokens = tuple(f"{row}{column}" for row in "DEFGHI" for column in range(2, 15))
    assert known(board(BLUE)).is_same_board(board(BLUE, tokens, gain, seed=1), holding(tokens))


def test_another_board_is_foreign() -> None:
    assert not known(board(BLUE)).is_same_board(board(GREEN), holding(()))
    assert not known(board((240, 240, 240))).is_same_board(board(BLUE), holding(()))


@pytest.mark.parametrize("tone", [40, 120, 255])
def test_a_bare_table_is_not_the_known_board(tone: int) -> None:
    bare = np.full((SIDE, SIDE, 3), tone, np.uint8)
    for plain in (BLUE, (128, 128, 128), (30, 30, 30), (240, 240, 240)):
        assert not known(board(plain)).is_same_board(bare, holding(()))


@pytest.mark.parametrize("turn", range(4))
def test_the_way_round_is_told_by_the_marks(turn: int) -> None:
    """A fresh look calls the corner nearest the picture's top left A1; the profile knows better."""
    fresh = np.ascontiguousarray(np.rot90(board(BLUE, seed=2), turn))
    seen = grid_from_corners(np.array([[32, 32], [272, 32], [272, 272], [32, 272]]) - 0.5, (SIDE, SIDE))
    found = known(board(BLUE)).turn_for(seen, fresh, holding(()))
    # Turned against the clock, A1 (top left) has come to the bottom left: three corners clockwise.
    assert found == (4 - turn) % 4
    # Calling that corner A1 makes the board look as in the profile.
    again = rectify(fresh, seen.turned(found), SQUARE_PX, MARGIN)
    assert known(board(BLUE)).is_same_board(again, holding(()))


def test_without_marks_the_board_lies_as_it_was_calibrated() -> None:
    lines = board(BLUE, seed=3)
    for cell in MARKED:
        row, column = place_of(cell)
        y, x = (MARGIN + row) * SQUARE_PX, (MARGIN + column) * SQUARE_PX
        lines[y + 1 : y + SQUARE_PX - 1, x + 1 : x + SQUARE_PX - 1] = BLUE
    seen = grid_from_corners(CORNERS, (800, 800))
    assert known(lines).turn_for(seen, lines, holding(())) == 0
    upside_down = KnownBoard(seen.turned(2), lines)  # the players sit at the other side
    assert upside_down.turn_for(seen, lines, holding(())) == 2


def test_distance_is_that_of_the_corner_that_moved_most() -> None:
    moved = CORNERS + np.array([[0, 0], [0, 0], [20, 0], [0, 0]])
    assert known(board(BLUE)).distance(grid_from_corners(moved, (800, 800))) == pytest.approx(0.5, abs=0.02)
    half = grid_from_corners((CORNERS + 0.5) / 2 - 0.5, (400, 400))  # a smaller picture of the same
    assert known(board(BLUE)).distance(half) < 0.02


@pytest.mark.parametrize("gain", [0.6, 1.0, 1.1])
def test_a_square_that_stayed_is_told_from_one_that_did_not(gain: float) -> None:
    same = likely_same(board(BLUE, ("H8", "H9"), gain, seed=1), board(BLUE, ("H8",), seed=2))
    assert same[place_of("H9")] < 0.05
    rest = np.ones((15, 15), bool)
    rest[place_of("H9")] = False
    assert same[rest].min() > 0.9


def test_a_shift_of_one_pixel_is_no_change() -> None:
    then = board(BLUE, ("H8", "D4"), seed=1)
    now = np.roll(board(BLUE, ("H8", "D4"), seed=2), (1, 1), (0, 1))
    assert likely_same(now, then).min() > 0.9


def test_what_stayed_holds_what_it_held_and_what_changed_is_as_seen() -> None:
    unsure = np.tile(np.array([0.5, 0.45, 0.05], np.float32), (15, 15, 1))
    then, now = LastSeen(board(BLUE, ("H8",), seed=1), holding(("H8",))), board(BLUE, ("H8", "H9"), seed=2)
    weighed = weigh_change(unsure, now, before=then)
    assert weighed[place_of("H8")][1] > 0.9
    assert weighed[place_of("A1")][0] > 0.9
    assert weighed[place_of("H9")][0] < 0.2  # it changed, so it is not empty any more
    assert np.allclose(weighed.sum(axis=2), 1)


def test_evidence_is_not_counted_again_every_turn() -> None:
    picture = board(BLUE, ("H8",), seed=1)
    states = holding(("H8",))
    states[place_of("H8")] = (0.4, 0.6, 0)
    faces, offsets = np.ones((15, 15, 17), np.float32), np.zeros((15, 15, 2), np.float32)
    sure = []
    for seed in range(4):
        before = LastSeen.of(BoardObservation(CORNERS, states, faces, offsets, straight=picture))
        assert before is not None
        fresh = holding(("H8",))
        fresh[place_of("H8")] = (0.4, 0.6, 0)
        states = weigh_change(fresh, board(BLUE, ("H8",), seed=seed + 5), before=before)
        sure.append(float(states[place_of("H8")][1]))
    assert max(sure) - min(sure) < 0.02


def test_most_of_the_board_may_have_changed() -> None:
    tokens = tuple(f"{row}{column}" for row in "CDEFGHIJKL" for column in range(1, 14))
    same = likely_same(board(BLUE, tokens, seed=1), board(BLUE, seed=2))
    filled = holding(tokens)[..., 1] > 0.5
    assert same[filled].max() < 0.1
    assert same[~filled].min() > 0.8


def test_a_clear_reading_is_not_talked_away() -> None:
    """A token of the board's own colour looks unchanged; the network saw its edges all the same."""
    clear = np.tile(np.array([0.0005, 0.999, 0.0005], np.float32), (15, 15, 1))
    weighed = weigh_change(clear, board(BLUE, seed=1), board(BLUE, seed=2))
    assert weighed[..., 1].min() > 0.9


def shaded(picture: Bytes, cell: str) -> Bytes:
    """The picture with a shadow over half of a square."""
    row, column = place_of(cell)
    y, x = (MARGIN + row) * SQUARE_PX, (MARGIN + column) * SQUARE_PX
    done = picture.copy()
    done[y : y + SQUARE_PX, x : x + SQUARE_PX // 2] //= 2
    return done


def test_the_shadow_of_a_token_laid_beside_it_is_no_token() -> None:
    """Against the empty board and against the last picture it is the same change, and counts once."""
    seen = np.tile(np.array([0.995, 0.004, 0.001], np.float32), (15, 15, 1))
    seen[place_of("H8")] = (0.002, 0.998, 0)
    now = shaded(board(BLUE, ("H8",), seed=1), "H9")
    empty, before = board(BLUE, seed=2), LastSeen(board(BLUE, seed=3), holding(()))
    assert likely_same(now, empty)[place_of("H9")] < 0.1
    weighed = weigh_change(seen, now, empty, before)
    assert weighed[place_of("H9")][0] > 0.9
    assert weighed[place_of("H8")][1] > 0.99


def test_a_shadow_that_stays_is_no_news() -> None:
    doubtful = np.tile(np.array([0.8, 0.19, 0.01], np.float32), (15, 15, 1))
    then, now = shaded(board(BLUE, seed=1), "H9"), shaded(board(BLUE, seed=2), "H9")
    weighed = weigh_change(doubtful, now, board(BLUE, seed=3), LastSeen(then, holding(())))
    assert weighed[place_of("H9")][0] > 0.99


def test_a_token_that_was_taken_shows_the_empty_board_again() -> None:
    unsure = np.tile(np.array([0.5, 0.49, 0.01], np.float32), (15, 15, 1))
    before = LastSeen(board(BLUE, ("H8",), seed=1), holding(("H8",)))
    weighed = weigh_change(unsure, board(BLUE, seed=2), board(BLUE, seed=3), before)
    assert weighed[place_of("H8")][0] > 0.99


def test_what_was_accepted_is_what_lay_there_whatever_it_looked_like() -> None:
    states = holding(("C3",))  # what looked like a token is a mark, and the one on H8 was not seen
    states[place_of("A1")] = (0, 0, 1)
    faces, offsets = np.ones((15, 15, 17), np.float32), np.zeros((15, 15, 2), np.float32)
    seen = BoardObservation(CORNERS, states, faces, offsets, straight=board(BLUE))
    before = LastSeen.of(seen, {"H8": "5"})
    assert before is not None
    assert before.held[place_of("H8")].tolist() == [0, 1, 0]
    assert before.held[place_of("C3")].tolist() == [1, 0, 0]
    assert before.held[place_of("A1")].tolist() == [1, 1, 1], "nobody knows what lay under a hand"


def test_an_observation_without_its_picture_cannot_be_compared_with() -> None:
    states = np.ones((15, 15, 3), np.float32)
    faces, offsets = np.ones((15, 15, 17), np.float32), np.zeros((15, 15, 2), np.float32)
    assert LastSeen.of(BoardObservation(CORNERS, states, faces, offsets)) is None
    kept = LastSeen.of(BoardObservation(CORNERS, states, faces, offsets, straight=board(BLUE)))
    assert kept is not None and kept.held.max(axis=2).min() == 1  # what was accepted counts as so


def covered(cell: str) -> NDArray[np.float32]:
    states = np.zeros((15, 15, 3), np.float32)
    states[..., 0] = 1
    states[place_of(cell)] = (0, 0, 1)
    return states


@pytest.mark.parametrize(
    ("colour", "what"),
    [
        ((120, 150, 205), "hand"),
        ((55, 75, 115), "hand"),
        ((255, 255, 255), "glare"),
        ((140, 60, 40), "other"),
    ],
)
def test_what_covers_a_square_is_told_by_its_colour(colour: tuple[int, int, int], what: str) -> None:
    picture = board(BLUE)
    y, x = ((MARGIN + n) * SQUARE_PX for n in place_of("F6"))
    picture[y : y + SQUARE_PX, x : x + SQUARE_PX] = colour
    assert find_obstacles(picture, covered("F6")) == {what}


def test_a_dark_board_is_said_and_a_dim_one_is_not() -> None:
    free = np.zeros((15, 15, 3), np.float32)
    free[..., 0] = 1
    assert find_obstacles(board(BLUE, gain=0.06), free) == {"dark"}
    assert find_obstacles(board(BLUE, gain=0.3), free) == frozenset()


def test_why_there_is_no_board() -> None:
    rng = np.random.default_rng(0)
    smooth = np.linspace(0, 255, 800)[None, :, None].repeat(600, 0).repeat(3, 2).astype(np.uint8)
    assert why_no_board(rng.integers(0, 8, (600, 800, 3), np.uint8)) == "dark"
    assert why_no_board(smooth) == "blur"
    assert why_no_board(rng.integers(0, 255, (600, 800, 3), np.uint8)) == "no-board"
    assert why_no_board(np.full((600, 800, 3), 128, np.uint8)) == "no-board"
