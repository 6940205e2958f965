"""What is left on racks nobody sees, against trying every deal."""

from __future__ import annotations

import time
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules import triolet, triominos
from companion.rules.rests import Rests
from companion.rules.triolet.tokens import FACE_VALUES

TOKENS = tuple(
    FACE_VALUES[face] for face, count in triolet.EDITIONS["fr"].counts.items() for _ in range(count)
)
TILES = tuple(sum(tile) for tile in triominos.BOX)


def can_be_dealt(values: tuple[int, ...], hands: list[tuple[int, int]]) -> bool:
    """By trying everything."""
    if not hands:
        return True
    (size, total), *others = hands
    for chosen in combinations(range(len(values)), size):
        if sum(values[index] for index in chosen) == total:
            left = tuple(value for index, value in enumerate(values) if index not in chosen)
            if can_be_dealt(left, others):
                return True
    return False


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_counts_are_doubted_exactly_when_no_deal_makes_them(data: st.DataObject) -> None:
    unseen = data.draw(st.lists(st.integers(0, 15), min_size=2, max_size=8).map(tuple))
    sizes: list[int] = []
    while len(sizes) < 4 and sum(sizes) < len(unseen):
        sizes.append(data.draw(st.integers(0, min(3, len(unseen) - sum(sizes)))))
    told = {
        player: sum(unseen[:size]) if data.draw(st.booleans()) else data.draw(st.integers(0, 15 * size))
        for player, size in enumerate(sizes)
    }
    doubtful = Rests(tuple(sizes), told, unseen, 15).doubtful()
    assert bool(doubtful) != can_be_dealt(unseen, [(sizes[player], total) for player, total in told.items()])


@pytest.mark.parametrize(
    ("unseen", "sizes", "told", "doubtful"),
    [
        pytest.param((14, 15, 13, 1), (1, 1), {0: 14, 1: 14}, (0, 1), id="one 14, told twice"),
        pytest.param((14, 15, 13, 1), (1, 1, 1), {0: 14, 1: 14, 2: 1}, (0, 1), id="the third is not blamed"),
        pytest.param((5, 5, 5), (1, 1, 1), {0: 5, 1: 5, 2: 4}, (2,), id="wrong alone comes first"),
        pytest.param((5, 5, 4), (1, 1, 1), {0: 5, 1: 5, 2: 5}, (0, 1, 2), id="only all three together"),
        pytest.param((1, 2), (0, 1), {0: 1, 1: 2}, (0,), id="something on an empty rack"),
        pytest.param(None, (2, 0), {0: 30, 1: 0}, (), id="not certain, possible"),
        pytest.param(None, (2, 0), {0: 31, 1: 1}, (0, 1), id="not certain, impossible"),
    ],
)
def test_the_smallest_groups_that_clash_are_doubted(
    unseen: tuple[int, ...] | None, sizes: tuple[int, ...], told: dict[int, int], doubtful: tuple[int, ...]
) -> None:
    assert Rests(sizes, told, unseen, 15).doubtful() == doubtful


@pytest.mark.parametrize(
    ("unseen", "sizes", "told"),
    [
        pytest.param(TOKENS, (3, 3, 3, 3), (22, 18, 17, 10), id="four racks, a full box"),
        pytest.param(
            (2, 2, 3, 3, 5, 5, 7, 7, 8, 8, 9, 9), (3, 3, 3, 3), (17, 17, 17, 18), id="a clash of four"
        ),
        pytest.param(TILES, (5, 5, 5, 5), (39, 42, 38, 40), id="hands of five"),
        pytest.param(TILES[:54], (27, 27), (200, 205), id="hands of 27"),
        pytest.param(TILES, (14, 14, 14, 14), (105, 105, 105, 106), id="everything in four hands"),
    ],
)
def test_doubting_takes_no_time(
    unseen: tuple[int, ...], sizes: tuple[int, ...], told: tuple[int, ...]
) -> None:
    rests = Rests(sizes, dict(enumerate(told)), unseen, 15)
    assert min(_seconds(rests) for _ in range(5)) < 0.05


def _seconds(rests: Rests) -> float:
    start = time.perf_counter()
    rests.doubtful()
    return time.perf_counter() - start
