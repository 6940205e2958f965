"""The split is for ever: a reader that was trained yesterday must not be measured on what it learned from."""

from __future__ import annotations

import pytest

from hardware.virtual.split import Part, PartError, is_held_out, names_of_part

NAMES = tuple(f"name {number}" for number in range(2000))


@pytest.mark.parametrize(
    ("name", "namespace", "held_out"),
    [
        pytest.param("open sans", "font", False, id="a font to learn from"),
        pytest.param("m plus", "font", True, id="a font to measure on"),
        pytest.param("  M  PLUS ", "font", True, id="case and spaces do not count"),
        pytest.param("m plus", "texture", False, id="another namespace is another draw"),
    ],
)
def test_a_name_keeps_its_side_for_ever(name: str, namespace: str, held_out: bool) -> None:
    assert is_held_out(name, namespace) is held_out


def test_about_a_quarter_is_held_out() -> None:
    share = sum(is_held_out(name, "texture") for name in NAMES) / len(NAMES)
    assert 0.22 < share < 0.28


def test_the_two_parts_share_nothing_and_leave_nothing_out() -> None:
    train, held_out = names_of_part(NAMES, "train", "x"), names_of_part(NAMES, "held-out", "x")
    assert not set(train) & set(held_out)
    assert set(train) | set(held_out) == set(names_of_part(NAMES, "all", "x")) == set(NAMES)


def test_an_unknown_part_is_refused_in_one_sentence() -> None:
    part: Part = "test"  # type: ignore[assignment]  # the fault under test
    with pytest.raises(PartError, match=r'There is no part "test": choose train, held-out or all\.'):
        names_of_part(NAMES, part, "x")
