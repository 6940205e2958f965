"""A meter: how much of something there is, how much is right, and the word for it."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from companion.kiosk import theme
from companion.kiosk.boxes import cut_bottom, cut_left
from companion.kiosk.page import Page
from companion.kiosk.typeface import width_px


@dataclass(frozen=True, slots=True)
class Meter:
    """A level from 0 to 1, where it belongs, and what to say of it."""

    label: str
    word: str
    level: float
    belongs: tuple[float, float]
    is_good: bool


def draw_meter(page: Page, box: pygame.Rect, meter: Meter) -> None:
    """The label, the word and the bar; the part where the level belongs is framed."""
    bar, line = cut_bottom(box, page.unit(14), page.unit(5))
    label, word = cut_left(line, min(width_px(meter.label, page.unit(17)), line.w // 2), page.unit(8))
    page.text(label, meter.label, "small", colour=theme.SOFT_INK)
    ink = theme.GO if meter.is_good else theme.ALARM
    page.text(word, meter.word, "small", colour=ink, weight="heavy", align="right")
    page.fill(bar, theme.STRIPE, radius=7, frame=theme.RULE)
    filled = bar.copy()
    filled.w = max(bar.h, round(bar.w * min(max(meter.level, 0.0), 1.0)))
    page.fill(filled, ink, radius=7)
    low, high = (bar.x + round(bar.w * share) for share in meter.belongs)
    frame = pygame.Rect(low, bar.y - page.unit(3), max(2, high - low), bar.h + page.unit(6))
    pygame.draw.rect(page.surface, theme.INK, frame, max(2, page.unit(2)), border_radius=page.unit(4))
