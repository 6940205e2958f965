"""Versions of everything that Trioscope is built on, and whether it all loads in one program."""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from companion.doctor_findings import Finding, Teller

NEEDED = ("numpy", "cv2", "PIL", "pygame")
OF_A_PI = ("picamera2", "gpiozero", "lgpio")
HELPFUL = ("onnxruntime",)  # runs the networks; without it OpenCV does
BESIDE = ("simplejpeg",)  # picamera2's own, built for one kind of NumPy
# Loading lgpio makes a pipe in the folder that one is in: whether it works, the pins tell.
NOT_LOADED = ("lgpio",)
LEAST = {"gpiozero": "2.0", "picamera2": "0.3.21"}  # as pyproject.toml has them


@dataclass(frozen=True, slots=True)
class Parts:
    """What could be loaded, in one process, as the kiosk does."""

    loaded: tuple[str, ...]  # "numpy 1.24.2"
    missing: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()  # there, but they do not load beside the others
    has_two_pygames: bool = False


def check_versions(tell: Teller, about: Sequence[str], parts: Parts, is_pi: bool) -> Finding:
    """`about`: program, Python, system and model, as people read them."""
    # On a desk picamera2 may be there without what it stands on: its names and arguments are tested so.
    broken = [name for name in parts.broken if is_pi or name not in (*OF_A_PI, *BESIDE)]
    if broken:
        return tell("versions", "bad", "versions-clash", names=", ".join(broken))
    needed = [name for name in parts.missing if name in NEEDED]
    if needed:
        return tell("versions", "bad", "versions-missing", names=", ".join(needed))
    if parts.has_two_pygames:
        return tell("versions", "warn", "versions-two-pygames")
    of_a_pi = [name for name in parts.missing if name.split()[0] in OF_A_PI]
    if is_pi and of_a_pi:
        return tell("versions", "warn", "versions-no-pi", names=", ".join(of_a_pi))
    return tell("versions", "ok", "versions-ok", versions=", ".join([*about, *parts.loaded]))


def load_parts(
    load: Callable[[str], object] = importlib.import_module,
    is_there: Callable[[str], bool] = lambda name: importlib.util.find_spec(name) is not None,
    version_of: Callable[[str], str | None] = lambda name: packaged_version(name),
) -> Parts:
    """Load everything together, and see what comes of it."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    loaded, missing, broken = [], [], []
    for name in (*NEEDED, *HELPFUL, *BESIDE, *OF_A_PI):
        if not is_there(name):
            missing.append(name)
            continue
        known = version_of(name)
        if name not in NOT_LOADED:
            try:
                known = getattr(load(name), "__version__", None) or known
            except Exception:  # parts that were built for others raise what they like
                broken.append(name)
                continue
        if name in LEAST and known and _numbers(known) < _numbers(LEAST[name]):
            missing.append(f"{name} {LEAST[name]}")
        else:
            loaded.append(f"{name} {known or '?'}")
    has_two_pygames = bool(version_of("pygame") and version_of("pygame-ce"))
    return Parts(tuple(loaded), tuple(missing), tuple(broken), has_two_pygames)


def _numbers(version: str) -> tuple[int, ...]:
    """`0.3.12-1` as numbers that can be compared; what comes after them is left out."""
    found = re.match(r"[0-9]+(\.[0-9]+)*", version)
    return tuple(int(number) for number in found[0].split(".")) if found else ()


def packaged_version(name: str) -> str | None:
    """The version by which a package was installed; `None` if nothing is known of it."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None
