"""Tokens of one picture read together: by the colour of their ink, and by what the box holds."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.observation import FACES
from vision.token_box import TOKEN_PX, ink_of, read_together

Floats = NDArray[np.float32]

BOX = np.array((9, 9, 8, 8, 7, 8, 6, 6, 4, 4, 3, 3, 2, 2, 1, 1, 2))
LAID = ["0", "0", "1", "1", "2", "3", "4", "5", "7", "15"]


def read(faces: list[str], sure: float = 0.999) -> Floats:
    likely = np.full((len(faces), len(FACES)), (1 - sure) / (len(FACES) - 1), np.float32)
    likely[np.arange(len(faces)), [FACES.index(face) for face in faces]] = sure
    return likely


def between(one: str, other: str, first: float = 0.55) -> Floats:
    likely = np.zeros(len(FACES), np.float32)
    likely[FACES.index(one)], likely[FACES.index(other)] = first, 1 - first
    return likely


def best(likely: Floats) -> list[str]:
    return [FACES[index] for index in likely.argmax(axis=1)]


def plain(count: int) -> Floats:
    return np.zeros((count, 3), np.float32)


ALL = np.ones(len(LAID) + 1, bool)


def test_a_second_15_is_rather_something_else() -> None:
    likely = np.vstack([read(LAID), between("15", "13", 0.7)])
    assert best(read_together(likely, plain(11), ALL))[-1] == "15"
    assert best(read_together(likely, plain(11), ALL, box=BOX))[-1] == "13"


def test_two_clear_15s_are_both_told() -> None:
    assert best(read_together(read([*LAID, "15"]), plain(11), ALL, box=BOX))[-1] == "15"


def test_where_sure_tokens_cannot_be_of_the_box_it_says_nothing() -> None:
    likely = np.vstack([read([*LAID[:-1], "15", "15"]), between("15", "13", 0.7)])
    assert best(read_together(likely, plain(12), np.ones(12, bool), box=BOX))[-1] == "15"


def test_a_face_of_which_many_are_left_is_likelier() -> None:
    likely = np.vstack([read(LAID), between("12", "1", 0.6)])
    assert best(read_together(likely, plain(11), ALL, box=BOX))[-1] == "1"


@pytest.mark.parametrize(
    "has_inks", [pytest.param(True, id="an ink each"), pytest.param(False, id="one ink")]
)
def test_a_doubtful_token_is_what_its_ink_says(has_inks: bool) -> None:
    rng = np.random.default_rng(5)
    faces = ["1", "7"] * 6
    colours = {"1": (-60.0, 0.0, 0.0), "7": (0.0, 0.0, -60.0) if has_inks else (-60.0, 0.0, 0.0)}
    ink = (np.array([colours[face] for face in faces]) + rng.normal(0, 3, (12, 3))).astype(np.float32)
    likely = read(faces, 0.99)
    likely[11] = between("1", "7", 0.6)  # it is a 7
    assert best(read_together(likely, ink, np.ones(12, bool)))[11] == ("7" if has_inks else "1")


def test_told_tokens_show_their_ink_and_are_answered_as_they_were_read() -> None:
    ink = np.array([(-60.0, 0, 0), (0, 0, -60.0)] * 5, np.float32)
    likely = np.stack([between("1", "7", 0.5)] * 10)
    told = [None, None, *["1", "7"] * 4]
    weighed = read_together(likely, ink, np.ones(10, bool), told)
    assert best(weighed[:2]) == ["1", "7"]
    assert np.array_equal(weighed[2:], likely[2:])


def test_what_is_no_token_is_left_as_it_was() -> None:
    likely = np.vstack([read(LAID), between("15", "13", 0.7)])
    is_token = ALL.copy()
    is_token[-1] = False
    assert np.array_equal(read_together(likely, plain(11), is_token, box=BOX)[-1], likely[-1])
    assert np.array_equal(read_together(likely, plain(11), np.zeros(11, bool), box=BOX), likely)


def token(ink: tuple[int, int, int], body: int) -> NDArray[np.uint8]:
    picture = np.full((TOKEN_PX, TOKEN_PX, 3), body, np.uint8)
    picture[16:30, 21:26] = (np.array(ink) * body / 200).astype(np.uint8)
    return picture


def test_ink_is_told_against_the_token_and_whatever_the_light() -> None:
    none, red, shaded = ink_of(
        [token((200, 200, 200), 200), token((40, 40, 200), 200), token((40, 40, 200), 90)]
    )
    assert none.tolist() == [0, 0, 0]
    assert red[2] == 0 and red[0] < -15 and red[1] < -15
    assert np.abs(red - shaded).max() < 1.5
    assert ink_of([]).shape == (0, 3)
