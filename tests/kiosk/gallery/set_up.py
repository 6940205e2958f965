"""The set-up, and everything that can be set, tried and learned from there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

import pygame

from companion.kiosk.backstage import Devices, LiveLook, Picture
from companion.kiosk.live_part import Corners, grid_lines, square_onto
from companion.kiosk.screens.set_up import SetUpScreen
from companion.kiosk.special_squares import USUAL
from companion.rules.triolet.cells import CELLS, COLUMNS
from tests.kiosk.stage import Stage

SIZE = (820, 616)
FOUND: Corners = ((196.0, 92.0), (640.0, 104.0), (688.0, 540.0), (140.0, 522.0))
READY = Devices(
    camera="Camera Module 3", buttons=True, lights=True, is_virtual=False, profile="table", enrolled=True
)
INKS = {"double": (236, 187, 60), "triple": (124, 186, 116), "replay": (238, 154, 134)}


@lru_cache(maxsize=4)
def board_picture(shade: float = 1.0, is_blurred: bool = False) -> Picture:
    """A board on a wooden table as a camera sees it from a slant."""
    surface = pygame.Surface(SIZE)
    surface.fill((150, 108, 70))
    for line in range(0, SIZE[1], 44):
        pygame.draw.line(surface, (132, 94, 60), (0, line), (SIZE[0], line - 30), 3)
    onto = square_onto(FOUND)
    rim = [onto(u, v) for u, v in ((-0.06, -0.06), (1.06, -0.06), (1.06, 1.06), (-0.06, 1.06))]
    pygame.draw.polygon(surface, (196, 150, 96), rim)
    side = len(COLUMNS)
    for place, cell in enumerate(CELLS):
        row, column = divmod(place, side)
        corners = [onto((column + u) / side, (row + v) / side) for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))]
        pygame.draw.polygon(surface, INKS.get(USUAL.get(cell, ""), (63, 111, 143)), corners)
    for start, end, _ in grid_lines(FOUND):
        pygame.draw.line(surface, (39, 74, 99), start, end, 2)
    if is_blurred:
        small = pygame.transform.smoothscale(surface, (SIZE[0] // 14, SIZE[1] // 14))
        surface = pygame.transform.smoothscale(small, SIZE)
    if shade < 1.0:
        surface.fill([round(255 * shade)] * 3, special_flags=pygame.BLEND_MULT)
    return Picture(SIZE, pygame.image.tostring(surface, "RGB"))


def look_at(
    corners: Sequence[tuple[float, float]] | None = FOUND,
    sharpness: float = 0.72,
    brightness: float = 0.52,
    glare: float = 0.0,
    advice: str = "",
) -> LiveLook:
    """What the camera sees, and what was found in it."""
    picture = board_picture(1.0 if brightness > 0.25 else 0.22, sharpness < 0.4)
    return LiveLook(
        picture, None if corners is None else tuple(corners), sharpness, brightness, glare, advice
    )


def open_set_up(stage: Stage, devices: Devices = READY) -> None:
    """The set-up in front, with these devices."""
    stage.backstage.devices = devices
    stage.backstage.found = dict(USUAL)
    stage.kiosk.go(SetUpScreen(stage.kiosk))
    stage.step()


def words_on(stage: Stage) -> str:
    """Everything that is written on the page."""
    return " ".join(text.text for text in stage.kiosk.page.texts).replace("\u00a0", " ")


def _first_time(stage: Stage) -> None:
    open_set_up(stage, Devices(camera=""))
    stage.backstage.found = {}
    stage.backstage.choices = replace(
        stage.backstage.choices, sound=False, preview=False, left_handed=True, seconds=600
    )
    stage.kiosk.refresh()


def open_entry(name: str, devices: Devices = READY) -> Callable[[Stage], None]:
    """One entry of the set-up, opened by a finger."""

    def scene(stage: Stage) -> None:
        open_set_up(stage, devices)
        stage.touch(name)

    return scene


def _camera(look: LiveLook | None, said: str | None = None) -> Callable[[Stage], None]:
    def scene(stage: Stage) -> None:
        stage.backstage.looks = look
        open_entry("camera")(stage)
        if said is not None:
            stage.backstage.said = said
            stage.touch("use")

    return scene


def _camera_for_tiles(stage: Stage) -> None:
    _camera(look_at())(stage)
    stage.touch("other-game")


def _camera_lost(stage: Stage) -> None:
    stage.backstage.is_camera_lost = True
    open_entry("camera", replace(READY, camera="USB: a camera with an exceptionally long name 0123:4567"))(
        stage
    )


def _corners(stage: Stage) -> None:
    _camera(look_at())(stage)
    stage.touch("by-hand")


def _corners_dragged(stage: Stage) -> None:
    _camera(look_at(corners=None))(stage)
    stage.touch("by-hand")
    x, y = stage.target("top-left").rect.center
    stage.drag((x, y), (x + stage.surface.get_width() // 20, y + 4))


def _corners_chosen(stage: Stage) -> None:
    _corners(stage)
    stage.touch("bottom-right")
    stage.touch("left")


def _corners_waiting(stage: Stage) -> None:
    _corners(stage)
    stage.kiosk.screen.look = None  # type: ignore[attr-defined]  # the camera was pulled meanwhile
    stage.kiosk.screen.corners = None  # type: ignore[attr-defined]
    stage.backstage.looks = None
    stage.kiosk.refresh()


def _specials_changed(stage: Stage) -> None:
    open_entry("specials")(stage)
    x, y = stage.target("board").rect.center
    stage.touch_at((x + stage.target("board").rect.w // 5, y - 6))
    stage.touch("triple")


def _specials_unknown(stage: Stage) -> None:
    open_set_up(stage)
    stage.backstage.found = {}
    stage.touch("specials")


def _specials_walked(stage: Stage) -> None:
    open_entry("specials")(stage)
    stage.push_until("board")
    stage.push("draw", is_long=True)
    stage.push("draw")


def _specials_by_keys(stage: Stage) -> None:
    open_entry("specials", replace(READY, buttons=False))(stage)
    stage.key_until("board")
    stage.key("down")


def _enrolled(stage: Stage) -> None:
    open_entry("enrol")(stage)
    stage.backstage.said = (
        "16 jetons ont été vus sur le plateau, mais 17 faces étaient attendues : "
        "posez-les avec soin, rangée par rangée, de gauche à droite, puis regardez encore une fois."
    )
    stage.touch("look")


def _buttons_pushed(stage: Stage) -> None:
    open_entry("buttons")(stage)
    stage.push("end-turn")
    stage.step(5.0)
    stage.push("undo", is_long=True)


def _buttons_all(stage: Stage) -> None:
    open_entry("buttons")(stage)
    for button in ("end-turn", "draw", "undo", "menu"):
        stage.push(button)


def _lights_lit(stage: Stage) -> None:
    open_entry("lights")(stage)
    stage.touch("amber")
    stage.touch("buzzer")


def _timer(seconds: int) -> Callable[[Stage], None]:
    def scene(stage: Stage) -> None:
        stage.backstage.choices = replace(stage.backstage.choices, seconds=seconds)
        open_entry("sand")(stage)

    return scene


def _sounds_muted(stage: Stage) -> None:
    stage.backstage.choices = replace(
        stage.backstage.choices, sound=False, volume=100, muted=frozenset({"tick", "tap"})
    )
    open_entry("sounds")(stage)


LONG_ADVICE = (
    "Un côté du plateau est beaucoup plus sombre que l’autre : mettez la lampe au-dessus du plateau."
)

SCENES: dict[str, Callable[[Stage], None]] = {
    "set-up": open_set_up,
    "set-up-first-time": _first_time,
    "camera-set-up": _camera(look_at()),
    "camera-set-up-dark": _camera(look_at(brightness=0.14, corners=None)),
    "camera-set-up-blurred": _camera(look_at(sharpness=0.22)),
    "camera-set-up-glare": _camera(look_at(glare=0.05, brightness=0.7)),
    "camera-set-up-no-board": _camera(look_at(corners=None)),
    "camera-set-up-advice": _camera(look_at(advice=LONG_ADVICE)),
    "camera-set-up-tile": _camera_for_tiles,
    "camera-set-up-waiting": _camera(None),
    "camera-set-up-lost": _camera_lost,
    "camera-set-up-answer": _camera(look_at(), LONG_ADVICE),
    "corners": _corners,
    "corners-dragged": _corners_dragged,
    "corners-chosen": _corners_chosen,
    "corners-waiting": _corners_waiting,
    "specials": open_entry("specials"),
    "specials-changed": _specials_changed,
    "specials-unknown": _specials_unknown,
    "specials-walked": _specials_walked,
    "specials-by-keys": _specials_by_keys,
    "enrol": open_entry("enrol"),
    "enrol-first": open_entry("enrol", Devices(camera="virtual")),
    "enrol-answer": _enrolled,
    "buttons-test": open_entry("buttons", replace(READY, buttons=False)),
    "buttons-test-pushed": _buttons_pushed,
    "buttons-test-all": _buttons_all,
    "lights-test": open_entry("lights", replace(READY, lights=False)),
    "lights-test-lit": _lights_lit,
    "timer-length": open_entry("sand"),
    "timer-length-least": _timer(5),
    "timer-length-most": _timer(600),
    "timer-length-odd": _timer(95),
    "sound-set-up": open_entry("sounds"),
    "sound-set-up-muted": _sounds_muted,
    "language": open_entry("language"),
}
