"""Signs that say something without words: a crown, arrows, play and pause, a camera."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import cut_top, inset, square_in
from companion.kiosk.page import Act, Page, Style
from companion.kiosk.paint_tools import Point, add_shape, blank, box, disc
from companion.kiosk.theme import Rgb

Sign = Literal["crown", "up", "down", "back", "forward", "play", "pause", "camera", "tick", "doubt"]
Shape = list[Point]

GOLD = theme.from_hex("#e0a100")
GOLD_EDGE = theme.from_hex("#7a5600")


def draw_sign(page: Page, within: pygame.Rect, sign: Sign, colour: Rgb) -> pygame.Rect:
    """A sign in the middle of a box; what it covers comes back."""
    place = square_in(within)
    if place.w > 0:
        page.surface.blit(_picture(sign, place.w, colour), place)
    return place


def draw_crown(page: Page, within: pygame.Rect) -> pygame.Rect:
    """A golden crown with a dark edge, which can be seen on any colour."""
    place = square_in(within)
    draw_sign(page, place, "crown", GOLD_EDGE)
    draw_sign(page, inset(place, max(1, round(place.w * 0.07))), "crown", GOLD)
    return place


def sign_button(
    page: Page,
    within: pygame.Rect,
    sign: Sign,
    label: str,
    act: Act,
    name: str,
    *,
    style: Style = "plain",
    key: str = "",
    enabled: bool = True,
) -> None:
    """A button with a sign above its word."""
    page.button(within, "", act, name, style=style, key=key, enabled=enabled)
    red, green, blue, _ = page.surface.get_at(inset(within, page.unit(6)).topleft)
    ink = theme.letters_on((red, green, blue)) if enabled else theme.SOFT_INK
    top, below = cut_top(inset(within, page.unit(5)), round(within.h * 0.46))
    draw_sign(page, top, sign, ink)
    page.text(below, label, 16, colour=ink, weight="heavy", align="centre")


@lru_cache(maxsize=96)
def _picture(sign: Sign, side_px: int, colour: Rgb) -> pygame.Surface:
    picture = blank(side_px, side_px)
    for group in _shapes(sign):
        add_shape(picture, colour, [[(x * side_px, y * side_px) for x, y in shape] for shape in group])
    return picture


def _shapes(sign: Sign) -> list[list[Shape]]:
    """The sign in a square of side 1: groups of shapes, of which every second is a hole."""
    match sign:
        case "crown":
            jagged = [(0.1, 0.36), (0.3, 0.52), (0.5, 0.2), (0.7, 0.52), (0.9, 0.36), (0.82, 0.76)]
            tips = ((0.1, 0.31), (0.5, 0.14), (0.9, 0.31))
            rest: list[list[Shape]] = [[disc(tip, 0.075)] for tip in tips]
            return [[[*jagged, (0.18, 0.76)]], [box(0.18, 0.8, 0.64, 0.1, 0.03)], *rest]
        case "up":
            return [[[(0.5, 0.2), (0.92, 0.78), (0.08, 0.78)]]]
        case "down":
            return [[[(0.08, 0.22), (0.92, 0.22), (0.5, 0.8)]]]
        case "back":
            return [[[(0.18, 0.5), (0.72, 0.1), (0.72, 0.9)]], [box(0.08, 0.1, 0.12, 0.8)]]
        case "forward":
            return [[[(0.82, 0.5), (0.28, 0.1), (0.28, 0.9)]], [box(0.8, 0.1, 0.12, 0.8)]]
        case "play":
            return [[[(0.2, 0.06), (0.9, 0.5), (0.2, 0.94)]]]
        case "pause":
            return [[box(0.18, 0.08, 0.24, 0.84)], [box(0.58, 0.08, 0.24, 0.84)]]
        case "camera":
            body = [box(0.04, 0.26, 0.92, 0.6, 0.1), disc((0.5, 0.56), 0.22), disc((0.5, 0.56), 0.13)]
            return [body, [box(0.34, 0.13, 0.32, 0.16, 0.04)]]
        case "tick":
            return [[[(0.06, 0.52), (0.2, 0.38), (0.4, 0.58), (0.8, 0.14), (0.94, 0.28), (0.4, 0.86)]]]
        case "doubt":
            middle = box(0.4, 0.5, 0.2, 0.1)  # between the two holes: every second shape is one
            return [
                [disc((0.5, 0.5), 0.48), box(0.41, 0.18, 0.18, 0.42, 0.06), middle, disc((0.5, 0.76), 0.1)]
            ]
