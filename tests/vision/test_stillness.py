"""Still or not, and a burst made one: from frames alone."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.stillness import Stillness, fuse_burst

Bytes = NDArray[np.uint8]


def table(seed: int = 0, noise: float = 0.0, gain: float = 1.0, hand_at: int | None = None) -> Bytes:
    """A table with some print on it, seen with noise; a hand is a bright block."""
    rng = np.random.default_rng(9)
    scene = np.kron(rng.integers(60, 160, (24, 32, 1)), np.ones((20, 20, 3))).astype(np.float64) * gain
    if hand_at is not None:
        scene[100:220, hand_at : hand_at + 90] = (120, 160, 220)
    scene += np.random.default_rng(seed).normal(0, noise, scene.shape)
    return np.clip(scene, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("noise", [0.0, 4.0, 12.0])
def test_a_table_nobody_touches_is_still_after_three_frames(noise: float) -> None:
    still = Stillness(frames=3)
    assert [still.see(table(seed, noise)) for seed in range(5)] == [False, False, True, True, True]


def test_a_moving_hand_keeps_it_waiting_until_it_rests_or_leaves() -> None:
    still = Stillness(frames=3)
    frames = [table(n, 4, hand_at=at) for n, at in enumerate((300, 280, 250, 230, 200))]
    frames += [table(n, 4) for n in range(10, 14)]
    assert [still.see(frame) for frame in frames] == [False] * 7 + [True, True]


def test_a_cloud_before_the_sun_is_no_movement() -> None:
    still = Stillness(frames=3)
    said = [still.see(table(n, 3, gain)) for n, gain in enumerate((1.0, 0.97, 0.94, 0.9))]
    assert said == [False, False, True, True]


def test_another_size_of_frame_begins_again() -> None:
    still = Stillness(frames=2)
    assert not still.see(table())
    assert not still.see(table()[:300])
    assert still.see(table()[:300])


def test_a_burst_has_less_noise_than_its_frames() -> None:
    clean = table().astype(np.float64)
    frames = [table(seed, 10) for seed in range(5)]
    fused = fuse_burst(frames)
    assert not fused.moving.any()
    assert np.std(fused.picture - clean) < 0.55 * np.std(frames[-1] - clean)  # 1 / sqrt(5) and rounding


def test_where_something_moved_the_last_frame_counts() -> None:
    frames = [table(1, 2, hand_at=100), table(2, 2, hand_at=300), table(3, 2)]
    fused = fuse_burst(frames)
    assert fused.moving.any()
    assert np.abs(fused.picture[110:210, 110:180].astype(int) - frames[-1][110:210, 110:180]).max() == 0


def test_one_frame_is_its_own_burst() -> None:
    frame = table(4, 5)
    assert np.array_equal(fuse_burst([frame]).picture, frame)
