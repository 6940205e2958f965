"""What the measurement of the reader's confusions makes of boards whose truth and reading are known."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.truths import LabelledPicture, Truth
from tests.measure.face_confusions import Confusions
from tests.referee.noise import PERFECT, BoardNoise
from vision.observation import EMPTY, FACES, TOKEN, NoBoard, place_of

CORNERS = ((0.0, 0.0), (900.0, 0.0), (900.0, 900.0), (0.0, 900.0))


def labelled(tokens: dict[str, str | None], hidden: frozenset[str] = frozenset()) -> LabelledPicture:
    return LabelledPicture(Path("00.jpg"), Truth(CORNERS, tokens, hidden=hidden), "medium")


def test_what_is_misread_fading_or_not_there_is_counted() -> None:
    seen = BoardNoise(1, PERFECT).observe({"H8": "7", "H9": "3", "H10": "5"})
    seen.faces[place_of("H9")] = np.eye(len(FACES))[FACES.index("8")] * 0.6 + 0.4 / len(FACES)
    seen.states[place_of("H10")] = np.eye(3)[EMPTY] * 0.3 + np.eye(3)[TOKEN] * 0.7
    seen.states[place_of("A1")] = np.eye(3)[TOKEN] * 0.05 + np.eye(3)[EMPTY] * 0.95
    confusions = Confusions()
    confusions.add(labelled({"H8": "7", "H9": "3", "H10": "5"}, frozenset({"C3"})), seen)
    assert (confusions.tokens, confusions.empty) == (3, 225 - 3 - 1)
    assert confusions.fading == [pytest.approx(0.3)] and confusions.phantoms == [pytest.approx(0.05)]
    assert dict(confusions.doubts.taken_for) == {(FACES.index("3"), FACES.index("8")): 1}
    noise = confusions.noise()
    assert noise.hard == pytest.approx(1 / 3, abs=1e-4)
    assert noise.fading == pytest.approx(1 / 3, abs=1e-4)
    assert noise.phantoms == pytest.approx(1 / 221, abs=1e-5)
    assert confusions.lines()[0] == "1 pictures, 0 without their board; 3 tokens, 66.67% right"


def test_a_board_that_was_not_found_says_nothing_of_tokens() -> None:
    confusions = Confusions()
    confusions.add(labelled({"H8": "7"}), NoBoard("dark"))
    assert (confusions.pictures, confusions.not_found, confusions.tokens) == (1, 1, 0)
