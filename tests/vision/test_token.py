"""Single tokens and number tiles."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.virtual.fonts import SHIPPED_FONTS, draw_text
from vision.faces import even_out
from vision.observation import FACES
from vision.token import find_number, read_token

Bytes = NDArray[np.uint8]
FONT = sorted(SHIPPED_FONTS.glob("*/Bold.ttf"))[0]


def tile(text: str, width: int, height: int, number_px: int, at: tuple[float, float] = (0.5, 0.5)) -> Bytes:
    """A pale tile with a dark number, its middle at a share of the tile's sides."""
    picture = np.full((height, width, 3), (190, 215, 225), np.float64)
    mask = draw_text(FONT, text, number_px)
    y, x = round(at[1] * height - mask.shape[0] / 2), round(at[0] * width - mask.shape[1] / 2)
    spot = picture[y : y + mask.shape[0], x : x + mask.shape[1]]
    spot += (np.array([30, 30, 40]) - spot) * (mask[..., None] / 255.0)
    picture += np.random.default_rng(1).normal(0, 3, picture.shape)
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 0.6), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("face", ["0", "4", "6", "9", "11", "13"])
@pytest.mark.parametrize(
    ("width", "height", "number_px", "at"),
    [
        (60, 60, 26, (0.5, 0.5)),
        (60, 84, 24, (0.5, 0.33)),
        (140, 100, 66, (0.5, 0.5)),
        (140, 90, 76, (0.5, 0.5)),
        (200, 260, 90, (0.5, 0.4)),
        (1203, 1601, 560, (0.5, 0.4)),
        (801, 805, 110, (0.5, 0.5)),
    ],
    ids=["token", "long tile", "close up", "full", "large", "huge", "huge, small number"],
)
def test_numbers_of_any_size_are_read(
    face: str, width: int, height: int, number_px: int, at: tuple[float, float]
) -> None:
    faces = read_token(tile(face, width, height, number_px, at))
    assert faces.shape == (17,)
    assert faces.sum() <= 1.0001
    assert FACES[int(faces.argmax())] == face


@pytest.mark.parametrize("number_px", [20, 34, 60])
@pytest.mark.parametrize("times", [1, 3, 7], ids=["small", "odd sides", "large"])
def test_the_window_is_as_large_as_the_number_asks_for(number_px: int, times: int) -> None:
    window = find_number(tile("5", 79 * times, 101 * times, number_px * times, (0.5, 0.4)))
    assert window is not None
    x, y, side = (length / times for length in window)
    assert abs(x - 39.5) < 2 and abs(y - 40.4) < 2
    assert number_px / side == pytest.approx(0.42, abs=0.06)


def test_a_tile_with_nothing_on_it_has_no_window() -> None:
    assert find_number(np.full((50, 50, 3), 200, np.uint8)) is None


def test_a_plain_picture_has_no_face() -> None:
    faces = read_token(np.full((50, 50, 3), 200, np.uint8))
    assert faces.max() < 0.9


@pytest.mark.parametrize("shape", [(1, 1), (1, 400), (16, 16), (16, 190), (190, 16), (3000, 2500)])
def test_any_shape_is_read_without_a_fault(shape: tuple[int, int]) -> None:
    picture = np.random.default_rng(0).integers(0, 255, (*shape, 3), np.uint8)
    assert np.isfinite(read_token(picture)).all()


@pytest.mark.parametrize("contrast", [0.0, 1.0, 12.0, 90.0], ids=["plain", "faint", "pale", "strong"])
def test_tokens_are_evened_out_as_the_networks_were_taught(contrast: float) -> None:
    rng = np.random.default_rng(2)
    crops = np.clip(rng.normal((90, 140, 200), contrast, (5, 48, 48, 3)), 0, 255).astype(np.uint8)
    crops[:, :6] = 0  # what lies around the token does not count
    inner = crops[:, 6:-6, 6:-6].astype(np.float64)
    mean = inner.mean(axis=(1, 2), keepdims=True)
    spread = np.sqrt(((inner - mean) ** 2).mean(axis=(1, 2, 3), keepdims=True))
    expected = np.clip((crops - mean) * 48 / np.maximum(spread, 5) + 128, 0, 255).astype(np.uint8)
    assert np.abs(even_out(crops).astype(int) - expected).max() <= 1
    assert np.mean(even_out(crops) != expected) < 0.01
