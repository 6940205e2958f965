"""An entry of the set-up: a sign, what it is, and how it stands now in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import cut_left, cut_right, inset
from companion.kiosk.icon_part import IconName, draw_icon
from companion.kiosk.page import Act, Page

Switch = Literal["on", "off", "left", "right"]

SWITCH = (54, 30)  # units


@dataclass(frozen=True, slots=True)
class Entry:
    """It leads on to another screen, or it is a switch; an alarming one needs somebody."""

    name: str
    icon: IconName
    state: str
    act: Act
    ending: Literal["next"] | Switch = "next"
    is_alarming: bool = False


def draw_entry(page: Page, box: pygame.Rect, entry: Entry, title: str) -> None:
    """Draw it, and make it something to touch."""
    page.fill(box, theme.CARD, frame=theme.RULE)
    inner = inset(box, page.unit(12), page.unit(4))
    sign, inner = cut_left(inner, page.unit(42), page.unit(14))
    draw_icon(page.surface, inset(sign, page.unit(2)), entry.icon, theme.SLATE)
    end, inner = cut_right(inner, page.unit(SWITCH[0] if entry.ending != "next" else 18), page.unit(8))
    if entry.ending == "next":
        draw_icon(page.surface, end, "next", theme.SOFT_INK)
    else:
        draw_switch(page, end, entry.ending)
    upper = pygame.Rect(inner.x, inner.y, inner.w, round(inner.h * 0.54))
    lower = pygame.Rect(inner.x, upper.bottom, inner.w, inner.bottom - upper.bottom)
    page.text(upper, title, "body", weight="heavy")
    page.text(lower, entry.state, "small", colour=theme.ALARM if entry.is_alarming else theme.SOFT_INK)
    page.target(box, entry.act, entry.name)


def draw_switch(page: Page, box: pygame.Rect, state: Switch) -> pygame.Rect:
    """A switch in the middle of the box; what it means must stand beside it in words."""
    rect = pygame.Rect(0, 0, page.unit(SWITCH[0]), page.unit(SWITCH[1]))
    rect.center = box.center
    page.fill(rect, {"on": theme.GO, "off": theme.SOFT_INK}.get(state, theme.SLATE), radius=SWITCH[1])
    knob = inset(rect, page.unit(4))
    is_right = state in ("on", "right")
    at = (knob.right - knob.h // 2 if is_right else knob.x + knob.h // 2, knob.centery)
    pygame.draw.circle(page.surface, theme.WHITE, at, knob.h // 2)
    return rect
