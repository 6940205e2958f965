"""Pieces of one table share one printing: who is in doubt is compared with who is not."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.likeness import weigh_printing
from vision.observation import FACES

Floats = NDArray[np.float32]
SIZE = 64
RNG = np.random.default_rng(4)
LOOKS = {face: RNG.standard_normal(SIZE).astype(np.float32) for face in FACES}


def prints(*faces: str, noise: float = 0.05) -> Floats:
    """How these tokens look: as their faces do, each a little different."""
    return np.stack([LOOKS[face] + noise * RNG.standard_normal(SIZE).astype(np.float32) for face in faces])


def likely(*readings: dict[str, float]) -> Floats:
    done = np.full((len(readings), len(FACES)), 0.0005, np.float32)
    for row, reading in zip(done, readings, strict=True):
        for face, chance in reading.items():
            row[FACES.index(face)] = chance
    return np.asarray(done / done.sum(axis=1, keepdims=True), np.float32)


def best(weighed: Floats) -> list[str]:
    return [FACES[int(index)] for index in weighed.argmax(axis=1)]


NINES = ("9", "9", "9", "4", "4")
SURE = [{"9": 0.99}] * 3 + [{"4": 0.99}] * 2
ALL = np.ones(6, bool)


def test_a_doubtful_nine_unlike_the_sure_nines_is_none() -> None:
    seen = likely(*SURE, {"9": 0.6, "2": 0.38})
    assert best(weigh_printing(seen, prints(*NINES, "2"), ALL))[5] == "2"


def test_a_doubtful_token_like_the_sure_nines_is_a_nine_but_the_doubt_is_not_talked_away() -> None:
    seen = likely(*SURE, {"4": 0.55, "9": 0.43})
    weighed = weigh_printing(seen, prints(*NINES, "9"), ALL)
    assert best(weighed)[5] == "9"
    assert weighed[5].max() < 0.95


def test_where_even_the_same_look_different_being_unlike_says_little() -> None:
    seen = likely(*SURE, {"9": 0.6, "2": 0.38})
    blurred = np.concatenate([prints(*NINES, noise=1.0), prints("2", noise=1.0)])
    assert best(weigh_printing(seen, blurred, ALL))[5] == "9"


def test_who_is_sure_stays_as_sure() -> None:
    seen = likely(*SURE, {"9": 0.6, "2": 0.38})
    weighed = weigh_printing(seen, prints(*NINES, "2"), ALL)
    assert np.array_equal(weighed[:5], seen[:5])
    assert np.allclose(weighed.sum(axis=1), 1, atol=1e-5)


def test_what_is_no_token_is_no_example() -> None:
    seen = likely(*SURE, {"9": 0.6, "2": 0.38})
    is_token = np.array([False] * 5 + [True])
    assert np.array_equal(weigh_printing(seen, prints(*NINES, "2"), is_token), seen)


def test_without_a_sure_token_nothing_is_settled() -> None:
    seen = likely(*[{"9": 0.6, "2": 0.38}] * 3)
    assert np.array_equal(weigh_printing(seen, prints("9", "2", "2"), np.ones(3, bool)), seen)
