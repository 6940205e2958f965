"""For tests of painters: blank canvases, and pixels as arrays that can be compared."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pygame
from numpy.typing import NDArray

Grounds = ((0xF6, 0xF1, 0xE6), (0x1C, 0x24, 0x30))  # paper by day, slate by night


def canvas(width: int, height: int, ground: tuple[int, int, int] = Grounds[0]) -> pygame.Surface:
    surface = pygame.Surface((width, height))
    surface.fill(ground)
    return surface


def pixels(surface: pygame.Surface) -> NDArray[np.int16]:
    """RGB, [row, column, channel], signed so that differences can be taken."""
    return pygame.surfarray.array3d(surface).transpose(1, 0, 2).astype(np.int16)


def brightness(surface: pygame.Surface) -> NDArray[np.float64]:
    """What somebody sees who sees no colours, [row, column], 0 to 255."""
    return np.asarray(pixels(surface) @ np.array([0.299, 0.587, 0.114]))


def changed(one: pygame.Surface, other: pygame.Surface, *, least: int = 0) -> NDArray[np.bool_]:
    """Where two pictures differ by more than `least`, [row, column]."""
    return np.asarray(np.abs(pixels(one) - pixels(other)).max(axis=2) > least)


def part_of(mask: NDArray[np.bool_], rect: pygame.Rect) -> NDArray[np.bool_]:
    return mask[max(0, rect.top) : rect.bottom, max(0, rect.left) : rect.right]


def without(mask: NDArray[np.bool_], *rects: pygame.Rect) -> NDArray[np.bool_]:
    """What of a mask lies in none of these boxes."""
    rest = mask.copy()
    for rect in rects:
        rest[max(0, rect.top) : rect.bottom, max(0, rect.left) : rect.right] = False
    return rest


def cost_ms(act: Callable[[], object], rounds: int = 40) -> float:
    """The least processor time that it takes: other programs on a busy machine do not count."""
    costs = []
    for _ in range(rounds):
        start = time.thread_time()
        act()
        costs.append(time.thread_time() - start)
    return 1000 * min(costs)


def fill_ms() -> float:
    """What filling a whole 800 x 480 screen costs here: the unit in which painters are measured."""
    screen = canvas(800, 480)
    return cost_ms(lambda: screen.fill((30, 40, 50)))
