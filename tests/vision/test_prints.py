"""A family's own printing weighs the network's reading."""

from __future__ import annotations

import numpy as np
import pytest

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
