"""The networks of this package, run by OpenCV's own dnn. `vision/training` says how they were made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
MODELS = Path(__file__).parent / "models"


class Network:
    """One network, loaded at its first use. Pictures are BGR bytes, all of one size."""

    def __init__(self, name: str, outputs: Sequence[str], folder: Path = MODELS) -> None:
        self._path, self._outputs = folder / f"{name}.onnx", list(outputs)
        self._net: cv2.dnn.Net | None = None
        self._lock = Lock()  # a net keeps its last input: two threads would read each other's picture

    def run(self, pictures: Sequence[Bytes] | Bytes) -> list[Floats]:
        """The outputs for (N, height, width, 3) pictures, each (N, …)."""
        blob = cv2.dnn.blobFromImages(list(pictures), 1 / 127.5, mean=(127.5, 127.5, 127.5))
        with self._lock:
            if self._net is None:
                self._net = cv2.dnn.readNetFromONNX(str(self._path))
            self._net.setInput(blob)
            return [np.asarray(out, np.float32) for out in self._net.forward(self._outputs)]
