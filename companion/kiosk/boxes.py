"""Cutting the screen into boxes: a few functions on pygame's own Rect, in pixels."""

from __future__ import annotations

import pygame

Rect = pygame.Rect


def inset(box: Rect, x: int, y: int | None = None) -> Rect:
    """The box without a margin on every side."""
    down = x if y is None else y
    return Rect(box.x + x, box.y + down, max(0, box.w - 2 * x), max(0, box.h - 2 * down))


def cut_top(box: Rect, height: int, gap: int = 0) -> tuple[Rect, Rect]:
    """The top of the box, and the rest below it."""
    height = min(height, box.h)
    rest = max(0, box.h - height - gap)
    return Rect(box.x, box.y, box.w, height), Rect(box.x, box.bottom - rest, box.w, rest)


def cut_bottom(box: Rect, height: int, gap: int = 0) -> tuple[Rect, Rect]:
    """The bottom of the box, and the rest above it."""
    height = min(height, box.h)
    return Rect(box.x, box.bottom - height, box.w, height), Rect(
        box.x, box.y, box.w, max(0, box.h - height - gap)
    )


def cut_left(box: Rect, width: int, gap: int = 0) -> tuple[Rect, Rect]:
    """The left of the box, and the rest beside it."""
    width = min(width, box.w)
    rest = max(0, box.w - width - gap)
    return Rect(box.x, box.y, width, box.h), Rect(box.right - rest, box.y, rest, box.h)


def cut_right(box: Rect, width: int, gap: int = 0) -> tuple[Rect, Rect]:
    """The right of the box, and the rest beside it."""
    width = min(width, box.w)
    return Rect(box.right - width, box.y, width, box.h), Rect(
        box.x, box.y, max(0, box.w - width - gap), box.h
    )


def rows(box: Rect, count: int, gap: int = 0) -> list[Rect]:
    """The box in so many equal rows."""
    edges = _edges(box.y, box.h, count, gap)
    return [Rect(box.x, low, box.w, high - low) for low, high in edges]


def columns(box: Rect, count: int, gap: int = 0) -> list[Rect]:
    """The box in so many equal columns."""
    edges = _edges(box.x, box.w, count, gap)
    return [Rect(low, box.y, high - low, box.h) for low, high in edges]


def grid(box: Rect, across: int, down: int, gap: int = 0) -> list[Rect]:
    """The box in equal cells, row by row."""
    return [cell for row in rows(box, down, gap) for cell in columns(row, across, gap)]


def square_in(box: Rect) -> Rect:
    """The largest square in the middle of the box."""
    side = min(box.w, box.h)
    return Rect(box.x + (box.w - side) // 2, box.y + (box.h - side) // 2, side, side)


def _edges(start: int, length: int, count: int, gap: int) -> list[tuple[int, int]]:
    each = (length - gap * (count - 1)) / max(count, 1)
    return [
        (round(start + place * (each + gap)), round(start + place * (each + gap) + each))
        for place in range(count)
    ]
