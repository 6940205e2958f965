"""The camera: what it sees, whether light and focus will do, and where it found the board."""

from __future__ import annotations

from typing import Literal, cast

import pygame

from companion.kiosk import theme
from companion.kiosk.backstage import LiveLook
from companion.kiosk.boxes import cut_bottom, cut_left, cut_right, cut_top, inset, rows
from companion.kiosk.head_part import MARGIN, draw_head
from companion.kiosk.icon_part import draw_icon
from companion.kiosk.live_part import Corners, draw_grid, draw_picture
from companion.kiosk.live_screen import LiveScreen
from companion.kiosk.meter_part import Meter, draw_meter
from companion.kiosk.page import Page
from companion.kiosk.screens.corners import CornersScreen

Light = Literal["dark", "bright", "glare", "good"]

WIDE_TURN = 165  # units that the button to the other game is wide
ENOUGH_SHARPNESS = 0.4
RIGHT_LIGHT = (0.25, 0.8)
MOST_GLARE = 0.02  # of the picture burnt out: as calibration has it


class CameraSetUpScreen(LiveScreen):
    """The live picture with the grid, two meters, one sentence of advice.

    It begins with the board of Triolet; a button turns to the tiles of Triominos, and back.
    """

    name = "camera-set-up"
    is_for_tiles = False

    def build(self, page: Page) -> None:
        rest = draw_head(page, self, self.house.words("camera-set-up.title"))
        self._draw_turn(page)
        if page.is_portrait:
            picture, side = cut_top(rest, round(rest.w * 0.75), page.gap)
        else:
            picture, side = cut_left(rest, round(rest.w * 0.62), page.unit(14))
        self._draw_picture(page, picture)
        self._draw_side(page, side)

    def _draw_turn(self, page: Page) -> None:
        """The other game, at the right of the head."""
        head, _ = cut_top(inset(page.box, page.unit(MARGIN)), page.touch)
        box, _ = cut_right(head, page.unit(WIDE_TURN))
        game = "triolet" if self.is_for_tiles else "triominos"
        page.button(box, self.house.words(f"camera-set-up.for-{game}"), self._turn, "other-game")

    def _draw_picture(self, page: Page, box: pygame.Rect) -> None:
        page.fill(box, theme.NIGHT)
        if self.look is None:
            upper, lower = rows(inset(box, page.unit(20)), 2, page.unit(12))
            sign, _ = cut_bottom(upper, min(upper.h, page.unit(80)))
            draw_icon(page.surface, sign, "camera", theme.SOFT_INK)
            page.text(lower, self._say_nothing(), "body", align="centre", stand="top", lines=5)
            return
        shown = draw_picture(page, box, self.look.picture)
        if self.look.corners is not None and not self.is_for_tiles:
            draw_grid(page, shown, cast(Corners, self.look.corners))

    def _draw_side(self, page: Page, box: pygame.Rect) -> None:
        words = self.house.words
        foot, rest = cut_bottom(box, 2 * page.touch + page.unit(8), page.gap)
        name, rest = cut_top(rest, page.unit(24), page.unit(4))
        camera = self.house.backstage.devices.camera
        page.text(name, camera or words("camera-set-up.none"), "body", weight="heavy", may_cut=True)
        page.said_box = rest
        if self.look is not None:
            meters, rest = cut_top(rest, page.unit(96), page.gap)
            for line, meter in zip(rows(meters, 2, page.unit(8)), self._meters(self.look), strict=True):
                draw_meter(page, line, meter)
            page.said_box = rest
            card = inset(page.fill(rest, theme.CARD, frame=theme.RULE), page.unit(2), -page.unit(4))
            page.text(card, self._advise(self.look), 19, lines=6)
        use, by_hand = rows(foot, 2, page.unit(8))
        page.button(
            use, words("camera-set-up.use"), self._use, "use", style="go", enabled=self.look is not None
        )
        page.button(
            by_hand,
            words("camera-set-up.by-hand"),
            lambda: self.house.go(CornersScreen(self.house)),
            "by-hand",
            enabled=self.look is not None and not self.is_for_tiles,
        )

    def _meters(self, look: LiveLook) -> tuple[Meter, Meter]:
        words, light, is_sharp = self.house.words, light_of(look), look.sharpness >= ENOUGH_SHARPNESS
        sharpness = words("camera-set-up.sharp" if is_sharp else "camera-set-up.blurred")
        return (
            Meter(
                words("camera-set-up.sharpness"), sharpness, look.sharpness, (ENOUGH_SHARPNESS, 1.0), is_sharp
            ),
            Meter(
                words("camera-set-up.light"),
                words(f"camera-set-up.light-{light}"),
                look.brightness,
                RIGHT_LIGHT,
                light == "good",
            ),
        )

    def _advise(self, look: LiveLook) -> str:
        """The one thing to do next: light first, since nothing is sharp in the dark."""
        words = self.house.words
        light = light_of(look)
        if light != "good":
            return words(f"camera-set-up.advice-{light}")
        if look.sharpness < ENOUGH_SHARPNESS:
            return words("camera-set-up.advice-blurred")
        if self.is_for_tiles:
            return words("camera-set-up.advice-tile")
        if look.corners is None:
            return words("camera-set-up.advice-no-board")
        return look.advice or words("camera-set-up.advice-good")

    def _say_nothing(self) -> str:
        backstage = self.house.backstage
        is_there = backstage.devices.camera and not backstage.is_camera_lost
        return self.house.words("camera-set-up.waiting" if is_there else "camera-set-up.no-picture")

    def _use(self) -> None:
        backstage = self.house.backstage
        self.house.say(backstage.calibrate_table() if self.is_for_tiles else backstage.calibrate())

    def _turn(self) -> None:
        """To the other game, which is set up in its own way."""
        self.is_for_tiles = not self.is_for_tiles
        self.house.refresh()


def light_of(look: LiveLook) -> Light:
    """What is wrong with the light, if anything; glare before brightness, since less light would not help."""
    if look.glare > MOST_GLARE:
        return "glare"
    if look.brightness < RIGHT_LIGHT[0]:
        return "dark"
    return "bright" if look.brightness > RIGHT_LIGHT[1] else "good"
