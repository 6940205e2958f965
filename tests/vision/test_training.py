"""Training pictures carry the truth they claim. Needs no PyTorch."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.virtual.font_numbers import write_numbers
from hardware.virtual.fonts import SHIPPED_FONTS, FontBook
from vision.training.boards import OTHER, TOKEN, UNKNOWN, draw_board
from vision.training.jokers import draw_joker
from vision.training.scenery import NOISE, take
from vision.training.tokens import Numbers, draw_label, draw_token, restyle
from vision.training.views import (
    PATCH_MARGIN,
    PATCH_SQUARE_PX,
    boardless_sample,
    flat_from_drawn,
    locate_sample,
    place_of,
    squares_sample,
)


def test_a_drawn_board_says_where_its_tokens_are() -> None:
    boards = [draw_board(np.random.default_rng(seed)) for seed in range(8)]
    assert len({int((board.state == TOKEN).sum()) for board in boards}) > 3
    for board in boards:
        assert not board.offset[board.state != TOKEN].any()
        assert np.abs(board.offset).max() < 0.8
        assert board.alpha[board.alpha.shape[0] // 2, board.alpha.shape[1] // 2] == 255


@pytest.mark.parametrize("seed", range(4))
def test_a_close_look_knows_the_tokens_of_its_board(seed: int) -> None:
    flat = flat_from_drawn(draw_board(np.random.default_rng(seed)))
    sample = squares_sample(np.random.default_rng(seed + 50), flat)
    side = (15 + 2 * PATCH_MARGIN) * PATCH_SQUARE_PX
    assert sample.picture.shape == (side, side, 3)
    assert sample.field.shape == (3, 38, 38)
    seen, there = int((sample.state == TOKEN).sum()), int((flat.state == TOKEN).sum())
    asked = ~np.isin(sample.state, (UNKNOWN, OTHER))
    assert seen <= there
    if asked.all():  # nothing hidden, nothing too far off: the very same tokens, perhaps mirrored
        assert seen == there


def test_without_a_board_nothing_is_anywhere() -> None:
    sample = boardless_sample(np.random.default_rng(1))
    assert not sample.field.any()
    assert (sample.state == UNKNOWN).all()


def test_a_place_is_where_the_picture_shows_it() -> None:
    """A board 14 px a square that fills a picture of 210 x 210, in the middle of the network's 224 x 224."""
    to_board = np.array([[1 / 14, 0, 0.5 / 14], [0, 1 / 14, 0.5 / 14], [0, 0, 1]])
    x, y, on_board = place_of(to_board, 210, 210)
    assert on_board[1:-1, 1:-1].all() and on_board.sum() < on_board.size
    assert x[14, 14] == pytest.approx(-x[14, 13], abs=1e-5)  # the middle is between the middle nodes
    assert (np.diff(x[5]) > 0).all() and (np.diff(y[:, 5]) > 0).all()


def test_whole_pictures_show_a_board_or_none() -> None:
    flat = flat_from_drawn(draw_board(np.random.default_rng(2)))
    rng = np.random.default_rng(3)
    shares = [float(locate_sample(rng, flat).place[2].mean()) for _ in range(30)]
    assert min(shares) == 0 and max(shares) > 0.3


@pytest.fixture(scope="module")
def numbers(tmp_path_factory: pytest.TempPathFactory) -> Numbers:
    path = tmp_path_factory.mktemp("fonts") / "numbers.npz"
    write_numbers(FontBook((SHIPPED_FONTS,)), path)
    return Numbers(path)


def test_a_drawn_token_is_in_the_middle_of_its_patch(numbers: Numbers) -> None:
    rng = np.random.default_rng(4)
    drawn = [draw_token(rng, numbers) for _ in range(80)]
    assert {face for _, face, _ in drawn} > {0, 5}
    for patch, face, turn in drawn:
        assert patch.shape == (96, 96, 3) and 0 <= face <= 16 and abs(turn) < 30
        assert patch[36:60, 36:60].std() > 2.5, "something is printed on it"


def test_a_number_stays_what_it_is_when_its_hand_changes(numbers: Numbers) -> None:
    rng = np.random.default_rng(5)
    mask = numbers.mask(0, 8)
    others = numbers.mask(0, 1)
    for _ in range(20):
        shown = cv2.resize(restyle(rng, mask), (24, 32), interpolation=cv2.INTER_AREA)
        same, other = (
            np.corrcoef(shown.ravel(), cv2.resize(one, (24, 32), interpolation=cv2.INTER_AREA).ravel())[0, 1]
            for one in (mask, others)
        )
        assert same > other


def test_jokers_are_of_many_kinds_and_fill_their_room() -> None:
    rng = np.random.default_rng(3)
    drawn = [draw_joker(rng, 40, None) for _ in range(60)]
    for joker in drawn:
        assert joker.shape == (40, 40) and joker.dtype == np.uint8
        assert (joker > 127).mean() > 0.02
    kinds = {
        tuple((cv2.resize(joker, (8, 8), interpolation=cv2.INTER_AREA) > 127).ravel()) for joker in drawn
    }
    assert len(kinds) > 30


def test_a_joker_may_be_a_word_in_the_token_s_own_typeface(numbers: Numbers) -> None:
    rng = np.random.default_rng(4)
    words = [numbers.word(rng, 0) for _ in range(20)]
    shapes = sorted({word.shape for word in words if word is not None}, key=lambda shape: shape[1])
    assert len(shapes) == 2  # J, and the whole word
    assert shapes[1][1] > 2 * shapes[0][1]
    spelt = np.full((20, 90), 255, np.uint8)
    drawn = {draw_joker(rng, 45, spelt).shape for _ in range(40)}
    assert drawn == {(45, 45), (10, 45)}  # a word is as wide as a sign


def test_a_label_is_print_that_is_no_token(numbers: Numbers) -> None:
    rng = np.random.default_rng(6)
    assert all(draw_label(rng, numbers).shape == (96, 96, 3) for _ in range(40))


def test_only_typefaces_that_may_be_trained_on_are_written(tmp_path: Path) -> None:
    book = FontBook((SHIPPED_FONTS,))
    styles = sum(len(book.styles(family)) for family in book.families("train"))
    assert 0 < write_numbers(book, tmp_path / "numbers.npz") <= styles
    assert book.families("held-out"), "or this shows nothing"


def test_a_picture_that_is_taken_has_the_noise_of_a_camera() -> None:
    """Grey stays about as grey, and what is added lies within the promised range, sharpened or not."""
    rng, grey = np.random.default_rng(3), np.full((90, 120, 3), 128, np.uint8)
    taken = [take(rng, grey) for _ in range(60)]
    assert all(picture.shape == grey.shape and picture.dtype == np.uint8 for picture in taken)
    assert all(abs(float(picture.mean()) - 128) < 2 for picture in taken)
    spreads = [float(picture.std()) for picture in taken]
    assert min(spreads) < 2 * NOISE[0] and 0.7 * NOISE[1] < max(spreads) < 2.5 * NOISE[1]
