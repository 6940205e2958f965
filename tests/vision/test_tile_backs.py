"""Which backs look like the others."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.tile_backs import are_alike
from vision.tile_look import Fine
from vision.tile_shapes import Points, even_triangle

GREEN, BLUE, IVORY = (60, 130, 70), (150, 80, 40), (200, 215, 225)


def table(*colours: tuple[int, int, int]) -> tuple[Fine, Points]:
    """Triangles of these colours in a row."""
    tiles = np.stack([even_triangle(60, 50.0) + np.array([100 * index, 0]) for index in range(len(colours))])
    picture = np.full((100, 100 * len(colours), 3), 90, np.uint8)
    for index, colour in enumerate(colours):
        picture[:, 100 * index : 100 * index + 100] = colour
    return Fine(picture, 1.0), tiles


def likely(*values: float) -> NDArray[np.float32]:
    return np.array(values, np.float32)


NO_FACES = np.zeros((0, 3, 2))


def test_a_back_of_another_colour_than_all_others_is_none() -> None:
    fine, tiles = table(GREEN, GREEN, BLUE, GREEN)
    assert are_alike(fine, tiles, likely(1, 1, 0.98, 1), NO_FACES).tolist() == [True, True, False, True]


def test_a_back_may_lie_in_a_shadow() -> None:
    darker = (32, 70, 38)
    fine, tiles = table(GREEN, GREEN, darker)
    assert are_alike(fine, tiles, likely(1, 1, 0.9), NO_FACES).all()


def test_a_back_may_be_of_the_colour_of_the_faces() -> None:
    fine, tiles = table(GREEN, GREEN, IVORY, IVORY)
    assert are_alike(fine, tiles[:3], likely(1, 1, 0.9), tiles[3:]).all()


@pytest.mark.parametrize(
    "sure", [pytest.param((0.99, 0.5), id="one sure"), pytest.param((0.5, 0.5), id="none sure")]
)
def test_the_only_sure_back_may_look_as_it_likes(sure: tuple[float, float]) -> None:
    fine, tiles = table(GREEN, BLUE)
    assert are_alike(fine, tiles, likely(*sure), NO_FACES)[0]
    assert are_alike(fine, tiles[:1], likely(sure[0]), NO_FACES).tolist() == [True]
    assert are_alike(fine, tiles[:0], likely(), NO_FACES).tolist() == []
