"""The virtual camera's geometry: points on the table are where the picture shows them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.virtual.light import Light
from hardware.virtual.optics import Optics
from hardware.virtual.painter import Painter
from hardware.virtual.sensor import Sensor, expose

POSES = [
    pytest.param(Optics((1640, 1232), 1300, 700), id="straight down"),
    pytest.param(Optics((1640, 1232), 1300, 700, tilt_deg=25, tilt_towards_deg=40), id="tilted"),
    pytest.param(
        Optics((1640, 1232), 1300, 700, (20, -30), 15, 200, 28, (-0.09, 0.02, 0.001, -0.0008)),
        id="tilted, rolled and bent",
    ),
    pytest.param(Optics((1640, 1232), 1000, 650, (0, 0), 25, 300, -30, (0.05, 0.02, 0, 0)), id="pincushion"),
]


@pytest.mark.parametrize("optics", POSES)
@pytest.mark.parametrize("height_mm", [0.0, 7.0])
def test_a_drawn_point_is_where_it_is_projected(optics: Optics, height_mm: float) -> None:
    points = np.array([[x, y] for x in (-150, -60, 0, 90, 150) for y in (-120, -40, 60, 120)], np.float64)
    painter = Painter(optics, Light(direct=0.0))
    painter.colour[:] = 20
    side_px, scale = 25, 4.0  # a white disc of 3 mm, drawn flat at this height around each point
    disc = np.zeros((side_px, side_px), np.uint8)
    cv2.circle(disc, (side_px // 2, side_px // 2), 6, 255, -1, cv2.LINE_AA)
    white = np.full((side_px, side_px, 3), 255, np.uint8)
    for x, y in points:
        middle = (side_px - 1) / 2 / scale
        to_mm = np.array([[1 / scale, 0, x - middle], [0, 1 / scale, y - middle], [0, 0, 1]])
        painter.sheet(white, disc, to_mm, height_mm)
    picture, _ = expose(painter, Light(direct=0.0), Sensor(blur_px=0, vignetting=0), held=1.0)
    seen = optics.project(points, height_mm)
    inside = np.all((seen > 20) & (seen < np.array(optics.size) - 21), axis=1)
    assert inside.sum() >= 12
    for x, y in seen[inside]:
        x0, y0 = round(x) - 15, round(y) - 15
        patch = picture[y0 : y0 + 31, x0 : x0 + 31].max(axis=2).astype(np.float64) - 40
        weight = np.clip(patch, 0, None)
        rows, columns = np.mgrid[:31, :31]
        found = np.array([(weight * columns).sum(), (weight * rows).sum()]) / weight.sum() + (x0, y0)
        assert np.hypot(*(found - (x, y))) < 0.5


@pytest.mark.parametrize("optics", POSES)
def test_undistorting_undoes_distorting(optics: Optics) -> None:
    points = np.random.default_rng(1).uniform((0, 0), optics.size, (200, 2))
    np.testing.assert_allclose(optics.distort(optics.undistort(points)), points, atol=1e-3)


def test_the_point_below_the_lens_does_not_move_with_height() -> None:
    optics = Optics((1640, 1232), 1300, 700, (20, -30), 15, 200, 28)
    foot = np.array([optics.foot_mm])
    np.testing.assert_allclose(optics.ideal(foot, 0), optics.ideal(foot, 50), atol=1e-6)
    away = foot + 100
    assert np.hypot(*(optics.ideal(away, 0) - optics.ideal(away, 50))[0]) > 5


def test_roll_turns_the_table_clockwise() -> None:
    straight, rolled = Optics((800, 600), 700, 500), Optics((800, 600), 700, 500, roll_deg=30)
    right = np.array([[50.0, 0.0]])
    (x, y), (turned_x, turned_y) = straight.project(right)[0], rolled.project(right)[0]
    assert turned_x < x
    assert turned_y > y
