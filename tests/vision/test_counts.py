"""The small counts on tokens settle doubts, where this table's counts can be believed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.rules.triolet import EDITIONS
from tests.vision.test_faces import clear_tokens
from vision.counts import COUNTS, MOST_COUNT, cut_count, weigh_counts, who_is_asked
from vision.faces import read_crops
from vision.observation import FACES

Floats = NDArray[np.float32]


def reading(**likely: float) -> Floats:
    """(17,): a face's probabilities, named `is_1=0.4`; the rest is spread."""
    faces = np.full(len(FACES), (1 - sum(likely.values())) / len(FACES), np.float32)
    for name, chance in likely.items():
        faces[FACES.index(name.removeprefix("is_"))] += chance
    return faces


def counts(*read: int) -> Floats:
    """(N, 9): counts that were read clearly."""
    told = np.full((len(read), MOST_COUNT), 0.01, np.float32)
    told[np.arange(len(read)), np.array(read) - 1] = 0.9
    return told


SURE = [reading(is_3=0.999), reading(is_8=0.999), reading(is_12=0.999), reading(is_5=0.999)]


def test_a_one_or_seven_with_a_nine_beside_it_is_a_one() -> None:
    faces = np.stack([*SURE, reading(is_1=0.4, is_7=0.58)])
    weighed = weigh_counts(faces, np.arange(5), counts(8, 4, 2, 8, 9))
    assert FACES[int(weighed[4].argmax())] == "1"
    assert weighed[4].max() > 0.85


def test_counts_that_do_not_fit_the_sure_tokens_of_a_table_hardly_count() -> None:
    faces = np.stack([*SURE, reading(is_1=0.4, is_7=0.58)])
    weighed = weigh_counts(faces, np.arange(5), counts(1, 1, 1, 1, 9))
    assert FACES[int(weighed[4].argmax())] == "7" or weighed[4].max() < 0.75


def test_sure_tokens_stay_as_they_are() -> None:
    faces = np.stack([*SURE, reading(is_1=0.4, is_7=0.58)])
    weighed = weigh_counts(faces, np.arange(5), counts(1, 1, 1, 1, 9))
    assert np.array_equal(weighed[:4], faces[:4])


def test_a_count_that_cannot_be_read_says_nothing() -> None:
    faces = np.stack([*SURE, reading(is_1=0.4, is_7=0.58)])
    told = counts(8, 4, 2, 8, 9)
    told[4] = 0.0
    assert np.allclose(weigh_counts(faces, np.arange(5), told), faces, atol=1e-5)


def test_nobody_is_asked_where_nobody_doubts() -> None:
    assert len(who_is_asked(np.stack(SURE), np.ones(4, bool))) == 0
    doubtful = np.stack([*SURE, reading(is_1=0.4, is_7=0.58)])
    assert who_is_asked(doubtful, np.ones(5, bool)).tolist() == [0, 1, 2, 3, 4]
    assert len(who_is_asked(doubtful, np.array([True] * 4 + [False]))) == 0  # what is no token has no count


def test_most_counts_can_be_read() -> None:
    crops = list(clear_tokens())
    read = read_crops(crops)
    faces, turns = read.likely.sum(axis=2).argmax(axis=1), read.likely.sum(axis=1).argmax(axis=1)
    seen = read_crops([cut_count(crop, int(turn)) for crop, turn in zip(crops, turns, strict=True)])
    told = seen.likely[:, 1 : MOST_COUNT + 1, 0].argmax(axis=1) + 1
    assert (told == COUNTS[faces]).mean() > 0.7


def test_the_counts_are_those_of_the_box() -> None:
    box = EDITIONS["fr"].counts
    assert [box[face] for face in FACES] == COUNTS.tolist()
