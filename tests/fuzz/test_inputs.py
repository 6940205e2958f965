"""A few spoiled inputs of each kind; `make fuzz` goes on for longer."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import strategies as st

from tests.fuzz.__main__ import fuzz, spoiler
from tests.fuzz.edits import ODD, edited_json
from tests.fuzz.inputs import INPUTS, Input

SOME = 5
SEED = 1


@pytest.mark.parametrize("name", INPUTS)
def test_a_spoiled_input_is_told_in_a_sentence_or_read_all_the_same(name: str, tmp_path: Path) -> None:
    assert spoiler(INPUTS[name], tmp_path)(SOME, SEED) >= 1


def test_what_one_input_was_spoiled_with_is_as_new_for_the_next(tmp_path: Path) -> None:
    """Else the same seed would not lead to the same input."""
    small = Input(lambda: edited_json({"a": 1}), lambda one, folder: None)
    spoiler(small, tmp_path)(500, 2)  # a seed that goes inside what it has put in
    assert ODD[-3:] == ([], {}, [[]])


def test_an_input_that_crashes_is_made_as_small_as_it_goes(tmp_path: Path) -> None:
    tried: list[int] = []

    def check(number: int, folder: Path) -> None:
        tried.append(number)
        assert number < 1000

    with pytest.raises(AssertionError):
        fuzz(Input(lambda: st.integers(0, 2**40), check), tmp_path, minutes=1.0, first_seed=SEED)
    assert min(number for number in tried if number >= 1000) == tried[-1] == 1000
