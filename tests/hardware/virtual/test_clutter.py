"""Clutter: every kind draws, at its real size, with a clean outline, alike for one seed."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.virtual.clutter import ClutterKind, clutter, kinds
from hardware.virtual.sprites import Sprite

COARSE = 1.0
SEEDS = range(5)

# Shorter and longer side of what is opaque, and height above the table, in mm.
SIZES: dict[ClutterKind, tuple[tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    "bag": ((85, 165), (120, 225), (20, 60)),
    "box-lid": ((175, 300), (175, 305), (25, 70)),
    "cards": ((55, 150), (85, 240), (0, 5)),
    "coins": ((15, 85), (15, 85), (1, 6)),
    "cookie": ((46, 90), (46, 90), (5, 20)),
    "dice": ((11, 95), (11, 95), (11, 20)),
    "glass": ((56, 84), (56, 84), (80, 155)),
    "keys": ((30, 150), (60, 150), (2, 10)),
    "mug": ((73, 125), (85, 140), (75, 110)),
    "napkin": ((55, 182), (115, 182), (1, 8)),
    "paper": ((100, 220), (140, 300), (0, 10)),
    "pen": ((7, 14), (128, 152), (7, 14)),
    "pencil": ((6, 9), (88, 180), (5, 9)),
    "phone": ((64, 81), (136, 167), (6, 11)),
    "plate": ((148, 212), (148, 212), (15, 35)),
    "rack": ((17, 36), (148, 252), (15, 40)),
    "scissors": ((50, 130), (120, 215), (3, 15)),
    "score-pad": ((73, 122), (115, 192), (0, 12)),
    "spectacles": ((40, 150), (120, 200), (20, 45)),
}
CLEAR: tuple[ClutterKind, ...] = ("glass", "spectacles")


@cache
def drawn(kind: ClutterKind, seed: int, px_per_mm: float = COARSE, light_deg: float = 300.0) -> Sprite:
    return clutter(kind, np.random.default_rng(seed), px_per_mm, light_deg)


def alpha_of(sprite: Sprite) -> NDArray[np.uint8]:
    return sprite.bgra[..., 3]


def test_the_table_of_sizes_knows_every_kind() -> None:
    assert set(SIZES) == set(kinds())
    assert list(kinds()) == sorted(kinds())


@pytest.mark.parametrize("kind", kinds())
def test_every_kind_has_its_real_size(kind: ClutterKind) -> None:
    shorter, longer, height = SIZES[kind]
    for seed in SEEDS:
        sprite = drawn(kind, seed)
        rows, columns = np.nonzero(alpha_of(sprite) > 40)
        sides = sorted((np.ptp(rows) + 1, np.ptp(columns) + 1))
        assert shorter[0] <= sides[0] / COARSE <= shorter[1] + 2, seed
        assert longer[0] <= sides[1] / COARSE <= longer[1] + 2, seed
        assert height[0] < sprite.height_mm <= height[1], seed


@pytest.mark.parametrize("kind", kinds())
def test_the_border_is_transparent_and_the_thing_is_not(kind: ClutterKind) -> None:
    for seed in SEEDS:
        sprite = drawn(kind, seed)
        alpha = alpha_of(sprite)
        assert sprite.bgra.dtype == np.uint8
        assert sprite.bgra.ndim == 3
        border = np.concatenate([alpha[0], alpha[-1], alpha[:, 0], alpha[:, -1]])
        assert border.max() == 0, seed
        assert alpha.max() > 150, seed
        if kind not in CLEAR:
            inside = cv2.erode((alpha > 127).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
            assert inside.any(), seed
            assert alpha[inside].min() > 180, seed


@pytest.mark.parametrize("kind", kinds())
def test_the_same_seed_draws_the_same_bytes_and_another_seed_does_not(kind: ClutterKind) -> None:
    first, other = drawn(kind, 1), drawn(kind, 2)
    again = clutter(kind, np.random.default_rng(1), COARSE, 300.0)
    assert np.array_equal(first.bgra, again.bgra)
    assert first.height_mm == again.height_mm
    assert first.bgra.shape != other.bgra.shape or np.mean(first.bgra != other.bgra) > 0.05


@pytest.mark.parametrize("kind", kinds())
def test_twice_the_scale_is_the_same_thing_at_twice_the_size(kind: ClutterKind) -> None:
    small, large = drawn(kind, 3, 1.5), drawn(kind, 3, 3.0)
    assert large.size_mm == pytest.approx(small.size_mm, abs=1.4)
    rows, columns = small.bgra.shape[:2]
    padded = cv2.copyMakeBorder(large.bgra, 0, 2, 0, 2, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
    shrunk = cv2.resize(padded[: 2 * rows, : 2 * columns], (columns, rows), interpolation=cv2.INTER_AREA)
    apart = np.abs(shrunk[..., 3].astype(int) - alpha_of(small)) / 255
    covered = np.mean(alpha_of(small)) / 255
    assert apart.mean() < 0.12 * covered


@pytest.mark.parametrize("kind", kinds())
def test_light_from_the_other_side_changes_the_shading_but_not_the_outline(kind: ClutterKind) -> None:
    one, other = drawn(kind, 1, light_deg=0.0), drawn(kind, 1, light_deg=180.0)
    assert not np.array_equal(one.bgra[..., :3], other.bgra[..., :3])
    if kind != "glass":  # its highlights are what one sees of it
        assert np.array_equal(alpha_of(one), alpha_of(other))


@pytest.mark.parametrize("kind", CLEAR)
def test_one_can_see_the_table_through_clear_things(kind: ClutterKind) -> None:
    shares = [np.mean((alpha_of(drawn(kind, s)) > 8) & (alpha_of(drawn(kind, s)) < 110)) for s in range(12)]
    assert max(shares) > 0.08


@pytest.mark.parametrize("kind", ["cookie", "pen", "pencil"])
def test_a_round_thing_is_lighter_on_the_side_of_the_light(kind: ClutterKind) -> None:
    """Compare with the light opposite, so that what is printed on the thing cancels out."""
    left = drawn(kind, 6, 2.0, 270.0).bgra
    right = drawn(kind, 6, 2.0, 90.0).bgra
    brighter = left[..., :3].astype(int).sum(axis=2) - right[..., :3].astype(int).sum(axis=2)
    solid = left[..., 3] > 250
    columns = np.nonzero(solid)[1]
    rim = max(4, int(np.ptp(columns) * 0.12))
    near = solid & (np.arange(solid.shape[1]) < columns.min() + rim)
    far = solid & (np.arange(solid.shape[1]) > columns.max() - rim)
    assert brighter[near].mean() > 10 > -10 > brighter[far].mean()


def test_colours_differ_between_seeds() -> None:
    means = np.array(
        [drawn("bag", s).bgra[alpha_of(drawn("bag", s)) > 250][:, :3].mean(axis=0) for s in range(8)]
    )
    assert np.ptp(means, axis=0).min() > 40
