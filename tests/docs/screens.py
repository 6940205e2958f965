"""Small pictures of the screens that somebody sees who starts the box for the first time."""

from __future__ import annotations

import os
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import cv2
import numpy as np
import pygame

from tests.kiosk.gallery import all_scenes
from tests.kiosk.stage import Stage

SIZE = (800, 480)
SMALL = (640, 384)
JPEG_QUALITY = 75
# The scene of the gallery, by the picture's name.
SCREENS = {
    "start-home.jpg": "home",
    "start-set-up.jpg": "set-up",
    "start-buttons.jpg": "buttons-test-pushed",
    "start-camera.jpg": "camera-set-up",
    "start-specials.jpg": "specials",
    "start-players.jpg": "players",
    "start-game.jpg": "game-triolet",
    "start-challenge.jpg": "game-challenge",
}


def take_screens(folder: Path) -> None:
    scenes = all_scenes()
    for name, scene in SCREENS.items():
        stage = Stage(SIZE, "en")
        scenes[scene](stage)
        stage.step()
        rgb = np.ascontiguousarray(pygame.surfarray.array3d(stage.surface).swapaxes(0, 1))
        bgr = cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR)
        small = cv2.resize(bgr, SMALL, interpolation=cv2.INTER_AREA)
        _, jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        (folder / name).write_bytes(jpeg.tobytes())
