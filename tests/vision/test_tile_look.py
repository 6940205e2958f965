"""A close look at a tile: once if it is clear, with each corner on top if it is not."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from vision import tile_look
from vision.tile_look import Fine, look_at
from vision.tile_shapes import even_triangle

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

TABLE = Fine(np.full((300, 300, 3), 120, np.uint8), 1.0)
TILE = even_triangle(80.0, 150.0)[None]


class SaidLook:
    """A network that says, look for look, what it was told to: a kind each, and that no corner is off."""

    def __init__(self, *likely: Sequence[float]) -> None:
        self._left = list(likely)

    def run(self, pictures: Sequence[Bytes]) -> list[Floats]:
        logits = np.log(np.array(self._left.pop(0), np.float32))
        return [np.concatenate([logits, np.zeros(6, np.float32)])[None].repeat(len(pictures), axis=0)]

    @property
    def looks_left(self) -> int:
        return len(self._left)


def said(monkeypatch: pytest.MonkeyPatch, *likely: Sequence[float]) -> SaidLook:
    network = SaidLook(*likely)
    monkeypatch.setattr(tile_look, "_network", network)  # loaded once: no argument to hand it in by
    return network


def test_what_is_in_doubt_is_looked_at_with_each_corner_on_top(monkeypatch: pytest.MonkeyPatch) -> None:
    said(monkeypatch, (0.3, 0.6, 0.1), (0.1, 0.8, 0.1), (0.05, 0.85, 0.1))
    looked = look_at(TABLE, TILE)
    assert looked.kinds[0] == pytest.approx([0.15, 0.75, 0.1], abs=1e-5)
    assert looked.vertices == pytest.approx(TILE)


@pytest.mark.parametrize(
    "likely",
    [
        pytest.param((0.005, 0.99, 0.005), id="surely a face"),
        pytest.param((0.95, 0.03, 0.02), id="hardly a tile"),
    ],
)
def test_what_is_clear_is_looked_at_once(likely: Sequence[float], monkeypatch: pytest.MonkeyPatch) -> None:
    network = said(monkeypatch, likely, (0.2, 0.4, 0.4), (0.2, 0.4, 0.4))
    assert look_at(TABLE, TILE).kinds[0] == pytest.approx(likely, abs=1e-5)
    assert network.looks_left == 2
