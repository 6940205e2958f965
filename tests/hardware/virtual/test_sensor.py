"""What the virtual camera's electronics add to a picture."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.virtual.sensor import MIDDLE_GREY, Sensor, read_out


@pytest.mark.parametrize("sharpening", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("sigma", [2.0, 6.0, 12.0])
def test_noise_is_as_strong_in_the_finished_picture_as_it_is_named(sigma: float, sharpening: float) -> None:
    grey = np.full((400, 400, 3), MIDDLE_GREY, np.uint8)
    sensor = Sensor(noise_sigma=sigma, sharpening=sharpening, jpeg_quality=None)
    finished = read_out(grey, sensor, np.random.default_rng(1))
    assert finished.reshape(-1, 3).std(axis=0) == pytest.approx([sigma] * 3, abs=0.2)


def test_highlights_and_deep_shadows_have_less_noise_than_middle_grey() -> None:
    levels = [20, MIDDLE_GREY, 240]
    flat = [np.full((300, 300, 3), level, np.uint8) for level in levels]
    sensor = Sensor(noise_sigma=5, sharpening=0.5, jpeg_quality=None)
    shadow, middle, highlight = (read_out(one, sensor, np.random.default_rng(2)).std() for one in flat)
    assert highlight < shadow < middle
