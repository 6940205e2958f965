"""Camera, view, focus and light: one picture is taken, and what calibration would say of it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.advice import Advice, find_advice
from calibration.calibrate import FINE_SQUARE_PX
from companion.doctor_findings import Finding, State, Teller
from companion.set_up_words import Said
from hardware.interfaces import Camera, CameraLost
from vision.grid import rectify
from vision.observation import NoBoard, Problem
from vision.triolet import find_board

logger = logging.getLogger(__name__)

BLACK = 8  # grey levels that nothing in a picture reaches when no light comes in


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One look through the camera. Without a board in the picture, `problem` says why."""

    picture: NDArray[np.uint8] | None  # (height, width, 3), BGR; `None`: the camera gave none
    problem: Problem | None = None
    advice: tuple[Advice, ...] = ()

    @property
    def is_black(self) -> bool:
        return self.picture is not None and float(np.percentile(self.picture, 99)) < BLACK


def look_through(open_camera: Callable[[], Camera]) -> Look:
    """Open the camera, take a picture, and close it again."""
    try:
        camera = open_camera()
        try:
            picture = camera.frame().pixels
        finally:
            camera.close()
    except CameraLost as fault:
        logger.info("the camera: %s", fault)
        return Look(None)
    found = find_board(picture)
    if isinstance(found, NoBoard):
        return Look(picture, found.problem)
    board = rectify(picture, found.grid, FINE_SQUARE_PX, 0)
    return Look(picture, None, tuple(find_advice(board, found.grid)))


def check_camera(tell: Teller, look: Look) -> Finding:
    """Whether a picture comes."""
    if look.picture is None:
        return tell("camera", "bad", "camera-lost")
    if look.is_black:
        return tell("camera", "bad", "camera-black")
    height, width = look.picture.shape[:2]
    return tell("camera", "ok", "camera-ok", width=width, height=height)


def check_view(tell: Teller, look: Look) -> Finding:
    """Whether the board fills the picture, and no more than that."""
    if look.problem == "cut-off":
        return tell("view", "bad", "cut-off")
    return _judge(tell, "view", look, ("small", "at-edge"))


def check_focus(tell: Teller, look: Look) -> Finding:
    """Whether the board is sharp."""
    if look.problem == "blur":
        return _advise(tell, "focus", "bad", "soft")
    return _judge(tell, "focus", look, ("soft",))


def check_light(tell: Teller, look: Look) -> Finding:
    """Whether there is enough light, and not too much."""
    if look.problem == "dark" and not look.is_black:
        return _advise(tell, "light", "bad", "too-dark")
    return _judge(tell, "light", look, ("too-dark", "overexposed", "little-contrast", "uneven"))


def _judge(tell: Teller, name: str, look: Look, matters: tuple[Advice, ...]) -> Finding:
    if look.picture is None or look.is_black:
        return tell(name, "unknown", "no-picture")
    if look.problem is not None:
        return tell(name, "unknown", "no-board")
    for advice in look.advice:  # the most pressing first
        if advice in matters:
            return _advise(tell, name, "warn", advice)
    return tell(name, "ok", f"{name}-ok")


def _advise(tell: Teller, name: str, state: State, advice: Advice) -> Finding:
    """Calibration's own words, which are `what is: what to do.` in every language."""
    what_is, _, what_to_do = Said(advice).say(tell.language).partition(":")
    what_to_do = what_to_do.strip()
    return Finding(name, state, what_is.strip() + ".", what_to_do[:1].upper() + what_to_do[1:])
