"""A few seconds of confetti for whoever has won."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import cos, sin

import pygame

from companion.kiosk.theme import Rgb

SECONDS = 6.0
PIECES = 60


def confetti(
    colours: Sequence[Rgb], side_px: int, since_s: float
) -> Callable[[pygame.Surface, pygame.Rect, float], None]:
    """Something to animate: pieces that fall through a box, each once; the same ones every time."""
    rng = random.Random(15)
    pieces = [
        (rng.random(), rng.uniform(0, SECONDS * 0.5), rng.uniform(1.8, 3.0), rng.uniform(0, 6.0), n)
        for n in range(PIECES)
    ]

    def paint(surface: pygame.Surface, box: pygame.Rect, now: float) -> None:
        for across, starts_s, falls_s, turned, number in pieces:
            share = (now - since_s - starts_s) / falls_s
            if not 0 < share < 1:
                continue
            x = box.x + across * box.w + sin(turned + 4 * share) * side_px
            y = box.y + share * box.h
            wide = max(1, round(side_px * abs(cos(turned + 9 * share))))  # it tumbles
            pygame.draw.rect(surface, colours[number % len(colours)], (round(x), round(y), wide, side_px))

    return paint
