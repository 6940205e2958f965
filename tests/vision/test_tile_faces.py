"""Reading corners: sure tiles are looked at once, doubtful ones several times."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from vision import tile_faces
from vision.tile_faces import read_tiles
from vision.tile_shapes import even_triangle

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
PICTURE = np.full((300, 300, 3), 128, np.uint8)
TILES = np.stack([even_triangle(80.0, 80.0), even_triangle(80.0, 200.0)])


class ToldNetwork:
    """Says what it was told, look after look: how likely the corners show a 3 rather than a 5."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *looks: Sequence[float]) -> None:
        self._looks = list(looks)
        monkeypatch.setattr(tile_faces, "_network", self)  # loaded once: no argument to hand it in by

    def run(self, crops: Sequence[Bytes]) -> list[Floats]:
        likely = np.repeat(self._looks.pop(0), 3).astype(np.float32)
        assert len(crops) == len(likely)
        logits = np.full((len(crops), 7), -30, np.float32)
        logits[:, 3], logits[:, 5] = np.log(likely), np.log(1 - likely)
        return [logits, np.zeros((len(crops), 128), np.float32)]


def test_sure_tiles_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ToldNetwork(monkeypatch, (0.99, 0.995))
    read = read_tiles(PICTURE, TILES)
    assert read.numbers[:, 0, 3] == pytest.approx([0.99, 0.995])


def test_a_doubtful_tile_is_the_mean_of_several_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    ToldNetwork(monkeypatch, (0.99, 0.6), (0.1, 0.2, 0.3, 0.4))
    read = read_tiles(PICTURE, TILES)
    assert read.numbers[:, :, 3] == pytest.approx(np.repeat([0.99, 0.32], 3).reshape(2, 3), abs=1e-6)
