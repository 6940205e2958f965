"""Load everything that Trioscope is built on in one process, as the kiosk does, and say what there is.

Exit code 1 if something is missing, or if two of them do not fit: apt's picamera2 and simplejpeg, for one, do
not load beside a NumPy of another kind.
"""

from __future__ import annotations

import importlib
import os
import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

NEEDED = ("numpy", "cv2", "PIL", "pygame")
IF_THERE = ("onnxruntime", "simplejpeg", "picamera2", "gpiozero")


def main() -> int:
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    loaded, absent, broken = [], [], []
    for name in (*NEEDED, *IF_THERE):
        if name in IF_THERE and find_spec(name) is None:
            absent.append(name)
            continue
        try:
            module = importlib.import_module(name)
        except Exception as fault:  # parts that were built for others raise what they like
            broken.append(f"{name} ({type(fault).__name__}: {fault})")
        else:
            loaded.append(f"{name} {getattr(module, '__version__', None) or packaged_version(name)}".strip())
    sys.stdout.write(f"  loaded together: {', '.join(loaded)}\n")
    if absent:
        sys.stdout.write(f"  not here: {', '.join(absent)}\n")
    for one in broken:
        sys.stderr.write(f"  cannot be loaded: {one}\n")
    return 1 if broken else 0


def packaged_version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


if __name__ == "__main__":
    sys.exit(main())
