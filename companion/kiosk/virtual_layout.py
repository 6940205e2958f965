"""Where things stand on the screen of the virtual table: the picture as large as possible."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from companion.kiosk.boxes import cut_bottom, cut_left, cut_right, cut_top
from companion.kiosk.page import Page
from companion.session.forms import Kind

PLAYER, SAID, SMALL, FOOT = 46, 58, 68, 66  # units that they are high
SIDE: dict[Kind, int] = {"triolet": 300, "triominos": 266}  # units beside the picture
TOKENS, SCORES = 96, 48  # units: a rack of three is one row


@dataclass(frozen=True, slots=True)
class Layout:
    """The boxes of the page."""

    picture: pygame.Rect
    player: pygame.Rect
    scores: pygame.Rect | None  # where there is room for them
    said: pygame.Rect
    rack: pygame.Rect
    small: pygame.Rect
    foot: pygame.Rect

    @classmethod
    def of(cls, page: Page, box: pygame.Rect, kind: Kind, left_handed: bool) -> Layout:
        gap = page.unit(8)
        if page.is_portrait:
            player, rest = cut_top(box, page.unit(PLAYER), gap)
            foot, rest = cut_bottom(rest, page.unit(FOOT), gap)
            small, rest = cut_bottom(rest, page.unit(SMALL), gap)
            rows = 1 if kind == "triolet" else 2
            rack, rest = cut_bottom(rest, rows * page.touch + page.unit(6), gap)
            said, picture = cut_bottom(rest, page.unit(SAID), gap)
            return cls(picture, player, None, said, rack, small, foot)
        cut = cut_left if left_handed else cut_right
        side, picture = cut(box, page.unit(SIDE[kind]), page.gap)
        player, rest = cut_top(side, page.unit(PLAYER), gap)
        foot, rest = cut_bottom(rest, page.unit(FOOT), gap)
        small, rest = cut_bottom(rest, page.unit(SMALL), gap)
        if kind == "triolet":
            rack, rest = cut_bottom(rest, page.unit(TOKENS), gap)
            scores, said = cut_top(rest, page.unit(SCORES), gap)
            return cls(picture, player, scores, said, rack, small, foot)
        said, picture = cut_bottom(picture, page.unit(SAID), gap)
        return cls(picture, player, None, said, rest, small, foot)
