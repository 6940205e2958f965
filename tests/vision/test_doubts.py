"""What a second look learns from carries the truth it claims. Needs no PyTorch."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.render import Order, render_set
from vision import faces
from vision.faces import NO_FACE, TURNS
from vision.observation import FACES
from vision.training.doubts import Cut, cut_board, show_token


def first_look_right(cuts: list[Cut]) -> float:
    """How much of what was cut an honest first look agrees with, whichever way round."""
    crops, labels, _ = zip(*cuts, strict=True)
    read = faces.read_crops(crops)
    whole = np.column_stack([read.likely.reshape(len(crops), -1), read.nothing])
    return float((whole.argmax(axis=1) == np.array(labels)).mean())


def test_tokens_are_cut_with_their_faces_and_the_way_they_lie(tmp_path: Path) -> None:
    order = Order("triolet", seed=3, level="easy", part="all", folder=tmp_path, disorder=0.7)
    render_set(order, 3)
    cuts = [cut for path in sorted(tmp_path.glob("*.json")) for cut in cut_board(path)]
    labels = [label for _, label, _ in cuts if label != NO_FACE]
    assert {label % TURNS for label in labels} == set(range(TURNS))
    assert {FACES[label // TURNS] for label in labels} >= {"0", "7", "15"}
    assert first_look_right(cuts) > 0.98


def test_what_a_first_look_doubts_is_marked(tmp_path: Path) -> None:
    shares = []
    for level in ("easy", "hard"):
        order = Order("triolet", seed=8, level=level, part="all", folder=tmp_path / level)
        render_set(order, 3)
        cuts = [cut for path in sorted(order.folder.glob("*.json")) for cut in cut_board(path)]
        shares.append(float(np.mean([is_doubted for *_, is_doubted in cuts])))
    assert shares[0] < shares[1]


@pytest.mark.parametrize("seed", range(6))
def test_a_token_that_is_shown_turned_says_so(seed: int) -> None:
    """Its picture is dark at one edge only: the edge goes where the label says."""
    crop = np.full((48, 48, 3), 200, np.uint8)
    crop[:8] = 20
    shown, label = show_token(np.random.default_rng(seed), crop, 5 * TURNS)
    assert label // TURNS == 5
    grey = np.abs(shown.astype(float).mean(axis=2) - np.median(shown))
    edges = [grey[:6].mean(), grey[:, -6:].mean(), grey[-6:].mean(), grey[:, :6].mean()]  # clockwise
    assert int(np.argmax(edges)) == label % TURNS


def test_what_shows_nothing_stays_nothing() -> None:
    rng, crop = np.random.default_rng(1), np.full((48, 48, 3), 90, np.uint8)
    assert {show_token(rng, crop, NO_FACE)[1] for _ in range(9)} == {NO_FACE}


def test_what_leaves_no_doubt_is_shown_worse() -> None:
    crop = np.full((48, 48, 3), 200, np.uint8)
    crop[8:40, 20:28] = 20
    noise = [
        float(
            np.mean([_rough(show_token(np.random.default_rng(seed), crop, 4, sure)[0]) for seed in range(9)])
        )
        for sure in (False, True)
    ]
    assert noise[1] > 1.2 * noise[0]


def _rough(picture: np.ndarray) -> float:
    return float(np.median(np.abs(cv2.Laplacian(picture, cv2.CV_32F))))
