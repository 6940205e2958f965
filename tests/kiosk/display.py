"""A display in memory: Xvfb, for as long as it is needed."""

from __future__ import annotations

import os
import select
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

LIMIT_S = 60.0  # a busy machine takes its time


@contextmanager
def open_display(width: int, height: int) -> Iterator[str]:
    """The name of a display that nobody else has."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        ready, _, _ = select.select([reading], [], [], LIMIT_S)
        assert ready, "Xvfb does not answer"
        yield f":{os.read(reading, 16).decode().strip()}"  # it writes its number when it is ready
    finally:
        os.close(reading)
        server.terminate()
        server.wait()
