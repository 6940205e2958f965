"""Learning this family's own tokens: lay one of each out in order, and have the camera look."""

from __future__ import annotations

from functools import lru_cache

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import cut_bottom, cut_left, cut_right, cut_top, inset, rows
from companion.kiosk.head_part import draw_head
from companion.kiosk.page import Page
from companion.kiosk.paint_tokens import TokenStamps
from companion.kiosk.paint_tools import default_font
from companion.kiosk.screen import Screen
from companion.rules.triolet.tokens import FACES, MOVE_TOKENS

ENROL_ORDER = FACES  # one of each, row by row: what calibration is told to see
A_ROW = 6  # tokens; a free square between two keeps them apart in the picture
SQUARES = (2 * A_ROW - 1, 9)  # of the board that are drawn: across, down
ROWS = (1, 4, 7)  # those with tokens


class EnrolScreen(Screen):
    """The board as it should be laid, three steps in words, and the button that looks."""

    name = "enrol"

    def build(self, page: Page) -> None:
        words = self.house.words
        inner = inset(page.box, page.unit(12), page.unit(8))
        if page.is_portrait:
            rest = draw_head(page, self, words("enrol.title"), inner)
            board, side = cut_top(rest, min(rest.w, page.unit(400)), page.unit(10))
        else:
            cut = cut_right if self.house.backstage.choices.left_handed else cut_left
            board, side = cut(inner, inner.h, page.unit(14))
            side = draw_head(page, self, words("enrol.title"), side)
        _draw_layout(page, board)
        foot, side = cut_bottom(side, page.touch, page.unit(8))
        page.said_box = side
        self._draw_steps(page, side)
        is_ready = bool(self.house.backstage.devices.profile)
        page.button(foot, words("enrol.look"), self._look, "look", style="go", size="large", enabled=is_ready)

    def _draw_steps(self, page: Page, box: pygame.Rect) -> None:
        is_ready = bool(self.house.backstage.devices.profile)
        steps = ("step-lay", "step-apart", "step-look") if is_ready else ("no-profile",)
        for number, (line, step) in enumerate(zip(rows(box, len(steps), page.unit(6)), steps, strict=True)):
            if is_ready:
                sign, line = cut_left(line, page.unit(34), page.unit(10))
                middle = sign.centerx, sign.centery
                pygame.draw.circle(page.surface, theme.SLATE, middle, page.unit(17))
                disc = pygame.Rect(0, 0, page.unit(24), page.unit(24))
                disc.center = middle
                page.text(disc, str(number + 1), 19, weight="heavy", align="centre")
            page.text(line, self.house.words(f"enrol.{step}"), 19, lines=5)

    def _look(self) -> None:
        self.house.say(self.house.backstage.enrol())


def _draw_layout(page: Page, box: pygame.Rect) -> None:
    """A part of the board, as large as it fits; half squares at its edges say that the board goes on."""
    side = min(box.w // (SQUARES[0] + 1), box.h // (SQUARES[1] + 1))
    area = pygame.Rect(0, 0, side * (SQUARES[0] + 1), side * (SQUARES[1] + 1))
    area.center = box.center
    first_x, first_y = area.x + side // 2, area.y + side // 2
    stamps, clip = _stamps(side), page.surface.get_clip()
    page.surface.set_clip(area)
    for row in range(-1, SQUARES[1] + 1):
        for column in range(-1, SQUARES[0] + 1):
            page.surface.blit(stamps.square("plain"), (first_x + column * side, first_y + row * side))
    for place, face in enumerate(ENROL_ORDER):
        row, column = divmod(place, A_ROW)
        at = (first_x + 2 * column * side, first_y + ROWS[row] * side)
        page.surface.blit(stamps.token(MOVE_TOKENS[face]), at)
    page.surface.set_clip(clip)


@lru_cache(maxsize=4)
def _stamps(side_px: int) -> TokenStamps:
    return TokenStamps(side_px, default_font)
