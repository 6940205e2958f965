"""Scenes: how to bring the kiosk to each of its screens, for pictures and for tests.

Every module here has `SCENES`: names, and functions that take a fresh `Stage` to the scene.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from importlib import import_module

from tests.kiosk.stage import Stage

Scene = Callable[[Stage], None]


def all_scenes() -> dict[str, Scene]:
    """Every scene by its name."""
    scenes: dict[str, Scene] = {}
    for module in pkgutil.iter_modules(__path__):
        scenes.update(import_module(f"{__name__}.{module.name}").SCENES)
    return scenes
