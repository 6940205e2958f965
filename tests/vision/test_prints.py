"""A family's own printing weighs the network's reading."""

from __future__ import annotations

import numpy as np
import pytest

from vision.likeness import weigh_alike
from vision.observation import FACES
from vision.prints import PRINT_SIZE, EnrolledPrints

RNG = np.random.default_rng(3)
VECTORS = RNG.normal(0, 1, (3, PRINT_SIZE)).astype(np.float32)
ENROLLED = EnrolledPrints(("6", "9", "6"), VECTORS)


def test_the_likest_print_of_a_face_counts() -> None:
    alike = ENROLLED.likeness(VECTORS * 3)  # how strong a print is does not matter
    assert alike[0, FACES.index("6")] == pytest.approx(1)
    assert alike[2, FACES.index("6")] == pytest.approx(1)
    assert alike[1, FACES.index("9")] == pytest.approx(1)
    assert alike[1, FACES.index("6")] < 0.5
    assert np.isnan(alike[:, FACES.index("0")]).all()


def test_a_doubt_is_settled_by_the_print() -> None:
    doubt = np.zeros((1, 17), np.float32)
    doubt[0, FACES.index("6")], doubt[0, FACES.index("9")] = 0.55, 0.45
    settled = ENROLLED.weigh(doubt, VECTORS[1:2])
    assert settled[0, FACES.index("9")] > 0.99
    assert settled.sum() == pytest.approx(1)


def test_a_face_that_was_not_enrolled_can_still_be_read() -> None:
    clear = np.full((1, 17), 0.0001, np.float32)
    clear[0, FACES.index("4")], clear[0, FACES.index("6")] = 0.6, 0.3985
    assert ENROLLED.weigh(
        clear, RNG.normal(0, 1, (1, PRINT_SIZE)).astype(np.float32)
    ).argmax() == FACES.index("4")


@pytest.mark.parametrize(
    ("faces", "vectors"),
    [
        (("16",), np.zeros((1, PRINT_SIZE), np.float32)),
        (("1", "2"), np.zeros((1, PRINT_SIZE), np.float32)),
        (("1",), np.zeros((1, 5), np.float32)),
        (("1",), np.full((1, PRINT_SIZE), np.nan, np.float32)),
    ],
)
def test_prints_that_make_no_sense_are_refused(faces: tuple[str, ...], vectors: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        EnrolledPrints(faces, vectors)


def test_tokens_of_one_table_settle_each_others_doubts() -> None:
    """Two clear tokens show how this set prints a 1 and a 7; the doubtful one looks like its 7."""
    rng = np.random.default_rng(2)
    one, seven = rng.random((2, PRINT_SIZE)).astype(np.float32)
    prints = np.stack([one, seven, seven + 0.05 * rng.random(PRINT_SIZE).astype(np.float32)])
    likely = np.full((3, len(FACES)), 0.001, np.float32)
    likely[0, FACES.index("1")] = likely[1, FACES.index("7")] = 0.99
    likely[2, FACES.index("1")], likely[2, FACES.index("7")] = 0.55, 0.43
    weighed = weigh_alike(likely, prints)
    assert FACES[int(weighed[2].argmax())] == "7"
    assert weighed[2].max() < 0.8, "but it is not sure of it"
    assert np.array_equal(weighed[:2], likely[:2]), "who is sure stays as sure"
    assert weighed[2].sum() == pytest.approx(likely[2].sum(), abs=1e-4)


def test_without_a_clear_token_nothing_is_settled() -> None:
    likely = np.full((2, len(FACES)), 1 / len(FACES), np.float32)
    assert np.array_equal(weigh_alike(likely, np.ones((2, PRINT_SIZE), np.float32)), likely)
