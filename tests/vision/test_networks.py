"""The networks run by onnxruntime and by OpenCV, and which of them is taken."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import networks
from vision.networks import AT_ONCE, MODELS, Network, RunByOnnxruntime, RunByOpenCV, load

# Each with its outputs, and the size of a picture that it is shown.
NETWORKS = {
    "faces": (["faces", "print"], (48, 48)),
    "faces-close": (["faces", "print"], (48, 48)),
    "locate": (["place"], (224, 224)),
    "squares": (["field", "squares"], (304, 304)),
    "tile-corners": (["numbers", "print"], (48, 48)),
    "tile-looks": (["look"], (56, 56)),
    "tiles": (["tiles"], (160, 224)),  # of any size
}


def test_every_network_is_among_these() -> None:
    assert sorted(NETWORKS) == sorted(path.stem for path in MODELS.glob("*.onnx"))


@pytest.mark.parametrize("name", NETWORKS)
def test_whoever_runs_a_network_it_answers_the_same(name: str) -> None:
    pytest.importorskip("onnxruntime", reason="onnxruntime is not installed: OpenCV alone runs the networks")
    outputs, (height, width) = NETWORKS[name]
    count = AT_ONCE + 1
    blob = np.random.default_rng(3).uniform(-1, 1, (count, 3, height, width)).astype(np.float32)
    path = MODELS / f"{name}.onnx"
    answers = RunByOnnxruntime(path, outputs, 1).run(blob), RunByOpenCV(path, outputs).run(blob)
    for quick, slow in zip(*answers, strict=True):
        assert len(quick) == count
        assert np.abs(quick - slow).max() < 1e-3


def test_opencv_runs_them_where_there_is_no_onnxruntime(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)  # as Python marks what cannot be imported
    assert isinstance(load(MODELS / "tile-looks.onnx", ["look"], 1), RunByOpenCV)
    (look,) = Network("tile-looks", ["look"]).run(np.zeros((1, 56, 56, 3), np.uint8))
    assert look.shape == (1, 9)


def test_networks_keep_to_as_many_threads_as_opencv_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def load(path: Path, outputs: Sequence[str], threads: int) -> RunByOpenCV:
        asked.append(threads)
        return RunByOpenCV(path, outputs)

    monkeypatch.setattr(networks, "load", load)
    network, before = Network("tile-looks", ["look"]), cv2.getNumThreads()
    try:
        for threads in (1, 1, 2):
            cv2.setNumThreads(threads)
            network.run(np.zeros((1, 56, 56, 3), np.uint8))
    finally:
        cv2.setNumThreads(before)
    assert asked == [1, 2]
