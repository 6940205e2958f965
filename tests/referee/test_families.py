"""Families with their mistakes at tables that are read with some doubt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import numpy as np
import pytest

from companion.referee import STANDARD, Priors
from tests.referee.families import Ruled, triolet_game, triominos_game
from tests.referee.noise import CORNERS_TARGET, MEASURED, TARGET, BoardNoise, ReaderNoise, expected_doubt
from vision.observation import FACES, place_of

Game = Callable[[int, ReaderNoise, Sequence[Priors]], Iterator[Ruled]]


@pytest.mark.parametrize(
    ("game", "noise"),
    [
        pytest.param(triolet_game, TARGET, id="triolet"),
        pytest.param(triominos_game, CORNERS_TARGET, id="triominos"),
    ],
)
def test_nothing_is_scored_wrong_without_asking_and_nobody_waits(game: Game, noise: ReaderNoise) -> None:
    presses = islice((ruled for seed in range(40, 60) for ruled in game(seed, noise, [STANDARD])), 170)
    outcomes = Counter(ruled.outcomes[0] for ruled in presses)
    assert outcomes["wrong"] == outcomes["refused"] == outcomes["not yet"] == 0
    assert outcomes["question"] + outcomes["unhelpful"] + outcomes["false alarm"] <= 5
    assert outcomes["right"] > 150


def test_the_same_seed_gives_the_same_rulings() -> None:
    first, again = (list(islice(triolet_game(7, MEASURED, [STANDARD]), 15)) for _ in range(2))
    assert [ruled.rulings for ruled in first] == [ruled.rulings for ruled in again]


def test_the_noise_is_as_calibrated_as_it_says() -> None:
    table = {f"{row}{column}": FACES[(row_index + column) % 16] for row_index, row in enumerate("ABCDEFGH")
             for column in range(1, 16)}  # fmt: skip
    claimed, right = [], []
    for seed in range(40):
        seen = BoardNoise(seed, MEASURED).observe(table)
        for cell, face in table.items():
            chances = seen.faces[place_of(cell)]
            claimed.append(float(chances.max()))
            right.append(FACES[int(chances.argmax())] == face)
    assert abs(np.mean(claimed) - np.mean(right)) < 0.005
    assert abs(1 - expected_doubt(MEASURED) - float(np.mean(right))) < 0.005
