"""The networks of this package, and who runs them. `vision/training` says how they were made.

onnxruntime runs them: twice as fast as OpenCV's own dnn of today, nearly four times as fast as that of the
OpenCV that Debian has. Where it cannot be had they are run by OpenCV all the same, to the same answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
MODELS = Path(__file__).parent / "models"

# Pictures for one run of onnxruntime: what a layer hands on then stays near the processor. A hundred at once
# take a quarter longer, and more memory.
AT_ONCE = 8
ONLY_ERRORS = 3  # of what onnxruntime has to say: it wonders aloud where the graphics card is


class Runner(Protocol):
    """A network that was loaded."""

    def run(self, blob: Floats) -> list[Floats]:
        """Its outputs for (N, 3, height, width), each (N, …)."""


class Network:
    """One network, loaded at its first use. Pictures are BGR bytes, all of one size."""

    def __init__(self, name: str, outputs: Sequence[str], folder: Path = MODELS) -> None:
        self._path, self._outputs = folder / f"{name}.onnx", list(outputs)
        self._loaded: tuple[int, Runner] | None = None  # for so many threads
        self._lock = Lock()  # to load it once

    def run(self, pictures: Sequence[Bytes] | Bytes) -> list[Floats]:
        """The outputs for (N, height, width, 3) pictures, each (N, …)."""
        blob = cv2.dnn.blobFromImages(list(pictures), 1 / 127.5, mean=(127.5, 127.5, 127.5))
        return self._runner().run(np.asarray(blob, np.float32))

    def _runner(self) -> Runner:
        threads = max(1, cv2.getNumThreads())  # as OpenCV was told
        with self._lock:
            if self._loaded is None or self._loaded[0] != threads:
                self._loaded = threads, load(self._path, self._outputs, threads)
            return self._loaded[1]


def load(path: Path, outputs: Sequence[str], threads: int) -> Runner:
    """A network, run by whoever is quickest here."""
    try:
        return RunByOnnxruntime(path, outputs, threads)
    except ImportError:
        return RunByOpenCV(path, outputs)


class RunByOnnxruntime:
    """A network run by onnxruntime, on so many threads."""

    def __init__(self, path: Path, outputs: Sequence[str], threads: int) -> None:
        """`ImportError` where there is no onnxruntime."""
        import onnxruntime

        onnxruntime.disable_telemetry_events()  # there are none but on Windows; nothing here phones home
        options = onnxruntime.SessionOptions()
        options.log_severity_level = ONLY_ERRORS
        options.intra_op_num_threads = threads
        # Threads that wait for the next network by turning round would take the kiosk's time, and memory that
        # is kept for the largest batch so far would be a Pi's.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.enable_cpu_mem_arena = False
        self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        (picture,) = self._session.get_inputs()
        self._picture, self._outputs = picture.name, list(outputs)

    def run(self, blob: Floats) -> list[Floats]:
        parts = [
            self._session.run(self._outputs, {self._picture: blob[first : first + AT_ONCE]})
            for first in range(0, len(blob), AT_ONCE)
        ]
        return [np.concatenate(outs) for outs in zip(*parts, strict=True)]


class RunByOpenCV:
    """A network run by OpenCV's own dnn."""

    def __init__(self, path: Path, outputs: Sequence[str]) -> None:
        self._net, self._outputs = cv2.dnn.readNetFromONNX(str(path)), list(outputs)
        self._lock = Lock()  # a net keeps its last input: two threads would read each other's picture

    def run(self, blob: Floats) -> list[Floats]:
        with self._lock:
            self._net.setInput(blob)
            return [np.asarray(out, np.float32) for out in self._net.forward(self._outputs)]
