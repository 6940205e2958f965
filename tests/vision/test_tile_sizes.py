"""How large tiles are anywhere in the picture, against a virtual camera that leans."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.virtual.optics import Optics
from vision.tile_shapes import even_triangle, sides_px
from vision.tile_sizes import fit_sizes

Points = NDArray[np.float64]

SIZE = 1640, 1232
SIDE_MM = 38.0
EVERYWHERE = [(x, y) for x in (-180.0, 0.0, 180.0) for y in (-120.0, 0.0, 120.0)]


def camera(tilt_deg: float, distortion: float = 0.0) -> Optics:
    return Optics(SIZE, 1500.0, 620.0, (0.0, 0.0), tilt_deg, 35.0, 20.0, (distortion, 0.0, 0.0, 0.0))


def tiles(optics: Optics, places_mm: list[tuple[float, float]]) -> Points:
    """Tiles around these points of the table, in the picture."""
    return np.array([optics.project(even_triangle(SIDE_MM, 0.0) + place, 5.0) for place in places_mm])


def middle_side(optics: Optics) -> float:
    """The side of a very small tile in the middle of the picture, magnified: exactly the size there."""
    return float(sides_px(np.array([optics.project(even_triangle(0.01, 0.0), 0.0)]))[0]) * SIDE_MM / 0.01


@pytest.mark.parametrize("tilt_deg", [0.0, 8.0, 25.0])
def test_a_few_tiles_tell_the_size_of_all_others(tilt_deg: float) -> None:
    optics = camera(tilt_deg)
    few = tiles(optics, [(0, 0), (-150, 90), (140, 110), (20, -130)])
    sizes = fit_sizes(few.mean(axis=1), sides_px(few), SIZE)
    others = tiles(optics, EVERYWHERE)
    ratios = sizes.sides_at(others.mean(axis=1)) / sides_px(others)
    assert np.abs(ratios - 1).max() < 0.015


def test_one_tile_in_the_middle_tells_the_size_there_and_doubts_it_elsewhere() -> None:
    optics = camera(12.0)
    one = tiles(optics, [(0, 0)])
    sizes = fit_sizes(one.mean(axis=1), sides_px(one), SIZE)
    assert sizes.side_px == pytest.approx(float(sides_px(one)[0]), rel=0.005)
    assert sizes.middle_doubt < 0.012
    others = tiles(optics, EVERYWHERE)
    off = np.abs(sizes.sides_at(others.mean(axis=1)) / sides_px(others) - 1)
    doubts = sizes.doubts_at(others.mean(axis=1))
    assert off.max() > 0.05  # it cannot know how the camera leans
    assert (off < 2 * doubts + 0.01).all()  # and says so


def test_one_tile_at_the_edge_leaves_the_middle_in_doubt() -> None:
    one = tiles(camera(12.0), [(-180, 120)])
    assert fit_sizes(one.mean(axis=1), sides_px(one), SIZE).middle_doubt > 0.05


def test_what_is_no_tile_among_many_changes_little() -> None:
    optics = camera(15.0)
    seen = tiles(optics, EVERYWHERE)
    sides = sides_px(seen)
    sides[2] *= 1.6
    sizes = fit_sizes(seen.mean(axis=1), sides, SIZE)
    clean = fit_sizes(seen.mean(axis=1), sides_px(seen), SIZE)
    assert sizes.side_px == pytest.approx(clean.side_px, rel=0.01)


def test_a_sure_tile_counts_more_than_many_that_may_be_some() -> None:
    seen = tiles(camera(0.0), EVERYWHERE)
    sides = sides_px(seen)
    true = float(sides[4])
    sides[:4] *= 0.6
    sides[5:] *= 0.7
    presence = np.full(len(sides), 0.9)
    presence[4] = 0.999
    doubtful = fit_sizes(seen.mean(axis=1), sides, SIZE)
    assert abs(doubtful.side_px / true - 1) > 0.2
    sizes = fit_sizes(seen.mean(axis=1), sides, SIZE, presence)
    assert sizes.side_px == pytest.approx(true, rel=0.02)


def test_a_lens_that_bends_does_little_to_the_middle() -> None:
    optics = camera(10.0, -0.09)
    seen = tiles(optics, [(0, 0), (-150, 90), (140, 110), (20, -130), (150, -100)])
    sizes = fit_sizes(seen.mean(axis=1), sides_px(seen), SIZE)
    assert sizes.side_px == pytest.approx(float(sides_px(seen)[0]), rel=0.02)


def test_a_picture_of_half_the_size_has_tiles_of_half_the_size() -> None:
    seen = tiles(camera(15.0), EVERYWHERE)
    sizes = fit_sizes(seen.mean(axis=1), sides_px(seen), SIZE)
    points = np.array([[100.0, 200.0], [1500.0, 1000.0]])
    half = sizes.sides_at((points + 0.5) / 2 - 0.5, (820, 616))
    assert np.allclose(half * 2, sizes.sides_at(points), rtol=1e-3)


def test_a_point_beyond_the_horizon_has_a_size_all_the_same() -> None:
    seen = tiles(camera(25.0), EVERYWHERE)
    sizes = fit_sizes(seen.mean(axis=1), sides_px(seen), SIZE)
    far = np.array([[-1e5, -1e5], [1e5, 1e5]])
    assert np.isfinite(sizes.sides_at(far)).all() and (sizes.sides_at(far) > 0).all()
